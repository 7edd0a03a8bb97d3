//! Symmetry of hierarchies: callees list their callers, across modules.

use std::collections::HashMap;

use puppet_ide::{Analysis, FileId, HierarchyCall, HierarchyItem, TextRange};
use puppet_ide_db::position::FilePosition;
use puppet_ide_db::symbol_index::SymbolKind;

use crate::laws::{Laws, file_step, sample};
use crate::modules::{Session, modules};

#[test]
fn calls_have_two_ends() {
    let mut laws = Laws::default();
    let session = Session::new(modules(&sample(2)));
    let analysis = session.analysis();
    let mut known = Known::new();
    for path in session.code().iter().step_by(file_step() * 2) {
        let file = session.file(path);
        let mut open = analysis.document_symbols(file).expect("not cancelled");
        while let Some(symbol) = open.pop() {
            if is_item(symbol.kind) {
                let offset = symbol.focus_range.start();
                check(
                    &analysis,
                    FilePosition { file, offset },
                    &mut known,
                    &mut laws,
                );
            }
            open.extend(symbol.children);
        }
    }
    laws.assert_hold(4);
}

fn is_item(kind: SymbolKind) -> bool {
    use SymbolKind::*;
    matches!(kind, Class | DefinedType | Function | Plan | TypeAlias)
}

/// Who uses the items that were asked for before.
type Known = HashMap<(FileId, TextRange), Vec<HierarchyCall>>;

fn check(analysis: &Analysis, position: FilePosition, known: &mut Known, laws: &mut Laws) {
    let item = analysis.hierarchy_item(position).expect("not cancelled");
    let name = format!("{} {:?}", analysis.path(position.file), position.offset);
    laws.hold("definitions are items", item.is_some(), || name.clone());
    let Some(item) = item else { return };
    for call in analysis.outgoing_calls(position).expect("not cancelled") {
        let back = incoming(analysis, &call.item, known);
        let is_there = has(&back, &item, &call);
        laws.hold("what is used names its user", is_there, || {
            format!("{name} {} -> {}", item.name, call.item.name)
        });
    }
    for call in incoming(analysis, &item, known) {
        let back = analysis
            .outgoing_calls(at(&call.item))
            .expect("not cancelled");
        let is_there = has(&back, &item, &call);
        laws.hold("what uses names what is used", is_there, || {
            format!("{name} {} <- {}", item.name, call.item.name)
        });
    }
    for above in analysis.supertypes(position).expect("not cancelled") {
        let below = analysis.subtypes(at(&above)).expect("not cancelled");
        laws.hold(
            "what is above names what is below",
            below.contains(&item),
            || format!("{name} {} <: {}", item.name, above.name),
        );
    }
    for below in analysis.subtypes(position).expect("not cancelled") {
        let above = analysis.supertypes(at(&below)).expect("not cancelled");
        laws.hold(
            "what is below names what is above",
            above.contains(&item),
            || format!("{name} {} :> {}", item.name, below.name),
        );
    }
}

fn incoming(analysis: &Analysis, item: &HierarchyItem, known: &mut Known) -> Vec<HierarchyCall> {
    let ask = || analysis.incoming_calls(at(item)).expect("not cancelled");
    known
        .entry((item.file, item.focus_range))
        .or_insert_with(ask)
        .clone()
}

fn at(item: &HierarchyItem) -> FilePosition {
    FilePosition {
        file: item.file,
        offset: item.focus_range.start(),
    }
}

/// Whether calls have one with an item, at the same places.
fn has(calls: &[HierarchyCall], item: &HierarchyItem, call: &HierarchyCall) -> bool {
    calls
        .iter()
        .any(|it| it.item == *item && it.ranges == call.ranges)
}
