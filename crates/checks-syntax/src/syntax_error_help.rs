//! Help for syntax errors: Puppet's form of the syntax of other languages.

use puppet_syntax::SyntaxKind::{self, CLASS_REF, DQ_STRING, REGEX, SQ_STRING};
use puppet_syntax::{SyntaxElement, SyntaxError, SyntaxNode, SyntaxToken};

/// So many tokens of a line are read before an error, and so many after it.
const MOST_TOKENS: usize = 64;

/// The help for the syntax errors of a file.
pub(crate) struct SyntaxErrorHelp {
    /// All tokens of the file: a search in the tree for each error would be as slow as the file is long.
    tokens: Vec<SyntaxToken>,
    /// Whether it is a template.
    is_in_epp: bool,
}

impl SyntaxErrorHelp {
    pub(crate) fn new(root: &SyntaxNode) -> SyntaxErrorHelp {
        let elements = root.descendants_with_tokens();
        SyntaxErrorHelp {
            tokens: elements.filter_map(SyntaxElement::into_token).collect(),
            is_in_epp: root.kind() == SyntaxKind::EPP_TEMPLATE,
        }
    }

    /// What to write instead of what stands at an error.
    pub(crate) fn find(&self, error: &SyntaxError) -> Option<&'static str> {
        let context = ErrorContext::new(self, error);
        let mut helps = HELPS.iter();
        helps
            .find(|(test, _)| test(&context))
            .map(|(_, help)| *help)
    }
}

/// The tokens around an error, without spaces and comments.
struct ErrorContext<'a> {
    /// Those before it in its line, the nearest one first; the first words of a long line are not among them.
    before: Vec<&'a SyntaxToken>,
    /// The one that it is about: where something is missing, the next one.
    at: Option<&'a SyntaxToken>,
    /// Whether `before` reaches the start of the line.
    has_start: bool,
    /// Whether it is in a template.
    is_in_epp: bool,
}

impl<'a> ErrorContext<'a> {
    fn new(file: &'a SyntaxErrorHelp, error: &SyntaxError) -> ErrorContext<'a> {
        let start = error.range.start();
        let first = |it: &SyntaxToken| it.text_range().end() <= start;
        let (before, after) = file.tokens.split_at(file.tokens.partition_point(first));
        let is_code = |it: &&SyntaxToken| !it.kind().is_trivia();
        let line = before
            .iter()
            .rev()
            .take_while(|it| !it.text().contains('\n'));
        let line: Vec<_> = line.take(MOST_TOKENS).collect();
        ErrorContext {
            has_start: line.len() < MOST_TOKENS,
            before: line.into_iter().filter(is_code).collect(),
            at: after.iter().take(MOST_TOKENS).find(is_code),
            is_in_epp: file.is_in_epp,
        }
    }

    fn is_at(&self, texts: &[&str]) -> bool {
        self.at.is_some_and(|it| texts.contains(&it.text()))
    }

    fn is_at_kind(&self, kind: SyntaxKind) -> bool {
        self.at.is_some_and(|it| it.kind() == kind)
    }

    /// Whether the token before the error, or another one before that, is one of these.
    fn is_after(&self, distance: usize, texts: &[&str]) -> bool {
        let token = self.before.get(distance);
        token.is_some_and(|it| texts.contains(&it.text()))
    }

    fn is_after_kind(&self, kind: SyntaxKind) -> bool {
        self.before.first().is_some_and(|it| it.kind() == kind)
    }

    fn is_after_string(&self) -> bool {
        self.is_after_kind(SQ_STRING) || self.is_after_kind(DQ_STRING)
    }

    /// Whether the line starts with one of these words, or with a brace and one of them.
    fn starts_with(&self, words: &[&str]) -> bool {
        let mut line = self.before.iter().rev().copied().chain(self.at);
        let first = line.find(|it| it.text() != "}");
        self.has_start && first.is_some_and(|it| words.contains(&it.text()))
    }
}

/// Whether an error is of a kind.
type ErrorTest = fn(&ErrorContext<'_>) -> bool;

/// What to write instead. The first that fits is shown.
const HELPS: &[(ErrorTest, &str)] = &[
    (
        |it| it.is_in_epp && it.is_at(&["@"]),
        "`@x` of Embedded Ruby is `$x` in EPP",
    ),
    (|it| it.is_after(0, &["elseif", "elif"]), "Write `elsif`"),
    (
        |it| it.starts_with(&["for", "foreach"]),
        "Puppet has no `for`: write `$list.each |$item| { … }`",
    ),
    (
        |it| it.starts_with(&["while", "until", "loop"]),
        "Puppet has no loop with a condition: write `$list.each |$item| { … }`",
    ),
    (
        |it| it.starts_with(&["switch"]),
        "Write `case $x { 'a': { … } default: { … } }`",
    ),
    (
        |it| it.starts_with(&["def", "func", "sub"]),
        "Write `function my_module::name($x) { … }`",
    ),
    (
        |it| it.starts_with(&["when"]),
        "Write the values of a `case` without `when`: `'a': { … }`",
    ),
    (
        |it| it.is_at(&["&"]) || it.is_after(0, &["&"]),
        "Write `and`",
    ),
    (
        |it| it.is_at(&["|"]) && it.starts_with(&["if", "unless", "elsif"]),
        "Write `or`",
    ),
    (
        |it| it.is_at(&["="]) && it.starts_with(&["if", "unless", "elsif"]),
        "Write `==` to compare",
    ),
    (|it| it.is_after(0, &["not"]), "Write `!` instead of `not`"),
    (
        |it| it.is_at(&["then"]),
        "Write `{ … }` instead of `then … end`",
    ),
    (
        |it| it.is_at(&["elsif"]) && it.is_after(0, &["}"]),
        "Only an `if` can have an `elsif`: write `if !…` instead of `unless`",
    ),
    (
        |it| it.is_at(&["|"]) && it.is_after(0, &["{"]),
        "Write the parameters of a lambda before its braces: `|$x| { … }`",
    ),
    (
        |it| it.is_after(0, &["|"]) && it.is_at_kind(SyntaxKind::NAME),
        "Write `$` before the name of a parameter",
    ),
    (
        |it| it.is_at(&[","]) && it.is_after_string() && it.is_after(1, &["{"]),
        "Write several titles as an array: `['a', 'b']:`",
    ),
    (
        |it| it.is_at(&["["]) && it.is_after_kind(CLASS_REF),
        "Remove the space before `[`",
    ),
    (
        |it| it.is_after_kind(REGEX) && it.is_at_kind(SyntaxKind::NAME),
        "Write a path in quotes",
    ),
    (
        |it| it.is_after(1, &["?"]),
        "Write a selector as `$x ? { 'a' => 1, default => 2 }`",
    ),
    (
        |it| it.is_at(&["=>"]) && it.is_after_string(),
        "Write `:` after the values of a `case`; `=>` is for selectors, hashes and attributes",
    ),
    (
        |it| it.is_after(0, &["."]),
        "To join strings, interpolate them: `\"${a}${b}\"`",
    ),
];

#[cfg(test)]
mod tests {
    use puppet_syntax::{Entry, parse};

    use super::SyntaxErrorHelp;

    /// The first help that an error of a text has.
    fn first_help(text: &str, entry: Entry) -> Option<&'static str> {
        let parsed = parse(text, entry);
        let helps = SyntaxErrorHelp::new(&parsed.syntax());
        parsed.errors().iter().find_map(|it| helps.find(it))
    }

    /// A text, and a part of the help of its first error that has one.
    const CASES: &[(&str, &str)] = &[
        ("if $a { } elseif $b { }", "`elsif`"),
        ("if $a {\n} elif $b { }", "`elsif`"),
        ("for $i in [1] { }", "no `for`"),
        ("class c {\n  foreach ($x as $y) { }\n}", "no `for`"),
        ("while $x < 3 { }", "no loop"),
        ("def foo($x) { }", "`function"),
        ("case $x {\n  when 'a': { }\n}", "without `when`"),
        ("case $x {\n  'a' => { }\n}", "`:`"),
        ("if $a && $b { }", "`and`"),
        ("if $a || $b { }", "`or`"),
        ("if $a = 1 { }", "`==`"),
        ("if not $a { }", "`!`"),
        ("if $a then\n  notice(1)\nend", "`{ … }`"),
        ("unless $a { } elsif $b { }", "`if !…`"),
        ("[1].each |x| { }", "`$`"),
        ("package { 'a', 'b': }", "array"),
        ("user { 'a':\n  shell => /bin/bash,\n}", "quotes"),
        ("$a = $b ? 'x' : 'y'", "selector"),
        ("$a = 'b' . 'c'", "interpolate"),
        ("file { '/a': require => Exec ['x'] }", "space"),
    ];

    #[test]
    fn names_what_puppet_has_instead() {
        for (text, expected) in CASES {
            let help = first_help(text, Entry::Manifest).unwrap_or("nothing");
            assert!(help.contains(expected), "{text}: {help}");
        }
    }

    #[test]
    fn names_what_templates_have_instead() {
        let help = first_help("<%= @x %>", Entry::Epp);
        assert_eq!(help, Some("`@x` of Embedded Ruby is `$x` in EPP"));
    }

    #[test]
    fn says_nothing_of_other_errors() {
        for text in [
            "file { '/a': ensure => file",
            "class a { $x = }",
            "file { '/a': mode => '0644' owner => 'root' }",
            "$a = { 'for' => 1 'if' => 2 }",
        ] {
            assert_eq!(first_help(text, Entry::Manifest), None, "{text}");
        }
    }
}
