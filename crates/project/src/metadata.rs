//! `metadata.json`: a module's description of itself.

use puppet_data::{DataValue, Scalar, ValueKind, json};
use puppet_text::{TextRange, TextSize};

/// The parts of a `metadata.json` that matter to checking.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Metadata {
    /// The full name, `author-module`.
    pub name: Option<String>,
    /// The version, as written.
    pub version: Option<String>,
    /// The modules it needs.
    pub dependencies: Vec<Dependency>,
    /// The programs it needs (`puppet`, `openvox`) with their versions.
    pub requirements: Vec<Dependency>,
    /// What is wrong with the file.
    pub problems: Vec<MetadataProblem>,
}

/// Something a module needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The name, as written.
    pub name: String,
    /// The range of versions, as written.
    pub version_requirement: Option<String>,
    /// Where the name is written.
    pub range: TextRange,
    /// Where the range of versions is written.
    pub version_range: Option<TextRange>,
}

/// How bad something in a `metadata.json` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetadataGravity {
    /// Puppet cannot use the module because of it.
    Fatal,
    /// Puppet leaves out what it is about.
    Doubtful,
    /// Only the Forge refuses it.
    Unpublishable,
}

/// Something wrong in a `metadata.json`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetadataProblem {
    /// What is wrong.
    pub message: String,
    /// The place.
    pub range: TextRange,
    /// How bad it is.
    pub gravity: MetadataGravity,
    /// The members that are missing.
    pub missing: Vec<&'static str>,
}

/// What Puppet asks of every module that has a `metadata.json` (`Puppet::Module#load_metadata`).
const REQUIRED: [&str; 5] = ["source", "author", "version", "license", "dependencies"];

impl Metadata {
    /// Reads a `metadata.json`. What is wrong is in [`Metadata::problems`], the rest is usable.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut metadata = Self::default();
        match json::parse(text) {
            Ok(root) => metadata.read(&root),
            Err(error) => metadata.problem(
                format!(
                    "File is not valid JSON: {}",
                    lowercase_start(&error.message)
                ),
                error.range,
            ),
        }
        metadata
    }

    /// The name that the module's directory should have: the part of its full name after the author.
    #[must_use]
    pub fn module_name(&self) -> Option<&str> {
        module_part(self.name.as_deref()?)
    }

    fn read(&mut self, root: &DataValue) {
        match root.as_mapping() {
            // Puppet takes it for no metadata (`Puppet::Module#load_metadata`).
            Some([]) => return,
            Some(_) => {}
            None => {
                return self.problem(
                    format!("Expected an object, got {}", root.describe()),
                    root.range,
                );
            }
        }
        self.name = self.string(root, "name");
        if let (Some(name), Some(value)) = (&self.name, root.get("name"))
            && module_part(&name.to_lowercase()).is_none()
        {
            let message = format!(
                "Invalid module name '{name}': expected AUTHOR-MODULE, with only letters, digits and '_' in each part"
            );
            // Modules of a site have such names, and are never published.
            let gravity = match name.contains(['-', '/']) {
                true => MetadataGravity::Doubtful,
                false => MetadataGravity::Unpublishable,
            };
            self.add_problem(message, value.range, gravity);
        }
        self.require(root);
        self.version = self.string(root, "version");
        self.dependencies = self.needs(root, "dependencies");
        self.requirements = self.needs(root, "requirements");
    }

    fn string(&mut self, root: &DataValue, key: &str) -> Option<String> {
        let value = root.get(key)?;
        match value.as_str() {
            Some(text) => Some(text.to_owned()),
            None => {
                self.problem(
                    format!("Key '{key}' expects a string, got {}", value.describe()),
                    value.range,
                );
                None
            }
        }
    }

    fn needs(&mut self, root: &DataValue, key: &str) -> Vec<Dependency> {
        let Some(list) = root.get(key) else {
            return Vec::new();
        };
        let Some(elements) = list.as_sequence() else {
            self.problem(
                format!("Key '{key}' expects an array, got {}", list.describe()),
                list.range,
            );
            return Vec::new();
        };
        let mut needs = Vec::with_capacity(elements.len());
        for element in elements {
            if element.as_mapping().is_none() {
                let message = format!("Key '{key}' expects objects, got {}", element.describe());
                self.problem(message, element.range);
                continue;
            }
            let Some(name) = self.string(element, "name") else {
                if element.get("name").is_none() {
                    let message = format!("Entry of '{key}' has no 'name'");
                    self.add_problem(message, element.range, MetadataGravity::Doubtful);
                }
                continue;
            };
            let range = element.get("name").map_or(element.range, |name| name.range);
            let version_requirement = self.string(element, "version_requirement");
            needs.push(Dependency {
                name,
                version_requirement,
                range,
                version_range: element.get("version_requirement").map(|it| it.range),
            });
        }
        needs
    }

    /// One problem for all that is missing, at the start of the object.
    fn require(&mut self, root: &DataValue) {
        let is_missing = |key: &str| {
            root.get(key)
                .is_none_or(|value| value.kind == ValueKind::Scalar(Scalar::Null))
        };
        let mut missing = REQUIRED.to_vec();
        missing.retain(|key| is_missing(key));
        if !missing.is_empty() {
            let start = TextRange::at(root.range.start(), TextSize::new(1));
            let message = format!("Missing required keys: '{}'", missing.join("', '"));
            self.problems.push(MetadataProblem {
                message,
                range: start,
                gravity: MetadataGravity::Fatal,
                missing,
            });
        }
    }

    fn problem(&mut self, message: String, range: TextRange) {
        self.add_problem(message, range, MetadataGravity::Fatal);
    }

    fn add_problem(&mut self, message: String, range: TextRange, gravity: MetadataGravity) {
        self.problems.push(MetadataProblem {
            message,
            range,
            gravity,
            missing: Vec::new(),
        });
    }
}

/// The module's part of `author-module` or `author/module`.
#[must_use]
pub fn module_part(full_name: &str) -> Option<&str> {
    let (author, module) = full_name.split_once(['-', '/'])?;
    let author_fits = !author.is_empty() && author.chars().all(|c| c.is_ascii_alphanumeric());
    (author_fits && crate::autoload::is_module_directory_name(module)).then_some(module)
}

fn lowercase_start(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The members that Puppet asks for, to be followed by others.
    const COMPLETE: &str = r#""source": "s", "author": "a", "license": "l", "#;

    #[test]
    fn names_of_modules_may_have_capital_letters() {
        let text = format!(
            r#"{{{COMPLETE} "name": "Henry-Smokeping", "version": "1.0.0", "dependencies": []}}"#
        );
        assert_eq!(Metadata::parse(&text).problems, []);
    }

    #[test]
    fn what_matters_is_read() {
        let metadata = Metadata::parse(&format!(
            r#"{{{COMPLETE} "name": "puppetlabs-ntp", "version": "9.1.1", "dependencies":
               [{{"name": "puppetlabs/stdlib", "version_requirement": ">= 4.13.1 < 9.0.0"}}]}}"#,
        ));
        assert_eq!(metadata.module_name(), Some("ntp"));
        assert_eq!(metadata.dependencies[0].name, "puppetlabs/stdlib");
        assert_eq!(metadata.problems, []);
    }

    #[test]
    fn an_empty_object_is_no_metadata() {
        for text in ["{}", "/* Made by a tool */\n{}\n"] {
            assert_eq!(Metadata::parse(text), Metadata::default(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_has_a_place_and_a_reason() {
        use MetadataGravity::{Doubtful, Fatal, Unpublishable};
        let members = |members: &str| format!("{{{COMPLETE}{members}}}");
        let cases = [
            (members("oops"), "oops", "File is not valid JSON: ", Fatal),
            (
                "[]".to_owned(),
                "[]",
                "Expected an object, got an array",
                Fatal,
            ),
            (
                "{\"dependencies\": [], \"license\": null}".to_owned(),
                "{",
                "Missing required keys: 'source', 'author', 'version', 'license'",
                Fatal,
            ),
            (
                members(r#""version": 1, "dependencies": []"#),
                "1",
                "Key 'version' expects a string, got a number",
                Fatal,
            ),
            (
                members(r#""version": "1", "name": "ntp", "dependencies": []"#),
                "\"ntp\"",
                "Invalid module name 'ntp': expected AUTHOR-MODULE",
                Unpublishable,
            ),
            (
                members(r#""version": "1", "name": "me-my.ntp", "dependencies": []"#),
                "\"me-my.ntp\"",
                "Invalid module name 'me-my.ntp': expected AUTHOR-MODULE",
                Doubtful,
            ),
            (
                members(r#""version": "1", "dependencies": {}"#),
                "{}",
                "Key 'dependencies' expects an array, got an object",
                Fatal,
            ),
            (
                members(r#""version": "1", "dependencies": ["a"]"#),
                "\"a\"",
                "Key 'dependencies' expects objects, got a string",
                Fatal,
            ),
            (
                members(r#""version": "1", "dependencies": [{}]"#),
                "{}",
                "Entry of 'dependencies' has no 'name'",
                Doubtful,
            ),
        ];
        for (text, place, message, gravity) in cases {
            let problems = Metadata::parse(&text).problems;
            assert_eq!(problems.len(), 1, "{text}: {problems:?}");
            let problem = &problems[0];
            assert!(problem.message.starts_with(message), "{text}: {problem:?}");
            assert_eq!(
                (&text[problem.range], problem.gravity),
                (place, gravity),
                "{text}"
            );
        }
    }
}
