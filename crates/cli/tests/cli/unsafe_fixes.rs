//! All fixes of real code, those that need a look among them, make no new diagnostic.
//!
//! Debian's modules are fixed where they are installed, and the folders in `PUPPET_FIXED`, separated by colons.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Sandbox, run_in};

const MODULES: &str = "/usr/share/puppet/modules";
/// Larger files are not code.
const LARGEST: u64 = 1_000_000;

#[test]
fn fixes_make_no_new_diagnostic() {
    let others = std::env::var_os("PUPPET_FIXED").unwrap_or_default();
    for folder in std::env::split_paths(&others).chain([PathBuf::from(MODULES)]) {
        let sandbox = Sandbox::new(&[]);
        copy(&folder, sandbox.path(), 0);
        let before = diagnostics(sandbox.path());
        run_in(sandbox.path(), &["check", "--fix", "--unsafe-fixes", "."]);
        let after = diagnostics(sandbox.path());
        let is_new = |(rule, now): &(&(String, String), &usize)| {
            before.get(*rule).is_none_or(|before| *now > before)
        };
        let new: Vec<_> = after.iter().filter(is_new).collect();
        assert!(new.is_empty(), "{}: {new:?}", folder.display());
        let (fixed, left) = (before.values().sum::<usize>(), after.values().sum());
        assert!(before.is_empty() || fixed > left, "nothing was fixed");
    }
}

/// How many errors and warnings of each rule each file has.
fn diagnostics(folder: &Path) -> BTreeMap<(String, String), usize> {
    let answer = run_in(folder, &["check", "--format", "json", "."]);
    let mut counts = BTreeMap::new();
    for line in answer.stdout.lines() {
        let it: Value = serde_json::from_str(line).expect("JSON");
        if it["severity"] != "hint" {
            *counts
                .entry((it["file"].to_string(), it["code"].to_string()))
                .or_default() += 1;
        }
    }
    counts
}

/// Copies the files of a folder, and what its links name.
fn copy(from: &Path, to: &Path, depth: usize) {
    let entries = fs::read_dir(from).into_iter().flatten().flatten();
    for entry in entries {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        match fs::metadata(&path) {
            Ok(it) if it.is_dir() && depth < 20 && entry.file_name() != ".git" => {
                fs::create_dir_all(&target).expect("a folder");
                copy(&path, &target, depth + 1);
            }
            Ok(it) if it.is_file() && it.len() < LARGEST => {
                fs::copy(&path, &target).expect("a file");
            }
            _ => {}
        }
    }
}
