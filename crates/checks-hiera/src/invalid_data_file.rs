//! YAML that Hiera refuses: symbols (but for `:undef` and `:default`), dates, keys that are neither texts nor numbers.
//!
//! Source: the types `Puppet::LookupValue` and `Puppet::LookupKey`; the classes that `Puppet::Util::Yaml` lets Ruby
//! make.

use puppet_data::{Scalar, Special, ValueKind};
use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Fix, Safety, Severity, declare_rule};
use puppet_project::hiera::Format;
use puppet_text::{TextRange, TextSize};

use crate::data_context::DataContext;
use crate::hiera_type_mismatch;
use puppet_semantic::hiera::document::format_of;
use puppet_semantic::hiera::lookup_options;
use puppet_semantic::hiera::value_type::literal;

declare_rule! {
    /// A Hiera data file is not valid.
    pub INVALID_DATA_FILE = {
        code: "H611", name: "invalid-data-file",
        level: Error, no_fix: "the file cannot be parsed",
        help: "Correct the syntax of the file: Puppet reads none of its keys",
    }
}

/// What YAML forbids, and Ruby's reader lets pass.
const STRICTER: [&str; 2] = [
    "Invalid indentation in quoted scalar",
    "Invalid trailing content after double-quoted scalar",
];

/// Checks that the file is YAML or JSON, and a mapping.
pub(crate) fn check_text(data: &DataContext<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    out.extend(match &data.document.error {
        Some(error) => unreadable(data, error.range, &error.message),
        None => no_mapping(data),
    });
}

fn unreadable(
    data: &DataContext<'_>,
    range: TextRange,
    error: &str,
) -> Option<Diagnostic<FilePlace>> {
    if is_alias_as_key(data, range) {
        return None;
    }
    let message = format!("Puppet cannot read this file: {error}");
    let diagnostic = Diagnostic::new(&INVALID_DATA_FILE, data.place(range), message);
    Some(match STRICTER.contains(&error) {
        true => diagnostic.with_severity(Severity::Warning),
        false => diagnostic,
    })
}

/// Whether an alias stands right before the colon of its entry, `*name: value`: for Ruby's reader, the name ends there.
fn is_alias_as_key(data: &DataContext<'_>, at: TextRange) -> bool {
    let text = data.file.text(data.db).get(usize::from(at.start())..);
    let word = text.and_then(|it| it.split_ascii_whitespace().next());
    word.is_some_and(|word| word.starts_with('*') && word.ends_with(':'))
}

fn no_mapping(data: &DataContext<'_>) -> Option<Diagnostic<FilePlace>> {
    let root = &data.document.root;
    let is_empty = data.file.text(data.db).trim().is_empty();
    // What is empty, or nothing but comments, is only worth a line in Puppet's log.
    if root.as_mapping().is_some() || is_empty || root.describe() == "null" {
        return None;
    }
    let start = TextRange::empty(TextSize::new(0));
    let message = "file does not contain a valid yaml hash";
    let diagnostic = Diagnostic::new(&INVALID_DATA_FILE, data.place(start), message);
    let found = root.describe();
    let help = format!("Write a mapping of keys to values: the file contains {found}");
    // Puppet 7 reads such a file as one without keys.
    Some(diagnostic.with_help(help).with_severity(Severity::Warning))
}

pub(crate) fn check(data: &DataContext<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    if format_of(data.file.path(data.db)) == Format::Json {
        return;
    }
    for entry in data.entries() {
        let mut open = vec![&entry.value];
        while let Some(value) = open.pop() {
            match &value.kind {
                ValueKind::Scalar(Scalar::Other(special, _)) if literal(value).is_none() => {
                    out.extend(check_special(data, &entry.key, value.range, special));
                }
                ValueKind::Scalar(_) => {}
                ValueKind::Sequence(elements) => open.extend(elements),
                ValueKind::Mapping(entries) => {
                    for inner in entries {
                        open.push(&inner.value);
                        out.extend(check_key(data, &entry.key, inner));
                    }
                }
            }
        }
    }
}

fn check_special(
    data: &DataContext<'_>,
    key: &str,
    range: TextRange,
    special: &Special,
) -> Option<Diagnostic<FilePlace>> {
    let diagnostic = match special {
        Special::Date => refused(data, range, "Date"),
        Special::Time => refused(data, range, "Time"),
        Special::Symbol if key != lookup_options::KEY => {
            hiera_type_mismatch::no_lookup_value(data, key, range, "Runtime[ruby, 'Symbol']")
        }
        _ => return None,
    };
    // What stands for the value may be written at its anchor, or have a tag.
    let written = data.source(range);
    let is_plain = !written.starts_with(['*', '&', '!']);
    is_plain.then(|| quoted(data, diagnostic, range, written))
}

fn refused(data: &DataContext<'_>, range: TextRange, class: &str) -> Diagnostic<FilePlace> {
    let message = format!("Puppet cannot read this file: Tried to load unspecified class: {class}");
    Diagnostic::new(&INVALID_DATA_FILE, data.place(range), message)
}

fn check_key(
    data: &DataContext<'_>,
    key: &str,
    inner: &puppet_data::DataEntry,
) -> Option<Diagnostic<FilePlace>> {
    let what = match &inner.key_scalar {
        Scalar::Boolean(_) => "a Boolean",
        Scalar::Null => "Undef",
        _ => return None,
    };
    let is_here = key != lookup_options::KEY && !inner.key.contains("<<");
    is_here.then(|| {
        let help = format!("Put the key in quotes: without them it is {what}");
        hiera_type_mismatch::no_lookup_value(data, key, inner.key_range, "Hash").with_help(help)
    })
}

fn quoted(
    data: &DataContext<'_>,
    diagnostic: Diagnostic<FilePlace>,
    range: TextRange,
    text: &str,
) -> Diagnostic<FilePlace> {
    diagnostic
        .with_help("Put it in quotes if it is a string")
        .with_fix(Fix::replace(
            "Put in quotes",
            Safety::Unsafe,
            data.place(range),
            format!("'{text}'"),
        ))
}
