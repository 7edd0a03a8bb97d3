//! Comments that suppress a diagnostic, on its line or in its file, and the page of its rule.

use puppet_checks::suppression::{CommentScope, can_be_suppressed, extension};
use puppet_db::{FileKind, FilePlace, has_syntax_errors, line_index};
use puppet_diagnostics::{Diagnostic, Fix, Place, Rule, Safety};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TokenAtOffset, tokens_at};
use puppet_text::{Column, TextRange, TextSize};

use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::source_change::{SourceChange, TextEdit};
use puppet_ide_db::syntax_ext;
use puppet_ide_db::workspace_files::file_diagnostics;

/// The actions for the diagnostics at a selection: for each, those that add a comment, where one can be added, and the
/// one that opens the page of the rule.
pub fn suppress(context: FileContext<'_>, selection: TextRange) -> Vec<CodeAction> {
    let found = file_diagnostics(context).iter();
    let touched = found.filter(|it| it.place.range.intersect(selection).is_some());
    let takes_comments = takes_comments(context);
    let mut actions: Vec<CodeAction> = Vec::new();
    let mut explained = Vec::new();
    for diagnostic in touched {
        let (code, range) = (diagnostic.code(), diagnostic.place.range);
        let comments = [
            (format!("Ignore {code} on this line"), on_line as Insertion),
            (format!("Ignore {code} in this file"), in_file as Insertion),
        ];
        for (title, insertion) in comments {
            let is_possible = takes_comments && can_be_suppressed(diagnostic.rule);
            let edit = is_possible.then(|| insertion(context, diagnostic.rule, range));
            if let Some(edit) = edit.flatten() {
                let id = context.files.id(context.db, context.file);
                actions.push(CodeAction {
                    fixes: Some((code, range)),
                    ..CodeAction::new(
                        title,
                        ActionKind::Suppress,
                        SourceChange::from_text_edits(id, vec![edit]),
                    )
                });
            }
        }
        explained.push(CodeAction {
            fixes: Some((code, range)),
            explains: Some(diagnostic.rule.code),
            ..CodeAction::new(
                format!("Explain {code}"),
                ActionKind::Explain,
                SourceChange::default(),
            )
        });
    }
    actions.append(&mut explained);
    let mut offered: Vec<CodeAction> = Vec::new();
    for action in actions {
        let is_offered = |it: &CodeAction| it.title == action.title && it.change == action.change;
        if !offered.iter().any(is_offered) {
            offered.push(action);
        }
    }
    offered
}

/// The comment that suppresses a diagnostic on its line, as a fix.
pub fn ignore_on_line(
    context: IdeContext<'_>,
    diagnostic: &Diagnostic<FilePlace>,
) -> Option<Fix<FilePlace>> {
    let Place { file, range } = diagnostic.place;
    let is_possible =
        takes_comments(context.file_context(file)) && can_be_suppressed(diagnostic.rule);
    let edit = is_possible.then(|| on_line(context.file_context(file), diagnostic.rule, range));
    let edit = edit.flatten()?;
    let title = format!("Ignore {} on this line", diagnostic.code());
    let at = Place::new(file, edit.range);
    Some(Fix::replace(title, Safety::Safe, at, edit.text))
}

/// Whether comments may be added. Where a quote is missing, a comment may become a part of the string.
fn takes_comments(context: FileContext<'_>) -> bool {
    context.file.kind(context.db).is_puppet() && !has_syntax_errors(context.db, context.file)
}

/// How a comment about a rule comes into a file, for a diagnostic at a range.
type Insertion = fn(FileContext<'_>, &'static Rule, TextRange) -> Option<TextEdit>;

/// A comment for the line where a diagnostic starts: one more rule in the comment that is there, else a comment at the end
/// of the line, else one on a line of its own above. None inside of strings and heredocs, which have no comments.
fn on_line(context: FileContext<'_>, rule: &'static Rule, range: TextRange) -> Option<TextEdit> {
    let lines = line_index(context.db, context.file);
    let line = lines.line_col(range.start(), Column::Bytes).line;
    if let Some((at, text)) = extension(context.db, context.file, rule, CommentScope::Line(line)) {
        return Some(TextEdit::insert(at, text));
    }
    let text = context.file.text(context.db);
    let range = lines.line_range(line)?;
    let content = text.get(std::ops::Range::<usize>::from(range))?;
    let root = syntax_ext::root(context.db, context.file);
    let comment = format!("puppet-analyzer: ignore[{}]", rule.code);
    at_end(&root, range, content, &comment)
        .or_else(|| above(&root, range.start(), content, &comment))
}

/// A comment at the end of a line.
fn at_end(root: &SyntaxNode, line: TextRange, content: &str, comment: &str) -> Option<TextEdit> {
    let end = line.start() + TextSize::of(content.trim_end());
    let last = tokens_at(root, end).left_biased()?;
    match LineSurroundings::of_end(root, end)? {
        LineSurroundings::Code if last.kind() == SyntaxKind::COMMENT => None,
        LineSurroundings::Code => Some(TextEdit::insert(end, format!(" # {comment}"))),
        LineSurroundings::Text => {
            // After `-%>`, the line break is no part of the output, and stays none.
            let is_trimmed =
                last.kind() == SyntaxKind::EPP_CLOSE_TRIM || last.text().ends_with("-%>");
            let close = if is_trimmed { "-%>" } else { "%>" };
            Some(TextEdit::insert(end, format!("<%# {comment} {close}")))
        }
    }
}

/// A comment on a line of its own above a line.
fn above(root: &SyntaxNode, start: TextSize, content: &str, comment: &str) -> Option<TextEdit> {
    let indent = content.len() - content.trim_start().len();
    let indent = content.get(..indent)?;
    let text = match LineSurroundings::of_start(root, start)? {
        LineSurroundings::Code => format!("{indent}# {comment}\n"),
        LineSurroundings::Text => format!("<%# {comment} -%>\n"),
    };
    Some(TextEdit::insert(start, text))
}

/// A comment for the whole file: one more rule in the comment that is there, else a comment above all code.
fn in_file(context: FileContext<'_>, rule: &'static Rule, _: TextRange) -> Option<TextEdit> {
    if let Some((at, text)) = extension(context.db, context.file, rule, CommentScope::File) {
        return Some(TextEdit::insert(at, text));
    }
    let text = context.file.text(context.db);
    let comment = format!("puppet-analyzer: ignore-file[{}]", rule.code);
    let start = first_line(text);
    let inserted = match context.file.kind(context.db) {
        FileKind::Epp => format!("<%# {comment} -%>\n"),
        // What stands directly above a definition is its documentation.
        _ => format!("# {comment}\n\n"),
    };
    Some(TextEdit::insert(start, inserted))
}

/// Where the first line starts that is neither a byte order mark nor the name of an interpreter.
fn first_line(text: &str) -> TextSize {
    let bare = text.trim_start_matches('\u{feff}');
    let mark = text.len() - bare.len();
    let interpreter = match bare.starts_with("#!") {
        true => bare.find('\n').map_or(0, |at| at + 1),
        false => 0,
    };
    TextSize::try_from(mark + interpreter).unwrap_or_default()
}

/// What surrounds the end or the start of a line.
enum LineSurroundings {
    /// Code, where `#` starts a comment.
    Code,
    /// The text of a template, where `<%#` does.
    Text,
}

impl LineSurroundings {
    /// Those of the end of a line; none inside of strings, heredocs and comments that span lines.
    fn of_end(root: &SyntaxNode, at: TextSize) -> Option<Self> {
        let (_, right) = neighbours(root, at);
        match right {
            Some(token) => Self::of_token(&token),
            None => Self::of_edge(root),
        }
    }

    /// Those of the start of a line.
    fn of_start(root: &SyntaxNode, at: TextSize) -> Option<Self> {
        let (left, right) = neighbours(root, at);
        // The lines after the tag of a heredoc are its text.
        if right.is_some_and(|it| it.kind() == SyntaxKind::HEREDOC_TEXT) {
            return None;
        }
        match left {
            Some(token) => Self::of_token(&token),
            None => Self::of_edge(root),
        }
    }

    /// Those of a token with a line break.
    fn of_token(token: &SyntaxToken) -> Option<Self> {
        match token.kind() {
            SyntaxKind::WHITESPACE => Some(Self::Code),
            SyntaxKind::EPP_TEXT => Some(Self::Text),
            _ => None,
        }
    }

    /// Those of the start and the end of a file.
    fn of_edge(root: &SyntaxNode) -> Option<Self> {
        Some(match root.kind() {
            SyntaxKind::EPP_TEMPLATE => Self::Text,
            _ => Self::Code,
        })
    }
}

/// The tokens beside a place; the same twice inside of a token.
fn neighbours(root: &SyntaxNode, at: TextSize) -> (Option<SyntaxToken>, Option<SyntaxToken>) {
    let range = root.text_range();
    match tokens_at(root, at) {
        TokenAtOffset::None => (None, None),
        TokenAtOffset::Single(token) => {
            let left = (at > range.start()).then(|| token.clone());
            (left, (at < range.end()).then_some(token))
        }
        TokenAtOffset::Between(left, right) => (Some(left), Some(right)),
    }
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::acted;

    const LINE: &str = "Ignore N101 on this line";
    const FILE: &str = "Ignore N101 in this file";

    #[test]
    fn a_comment_on_the_line() {
        for (before, after) in [
            (
                "class a {\n  notice($0$x)\n}\n",
                "class a {\n  notice($x) # puppet-analyzer: ignore[N101]\n}\n",
            ),
            // The end of the file.
            ("notice($0$x)", "notice($x) # puppet-analyzer: ignore[N101]"),
            // A line with a comment.
            (
                "class a {\n  notice($0$x) # why\n}\n",
                "class a {\n  # puppet-analyzer: ignore[N101]\n  notice($x) # why\n}\n",
            ),
            // A line inside of a statement.
            (
                "file { '/a':\n  mode  => '0644', # why\n  owner => $0$x, # who\n}\n",
                "file { '/a':\n  mode  => '0644', # why\n  # puppet-analyzer: ignore[N101]\n  owner => $x, # who\n}\n",
            ),
            // A string that starts on an earlier line and ends here.
            (
                "$a = \"one\n  ${$0x}\"\n",
                "$a = \"one\n  ${x}\" # puppet-analyzer: ignore[N101]\n",
            ),
            // The line of a heredoc's tag.
            (
                "$a = [$0$x, @(END)]\n  text\n  | END\n",
                "$a = [$x, @(END)] # puppet-analyzer: ignore[N101]\n  text\n  | END\n",
            ),
            // Lines that end with `\r\n`.
            (
                "notice($0$x) # why\r\n",
                "# puppet-analyzer: ignore[N101]\r\nnotice($x) # why\r\n",
            ),
        ] {
            assert_eq!(acted(before, LINE), after);
        }
    }

    #[test]
    fn text_has_no_comments() {
        for code in [
            "$a = @(\"END\")\n  ${$0x}\n  | END\n",
            "$a = \"one\n  ${$0x}\n  two\"\n",
        ] {
            let shown = acted(code, LINE);
            assert!(shown.starts_with("not offered"), "{code}: {shown}");
            let shown = acted(code, FILE);
            assert!(
                shown.starts_with("# puppet-analyzer: ignore-file[N101]"),
                "{shown}"
            );
        }
    }

    #[test]
    fn comments_that_are_there_get_one_more_rule() {
        for (before, title, after) in [
            (
                "notice($0$x) # puppet-analyzer: ignore[T206] why\n",
                LINE,
                "notice($x) # puppet-analyzer: ignore[T206, N101] why\n",
            ),
            (
                "# puppet-analyzer: ignore[T206, T205]\nnotice($0$x)\n",
                LINE,
                "# puppet-analyzer: ignore[T206, T205, N101]\nnotice($x)\n",
            ),
            (
                "notice($0$x) # lint:ignore:140chars why\n",
                LINE,
                "notice($x) # lint:ignore:140chars lint:ignore:N101 why\n",
            ),
            // A block is about more than the line.
            (
                "# lint:ignore:140chars\nnotice($0$x)\n# lint:endignore\n",
                LINE,
                "# lint:ignore:140chars\nnotice($x) # puppet-analyzer: ignore[N101]\n# lint:endignore\n",
            ),
            (
                "notice(1)\n# puppet-analyzer: ignore-file[T206]\nnotice($0$x)\n",
                FILE,
                "notice(1)\n# puppet-analyzer: ignore-file[T206, N101]\nnotice($x)\n",
            ),
        ] {
            assert_eq!(acted(before, title), after);
        }
    }

    #[test]
    fn a_comment_for_the_file() {
        for (before, after) in [
            (
                "# About a.\nclass a { notice($0$x) }\n",
                "# puppet-analyzer: ignore-file[N101]\n\n# About a.\nclass a { notice($x) }\n",
            ),
            (
                "#!/usr/bin/env puppet\nnotice($0$x)\n",
                "#!/usr/bin/env puppet\n# puppet-analyzer: ignore-file[N101]\n\nnotice($x)\n",
            ),
        ] {
            assert_eq!(acted(before, FILE), after);
        }
    }

    #[test]
    fn templates() {
        let template =
            |text: &str| format!("#- /environment.conf\n#- /modules/a/templates/a.epp\n{text}");
        for (before, title, after) in [
            (
                "<%- | $y | -%>\n<%= $0$x %>\nz\n",
                LINE,
                "<%- | $y | -%>\n<%= $x %><%# puppet-analyzer: ignore[N101] %>\nz\n",
            ),
            (
                "<%- | $y | -%>\n<% $z = $0$x -%>\nz\n",
                LINE,
                "<%- | $y | -%>\n<% $z = $x -%><%# puppet-analyzer: ignore[N101] -%>\nz\n",
            ),
            (
                "<%- | $y | -%>\n<%\n  $z = $0$x\n-%>\nz\n",
                LINE,
                "<%- | $y | -%>\n<%\n  $z = $x # puppet-analyzer: ignore[N101]\n-%>\nz\n",
            ),
            (
                "<%- | $y | -%>\n<%= $0$x %>\nz\n",
                FILE,
                "<%# puppet-analyzer: ignore-file[N101] -%>\n<%- | $y | -%>\n<%= $x %>\nz\n",
            ),
        ] {
            assert_eq!(acted(&template(before), title), after);
        }
    }

    #[test]
    fn the_page_of_a_rule_is_offered_last() {
        let shown = acted("notice($0$x)\n", "nothing");
        let titles = [LINE, FILE, "Explain N101"].map(|it| shown.find(it));
        assert!(titles.is_sorted() && titles[0].is_some(), "{shown}");
        let broken = acted("class a { notice($0$x) }\n$y = ['a'\n", "nothing");
        assert!(!broken.contains("Ignore"), "{broken}");
        // Puppet refuses the file, whatever a comment says.
        let refused = acted("$a = 1$0$a = 2\n", "nothing");
        assert!(!refused.contains("Ignore S"), "{refused}");
        let data = acted(
            "#- /environment.conf\n#- /Puppetfile\nmod $0'a/none'\n",
            "nothing",
        );
        assert!(
            data.contains("Explain M714") && !data.contains("Ignore"),
            "{data}"
        );
    }
}
