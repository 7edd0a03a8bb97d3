//! Numbers of diagnostics by rule and by module, in place of the diagnostics.

use std::collections::BTreeMap;
use std::io::{self, Write};

use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Rule, Safety};
use puppet_semantic::index::file_origin::owner;
use serde_json::{Value, json};

use crate::check::report::Report;

/// Rules or modules with the number of their diagnostics.
type CountsByName<K> = Vec<(K, usize)>;

/// A table for people: the rules, and below them the modules, the most frequent first.
pub fn write_text(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (rules, modules) = (by_rule(report), by_module(report));
    let largest = rules.first().map_or(0, |(_, number)| *number);
    let largest = largest.max(modules.first().map_or(0, |(_, number)| *number));
    let width = largest.to_string().len();
    for (rule, number) in &rules {
        let fixable = match rule.fix {
            Some(Safety::Safe) => " [*]",
            _ => "",
        };
        writeln!(out, "{number:width$}  {} {}{fixable}", rule.code, rule.name)?;
    }
    if !modules.is_empty() {
        writeln!(out)?;
    }
    for (module, number) in &modules {
        writeln!(out, "{number:width$}  {module}")?;
    }
    Ok(())
}

/// The same as one JSON object.
pub fn write_json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let rules = by_rule(report).into_iter();
    let rules = rules.map(|(rule, count)| {
        let is_fixable = rule.fix == Some(Safety::Safe);
        json!({ "code": rule.code, "name": rule.name, "count": count, "fixable": is_fixable })
    });
    let modules = by_module(report).into_iter();
    let modules = modules.map(|(name, count)| json!({ "name": name, "count": count }));
    let document = json!({
        "rules": rules.collect::<Value>(),
        "modules": modules.collect::<Value>(),
    });
    writeln!(out, "{document:#}")
}

fn by_rule<'a>(report: &Report<'a>) -> CountsByName<&'a Rule> {
    let mut counts: BTreeMap<&str, (&Rule, usize)> = BTreeMap::new();
    for diagnostic in &report.diagnostics {
        let (_, number) = counts
            .entry(diagnostic.code())
            .or_insert((diagnostic.rule, 0));
        *number += 1;
    }
    most_frequent_first(counts.into_values().collect())
}

fn by_module(report: &Report<'_>) -> CountsByName<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for diagnostic in &report.diagnostics {
        *counts.entry(module(report, diagnostic)).or_default() += 1;
    }
    most_frequent_first(counts.into_iter().collect())
}

/// The name of the module of a diagnostic, or the directory of its file.
fn module(report: &Report<'_>, diagnostic: &Diagnostic<FilePlace>) -> String {
    let file = diagnostic.place.file;
    let module = owner(report.db, file).and_then(|owner| owner.module);
    if let Some(module) = module {
        return format!("module {}", module.name(report.db));
    }
    let name = report.name(file);
    match name.rsplit_once(['/', '\\']) {
        Some((directory, _)) => format!("{directory}/"),
        None => "./".to_owned(),
    }
}

fn most_frequent_first<K>(mut counts: CountsByName<K>) -> CountsByName<K> {
    counts.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    counts
}
