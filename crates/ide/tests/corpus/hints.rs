//! Hints stand beside words, and types in them can be written where they are shown.

use puppet_ide::{FileId, HintKind, HintKinds, InlayHint, TextRange, TextSize};
use puppet_ide_diagnostics::diagnostics::Severity;
use puppet_syntax::{Entry, SyntaxKind, parse};

use crate::laws::{Laws, file_step, sample};
use crate::modules::{Session, Texts, entry, module, tree};

const ALL: HintKinds = HintKinds {
    variable_types: true,
    lambda_types: true,
    parameter_names: true,
    defaults: true,
    hiera_values: true,
    namevars: true,
    newer_versions: true,
};

#[test]
fn hints_can_be_written_down() {
    let mut laws = Laws::default();
    for folder in sample(7) {
        let mut session = Session::new(module(&folder));
        for path in session.code().iter().step_by(file_step()) {
            let text = session.texts[path].clone();
            let whole = TextRange::up_to(TextSize::of(&*text));
            let file = session.file(path);
            let found = session.analysis().inlay_hints(file, whole, ALL);
            let hints = found.expect("not cancelled");
            places(path, &text, &hints, &mut laws);
            parts(&session, file, &text, &hints, &mut laws);
            types(&mut session, path, &hints, &mut laws);
        }
    }
    laws.assert_hold(5);
}

fn places(path: &str, text: &str, hints: &[InlayHint], laws: &mut Laws) {
    let root = tree(path, text);
    let ordered = hints
        .iter()
        .zip(hints.iter().skip(1))
        .all(|(a, b)| a.at <= b.at);
    laws.hold("hints are in order", ordered, || path.to_owned());
    for hint in hints {
        let place = || format!("{path} {:?} {}", hint.at, hint.label);
        let tokens = puppet_syntax::tokens_at(&root, hint.at);
        let is_edge = tokens
            .clone()
            .all(|it| it.text_range().start() == hint.at || it.text_range().end() == hint.at);
        laws.hold("hints stand between words", is_edge, place);
        let says = !hint.label.trim().trim_matches(':').is_empty() && !hint.label.contains('\n');
        laws.hold("hints say something on one line", says, place);
        let follows_type = tokens.left_biased().into_iter().any(|it| {
            let before = std::iter::successors(it.prev_token(), |it| it.prev_token());
            let mut before = before.skip_while(|it| it.kind().is_trivia());
            hint.label.ends_with(' ')
                && before
                    .next()
                    .is_some_and(|it| it.kind() == SyntaxKind::CLASS_REF)
        });
        laws.hold("no hint beside a declared type", !follows_type, place);
    }
}

/// A part of a file has those of the hints of the file that stand in it.
fn parts(session: &Session, file: FileId, text: &str, hints: &[InlayHint], laws: &mut Laws) {
    let analysis = session.analysis();
    let end = u32::from(TextSize::of(text));
    for part in [(0, end / 2), (end / 3, end / 2), (end / 2, end)] {
        let part = TextRange::new(part.0.into(), part.1.into());
        let found = analysis
            .inlay_hints(file, part, ALL)
            .expect("not cancelled");
        let expected: Vec<&InlayHint> = hints
            .iter()
            .filter(|it| part.contains_inclusive(it.at))
            .collect();
        let same = found.iter().collect::<Vec<_>>() == expected;
        laws.hold("a part has its hints", same, || {
            format!("{} {part:?}", analysis.path(file))
        });
    }
}

/// The types of parameters of lambdas written down: the program still has no other reports.
fn types(session: &mut Session, path: &str, hints: &[InlayHint], laws: &mut Laws) {
    for hint in hints.iter().filter(|it| it.kind == HintKind::Type) {
        let shown = (!hint.label.contains('…')).then_some(&hint.label);
        let Some(ty) = hint.insert.as_ref().or(shown) else {
            continue;
        };
        let ty = ty.trim_start_matches(": ").trim_end();
        let parses = parse(ty, Entry::TypeExpr).errors().is_empty();
        let place = || format!("{path} {:?} {}", hint.at, hint.label);
        laws.hold("types are types", parses, place);
        let Some(inserted) = &hint.insert else {
            continue;
        };
        let mut text = session.texts[path].clone();
        text.insert_str(usize::from(hint.at), inserted);
        let errors = parse(&text, entry(path)).errors().len();
        let before = parse(&session.texts[path], entry(path)).errors().len();
        laws.hold("types can be written down", errors <= before, place);
        let old = serious(session, path);
        session.show(&Texts::from([(path.to_owned(), text)]));
        let new = serious(session, path);
        let texts = Texts::from([(path.to_owned(), session.texts[path].clone())]);
        session.show(&texts);
        laws.hold("types that are written down are right", new <= old, place);
    }
}

fn serious(session: &Session, path: &str) -> usize {
    let found = session.analysis().diagnostics(session.file(path));
    let found = found.expect("not cancelled").into_iter();
    found
        .filter(|it| matches!(it.severity, Severity::Error | Severity::Warning))
        .count()
}
