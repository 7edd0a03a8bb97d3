//! Renaming a thing of a real module and giving it its old name back gives the same bytes, and in between the checker
//! reports the same.
//!
//! `PUPPET_RENAMES` says how many things of each sampled module are renamed.

use std::collections::BTreeMap;

use puppet_ide::{FilePosition, SourceChange, Symbol, SymbolKind, TextSize, apply_edits};

use crate::modules::{STEP, Session, Texts, folders, module, number};

impl Session {
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
    let count = number("PUPPET_RENAMES", 2);
    let folders = folders();
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
}
