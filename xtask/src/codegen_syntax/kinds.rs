//! The enum of all kinds.

use std::fmt::Write;

use anyhow::Result;

use super::ast::{Grammar, node_kind};
use super::table::{self, SyntaxTable, keyword_kind};
use crate::generated::{self, Mode};

const OUTPUT: &str = "crates/syntax/src/generated/syntax_kind.rs";

/// Writes (or checks) the enum.
pub fn write(table: &SyntaxTable, grammar: &Grammar, mode: Mode) -> Result<()> {
    let mut text = generated::header(&format!("{}` and `puppet.ungram", file_name(table::PATH)));
    enumeration(&mut text, table, grammar)?;
    writeln!(text, "impl SyntaxKind {{")?;
    keyword_lookup(
        &mut text,
        "The keyword that is spelled like `word`.",
        "from_keyword",
        &table.keywords,
    )?;
    keyword_lookup(
        &mut text,
        "The keyword that is spelled like `word` where tasks and plans are enabled.",
        "from_task_keyword",
        &table.task_keywords,
    )?;
    predicate(
        &mut text,
        "Whether this is a token without meaning for the program.",
        "is_trivia",
        table.trivia.iter().map(|it| it[0].clone()),
    )?;
    predicate(
        &mut text,
        "Whether this is a keyword, also one of tasks and plans.",
        "is_keyword",
        table.all_keywords().map(|it| keyword_kind(it)),
    )?;
    writeln!(
        text,
        "/// The kind with this number; [`SyntaxKind::EOF`] if there is none.\n\
         pub(crate) fn from_number(number: u16) -> SyntaxKind {{\n\
         ALL.get(number as usize).copied().unwrap_or(SyntaxKind::EOF)\n}}\n}}\n"
    )?;
    all(&mut text, table, grammar)?;
    generated::rust_file(OUTPUT, &text, mode)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The kinds that are neither in the table nor in the grammar, with descriptions.
const OTHERS: [[&str; 2]; 2] = [
    ["EOF", "The end of the text: never part of a tree."],
    [
        "ERROR",
        "What cannot be read, or a hole where something is missing.",
    ],
];

fn enumeration(text: &mut String, table: &SyntaxTable, grammar: &Grammar) -> Result<()> {
    writeln!(
        text,
        "/// The kind of a token or node of the tree.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         #[expect(non_camel_case_types, reason = \"kinds of tokens and nodes are written as in the table\")]\n\
         #[repr(u16)]\npub enum SyntaxKind {{"
    )?;
    for (kind, description) in table.tokens() {
        writeln!(text, "/// {description}\n{kind},")?;
    }
    for [kind, description] in OTHERS {
        writeln!(text, "/// {description}\n{kind},")?;
    }
    for node in grammar.nodes() {
        writeln!(
            text,
            "/// A node: [`ast::{node}`](crate::ast::{node}).\n{},",
            node_kind(node)
        )?;
    }
    writeln!(text, "}}\n")?;
    Ok(())
}

fn keyword_lookup(text: &mut String, doc: &str, name: &str, words: &[String]) -> Result<()> {
    writeln!(
        text,
        "/// {doc}\npub fn {name}(word: &str) -> Option<SyntaxKind> {{\nSome(match word {{"
    )?;
    for word in words {
        writeln!(text, "{word:?} => SyntaxKind::{},", keyword_kind(word))?;
    }
    writeln!(text, "_ => return None,\n}})\n}}\n")?;
    Ok(())
}

fn predicate(
    text: &mut String,
    doc: &str,
    name: &str,
    kinds: impl Iterator<Item = String>,
) -> Result<()> {
    let kinds: Vec<_> = kinds.map(|it| format!("SyntaxKind::{it}")).collect();
    writeln!(
        text,
        "/// {doc}\npub const fn {name}(self) -> bool {{\nmatches!(self, {})\n}}\n",
        kinds.join(" | ")
    )?;
    Ok(())
}

fn all(text: &mut String, table: &SyntaxTable, grammar: &Grammar) -> Result<()> {
    let kinds: Vec<_> = table
        .tokens()
        .map(|it| it.0)
        .chain(OTHERS.iter().map(|it| it[0].to_owned()))
        .chain(grammar.nodes().map(node_kind))
        .collect();
    writeln!(
        text,
        "/// All kinds, by their numbers.\nconst ALL: [SyntaxKind; {}] = [",
        kinds.len()
    )?;
    for kind in kinds {
        writeln!(text, "SyntaxKind::{kind},")?;
    }
    writeln!(text, "];")?;
    Ok(())
}
