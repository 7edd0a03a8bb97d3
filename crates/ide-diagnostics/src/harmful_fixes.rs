//! Fixes that make new diagnostics: they are taken back.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use puppet_db::{File, FilePlace};
use puppet_diagnostics::{Diagnostic, Severity};

/// What diagnostics have in common that are the same to people: the file, the rule and the message.
pub(crate) type Same = (File, &'static str, String);

/// After so many trials, the doubtful fixes that are left are not made.
const MOST_TRIALS: usize = 40;

/// How many diagnostics of a rule a file has.
type RuleCounts = HashMap<(File, &'static str), usize>;

/// What was changed last.
pub(crate) struct LastPass {
    /// The diagnostics whose fixes were made, with the files that each changed.
    pub made: Vec<(Same, Vec<File>)>,
    /// The files that were changed and could be read before, with their texts.
    pub before: Vec<(File, Arc<str>)>,
    /// Files that could not be read: what is in them was not checked.
    pub unread: HashSet<File>,
    counts: RuleCounts,
}

impl LastPass {
    pub(crate) fn new(
        made: Vec<(Same, Vec<File>)>,
        before: Vec<(File, Arc<str>)>,
        unread: HashSet<File>,
        diagnostics: &[Diagnostic<FilePlace>],
    ) -> Self {
        Self {
            made,
            before,
            unread,
            counts: rule_counts(diagnostics),
        }
    }

    /// The fixes that may have made what was not there before.
    fn suspects(&self, diagnostics: &[Diagnostic<FilePlace>]) -> Vec<Same> {
        let is_new = |(key, now): &(&(File, &'static str), &usize)| {
            **now > self.counts.get(*key).copied().unwrap_or(0) && !self.unread.contains(&key.0)
        };
        let counts = rule_counts(diagnostics);
        let harmed: HashSet<File> = counts.iter().filter(is_new).map(|(key, _)| key.0).collect();
        if harmed.is_empty() {
            return Vec::new();
        }
        let touch = |(_, files): &&(Same, Vec<File>)| files.iter().any(|it| harmed.contains(it));
        let suspects: Vec<Same> = self
            .made
            .iter()
            .filter(touch)
            .map(|it| it.0.clone())
            .collect();
        match suspects.is_empty() {
            true => self.made.iter().map(|it| it.0.clone()).collect(),
            false => suspects,
        }
    }
}

fn rule_counts(diagnostics: &[Diagnostic<FilePlace>]) -> RuleCounts {
    let mut counts = RuleCounts::new();
    for diagnostic in diagnostics.iter().filter(|it| it.severity > Severity::Hint) {
        *counts
            .entry((diagnostic.place.file, diagnostic.code()))
            .or_default() += 1;
    }
    counts
}

/// The fixes that were taken back.
#[derive(Default)]
pub(crate) struct HarmfulFixes {
    /// Each of them makes something worse.
    refused: HashSet<Same>,
    /// Some of them do; they are tried in groups, smaller and smaller ones.
    doubtful: Vec<Same>,
    /// How many of a file are tried at once.
    groups: HashMap<File, usize>,
    trials: usize,
}

impl HarmfulFixes {
    /// Looks at what a pass has led to. Returns whether it has to be taken back.
    pub(crate) fn check(&mut self, last: &LastPass, diagnostics: &[Diagnostic<FilePlace>]) -> bool {
        let suspects = last.suspects(diagnostics);
        let is_harmful = !suspects.is_empty();
        self.groups.clear();
        match <[Same; 1]>::try_from(suspects) {
            Ok([suspect]) => {
                self.refused.insert(suspect);
            }
            Err(mut suspects) => {
                for (file, ..) in &suspects {
                    *self.groups.entry(*file).or_default() += 1;
                }
                self.groups.values_mut().for_each(|size| *size /= 2);
                // The same ones come first the next time, in smaller groups.
                suspects.append(&mut self.doubtful);
                let mut seen = HashSet::new();
                suspects.retain(|it| seen.insert(it.clone()));
                self.doubtful = suspects;
            }
        }
        is_harmful
    }

    /// Which of the doubtful fixes are made next: some for each file, all if the last ones did no harm.
    pub(crate) fn next_trials(&mut self) -> HashSet<Same> {
        if self.trials > MOST_TRIALS {
            self.refused.extend(self.doubtful.drain(..));
        }
        let mut left: HashMap<File, usize> = HashMap::new();
        let groups = &self.groups;
        let (next, later): (Vec<Same>, Vec<Same>) = std::mem::take(&mut self.doubtful)
            .into_iter()
            .partition(|it| {
                let size = groups.get(&it.0).copied().unwrap_or(usize::MAX).max(1);
                let left = left.entry(it.0).or_insert(size);
                let is_next = *left > 0;
                *left = left.saturating_sub(1);
                is_next
            });
        self.doubtful = later;
        self.trials += usize::from(!next.is_empty());
        next.into_iter().collect()
    }

    /// Whether there are fixes that are still to be tried.
    pub(crate) fn has_doubtful(&self) -> bool {
        !self.doubtful.is_empty()
    }

    /// Whether the fix of a diagnostic must not be made now.
    pub(crate) fn forbids(&self, key: &Same) -> bool {
        self.refused.contains(key) || self.doubtful.contains(key)
    }
}
