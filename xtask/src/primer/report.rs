//! The numbers of all repositories, and what differs between two builds.

use std::collections::BTreeMap;

use super::checked::{PrimerDiagnostic, PrimerRun};
use super::repositories::PinnedRepository;
use super::verdicts::Verdicts;
use crate::shell;

/// Prints the diagnostics by rule and for each 1,000 lines, and the times and memory of all runs.
pub(super) fn print(
    all: &[(PinnedRepository, usize, PrimerRun)],
    absent: usize,
    verdicts: &Verdicts,
) {
    let lines: usize = all.iter().map(|(_, lines, _)| lines).sum();
    let mut by_rule: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for diagnostic in all.iter().flat_map(|(_, _, checked)| &checked.diagnostics) {
        *by_rule
            .entry((&diagnostic.rule, &diagnostic.severity))
            .or_default() += 1;
    }
    shell::say("rule   severity   number   in 1,000 lines");
    for ((rule, severity), number) in &by_rule {
        let share = 1000.0 * *number as f64 / lines.max(1) as f64;
        shell::say(&format!("{rule:6} {severity:10} {number:6}   {share:.2}"));
    }
    let seconds: f64 = all.iter().map(|(_, _, it)| it.seconds).sum();
    let peak = all
        .iter()
        .map(|(_, _, it)| it.peak_kilobytes)
        .max()
        .unwrap_or_default();
    let panics: usize = all.iter().map(|(_, _, it)| it.panics).sum();
    shell::say(&format!(
        "{} repositories ({absent} not at hand), {lines} lines, {seconds:.1} s, at most {} MB, {panics} panics, {}",
        all.len(),
        peak / 1024,
        verdicts.summary(all)
    ));
}

/// What one build reports and the other does not, a line each.
pub(super) fn difference(before: &PrimerRun, now: &PrimerRun) -> Vec<String> {
    let (gone, new) = (
        only_in(&before.diagnostics, now),
        only_in(&now.diagnostics, before),
    );
    let mut lines: Vec<String> = gone.map(|it| format!("  - {}", it.line())).collect();
    lines.extend(new.map(|it| format!("  + {}", it.line())));
    let faster = before.seconds / now.seconds.max(0.001);
    lines.push(format!("  {:.1} s before ({faster:.2} x)", before.seconds));
    lines
}

fn only_in<'d>(
    diagnostics: &'d [PrimerDiagnostic],
    other: &PrimerRun,
) -> impl Iterator<Item = &'d PrimerDiagnostic> {
    diagnostics
        .iter()
        .filter(|it| other.diagnostics.binary_search(it).is_err())
}
