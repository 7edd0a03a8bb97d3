//! Each direct dependency has a line with its reason in ARCHITECTURE.md.

use std::collections::BTreeSet;

use anyhow::{Context, Result};

use crate::tidy::workspace::CargoWorkspace;

/// Dependencies without a line, and lines without a dependency.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let text = workspace
        .text("ARCHITECTURE.md")
        .context("cannot read ARCHITECTURE.md")?;
    let all = workspace
        .packages
        .values()
        .flat_map(|package| package.dependencies.union(&package.for_development));
    let used: BTreeSet<&str> = all
        .map(String::as_str)
        .filter(|it| !workspace.packages.contains_key(*it))
        .collect();
    Ok(compare(&used, &listed(&text)))
}

/// The names in the first column of the table below the heading "Dependencies".
fn listed(text: &str) -> BTreeSet<&str> {
    let section = text
        .split("\n## ")
        .find(|section| section.starts_with("Dependencies"))
        .unwrap_or_default();
    let rows = section
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .skip(2);
    rows.filter_map(|row| row.split(" | ").next())
        .flat_map(|names| names.split(", "))
        .collect()
}

fn compare(used: &BTreeSet<&str>, listed: &BTreeSet<&str>) -> Vec<String> {
    let missing = used
        .difference(listed)
        .map(|it| format!("{it} has no line in the table of ARCHITECTURE.md"));
    missing.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_the_table() {
        let text = "# A\n\n## Dependencies\n\nText.\n\n| Dependency | Used |\n| --- | --- |\n| a | x |\n| b, c | y |\n\n## Z\n| d | e |\n";
        assert_eq!(listed(text), BTreeSet::from(["a", "b", "c"]));
        assert_eq!(
            compare(&BTreeSet::from(["a", "z"]), &listed(text)),
            ["z has no line in the table of ARCHITECTURE.md"]
        );
    }
}
