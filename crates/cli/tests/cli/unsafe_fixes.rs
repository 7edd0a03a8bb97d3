//! All fixes of real code, those that need a look among them, make no new diagnostic, and change nothing else.
//!
//! Debian's modules are fixed where they are installed, and the folders in `PUPPET_FIXED`, separated by colons.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use puppet_syntax::{Entry, Keywords, Parse, ParseOptions, SyntaxKind, parse_with};
use serde_json::Value;

use crate::support::{Sandbox, run_in};

const MODULES: &str = "/usr/share/puppet/modules";
/// Larger files are not code.
const LARGEST: u64 = 1_000_000;

fn folders() -> Vec<PathBuf> {
    let others = std::env::var_os("PUPPET_FIXED").unwrap_or_default();
    let others = std::env::split_paths(&others).filter(|it| !it.as_os_str().is_empty());
    others.chain([PathBuf::from(MODULES)]).collect()
}

/// Each fix by itself leaves all tokens as they are that it does not touch, each in a node of the same kind.
#[test]
fn fixes_keep_other_code() {
    let mut count = 0;
    for folder in folders() {
        let arguments = ["check", "--format", "json", "--hints", "--fixes", "."];
        let answer = run_in(&folder, &arguments);
        for line in answer.stdout.lines() {
            let diagnostic: Value = serde_json::from_str(line).expect("JSON");
            for fix in diagnostic["fixes"].as_array().into_iter().flatten() {
                assert_keeps_other_code(&folder, fix);
                count += 1;
            }
        }
    }
    assert!(count > 0 || !Path::new(MODULES).exists(), "nothing to fix");
}

fn assert_keeps_other_code(folder: &Path, fix: &Value) {
    let mut edits: BTreeMap<&str, Vec<(Range<usize>, &str)>> = BTreeMap::new();
    let mut texts = BTreeMap::new();
    for edit in fix["edits"].as_array().into_iter().flatten() {
        let path = edit["file"].as_str().expect("a path");
        if !path.ends_with("pp") {
            continue;
        }
        let read = || fs::read_to_string(folder.join(path)).unwrap_or_default();
        let text = texts.entry(path).or_insert_with(read);
        let range =
            offset(text, edit, "line", "column")..offset(text, edit, "end_line", "end_column");
        let new = edit["text"].as_str().expect("a text");
        edits.entry(path).or_default().push((range, new));
    }
    for (path, mut edits) in edits {
        edits.sort_by_key(|it| it.0.start);
        let (before, mut after, mut made) = (&texts[path], String::new(), Vec::new());
        let mut end = 0;
        for (range, new) in &edits {
            after.push_str(&before[end..range.start]);
            made.push(after.len()..after.len() + new.len());
            after.push_str(new);
            end = range.end;
        }
        after.push_str(&before[end..]);
        let entry = match path.ends_with(".epp") {
            true => Entry::Epp,
            false => Entry::Manifest,
        };
        let keywords = Keywords::Tasks;
        let read = |text| parse_with(text, ParseOptions { entry, keywords });
        let changed: Vec<Range<usize>> = edits.into_iter().map(|it| it.0).collect();
        let (old, new) = (read(before), read(&after));
        assert!(new.errors().len() <= old.errors().len(), "{path}: {fix}");
        assert_eq!(kept(&old, &changed), kept(&new, &made), "{path}: {fix}");
    }
}

/// The tokens and comments that touch none of some ranges, with the kinds of their nodes.
fn kept(parse: &Parse, changed: &[Range<usize>]) -> Vec<(SyntaxKind, Option<SyntaxKind>, String)> {
    let tokens = parse.syntax().descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    let tokens = tokens.filter(|it| it.kind() != SyntaxKind::WHITESPACE);
    let tokens = tokens.filter(|it| {
        let range = Range::<usize>::from(it.text_range());
        let touches = |other: &Range<usize>| range.start <= other.end && other.start <= range.end;
        !changed.iter().any(touches)
    });
    let node = |it: &puppet_syntax::SyntaxToken| it.parent().map(|it| it.kind());
    tokens
        .map(|it| (it.kind(), node(&it), it.text().to_owned()))
        .collect()
}

/// The offset of a line and a column in characters, which start at 1.
fn offset(text: &str, edit: &Value, line: &str, column: &str) -> usize {
    let number = |name: &str| {
        let number = edit[name].as_u64().expect("a number");
        usize::try_from(number).expect("a small number") - 1
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start: usize = lines.iter().take(number(line)).map(|it| it.len()).sum();
    let characters = text[start..].char_indices().map(|it| start + it.0);
    characters
        .chain([text.len()])
        .nth(number(column))
        .expect("a place")
}

#[test]
fn fixes_make_no_new_diagnostic() {
    for folder in folders() {
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
