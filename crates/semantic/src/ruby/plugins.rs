//! Plugins: the Ruby code of modules that extends the language, found by the paths of the files and read without
//! running it.

use std::ops::Range;
use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind};
use puppet_ruby::FactValue;
use puppet_text::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::index::file_origin::path_in_module;
use crate::resolve::assets::has_external_facts;

/// What a Ruby file adds, by the folder that it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PluginKind {
    /// A function of the 4.x API.
    Function,
    /// A function of the 3.x API.
    LegacyFunction,
    /// A resource type.
    ResourceType,
    /// A data type.
    DataType,
}

const FOLDERS: [(PluginKind, &str); 4] = [
    (PluginKind::Function, "lib/puppet/functions/"),
    (PluginKind::LegacyFunction, "lib/puppet/parser/functions/"),
    (PluginKind::ResourceType, "lib/puppet/type/"),
    (PluginKind::DataType, "lib/puppet/datatypes/"),
];

/// The file that adds something under a name (in lower case, with `::`): that of the first module that has one.
pub fn plugin(db: &dyn Db, environment: Environment, kind: PluginKind, name: &str) -> Option<File> {
    plugins(db, environment)
        .get(&(kind, SmolStr::from(name)))
        .copied()
}

/// The names of all that is added of one kind, in order.
#[salsa::tracked(returns(clone))]
pub fn plugin_names(db: &dyn Db, environment: Environment, kind: PluginKind) -> Arc<[SmolStr]> {
    let plugins = plugins(db, environment);
    let of_kind = plugins.keys().filter(|(other, _)| *other == kind);
    let mut names: Vec<SmolStr> = of_kind.map(|(_, name)| name.clone()).collect();
    names.sort();
    names.into()
}

#[salsa::tracked(returns(clone))]
fn plugins(db: &dyn Db, environment: Environment) -> Arc<FxHashMap<(PluginKind, SmolStr), File>> {
    let mut found = FxHashMap::default();
    for module in environment.modules(db).iter().copied() {
        for file in module
            .files(db)
            .iter()
            .copied()
            .filter(|file| file.kind(db) == FileKind::Ruby)
        {
            let Some(path) =
                path_in_module(db, module, file).and_then(|path| path.strip_suffix(".rb"))
            else {
                continue;
            };
            let named = FOLDERS
                .iter()
                .find_map(|(kind, folder)| Some((*kind, path.strip_prefix(folder)?)));
            if let Some((kind, name)) = named {
                let name = name.replace('/', "::");
                let name = match kind {
                    // The only ones that are found by a name with capitals in it.
                    PluginKind::LegacyFunction => name,
                    _ => name.to_lowercase(),
                };
                found.entry((kind, name.into())).or_insert(file);
            }
        }
    }
    Arc::new(found)
}

/// The custom facts of all modules: their names, and whether there may be others whose names cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CustomFacts {
    /// The names, in lower case.
    pub names: FxHashSet<SmolStr>,
    /// How names start that are computed: `"address_#{interface}"`.
    pub prefixes: Vec<SmolStr>,
    /// There may be others: some name is computed, or scripts below `facts.d` make some.
    pub is_open: bool,
    /// What the values are made of, where something is known of that.
    pub values: FxHashMap<SmolStr, FactValue>,
}

impl CustomFacts {
    /// Whether a fact of this name is written down, or may be one of those whose names start in a known way.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let mut prefixes = self.prefixes.iter();
        self.names.contains(name) || prefixes.any(|prefix| name.starts_with(&**prefix))
    }

    /// What the value of a fact is made of; unknown where code of which nothing is known may define it too.
    #[must_use]
    pub fn value(&self, name: &str) -> &FactValue {
        let mut prefixes = self.prefixes.iter();
        let is_uncertain = prefixes.any(|prefix| name.starts_with(&**prefix));
        let value = self.values.get(name).filter(|_| !is_uncertain);
        value.unwrap_or(&FactValue::Unknown)
    }

    fn add_value(&mut self, name: SmolStr, value: FactValue) {
        let known = self.values.remove(&name);
        let value = match known {
            Some(known) => known.or(value),
            None => value,
        };
        self.values.insert(name, value);
    }
}

/// The custom facts of an environment.
#[salsa::tracked]
pub fn custom_facts(db: &dyn Db, environment: Environment) -> CustomFacts {
    let mut facts = CustomFacts {
        // Scripts and data below `facts.d` make facts of any name.
        is_open: has_external_facts(db, environment) != Some(false),
        ..CustomFacts::default()
    };
    for module in environment.modules(db).iter().copied() {
        for file in module.files(db).iter().copied() {
            let is_facter = || {
                path_in_module(db, module, file).is_some_and(|path| path.starts_with("lib/facter/"))
            };
            if file.kind(db) == FileKind::Ruby && is_facter() && !reads_machine(db, file) {
                let of_file = facts_of(db, file);
                facts.names.extend(of_file.names.iter().cloned());
                facts.prefixes.extend(of_file.prefixes.iter().cloned());
                facts.is_open |= of_file.is_open;
                for (name, value) in &of_file.values {
                    facts.add_value(name.clone(), value.clone());
                }
            }
        }
    }
    facts
}

/// Whether a file only makes facts of the files in Facter's own folders. Any machine may have such facts, with this
/// file or without it: nothing follows from it.
fn reads_machine(db: &dyn Db, file: File) -> bool {
    file.path(db).ends_with("lib/facter/facter_dot_d.rb")
}

#[salsa::tracked]
fn facts_of(db: &dyn Db, file: File) -> CustomFacts {
    let mut facts = CustomFacts::default();
    let ruby = puppet_ruby::read(file.text(db));
    facts.is_open = !ruby.errors.is_empty();
    for fact in ruby.facts {
        match fact.name {
            Some(name) => {
                let name = SmolStr::from(name);
                facts.names.insert(name.clone());
                // Half a file says nothing certain.
                let value = match ruby.errors.is_empty() {
                    true => fact.value,
                    false => FactValue::Unknown,
                };
                facts.add_value(name, value);
            }
            None => match prefix(file.text(db), fact.range) {
                Some(prefix) => facts.prefixes.push(prefix),
                None => facts.is_open = true,
            },
        }
    }
    facts
}

/// How the name starts that a string with an interpolation makes.
fn prefix(text: &str, range: TextRange) -> Option<SmolStr> {
    let (prefix, _) = text
        .get(Range::<usize>::from(range))?
        .strip_prefix(['"', ':'])?
        .split_once("#{")?;
    let prefix = prefix.trim_start_matches('"');
    (prefix.len() >= 3).then(|| prefix.to_lowercase().into())
}
