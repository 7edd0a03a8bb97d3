//! `cargo xtask docs-depth`: measures the built-in documentation, and fails where an entry that people use is short.
//!
//! Every resource type, function and data type counts, and the attributes and facts of `crates/library/documented.toml`.

use std::ops::RangeInclusive;

use anyhow::{Result, bail};
use puppet_library::{
    AttributeStub, Documented, Library, METAPARAMETERS, Publisher, link, most_used,
};

use crate::shell;

/// The length of a documentation in words.
const WORDS: RangeInclusive<usize> = 30..=80;
/// The length of an example in lines.
const LINES: RangeInclusive<usize> = 1..=6;

/// What is documented.
struct DocumentedEntry {
    name: String,
    doc: Option<&'static str>,
    example: Option<&'static str>,
    link: String,
    /// Values without a line of their own.
    values: Vec<&'static str>,
}

/// The entries of a kind.
struct DepthKind {
    title: &'static str,
    entries: Vec<DocumentedEntry>,
}

/// Prints the table.
///
/// # Errors
/// An entry is short.
pub fn run() -> Result<()> {
    let kinds = kinds();
    shell::say(&table(&kinds));
    let problems = problems(&kinds);
    if !problems.is_empty() {
        shell::say(&problems.join("\n"));
        bail!("{} entries are short", problems.len());
    }
    Ok(())
}

fn kinds() -> Vec<DepthKind> {
    let kind = |title, entries| DepthKind { title, entries };
    vec![
        kind("resource types", types()),
        kind("attributes", attributes()),
        kind("functions", functions()),
        kind("data types", data_types()),
        kind("facts", facts()),
    ]
}

fn entry(
    name: &str,
    doc: Option<&'static String>,
    example: Option<&'static String>,
    subject: Documented<'_>,
) -> DocumentedEntry {
    DocumentedEntry {
        name: name.to_owned(),
        doc: doc.map(String::as_str),
        example: example.map(String::as_str),
        link: link(Publisher::Puppet, subject),
        values: Vec::new(),
    }
}

fn types() -> Vec<DocumentedEntry> {
    let all = Library.resource_type_names();
    let stubs = all.filter_map(|name| Library.resource_type(name));
    stubs
        .map(|it| {
            entry(
                &it.name,
                it.doc.as_ref(),
                it.example.as_ref(),
                Documented::Type(it),
            )
        })
        .collect()
}

fn attributes() -> Vec<DocumentedEntry> {
    let mut entries = Vec::new();
    for (of, names) in &most_used().attributes {
        let ty = Library.resource_type(of).filter(|_| of != METAPARAMETERS);
        let all = ty.map_or(Library.metaparameters(), |ty| &ty.attributes);
        for name in names {
            let stub = all.iter().find(|it| it.name == *name);
            entries.extend(stub.map(|stub| {
                let subject = match ty {
                    Some(ty) => Documented::Attribute(ty, stub),
                    None => Documented::Metaparameter(stub),
                };
                attribute(&format!("{of}.{name}"), stub, subject)
            }));
        }
    }
    entries
}

fn attribute(name: &str, stub: &'static AttributeStub, subject: Documented<'_>) -> DocumentedEntry {
    let plain = ["true", "false", "yes", "no"];
    let values = stub.values.iter().map(String::as_str);
    // What a switch means its documentation says.
    let values = values.filter(|it| !plain.contains(it) && !stub.value_docs.contains_key(*it));
    DocumentedEntry {
        values: values.collect(),
        ..entry(name, stub.doc.as_ref(), stub.example.as_ref(), subject)
    }
}

fn functions() -> Vec<DocumentedEntry> {
    let own = Library.function_names();
    let own = own.filter_map(|name| Library.function(name));
    own.chain(Library.plan_functions())
        .map(|it| {
            let subject = Documented::Function(it);
            entry(&it.name, it.doc.as_ref(), it.example.as_ref(), subject)
        })
        .collect()
}

fn data_types() -> Vec<DocumentedEntry> {
    let all = Library.language_types().iter();
    all.map(|it| {
        let subject = Documented::DataType(it);
        entry(&it.name, it.doc.as_ref(), it.example.as_ref(), subject)
    })
    .collect()
}

fn facts() -> Vec<DocumentedEntry> {
    let listed = |name: &String| most_used().facts.names.contains(name);
    let all = Library.facts().iter().filter(|it| listed(&it.name));
    all.map(|it| {
        let subject = Documented::Fact(it);
        entry(&it.name, it.doc.as_ref(), it.example.as_ref(), subject)
    })
    .collect()
}

impl DocumentedEntry {
    fn words(&self) -> usize {
        self.doc.unwrap_or_default().split_whitespace().count()
    }

    fn has_doc(&self) -> bool {
        WORDS.contains(&self.words())
    }

    fn lines(&self) -> usize {
        self.example.unwrap_or_default().trim().lines().count()
    }

    fn has_example(&self) -> bool {
        LINES.contains(&self.lines())
    }

    fn has_link(&self) -> bool {
        self.link.starts_with("https://")
    }

    /// What is wrong, in words.
    fn problem(&self) -> Option<String> {
        let mut problems = Vec::new();
        if !self.has_doc() {
            problems.push(format!("{} words", self.words()));
        }
        if !self.has_example() {
            problems.push(format!("an example of {} lines", self.lines()));
        }
        if !self.has_link() {
            problems.push("no link".to_owned());
        }
        if !self.values.is_empty() {
            problems.push(format!("no line for {}", self.values.join(", ")));
        }
        (!problems.is_empty()).then(|| format!("{}: {}", self.name, problems.join(", ")))
    }
}

fn problems(kinds: &[DepthKind]) -> Vec<String> {
    let in_kind = |kind: &DepthKind| {
        let problems = kind.entries.iter().filter_map(DocumentedEntry::problem);
        let problems = problems.map(|it| format!("{} {it}", kind.title));
        problems.collect::<Vec<_>>()
    };
    kinds.iter().flat_map(in_kind).collect()
}

fn table(kinds: &[DepthKind]) -> String {
    let mut table = format!(
        "{:<16}{:>8}{:>14}{:>18}{:>6}  {}\n",
        "kind", "entries", "30-80 words", "example <= 6", "link", "shortest"
    );
    for DepthKind { title, entries } in kinds {
        let count = |is: fn(&DocumentedEntry) -> bool| entries.iter().filter(|it| is(it)).count();
        let shortest = entries.iter().min_by_key(|it| it.words());
        let shortest =
            shortest.map_or_else(String::new, |it| format!("{} ({})", it.name, it.words()));
        table += &format!(
            "{title:<16}{:>8}{:>14}{:>18}{:>6}  {shortest}\n",
            entries.len(),
            count(DocumentedEntry::has_doc),
            count(DocumentedEntry::has_example),
            count(DocumentedEntry::has_link),
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_entry_is_short() {
        let kinds = kinds();
        let counts: Vec<usize> = kinds.iter().map(|it| it.entries.len()).collect();
        assert!(
            matches!(counts[..], [26, 120, functions, types, 60] if functions >= 104 && types >= 40),
            "{counts:?}"
        );
        let problems = problems(&kinds);
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn what_is_short_is_told() {
        let short = DocumentedEntry {
            name: "x".to_owned(),
            doc: Some("too short"),
            example: Some("a\nb\nc\nd\ne\nf\ng\n"),
            link: String::new(),
            values: vec!["v"],
        };
        assert_eq!(
            short.problem().as_deref(),
            Some("x: 2 words, an example of 7 lines, no link, no line for v")
        );
    }
}
