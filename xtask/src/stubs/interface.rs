//! The interface of one version of a module, without its code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use puppet_ruby::{Mixin, RubyFacts};
use serde_json::{Value, json};

use super::puppet::{self, StubDefinition};
use super::ruby::{self, RubyInterface};

/// A file of the interface.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum InterfacePart {
    /// Definitions in the Puppet language.
    Puppet(Vec<StubDefinition>),
    /// A file in the Puppet language that cannot be read.
    Broken,
    /// Declarations in Ruby.
    Ruby(RubyInterface),
    /// The `metadata.json`: the version, and the modules that are needed.
    Metadata(Value),
}

/// The interface of one version of a module.
pub(super) struct Interface {
    /// `puppetlabs-stdlib`
    pub(super) name: String,
    pub(super) version: String,
    pub(super) licence: String,
    /// By paths in the module.
    pub(super) parts: BTreeMap<String, InterfacePart>,
    /// The templates, files and providers, of which others use the names.
    pub(super) assets: BTreeSet<String>,
}

/// Folders whose files others name.
const ASSETS: [&str; 4] = ["facts.d", "files", "templates", "lib/puppet/provider"];

/// Reads a checkout.
pub(super) fn read(root: &Path) -> Result<Interface> {
    let metadata = fs::read_to_string(root.join("metadata.json"));
    let metadata: Value = serde_json::from_str(
        metadata
            .context("no metadata.json")?
            .trim_start_matches('\u{feff}'),
    )?;
    let text = |key: &str| {
        metadata
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let name = text("name").replace('/', "-");
    let (_, module) = name.split_once('-').context("the name has no author")?;
    let mut interface = Interface {
        version: text("version"),
        licence: text("license"),
        parts: BTreeMap::new(),
        assets: BTreeSet::new(),
        name: name.clone(),
    };
    let files = files_below(root);
    let data = ModuleData::read(root, module, &files);
    let sources: Vec<(&String, String)> = files
        .iter()
        .filter(|path| path.ends_with(".pp") || path.ends_with(".rb"))
        .map(|path| {
            (
                path,
                String::from_utf8_lossy(&fs::read(root.join(path)).unwrap_or_default())
                    .into_owned(),
            )
        })
        .collect();
    let is_library = |path: &str| path.starts_with("lib/") && path.ends_with(".rb");
    let ruby = sources.iter().filter(|(path, _)| is_library(path));
    let ruby: Vec<(&String, &String, RubyFacts)> = ruby
        .map(|(path, text)| (*path, text, puppet_ruby::read(text)))
        .collect();
    let mixins: Vec<Mixin> = ruby
        .iter()
        .flat_map(|(_, _, facts)| facts.mixins.iter().cloned())
        .collect();
    for (path, text, facts) in ruby {
        let part = ruby::read(text, declared_in(path, facts), &mixins);
        if !part.is_empty() {
            interface
                .parts
                .insert(path.clone(), InterfacePart::Ruby(part));
        }
    }
    for (path, text) in &sources {
        let folder = path.split('/').next().unwrap_or_default();
        if path.ends_with(".pp") && matches!(folder, "manifests" | "functions" | "types") {
            let part = match puppet::read(text, &|key| data.has(key)) {
                Some(definitions) if definitions.is_empty() => continue,
                Some(definitions) => InterfacePart::Puppet(definitions),
                None => InterfacePart::Broken,
            };
            interface.parts.insert((*path).clone(), part);
        }
    }
    // The names in text files are read; what other files below `facts.d` define cannot be known.
    let is_external = |path: &&String| path.starts_with("facts.d/") && path.ends_with(".txt");
    for path in files.iter().filter(is_external) {
        let facts = ruby::external_facts(&fs::read_to_string(root.join(path)).unwrap_or_default());
        interface
            .parts
            .insert(format!("lib/facter/{path}.rb"), InterfacePart::Ruby(facts));
    }
    let is_asset = |path: &&String| {
        ASSETS
            .iter()
            .any(|folder| path.starts_with(&format!("{folder}/")))
    };
    let assets = files
        .iter()
        .filter(|path| is_asset(path) && !is_external(path));
    interface.assets.extend(assets.cloned());
    let part = InterfacePart::Metadata(needed(&interface, &metadata));
    interface.parts.insert("metadata.json".to_owned(), part);
    Ok(interface)
}

/// What Puppet and Facter look for in a file of this path; errors count only there.
fn declared_in(path: &str, mut facts: RubyFacts) -> RubyFacts {
    let is_in = |folder: &str| path.starts_with(folder);
    if !is_in("lib/puppet/functions/") && !is_in("lib/puppet/parser/functions/") {
        facts.functions.clear();
    }
    if !is_in("lib/puppet/type/") {
        facts.resource_types.clear();
    }
    if !is_in("lib/puppet/datatypes/") {
        facts.data_types.clear();
    }
    if !is_in("lib/facter/") {
        facts.facts.clear();
    }
    let folders = [
        "lib/puppet/functions/",
        "lib/puppet/parser/functions/",
        "lib/puppet/type/",
        "lib/facter/",
    ];
    if !folders.into_iter().any(is_in) {
        facts.errors.clear();
    }
    facts
}

/// What `metadata.json` says that matters to those who use the module.
fn needed(interface: &Interface, metadata: &Value) -> Value {
    let dependencies = metadata.get("dependencies").and_then(Value::as_array);
    let dependencies = dependencies.into_iter().flatten().filter_map(|it| {
        let name = it.get("name")?.as_str()?.replace('/', "-");
        let range = it
            .get("version_requirement")
            .and_then(Value::as_str)
            .unwrap_or(">= 0.0.0");
        Some(json!({ "name": name, "version_requirement": range }))
    });
    json!({
        "name": interface.name,
        "version": interface.version,
        "dependencies": dependencies.collect::<Vec<_>>(),
    })
}

/// The parameters that the module's own data gives values to.
struct ModuleData {
    keys: BTreeSet<String>,
    /// A function of the module computes its data.
    is_computed: bool,
}

impl ModuleData {
    fn read(root: &Path, module: &str, files: &[String]) -> Self {
        let mut keys = BTreeSet::new();
        let is_data = |path: &&String| {
            (path.starts_with("data/") || path.starts_with("hieradata/"))
                && (path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json"))
        };
        let start = format!("{module}::");
        for path in files.iter().filter(is_data) {
            let text = fs::read_to_string(root.join(path)).unwrap_or_default();
            for line in text.lines() {
                let line = line.trim_start_matches([' ', '"', '\'', '{']);
                let end = line
                    .find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
                    .unwrap_or(line.len());
                let key = line.get(..end).unwrap_or_default().trim_end_matches(':');
                if key.starts_with(&start) {
                    keys.insert(key.to_owned());
                }
            }
        }
        let function = format!("lib/puppet/functions/{module}/data.rb");
        let is_computed = files
            .iter()
            .any(|path| *path == function || path == "functions/data.pp");
        Self { keys, is_computed }
    }

    fn has(&self, key: &str) -> bool {
        self.is_computed || self.keys.contains(key)
    }
}

/// The files below a folder, as paths with `/`, without hidden ones and those of tests.
fn files_below(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_test =
                folder == root && matches!(&*name, "spec" | "tests" | "examples" | "acceptance");
            match path.is_dir() {
                _ if name.starts_with('.') || is_test => {}
                true if !path.is_symlink() => waiting.push(path),
                true => {}
                false => found.extend(
                    path.strip_prefix(root)
                        .ok()
                        .and_then(Path::to_str)
                        .map(str::to_owned),
                ),
            }
        }
    }
    found.sort();
    found
}

impl InterfacePart {
    /// What this version and an older one accept together.
    pub(super) fn widen(&mut self, older: &InterfacePart) {
        match (&mut *self, older) {
            (InterfacePart::Puppet(newer), InterfacePart::Puppet(older)) => {
                *newer = puppet::merge(newer, older)
            }
            (InterfacePart::Ruby(newer), InterfacePart::Ruby(older)) => newer.widen(older),
            (InterfacePart::Metadata(newer), InterfacePart::Metadata(older)) => {
                widen_metadata(newer, older)
            }
            _ => *self = InterfacePart::Broken,
        }
    }

    /// The text of the file.
    pub(super) fn print(&self) -> String {
        match self {
            InterfacePart::Puppet(definitions) => puppet::print(definitions),
            // Whatever it defines cannot be known.
            InterfacePart::Broken => "(\n".to_owned(),
            InterfacePart::Ruby(interface) => ruby::print(interface),
            InterfacePart::Metadata(value) => format!("{value}\n"),
        }
    }
}

/// The dependencies of both; in any version where they differ.
fn widen_metadata(newer: &mut Value, older: &Value) {
    let listed = |value: &Value| {
        value["dependencies"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    };
    let mut all = listed(newer);
    for dependency in listed(older) {
        match all.iter_mut().find(|it| it["name"] == dependency["name"]) {
            Some(same) if *same != dependency => {
                let range = both_ranges(
                    &same["version_requirement"],
                    &dependency["version_requirement"],
                );
                same["version_requirement"] = range.into();
            }
            Some(_) => {}
            None => all.push(dependency),
        }
    }
    newer["dependencies"] = all.into();
}

/// A range that holds two of the form `>= A < B`; of others, all versions.
fn both_ranges(newer: &Value, older: &Value) -> String {
    let bounds = |range: &Value| -> Option<(String, String)> {
        let (least, most) = range.as_str()?.split_once('<')?;
        Some((
            least.trim().strip_prefix(">=")?.trim().to_owned(),
            most.trim_start_matches('=').trim().to_owned(),
        ))
    };
    match (bounds(newer), bounds(older)) {
        (Some((_, most)), Some((least, _))) => format!(">= {least} < {most}"),
        _ => ">= 0.0.0".to_owned(),
    }
}
