//! Texts of hovers: types that parse, closed fences, no internal names.

use std::collections::BTreeSet;

use puppet_ide_db::position::FilePosition;
use puppet_syntax::{Entry, parse};

use crate::laws::{Laws, cursors, file_step, sample};
use crate::modules::{Session, module, spread, tree};

/// Words that are not used outside of this project.
const INTERNAL: [&str; 8] = [
    "Unknown",
    "<error>",
    "Some(",
    "Ok(",
    "Err(",
    "FileId",
    "TextRange",
    "SyntaxNode",
];

#[test]
fn hovers_are_for_people() {
    let mut laws = Laws::default();
    let mut types = BTreeSet::new();
    for folder in sample(6) {
        let session = Session::new(module(&folder));
        for path in session.code().iter().step_by(file_step()) {
            for token in spread(&tree(path, &session.texts[path]), cursors(40)) {
                let range = token.text_range();
                let place = || format!("{path} {range:?} {}", token.text());
                check(&session, path, range.start(), &mut laws, &mut types, &place);
            }
        }
    }
    for ty in &types {
        let errors = parse(ty, Entry::TypeExpr);
        laws.hold("types are types", errors.errors().is_empty(), || ty.clone());
    }
    laws.assert_hold(5);
}

fn check(
    session: &Session,
    path: &str,
    offset: puppet_ide::TextSize,
    laws: &mut Laws,
    types: &mut BTreeSet<String>,
    place: &dyn Fn() -> String,
) {
    let file = session.file(path);
    let analysis = session.analysis();
    let hover = analysis.hover(FilePosition { file, offset });
    let Some(hover) = hover.expect("not cancelled") else {
        return;
    };
    let markdown = hover.markdown();
    let shown = || format!("{}: {:.300}", place(), markdown);
    laws.hold(
        "the word is under the cursor",
        hover.range.contains_inclusive(offset),
        place,
    );
    laws.hold(
        "something is said",
        !hover.plain_text().trim().is_empty(),
        place,
    );
    let parts_say_something = hover.code.iter().all(|it| !it.trim().is_empty());
    laws.hold("each part says something", parts_say_something, shown);
    let fences = markdown.lines().filter(|it| {
        let info = it.trim_start().strip_prefix("```");
        info.is_some_and(|info| !info.contains('`'))
    });
    laws.hold("fences are closed", fences.count() % 2 == 0, shown);
    let own = &session.texts[path];
    let is_internal =
        |word: &&str| hover.code.iter().any(|code| code.contains(*word)) && !own.contains(*word);
    laws.hold(
        "no internal words",
        !INTERNAL.iter().any(is_internal),
        shown,
    );
    let inferred = hover.code.first().and_then(|it| it.split_once(": "));
    if let Some((_, ty)) = inferred.filter(|(name, _)| name.starts_with('$')) {
        types.insert(ty.to_owned());
    }
}
