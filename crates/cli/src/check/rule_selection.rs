//! The rules that `--select` and `--ignore` name.

use std::str::FromStr;

use puppet_checks::rules;
use puppet_checks::suppression::can_be_suppressed;
use puppet_db::settings::RuleLevels;
use puppet_diagnostics::{Rule, Severity};
use puppet_text::closest;

/// Rules that are named together: one rule by its code, its name or puppet-lint's name, several by the start of their
/// codes (`T`, `N1`), or `ALL`.
#[derive(Debug, Clone)]
pub struct RuleSelector(Vec<&'static Rule>);

impl FromStr for RuleSelector {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if let Some(rule) = rules::find(name) {
            return Ok(Self(vec![rule]));
        }
        let is_meant = |rule: &Rule| name == "ALL" || rule.is_selected(name);
        let all = rules::ALL.iter().copied();
        let meant: Vec<&Rule> = all.filter(|rule| is_meant(rule)).collect();
        if meant.is_empty() {
            let names = rules::ALL.iter().map(|rule| rule.name);
            return Err(match closest(name, names) {
                Some(similar) => format!("unknown rule '{name}', did you mean '{similar}'?"),
                None => format!("unknown rule '{name}', `puppet-analyzer explain` lists all"),
            });
        }
        Ok(Self(meant))
    }
}

/// The rules whose diagnostics are reported.
#[derive(Debug, Clone, Default)]
pub struct RuleSelection {
    selected: Vec<&'static Rule>,
    ignored: Vec<&'static Rule>,
}

impl RuleSelection {
    /// The rules of `--select`, or all if there are none, without those of `--ignore`.
    pub fn new(select: &[RuleSelector], ignore: &[RuleSelector]) -> Self {
        let rules = |selectors: &[RuleSelector]| {
            let selectors = selectors.iter();
            selectors.flat_map(|it| it.0.iter().copied()).collect()
        };
        Self {
            selected: rules(select),
            ignored: rules(ignore),
        }
    }

    /// Whether diagnostics of a rule with this severity are reported. Errors for which Puppet refuses a file always are.
    pub fn reports(&self, rule: &Rule, severity: Severity) -> bool {
        let is_fatal = rule.is_fatal() && severity == Severity::Error;
        let is_selected = self.selected.is_empty() || self.names(rule) || !can_be_suppressed(rule);
        is_fatal || is_selected && !self.ignored.contains(&rule)
    }

    /// Whether `--select` names a rule.
    pub fn names(&self, rule: &Rule) -> bool {
        self.selected.contains(&rule)
    }

    /// The levels of the selected rules that are off otherwise.
    pub fn levels(&self) -> RuleLevels {
        let off = self.selected.iter();
        let off = off.filter(|rule| rule.levels.standard.is_none());
        off.map(|rule| {
            let level = rule.levels.strict.unwrap_or(Severity::Warning);
            (rule.code.into(), Some(level))
        })
        .collect()
    }
}
