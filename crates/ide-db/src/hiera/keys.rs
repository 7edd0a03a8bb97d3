//! Names in Hiera's data: the keys by which classes get their parameters, all other keys, the names in `%{…}`, and
//! classes in the values.
//!
//! Source: automatic parameter lookup (`Puppet::Parser::Resource#lookup_external_default_for`) and
//! `Puppet::Pops::Lookup::Interpolation`.

use puppet_data::{DataEntry, DataValue};
use puppet_db::{Db, File, FileKind};
use puppet_semantic::hiera::document::document_of;
use puppet_semantic::hiera::lookup_options::KEY;
use puppet_text::{TextRange, TextSize};

use crate::context::IdeContext;
use crate::defs::name_ref::NameRefKind;

/// A place in a data file that names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HieraNameRef {
    /// The name.
    pub name: HieraName,
    /// Where the name stands, without quotes, a leading `::`, and what follows a `.`.
    pub range: TextRange,
    /// Whether it gives a value.
    pub is_write: bool,
}

/// What a [`HieraNameRef`] names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HieraName {
    /// `class::parameter`, or another key of the data.
    Key(String),
    /// A class, in a list of classes.
    Class(String),
    /// A value with `::` in it: only a class that exists makes it the name of one.
    MaybeClass(String),
    /// A variable with its class. One of top scope is written as such: `%{::role}`.
    Variable(String),
    /// A part of what Puppet gives: `facts.os.family`, `trusted.certname`.
    Given(String),
}

impl HieraName {
    /// The name as it is written.
    pub fn text(&self) -> &str {
        match self {
            Self::Key(name)
            | Self::Class(name)
            | Self::MaybeClass(name)
            | Self::Variable(name)
            | Self::Given(name) => name,
        }
    }
}

impl HieraName {
    /// The same name in code.
    pub fn kind(self) -> NameRefKind {
        match self {
            Self::Key(name) => NameRefKind::Key(name),
            Self::Class(name) => NameRefKind::Class(name),
            Self::MaybeClass(name) => NameRefKind::MaybeClass(name),
            Self::Variable(name) => NameRefKind::Variable(name),
            Self::Given(name) => NameRefKind::Given(name),
        }
    }
}

/// The files that may hold Hiera's data, in the order of their paths.
pub fn data_files(context: IdeContext<'_>) -> Vec<File> {
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
pub fn name_references(db: &dyn Db, file: File) -> Box<[HieraNameRef]> {
    let text = &**file.text(db);
    let document = document_of(db, file);
    let options = document.root.get(KEY).and_then(DataValue::as_mapping);
    let mut places: Vec<HieraNameRef> = Vec::new();
    // The keys of `hiera.yaml` are no data.
    if file.kind(db) == FileKind::Data {
        let keys = document.entries().iter().chain(options.unwrap_or_default());
        places.extend(keys.filter_map(|entry| of_key(text, entry)));
        for entry in document.entries().iter().filter(|it| it.key != KEY) {
            classes(text, &entry.value, holds_classes(&entry.key), &mut places);
        }
    }
    places.extend(interpolations(text));
    places.sort_by_key(|place| place.range.start());
    places.dedup();
    places.into()
}

/// The name at an offset of a data file.
pub fn place_at(db: &dyn Db, file: File, offset: TextSize) -> Option<HieraNameRef> {
    let is_data = matches!(file.kind(db), FileKind::Data | FileKind::HieraConfig);
    let mut all = is_data.then(|| name_references(db, file))?.iter();
    all.find(|place| place.range.contains_inclusive(offset))
        .cloned()
}

/// A key of the data; nothing if it is written with escapes.
fn of_key(text: &str, entry: &DataEntry) -> Option<HieraNameRef> {
    if entry.key.is_empty() || entry.key == KEY {
        return None;
    }
    Some(HieraNameRef {
        name: HieraName::Key(entry.key.to_string()),
        range: written(text, &entry.key, entry.key_range)?,
        is_write: true,
    })
}

/// Where a name stands in what is written for it, without quotes.
fn written(text: &str, name: &str, range: TextRange) -> Option<TextRange> {
    let written = text.get(usize::from(range.start())..usize::from(range.end()))?;
    let at = TextSize::try_from(written.find(name)?).ok()?;
    Some(TextRange::at(range.start() + at, TextSize::of(name)))
}

/// Whether sites use a key for lists of classes: `classes`, `site::roles`.
pub fn holds_classes(key: &str) -> bool {
    let name = key.rsplit("::").next().unwrap_or(key);
    let last = name.rsplit(['_', '.', '-']).next().unwrap_or(name);
    matches!(
        last,
        "class" | "classes" | "role" | "roles" | "profile" | "profiles" | "include" | "includes"
    )
}

/// The names of classes in a value.
fn classes(text: &str, value: &DataValue, is_list: bool, places: &mut Vec<HieraNameRef>) {
    if let Some(elements) = value.as_sequence() {
        for element in elements {
            classes(text, element, is_list, places);
        }
    }
    for entry in value.as_mapping().unwrap_or_default() {
        classes(text, &entry.value, holds_classes(&entry.key), places);
    }
    let Some(name) = value.as_str().map(|it| it.trim_start_matches("::")) else {
        return;
    };
    let is_segment = |segment: &str| {
        segment.starts_with(|c: char| c.is_ascii_lowercase())
            && segment
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let has_module = name.contains("::");
    if (is_list || has_module) && name.split("::").all(is_segment) {
        places.extend(written(text, name, value.range).map(|range| HieraNameRef {
            name: match is_list {
                true => HieraName::Class(name.to_owned()),
                false => HieraName::MaybeClass(name.to_owned()),
            },
            range,
            is_write: false,
        }));
    }
}

/// What stands in `%{…}`: `%{lookup('class::key.part')}`, `%{class::variable}`.
fn interpolations(text: &str) -> Vec<HieraNameRef> {
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

fn interpolated(inside: &str, start: usize) -> Option<HieraNameRef> {
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
            place(quoted, at, HieraName::Key)
        }
        None => {
            let relative = expression.strip_prefix("::");
            let name = relative.unwrap_or(expression);
            let at = at + (expression.len() - name.len());
            if let Some(given) = given(name, at) {
                return Some(given);
            }
            let place = place(name, at, HieraName::Variable)?;
            let has_class = matches!(&place.name, HieraName::Variable(name) if name.contains("::"));
            (relative.is_some() || has_class).then_some(place)
        }
    }
}

/// The variables that Puppet gives as hashes.
const GIVEN: [&str; 3] = ["facts", "trusted", "server_facts"];

/// `facts.os.family`
fn given(text: &str, at: usize) -> Option<HieraNameRef> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let path = text.get(..end)?.trim_end_matches('.');
    let (root, _) = path.split_once('.')?;
    GIVEN.contains(&root).then(|| {
        Some(HieraNameRef {
            name: HieraName::Given(path.to_owned()),
            range: TextRange::at(TextSize::try_from(at).ok()?, TextSize::of(path)),
            is_write: false,
        })
    })?
}

/// The name at the start of a text.
fn place(text: &str, at: usize, name: fn(String) -> HieraName) -> Option<HieraNameRef> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let word = text.get(..end).filter(|word| !word.is_empty())?;
    Some(HieraNameRef {
        name: name(word.to_owned()),
        range: TextRange::at(TextSize::try_from(at).ok()?, TextSize::of(word)),
        is_write: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use puppet_ide::test_fixture::{cursor, definitions, describe};

    const SITE: &str = "#- /environment.conf\n#- /hiera.yaml\nversion: 5\nhierarchy: [{name: n, path: n.yaml}, {name: all, path: all.yaml}]\n\
                        #- /data/n.yaml\nport: 81\n\
                        #- /modules/role/manifests/web.pp\nclass role::web { }\n\
                        #- /manifests/site.pp\n$x = lookup('port')\nlookup('classes').include\n\
                        #- /data/all.yaml\nport: 80\nurl: \"%{lookup('port')}\"\n\
                        classes:\n  - role::web\nsite: {roles: ['::role::web']}\nwhy: role::web\n";

    fn asked(from: &str, to: &str) -> String {
        assert!(SITE.contains(from));
        definitions(&SITE.replacen(from, to, 1))
    }

    #[test]
    fn classes_in_values() {
        let class = "/modules/role/manifests/web.pp:1: role::web";
        for (from, to) in [
            ("- role::web", "- role::we$0b"),
            ("'::role::web'", "'::role::we$0b'"),
            ("why: role::web", "why: ro$0le::web"),
            // Incomplete.
            ("- role::web\n", "- ro$0le::web\n  -\n"),
            ("why: role::web", "why: ro$0le::web\nhalf"),
        ] {
            assert_eq!(asked(from, to), class, "{to}");
        }
        assert_eq!(asked("port: 81", "port: role::no$0"), "");
    }

    #[test]
    fn keys_that_are_no_parameters() {
        let levels = "/data/n.yaml:1: port\n/data/all.yaml:1: port";
        for (from, to) in [
            ("$x = lookup('port')", "$x = lookup('po$0rt')"),
            ("$x = lookup('port')", "$x = lookup('po$0rt.a', "),
            ("%{lookup('port')}", "%{lookup('po$0rt')}"),
        ] {
            assert_eq!(asked(from, to), levels, "{to}");
        }
        assert_eq!(asked("lookup('port')", "lookup('po$0')"), "");
    }

    #[test]
    fn who_uses_keys_and_classes() {
        let references = |from: &str, to: &str| {
            let (analysis, position) = cursor(&SITE.replacen(from, to, 1));
            let found = analysis.references(position).expect("not cancelled");
            let places = found.iter();
            let places = places.map(|it| describe(&analysis, it.at.file, it.at.range));
            places.collect::<Vec<_>>().join(" ")
        };
        let key = "/manifests/site.pp:1: port /data/all.yaml:1: port /data/all.yaml:2: port \
                   /data/n.yaml:1: port";
        assert_eq!(references("port: 80", "po$0rt: 80"), key);
        assert_eq!(
            references("$x = lookup('port')", "$x = lookup('po$0rt')"),
            key
        );
        assert_eq!(
            references("class role::web", "class role::we$0b"),
            "/modules/role/manifests/web.pp:1: role::web /data/all.yaml:4: role::web \
             /data/all.yaml:5: role::web /data/all.yaml:6: role::web"
        );
    }

    #[test]
    fn lists_of_classes_follow_a_renaming() {
        let (analysis, position) =
            cursor(&SITE.replacen("class role::web", "class role::we$0b", 1));
        let change = analysis
            .rename(position, "role::site")
            .expect("not cancelled");
        let change = change.expect("a file").expect("a change");
        let data = change
            .edits
            .iter()
            .find(|(file, _)| analysis.path(*file).to_string() == "/data/all.yaml");
        let (file, edits) = data.expect("edits of the data");
        let text = analysis.text(*file).expect("not cancelled");
        assert_eq!(
            puppet_ide::apply_edits(&text, edits),
            "port: 80\nurl: \"%{lookup('port')}\"\nclasses:\n  - role::site\n\
             site: {roles: ['::role::site']}\nwhy: role::web\n"
        );
    }

    #[test]
    fn names_in_interpolations() {
        let found = |text: &str| -> Vec<String> {
            let places = interpolations(text);
            let shown = places.iter().map(|it| {
                let kind = match it.name {
                    HieraName::Key(_) => "key",
                    HieraName::Variable(_) => "variable",
                    HieraName::Given(_) => "given",
                    HieraName::Class(_) | HieraName::MaybeClass(_) => "class",
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
        // Incomplete.
        assert!(found("%{lookup('").is_empty());
        assert!(found("%{lookup(}, %{ %{").is_empty());
    }
}
