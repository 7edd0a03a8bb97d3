//! Renaming the things of a real module and giving them their old names back gives the same bytes, and in between the
//! checker reports the same at the same lines.
//!
//! Things are renamed one after the other in the same session, and looked at together: `PUPPET_RENAMES` says how many
//! things of each sampled module are renamed (8), or is `all`: every thing of every module.

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;

use puppet_ide::{Analysis, AnalysisHost, FileId, Symbol, TextSize};
use puppet_ide_db::position::FilePosition;
use puppet_ide_db::source_change::{SourceChange, apply_edits};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_library::Library;
use puppet_text::{Column, LineIndex};
use puppet_vfs::{Change, FilePath, PathInterner};

use crate::modules::{STEP, Texts, folders, is_code, module, number, project};

/// How many things are renamed before the checker is asked.
const TOGETHER: usize = 1024;

/// A module in which things are renamed.
struct Renaming {
    texts: Texts,
    paths: Arc<PathInterner>,
    host: AnalysisHost,
    /// Where files are now, by where they were first.
    moved: BTreeMap<String, String>,
}

/// Something with a name: the file it was in first, and the how manieth name in the file it is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Thing {
    path: String,
    index: usize,
}

/// A renaming that was made: what, and the old name.
type Made = (Thing, String);

/// What is reported: where, and how often.
type Reported = BTreeMap<(String, u32, &'static str), usize>;

impl Renaming {
    fn new(texts: Texts) -> Self {
        let paths = Arc::<PathInterner>::default();
        let host = AnalysisHost::new(Arc::clone(&paths));
        let mut renaming = Self {
            texts,
            paths,
            host,
            moved: BTreeMap::new(),
        };
        renaming.load();
        renaming
    }

    fn load(&mut self) {
        self.host.set_project(&project(&self.texts), &|_| false);
    }

    fn file(&self, path: &str) -> FileId {
        self.paths.intern(&FilePath::disk(path))
    }

    /// Where a file is now.
    fn now<'a>(&'a self, path: &'a str) -> &'a str {
        self.moved.get(path).map_or(path, |to| to)
    }

    /// Everything that has a name of its own.
    fn things(&self) -> Vec<Thing> {
        let analysis = self.host.analysis();
        let mut things = Vec::new();
        for path in self.texts.keys().filter(|path| is_code(path)) {
            let count = names(&analysis, self.file(path)).len();
            things.extend((0..count).map(|index| Thing {
                path: path.clone(),
                index,
            }));
        }
        things
    }

    fn name(&self, thing: &Thing) -> (SymbolKind, TextSize, String) {
        let file = self.file(self.now(&thing.path));
        names(&self.host.analysis(), file).swap_remove(thing.index)
    }

    /// Gives a thing a name, and the reason if it cannot have it.
    fn rename(&mut self, thing: &Thing, name: &str) -> Result<(), String> {
        let (_, offset, _) = self.name(thing);
        let file = self.file(self.now(&thing.path));
        let renamed = self
            .host
            .analysis()
            .rename(FilePosition { file, offset }, name);
        let change = renamed.expect("not cancelled").expect("a known file");
        self.apply(change.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn apply(&mut self, change: SourceChange) {
        let analysis = self.host.analysis();
        let mut changes = Vec::new();
        for (file, edits) in &change.edits {
            let text = self.texts.get_mut(&*analysis.path(*file));
            let text = text.expect("a known file");
            *text = apply_edits(text, edits);
            changes.push(Change {
                file: *file,
                text: text.as_str().into(),
            });
        }
        let moves = change.moves.iter();
        let moves: Vec<(String, String)> = moves
            .map(|moved| (analysis.path(moved.file).to_string(), moved.to.clone()))
            .collect();
        drop(analysis);
        for (from, to) in &moves {
            let text = self.texts.remove(from).expect("a known file");
            let before = self.texts.insert(to.clone(), text);
            assert_eq!(before, None, "{to} was there");
            let first = self.moved.iter().find(|(_, now)| *now == from);
            let first = first.map_or_else(|| from.clone(), |(first, _)| first.clone());
            self.moved.insert(first, to.clone());
        }
        match moves.is_empty() {
            true => self.host.apply(changes),
            false => self.load(),
        }
    }

    /// What the checker says; files by their first paths.
    fn reported(&self) -> Reported {
        let analysis = self.host.analysis();
        let first: BTreeMap<&String, &String> =
            self.moved.iter().map(|(first, now)| (now, first)).collect();
        let mut reported = Reported::new();
        for (path, text) in &self.texts {
            let found = analysis.diagnostics(self.file(path));
            let lines = LineIndex::new(text);
            for diagnostic in found.expect("not cancelled") {
                let line = lines.line_col(diagnostic.range.start(), Column::Bytes).line;
                let path = first.get(path).map_or(path, |first| *first);
                *reported
                    .entry((path.clone(), line, diagnostic.code))
                    .or_insert(0) += 1;
            }
        }
        reported
    }
}

/// What has a name in a file, in the order of the source.
fn names(analysis: &Analysis, file: FileId) -> Vec<(SymbolKind, TextSize, String)> {
    let mut names = Vec::new();
    let mut open: Vec<Symbol> = analysis.document_symbols(file).expect("not cancelled");
    while let Some(symbol) = open.pop() {
        if !matches!(
            symbol.kind,
            SymbolKind::Resource | SymbolKind::Node | SymbolKind::Lambda
        ) {
            names.push((symbol.kind, symbol.focus_range.start(), symbol.name));
        }
        open.extend(symbol.children);
    }
    names.sort_by_key(|(_, start, _)| *start);
    names
}

/// Whether a name can be given again as it was: metaparameters are no names for parameters, though Puppet bears them,
/// and of several spellings of a type only that of the definition is known.
fn comes_back(texts: &Texts, kind: SymbolKind, name: &str) -> bool {
    match kind {
        SymbolKind::TypeAlias => texts.values().all(|text| {
            let small = text.to_ascii_lowercase();
            small.matches(&name.to_ascii_lowercase()).count() == text.matches(name).count()
        }),
        _ => {
            let mut metaparameters = Library.metaparameters().iter();
            metaparameters.all(|it| it.name != name.trim_start_matches('$'))
        }
    }
}

fn new_name(kind: SymbolKind, name: &str) -> String {
    match kind {
        SymbolKind::TypeAlias => format!("{name}R9"),
        SymbolKind::Class | SymbolKind::DefinedType if !name.contains("::") => {
            format!("{name}::r9")
        }
        _ => format!("{}_r9", name.trim_start_matches('$')),
    }
}

fn is_new(name: &str) -> bool {
    name.ends_with("_r9") || name.ends_with("R9") || name.ends_with("::r9")
}

/// What became of all things.
#[derive(Debug, Default)]
struct Outcome {
    renamed: BTreeMap<String, usize>,
    /// Why things cannot be renamed, without the names.
    refused: BTreeMap<String, usize>,
    failures: Vec<String>,
}

impl Outcome {
    fn refuse(&mut self, reason: &str) {
        let parts = reason.split('`').step_by(2).collect::<Vec<_>>();
        *self.refused.entry(parts.join("…")).or_insert(0) += 1;
    }

    /// Renames things and takes it back. What goes wrong is looked for with half of them each.
    fn round_trip(&mut self, texts: &Texts, things: &[Thing]) {
        if let Err(failure) = self.try_round_trip(texts, things) {
            if let [thing] = things {
                self.failures.push(format!("{thing:?}: {failure}"));
                return;
            }
            let (some, others) = things.split_at(things.len() / 2);
            let before = self.failures.len();
            self.round_trip(texts, some);
            self.round_trip(texts, others);
            if self.failures.len() == before {
                self.failures
                    .push(format!("{things:?} together: {failure}"));
            }
        }
    }

    fn try_round_trip(&mut self, texts: &Texts, things: &[Thing]) -> Result<(), String> {
        let mut renaming = Renaming::new(texts.clone());
        let before = renaming.reported();
        let mut made: Vec<Made> = Vec::new();
        let mut refused = Vec::new();
        let mut kinds = Vec::new();
        for thing in things {
            let (kind, _, name) = renaming.name(thing);
            if is_new(&name) || !comes_back(texts, kind, &name) {
                // It was renamed with another of its definitions, or its name is taken.
                continue;
            }
            match renaming.rename(thing, &new_name(kind, &name)) {
                Ok(()) => {
                    made.push((thing.clone(), name));
                    kinds.push(format!("{kind:?}"));
                }
                Err(reason) if reason.contains("no name") => {
                    return Err(format!("{name}: {reason}"));
                }
                Err(reason) => refused.push(reason),
            }
            let (_, _, name) = renaming.name(thing);
            if made.last().is_some_and(|(last, _)| last == thing) && !is_new(&name) {
                return Err(format!("{name} has no new name"));
            }
        }
        let between = renaming.reported();
        if between != before {
            let new = between.iter().filter(|it| before.get(it.0) != Some(it.1));
            let gone = before.iter().filter(|it| between.get(it.0) != Some(it.1));
            let (new, gone) = (new.collect::<Vec<_>>(), gone.collect::<Vec<_>>());
            return Err(format!("new reports {new:?}, gone {gone:?}"));
        }
        for (thing, name) in made.iter().rev() {
            renaming
                .rename(thing, name)
                .map_err(|reason| format!("{name} does not come back: {reason}"))?;
        }
        if let Some((path, text)) = texts
            .iter()
            .find(|(path, text)| renaming.texts.get(*path) != Some(text))
        {
            let now = renaming.texts.get(path).map_or("", |it| it);
            let differs = text.lines().zip(now.lines()).find(|(a, b)| a != b);
            return Err(format!("{path} is another: {differs:?}"));
        }
        assert_eq!(renaming.texts.len(), texts.len());
        for kind in kinds {
            *self.renamed.entry(kind).or_insert(0) += 1;
        }
        for reason in refused {
            self.refuse(&reason);
        }
        Ok(())
    }
}

#[test]
fn there_and_back_gives_the_same_bytes() {
    let all = env::var("PUPPET_RENAMES").is_ok_and(|it| it == "all");
    let count = number("PUPPET_RENAMES", 8);
    let (skip, folder_step) = if all { (0, 1) } else { (0, STEP) };
    let folders = folders();
    let mut outcome = Outcome::default();
    for (index, folder) in folders.iter().enumerate().skip(skip).step_by(folder_step) {
        let texts = module(folder);
        let mut things = Renaming::new(texts.clone()).things();
        if !all {
            let step = (things.len() / count).max(1);
            things = things
                .into_iter()
                .skip(index % step)
                .step_by(step)
                .take(count)
                .collect();
        }
        for things in things.chunks(TOGETHER) {
            outcome.round_trip(&texts, things);
        }
    }
    assert!(outcome.failures.is_empty(), "{outcome:#?}");
    assert!(
        folders.is_empty() || outcome.renamed.len() > 3,
        "{outcome:#?}"
    );
}
