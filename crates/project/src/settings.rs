//! `puppet-analyzer.toml`, and the same settings as editors and the command line give them.
//!
//! Which settings there are is said by the table `crates/project/settings.toml`.

mod house_rules;
mod spanned_toml;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puppet_data::{DataEntry, DataSyntaxError, DataValue, Scalar, ValueKind};
use puppet_db::settings::{Override, PathGlob, RuleLevels, Settings};
use puppet_db::version_requirement::Requirement;
use puppet_diagnostics::{Severity, Strictness};
use puppet_text::{TextRange, closest};

use crate::fs::FileSystem;
pub use crate::generated::settings::{EDITOR_KEYS, KEYS, SETTINGS};

/// The name of the settings file.
pub const FILE_NAME: &str = "puppet-analyzer.toml";

/// A setting of `puppet-analyzer.toml` with its documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentedSetting {
    /// Its key.
    pub key: &'static str,
    /// Its default, as JSON.
    pub default: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// An example in TOML.
    pub example: &'static str,
}

/// Settings that were read, and what is wrong with the rest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadSettings {
    /// The settings, as far as they could be read.
    pub settings: Settings,
    /// What is wrong, in the order of the text.
    pub problems: Vec<SettingsProblem>,
    /// The codes and names of rules, and where they are. This crate does not know which rules there are.
    pub rules: Vec<(Arc<str>, TextRange)>,
}

impl ReadSettings {
    /// The problems, with those of the rules that are unknown: of all rules, `names` are the names.
    #[must_use]
    pub fn problems_with_rules(
        self,
        is_rule: impl Fn(&str) -> bool,
        names: &[&str],
    ) -> Vec<SettingsProblem> {
        let mut problems = self.problems;
        let unknown = self.rules.iter().filter(|(name, _)| !is_rule(name));
        problems.extend(unknown.map(|(name, range)| unknown_name("rule", name, names, *range)));
        problems.sort_by_key(|problem| problem.range.start());
        problems
    }
}

/// Something wrong in settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsProblem {
    /// What is wrong.
    pub message: String,
    /// The place, in bytes.
    pub range: TextRange,
    /// What to do about it.
    pub help: Option<String>,
    /// The name that is likely meant.
    pub similar: Option<String>,
}

impl fmt::Display for SettingsProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

/// Reads a `puppet-analyzer.toml` that stands in the directory `base` (absolute, `/` between its parts).
#[must_use]
pub fn parse(text: &str, base: &str) -> ReadSettings {
    match spanned_toml::parse(text) {
        Ok(value) => read(&value, base, &[]),
        Err(DataSyntaxError { message, range }) => ReadSettings {
            settings: Settings::default(),
            problems: vec![SettingsProblem {
                message: format!("File is not valid TOML: {message}"),
                range,
                help: None,
                similar: None,
            }],
            rules: Vec::new(),
        },
    }
}

/// The keys and values of a `puppet-analyzer.toml` with their places; none where the text is no TOML.
#[must_use]
pub fn entries(text: &str) -> Vec<DataEntry> {
    let value = spanned_toml::parse(text).map(|value| value.kind);
    match value {
        Ok(ValueKind::Mapping(entries)) => entries,
        _ => Vec::new(),
    }
}

/// The paths that a `puppet-analyzer.toml` has under a key, as written.
#[must_use]
pub(crate) fn path_entries(text: &str, key: &str) -> Vec<String> {
    let entries = entries(text).into_iter();
    let values = entries
        .filter(|entry| *entry.key == *key)
        .map(|entry| entry.value);
    let paths = values.flat_map(|value| match value.as_sequence() {
        Some(elements) => elements
            .iter()
            .filter_map(DataValue::as_str)
            .map(str::to_owned)
            .collect(),
        None => Vec::from_iter(value.as_str().map(str::to_owned)),
    });
    paths.collect()
}

/// The settings file that counts for a directory: the nearest one in it or above. What has its name and is no file
/// counts, too: it cannot be read, which is reported.
pub fn nearest_file(fs: &dyn FileSystem, directory: &Path) -> Option<PathBuf> {
    let mut files = directory.ancestors().map(|it| it.join(FILE_NAME));
    files.find(|file| fs.kind(file).is_some())
}

/// Reads settings from an editor, as JSON text. Unlike those of the file, they may be `null` or an empty choice, which
/// say nothing, and have the keys that only editors have.
///
/// # Errors
/// When the text is no JSON.
pub fn parse_json(text: &str, base: &str) -> Result<ReadSettings, DataSyntaxError> {
    let value = puppet_data::json::parse(text)?;
    Ok(read(&value, base, EDITOR_KEYS))
}

/// Reads settings. Relative paths start at `base`; the keys of `others` are left alone.
#[must_use]
pub fn read(value: &DataValue, base: &str, others: &[&str]) -> ReadSettings {
    let mut reader = SettingsReader {
        base,
        problems: Vec::new(),
        rules: Vec::new(),
    };
    let settings = reader.settings(value, others);
    reader.problems.sort_by_key(|problem| problem.range.start());
    ReadSettings {
        settings,
        problems: reader.problems,
        rules: reader.rules,
    }
}

/// The levels of rules by their names.
const LEVELS: [(&str, Option<Severity>); 5] = [
    ("error", Some(Severity::Error)),
    ("warning", Some(Severity::Warning)),
    ("info", Some(Severity::Info)),
    ("hint", Some(Severity::Hint)),
    ("off", None),
];

struct SettingsReader<'a> {
    base: &'a str,
    problems: Vec<SettingsProblem>,
    rules: Vec<(Arc<str>, TextRange)>,
}

impl SettingsReader<'_> {
    fn settings(&mut self, value: &DataValue, others: &[&str]) -> Settings {
        let mut settings = Settings::default();
        let Some(entries) = value.as_mapping() else {
            self.expected("a table of settings", value);
            return settings;
        };
        for entry in entries {
            let value = &entry.value;
            let is_of_editor = !others.is_empty();
            if is_null(value) || is_of_editor && value.as_str() == Some("") {
                continue;
            }
            match &*entry.key {
                "module-path" => settings.module_path = self.directories(value),
                "installed-modules" => settings.installed_modules = self.boolean(value),
                "environments" => settings.environments = self.directories(value),
                "stubs" => settings.stubs = self.directories(value),
                "exclude" => settings.exclude = self.patterns(value),
                "target" => settings.target = self.targets(value),
                "strictness" => settings.strictness = self.strictness(value),
                "rules" => settings.rules = self.rules(value),
                "overrides" => settings.overrides = self.overrides(value),
                "house-rules" => settings.house_rules = self.house_rules(value),
                key if others.iter().any(|other| is_group_of(key, other)) => {}
                key => self.unknown("setting", key, KEYS, entry.key_range),
            }
        }
        settings
    }

    /// Strings: a list of them, or a single one.
    fn strings<'v>(&mut self, value: &'v DataValue) -> Vec<(&'v str, &'v DataValue)> {
        if let Some(text) = value.as_str() {
            return vec![(text, value)];
        }
        let Some(elements) = value.as_sequence() else {
            self.expected("a list of strings", value);
            return Vec::new();
        };
        let mut strings = Vec::with_capacity(elements.len());
        for element in elements {
            match element.as_str() {
                Some(text) => strings.push((text, element)),
                None => self.expected("a string", element),
            }
        }
        strings
    }

    fn boolean(&mut self, value: &DataValue) -> Option<bool> {
        match value.kind {
            ValueKind::Scalar(Scalar::Boolean(value)) => Some(value),
            _ => {
                self.expected("true or false", value);
                None
            }
        }
    }

    fn directories(&mut self, value: &DataValue) -> Vec<Arc<str>> {
        let strings = self.strings(value).into_iter();
        strings
            .map(|(text, _)| absolute(self.base, text).into())
            .collect()
    }

    fn patterns(&mut self, value: &DataValue) -> Vec<PathGlob> {
        let mut patterns = Vec::new();
        for (text, value) in self.strings(value) {
            match PathGlob::new(self.base, text) {
                Ok(pattern) => patterns.push(pattern),
                Err(reason) => self.problem(reason, value.range),
            }
        }
        patterns
    }

    fn targets(&mut self, value: &DataValue) -> Vec<Requirement> {
        let mut targets = Vec::new();
        for (text, value) in self.strings(value) {
            match Requirement::parse(text) {
                Ok(requirement) => targets.push(requirement),
                Err(reason) => self.problem(reason, value.range),
            }
        }
        targets
    }

    fn strictness(&mut self, value: &DataValue) -> Option<Strictness> {
        let all = [
            ("lenient", Strictness::Lenient),
            ("standard", Strictness::Standard),
            ("strict", Strictness::Strict),
        ];
        self.one_of("strictness", &all, value)
    }

    fn rules(&mut self, value: &DataValue) -> RuleLevels {
        let mut levels = RuleLevels::default();
        let Some(entries) = value.as_mapping() else {
            self.expected("a table of rules with their levels", value);
            return levels;
        };
        for entry in entries.iter().filter(|entry| !is_null(&entry.value)) {
            let level = self.one_of("level", &LEVELS, &entry.value);
            let name: Arc<str> = Arc::from(&*entry.key);
            levels.extend(level.map(|level| (name.clone(), level)));
            self.rules.push((name, entry.key_range));
        }
        levels
    }

    fn overrides(&mut self, value: &DataValue) -> Vec<Override> {
        let Some(elements) = value.as_sequence() else {
            self.expected("a list of tables with 'paths' and 'rules'", value);
            return Vec::new();
        };
        elements
            .iter()
            .filter_map(|element| self.one_override(element))
            .collect()
    }

    fn one_override(&mut self, value: &DataValue) -> Option<Override> {
        const KEYS: [&str; 2] = ["paths", "rules"];
        let Some(entries) = value.as_mapping() else {
            self.expected("a table with 'paths' and 'rules'", value);
            return None;
        };
        for entry in entries.iter().filter(|entry| !KEYS.contains(&&*entry.key)) {
            self.unknown("setting", &entry.key, &KEYS, entry.key_range);
        }
        for key in KEYS.iter().filter(|key| value.get(key).is_none()) {
            self.problem(format!("Key '{key}' is missing"), value.range);
        }
        Some(Override {
            paths: self.patterns(value.get("paths")?),
            rules: self.rules(value.get("rules")?),
        })
    }

    fn one_of<T: Copy>(&mut self, what: &str, all: &[(&str, T)], value: &DataValue) -> Option<T> {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        let Some(text) = value.as_str() else {
            self.expected(&format!("one of {}", names.join(", ")), value);
            return None;
        };
        let found = all.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            self.problem(
                format!(
                    "Invalid {what} '{text}': expected one of {}",
                    names.join(", ")
                ),
                value.range,
            );
        }
        found.map(|(_, value)| *value)
    }

    fn unknown(&mut self, what: &str, key: &str, known: &[&str], range: TextRange) {
        self.problems.push(unknown_name(what, key, known, range));
    }

    fn expected(&mut self, what: &str, value: &DataValue) {
        self.problem(
            format!("Expected {what}, got {}", describe(value)),
            value.range,
        );
    }

    fn problem(&mut self, message: String, range: TextRange) {
        self.problems.push(SettingsProblem {
            message,
            range,
            help: None,
            similar: None,
        });
    }
}

fn unknown_name(what: &str, key: &str, known: &[&str], range: TextRange) -> SettingsProblem {
    let similar = closest(key, known.iter().copied());
    let help = similar
        .map(|similar| format!("Did you mean '{similar}'?"))
        .or_else(|| (known.len() < 20).then(|| format!("Expected one of {}", known.join(", "))));
    SettingsProblem {
        message: format!("Unknown {what} '{key}'"),
        range,
        help,
        similar: similar.map(str::to_owned),
    }
}

/// Whether a key is that of an editor's own setting or a part of it: `server` of `server.path`.
fn is_group_of(key: &str, other: &str) -> bool {
    other
        .strip_prefix(key)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn is_null(value: &DataValue) -> bool {
    value.kind == ValueKind::Scalar(Scalar::Null)
}

fn describe(value: &DataValue) -> &'static str {
    match value.describe() {
        "an array" => "a list",
        "an object" => "a table",
        other => other,
    }
}

/// A path from a directory, `/` between its parts.
fn absolute(base: &str, path: &str) -> String {
    if path.starts_with('/') || path.get(1..2) == Some(":") {
        let trimmed = path.trim_end_matches('/');
        return if trimmed.is_empty() { "/" } else { trimmed }.to_owned();
    }
    let mut parts: Vec<&str> = base.split('/').collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.len() > 1 => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::expect;

    use super::*;

    #[test]
    fn every_setting_of_the_table_is_read() {
        for key in KEYS {
            let read = parse(&format!("{key} = 2001-01-01"), "/r");
            let [problem] = &read.problems[..] else {
                panic!("{key}: {:?}", read.problems);
            };
            assert!(
                problem.message.starts_with("Expected "),
                "{key}: {problem:?}"
            );
        }
    }

    #[test]
    fn settings_are_read() {
        let read = parse(
            "target = ['puppet >= 7', 'openvox 9.x']\nstrictness = 'strict'\n\
             module-path = ['../shared', '/opt/modules/']\nexclude = 'vendor/'\n\
             [rules]\nN111 = 'off'\nunknown-class = 'warning'\n\
             [[overrides]]\npaths = ['site']\nrules = {N104 = 'hint'}\n",
            "/r/control",
        );
        assert_eq!(read.problems, []);
        expect![[r#"
            Settings {
                module_path: [
                    "/r/shared",
                    "/opt/modules",
                ],
                installed_modules: None,
                environments: [],
                target: [
                    Requirement {
                        product: Puppet,
                        versions: SemVerRange(
                            Union {
                                intervals: [
                                    GtEq(
                                        SemVer(
                                            VersionParts {
                                                version: Version {
                                                    major: 7,
                                                    minor: 0,
                                                    patch: 0,
                                                },
                                                whole_prerelease: None,
                                                whole_build: None,
                                            },
                                        ),
                                    ),
                                ],
                                text: ">= 7",
                            },
                        ),
                    },
                    Requirement {
                        product: OpenVox,
                        versions: SemVerRange(
                            Union {
                                intervals: [
                                    Both(
                                        GtEq(
                                            SemVer(
                                                VersionParts {
                                                    version: Version {
                                                        major: 9,
                                                        minor: 0,
                                                        patch: 0,
                                                    },
                                                    whole_prerelease: None,
                                                    whole_build: None,
                                                },
                                            ),
                                        ),
                                        Lt(
                                            SemVer(
                                                VersionParts {
                                                    version: Version {
                                                        major: 10,
                                                        minor: 0,
                                                        patch: 0,
                                                    },
                                                    whole_prerelease: None,
                                                    whole_build: None,
                                                },
                                            ),
                                        ),
                                    ),
                                ],
                                text: "9.x",
                            },
                        ),
                    },
                ],
                strictness: Some(
                    Strict,
                ),
                rules: [
                    (
                        "N111",
                        None,
                    ),
                    (
                        "unknown-class",
                        Some(
                            Warning,
                        ),
                    ),
                ],
                overrides: [
                    Override {
                        paths: [
                            /r/control: site,
                        ],
                        rules: [
                            (
                                "N104",
                                Some(
                                    Hint,
                                ),
                            ),
                        ],
                    },
                ],
                exclude: [
                    /r/control: vendor/,
                ],
                stubs: [],
                house_rules: [],
            }
        "#]]
        .assert_debug_eq(&read.settings);
    }

    #[test]
    fn what_is_wrong_has_a_place_a_reason_and_help() {
        let text = "strictnes = 'strict'\nstrictness = 'very'\ntarget = ['ruby 3', 'puppet y', 8]\n\
                    frobnicate = 1\nexclude = {}\n[rules]\nunused-varable = 'off'\nN111 = 'of'\nT999 = 'off'\n\
                    [[overrides]]\npath = ['x']\nrules = 1\n";
        let mut out = String::new();
        let is_rule = |name: &str| ["N111", "unused-variable"].contains(&name);
        let read = parse(text, "/r");
        for problem in read.problems_with_rules(is_rule, &["unused-variable"; 30]) {
            let help = problem.help.unwrap_or_default();
            let _ = writeln!(
                out,
                "{}: {} | {help}",
                &text[problem.range], problem.message
            );
        }
        expect![[r#"
            strictnes: Unknown setting 'strictnes' | Did you mean 'strictness'?
            'very': Invalid strictness 'very': expected one of lenient, standard, strict | 
            'ruby 3': 'ruby 3' is not of the form 'puppet>=7' or 'openvox>=8' | 
            'puppet y': 'y' is no range of versions | 
            8: Expected a string, got a number | 
            frobnicate: Unknown setting 'frobnicate' | Expected one of target, strictness, rules, overrides, house-rules, exclude, module-path, installed-modules, environments, stubs
            {}: Expected a list of strings, got a table | 
            unused-varable: Unknown rule 'unused-varable' | Did you mean 'unused-variable'?
            'of': Invalid level 'of': expected one of error, warning, info, hint, off | 
            T999: Unknown rule 'T999' | 
            [[overrides]]: Key 'paths' is missing | 
            path: Unknown setting 'path' | Did you mean 'paths'?
        "#]].assert_eq(&out);
        let broken = parse("a = ", "/r").problems;
        expect![[r#"
            [
                SettingsProblem {
                    message: "File is not valid TOML: string values must be quoted, expected literal string",
                    range: 4..4,
                    help: None,
                    similar: None,
                },
            ]
        "#]].assert_debug_eq(&broken);
    }

    #[test]
    fn editors_have_settings_of_their_own() {
        let text = r#"{"server": {"path": null}, "trace": {}, "strictness": "lenient", "exclude": null, "sever": 1}"#;
        let read = parse_json(text, "/r").expect("JSON");
        assert_eq!(read.settings.strictness, Some(Strictness::Lenient));
        assert_eq!(read.problems.len(), 1);
        assert_eq!(read.problems[0].message, "Unknown setting 'sever'");
        let read = parse_json(r#"{"strictness": ""}"#, "/r").expect("JSON");
        assert_eq!((read.settings.strictness, read.problems.len()), (None, 0));
    }
}
