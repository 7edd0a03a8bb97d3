//! The versions of a module in one text: each difference stands in it once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use puppet_scalars::SemVer;

use super::interface::{Interface, InterfacePart};

/// How many families of versions are distinguished at most; those before are one.
const MOST: usize = 12;

/// So large may a stub be, in bytes. Fewer families are distinguished in one that is larger.
const LARGEST: usize = 120_000;

/// What one or several major versions accept.
struct Family {
    /// The oldest and the newest version.
    versions: (SemVer, String),
    parts: BTreeMap<String, InterfacePart>,
}

/// The text of a module's stub, from the interfaces of its versions.
pub(super) fn text(mut versions: Vec<(SemVer, Interface)>) -> String {
    versions.sort_by(|one, other| one.0.precedence(&other.0));
    let mut texts = (2..=MOST).rev().map(|most| text_of(&versions, most));
    let fits = |text: &String| text.len() <= LARGEST;
    texts.find(fits).unwrap_or_else(|| text_of(&versions, 1))
}

fn text_of(versions: &[(SemVer, Interface)], most: usize) -> String {
    let mut text = String::new();
    let newest = versions
        .last()
        .map(|(_, it)| (it.name.clone(), it.licence.clone()));
    let (name, licence) = newest.unwrap_or_default();
    let assets: BTreeSet<String> = versions
        .iter()
        .flat_map(|(_, it)| it.assets.iter().cloned())
        .collect();
    let families = families(versions, most);
    // Writing to a string does not fail.
    let _ = writeln!(text, "module {name}\nlicence {licence}");
    for (at, family) in families.iter().enumerate() {
        let (oldest, newest) = &family.versions;
        let oldest = match at {
            0 => oldest.to_string(),
            _ => format!("{}.0.0", oldest.major()),
        };
        let _ = writeln!(text, "versions {oldest} {newest}");
    }
    for asset in assets {
        let _ = writeln!(text, "asset {asset}");
    }
    let paths: BTreeSet<&String> = families
        .iter()
        .flat_map(|family| family.parts.keys())
        .collect();
    for path in paths {
        for (first, last, part) in entries(&families, path) {
            let _ = write!(text, "@@ {first} {last} {path}\n{part}");
        }
    }
    text
}

/// One family for each major version; the oldest become one.
fn families(versions: &[(SemVer, Interface)], most: usize) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    let majors: BTreeSet<u64> = versions
        .iter()
        .map(|(version, _)| version.major())
        .collect();
    let first = majors
        .iter()
        .rev()
        .nth(most - 1)
        .copied()
        .unwrap_or_default();
    for (version, interface) in versions {
        match families.last_mut() {
            Some(last)
                if last.versions.0.major() == version.major() || version.major() <= first =>
            {
                last.versions.1.clone_from(&interface.version);
                last.parts = widened(interface.parts.clone(), &last.parts);
            }
            _ => families.push(Family {
                versions: (version.clone(), interface.version.clone()),
                parts: interface.parts.clone(),
            }),
        }
    }
    families
}

fn widened(
    mut newer: BTreeMap<String, InterfacePart>,
    older: &BTreeMap<String, InterfacePart>,
) -> BTreeMap<String, InterfacePart> {
    for (path, part) in older {
        match newer.get_mut(path) {
            Some(known) => known.widen(part),
            None => drop(newer.insert(path.clone(), part.clone())),
        }
    }
    newer
}

/// The texts of a path: one for each run of families in which it is the same.
fn entries(families: &[Family], path: &str) -> Vec<(usize, usize, String)> {
    let mut runs: Vec<(usize, usize, String)> = Vec::new();
    for (at, family) in families.iter().enumerate() {
        let Some(text) = family.parts.get(path).map(InterfacePart::print) else {
            continue;
        };
        match runs.last_mut() {
            Some((_, last, known)) if *known == text => *last = at,
            _ => runs.push((at, at, text)),
        }
    }
    runs
}
