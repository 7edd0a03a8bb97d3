//! Real modules that are edited and cut off anywhere: earlier results make no difference, and nothing panics.
//!
//! `PUPPET_EDITS` says how many edits are made in each sampled module (5), or is `all`: many edits of every module.
//! `PUPPET_CUTS` says how many files are sampled for one (40): with 1, every file is cut off.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use puppet_inference::infer::{Inference, infer};
use puppet_semantic::index::item_tree::Item;
use puppet_syntax::{Entry, SyntaxKind, parse};

use crate::debian::MODULES;
use crate::support::Project;

type Texts = BTreeMap<String, String>;

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }
}

fn folders() -> Vec<PathBuf> {
    let entries = fs::read_dir(MODULES).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// The files of a module that the checker reads.
fn module(folder: &Path) -> Texts {
    let name = folder.file_name().expect("a name").to_string_lossy();
    let mut texts = Texts::new();
    let mut open = vec![folder.to_owned()];
    while let Some(below) = open.pop() {
        for entry in fs::read_dir(below).into_iter().flatten().flatten() {
            let path = entry.path();
            let suffix = path.extension().and_then(|it| it.to_str());
            if path.ends_with("spec/fixtures") {
                // What tests need is no part of the module.
            } else if path.is_dir() {
                open.push(path);
            } else if matches!(suffix, Some("pp" | "epp" | "rb" | "json" | "yaml"))
                && let Ok(text) = fs::read_to_string(&path)
            {
                let below = path.strip_prefix(folder).expect("below").to_string_lossy();
                texts.insert(format!("/modules/{name}/{below}"), text);
            }
        }
    }
    texts
}

fn project(texts: &Texts) -> Project {
    Project::new(texts.iter().map(|(path, text)| (&**path, &**text)))
}

/// Everything that the checker says, and what it knows about the bodies of a file.
fn answers(project: &Project, path: &str) -> (Vec<String>, Vec<Inference>) {
    let db = &project.db;
    let said = project.check().into_iter().map(|it| {
        let related = it
            .related
            .iter()
            .map(|it| (it.place.file.path(db), it.place.range));
        let related: Vec<_> = related.collect();
        let (path, range) = (it.place.file.path(db), it.place.range);
        format!("{path} {range:?} {} {} {related:?}", it.code(), it.message)
    });
    let file = project.file(path);
    let environment = db.environments()[0];
    let program = puppet_db::program(db, file);
    let bodies = program.bodies();
    let known = bodies.map(|(body, _)| infer(db, environment, Item { file, body }).clone());
    (said.collect(), known.collect())
}

/// One token becomes another one of the same kind, goes, or comes twice: code that could have been typed.
fn edit(text: &str, numbers: &mut Numbers) -> String {
    let root = parse(text, Entry::Manifest).syntax();
    let tokens = root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    let words: Vec<_> = tokens
        .filter(|token| !matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT))
        .collect();
    let Some(token) = words.get(numbers.below(words.len())) else {
        return format!("$x = 1\n{text}");
    };
    let same: Vec<_> = words
        .iter()
        .filter(|it| it.kind() == token.kind())
        .collect();
    let other = same[numbers.below(same.len())].text().to_owned();
    let new = match numbers.below(8) {
        0 => String::new(),
        1 => format!("{0} {0}", token.text()),
        2 => "undef".to_owned(),
        3 => "{".to_owned(),
        _ => other,
    };
    let mut text = text.to_owned();
    text.replace_range(std::ops::Range::<usize>::from(token.text_range()), &new);
    text
}

#[test]
fn edits_give_what_a_fresh_start_gives() {
    let edits = env::var("PUPPET_EDITS").ok();
    let all = edits.as_deref() == Some("all");
    let edits = edits.and_then(|it| it.parse().ok());
    let edits = edits.unwrap_or(if all { 40 } else { 5 });
    let step = if all { 1 } else { 12 };
    for (index, folder) in folders().iter().enumerate().skip(step / 2).step_by(step) {
        let mut texts = module(folder);
        let manifests: Vec<String> = texts
            .keys()
            .filter(|path| path.ends_with(".pp"))
            .cloned()
            .collect();
        if manifests.is_empty() {
            continue;
        }
        let mut numbers = Numbers(index as u64);
        let mut session = project(&texts);
        let mut path = &manifests[0];
        for number in 0..edits {
            if number % 3 == 0 {
                path = &manifests[numbers.below(manifests.len())];
            }
            let text = edit(&texts[path], &mut numbers);
            session.set_text(path, &text);
            texts.insert(path.clone(), text);
            let found = answers(&session, path);
            if number % 5 == 4 {
                let expected = answers(&project(&texts), path);
                assert_eq!(found.0, expected.0, "{path}:\n{}", texts[path]);
                assert!(found.1 == expected.1, "{path}:\n{}", texts[path]);
            }
        }
    }
}

#[test]
fn code_that_is_cut_off_anywhere_can_be_checked() {
    let step = env::var("PUPPET_CUTS").ok().and_then(|it| it.parse().ok());
    let step = step.unwrap_or(40);
    let texts = folders()
        .iter()
        .flat_map(|it| module(it))
        .collect::<Texts>();
    let mut numbers = Numbers(step as u64);
    for (path, text) in texts.iter().step_by(step) {
        let mut session = Project::new([(&**path, "")]);
        for _ in 0..3 {
            let at = numbers.below(text.len() + 1);
            let mut before = (0..=at).rev();
            let at = before.find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            session.set_text(path, &text[..at]);
            let _ = session.check();
        }
    }
}
