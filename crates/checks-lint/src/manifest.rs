//! The input of a style check: the tokens of a manifest, and its resources and definitions.

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Edit, Fix, Place, Rule, Safety};
use puppet_syntax::{TextRange, TextSize};
use puppet_text::{Column, LineIndex};

use crate::structure::{LintDefinition, LintResource, definitions, resources};
use crate::tokens::{LintTokenKind, Token, Tokens};

/// A manifest, as style checks see it.
pub(crate) struct Manifest<'a> {
    pub file: File,
    /// The path of the file.
    pub path: &'a str,
    pub text: &'a str,
    pub lines: &'a LineIndex,
    pub tokens: Tokens<'a>,
    pub resources: Vec<LintResource>,
    /// The classes, and then the defined types.
    pub definitions: Vec<LintDefinition>,
}

impl<'a> Manifest<'a> {
    pub(crate) fn new(
        (file, path, text): (File, &'a str, &'a str),
        lines: &'a LineIndex,
        tokens: Tokens<'a>,
    ) -> Self {
        Self {
            file,
            path,
            text,
            lines,
            resources: resources(&tokens),
            definitions: definitions(&tokens),
            tokens,
        }
    }

    /// The classes.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &LintDefinition> {
        self.definitions.iter().filter(|it| it.is_class)
    }

    /// A diagnostic at a token.
    pub(crate) fn report(
        &self,
        rule: &'static Rule,
        token: usize,
        message: impl Into<String>,
    ) -> Diagnostic<FilePlace> {
        self.report_at(rule, self.range(token), message)
    }

    /// A diagnostic at a range.
    pub(crate) fn report_at(
        &self,
        rule: &'static Rule,
        range: TextRange,
        message: impl Into<String>,
    ) -> Diagnostic<FilePlace> {
        Diagnostic::new(rule, Place::new(self.file, range), message)
    }

    /// A change that does not change what the code does.
    pub(crate) fn fix(
        &self,
        title: impl Into<String>,
        edits: Vec<Edit<FilePlace>>,
    ) -> Fix<FilePlace> {
        self.fix_of(Safety::Safe, title, edits)
    }

    /// A change that may change what the code does.
    pub(crate) fn unsafe_fix(
        &self,
        title: impl Into<String>,
        edits: Vec<Edit<FilePlace>>,
    ) -> Fix<FilePlace> {
        self.fix_of(Safety::Unsafe, title, edits)
    }

    fn fix_of(
        &self,
        safety: Safety,
        title: impl Into<String>,
        edits: Vec<Edit<FilePlace>>,
    ) -> Fix<FilePlace> {
        Fix {
            title: title.into(),
            safety,
            edits,
        }
    }

    /// A replacement of a range.
    pub(crate) fn edit(&self, range: TextRange, text: impl Into<String>) -> Edit<FilePlace> {
        Edit {
            place: Place::new(self.file, range),
            text: text.into(),
        }
    }

    /// A replacement of a token.
    pub(crate) fn replace(&self, token: usize, text: impl Into<String>) -> Edit<FilePlace> {
        self.edit(self.range(token), text)
    }

    /// A variable, from its first to its last token, replaced by another one, which is given without `$`.
    pub(crate) fn replace_variable(
        &self,
        (first, last): (usize, usize),
        name: &str,
    ) -> Edit<FilePlace> {
        let range = TextRange::new(self.range(first).start(), self.range(last).end());
        let is_bare = self
            .tokens
            .has_kind(Some(first), LintTokenKind::BareVariable);
        let has_dollar = self.tokens.source(first).starts_with('$');
        self.edit(
            range,
            match (is_bare, has_dollar) {
                (true, _) => format!("${{{name}}}"),
                (false, true) => format!("${name}"),
                (false, false) => name.to_owned(),
            },
        )
    }

    /// The white space between two tokens, replaced.
    pub(crate) fn space_between(&self, left: usize, right: usize, text: &str) -> Edit<FilePlace> {
        let range = TextRange::new(self.range(left).end(), self.range(right).start());
        self.edit(range, text)
    }

    /// Where a token is; the end of the text after the last one.
    pub(crate) fn range(&self, token: usize) -> TextRange {
        let end = TextRange::empty(TextSize::of(self.text));
        self.tokens.get(token).map_or(end, |it| it.range)
    }

    /// The line of a token, from 0.
    pub(crate) fn line(&self, token: usize) -> u32 {
        self.lines.line(self.range(token).start())
    }

    /// The column of a token in characters, from 1.
    pub(crate) fn column(&self, token: usize) -> usize {
        let start = self.range(token).start();
        self.lines.line_col(start, Column::Chars).col as usize + 1
    }

    /// The tokens from one on.
    pub(crate) fn tokens_from(&self, token: usize) -> impl Iterator<Item = (usize, &Token)> {
        (token..self.tokens.len()).filter_map(|index| Some((index, self.tokens.get(index)?)))
    }

    /// Whether a token is there and of one of some kinds.
    pub(crate) fn is_any(&self, token: Option<usize>, kinds: &[LintTokenKind]) -> bool {
        let kind = token.and_then(|token| self.tokens.kind(token));
        kind.is_some_and(|kind| kinds.contains(&kind))
    }
}
