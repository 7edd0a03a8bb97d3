//! No change that is offered breaks the code: what could be parsed before can be parsed afterwards.
//!
//! `PUPPET_CURSORS` says at how many places of each sampled manifest changes are asked for.

use std::collections::BTreeMap;

use puppet_ide::{TextRange, TextSize, apply_edits};
use puppet_syntax::{Entry, parse};

use crate::modules::{STEP, Session, folders, module, number};

#[test]
fn changed_code_can_be_parsed() {
    let count = number("PUPPET_CURSORS", 2);
    let mut made = BTreeMap::<String, usize>::new();
    for folder in folders().iter().skip(4).step_by(STEP) {
        let texts = module(folder);
        let session = Session::new(&texts);
        for (path, text) in texts
            .iter()
            .filter(|(path, _)| path.ends_with(".pp"))
            .step_by(3)
        {
            for number in 0..count {
                for selection in selections(text, text.len() * (2 * number + 1) / (2 * count)) {
                    check(&session, path, selection, &mut made);
                }
            }
        }
    }
    assert!(folders().is_empty() || made.len() > 3, "{made:#?}");
}

/// The token at a place as a cursor and as a selection, and what stands around it.
fn selections(text: &str, at: usize) -> Vec<TextRange> {
    let tree = parse(text, Entry::Manifest).syntax();
    let at = TextSize::try_from(at).expect("a small file");
    let Some(token) = tree.token_at_offset(at).right_biased() else {
        return Vec::new();
    };
    let around = token.parent_ancestors().take(3).map(|it| it.text_range());
    let cursor = TextRange::empty(token.text_range().start());
    [cursor, token.text_range()]
        .into_iter()
        .chain(around)
        .collect()
}

fn check(session: &Session, path: &str, selection: TextRange, made: &mut BTreeMap<String, usize>) {
    let actions = session.analysis.code_actions(session.file(path), selection);
    for action in actions.expect("not cancelled") {
        for (file, edits) in &action.change.edits {
            let old = session.analysis.text(*file).expect("not cancelled");
            let new = apply_edits(&old, edits);
            let errors = |text: &str| parse(text, Entry::Manifest).errors().len();
            assert!(
                errors(&new) <= errors(&old),
                "{path}: {selection:?}: {}\n{new}",
                action.title
            );
        }
        let kind = action
            .title
            .split('`')
            .next()
            .unwrap_or_default()
            .to_owned();
        *made.entry(kind).or_default() += 1;
    }
}
