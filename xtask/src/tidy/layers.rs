//! Allowed dependencies: `xtask/layers.toml` against the dependency graph and the sources.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{shell, tidy::workspace::CargoWorkspace};

const TABLE: &str = "xtask/layers.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LayerTable {
    layers: Vec<Vec<String>>,
    must_not_reach: Vec<MustNotReach>,
    only: Vec<Only>,
    libraries: BTreeMap<String, BTreeSet<String>>,
    no_std: Vec<NoStd>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MustNotReach {
    #[serde(rename = "crate")]
    package: String,
    what: Vec<String>,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Only {
    #[serde(rename = "crate")]
    package: String,
    of: Vec<String>,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoStd {
    what: Vec<String>,
    crates: Vec<String>,
    reason: String,
}

/// Edges that the table forbids.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    let table: LayerTable = toml::from_str(&text).with_context(|| format!("in {TABLE}"))?;
    Ok(broken(&table, workspace))
}

fn broken(table: &LayerTable, workspace: &CargoWorkspace) -> Vec<String> {
    let mut problems = Vec::new();
    upwards(table, workspace, &mut problems);
    unreachable(table, workspace, &mut problems);
    libraries(table, workspace, &mut problems);
    sources(table, workspace, &mut problems);
    problems
}

/// A dependency on the same layer or one above.
fn upwards(table: &LayerTable, workspace: &CargoWorkspace, problems: &mut Vec<String>) {
    let layer = |package: &str| {
        table
            .layers
            .iter()
            .position(|layer| layer.iter().any(|it| it == package))
    };
    for (name, package) in &workspace.packages {
        let Some(own) = layer(name) else {
            problems.push(format!("{name} is in no layer of {TABLE}"));
            continue;
        };
        let ours = package
            .dependencies
            .iter()
            .filter(|it| workspace.packages.contains_key(*it));
        for dependency in ours.filter(|it| layer(it).is_some_and(|other| other >= own)) {
            problems.push(format!(
                "{name} depends on {dependency}, which is not in a layer below it"
            ));
        }
    }
}

/// Crates that must not be reached, or not directly.
fn unreachable(table: &LayerTable, workspace: &CargoWorkspace, problems: &mut Vec<String>) {
    for rule in &table.must_not_reach {
        let reached = workspace.reached(&rule.package);
        for (what, through) in rule
            .what
            .iter()
            .filter_map(|what| Some((what, reached.get(what)?)))
        {
            problems.push(format!(
                "{} reaches {what} through {through}: {}",
                rule.package, rule.reason
            ));
        }
    }
    for rule in &table.only {
        let used = workspace
            .packages
            .get(&rule.package)
            .into_iter()
            .flat_map(|it| &it.dependencies);
        let ours = used.filter(|it| workspace.packages.contains_key(*it));
        for other in ours.filter(|it| !rule.of.contains(it)) {
            problems.push(format!(
                "{} depends on {other}: {}",
                rule.package, rule.reason
            ));
        }
    }
}

/// Libraries in crates that are not on their list.
fn libraries(table: &LayerTable, workspace: &CargoWorkspace, problems: &mut Vec<String>) {
    for (name, package) in &workspace.packages {
        for library in &package.dependencies {
            if table
                .libraries
                .get(library)
                .is_some_and(|users| !users.contains(name))
            {
                problems.push(format!(
                    "{name} uses {library}, which is for others ({TABLE})"
                ));
            }
        }
    }
}

/// Parts of the standard library in sources of crates that must not use them.
fn sources(table: &LayerTable, workspace: &CargoWorkspace, problems: &mut Vec<String>) {
    for rule in &table.no_std {
        for package in rule
            .crates
            .iter()
            .filter_map(|name| workspace.packages.get(name))
        {
            let folder = format!("{}/src/", package.folder);
            for file in workspace
                .files
                .iter()
                .filter(|it| it.starts_with(&folder) && it.ends_with(".rs"))
            {
                let text = workspace.text(file).unwrap_or_default();
                let product = text.split("#[cfg(test)]").next().unwrap_or_default();
                for what in rule
                    .what
                    .iter()
                    .filter(|what| product.contains(what.as_str()))
                {
                    problems.push(format!("{file} uses {what}: {}", rule.reason));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::workspace::CargoPackage;

    fn workspace(edges: &[(&str, &[&str])]) -> CargoWorkspace {
        let package = |dependencies: &[&str]| CargoPackage {
            folder: String::new(),
            dependencies: dependencies.iter().map(|it| (*it).to_owned()).collect(),
            for_development: BTreeSet::new(),
        };
        let packages = edges
            .iter()
            .map(|(name, dependencies)| ((*name).to_owned(), package(dependencies)))
            .collect();
        CargoWorkspace {
            packages,
            default_members: Vec::new(),
            files: Vec::new(),
        }
    }

    fn table() -> LayerTable {
        toml::from_str(
            r#"
            layers = [["low"], ["middle"], ["high"]]
            no-std = []
            [[must-not-reach]]
            crate = "high"
            what = ["salsa"]
            reason = "no database"
            [[only]]
            crate = "high"
            of = ["middle"]
            reason = "thin"
            [libraries]
            tokio = ["high"]
            "#,
        )
        .unwrap()
    }

    #[test]
    fn allowed_edges_pass() {
        let fine = workspace(&[
            ("low", &[]),
            ("middle", &["low"]),
            ("high", &["middle", "tokio"]),
        ]);
        assert_eq!(broken(&table(), &fine), Vec::<String>::new());
    }

    #[test]
    fn each_kind_of_forbidden_edge_is_found() {
        let bad = workspace(&[
            ("low", &["middle", "tokio"]),
            ("middle", &["salsa"]),
            ("high", &["middle", "low"]),
            ("new", &[]),
        ]);
        assert_eq!(
            broken(&table(), &bad),
            [
                "low depends on middle, which is not in a layer below it",
                "new is in no layer of xtask/layers.toml",
                "high reaches salsa through middle: no database",
                "high depends on low: thin",
                "low uses tokio, which is for others (xtask/layers.toml)",
            ]
        );
    }
}
