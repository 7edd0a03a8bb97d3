//! Words of the language.

use super::{CompletionItem, CompletionKind};

/// Words that start a statement, with what follows them.
const STATEMENTS: [(&str, &str); 7] = [
    (
        "case",
        "case ${1:subject} {\n  ${2:value}: {\n    $0\n  }\n  default: {\n  }\n}",
    ),
    ("class", "class ${1:name} (\n  $2\n) {\n  $0\n}"),
    ("define", "define ${1:name} (\n  $2\n) {\n  $0\n}"),
    ("function", "function ${1:name}($2) >> ${3:Any} {\n  $0\n}"),
    ("if", "if ${1:condition} {\n  $0\n}"),
    ("node", "node ${1:default} {\n  $0\n}"),
    ("unless", "unless ${1:condition} {\n  $0\n}"),
];

/// Words that go on behind the block of a condition.
const BRANCHES: [(&str, &str); 2] = [
    ("else", "else {\n  $0\n}"),
    ("elsif", "elsif ${1:condition} {\n  $0\n}"),
];

const VALUES: [&str; 4] = ["default", "false", "true", "undef"];

/// What follows a block; `unless` has no `elsif`.
pub(super) fn branches(of_unless: bool) -> Vec<CompletionItem> {
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

pub(super) fn statements() -> Vec<CompletionItem> {
    let mut items: Vec<_> = STATEMENTS
        .iter()
        .map(|(word, snippet)| {
            CompletionItem::new(*word, CompletionKind::Keyword)
                .snippet(*snippet)
                .rank(34)
        })
        .collect();
    let alias = CompletionItem::new("type", CompletionKind::Keyword).snippet("type ${1:Name} = $0");
    items.push(alias.rank(34));
    items
}

/// Values that have a name; `rank` says how likely one is.
pub(super) fn values(rank: u8) -> Vec<CompletionItem> {
    VALUES
        .iter()
        .map(|word| CompletionItem::new(*word, CompletionKind::Keyword).rank(rank))
        .collect()
}
