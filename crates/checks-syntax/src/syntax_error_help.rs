//! Help for syntax errors: what Puppet has instead of the syntax of other languages.

use puppet_syntax::SyntaxKind::{self, DQ_STRING, REGEX, SQ_STRING};
use puppet_syntax::{SyntaxError, SyntaxNode, SyntaxToken};

/// So many tokens of a line are read before an error.
const MOST_TOKENS: usize = 32;

/// The tokens around an error, without spaces and comments.
struct ErrorContext {
    /// Those before it in its line, the nearest one first; the first words of a long line are not among them.
    before: Vec<SyntaxToken>,
    /// The one that it is about: where something is missing, the next one.
    at: Option<SyntaxToken>,
    /// Whether `before` reaches the start of the line.
    has_start: bool,
    /// Whether it is in a template.
    is_in_epp: bool,
}

impl ErrorContext {
    fn new(root: &SyntaxNode, error: &SyntaxError) -> ErrorContext {
        let start = error.range.start();
        let at = root.token_at_offset(start).right_biased();
        let next = |it: &SyntaxToken| root.token_at_offset(it.text_range().end()).right_biased();
        let mut following = std::iter::successors(at, |it| next(it).filter(|other| other != it));
        let mut context = ErrorContext {
            before: Vec::new(),
            at: following
                .by_ref()
                .take(MOST_TOKENS)
                .find(|it| !it.kind().is_trivia()),
            has_start: true,
            is_in_epp: root.kind() == SyntaxKind::EPP_TEMPLATE,
        };
        // By places: a token's way to the one before it ends at a node without tokens.
        let before = |offset| root.token_at_offset(offset).left_biased();
        let previous =
            |it: &SyntaxToken| before(it.text_range().start()).filter(|other| other != it);
        let nearest = before(start).filter(|it| it.text_range().end() <= start);
        for token in std::iter::successors(nearest, previous) {
            if token.text().contains('\n') {
                return context;
            }
            if context.before.len() == MOST_TOKENS {
                break;
            }
            if !token.kind().is_trivia() {
                context.before.push(token);
            }
        }
        context.has_start = context.before.len() < MOST_TOKENS;
        context
    }

    fn is_at(&self, texts: &[&str]) -> bool {
        self.at
            .as_ref()
            .is_some_and(|it| texts.contains(&it.text()))
    }

    fn is_at_kind(&self, kind: SyntaxKind) -> bool {
        self.at.as_ref().is_some_and(|it| it.kind() == kind)
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
        let mut line = self.before.iter().rev().chain(&self.at);
        let first = line.find(|it| it.text() != "}");
        self.has_start && first.is_some_and(|it| words.contains(&it.text()))
    }
}

/// Whether an error is of a kind.
type Test = fn(&ErrorContext) -> bool;

/// What to write instead. The first that fits is shown.
const HELPS: &[(Test, &str)] = &[
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

/// What to write instead of what stands at an error.
pub(crate) fn help(root: &SyntaxNode, error: &SyntaxError) -> Option<&'static str> {
    let context = ErrorContext::new(root, error);
    let mut helps = HELPS.iter();
    helps
        .find(|(test, _)| test(&context))
        .map(|(_, help)| *help)
}

#[cfg(test)]
mod tests {
    use puppet_syntax::{Entry, parse};

    use super::help;

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
    ];

    #[test]
    fn names_what_puppet_has_instead() {
        for (text, expected) in CASES {
            let parsed = parse(text, Entry::Manifest);
            let root = parsed.syntax();
            let help = parsed.errors().iter().find_map(|it| help(&root, it));
            let help = help.unwrap_or("nothing");
            assert!(help.contains(expected), "{text}: {help}");
        }
    }

    #[test]
    fn names_what_templates_have_instead() {
        let parsed = parse("<%= @x %>", Entry::Epp);
        let root = parsed.syntax();
        let help = parsed.errors().iter().find_map(|it| help(&root, it));
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
            let parsed = parse(text, Entry::Manifest);
            let root = parsed.syntax();
            let help = parsed.errors().iter().find_map(|it| help(&root, it));
            assert_eq!(help, None, "{text}");
        }
    }
}
