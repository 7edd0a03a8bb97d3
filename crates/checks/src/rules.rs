//! All rules, which their files declare.

use puppet_diagnostics::Rule;

pub use crate::generated::rules::*;

/// The rule with this code ("T201") or name ("incompatible-default").
#[must_use]
pub fn find(code_or_name: &str) -> Option<&'static Rule> {
    let mut rules = ALL.iter().copied();
    rules.find(|rule| rule.is_named(code_or_name))
}

#[cfg(test)]
mod tests {
    use puppet_diagnostics::{Levels, Severity, Strictness};

    use super::*;

    #[test]
    fn codes_and_names_are_unique_and_well_formed() {
        for (index, rule) in ALL.iter().enumerate() {
            let (letter, digits) = rule.code.split_at(1);
            let is_code = letter.chars().all(|c| c.is_ascii_uppercase())
                && digits.len() == 3
                && digits.chars().all(|c| c.is_ascii_digit());
            assert!(is_code, "{}", rule.code);
            let mut name = rule.name.chars();
            let is_name = name.all(|c| c.is_ascii_lowercase() || c == '-');
            assert!(is_name, "{}", rule.name);
            let is_sentence = rule.summary.ends_with('.') && !rule.summary.starts_with(' ');
            assert!(is_sentence, "{}", rule.summary);
            assert!(rule.fix.is_none() || rule.no_fix.is_none(), "{}", rule.code);
            for other in &ALL[..index] {
                let is_other = rule.code != other.code && rule.name != other.name;
                assert!(is_other, "{} {}", rule.code, other.code);
            }
        }
    }

    #[test]
    fn stricter_is_never_less_serious() {
        for rule in ALL {
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
        assert_eq!(find("T201"), Some(&INCOMPATIBLE_DEFAULT));
        assert_eq!(find("incompatible-default"), Some(&INCOMPATIBLE_DEFAULT));
        assert_eq!(find("T999"), None);
        let page = INCOMPATIBLE_DEFAULT.page;
        assert!(page.starts_with("# T201 incompatible-default"));
        assert_eq!(MISSING_TYPE.severity(Strictness::Lenient), None);
        let strict = MISSING_TYPE.severity(Strictness::Strict);
        assert_eq!(strict, Some(Severity::Hint));
    }
}
