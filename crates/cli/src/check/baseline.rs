//! Baselines: known diagnostics that are not reported. They have no line numbers, so that code can move.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use puppet_db::File;
use puppet_diagnostics::Diagnostic;
use puppet_semantic::RootDatabase;
use serde_json::{Value, json};

use super::output::summary::count;
use crate::paths::WorkingDirectory;

/// The version of the format.
const VERSION: u64 = 1;

/// Known diagnostics of a rule in a file, by their messages.
type Messages = BTreeMap<String, usize>;

/// Known diagnostics by their file, relative to the directory of the baseline, and their rule.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Baseline {
    entries: BTreeMap<(String, String), Messages>,
}

/// What a baseline left of the diagnostics of a run.
#[derive(Debug, Default)]
pub struct Comparison {
    /// How many diagnostics are known.
    pub known: usize,
    /// How many known diagnostics are gone, by rule.
    pub gone: BTreeMap<String, usize>,
}

impl Comparison {
    /// One line: what is known, and what got better.
    pub fn summary(&self, name: &str) -> Option<String> {
        let gone: usize = self.gone.values().sum();
        let rules = self
            .gone
            .iter()
            .map(|(rule, count)| format!("{count} {rule}"));
        let rules = rules.collect::<Vec<_>>().join(", ");
        let better = match gone {
            0 => String::new(),
            gone => format!(", {gone} gone ({rules}): --write-baseline updates it"),
        };
        let known = count(self.known, "known diagnostic");
        (self.known + gone > 0).then(|| format!("{name}: {known} not shown{better}"))
    }
}

impl Baseline {
    /// Reads a baseline.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read the baseline {name}: {error}"))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| format!("{name} is not a baseline: {error}"))?;
        let version = value.get("version").and_then(Value::as_u64);
        match version {
            Some(VERSION) => {}
            Some(other) => {
                return Err(format!(
                    "{name} has version {other} of baselines, expected {VERSION}: write it again with --write-baseline"
                ));
            }
            None => return Err(format!("{name} is not a baseline: it has no 'version'")),
        }
        Self::from_json(&value)
            .ok_or_else(|| format!("{name} is not a baseline: its entries are broken"))
    }

    fn from_json(value: &Value) -> Option<Self> {
        let mut baseline = Self::default();
        for (file, entries) in value.get("files")?.as_object()? {
            for entry in entries.as_array()? {
                let text = |key| entry.get(key)?.as_str().map(str::to_owned);
                let key = (file.clone(), text("rule")?);
                let count = usize::try_from(entry.get("count")?.as_u64()?).ok()?;
                let messages = baseline.entries.entry(key).or_default();
                messages.insert(text("message")?, count);
            }
        }
        Some(baseline)
    }

    /// The diagnostics of a run.
    pub fn collect(names: &Names<'_>, diagnostics: &[&Diagnostic<File>]) -> Self {
        let mut baseline = Self::default();
        for diagnostic in diagnostics {
            let messages = baseline.entries.entry(names.key(diagnostic)).or_default();
            *messages.entry(diagnostic.message.clone()).or_default() += 1;
        }
        baseline
    }

    /// Writes the baseline. What is not a baseline is not overwritten.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let name = path.display();
        let old = fs::read_to_string(path).unwrap_or_default();
        let is_baseline = serde_json::from_str(&old).is_ok_and(|value: Value| {
            value.get("version").is_some() && value.get("files").is_some()
        });
        if path.exists() && !is_baseline {
            return Err(format!("{name} is not a baseline, and is not overwritten"));
        }
        let mut files: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for ((file, rule), messages) in &self.entries {
            let entries = messages.iter().map(
                |(message, count)| json!({ "rule": rule, "message": message, "count": count }),
            );
            files.entry(file).or_default().extend(entries);
        }
        let document = json!({ "version": VERSION, "files": files });
        fs::write(path, format!("{document:#}\n"))
            .map_err(|error| format!("cannot write {name}: {error}"))
    }

    /// Takes known diagnostics out of a list. First those with the same message count, then those of the same rule in the
    /// same file, whose code was edited, and then those with the same message in a file that was moved.
    pub fn filter(
        mut self,
        names: &Names<'_>,
        diagnostics: &mut Vec<&Diagnostic<File>>,
        was_checked: impl Fn(&str) -> bool,
    ) -> Comparison {
        let before = diagnostics.len();
        diagnostics.retain(|it| !self.take_message(&names.key(it), &it.message));
        diagnostics.retain(|it| !self.take_rule(&names.key(it)));
        diagnostics.retain(|it| !self.take_moved(it, names));
        let mut comparison = Comparison {
            known: before - diagnostics.len(),
            ..Comparison::default()
        };
        for ((file, rule), messages) in self.entries {
            let count: usize = messages.values().sum();
            if count > 0 && (was_checked(&file) || !names.exists(&file)) {
                *comparison.gone.entry(rule).or_default() += count;
            }
        }
        comparison
    }

    fn take_message(&mut self, key: &(String, String), message: &str) -> bool {
        let messages = self.entries.get_mut(key);
        take(messages.and_then(|messages| messages.get_mut(message)))
    }

    fn take_rule(&mut self, key: &(String, String)) -> bool {
        let messages = self.entries.get_mut(key);
        take(messages.and_then(|messages| messages.values_mut().find(|count| **count > 0)))
    }

    fn take_moved(&mut self, diagnostic: &Diagnostic<File>, names: &Names<'_>) -> bool {
        let moved = self.entries.iter_mut();
        let mut moved = moved.filter(|((_, rule), _)| rule == diagnostic.code());
        let found = moved.find_map(|((file, _), messages)| {
            let count = messages.get_mut(&diagnostic.message)?;
            (*count > 0 && !names.exists(file)).then_some(count)
        });
        take(found)
    }
}

/// Takes one of a number.
fn take(count: Option<&mut usize>) -> bool {
    match count {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// The names of files in a baseline: relative to its directory, with `/` between their parts.
pub struct Names<'a> {
    db: &'a RootDatabase,
    directory: WorkingDirectory,
}

impl<'a> Names<'a> {
    /// Names relative to the directory of a baseline.
    pub fn new(db: &'a RootDatabase, directory: WorkingDirectory) -> Self {
        Self { db, directory }
    }

    /// The name of a file.
    pub fn name(&self, file: File) -> String {
        let path = self.directory.relative(Path::new(&**file.path(self.db)));
        path.display().to_string().replace('\\', "/")
    }

    fn key(&self, diagnostic: &Diagnostic<File>) -> (String, String) {
        (
            self.name(diagnostic.place.file),
            diagnostic.code().to_owned(),
        )
    }

    fn exists(&self, name: &str) -> bool {
        self.directory.absolute(Path::new(name)).exists()
    }
}
