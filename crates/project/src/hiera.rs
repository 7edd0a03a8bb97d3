//! `hiera.yaml` of modules and environments: the files that hold data.
//!
//! Source: `Puppet::Pops::Lookup::HieraConfigV5`. Unlike [`puppet_lookup`], which reads a valid file for one node, this is
//! about all nodes, and reads files that may be wrong. What is computed when Puppet runs (interpolations, globs, mapped
//! paths) becomes a pattern; backends that are code make the data open: there may be any key.

mod path_pattern;

use puppet_data::{DataValue, yaml};

pub use path_pattern::PathPattern;

/// The name of the file, in the directory of a module or environment.
pub const FILE_NAME: &str = "hiera.yaml";

/// A `hiera.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HieraConfig {
    /// The levels of the hierarchy in their order, those of a module's `default_hierarchy` last.
    pub levels: Vec<HierarchyLevel>,
    /// Some data comes from what cannot be read statically, so that nothing is known to be absent.
    pub is_open: bool,
    /// Plans have a hierarchy of their own, whose levels are not among these.
    pub has_plan_hierarchy: bool,
}

/// Files of one form in one directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyLevel {
    /// Its name.
    pub name: String,
    /// The directory, as written: relative to that of `hiera.yaml`, unless it is absolute.
    pub directory: String,
    /// How the files are written.
    pub format: Format,
    /// Which files of the directory are read.
    pub paths: Vec<PathPattern>,
}

/// How a data file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// YAML, possibly with encrypted strings.
    Yaml,
    /// JSON.
    Json,
}

/// The keys that name a backend, in the order in which Puppet looks for them.
const BACKENDS: [&str; 4] = ["data_hash", "lookup_key", "data_dig", "hiera3_backend"];

impl HieraConfig {
    /// Reads a `hiera.yaml`. One that cannot be read, or is of an old version, is open and has no levels.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let open = Self {
            is_open: true,
            ..Self::default()
        };
        let Ok(root) = yaml::parse(text) else {
            return open;
        };
        let is_version_5 = root.get("version").is_some_and(|version| {
            version.kind
                == puppet_data::ValueKind::Scalar(puppet_data::Scalar::Number("5".to_owned()))
        });
        if !is_version_5 {
            return open;
        }
        let mut config = Self {
            has_plan_hierarchy: root.get("plan_hierarchy").is_some(),
            ..Self::default()
        };
        let defaults = root.get("defaults");
        match root.get("hierarchy") {
            Some(hierarchy) => config.read(hierarchy, defaults),
            None => config.usual(defaults),
        }
        if let Some(hierarchy) = root.get("default_hierarchy") {
            config.read(hierarchy, defaults);
        }
        config
    }

    /// The hierarchy of one level that a configuration without one has.
    fn usual(&mut self, defaults: Option<&DataValue>) {
        let directory = text(defaults, "datadir").unwrap_or("data");
        self.levels.push(HierarchyLevel {
            name: "Common".to_owned(),
            directory: directory.to_owned(),
            format: Format::Yaml,
            paths: vec![PathPattern::from_path("common.yaml")],
        });
    }

    fn read(&mut self, hierarchy: &DataValue, defaults: Option<&DataValue>) {
        let Some(entries) = hierarchy.as_sequence() else {
            self.is_open = true;
            return;
        };
        for entry in entries {
            match level(entry, defaults) {
                Some(level) => self.levels.push(level),
                None => self.is_open = true,
            }
        }
    }
}

/// A level of the hierarchy, if its files can be known.
#[must_use]
pub fn level(entry: &DataValue, defaults: Option<&DataValue>) -> Option<HierarchyLevel> {
    let backend = |of: Option<&DataValue>| {
        BACKENDS.iter().find_map(|key| {
            let name = of?.get(key)?.as_str()?;
            Some((*key, name.to_owned()))
        })
    };
    let format = match backend(Some(entry)).or_else(|| backend(defaults)) {
        None => Format::Yaml,
        Some((key, name)) => match (key, &*name) {
            ("data_hash", "yaml_data") | ("lookup_key", "eyaml_lookup_key") => Format::Yaml,
            ("data_hash", "json_data") => Format::Json,
            _ => return None,
        },
    };
    let directory = text(Some(entry), "datadir")
        .or_else(|| text(defaults, "datadir"))
        .unwrap_or("data");
    if directory.contains("%{") {
        return None;
    }
    Some(HierarchyLevel {
        name: text(Some(entry), "name").unwrap_or_default().to_owned(),
        directory: directory.to_owned(),
        format,
        paths: patterns(entry)?,
    })
}

/// The files of a level; `None` if they are no files, or there is something that we do not understand.
fn patterns(entry: &DataValue) -> Option<Vec<PathPattern>> {
    let all = |value: &DataValue, pattern: fn(&str) -> PathPattern| -> Option<Vec<PathPattern>> {
        let elements = value.as_sequence()?.iter();
        elements.map(|it| it.as_str().map(pattern)).collect()
    };
    if let Some(paths) = entry.get("paths") {
        all(paths, PathPattern::from_path)
    } else if let Some(path) = entry.get("path") {
        Some(vec![PathPattern::from_path(path.as_str()?)])
    } else if let Some(globs) = entry.get("globs") {
        all(globs, PathPattern::from_glob)
    } else if let Some(glob) = entry.get("glob") {
        Some(vec![PathPattern::from_glob(glob.as_str()?)])
    } else {
        let mapped = entry.get("mapped_paths")?.as_sequence()?;
        Some(vec![PathPattern::from_path(mapped.get(2)?.as_str()?)])
    }
}

fn text<'a>(mapping: Option<&'a DataValue>, key: &str) -> Option<&'a str> {
    mapping?.get(key)?.as_str()
}

/// A path from a directory, without `.` and `..`.
#[must_use]
pub fn join(root: &str, path: &str) -> String {
    let start = if path.starts_with('/') { "" } else { root };
    let mut parts: Vec<&str> = start.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_what_they_read() {
        let config = HieraConfig::parse(
            "---\nversion: 5\ndefaults: {datadir: hieradata, data_hash: yaml_data}\nhierarchy:\n\
             - {name: a, path: 'nodes/%{trusted.certname}.yaml'}\n\
             - {name: b, glob: 'os/*/{a,b}.yaml', datadir: other}\n\
             - {name: c, paths: [common.json], data_hash: json_data}\n\
             - {name: d, mapped_paths: [services, it, 'svc/%{it}.yaml']}\n",
        );
        assert!(!config.is_open);
        let expected = [
            ("hieradata", Format::Yaml, "nodes/a.b.yaml", "nodes/a.yml"),
            ("other", Format::Yaml, "os/x/b.yaml", "os/b.json"),
            ("hieradata", Format::Json, "common.json", "common.yaml"),
            ("hieradata", Format::Yaml, "svc/web.yaml", "web.yaml"),
        ];
        assert_eq!(config.levels.len(), expected.len());
        for (level, (directory, format, read, not_read)) in config.levels.iter().zip(expected) {
            assert_eq!((&*level.directory, level.format), (directory, format));
            let is_read = |path| level.paths.iter().any(|pattern| pattern.may_match(path));
            assert!(is_read(read) && !is_read(not_read), "{level:?}");
        }
        assert!(
            config.levels[2].paths[0].is_constant() && !config.levels[0].paths[0].is_constant()
        );
    }

    #[test]
    fn paths_that_variables_may_give() {
        for (pattern, path, expected) in [
            ("%{environment}.yaml", "production.yaml", true),
            ("%{environment}.yaml", "nodes/a.yaml", false),
            ("%{role}.yaml", "nodes/a.yaml", true),
            ("%{role}/%{::environment}.yaml", "a/b/dev.yaml", true),
            (
                "os/%{facts.os.name}/%{facts.os.release.major}.yaml",
                "os/Debian/12.yaml",
                true,
            ),
            ("os/%{facts.os.name}.yaml", "os/Debian/12.yaml", false),
            ("%{a}%{b}%{a}%{b}%{a}%{b}.yaml", "x.yaml", true),
            ("%{a}.yaml", "x.yaml.yaml", true),
            ("common.yaml", "common.yaml", true),
            ("common.yaml", "common.yaml.yaml", false),
        ] {
            let found = PathPattern::from_path(pattern).may_match(path);
            assert_eq!(found, expected, "{pattern} {path}");
        }
        // Not one for each way to split the path.
        let long = "%{a}".repeat(200) + "x";
        assert!(!PathPattern::from_path(&long).may_match(&"a".repeat(200)));
    }

    #[test]
    fn the_value_that_gives_a_path() {
        let value = |path: &str, of: &str| {
            let found = PathPattern::from_path(path);
            let found = found.value_for(of);
            found.map(|(variable, value)| format!("{variable}={value}"))
        };
        for (path, of, expected) in [
            (
                "os/%{::facts.os.family}.yaml",
                "os/Debian.yaml",
                Some("facts.os.family=Debian"),
            ),
            ("os/%{a}.yaml", "nodes/x.yaml", None),
            ("%{a}/%{b}.yaml", "x/y.yaml", None),
            ("common.yaml", "common.yaml", None),
        ] {
            assert_eq!(value(path, of).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn what_is_code_or_not_understood_is_open() {
        for (text, is_open, levels) in [
            ("version: 5\n", false, 1),
            ("version: 3\n", true, 0),
            (":backends: [yaml]\n", true, 0),
            ("", true, 0),
            (
                "version: 5\nhierarchy: [{name: v, lookup_key: vault}]\n",
                true,
                0,
            ),
            (
                "version: 5\nhierarchy: [{name: v, uri: 'http://x'}]\n",
                true,
                0,
            ),
            (
                "version: 5\nhierarchy: [{name: v, path: a.yaml, datadir: '%{x}'}]\n",
                true,
                0,
            ),
            (
                "version: 5\nhierarchy: [{name: v, lookup_key: eyaml_lookup_key, path: a.eyaml}]\n",
                false,
                1,
            ),
            ("version: 5\nhierarchy: x\n", true, 0),
            ("a: [", true, 0),
        ] {
            let config = HieraConfig::parse(text);
            assert_eq!(
                (config.is_open, config.levels.len()),
                (is_open, levels),
                "{text}"
            );
        }
    }
}
