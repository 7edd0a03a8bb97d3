//! The structure of the crates: sizes, flat modules, and circles of files that import each other.
//!
//! The bounds stand in `xtask/structure.toml`. A crate that is not there yet has an entry of its own with the number that it
//! has today, which may only go down.

mod graph;
mod sources;

use std::{collections::BTreeMap, fs};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{shell, tidy::workspace::CargoWorkspace};

const TABLE: &str = "xtask/structure.toml";

/// The crate and the module of a feature that uses most others: what it reaches is printed.
const HOVER: (&str, &str) = ("puppet-ide", "hover");

/// The bounds for all crates, and those of crates that do not meet them yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BoundsTable {
    bounds: Measures,
    workspace: WorkspaceBounds,
    #[serde(default)]
    open: BTreeMap<String, OpenMeasures>,
}

/// What is measured of a crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Measures {
    /// Lines of code: without tests, comments and blank lines.
    code: usize,
    /// Modules directly below the root of the crate.
    flat_modules: usize,
    /// Files in the largest circle of files that import each other.
    largest_circle: usize,
    /// Imports between folders of the crate that run against the best order of the folders.
    back_arrows: usize,
}

/// The bounds for all crates together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WorkspaceBounds {
    /// Type names that three or more files define.
    shared_type_names: usize,
}

/// Measures that a crate may exceed until they are reached.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct OpenMeasures {
    code: Option<usize>,
    flat_modules: Option<usize>,
    largest_circle: Option<usize>,
    back_arrows: Option<usize>,
}

/// Measures that exceed their bounds; the measures of all larger crates are printed.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    let table: BoundsTable = toml::from_str(&text).with_context(|| format!("in {TABLE}"))?;
    let mut broken = Vec::new();
    let mut total = 0;
    let mut type_names = BTreeMap::<String, Vec<String>>::new();
    for (name, package) in &workspace.packages {
        let sources = sources::read(workspace, name, &package.folder)?;
        let graph = graph::ImportGraph::new(&sources);
        let measured = measure(&sources, &graph);
        total += measured.code;
        for source in &sources {
            let file = format!("{name}::{}", source.module.join("::"));
            for defined in &source.types {
                let files = type_names.entry(defined.clone()).or_default();
                files.push(file.clone());
            }
        }
        let open = table.open.get(name);
        shell::say(&format!(
            "  {name}: {} lines of code, {} flat modules, largest circle {}, {} back arrows",
            measured.code, measured.flat_modules, measured.largest_circle, measured.back_arrows
        ));
        if name == HOVER.0 {
            let files = graph.reachable(HOVER.1);
            let (own, climbs) = graph.count_room(&files, HOVER.1);
            shell::say(&format!(
                "  {name}: a hover reaches {} files, {own} of them its own; {climbs} of their imports run back up",
                files.len()
            ));
        }
        broken.extend(exceeded(name, measured, table.bounds, open));
        let most = open.and_then(|it| it.largest_circle);
        if measured.largest_circle > most.unwrap_or(table.bounds.largest_circle) {
            let circle = graph.describe_largest_circle();
            broken.push(format!("{name}: the largest circle of files is{circle}"));
        }
        let most = open.and_then(|it| it.back_arrows);
        if measured.back_arrows > most.unwrap_or(table.bounds.back_arrows) {
            let arrows = graph.describe_back_arrows();
            broken.push(format!("{name}: the imports that run back up are{arrows}"));
        }
    }
    shell::say(&format!("  {total} lines of code in all, without tests"));
    broken.extend(shared_type_names(&type_names, &table.workspace));
    Ok(broken)
}

/// A type name should mean one thing in the whole project.
fn shared_type_names(
    files_of: &BTreeMap<String, Vec<String>>,
    bounds: &WorkspaceBounds,
) -> Vec<String> {
    let shared = files_of.iter().filter(|(_, files)| files.len() >= 3);
    let shared: Vec<_> = shared.collect();
    let (count, most) = (shared.len(), bounds.shared_type_names);
    shell::say(&format!(
        "  {count} type names are defined in three or more files"
    ));
    if count <= most {
        return Vec::new();
    }
    let describe = |(name, files): (&String, &Vec<String>)| format!("{name}: {}", files.join(", "));
    let mut broken = vec![format!(
        "{count} type names are defined in three or more files, at most {most}"
    )];
    broken.extend(shared.into_iter().map(describe));
    broken
}

fn measure(sources: &[sources::CrateSource], graph: &graph::ImportGraph) -> Measures {
    let of_root = sources.iter().filter_map(|it| it.module.first());
    let flat: std::collections::BTreeSet<&String> = of_root.collect();
    Measures {
        code: sources.iter().map(|it| it.code).sum(),
        flat_modules: flat.len(),
        largest_circle: graph.largest_circle(),
        back_arrows: graph.back_arrows().len(),
    }
}

fn exceeded(
    name: &str,
    measured: Measures,
    bounds: Measures,
    open: Option<&OpenMeasures>,
) -> Vec<String> {
    let none = OpenMeasures::default();
    let open = open.unwrap_or(&none);
    let all = [
        ("lines of code", measured.code, bounds.code, open.code),
        (
            "flat modules",
            measured.flat_modules,
            bounds.flat_modules,
            open.flat_modules,
        ),
        (
            "files in the largest circle",
            measured.largest_circle,
            bounds.largest_circle,
            open.largest_circle,
        ),
        (
            "back arrows",
            measured.back_arrows,
            bounds.back_arrows,
            open.back_arrows,
        ),
    ];
    let over = all.into_iter().filter_map(|(what, count, bound, open)| {
        let limit = open.unwrap_or(bound).max(bound);
        (count > limit).then(|| format!("{name}: {count} {what}, at most {limit}"))
    });
    over.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_names_of_three_files_are_counted() {
        let files = |count: usize| (0..count).map(|it| format!("a::m{it}")).collect();
        let names = BTreeMap::from([("Node".to_owned(), files(3)), ("Edge".to_owned(), files(2))]);
        let bounds = |shared_type_names| WorkspaceBounds { shared_type_names };
        assert_eq!(shared_type_names(&names, &bounds(1)), [""; 0]);
        assert_eq!(
            shared_type_names(&names, &bounds(0)),
            [
                "1 type names are defined in three or more files, at most 0",
                "Node: a::m0, a::m1, a::m2"
            ]
        );
    }

    #[test]
    fn open_measures_may_only_go_down() {
        let bounds = Measures {
            code: 10,
            flat_modules: 2,
            largest_circle: 1,
            back_arrows: 0,
        };
        let measured = Measures { code: 12, ..bounds };
        let open = OpenMeasures {
            code: Some(12),
            ..OpenMeasures::default()
        };
        assert_eq!(exceeded("a", measured, bounds, Some(&open)), [""; 0]);
        let grown = Measures { code: 13, ..bounds };
        assert_eq!(
            exceeded("a", grown, bounds, Some(&open)),
            ["a: 13 lines of code, at most 12"]
        );
        assert_eq!(
            exceeded("a", measured, bounds, None),
            ["a: 12 lines of code, at most 10"]
        );
    }
}
