//! Renaming a thing of a real module and giving it its old name back gives the same bytes, and in between the checker
//! reports the same.
//!
//! `PUPPET_CORPUS` names the folder of modules (default: `/usr/share/puppet/modules`; without it nothing is tested), and
//! `PUPPET_RENAMES` how many things of each sampled module are renamed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use puppet_ide::{
    Analysis, AnalysisHost, FileId, FilePosition, LoadedProject, SourceChange, Symbol, SymbolKind,
    TextSize, apply_edits,
};
use puppet_project::fs::Memory;
use puppet_vfs::{FilePath, PathInterner};

/// Every so many modules are sampled.
const STEP: usize = 9;

/// Paths and texts of a module.
type Texts = BTreeMap<String, String>;

/// A module with its analysis.
struct Session {
    analysis: Analysis,
    paths: Arc<PathInterner>,
}

impl Session {
    fn new(texts: &Texts) -> Self {
        let memory: Memory = texts
            .iter()
            .map(|(path, text)| (PathBuf::from(path), text.as_str()))
            .collect();
        let paths = Arc::<PathInterner>::default();
        let mut host = AnalysisHost::new(Arc::clone(&paths));
        host.set_project(&LoadedProject::read_from(&memory, &[PathBuf::from("/")]));
        Self {
            analysis: host.analysis(),
            paths,
        }
    }

    fn file(&self, path: &str) -> FileId {
        self.paths.intern(&FilePath::disk(path))
    }

    /// What can be renamed: the path, and where the name stands.
    fn symbols(&self, texts: &Texts) -> Vec<(String, SymbolKind, TextSize, String)> {
        let mut found = Vec::new();
        for path in texts.keys().filter(|path| path.ends_with(".pp")) {
            let symbols = self.analysis.document_symbols(self.file(path));
            let mut open: Vec<Symbol> = symbols.expect("not cancelled");
            while let Some(symbol) = open.pop() {
                let is_named = !matches!(symbol.kind, SymbolKind::Resource | SymbolKind::Node);
                if is_named {
                    let at = symbol.focus_range.start();
                    found.push((path.clone(), symbol.kind, at, symbol.name));
                }
                open.extend(symbol.children);
            }
        }
        found
    }

    fn rename(&self, path: &str, at: TextSize, name: &str) -> Result<SourceChange, String> {
        let position = FilePosition {
            file: self.file(path),
            offset: at,
        };
        let renamed = self.analysis.rename(position, name);
        let renamed = renamed.expect("not cancelled").expect("a known file");
        renamed.map_err(|error| error.to_string())
    }

    /// How often each code is reported.
    fn codes(&self, texts: &Texts) -> BTreeMap<&'static str, usize> {
        let mut codes = BTreeMap::new();
        for path in texts.keys() {
            let found = self.analysis.diagnostics(self.file(path));
            for diagnostic in found.expect("not cancelled") {
                *codes.entry(diagnostic.code).or_insert(0) += 1;
            }
        }
        codes
    }

    /// The texts after a change.
    fn apply(&self, texts: &Texts, change: &SourceChange) -> Texts {
        let mut texts = texts.clone();
        for (file, edits) in &change.edits {
            let path = self.analysis.path(*file);
            let text = texts.get_mut(&*path).expect("a known file");
            *text = apply_edits(text, edits);
        }
        for moved in &change.moves {
            let text = texts.remove(&*self.analysis.path(moved.file));
            texts.insert(moved.to.clone(), text.expect("a known file"));
        }
        texts
    }

    /// Where a place is after a change.
    fn after(&self, change: &SourceChange, path: &str, at: TextSize) -> (String, TextSize) {
        let file = self.file(path);
        let own = change.edits.iter().find(|(edited, _)| *edited == file);
        let mut offset = usize::from(at);
        for edit in own.into_iter().flat_map(|(_, edits)| edits) {
            if edit.range.end() <= at {
                offset = offset + edit.text.len() - usize::from(edit.range.len());
            }
        }
        let moved = change.moves.iter().find(|moved| moved.file == file);
        let path = moved.map_or_else(|| path.to_owned(), |moved| moved.to.clone());
        (path, TextSize::try_from(offset).expect("a small file"))
    }
}

fn module(folder: &Path) -> Texts {
    let name = folder.file_name().expect("a name").to_string_lossy();
    let mut texts = Texts::from([("/environment.conf".to_owned(), String::new())]);
    let mut open = vec![folder.to_owned()];
    while let Some(folder_below) = open.pop() {
        for entry in fs::read_dir(folder_below).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let below = path.strip_prefix(folder).expect("below").to_string_lossy();
                texts.insert(format!("/modules/{name}/{below}"), text);
            }
        }
    }
    texts
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

/// Returns whether there was anything to do.
fn round_trip(texts: &Texts, symbol: &(String, SymbolKind, TextSize, String)) -> bool {
    let (path, kind, at, name) = symbol;
    let before = Session::new(texts);
    let change = match before.rename(path, *at, &new_name(*kind, name)) {
        Ok(change) => change,
        Err(reason) => {
            assert!(!reason.contains("no name"), "{path}: {name}: {reason}");
            return false;
        }
    };
    let renamed = before.apply(texts, &change);
    assert_ne!(&renamed, texts, "{path}: {name}");
    let between = Session::new(&renamed);
    assert_eq!(
        between.codes(&renamed),
        before.codes(texts),
        "{path}: {name} gets other diagnostics"
    );
    let (path, at) = before.after(&change, path, *at);
    let back = between
        .rename(&path, at, name)
        .unwrap_or_else(|reason| panic!("{path}: {name} does not come back: {reason}"));
    let back = between.apply(&renamed, &back);
    let differs = texts
        .iter()
        .find(|(path, text)| back.get(*path) != Some(text));
    assert_eq!(differs, None, "{path}: {name}");
    assert_eq!(back.len(), texts.len());
    true
}

#[test]
fn there_and_back_gives_the_same_bytes() {
    let corpus = env::var_os("PUPPET_CORPUS")
        .map_or_else(|| "/usr/share/puppet/modules".into(), PathBuf::from);
    let count: usize = env::var("PUPPET_RENAMES")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(3);
    let mut folders: Vec<PathBuf> = fs::read_dir(corpus)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    let mut renamed = 0;
    for (index, folder) in folders.iter().enumerate().step_by(STEP) {
        let texts = module(folder);
        let symbols = Session::new(&texts).symbols(&texts);
        let step = (symbols.len() / count).max(1);
        for symbol in symbols.iter().skip(index % step).step_by(step).take(count) {
            renamed += usize::from(round_trip(&texts, symbol));
        }
    }
    assert!(folders.is_empty() || renamed > 0);
    println!("{renamed} things were renamed");
}
