//! Symbols, folds, selections, tokens and links have the shape that editors rely on.

use puppet_ide::{Analysis, FileId, LinkTarget, Symbol, TextRange, TextSize};
use puppet_ide_db::position::FilePosition;
use puppet_syntax::SyntaxNode;

use crate::laws::{Laws, cursors, file_step, sample};
use crate::modules::{Session, incomplete_texts, module, spread, tree};

#[test]
fn shapes_are_those_that_editors_rely_on() {
    let mut laws = Laws::default();
    for folder in sample(3) {
        let session = Session::new(module(&folder));
        for path in session.code().iter().step_by(file_step()) {
            check(&session, path, &mut laws);
        }
    }
    laws.assert_hold(9);
}

#[test]
fn incomplete_code_has_the_same_shapes() {
    let mut laws = Laws::default();
    for folder in sample(8) {
        let mut session = Session::new(module(&folder));
        for path in session.code().iter().step_by(file_step()) {
            let whole = session.texts[path].clone();
            for text in incomplete_texts(path, &whole, cursors(4)) {
                session.write(path, text);
                check(&session, path, &mut laws);
            }
            session.write(path, whole);
        }
    }
    laws.assert_hold(9);
}

fn check(session: &Session, path: &str, laws: &mut Laws) {
    let text = &session.texts[path];
    let of_file = OfFile {
        analysis: &session.analysis(),
        session,
        file: session.file(path),
        path,
        text,
        root: tree(path, text),
    };
    of_file.symbols(laws);
    of_file.folds(laws);
    of_file.selections(laws);
    of_file.tokens(laws);
    of_file.links(laws);
}

struct OfFile<'a> {
    analysis: &'a Analysis,
    session: &'a Session,
    file: FileId,
    path: &'a str,
    text: &'a str,
    root: SyntaxNode,
}

impl OfFile<'_> {
    fn place(&self, range: TextRange) -> String {
        let text = &self.text[std::ops::Range::<usize>::from(range)];
        format!("{} {range:?} {text}", self.path)
    }

    fn symbols(&self, laws: &mut Laws) {
        let whole = self.root.text_range();
        let symbols = self
            .analysis
            .document_symbols(self.file)
            .expect("not cancelled");
        self.nested(&symbols, whole, laws);
    }

    fn nested(&self, symbols: &[Symbol], around: TextRange, laws: &mut Laws) {
        let ordered = symbols.iter().zip(symbols.iter().skip(1));
        let mut ordered = ordered.map(|(a, b)| a.full_range.start() <= b.full_range.start());
        laws.hold("symbols are in order", ordered.all(|it| it), || {
            self.place(around)
        });
        for symbol in symbols {
            let place = || self.place(symbol.full_range);
            let full = symbol.full_range;
            laws.hold(
                "symbols are in that around",
                around.contains_range(full),
                place,
            );
            laws.hold(
                "symbols hold their names",
                full.contains_range(symbol.focus_range),
                place,
            );
            laws.hold("symbols have names", !symbol.name.trim().is_empty(), place);
            self.nested(&symbol.children, full, laws);
        }
    }

    fn folds(&self, laws: &mut Laws) {
        let folds = self
            .analysis
            .folding_ranges(self.file)
            .expect("not cancelled");
        for (index, fold) in folds.iter().enumerate() {
            let nests = folds.iter().skip(index + 1).all(|other| {
                let common = fold.range.intersect(other.range);
                common.is_none_or(|it| it.is_empty() || it == fold.range || it == other.range)
            });
            laws.hold("folds nest", nests, || self.place(fold.range));
            let once = folds.iter().filter(|it| it.range == fold.range).count() == 1;
            laws.hold("folds are told once", once, || self.place(fold.range));
            let lines = self.text[std::ops::Range::<usize>::from(fold.range)].contains('\n');
            laws.hold("folds span lines", lines, || self.place(fold.range));
        }
    }

    fn selections(&self, laws: &mut Laws) {
        for token in spread(&self.root, cursors(20)) {
            let offset = token.text_range().start();
            let position = FilePosition {
                file: self.file,
                offset,
            };
            let found = self
                .analysis
                .selection_ranges(position)
                .expect("not cancelled");
            let place = || self.place(token.text_range());
            let grows = found.iter().zip(found.iter().skip(1));
            let mut grows = grows.map(|(a, b)| b.contains_range(*a) && a != b);
            laws.hold("selections grow", grows.all(|it| it), place);
            let whole = found.last() == Some(&self.root.text_range());
            laws.hold("selections end with the file", whole, place);
            let holds = found.iter().all(|it| it.contains_inclusive(offset));
            laws.hold("selections hold the cursor", holds, place);
            let whole_tokens = found
                .iter()
                .skip(1)
                .all(|it| self.is_edge(it.start()) && self.is_edge(it.end()));
            laws.hold("selections do not cut words", whole_tokens, place);
        }
    }

    fn is_edge(&self, at: TextSize) -> bool {
        puppet_syntax::tokens_at(&self.root, at).all(|it| {
            let range = it.text_range();
            range.start() == at || range.end() == at || it.text().starts_with(['\'', '"'])
        })
    }

    fn tokens(&self, laws: &mut Laws) {
        let all = self
            .analysis
            .semantic_tokens(self.file, None)
            .expect("not cancelled");
        let mut pairs = all.iter().zip(all.iter().skip(1));
        let apart = pairs.all(|(a, b)| a.range.end() <= b.range.start());
        laws.hold("tokens are in order", apart, || self.path.to_owned());
        let full = all.iter().all(|it| !it.range.is_empty());
        laws.hold("tokens are not empty", full, || self.path.to_owned());
        let end = u32::from(self.root.text_range().end());
        for (start, end) in [
            (0, end / 2),
            (end / 3, end / 2),
            (end / 2, end),
            (end / 2, end / 2),
        ] {
            let part = TextRange::new(start.into(), end.into());
            let found = self
                .analysis
                .semantic_tokens(self.file, Some(part))
                .expect("not cancelled");
            let inside = |it: &TextRange| it.intersect(part).is_some_and(|it| !it.is_empty());
            let missing = all
                .iter()
                .find(|it| inside(&it.range) && !found.contains(it));
            let added = found
                .iter()
                .find(|it| !all.contains(it) || it.range.intersect(part).is_none());
            let is_part = missing.is_none() && added.is_none();
            laws.hold("a part has its tokens", is_part, || {
                format!("{} {part:?}: misses {missing:?}, adds {added:?}", self.path)
            });
        }
    }

    fn links(&self, laws: &mut Laws) {
        let links = self.analysis.links(self.file).expect("not cancelled");
        let mut pairs = links.iter().zip(links.iter().skip(1));
        let apart = pairs.all(|(a, b)| a.range.end() <= b.range.start());
        laws.hold("links are in order", apart, || self.path.to_owned());
        for link in &links {
            let LinkTarget::Path(path) = &link.target else {
                continue;
            };
            let exists = self.session.texts.contains_key(path);
            laws.hold("links lead to files", exists, || self.place(link.range));
        }
        self.missing(laws, &links.iter().map(|it| it.range).collect::<Vec<_>>());
    }

    /// A file of the module that is named and is not there can be made.
    fn missing(&self, laws: &mut Laws, linked: &[TextRange]) {
        let module = self.path.split('/').nth(2).unwrap_or_default();
        let prefix = format!("puppet:///modules/{module}/");
        for (at, _) in self.text.match_indices(&prefix) {
            let at = TextSize::try_from(at).expect("a small file") + TextSize::of("puppet:///");
            let Some(token) = puppet_syntax::tokens_at(&self.root, at).right_biased() else {
                continue;
            };
            let is_string = token.text().starts_with(['\'', '"']) && token.text().contains(&prefix);
            if !is_string
                || linked
                    .iter()
                    .any(|it| token.text_range().contains_range(*it))
            {
                continue;
            }
            let actions = self.analysis.code_actions(self.file, TextRange::empty(at));
            let actions = actions.expect("not cancelled");
            let offered = actions.iter().any(|it| !it.change.creates.is_empty());
            laws.hold("missing files can be made", offered, || {
                self.place(token.text_range())
            });
        }
    }
}
