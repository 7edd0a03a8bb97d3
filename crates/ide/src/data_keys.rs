//! Where Hiera's data names parameters and variables of classes: the keys by which classes get their parameters, and
//! what stands in `%{…}`.
//!
//! Source: automatic parameter lookup (`Puppet::Parser::Resource#lookup_external_default_for`) and
//! `Puppet::Pops::Lookup::Interpolation`.

use puppet_data::{Entry, Value};
use puppet_db::{Db, File, FileKind};
use puppet_semantic::data::document::document_of;
use puppet_semantic::data::lookup_options::KEY;
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;

/// A place in a data file that names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DataPlace {
    pub(crate) name: DataName,
    /// Where the name stands, without quotes, a leading `::`, and what follows a `.`.
    pub(crate) range: TextRange,
    /// Whether it gives a value.
    pub(crate) is_write: bool,
}

/// What a [`DataPlace`] names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DataName {
    /// `class::parameter`, a key of the data.
    Key(String),
    /// A variable with its class. One of top scope is written as such: `%{::role}`.
    Variable(String),
    /// A part of what Puppet gives: `facts.os.family`, `trusted.certname`.
    Given(String),
}

/// The files that may hold Hiera's data, in the order of their paths.
pub(crate) fn data_files(context: Context<'_>) -> Vec<File> {
    let is_data = |file: &File| {
        matches!(
            file.kind(context.db),
            FileKind::Data | FileKind::HieraConfig
        )
    };
    let mut files = context.files.all();
    files.retain(is_data);
    files.sort_unstable_by(|a, b| a.path(context.db).cmp(b.path(context.db)));
    files
}

/// Every name in a data file, in its order.
#[salsa::tracked(returns(deref), lru = 128)]
pub(crate) fn places(db: &dyn Db, file: File) -> Box<[DataPlace]> {
    let text = &**file.text(db);
    let document = document_of(db, file);
    let options = document.root.get(KEY).and_then(Value::as_mapping);
    let keys = document.entries().iter().chain(options.unwrap_or_default());
    let mut places: Vec<DataPlace> = keys.filter_map(|entry| of_key(text, entry)).collect();
    places.extend(interpolations(text));
    places.sort_by_key(|place| place.range.start());
    places.dedup();
    places.into()
}

/// The name at a place of a data file.
pub(crate) fn place_at(db: &dyn Db, file: File, offset: TextSize) -> Option<DataPlace> {
    let is_data = matches!(file.kind(db), FileKind::Data | FileKind::HieraConfig);
    let mut all = is_data.then(|| places(db, file))?.iter();
    all.find(|place| place.range.contains_inclusive(offset))
        .cloned()
}

/// A key of the data; nothing if it is written with escapes.
fn of_key(text: &str, entry: &Entry) -> Option<DataPlace> {
    if !entry.key.contains("::") {
        return None;
    }
    let written =
        text.get(usize::from(entry.key_range.start())..usize::from(entry.key_range.end()))?;
    let at = TextSize::try_from(written.find(&*entry.key)?).ok()?;
    Some(DataPlace {
        name: DataName::Key(entry.key.to_string()),
        range: TextRange::at(entry.key_range.start() + at, TextSize::of(&*entry.key)),
        is_write: true,
    })
}

/// What stands in `%{…}`: `%{lookup('class::key.part')}`, `%{class::variable}`.
fn interpolations(text: &str) -> Vec<DataPlace> {
    let mut places = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("%{")) {
        let start = from + start + "%{".len();
        let rest = text.get(start..).unwrap_or_default();
        let Some(end) = rest.find(['}', '\n']) else {
            break;
        };
        let inside = rest.get(..end).unwrap_or_default();
        places.extend(interpolated(inside, start));
        from = start + end;
    }
    places
}

fn interpolated(inside: &str, start: usize) -> Option<DataPlace> {
    let expression = inside.trim_start();
    let at = start + (inside.len() - expression.len());
    let call = ["lookup", "hiera", "alias"].iter().find_map(|function| {
        expression
            .strip_prefix(function)?
            .trim_start()
            .strip_prefix('(')
    });
    match call {
        Some(argument) => {
            // Within a string of JSON, the quote has a backslash.
            let argument = argument.trim_start().trim_start_matches('\\');
            let quoted = argument.trim_start_matches(['\'', '"']);
            if quoted.len() == argument.len() {
                return None;
            }
            let at = at + (expression.len() - quoted.len());
            place(quoted, at, DataName::Key)
        }
        None => {
            let relative = expression.strip_prefix("::");
            let name = relative.unwrap_or(expression);
            let at = at + (expression.len() - name.len());
            if let Some(given) = given(name, at) {
                return Some(given);
            }
            let place = place(name, at, DataName::Variable)?;
            let has_class = matches!(&place.name, DataName::Variable(name) if name.contains("::"));
            (relative.is_some() || has_class).then_some(place)
        }
    }
}

/// The variables that Puppet gives as hashes.
const GIVEN: [&str; 3] = ["facts", "trusted", "server_facts"];

/// `facts.os.family`
fn given(text: &str, at: usize) -> Option<DataPlace> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let path = text.get(..end)?.trim_end_matches('.');
    let (root, _) = path.split_once('.')?;
    GIVEN.contains(&root).then(|| {
        Some(DataPlace {
            name: DataName::Given(path.to_owned()),
            range: TextRange::at(TextSize::try_from(at).ok()?, TextSize::of(path)),
            is_write: false,
        })
    })?
}

/// The name at the start of a text.
fn place(text: &str, at: usize, name: fn(String) -> DataName) -> Option<DataPlace> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let word = text.get(..end).filter(|word| !word.is_empty())?;
    Some(DataPlace {
        name: name(word.to_owned()),
        range: TextRange::at(TextSize::try_from(at).ok()?, TextSize::of(word)),
        is_write: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_interpolations() {
        let found = |text: &str| -> Vec<String> {
            let places = interpolations(text);
            let shown = places.iter().map(|it| {
                let kind = match it.name {
                    DataName::Key(_) => "key",
                    DataName::Variable(_) => "variable",
                    DataName::Given(_) => "given",
                };
                format!("{kind} {}", &text[it.range])
            });
            shown.collect()
        };
        assert_eq!(
            found("a: \"x%{lookup('web::port.x')} %{ hiera( 'b' ) } %{alias(\\\"c::d\\\")}\""),
            ["key web::port", "key b", "key c::d"]
        );
        assert_eq!(
            found("%{::role}/%{web::port}/%{facts.os.family}/%{::web::x}/%{literal('%')}{a::b}"),
            [
                "variable role",
                "variable web::port",
                "given facts.os.family",
                "variable web::x"
            ]
        );
        // Half-typed.
        assert!(found("%{lookup('").is_empty());
        assert!(found("%{lookup(}, %{ %{").is_empty());
    }
}
