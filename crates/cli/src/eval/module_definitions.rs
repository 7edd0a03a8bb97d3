//! The functions and type aliases of the module or environment around a directory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use puppet_project::autoload::{Autoloaded, expected_name};
use puppet_project::discover::{DiscoveryOptions, discover};
use puppet_project::fs::Disk;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::Entry;

/// Files that define functions in the Puppet language and type aliases, by the names that Puppet loads them under.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    files: BTreeMap<String, BTreeMap<PathBuf, Autoloaded>>,
}

impl Surroundings {
    /// Those of the first environment around an absolute path.
    pub(super) fn discover(path: &Path) -> Self {
        let options = DiscoveryOptions::local_options();
        let model = discover(&Disk, &[path.to_owned()], &options);
        let mut surroundings = Self::default();
        for module in model.environments.iter().take(1).flat_map(|it| &it.modules) {
            for file in &module.files {
                surroundings.add(&module.name, &module.root, file);
            }
        }
        surroundings
    }

    fn add(&mut self, module: &str, root: &Path, file: &Path) {
        let Ok(relative) = file.strip_prefix(root) else {
            return;
        };
        let relative = relative.to_string_lossy().replace('\\', "/");
        if let Some((kind @ (Autoloaded::Function | Autoloaded::TypeAlias), name)) =
            expected_name(module, &relative)
        {
            let files = self.files.entry(canonical(&name).to_string()).or_default();
            files.insert(file.to_owned(), kind);
        }
    }

    /// Is there nothing?
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The definitions that a text needs, and those that they need. Files with errors are left out.
    pub(super) fn definitions_for(&self, text: &str) -> String {
        let mut read = BTreeSet::new();
        let mut definitions = String::new();
        let mut waiting = vec![text.to_owned()];
        while let Some(text) = waiting.pop() {
            let files = names(&text).filter_map(|name| self.files.get(canonical(name).as_str()));
            for file in files.flat_map(BTreeMap::keys) {
                if read.insert(file)
                    && let Ok(found) = fs::read_to_string(file)
                    && puppet_syntax::parse(&found, Entry::Manifest)
                        .stop()
                        .is_none()
                {
                    definitions.push_str(found.trim_end());
                    definitions.push('\n');
                    waiting.push(found);
                }
            }
        }
        definitions
    }

    /// All names, type aliases in the letters of their definitions.
    pub(super) fn names(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (name, files) in &self.files {
            for (file, kind) in files {
                match kind {
                    Autoloaded::TypeAlias => all.extend(alias_name(file)),
                    _ => all.push(name.clone()),
                }
            }
        }
        all
    }
}

fn alias_name(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines().filter_map(|line| line.strip_prefix("type "));
    let name = lines.next()?.trim_start();
    Some(names(name).next()?.to_owned())
}

/// The qualified names in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .filter(|name| name.contains("::"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Surroundings;

    #[test]
    fn definitions_come_with_those_that_they_need() {
        let name = format!("puppet-analyzer-surroundings-{}", std::process::id());
        let root = std::env::temp_dir().join(name);
        for (file, text) in [
            ("metadata.json", r#"{"name": "me-web"}"#),
            ("types/port.pp", "type Web::PORT = Web::Number\n"),
            ("types/number.pp", "type Web::Number = Integer[1, 9]\n"),
            ("types/broken.pp", "type Web::Broken = [\n"),
            ("functions/twice.pp", "function web::twice($x) { $x * 2 }\n"),
            ("manifests/init.pp", "class web { }\n"),
        ] {
            let path = root.join("web").join(file);
            fs::create_dir_all(path.parent().unwrap_or(&root)).unwrap();
            fs::write(path, text).unwrap();
        }
        let found = Surroundings::discover(&root.join("web"));
        assert_eq!(
            found.definitions_for("1 =~ Web::Port"),
            "type Web::PORT = Web::Number\ntype Web::Number = Integer[1, 9]\n"
        );
        assert_eq!(
            found.definitions_for("web::twice(2)"),
            "function web::twice($x) { $x * 2 }\n"
        );
        assert_eq!(found.definitions_for("web::Broken"), "");
        let names = found.names();
        for name in ["Web::PORT", "Web::Number", "web::twice"] {
            assert!(names.iter().any(|it| it == name), "{name} in {names:?}");
        }
        fs::remove_dir_all(&root).unwrap();
    }
}
