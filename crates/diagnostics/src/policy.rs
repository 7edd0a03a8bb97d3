//! How serious findings are to a user: the levels of the rules, and what the settings say about them.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::rule::{Rule, Severity, Strictness};

/// What a user wants to hear of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Policy {
    /// Which of the levels in the table of rules counts.
    pub strictness: Strictness,
    /// Levels of single rules, by code; `None` is off.
    pub levels: BTreeMap<&'static str, Option<Severity>>,
}

impl Policy {
    /// The policy of a strictness, without exceptions.
    #[must_use]
    pub fn of(strictness: Strictness) -> Self {
        Policy {
            strictness,
            levels: BTreeMap::new(),
        }
    }

    /// With a level for one rule; `None` turns it off.
    #[must_use]
    pub fn with_level(mut self, rule: &Rule, level: Option<Severity>) -> Self {
        self.levels.insert(rule.code, level);
        self
    }

    /// How serious a finding is, given how serious the check found it for the usual strictness; `None` if the user does
    /// not want to hear of it.
    ///
    /// A check that is less sure than its rule says less than the rule's level: such a finding is a *possible* fault.
    /// It is silent in `lenient`, what the check says in `standard`, and as serious as a certain one in `strict`. Doubts
    /// of Puppet's own parser and validator (rules `S…`) are no possible faults: they stay what Puppet makes of them.
    #[must_use]
    pub fn severity(&self, rule: &Rule, found: Severity) -> Option<Severity> {
        if let Some(level) = self.levels.get(rule.code) {
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

    /// Gives findings the severity that they have for the user, and drops those that nobody wants to hear of.
    pub fn apply<F>(&self, diagnostics: &mut Vec<Diagnostic<F>>) {
        diagnostics.retain_mut(|diagnostic| {
            match self.severity(diagnostic.rule, diagnostic.severity) {
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
    use crate::rules;

    #[test]
    fn strictness_decides_about_possible_faults() {
        use Severity::{Error, Hint, Warning};
        use Strictness::{Lenient, Standard, Strict};
        let rows = [
            (&rules::UNKNOWN_VARIABLE, Error, [Some(Error); 3]),
            (
                &rules::UNKNOWN_VARIABLE,
                Warning,
                [None, Some(Warning), Some(Error)],
            ),
            (&rules::RESERVED_WORD, Warning, [Some(Warning); 3]),
            (&rules::DUPLICATE_CASE_OPTION, Error, [Some(Error); 3]),
            (
                &rules::UNUSED_VARIABLE,
                Hint,
                [None, Some(Hint), Some(Hint)],
            ),
        ];
        for (rule, found, expected) in rows {
            let actual = [Lenient, Standard, Strict]
                .map(|strictness| Policy::of(strictness).severity(rule, found));
            assert_eq!(actual, expected, "{} {found}", rule.code);
        }
    }

    #[test]
    fn settings_win_over_strictness() {
        use Severity::{Error, Hint, Info, Warning};
        let rule = &rules::UNKNOWN_VARIABLE;
        let level = |level, found| {
            Policy::of(Strictness::Strict)
                .with_level(rule, level)
                .severity(rule, found)
        };
        assert_eq!(level(None, Error), None);
        assert_eq!(level(Some(Info), Error), Some(Info));
        assert_eq!(level(Some(Info), Warning), Some(Info));
        assert_eq!(level(Some(Error), Warning), Some(Warning));
        assert_eq!(level(Some(Hint), Warning), Some(Hint));
    }
}
