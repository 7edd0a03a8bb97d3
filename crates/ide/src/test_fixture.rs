//! Helpers of the tests of all features.

use std::path::PathBuf;
use std::sync::Arc;

use puppet_nodes::ChosenNode;
use puppet_project::fs::Memory;
use puppet_syntax::Entry;
use puppet_test_support::Fixture;
use puppet_text::{Column, TextRange, TextSize};
use puppet_vfs::{FileId, FilePath, PathInterner, Vfs};

use crate::apply_edits;
use crate::project_loader::LoadedProject;
use crate::{Analysis, AnalysisHost, CodeAction};
use puppet_ide_db::forge::Forge;
use puppet_ide_db::position::FilePosition;

/// The files of a fixture, loaded from the folder `/`.
pub fn load(fixture: &Fixture) -> (Analysis, Arc<PathInterner>) {
    let (host, vfs) = load_host(fixture);
    (host.analysis(), Arc::clone(vfs.paths()))
}

fn load_host(fixture: &Fixture) -> (AnalysisHost, Vfs) {
    let memory: Memory = fixture
        .files
        .iter()
        .map(|file| (file.path.clone(), file.text.clone()))
        .collect();
    let vfs = Vfs::default();
    let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
    host.set_project(
        &LoadedProject::read_from(&memory, &[PathBuf::from("/")]),
        &|_| false,
    );
    (host, vfs)
}

/// The files of a fixture, and its cursor.
pub fn cursor(fixture: &str) -> (Analysis, FilePosition) {
    cursor_with(fixture, None)
}

/// The same, and what the Forge has said.
pub fn cursor_with(fixture: &str, forge: Option<Forge>) -> (Analysis, FilePosition) {
    prepared_cursor(fixture, |host| host.set_forge(forge.map(Arc::new)))
}

/// The files of a fixture and its cursor, with a chosen node.
pub fn cursor_on(fixture: &str, node: Option<ChosenNode>) -> (Analysis, FilePosition) {
    prepared_cursor(fixture, |host| host.choose_node(node))
}

fn prepared_cursor(
    fixture: &str,
    prepare: impl FnOnce(&mut AnalysisHost),
) -> (Analysis, FilePosition) {
    let fixture = Fixture::parse(fixture);
    let (mut host, mut vfs) = load_host(&fixture);
    prepare(&mut host);
    let (index, offset) = fixture.cursor();
    let with_cursor = &fixture.files[index];
    let file = vfs.paths().intern(&FilePath::disk(&with_cursor.path));
    // What no project has is known while it is open.
    if !host.contains_file(file) {
        vfs.open(file, 1, with_cursor.text.as_str().into());
        host.apply(vfs.take_changes());
    }
    (
        host.analysis(),
        FilePosition {
            file,
            offset: TextSize::new(offset),
        },
    )
}

/// The first file of a fixture.
pub fn single(fixture: &str) -> (Analysis, FileId) {
    let fixture = Fixture::parse(fixture);
    let (analysis, paths) = load(&fixture);
    let file = paths.intern(&FilePath::disk(&fixture.files[0].path));
    (analysis, file)
}

/// The locations of a definition, described in words.
pub fn definitions(fixture: &str) -> String {
    let (analysis, position) = cursor(fixture);
    let found = analysis.goto_definition(position).expect("not cancelled");
    let targets = found.map(|it| it.targets).unwrap_or_default();
    let lines: Vec<String> = targets
        .iter()
        .map(|it| describe(&analysis, it.file, it.focus_range))
        .collect();
    lines.join("\n")
}

/// A place in words: path, line, and the text there.
pub fn describe(analysis: &Analysis, file: FileId, range: TextRange) -> String {
    let text = analysis.text(file).expect("not cancelled");
    let line = analysis
        .line_index(file)
        .expect("not cancelled")
        .line_col(range.start(), Column::Chars)
        .line
        + 1;
    format!("{}:{line}: {}", analysis.path(file), &text[range])
}

/// The text after the action with a title, or the titles of all actions.
pub fn acted(fixture: &str, title: &str) -> String {
    text_after(fixture, |action| action.title.starts_with(title))
}

/// The text after an assist.
pub fn assisted(fixture: &str, id: &str) -> String {
    text_after(fixture, |action| action.assist == Some(id))
}

fn text_after(fixture: &str, is_wanted: impl Fn(&CodeAction) -> bool) -> String {
    let fixture = Fixture::parse(fixture);
    let (analysis, paths) = load(&fixture);
    let (index, selected) = fixture.selection.clone().expect("a cursor");
    let file = paths.intern(&FilePath::disk(&fixture.files[index].path));
    let selection = TextRange::new(TextSize::new(selected.start), TextSize::new(selected.end));
    let actions = analysis
        .code_actions(file, selection)
        .expect("not cancelled");
    let Some(action) = actions.iter().find(|it| is_wanted(it)) else {
        let titles: Vec<&str> = actions.iter().map(|it| &*it.title).collect();
        return format!("not offered; there are {titles:?}");
    };
    let mut shown = Vec::new();
    for (changed, edits) in &action.change.edits {
        let old = analysis.text(*changed).expect("not cancelled");
        let new = apply_edits(&old, edits);
        let entry = match analysis.path(*changed).ends_with(".epp") {
            true => Entry::Epp,
            false => Entry::Manifest,
        };
        let errors = |text: &str| puppet_syntax::parse(text, entry).errors().len();
        let is_code = !analysis.path(*changed).ends_with(".json");
        assert!(!is_code || errors(&new) <= errors(&old), "{new}");
        if *changed != file {
            shown.push(format!("#- {}", analysis.path(*changed)));
        }
        shown.push(new);
    }
    for (path, text) in &action.change.creates {
        shown.push(format!("#- {path}\n{text}"));
    }
    for moved in &action.change.moves {
        shown.push(format!("{} -> {}", analysis.path(moved.file), moved.to));
    }
    shown.join("\n")
}

/// Compares the text after an action with what is expected.
pub fn check_text(fixture: &str, title: &str, expected: &str) {
    assert_eq!(acted(fixture, title), expected, "{fixture}");
}

/// Asserts that an action is not offered.
pub fn refused(fixture: &str, title: &str) {
    let shown = acted(fixture, title);
    assert!(shown.starts_with("not offered"), "{fixture}: {shown}");
}
