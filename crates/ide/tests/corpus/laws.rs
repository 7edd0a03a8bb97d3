//! Laws, how often they were tried, and where they are broken.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::path::PathBuf;

use crate::modules::{STEP, folders, number};

/// More diagnostics of one law say nothing new.
const SHOWN: usize = 40;

/// What became of some laws.
#[derive(Debug, Default)]
pub(crate) struct Laws {
    tried: BTreeMap<String, usize>,
    broken: BTreeMap<String, Vec<String>>,
}

impl Laws {
    /// Notes whether a law holds at a place.
    pub(crate) fn hold(&mut self, law: &str, holds: bool, place: impl FnOnce() -> String) {
        *self.tried.entry(law.to_owned()).or_default() += 1;
        if !holds {
            self.broken.entry(law.to_owned()).or_default().push(place());
        }
    }

    /// Each law was tried, and none is broken. `PUPPET_LAWS` names a file to which the figures are added.
    pub(crate) fn assert_hold(&self, least: usize) {
        let mut report = String::new();
        for (law, tried) in &self.tried {
            let broken = self.broken.get(law).map_or(&[][..], |it| it);
            let _ = writeln!(report, "{law}: {tried} tried, {} broken", broken.len());
            for place in broken.iter().take(SHOWN) {
                let _ = writeln!(report, "    {}", place.replace('\n', "\n      "));
            }
        }
        if let Some(path) = env::var_os("PUPPET_LAWS").filter(|it| it != "all") {
            let before = std::fs::read_to_string(&path).unwrap_or_default();
            std::fs::write(path, before + &report).expect("the figures can be written");
        }
        assert!(self.broken.is_empty(), "{report}");
        assert!(
            folders().is_empty() || self.tried.len() >= least,
            "{report}"
        );
    }
}

/// The modules on which laws are tried: some of them, or all if `PUPPET_LAWS` is set.
pub(crate) fn sample(skip: usize) -> Vec<PathBuf> {
    match is_whole() {
        true => folders(),
        false => folders().into_iter().skip(skip).step_by(STEP).collect(),
    }
}

/// Every so many files of a module are sampled.
pub(crate) fn file_step() -> usize {
    if is_whole() { 1 } else { 3 }
}

/// At how many places of a file laws are tried.
pub(crate) fn cursors(usual: usize) -> usize {
    number("PUPPET_CURSORS", usual)
}

fn is_whole() -> bool {
    env::var_os("PUPPET_LAWS").is_some()
}
