//! The Puppet or OpenVox that is installed on this computer: its Ruby library is read for its documentation, and never
//! run. It is located when documentation is requested, and each of its files is read once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use puppet_ruby::{RubyFacts, TypeAttribute};

use crate::fs::{Disk, FileSystem};

/// Where agents and distributions keep the library.
const LIBRARIES: [&str; 4] = [
    "/opt/puppetlabs/puppet/lib/ruby/vendor_ruby",
    "/usr/lib/ruby/vendor_ruby",
    "/usr/share/ruby/vendor_ruby",
    "C:/Program Files/Puppet Labs/Puppet/puppet/lib/ruby/vendor_ruby",
];

/// Where gems are, each in a folder for the version of Ruby, `*`.
const GEMS: [&str; 7] = [
    "/opt/puppetlabs/puppet/lib/ruby/gems/*/gems",
    "/var/lib/gems/*/gems",
    "/usr/lib/ruby/gems/*/gems",
    "/usr/local/lib/ruby/gems/*/gems",
    "/usr/local/bundle/gems",
    "/usr/share/gems/gems",
    "/usr/local/share/gems/gems",
];

/// Those of the user, below the home directory.
const GEMS_OF_USER: [&str; 4] = [
    ".gem/ruby/*/gems",
    ".local/share/gem/ruby/*/gems",
    ".rbenv/versions/*/lib/ruby/gems/*/gems",
    ".rvm/gems/*/gems",
];

/// The installed Puppet, if there is one.
#[derive(Debug, Default)]
pub struct InstalledPuppet {
    found: OnceLock<Option<PuppetLibrary>>,
    files: Mutex<HashMap<PathBuf, Option<Arc<RubyFacts>>>>,
}

/// A library folder, and what it has.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PuppetLibrary {
    /// "Puppet 7.23.0"
    name: String,
    library: PathBuf,
}

impl InstalledPuppet {
    /// The product and its version, "Puppet 7.23.0"; nothing if none is installed.
    pub fn name(&self) -> Option<&str> {
        Some(&*self.found()?.name)
    }

    /// What the source of a function says of it: a comment with tags, or a text.
    pub fn function(&self, name: &str) -> Option<String> {
        let path = name.replace("::", "/");
        let folders = ["puppet/functions", "puppet/parser/functions"];
        let mut files = folders.iter().map(|it| format!("{it}/{path}.rb"));
        files.find_map(|file| {
            let facts = self.facts(Path::new(&file))?;
            let mut functions = facts.functions.iter();
            functions.find(|it| it.name == name)?.docs.clone()
        })
    }

    /// What the source of a resource type says of it.
    pub fn resource_type(&self, name: &str) -> Option<String> {
        let facts = self.facts(Path::new(&format!("puppet/type/{name}.rb")))?;
        let mut types = facts.resource_types.iter();
        types.find(|it| it.name == name)?.docs.clone()
    }

    /// What the source of an attribute of a resource type says of it.
    pub fn attribute(&self, of: &str, name: &str) -> Option<String> {
        let named = |all: &[TypeAttribute]| all.iter().rfind(|it| it.name == name)?.docs.clone();
        let facts = self.facts(Path::new(&format!("puppet/type/{of}.rb")))?;
        let mut types = facts.resource_types.iter();
        let own = types.find(|it| it.name == of)?;
        named(&own.attributes).or_else(|| {
            // Attributes of large types have files of their own.
            let facts = self.facts(Path::new(&format!("puppet/type/{of}/{name}.rb")))?;
            let mut added = facts.type_extensions.iter();
            let added = added.find(|it| it.type_name == of && it.attribute.name == name)?;
            added.attribute.docs.clone()
        })
    }

    /// What the source of a metaparameter says of it.
    pub fn metaparameter(&self, name: &str) -> Option<String> {
        let facts = self.facts(Path::new("puppet/type.rb"))?;
        let mut all = facts.metaparameters.iter();
        all.find(|it| it.name == name)?.docs.clone()
    }

    fn found(&self) -> Option<&PuppetLibrary> {
        self.found.get_or_init(|| find(&Disk)).as_ref()
    }

    /// What a file of the library defines.
    fn facts(&self, path: &Path) -> Option<Arc<RubyFacts>> {
        let file = self.found()?.library.join(path);
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let facts = files.entry(file).or_insert_with_key(|file| {
            let text = Disk.read(file).ok()?;
            Some(Arc::new(puppet_ruby::read(&text.text)))
        });
        facts.clone()
    }
}

/// The first library that is there; of gems the newest.
fn find(fs: &dyn FileSystem) -> Option<PuppetLibrary> {
    let libraries = LIBRARIES.iter().map(PathBuf::from);
    let mut libraries = libraries.filter_map(|library| in_library(fs, library));
    libraries.next().or_else(|| in_gems(fs, &gem_folders(fs)))
}

/// What is in a library folder, if that is one of Puppet.
fn in_library(fs: &dyn FileSystem, library: PathBuf) -> Option<PuppetLibrary> {
    let text = fs.read(&library.join("puppet/version.rb")).ok()?;
    let text: &str = &text.text;
    let (_, after) = text.split_once("VERSION = ")?;
    let quote = after.chars().next()?;
    let version = after.split(quote).nth(1)?;
    let product = match text.contains("OPENVOX") || library.to_string_lossy().contains("openvox") {
        true => "OpenVox",
        false => "Puppet",
    };
    Some(PuppetLibrary {
        name: format!("{product} {version}"),
        library,
    })
}

/// The newest gem of Puppet or OpenVox in some folders of gems.
fn in_gems(fs: &dyn FileSystem, folders: &[PathBuf]) -> Option<PuppetLibrary> {
    let mut gems: Vec<(Vec<u64>, PathBuf)> = Vec::new();
    for folder in folders {
        for name in fs.list(folder) {
            let version = name
                .strip_prefix("puppet-")
                .or_else(|| name.strip_prefix("openvox-"));
            if let Some(version) = version.filter(|it| it.starts_with(|c: char| c.is_ascii_digit()))
            {
                let numbers = version.split(['.', '-']).filter_map(|it| it.parse().ok());
                gems.push((numbers.collect(), folder.join(&name).join("lib")));
            }
        }
    }
    gems.sort();
    let mut newest_first = gems.into_iter().rev();
    newest_first.find_map(|(_, library)| in_library(fs, library))
}

/// The folders of gems that are there.
fn gem_folders(fs: &dyn FileSystem) -> Vec<PathBuf> {
    let mut patterns: Vec<PathBuf> = GEMS.iter().map(PathBuf::from).collect();
    if let Some(home) = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")) {
        patterns.extend(GEMS_OF_USER.iter().map(|it| Path::new(&home).join(it)));
    }
    if let Some(gems) = std::env::var_os("GEM_HOME") {
        patterns.push(Path::new(&gems).join("gems"));
    }
    patterns.iter().flat_map(|it| expanded(fs, it)).collect()
}

/// The folders that a path with `*` for whole parts names.
fn expanded(fs: &dyn FileSystem, pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for part in pattern.components() {
        found = match part.as_os_str() == "*" {
            true => found
                .iter()
                .flat_map(|it| fs.list(it).into_iter().map(|name| it.join(name)))
                .collect(),
            false => found.iter().map(|it| it.join(part)).collect(),
        };
        if found.len() == 1 && !found.iter().all(|it| fs.is_directory(it)) {
            return Vec::new();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::Memory;

    #[test]
    fn the_newest_gem_is_chosen_where_no_agent_is() {
        let mut memory = Memory::default();
        for (path, text) in [
            (
                "/g/3.1.0/gems/puppet-8.9.0/lib/puppet/version.rb",
                "  PUPPETVERSION = '8.9.0'\n",
            ),
            (
                "/g/3.1.0/gems/puppet-8.10.0/lib/puppet/version.rb",
                "PUPPETVERSION = '8.10.0'\n",
            ),
            ("/g/3.1.0/gems/puppet-lint-4.2.0/lib/puppet-lint.rb", ""),
            (
                "/v/openvox-8.11.0/lib/puppet/version.rb",
                "PUPPETVERSION = \"8.11.0\"\n",
            ),
        ] {
            memory.insert(path, text);
        }
        let gems = expanded(&memory, Path::new("/g/*/gems"));
        assert_eq!(gems, [PathBuf::from("/g/3.1.0/gems")]);
        let name = |folders: &[PathBuf]| in_gems(&memory, folders).map(|it| it.name);
        assert_eq!(name(&gems), Some("Puppet 8.10.0".to_owned()));
        assert_eq!(name(&["/v".into()]), Some("OpenVox 8.11.0".to_owned()));
        assert_eq!(name(&["/none".into()]), None);
    }
}
