//! Levels and files of Hiera's data that no node gets anything from.

use puppet_catalog::{System, systems};
use puppet_data::{DataValue, ValueKind, yaml};
use puppet_db::{Db, File, FilePlace, HieraData, has_syntax_errors};
use puppet_diagnostics::{Diagnostic, Fix, Place, Safety, Subject, Tag, declare_rule};
use puppet_nodes::{NodeDefinition, NodeMatch, NodeMatches, node_definitions, site_nodes};
use puppet_project::hiera::{HieraConfig, PathPattern, join};
use puppet_text::TextRange;
use rustc_hash::FxHashMap;

use crate::removal::without_element;
use puppet_semantic::hiera::LOCATION_KEYS;
use puppet_semantic::index::file_origin::{FileOrigin, Role};

declare_rule! {
    /// No node gets anything from a level of the hierarchy, or from a data file.
    pub HIERA_UNREACHED_LEVEL = { code: "H608", name: "hiera-unreached-level", level: Hint, fix: Unsafe }
}

/// What a level says besides its name and its files; all of it is the same for two that read the same files alike.
const READERS: [&str; 7] = [
    "data_hash",
    "lookup_key",
    "data_dig",
    "hiera3_backend",
    "v4_data_hash",
    "datadir",
    "options",
];

/// Levels whose files all stand in a level before them.
pub(crate) fn check_levels(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let text = file.text(db);
    let Ok(root) = yaml::parse(text) else { return };
    for hierarchy in ["hierarchy", "default_hierarchy"] {
        let levels = root.get(hierarchy).and_then(DataValue::as_sequence);
        let mut before: FxHashMap<DataLocation<'_>, Vec<&DataValue>> = FxHashMap::default();
        for level in levels.unwrap_or_default() {
            let needed = locations(level);
            let alike = needed.first().and_then(|it| before.get(it));
            let mut alike = alike.into_iter().flatten().copied();
            let first = alike.find(|it| reads_alike(it, level) && reads_all_of(it, &needed));
            for location in needed {
                before.entry(location).or_default().push(level);
            }
            let Some(first) = first else { continue };
            let names = (name_of(level), name_of(first));
            let (Some(name), Some(first)) = names else {
                continue;
            };
            let message =
                format!("Level '{name}' is never reached: level '{first}' reads the same files");
            let place = Place::new(file, level.get("name").map_or(level.range, |it| it.range));
            let diagnostic = Diagnostic::new(&HIERA_UNREACHED_LEVEL, place, message)
                .with_help("Remove the level, or give it a path of its own")
                .with_tag(Tag::Unnecessary);
            out.push(match without_element(file, text, level.range) {
                Some(edit) => diagnostic.with_fix(Fix {
                    title: format!("Remove level `{name}`"),
                    safety: Safety::Unsafe,
                    edits: vec![edit],
                }),
                None => diagnostic,
            });
        }
    }
}

fn name_of(level: &DataValue) -> Option<&str> {
    level.get("name")?.as_str()
}

/// Whether two levels read files in the same way.
fn reads_alike(one: &DataValue, other: &DataValue) -> bool {
    READERS
        .iter()
        .all(|key| match (one.get(key), other.get(key)) {
            (None, None) => true,
            (Some(one), Some(other)) => is_same(one, other),
            _ => false,
        })
}

fn reads_all_of(level: &DataValue, needed: &[DataLocation<'_>]) -> bool {
    let read = locations(level);
    needed.iter().all(|it| read.contains(it))
}

/// A place of data: its kind, and its text.
type DataLocation<'a> = (&'static str, &'a str);

/// Where a level has its data.
fn locations(level: &DataValue) -> Vec<DataLocation<'_>> {
    let mut found = Vec::new();
    for key in LOCATION_KEYS {
        let kind = key.strip_suffix('s').unwrap_or(key);
        let Some(value) = level.get(key).filter(|_| key != "mapped_paths") else {
            continue;
        };
        let texts = value.as_sequence().unwrap_or(std::slice::from_ref(value));
        found.extend(texts.iter().filter_map(|it| Some((kind, it.as_str()?))));
    }
    found
}

/// Whether two values are the same, wherever they are written.
fn is_same(one: &DataValue, two: &DataValue) -> bool {
    match (&one.kind, &two.kind) {
        (ValueKind::Scalar(one), ValueKind::Scalar(two)) => one == two,
        (ValueKind::Sequence(one), ValueKind::Sequence(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| is_same(one, two))
        }
        (ValueKind::Mapping(entries), ValueKind::Mapping(others)) => {
            let is_in_two = |key: &str, value| two.get(key).is_some_and(|it| is_same(value, it));
            entries.len() == others.len()
                && entries
                    .iter()
                    .all(|entry| is_in_two(&entry.key, &entry.value))
        }
        _ => false,
    }
}

/// A file that no level has a path for, or that levels read only for a value that a fact never has.
pub(crate) fn check_file(
    db: &dyn Db,
    (file, origin): (File, FileOrigin),
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    let data = origin.data(db);
    let Some(config) = data.config else { return };
    let (hierarchy, root) = read_config(db, config);
    let path = file.path(db);
    let reason = match origin.role {
        Role::UnreadData => Some(no_path((db, data), &hierarchy, root, path)),
        _ => never_read((db, origin), &hierarchy, root, path),
    };
    let Some(reason) = reason else { return };
    let place = Place::new(file, TextRange::empty(0.into()));
    let diagnostic = Diagnostic::new(&HIERA_UNREACHED_LEVEL, place, reason.message)
        .with_help(reason.help)
        .with_tag(Tag::Unnecessary);
    out.push(match reason.meant {
        Some(path) => diagnostic.with_subject(Subject::Meant(path.into())),
        None => diagnostic,
    });
}

/// Why no node reads a file, and what to do.
struct UnreachedReason {
    message: String,
    help: String,
    /// The path at which it is read, if no file is there.
    meant: Option<String>,
}

/// Where no level has a path for a file.
fn no_path(
    (db, data): (&dyn Db, &HieraData),
    config: &HieraConfig,
    root: &str,
    path: &str,
) -> UnreachedReason {
    let meant = with_read_ending(config, root, path).filter(|path| !is_there(db, data, path));
    let name = meant.as_deref().and_then(|path| path.rsplit('/').next());
    UnreachedReason {
        message: "No node reads this file: no level of hiera.yaml has its path".to_owned(),
        help: match name {
            Some(name) => format!("Rename the file to '{name}'"),
            None => "Rename the file as a level has it, add a level, or remove it".to_owned(),
        },
        meant,
    }
}

/// Why none of the levels that have a path for a file reads it, if that is known of all of them.
fn never_read(
    (db, origin): (&dyn Db, FileOrigin),
    config: &HieraConfig,
    root: &str,
    path: &str,
) -> Option<UnreachedReason> {
    if config.is_open || config.has_plan_hierarchy {
        return None;
    }
    let mut reason = None;
    for (pattern, directory, path) in in_levels(config, root, path) {
        let mut found = never_read_by((db, origin), pattern, path)?;
        let meant = found.meant.map(|path| join(&directory, &path));
        found.meant = meant.filter(|path| !is_there(db, origin.data(db), path));
        reason = Some(found);
    }
    reason
}

fn is_there(db: &dyn Db, data: &HieraData, path: &str) -> bool {
    data.files.iter().any(|it| **it.path(db) == *path)
}

/// The path of a YAML file with the other one of the two usual endings, if a level reads it.
fn with_read_ending(config: &HieraConfig, root: &str, path: &str) -> Option<String> {
    let meant = match path.rsplit_once('.')? {
        (stem, "yml") => format!("{stem}.yaml"),
        (stem, "yaml") => format!("{stem}.yml"),
        _ => return None,
    };
    let is_read = in_levels(config, root, &meant).next().is_some();
    is_read.then_some(meant)
}

/// The hierarchy of a `hiera.yaml`, and its folder.
fn read_config(db: &dyn Db, config: File) -> (HieraConfig, &str) {
    let root = config.path(db).rsplit_once('/').map_or("", |it| it.0);
    (HieraConfig::parse(config.text(db)), root)
}

/// The patterns of levels that a path fits, each with the directory of the level and the path in it.
fn in_levels<'a>(
    config: &'a HieraConfig,
    root: &'a str,
    path: &'a str,
) -> impl Iterator<Item = (&'a PathPattern, String, &'a str)> {
    config.levels.iter().flat_map(move |level| {
        let directory = join(root, &level.directory);
        let rest = path.strip_prefix(&*directory);
        let rest = rest.map(|rest| rest.trim_start_matches('/'));
        let fitting = move |pattern: &&PathPattern| rest.is_some_and(|it| pattern.may_match(it));
        let patterns = level.paths.iter().filter(fitting);
        patterns.map(move |pattern| (pattern, directory.clone(), rest.unwrap_or_default()))
    })
}

/// Why a level never reads the file at a path, if it has one variable whose values are all known.
fn never_read_by(
    (db, origin): (&dyn Db, FileOrigin),
    pattern: &PathPattern,
    path: &str,
) -> Option<UnreachedReason> {
    let (variable, value) = pattern.value_for(path)?;
    if matches!(variable, "trusted.certname" | "clientcert") {
        return refuses_node(db, origin, value).then(|| UnreachedReason {
            message: format!("No node reads this file: no node definition matches '{value}'"),
            help: "Remove the file, or define the node".to_owned(),
            meant: None,
        });
    }
    let proper = proper_value(variable, value)?;
    Some(UnreachedReason {
        message: format!("No node reads this file: '{variable}' is never '{value}'"),
        help: format!("Rename the file after '{proper}'"),
        meant: pattern.with_value(&proper),
    })
}

/// Whether Puppet refuses to compile a catalog for a node: there are node definitions, none matches, and none is the default.
fn refuses_node(db: &dyn Db, origin: FileOrigin, name: &str) -> bool {
    let environment = origin.environment;
    let manifests = environment.manifests(db);
    let mut definitions = manifests.iter().map(|it| node_definitions(db, *it));
    let is_default = |it: &NodeDefinition| it.matches == NodeMatch::Default;
    origin.module.is_none()
        && !definitions.any(|of_file| of_file.iter().any(is_default))
        && !manifests.iter().any(|it| has_syntax_errors(db, *it))
        && {
            let site = site_nodes(db, environment);
            !site.definitions.is_empty() && site.definition_of(name) == NodeMatches::None
        }
}

/// The value of a fact that differs from the given one in its case: file names are compared with it.
fn proper_value(variable: &str, value: &str) -> Option<String> {
    let of_system = match variable {
        "facts.os.family" | "facts.osfamily" | "osfamily" => System::family,
        "facts.os.name" | "facts.operatingsystem" | "operatingsystem" => System::name,
        "facts.kernel" | "kernel" => System::kernel,
        _ => return None,
    };
    // Windows and macOS may compile their own catalogs, and find files in any case.
    let compared = systems()
        .iter()
        .filter(|it| !matches!(it.family(), "windows" | "Darwin"));
    let known: Vec<&str> = compared.map(of_system).collect();
    if known.contains(&value) {
        return None;
    }
    let proper = known.iter().find(|it| it.eq_ignore_ascii_case(value))?;
    Some((*proper).to_owned())
}
