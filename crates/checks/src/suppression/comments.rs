//! Reading the comments.

use std::ops::RangeInclusive;

use puppet_db::{Db, File, line_index, parse};
use puppet_diagnostics::{Rule, SUPPRESSION_MARKER};
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::{Column, LineIndex, TextRange, TextSize};
use smol_str::SmolStr;

use crate::rules;

const LINT: &str = "lint:";

/// One name in a comment, with what it silences.
#[derive(Debug)]
pub(crate) struct Suppression {
    pub word: SmolStr,
    pub named: SuppressedRule,
    /// The rules that are meant; several for some names of puppet-lint.
    pub rules: Vec<&'static Rule>,
    pub style: Style,
    /// The word.
    pub range: TextRange,
    /// The lines whose diagnostics are suppressed, from 0.
    pub lines: RangeInclusive<u32>,
    /// The comment that the name stands in.
    pub comment: TextRange,
    /// What goes when this name goes.
    pub removal: Vec<TextRange>,
    /// Whether the comment has no other name.
    is_alone: bool,
    pub is_used: bool,
}

impl Suppression {
    /// The codes of the rules, and the name that a house rule may have.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let codes = self.rules.iter().map(|rule| rule.code);
        codes.chain([&*self.word])
    }
}

/// What a name means to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SuppressedRule {
    /// A rule of ours, by its code or name.
    Rule(&'static Rule),
    /// Something else: a check of puppet-lint, or a misspelling.
    Foreign,
}

/// The form of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// `lint:ignore:…`
    Lint,
    /// `puppet-analyzer: ignore[…]`
    Own,
}

/// Whether a text may have such comments: most have none, and need no second look.
pub(crate) fn may_have_any(text: &str) -> bool {
    text.contains("lint:ignore:") || text.contains(SUPPRESSION_MARKER)
}

/// The suppressions of a file, in the order of the source.
pub(crate) fn suppressions(db: &dyn Db, file: File) -> Vec<Suppression> {
    let mut reader = CommentReader {
        text: file.text(db),
        lines: line_index(db, file),
        found: Vec::new(),
        open: Vec::new(),
    };
    let root = parse(db, file).syntax();
    for token in root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
    {
        if matches!(
            token.kind(),
            SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT
        ) {
            reader.comment(&token);
        }
    }
    reader.found
}

struct CommentReader<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    found: Vec<Suppression>,
    /// What `lint:endignore` ends: for each comment that opened a block, the indices of its suppressions.
    open: Vec<Vec<usize>>,
}

impl CommentReader<'_> {
    fn comment(&mut self, token: &SyntaxToken) {
        let mut words = words(token);
        split_marker(&mut words);
        let Some((_, first)) = words.first() else {
            return;
        };
        if *first == SUPPRESSION_MARKER {
            self.own(token, &words);
        } else if first.starts_with(LINT) {
            self.lint(token, &words);
        }
    }

    /// `lint:ignore:a lint:ignore:b reason`, also `lint:ignore:T201 T202`; `lint:endignore`.
    fn lint(&mut self, token: &SyntaxToken, words: &[(TextRange, &str)]) {
        let mut names = Vec::new();
        for (range, word) in words {
            if word.starts_with("lint:endignore") {
                self.end(token.text_range());
                return;
            }
            match word.strip_prefix("lint:ignore:") {
                Some(name) => {
                    let start = range.end() - TextSize::of(name);
                    names.push((TextRange::new(start, range.end()), name));
                }
                // After the names comes a reason; only words that cannot be anything else are rules.
                None if rules::find(word).is_some() => names.push((*range, word)),
                None => break,
            }
        }
        let first = self.found.len();
        let here = self.line(token.text_range().start());
        let lines = if self.is_alone(token) {
            here..=u32::MAX
        } else {
            here..=here
        };
        self.add(token, &names, Style::Lint, &lines);
        if self.is_alone(token) {
            self.open.push((first..self.found.len()).collect());
        }
    }

    /// The end of the innermost block.
    fn end(&mut self, comment: TextRange) {
        let last = self.line(comment.start());
        for index in self.open.pop().unwrap_or_default() {
            if let Some(suppression) = self.found.get_mut(index) {
                suppression.lines = *suppression.lines.start()..=last;
                if suppression.is_alone {
                    suppression.removal.push(with_space(self.text, comment));
                }
            }
        }
    }

    /// `puppet-analyzer: ignore[a, b]` for this line, or the next one if it stands alone; `ignore-file[a]` for all.
    fn own(&mut self, token: &SyntaxToken, words: &[(TextRange, &str)]) {
        let Some((_, order)) = words.get(1) else {
            return;
        };
        let here = self.line(token.text_range().start());
        let lines = match order.split('[').next() {
            Some("ignore") if self.is_alone(token) => here..=here + 1,
            Some("ignore") => here..=here,
            Some("ignore-file") => 0..=u32::MAX,
            _ => return,
        };
        let names = bracketed(token);
        if names.is_empty() {
            let range = words.get(1).map_or(token.text_range(), |(range, _)| *range);
            self.add(token, &[(range, "")], Style::Own, &lines);
        } else {
            self.add(token, &names, Style::Own, &lines);
        }
    }

    fn add(
        &mut self,
        token: &SyntaxToken,
        names: &[(TextRange, &str)],
        style: Style,
        lines: &RangeInclusive<u32>,
    ) {
        for (range, name) in names {
            let removal = if names.len() == 1 {
                with_space(self.text, token.text_range())
            } else {
                with_separator(self.text, *range)
            };
            let named = rules::find(name).map_or(SuppressedRule::Foreign, SuppressedRule::Rule);
            self.found.push(Suppression {
                word: (*name).into(),
                named,
                rules: match named {
                    SuppressedRule::Rule(rule) => vec![rule],
                    SuppressedRule::Foreign => rules_of_puppet_lint(name),
                },
                style,
                range: *range,
                lines: lines.clone(),
                comment: token.text_range(),
                removal: vec![removal],
                is_alone: names.len() == 1,
                is_used: false,
            });
        }
    }

    fn line(&self, offset: TextSize) -> u32 {
        self.lines.line_col(offset, Column::Bytes).line
    }

    /// Whether nothing stands before the comment on its line.
    fn is_alone(&self, token: &SyntaxToken) -> bool {
        let start = usize::from(token.text_range().start());
        let before = self.text.get(..start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.trim().is_empty()
    }
}

/// The words of a comment, without its marks.
fn words(token: &SyntaxToken) -> Vec<(TextRange, &str)> {
    let text = token.text();
    let start = token.text_range().start();
    let mut words = Vec::new();
    let mut at = 0;
    for item in text.split_inclusive(char::is_whitespace) {
        let opened = item.trim_start_matches(['#', '<', '%', '/', '*']);
        let bare = opened
            .trim_end()
            .trim_end_matches(['%', '>', '*', '/', ',']);
        let from = u32::try_from(at + item.len() - opened.len());
        if let (false, Ok(from)) = (bare.is_empty(), from) {
            let from = start + TextSize::from(from);
            words.push((TextRange::at(from, TextSize::of(bare)), bare));
        }
        at += item.len();
    }
    words
}

/// `puppet-analyzer:ignore[a]` is read as with a space after the marker.
fn split_marker(words: &mut Vec<(TextRange, &str)>) {
    let Some((range, word)) = words.first().copied() else {
        return;
    };
    if let Some(rest) = word.strip_prefix(SUPPRESSION_MARKER)
        && !rest.is_empty()
    {
        let middle = range.end() - TextSize::of(rest);
        words[0] = (TextRange::new(range.start(), middle), SUPPRESSION_MARKER);
        words.insert(1, (TextRange::new(middle, range.end()), rest));
    }
}

/// The names between `[` and `]`.
fn bracketed(token: &SyntaxToken) -> Vec<(TextRange, &str)> {
    let text = token.text();
    let Some((head, rest)) = text.split_once('[') else {
        return Vec::new();
    };
    let inner = rest.split(']').next().unwrap_or(rest);
    let mut offset = head.len() + 1;
    let mut names = Vec::new();
    for item in inner.split(',') {
        let name = item.trim();
        let lead = item.len() - item.trim_start().len();
        if let (false, Ok(from)) = (name.is_empty(), u32::try_from(offset + lead)) {
            let from = token.text_range().start() + TextSize::from(from);
            names.push((TextRange::at(from, TextSize::of(name)), name));
        }
        offset += item.len() + 1;
    }
    names
}

/// A comment with the white space before it; with its whole line, if nothing else is there.
fn with_space(text: &str, comment: TextRange) -> TextRange {
    let (start, end) = (usize::from(comment.start()), usize::from(comment.end()));
    let before = text.get(..start).unwrap_or_default();
    let from = before.trim_end_matches([' ', '\t']).len();
    let is_alone = from == 0 || before.as_bytes().get(from - 1) == Some(&b'\n');
    let ends_line = text.get(end..).is_some_and(|rest| rest.starts_with('\n'));
    let to = if is_alone && ends_line { end + 1 } else { end };
    range(from, to)
}

/// A name with the comma or white space before it.
fn with_separator(text: &str, name: TextRange) -> TextRange {
    let (start, end) = (usize::from(name.start()), usize::from(name.end()));
    let before = text.get(..start).unwrap_or_default();
    let before = before.strip_suffix("lint:ignore:").unwrap_or(before);
    let from = before.trim_end_matches([' ', '\t', ',']).len();
    if before
        .get(..from)
        .is_some_and(|before| before.ends_with('['))
    {
        let rest = text.get(end..).unwrap_or_default();
        let to = end + (rest.len() - rest.trim_start_matches([' ', ',']).len());
        return range(from, to);
    }
    range(from, end)
}

fn range(from: usize, to: usize) -> TextRange {
    let size = |offset| TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX));
    TextRange::new(size(from), size(to))
}

/// The rules of ours that find what a check of puppet-lint finds.
fn rules_of_puppet_lint(name: &str) -> Vec<&'static Rule> {
    let all = rules::ALL.iter().copied();
    all.filter(|rule| rule.puppet_lint.contains(&name))
        .collect()
}
