//! The user's settings as values. `puppet-project` reads them.

mod path_glob;

use std::sync::Arc;

use puppet_diagnostics::{Policy, Strictness};
use puppet_patterns::HouseRule;

use crate::version_requirement::Requirement;

pub use crate::settings::path_glob::PathGlob;
pub use puppet_diagnostics::RuleLevels;

/// The settings of an environment. Paths are absolute, `/` between their parts; what is not set is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// Directories of modules that are looked into after those that were found.
    pub module_path: Vec<Arc<str>>,
    /// Whether modules that are installed on this computer are looked into; they are, if nothing is said.
    pub installed_modules: Option<bool>,
    /// Directories of environments; without them they are found.
    pub environments: Vec<Arc<str>>,
    /// The versions that the code is for; by default those of `metadata.json`.
    pub target: Vec<Requirement>,
    /// How much the user wants to hear.
    pub strictness: Option<Strictness>,
    /// The severities of diagnostics, by rule.
    pub rules: RuleLevels,
    /// The same for some files; the last that fits counts.
    pub overrides: Vec<Override>,
    /// Files that are not checked. What they define is known all the same.
    pub exclude: Vec<PathGlob>,
    /// Files or directories with stubs of Ruby code.
    pub stubs: Vec<Arc<str>>,
    /// The user's own rules.
    pub house_rules: Vec<HouseRule>,
}

/// Levels for some files.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Override {
    /// The files: those that one of the patterns fits.
    pub paths: Vec<PathGlob>,
    /// The levels.
    pub rules: RuleLevels,
}

impl Settings {
    /// The severities of diagnostics in the file at a path.
    #[must_use]
    pub fn policy(&self, path: &str) -> Policy {
        let mut levels = self.rules.clone();
        for entry in &self.overrides {
            if entry.paths.iter().any(|pattern| pattern.matches(path)) {
                levels.extend_from_slice(&entry.rules);
            }
        }
        Policy {
            strictness: self.strictness.unwrap_or_default(),
            levels,
        }
    }

    /// Whether the file at a path is not to be checked.
    #[must_use]
    pub fn excludes(&self, path: &str) -> bool {
        self.exclude.iter().any(|pattern| pattern.matches(path))
    }

    /// These settings, completed by those that count less.
    #[must_use]
    pub fn with_fallback(mut self, other: &Self) -> Self {
        fn fill<T: Clone>(list: &mut Vec<T>, other: &[T]) {
            if list.is_empty() {
                list.extend_from_slice(other);
            }
        }
        fill(&mut self.module_path, &other.module_path);
        fill(&mut self.environments, &other.environments);
        fill(&mut self.target, &other.target);
        fill(&mut self.exclude, &other.exclude);
        fill(&mut self.stubs, &other.stubs);
        fill(&mut self.house_rules, &other.house_rules);
        self.strictness = self.strictness.or(other.strictness);
        self.installed_modules = self.installed_modules.or(other.installed_modules);
        self.rules.splice(0..0, other.rules.iter().cloned());
        self.overrides.splice(0..0, other.overrides.iter().cloned());
        self
    }
}

#[cfg(test)]
mod tests {
    use puppet_diagnostics::{Level, Rule, Severity};

    use super::*;

    fn levels(of: &[(&Rule, Option<Severity>)]) -> RuleLevels {
        let levels = of.iter();
        levels
            .map(|(rule, level)| (rule.code.into(), *level))
            .collect()
    }

    const fn rule(code: &'static str) -> Rule {
        Rule::new(code, "", "", &[Level::Hint; 3], "")
    }

    #[test]
    fn the_last_override_that_fits_counts_and_then_the_rules() {
        let [rule, other, third] = &["N110", "N111", "S001"].map(rule);
        let (info, error) = (Some(Severity::Info), Some(Severity::Error));
        let entry = |pattern: &str, level| Override {
            paths: Vec::from_iter(PathGlob::new("/r", pattern)),
            rules: levels(&[(rule, level)]),
        };
        let file = Settings {
            rules: levels(&[(rule, info), (other, None)]),
            overrides: vec![entry("site/", None), entry("site/role", error)],
            ..Settings::default()
        };
        let client = Settings {
            strictness: Some(Strictness::Strict),
            rules: levels(&[(other, error)]),
            ..Settings::default()
        };
        let settings = client.with_fallback(&file);
        for (rule, path, expected) in [
            (rule, "/r/modules/a.pp", Some(info)),
            (rule, "/r/site/a.pp", Some(None)),
            (rule, "/r/site/role/a.pp", Some(error)),
            (other, "/r/site/role/a.pp", Some(error)),
            (third, "/r/site/a.pp", None),
        ] {
            let policy = settings.policy(path);
            assert_eq!(policy.strictness, Strictness::Strict);
            let level = policy.own_level(rule);
            assert_eq!(level, expected, "{} {path}", rule.code);
        }
    }
}
