//! Severities of diagnostics: the levels of the rules, and what the settings say about them.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::rule::{Certainty, Rule, Severity, Strictness};

/// What a user wants to hear of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Policy {
    /// Which of the levels that a rule declares counts.
    pub strictness: Strictness,
    /// Levels of single rules; the last that names a rule counts.
    pub levels: RuleLevels,
}

/// Levels by what selects rules ([`Rule::is_selected`]), in order; `None` is off.
pub type RuleLevels = Vec<(Arc<str>, Option<Severity>)>;

impl Policy {
    /// The policy of a strictness, without exceptions.
    #[must_use]
    pub fn new(strictness: Strictness) -> Self {
        Policy {
            strictness,
            levels: RuleLevels::new(),
        }
    }

    /// With a level for one rule; `None` turns it off.
    #[must_use]
    pub fn with_level(mut self, rule: &Rule, level: Option<Severity>) -> Self {
        self.levels.push((rule.code.into(), level));
        self
    }

    /// The level of a rule in the settings of single rules.
    #[must_use]
    pub fn own_level(&self, rule: &Rule) -> Option<Option<Severity>> {
        let mut levels = self.levels.iter().rev();
        let (_, level) = levels.find(|(selector, _)| rule.is_selected(selector))?;
        Some(*level)
    }

    /// How serious a diagnostic is, given how serious the check found it for the usual strictness; `None` if the user
    /// does not want to hear of it.
    ///
    /// A check that is less sure than its rule says less than the rule's level: such a diagnostic is a *possible* fault.
    /// It is silent in `lenient`, what the check says in `standard`, and as serious as a certain one in `strict`. Doubts
    /// of Puppet's own parser and validator (rules `S…`) are no possible faults: they stay what Puppet makes of them.
    #[must_use]
    pub fn severity(&self, rule: &Rule, found: Severity) -> Option<Severity> {
        let is_fatal = rule.is_fatal() && found == Severity::Error;
        if let Some(level) = self.own_level(rule).filter(|_| !is_fatal) {
            return level.map(|level| match rule.levels.standard {
                Some(usual) if found < usual => level.min(found),
                _ => level,
            });
        }
        let level = rule.severity(self.strictness);
        // Puppet itself refuses what its validator calls an error, whatever the rule says of others.
        if rule.levels.standard.is_some_and(|usual| found > usual) {
            return Some(found);
        }
        let is_possible = rule.levels.standard.is_some_and(|usual| found < usual);
        if !is_possible || rule.code == "S099" {
            return level;
        }
        if rule.code.starts_with('S') {
            return level.map(|level| level.min(found));
        }
        match self.strictness {
            Strictness::Lenient => None,
            Strictness::Standard => Some(found),
            Strictness::Strict => level,
        }
    }

    /// How serious a diagnostic is of something that fails for some values only: a warning at most; `None` if the user does
    /// not want to hear of it. What is likely to fail is reported from `standard` on, and what may fail in `strict`.
    #[must_use]
    pub fn possible_severity(&self, rule: &Rule, certainty: Certainty) -> Option<Severity> {
        let least = match certainty {
            Certainty::Certain | Certainty::Likely => Strictness::Standard,
            Certainty::Possible => Strictness::Strict,
        };
        let level = self.own_level(rule).unwrap_or(Some(Severity::Warning));
        let level = level.filter(|_| self.strictness >= least);
        level.map(|level| level.min(Severity::Warning))
    }

    /// Gives diagnostics the severity that they have for the user, and drops those that the settings turn off.
    pub fn apply<P>(&self, diagnostics: &mut Vec<Diagnostic<P>>) {
        diagnostics.retain_mut(|diagnostic| {
            let severity = match diagnostic.certainty {
                Certainty::Certain => self.severity(diagnostic.rule, diagnostic.severity),
                certainty => self.possible_severity(diagnostic.rule, certainty),
            };
            match severity {
                Some(severity) => {
                    diagnostic.severity = severity;
                    true
                }
                None => false,
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Level;

    /// A rule with a level for each strictness.
    const fn rule(code: &'static str, levels: [Level; 3]) -> Rule {
        Rule::new(code, "a-rule", "", &levels, "")
    }

    static UNKNOWN_VARIABLE: Rule = rule("N101", [Level::Error; 3]);

    #[test]
    fn strictness_decides_about_possible_faults() {
        use Severity::{Error, Hint, Warning};
        use Strictness::{Lenient, Standard, Strict};
        let reserved_word = rule("S003", [Level::Error; 3]);
        let duplicate_case_option = rule("C401", [Level::Warning; 3]);
        let unused_variable = rule("N110", [Level::Off, Level::Hint, Level::Hint]);
        let rows = [
            (&UNKNOWN_VARIABLE, Error, [Some(Error); 3]),
            (
                &UNKNOWN_VARIABLE,
                Warning,
                [None, Some(Warning), Some(Error)],
            ),
            (&reserved_word, Warning, [Some(Warning); 3]),
            (&duplicate_case_option, Error, [Some(Error); 3]),
            (&unused_variable, Hint, [None, Some(Hint), Some(Hint)]),
        ];
        for (rule, found, expected) in rows {
            let actual = [Lenient, Standard, Strict]
                .map(|strictness| Policy::new(strictness).severity(rule, found));
            assert_eq!(actual, expected, "{} {found}", rule.code);
        }
    }

    #[test]
    fn settings_win_over_strictness() {
        use Severity::{Error, Hint, Info, Warning};
        let rule = &UNKNOWN_VARIABLE;
        let level = |level, found| {
            Policy::new(Strictness::Strict)
                .with_level(rule, level)
                .severity(rule, found)
        };
        assert_eq!(level(None, Error), None);
        assert_eq!(level(Some(Info), Error), Some(Info));
        assert_eq!(level(Some(Info), Warning), Some(Info));
        assert_eq!(level(Some(Error), Warning), Some(Warning));
        assert_eq!(level(Some(Hint), Warning), Some(Hint));
    }

    #[test]
    fn what_may_fail_is_a_warning_at_most() {
        use Certainty::{Likely, Possible};
        use Severity::{Error, Info, Warning};
        use Strictness::{Lenient, Standard, Strict};
        let rule = &UNKNOWN_VARIABLE;
        let levels = |certainty, own: Option<Option<Severity>>| {
            [Lenient, Standard, Strict].map(|strictness| {
                let policy = Policy::new(strictness);
                let policy = match own {
                    Some(level) => policy.with_level(rule, level),
                    None => policy,
                };
                policy.possible_severity(rule, certainty)
            })
        };
        let warning = Some(Warning);
        assert_eq!(levels(Likely, None), [None, warning, warning]);
        assert_eq!(levels(Possible, None), [None, None, warning]);
        assert_eq!(levels(Possible, Some(Some(Error))), [None, None, warning]);
        let info = Some(Info);
        assert_eq!(levels(Likely, Some(info)), [None, info, info]);
        assert_eq!(levels(Likely, Some(None)), [None; 3]);
    }

    #[test]
    fn the_last_level_that_names_a_rule_counts() {
        let policy = |selectors: [&str; 2]| {
            let levels = [None, Some(Severity::Info)];
            let levels = selectors.map(Arc::from).into_iter().zip(levels);
            let levels = levels.collect();
            Policy {
                levels,
                ..Policy::default()
            }
        };
        for (selectors, expected) in [
            (["N101", "a-rule"], Some(Some(Severity::Info))),
            (["a-rule", "N102"], Some(None)),
            (["N102", "n101"], None),
        ] {
            assert_eq!(policy(selectors).own_level(&UNKNOWN_VARIABLE), expected);
        }
    }
}
