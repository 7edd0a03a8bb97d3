//! The modules that Debian packages, where they are installed, and our own examples.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use puppet_syntax::{Entry, SyntaxKind, TreeEvent, walk};

use crate::mangle::{Numbers, Within, mangled};
use crate::support::{assert_same, formatted, parse};

const MODULES: &str = "/usr/share/puppet/modules";

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it == "pp" || it == "epp") {
            found.push(path);
        }
    }
}

fn check(path: &Path) {
    let Ok(text) = std::fs::read_to_string(path) else {
        return;
    };
    let entry = match path.extension().is_some_and(|it| it == "epp") {
        true => Entry::Epp,
        false => Entry::Manifest,
    };
    let after = formatted(&text, entry);
    assert_same(&text, &after, entry);
    if entry == Entry::Epp {
        return;
    }
    assert!(is_clean(&after), "spaces are left in {}", path.display());
    // Some are enough.
    if text.len().is_multiple_of(3) {
        let other = mangled(&text, Within::Kept, &mut Numbers(text.len() as u64 | 1));
        assert_eq!(
            formatted(&other, entry),
            after,
            "spaces matter in {}",
            path.display()
        );
    }
}

/// Whether a text has mistakes, or no line ends with spaces, and no two lines in a row are empty, apart from strings and comments.
fn is_clean(text: &str) -> bool {
    let parse = parse(text, Entry::Manifest);
    let mut clean = text.is_empty() || text.ends_with('\n') && !text.ends_with("\n\n");
    walk(parse.green(), |event| {
        if let TreeEvent::Token(SyntaxKind::WHITESPACE, spaces) = event {
            clean &=
                !spaces.contains('\t') && !spaces.contains(" \n") && !spaces.contains("\n\n\n");
        }
        true
    });
    clean || !parse.errors().is_empty()
}

#[test]
fn real_modules_stay_the_same_programs() {
    let mut all = Vec::new();
    files(Path::new(MODULES), &mut all);
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"),
        &mut all,
    );
    assert!(all.len() > 5);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(path);
                }
            });
        }
    });
}
