//! YAML that Hiera refuses: symbols, dates, keys that are neither texts nor numbers.
//!
//! Source: the types `Puppet::LookupValue` and `Puppet::LookupKey`; the classes that `Puppet::Util::Yaml` lets Ruby
//! make.

use puppet_data::{Scalar, Special, ValueKind};
use puppet_db::File;
use puppet_diagnostics::{Diagnostic, Edit, Fix, Safety, declare_rule};
use puppet_project::hiera::Format;
use puppet_text::TextRange;

use crate::hiera::Data;
use crate::rules;
use puppet_semantic::hiera::document::format_of;
use puppet_semantic::hiera::lookup_options;

declare_rule! {
    /// A Hiera data file is not valid.
    pub INVALID_DATA_FILE = {
        code: "H611", name: "invalid-data-file",
        level: Error, no_fix: "the file cannot be parsed",
    }
}

pub fn check(data: &Data<'_>, out: &mut Vec<Diagnostic<File>>) {
    if format_of(data.file.path(data.db)) == Format::Json {
        return;
    }
    for entry in data.entries() {
        let mut open = vec![&entry.value];
        while let Some(value) = open.pop() {
            match &value.kind {
                ValueKind::Scalar(Scalar::Other(special, _)) => {
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
    data: &Data<'_>,
    key: &str,
    range: TextRange,
    special: &Special,
) -> Option<Diagnostic<File>> {
    let diagnostic = match special {
        Special::Date => refused(data, range, "Date"),
        Special::Time => refused(data, range, "Time"),
        Special::Symbol if key != lookup_options::KEY => {
            wrong_type(data, key, range, "Runtime[ruby, 'Symbol']")
        }
        _ => return None,
    };
    // What stands for the value may be written at its anchor, or have a tag.
    let written = data.source(range);
    let is_plain = !written.starts_with(['*', '&', '!']);
    is_plain.then(|| quoted(data, diagnostic, range, written))
}

fn refused(data: &Data<'_>, range: TextRange, class: &str) -> Diagnostic<File> {
    let message = format!("Puppet cannot read this file: Tried to load unspecified class: {class}");
    Diagnostic::new(&INVALID_DATA_FILE, data.place(range), message)
}

fn check_key(data: &Data<'_>, key: &str, inner: &puppet_data::Entry) -> Option<Diagnostic<File>> {
    let what = match &inner.key_scalar {
        Scalar::Boolean(_) => "a Boolean",
        Scalar::Null => "Undef",
        _ => return None,
    };
    let is_here = key != lookup_options::KEY && !inner.key.contains("<<");
    is_here.then(|| {
        let help = format!("Put the key in quotes: without them it is {what}");
        wrong_type(data, key, inner.key_range, "Hash").with_help(help)
    })
}

fn wrong_type(data: &Data<'_>, key: &str, range: TextRange, got: &str) -> Diagnostic<File> {
    let message =
        format!("Value for key '{key}' has wrong type, expects Puppet::LookupValue, got {got}");
    Diagnostic::new(&rules::HIERA_TYPE_MISMATCH, data.place(range), message)
}

fn quoted(
    data: &Data<'_>,
    diagnostic: Diagnostic<File>,
    range: TextRange,
    text: &str,
) -> Diagnostic<File> {
    diagnostic
        .with_help("Put it in quotes if it is a string")
        .with_fix(Fix {
            title: "Put in quotes".to_owned(),
            safety: Safety::Unsafe,
            edits: vec![Edit {
                place: data.place(range),
                text: format!("'{text}'"),
            }],
        })
}
