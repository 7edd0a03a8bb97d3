//! Words that change together while one of them is typed: the end of a heredoc follows its tag.
//!
//! Not the other way round: a line of the body may start like the end, and the tag would follow while it is typed.

use std::collections::VecDeque;

use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext;

/// The tag of a heredoc at an offset, and its end; empty if there are none.
pub(crate) fn linked_ranges(context: FileContext<'_>, offset: TextSize) -> Vec<TextRange> {
    let root = syntax_ext::root(context.db, context.file);
    let tokens = root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    // The heredocs of a line follow each other in its order.
    let mut open: VecDeque<TextRange> = VecDeque::new();
    for token in tokens {
        match token.kind() {
            SyntaxKind::HEREDOC_TAG => open.extend(tag(&token)),
            SyntaxKind::HEREDOC_END => {
                let (Some(start), Some(end)) = (open.pop_front(), end(&token)) else {
                    continue;
                };
                if start.contains_inclusive(offset) && !takes_another(context, start, end) {
                    return vec![start, end];
                }
            }
            _ => {}
        }
    }
    Vec::new()
}

/// Whether another heredoc with the same tag starts between a tag and its end: as long as one is typed above another, the
/// end is that of the other.
fn takes_another(context: FileContext<'_>, start: TextRange, end: TextRange) -> bool {
    let text = context.file.text(context.db);
    let word = text.get(std::ops::Range::<usize>::from(start));
    let body = text.get(start.end().into()..end.start().into());
    let (Some(word), Some(body)) = (word, body) else {
        return false;
    };
    let tags = body.split("@(").skip(1);
    let mut words = tags.map(|tag| tag.trim_start_matches(['"', ' ']));
    words.any(|tag| tag.starts_with(word))
}

/// The word in `@("WORD":syntax/escapes)`.
fn tag(token: &SyntaxToken) -> Option<TextRange> {
    let text = token.text();
    let inside = text.strip_prefix("@(")?.trim_start();
    let quoted = inside.strip_prefix('"');
    let rest = quoted.unwrap_or(inside);
    let ends: &[char] = if quoted.is_some() {
        &['"']
    } else {
        &[':', '/', ')']
    };
    let word = rest.get(..rest.find(ends)?)?.trim_end();
    range(token, text.len() - rest.len(), word)
}

/// The word in `| - WORD`.
fn end(token: &SyntaxToken) -> Option<TextRange> {
    let text = token.text().trim_end();
    let word = text.trim_start();
    let word = word.strip_prefix('|').unwrap_or(word).trim_start();
    let word = word.strip_prefix('-').unwrap_or(word).trim_start();
    range(token, text.len() - word.len(), word)
}

fn range(token: &SyntaxToken, at: usize, word: &str) -> Option<TextRange> {
    let at = TextSize::try_from(at).ok()?;
    let range = TextRange::at(token.text_range().start() + at, TextSize::of(word));
    (!word.is_empty()).then_some(range)
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    fn linked(code: &str) -> Vec<String> {
        let (analysis, position) = cursor(code);
        let text = analysis.text(position.file).expect("not cancelled");
        let ranges = analysis.linked_ranges(position).expect("not cancelled");
        let shown = ranges.iter().map(|range| {
            let line = text[..usize::from(range.start())].matches('\n').count() + 1;
            format!("{line}: {}", &text[*range])
        });
        shown.collect()
    }

    #[test]
    fn tags_of_heredocs() {
        assert_eq!(
            linked("$x = @(\"EO$0T\":json/L)\n  a\n  | EOT\n"),
            ["1: EOT", "3: EOT"]
        );
        assert_eq!(
            linked("$x = @( E$0 F /t)\n  |- E F\n"),
            ["1: E F", "2: E F"]
        );
        assert_eq!(
            linked("f(@(A), @(B$0))\n  a\n  | A\n  b\n  B\n"),
            ["1: B", "5: B"]
        );
    }

    #[test]
    fn incomplete_code_and_other_places() {
        for code in [
            "$x = @(EO$0T)\n  a\n",
            "$x = @(E$0",
            "$$0x = 1",
            "$x = @(A)\n  $0 a\n  | A\n",
            "$x = @(A)\n  a\n  | A$0\n",
            "$x = @(A$0)\n$y = @(A)\n  a\n  | A\n",
        ] {
            assert!(linked(code).is_empty(), "{code}");
        }
    }
}
