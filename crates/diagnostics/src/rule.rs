//! Rules: what can be reported.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use crate::Safety;

/// How serious a finding is. The order is that of seriousness: `Severity::Error > Severity::Warning`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something that could be better; shown without emphasis.
    Hint,
    /// Something to know.
    Info,
    /// Puppet accepts this, but hardly anybody wants it.
    Warning,
    /// Puppet would fail.
    Error,
}

impl Severity {
    /// The word for it: "error", "warning", "info", "hint".
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How much the user wants to hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Strictness {
    /// Only what is wrong, or very likely so.
    Lenient,
    /// The default.
    #[default]
    Standard,
    /// For code that is typed throughout.
    Strict,
}

/// How serious the findings of a rule are, for each [`Strictness`]; none is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Levels {
    /// With [`Strictness::Lenient`].
    pub lenient: Option<Severity>,
    /// With [`Strictness::Standard`].
    pub standard: Option<Severity>,
    /// With [`Strictness::Strict`].
    pub strict: Option<Severity>,
}

/// What can be reported: a row of `rules.toml`. Two rules are equal if their codes are.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// A letter and three digits that never change their meaning: "T201".
    pub code: &'static str,
    /// The name for people and settings: "incompatible-default".
    pub name: &'static str,
    /// How serious its findings are.
    pub levels: Levels,
    /// The checks of puppet-lint and its plugins that find the same.
    pub puppet_lint: &'static [&'static str],
    /// The first version of the analyzer that has it.
    pub since: &'static str,
    /// What is wrong, in one sentence.
    pub summary: &'static str,
    /// Whether a fix is offered, and whether it can be made without a look at it.
    pub fix: Option<Safety>,
}

impl Rule {
    /// How serious its findings are; none if it is off.
    pub fn severity(&self, strictness: Strictness) -> Option<Severity> {
        match strictness {
            Strictness::Lenient => self.levels.lenient,
            Strictness::Standard => self.levels.standard,
            Strictness::Strict => self.levels.strict,
        }
    }

    /// The file name of its page in the documentation: `T201-incompatible-default.md`.
    #[must_use]
    pub fn page_name(&self) -> String {
        format!("{}-{}.md", self.code, self.name)
    }

    /// The text of its page, in Markdown: what it is about, why, and examples.
    #[must_use]
    pub fn page(&self) -> Option<&'static str> {
        let pages = crate::generated::pages::PAGES;
        let at = pages
            .binary_search_by(|(code, _)| (*code).cmp(self.code))
            .ok()?;
        pages.get(at).map(|(_, text)| *text)
    }

    /// Its page with its levels below, in Markdown: what `explain` prints.
    #[must_use]
    pub fn explanation(&self) -> String {
        let mut text = match self.page() {
            Some(page) => page.to_owned(),
            None => format!("# {} {}\n\n{}\n", self.code, self.name, self.summary),
        };
        let level = |strictness| self.severity(strictness).map_or("off", Severity::as_str);
        text.push_str(&format!(
            "\n## Level\n\nlenient: {}, standard: {}, strict: {}; since {}\n",
            level(Strictness::Lenient),
            level(Strictness::Standard),
            level(Strictness::Strict),
            self.since,
        ));
        if !self.puppet_lint.is_empty() {
            text.push_str(&format!(
                "\nIn comments of puppet-lint: {}\n",
                self.puppet_lint.join(", ")
            ));
        }
        text
    }

    /// Where its page can be read in a browser.
    #[must_use]
    pub fn page_url(&self) -> String {
        let repository = env!("CARGO_PKG_REPOSITORY");
        format!("{repository}/blob/main/docs/rules/{}", self.page_name())
    }

    /// The rule with this code ("T201") or name ("incompatible-default").
    pub fn find(code_or_name: &str) -> Option<&'static Rule> {
        let rules = crate::rules::ALL.iter().copied();
        rules
            .into_iter()
            .find(|rule| rule.code == code_or_name || rule.name == code_or_name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

impl Hash for Rule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn codes_and_names_are_unique_and_well_formed() {
        for (index, rule) in rules::ALL.iter().enumerate() {
            let (letter, digits) = rule.code.split_at(1);
            assert!(
                letter.chars().all(|c| c.is_ascii_uppercase()),
                "{}",
                rule.code
            );
            assert!(
                digits.len() == 3 && digits.chars().all(|c| c.is_ascii_digit()),
                "{}",
                rule.code
            );
            assert!(
                rule.name
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c == '-'),
                "{}",
                rule.name
            );
            assert!(rule.summary.ends_with('.'), "{}", rule.summary);
            for other in &rules::ALL[..index] {
                assert!(
                    rule.code != other.code && rule.name != other.name,
                    "{} {}",
                    rule.code,
                    other.code
                );
            }
        }
    }

    #[test]
    fn stricter_is_never_less_serious() {
        for rule in rules::ALL {
            let Levels {
                lenient,
                standard,
                strict,
            } = rule.levels;
            assert!(lenient <= standard && standard <= strict, "{}", rule.code);
        }
    }

    #[test]
    fn rules_are_found_by_code_and_name() {
        assert_eq!(Rule::find("T201"), Some(&rules::INCOMPATIBLE_DEFAULT));
        assert_eq!(
            Rule::find("incompatible-default"),
            Some(&rules::INCOMPATIBLE_DEFAULT)
        );
        assert_eq!(Rule::find("T999"), None);
        let page = rules::INCOMPATIBLE_DEFAULT.page();
        assert!(page.is_some_and(|page| page.starts_with("# T201 incompatible-default")));
        assert_eq!(rules::MISSING_TYPE.severity(Strictness::Lenient), None);
        assert_eq!(
            rules::MISSING_TYPE.severity(Strictness::Strict),
            Some(Severity::Warning)
        );
    }
}
