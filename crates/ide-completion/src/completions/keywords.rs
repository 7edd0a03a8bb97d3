//! Words of the language.

use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;

/// Words that start a statement, with what follows them.
const STATEMENTS: [(&str, &str); 3] = [
    (
        "case",
        "case ${1:subject} {\n  ${2:value}: {\n    $0\n  }\n  default: {\n  }\n}",
    ),
    ("if", "if ${1:condition} {\n  $0\n}"),
    ("unless", "unless ${1:condition} {\n  $0\n}"),
];

/// Words that follow the block of a condition.
const BRANCHES: [(&str, &str); 2] = [
    ("else", "else {\n  $0\n}"),
    ("elsif", "elsif ${1:condition} {\n  $0\n}"),
];

const VALUES: [&str; 4] = ["default", "false", "true", "undef"];

/// Operators that are words.
const OPERATORS: [&str; 3] = ["and", "in", "or"];

fn word(word: &str) -> CompletionItem {
    CompletionItem::new(word, CompletionKind::Keyword)
}

/// The keywords after a complete expression.
pub fn operators() -> Vec<CompletionItem> {
    OPERATORS.iter().map(|it| word(it).rank(10)).collect()
}

/// The keywords after the head of a class.
pub fn inherits() -> Vec<CompletionItem> {
    vec![word("inherits").snippet("inherits $1").rank(10)]
}

/// The keywords after a block; `unless` has no `elsif`.
pub fn branches(of_unless: bool) -> Vec<CompletionItem> {
    BRANCHES
        .iter()
        .filter(|(word, _)| !of_unless || *word == "else")
        .map(|(word, snippet)| {
            CompletionItem::new(*word, CompletionKind::Keyword)
                .snippet(*snippet)
                .rank(5)
        })
        .collect()
}

/// A keyword that is being typed comes before the functions that start like it.
pub fn statements(typed: &NameMatcher<'_>) -> Vec<CompletionItem> {
    let rank = if typed.is_empty() { 34 } else { 27 };
    STATEMENTS
        .iter()
        .map(|(text, snippet)| word(text).snippet(*snippet).rank(rank))
        .collect()
}

/// Values that have a name; `rank` says how likely one is.
pub fn values(rank: u8) -> Vec<CompletionItem> {
    VALUES
        .iter()
        .map(|word| CompletionItem::new(*word, CompletionKind::Keyword).rank(rank))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::tests::first_labels;

    #[test]
    fn operators_follow_expressions() {
        for code in [
            "if $a $0 { }",
            "if $facts['a'] $0",
            "if ($a == 'x') $0",
            "if $a == 1 a$0",
            "$x = \"a\" i$0",
            "notice(f($a) $0)",
        ] {
            let found = first_labels(code, 1);
            assert!(["and", "in"].contains(&&*found), "{code}: {found}");
        }
        for code in [
            "$x = $0",
            "if $0",
            "$x = 1\n$0",
            "include a\n$0",
            "class x(String $0",
            "file { 'x' $0",
            "[1].each |$a| $0",
            "if $a { } $0",
        ] {
            let found = first_labels(code, 400);
            assert!(!found.split(' ').any(|it| it == "and"), "{code}");
        }
    }

    #[test]
    fn classes_inherit() {
        for code in [
            "class x $0",
            "class x($a) $0 { }",
            "class x(\n  $a,\n) inh$0",
        ] {
            assert_eq!(first_labels(code, 2), "inherits", "{code}");
        }
        for code in ["define x $0", "class x { $0", "class x inherits $0"] {
            assert!(!first_labels(code, 400).contains("inherits"), "{code}");
        }
    }
}
