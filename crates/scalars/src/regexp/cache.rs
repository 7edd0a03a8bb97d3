//! The expressions that were checked before: a body that is evaluated for each of its uses asks for the same ones again,
//! and to compile one costs more than many matches.

use std::{
    collections::HashMap,
    sync::{LazyLock, RwLock},
};

use super::{Regexp, RegexpError};

/// So many expressions are kept. All go when there is one more.
const MAX_COUNT: usize = 1_000;

/// Longer sources, in bytes, are not kept: they are seldom written twice.
const MAX_LENGTH: usize = 500;

static KNOWN: LazyLock<RwLock<HashMap<String, Regexp>>> = LazyLock::new(RwLock::default);

/// The expression of a source, from before or by `check`. Sources that are wrong are checked each time.
pub(super) fn get_or_check(
    source: String,
    check: fn(String) -> Result<Regexp, RegexpError>,
) -> Result<Regexp, RegexpError> {
    if source.len() > MAX_LENGTH {
        return check(source);
    }
    let before = KNOWN
        .read()
        .ok()
        .and_then(|known| known.get(&source).cloned());
    if let Some(before) = before {
        return Ok(before);
    }
    let regexp = check(source.clone())?;
    if let Ok(mut known) = KNOWN.write() {
        if known.len() >= MAX_COUNT {
            known.clear();
        }
        known.insert(source, regexp.clone());
    }
    Ok(regexp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_kept_and_bounded() {
        let same = |source: &str| {
            let [one, other] = [Regexp::new(source), Regexp::new(source)];
            let [one, other] = [one.expect("valid"), other.expect("valid")];
            std::sync::Arc::ptr_eq(&one.0, &other.0)
        };
        assert!(same(r"\A[a-z]+\z"));
        assert!(!same(&"a".repeat(MAX_LENGTH + 1)));
        for number in 0..2 * MAX_COUNT {
            assert!(Regexp::new(format!("kept{number}")).is_ok());
        }
        assert!(KNOWN.read().expect("no panic").len() <= MAX_COUNT);
        assert!(Regexp::new("(").is_err() && Regexp::new("(").is_err());
    }
}
