//! Definitions, references, highlights and renaming see the same places.

use std::collections::{BTreeMap, BTreeSet};

use puppet_ide::{Analysis, FileId, TextRange, TextSize};
use puppet_ide_db::position::FilePosition;
use puppet_ide_db::search::Reference;
use puppet_syntax::SyntaxToken;

use crate::laws::{Laws, cursors, file_step, sample};
use crate::modules::{Session, is_code, module, spread, tree};

/// Places by their files.
type Places = BTreeSet<(FileId, u32, u32)>;

#[test]
fn definitions_references_and_highlights_agree() {
    let mut laws = Laws::default();
    for folder in sample(5) {
        let session = Session::new(module(&folder));
        let analysis = session.analysis();
        let mut names = Names {
            session: &session,
            analysis: &analysis,
            laws: &mut laws,
            known: BTreeMap::new(),
        };
        for path in session.code().iter().step_by(file_step()) {
            for token in spread(&tree(path, &session.texts[path]), cursors(8)) {
                if token.text().contains(char::is_alphanumeric) {
                    names.check(path, &token);
                }
            }
        }
    }
    laws.assert_hold(6);
}

/// The names of a module.
struct Names<'a> {
    session: &'a Session,
    analysis: &'a Analysis,
    laws: &'a mut Laws,
    /// The references of definitions that were asked for before.
    known: BTreeMap<(FileId, u32), Places>,
}

impl Names<'_> {
    fn check(&mut self, path: &str, token: &SyntaxToken) {
        let range = token.text_range();
        let middle = u32::from(range.start()).midpoint(u32::from(range.end()));
        let position = FilePosition {
            file: self.session.file(path),
            offset: middle.into(),
        };
        let place = || format!("{path} {range:?} {}", token.text());
        let references = self.analysis.references(position).expect("not cancelled");
        let found = places(&references);
        self.highlights(position, &found, &place);
        self.texts(&references, token, &place);
        self.renaming(position, range, &found, &place);
        let definition = self.analysis.goto_definition(position);
        let Some(definition) = definition.expect("not cancelled") else {
            return;
        };
        let contains = definition.origin.contains_inclusive(position.offset);
        self.laws
            .hold("what is defined is under the cursor", contains, place);
        for target in definition.targets {
            // Of templates and Ruby code nothing can be asked.
            if target.focus_range.is_empty() || !is_code(&self.analysis.path(target.file)) {
                continue;
            }
            let full = target.full_range.contains_range(target.focus_range);
            self.laws.hold("a definition holds its name", full, place);
            let of_target = self.references(target.file, target.focus_range);
            let here = (position.file, definition.origin);
            let is_there = of_target.iter().any(|it| overlaps(it, here));
            self.laws.hold("a definition has its uses", is_there, || {
                format!("{} of {:?}", place(), describe(self.analysis, &of_target))
            });
            let differ: Places = of_target.symmetric_difference(&found).copied().collect();
            self.laws.hold(
                "uses and definitions have the same references",
                differ.is_empty(),
                || format!("{}: {:?}", place(), describe(self.analysis, &differ)),
            );
        }
    }

    fn is_quoted(&self, (file, start, _): &(FileId, u32, u32)) -> bool {
        let text = self.analysis.text(*file).expect("not cancelled");
        let before = text.get(..*start as usize).unwrap_or_default();
        before.trim_end_matches(':').ends_with(['\'', '"'])
    }

    fn references(&mut self, file: FileId, focus: TextRange) -> Places {
        let start = focus.start();
        // After `$`.
        let offset = start + TextSize::from(u32::from(focus.len() > 1.into()));
        let analysis = self.analysis;
        let ask = || {
            places(
                &analysis
                    .references(FilePosition { file, offset })
                    .expect("not cancelled"),
            )
        };
        self.known
            .entry((file, u32::from(start)))
            .or_insert_with(ask)
            .clone()
    }

    fn highlights(&mut self, position: FilePosition, found: &Places, place: &dyn Fn() -> String) {
        let highlights = self.analysis.highlight(position).expect("not cancelled");
        let here = found.iter().filter(|it| it.0 == position.file).copied();
        let holds = places(&highlights) == here.collect();
        self.laws
            .hold("highlights are the references in the file", holds, place);
    }

    /// Each reference is a place of its own that holds the name.
    fn texts(&mut self, references: &[Reference], token: &SyntaxToken, place: &dyn Fn() -> String) {
        let once = places(references).len() == references.len();
        self.laws.hold("references are told once", once, place);
        let name = last_word(token.text());
        for reference in references {
            let text = self
                .analysis
                .text(reference.at.file)
                .expect("not cancelled");
            let found = text.get(std::ops::Range::<usize>::from(reference.at.range));
            let found = found.unwrap_or_default();
            self.laws.hold(
                "a reference holds the name",
                last_word(found) == name,
                || {
                    let path = self.analysis.path(reference.at.file);
                    format!("{}: {found} in {path}", place())
                },
            );
        }
    }

    /// Each reference in code gets the new name.
    fn renaming(
        &mut self,
        position: FilePosition,
        token: TextRange,
        found: &Places,
        place: &dyn Fn() -> String,
    ) {
        let prepared = self
            .analysis
            .prepare_rename(position)
            .expect("not cancelled");
        let Some(Ok(target)) = prepared else { return };
        let contains = token.contains_range(target.range);
        self.laws
            .hold("what is renamed is under the cursor", contains, place);
        let name = format!("{}r9", target.placeholder.trim_start_matches('$'));
        let renamed = self
            .analysis
            .rename(position, &name)
            .expect("not cancelled");
        let Some(Ok(change)) = renamed else { return };
        let all = change.edits.iter().flat_map(|(file, edits)| {
            let place = |range: TextRange| (*file, range.start().into(), range.end().into());
            edits.iter().map(move |edit| place(edit.range))
        });
        let all: Places = all.collect();
        let is_left = |it: &&(FileId, u32, u32)| {
            // A string may name a class, or something else.
            !all.iter().any(|edit| meets(edit, it)) && !self.is_quoted(it)
        };
        let misses = found.iter().filter(is_left);
        let misses: Places = misses.copied().collect();
        self.laws
            .hold("renaming changes each reference", misses.is_empty(), || {
                format!("{}: {:?}", place(), describe(self.analysis, &misses))
            });
    }
}

fn places(references: &[Reference]) -> Places {
    let places = references.iter().map(|it| {
        let range = it.at.range;
        (it.at.file, range.start().into(), range.end().into())
    });
    places.collect()
}

fn overlaps(place: &(FileId, u32, u32), here: (FileId, TextRange)) -> bool {
    let (start, end) = (u32::from(here.1.start()), u32::from(here.1.end()));
    meets(place, &(here.0, start, end))
}

fn meets(a: &(FileId, u32, u32), b: &(FileId, u32, u32)) -> bool {
    a.0 == b.0 && a.1 <= b.2 && b.1 <= a.2
}

fn describe(analysis: &Analysis, places: &Places) -> Vec<String> {
    let place = |(file, start, end): &(FileId, u32, u32)| {
        let text = analysis.text(*file).expect("not cancelled");
        let path = analysis.path(*file);
        format!("{path}:{start} {}", &text[*start as usize..*end as usize])
    };
    places.iter().take(4).map(place).collect()
}

/// The last word of a name, in small letters.
fn last_word(text: &str) -> String {
    let inner = text.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let last = inner.rsplit("::").next().unwrap_or_default();
    last.to_lowercase()
}
