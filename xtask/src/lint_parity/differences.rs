//! The differences by intent, with the reason for each: `differences.toml`.

use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

const TABLE: &str = include_str!("differences.toml");

/// Who reports something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    Ours,
    Theirs,
}

/// A difference.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Difference {
    /// The check; any, if there is none.
    check: Option<String>,
    /// Who alone reports it; both may, if there is none.
    only: Option<Side>,
    /// What the path of the file has in it.
    path: Option<String>,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DifferenceTable {
    difference: Vec<Difference>,
}

/// All differences.
pub(super) fn read() -> Result<Vec<Difference>> {
    let table: DifferenceTable = toml::from_str(TABLE).context("differences.toml")?;
    Ok(table.difference)
}

impl Difference {
    /// Whether it is about files that are not compared, whatever the check.
    pub(super) fn is_of_files(&self) -> bool {
        self.check.is_none()
    }

    /// Whether it is the reason why one side alone reports a check in a file.
    pub(super) fn explains(&self, check: &str, side: Side, file: &Path) -> bool {
        self.check.as_deref().is_none_or(|it| it == check)
            && self.only.is_none_or(|it| it == side)
            && (self.path.as_deref()).is_none_or(|it| file.to_string_lossy().contains(it))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let check = self.check.as_deref().unwrap_or("all checks");
        write!(f, "{check}: {}", self.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_explains_what_it_names() {
        let table = "[[difference]]\ncheck = 'a'\nonly = 'ours'\npath = '/x/'\nreason = 'r'\n";
        let table: DifferenceTable = toml::from_str(table).expect("a table");
        let entry = &table.difference[0];
        let file = Path::new("/m/x/init.pp");
        assert!(entry.explains("a", Side::Ours, file));
        assert!(!entry.explains("b", Side::Ours, file));
        assert!(!entry.explains("a", Side::Theirs, file));
        assert!(!entry.explains("a", Side::Ours, Path::new("/m/y/init.pp")));
        assert!(read().is_ok_and(|all| all.iter().any(Difference::is_of_files)));
    }
}
