//! The memo of `reduce`: its first value, or the last result of the lambda.

use puppet_hir::Call;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{IntegerRange, Relate, Type, generalize};

use crate::infer::builder::InferenceBuilder;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::iterated_elements::{Elements, elements};

/// How often the lambda is walked until the memo has the type that it gives.
const MAX_WALKS: usize = 3;

/// In longer bodies nothing is known of a memo.
const MAX_BODY: usize = 2_000;

/// What is known of the memo in any call of the lambda.
pub(super) fn memo(walk: &InferenceBuilder<'_>, call: &Call<'_>, elements: &Elements) -> Inferred {
    if let Some(memo) = &walk.supposed_memo {
        return memo.clone();
    }
    let Some(root) = call.lambda.and_then(|lambda| root_of(walk, lambda)) else {
        return Inferred::UNKNOWN;
    };
    if walk.body.len() > MAX_BODY || walk.dead > 0 {
        return Inferred::UNKNOWN;
    }
    let start = match call.arguments.get(1) {
        Some(start) => walk.result(*start).clone(),
        None => elements.single().clone(),
    };
    let mut memo = general(walk, &start);
    for number in 0..MAX_WALKS {
        if memo.is_unknown() {
            break;
        }
        let result = result(walk, root, memo.clone());
        let is_empty = is_empty(walk, &memo);
        if !is_empty && accepts(walk, &memo, &result) {
            return memo;
        }
        let grown = is_empty.then(|| with_any_size(walk, &result));
        let next = match grown {
            // What is put together first may be what comes later, too.
            Some(grown) if accepts(walk, &grown, &memo) && number == 0 => grown,
            Some(grown) if accepts(walk, &grown, &memo) => general(walk, &grown),
            _ => general(walk, &Inferred::union(walk.names, [&memo, &result])),
        };
        if next == memo {
            return memo;
        }
        memo = next;
    }
    Inferred::UNKNOWN
}

fn root_of(walk: &InferenceBuilder<'_>, lambda: ExprId) -> Option<ExprId> {
    match walk.body.expr(lambda) {
        Expr::Lambda { body, .. } => *body,
        _ => None,
    }
}

/// What the lambda gives if the memo is this; a `reduce` within it gets a memo of which nothing is known.
fn result(walk: &InferenceBuilder<'_>, root: ExprId, memo: Inferred) -> Inferred {
    let mut trial = walk.clone();
    trial.supposed_memo = Some(memo);
    trial.run(root);
    let nexts = trial.frames.last().map_or(&[][..], |frame| &frame.nexts);
    Inferred::union(walk.names, nexts.iter().chain([trial.result(root)]))
}

/// Whether one certainly is whatever the other may be.
fn accepts(walk: &InferenceBuilder<'_>, one: &Inferred, other: &Inferred) -> bool {
    let relate = Relate::new(walk.names);
    let [ty, other] = [one, other].map(|it| it.ty(walk.names));
    relate.assignable(&ty, &other) && relate.doubt().is_none()
}

fn is_empty(walk: &InferenceBuilder<'_>, known: &Inferred) -> bool {
    let is_empty = |it: Elements| it.size.upper_bound() == Some(&0);
    elements(walk.names, known).is_some_and(is_empty)
}

/// The first array or hash that is put together tells how many elements that one has: later ones have others.
fn with_any_size(walk: &InferenceBuilder<'_>, known: &Inferred) -> Inferred {
    match known.ty(walk.names) {
        Type::Hash(hash) => Inferred::Type(Type::hash_of(
            hash.key.clone(),
            hash.value.clone(),
            IntegerRange::UNBOUNDED,
        )),
        Type::Tuple(_) | Type::Array(_) => match elements(walk.names, known).map(|it| it.value) {
            Some(element) if !element.is_unknown() => Inferred::Type(Type::array_of(
                element.ty(walk.names),
                IntegerRange::UNBOUNDED,
            )),
            _ => known.clone(),
        },
        _ => known.clone(),
    }
}

/// The type without the values that only the first calls have.
fn general(walk: &InferenceBuilder<'_>, known: &Inferred) -> Inferred {
    match known.is_unknown() {
        true => Inferred::UNKNOWN,
        // What starts empty tells nothing of the elements that come.
        false if is_empty(walk, known) => known.clone(),
        false => match generalize(walk.names, &known.ty(walk.names)) {
            Type::Any => Inferred::UNKNOWN,
            ty => Inferred::Type(ty),
        },
    }
}
