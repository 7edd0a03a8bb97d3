//! The list as lines.

use std::io::{self, Write};

use super::{ListedNodes, ShownFacts, ShownPlace};

/// Writes a part for what there is of each kind.
pub(super) fn write(out: &mut dyn Write, list: &ListedNodes) -> io::Result<()> {
    let definitions: Vec<Vec<String>> = list
        .definitions
        .iter()
        .map(|(name, place)| vec![name.clone(), at(place)])
        .collect();
    let facts: Vec<Vec<String>> = list.facts.iter().map(row).collect();
    let systems: Vec<Vec<String>> = list
        .systems
        .iter()
        .map(|(module, systems)| {
            let ids: Vec<&str> = systems.iter().map(|system| system.id.as_str()).collect();
            vec![module.clone(), ids.join(", ")]
        })
        .collect();
    if definitions.is_empty() && facts.is_empty() && systems.is_empty() {
        return writeln!(
            out,
            "There are no node definitions, no fact sets and no operating systems in metadata.json"
        );
    }
    part(out, "Node definitions", &definitions)?;
    part(out, "Fact sets", &facts)?;
    part(out, "Operating systems that metadata.json claims", &systems)
}

fn row(facts: &ShownFacts) -> Vec<String> {
    let definition = match &facts.definition {
        None => String::new(),
        Some((text, None)) => text.clone(),
        Some((name, Some(place))) => format!("node {name} ({})", at(place)),
    };
    vec![
        facts.name.clone(),
        facts.system.clone().unwrap_or_default(),
        at(&facts.place),
        definition,
    ]
}

fn at(place: &ShownPlace) -> String {
    format!("{}:{}", place.path, place.line)
}

/// A title and rows in columns.
fn part(out: &mut dyn Write, title: &str, rows: &[Vec<String>]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "{title}")?;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .filter(|(_, width)| **width > 0)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        writeln!(out, "  {}", cells.join("  ").trim_end())?;
    }
    Ok(())
}
