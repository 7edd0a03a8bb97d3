//! Incremental checks: after an edit of a long body, only the chunks that it concerns are checked again.
//!
//! [`check`] gives what [`check_whole`](crate::runner::check_whole) gives, or `None`; the tests compare them.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::ExprId;

use crate::runner::{CHECKS, CheckScope};
use puppet_inference::body_context::Context;
use puppet_inference::infer::{ChunkView, chunk_bases};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::resolve::name_resolver::NameResolver;

/// What was found in a chunk.
#[derive(Debug, PartialEq, Eq, Default)]
struct Checked {
    /// The diagnostics, each with the number of its check.
    diagnostics: Box<[(usize, BodyDiagnostic)]>,
    /// The statements, if what they declare must be checked together with the rest of the body.
    left: Box<[ExprId]>,
}

/// The diagnostics of a body; `None` for one that is not checked chunk by chunk.
pub fn check(context: &Context<'_>) -> Option<Vec<BodyDiagnostic>> {
    let (db, environment, item) = (context.db, context.environment(), context.item);
    let bases = chunk_bases(db, environment, item)?;
    // Before the chunks, which helpers check meanwhile.
    let of_body = run(context, |scope| scope == CheckScope::Body);
    let of_chunks = bases.flat_map(|base| {
        let checked = checked(db, environment, item, base);
        let mut diagnostics = checked.diagnostics.to_vec();
        diagnostics.extend(left(context, &checked.left));
        diagnostics
    });
    let mut by_check = vec![Vec::new(); CHECKS.len()];
    for (number, diagnostic) in of_body.into_iter().chain(of_chunks) {
        if let Some(diagnostics) = by_check.get_mut(number) {
            diagnostics.push(diagnostic);
        }
    }
    let mut diagnostics = Vec::new();
    for ((scope, check), found) in CHECKS.iter().zip(by_check) {
        diagnostics.extend(found);
        if *scope == CheckScope::Diagnostics {
            check(context, &mut diagnostics);
        }
    }
    Some(diagnostics)
}

/// Checks chunks of a body, from its end: the work of one of so many helpers. Tells whether the body is a long one.
pub fn prefetch_diagnostics(
    db: &dyn Db,
    environment: Environment,
    item: Item,
    (helper, helpers): (usize, usize),
) -> bool {
    let Some(chunks) = chunk_bases(db, environment, item) else {
        return false;
    };
    let chunks: Vec<usize> = chunks.collect();
    for base in chunks.into_iter().rev().skip(helper).step_by(helpers) {
        checked(db, environment, item, base);
    }
    true
}

#[salsa::tracked(returns(clone))]
fn checked(db: &dyn Db, environment: Environment, item: Item, base: usize) -> Arc<Checked> {
    let Some(view) = ChunkView::new(db, environment, item, base) else {
        return Arc::default();
    };
    let names = NameResolver::new(db, environment, item.file);
    let (body, inference) = (&view.body, &view.inference);
    let context = Context::with_statements(names, item, body, inference, view.statements.to_vec());
    let needs_whole = context.needs_whole();
    let diagnostics = run(&context, |scope| match scope {
        CheckScope::Body | CheckScope::Diagnostics => false,
        CheckScope::Statements => true,
        CheckScope::Declarations => !needs_whole,
    });
    Arc::new(Checked {
        diagnostics: diagnostics.into(),
        left: match needs_whole {
            true => view.statements,
            false => Box::default(),
        },
    })
}

/// What is found in statements that must be checked together with the rest of the body.
fn left(context: &Context<'_>, statements: &[ExprId]) -> Vec<(usize, BodyDiagnostic)> {
    match statements {
        [] => Vec::new(),
        statements => {
            let context = context.only(statements.to_vec());
            run(&context, |scope| scope == CheckScope::Declarations)
        }
    }
}

fn run(context: &Context<'_>, takes: impl Fn(CheckScope) -> bool) -> Vec<(usize, BodyDiagnostic)> {
    let mut all = Vec::new();
    let mut diagnostics = Vec::new();
    for (number, (scope, check)) in CHECKS.iter().enumerate() {
        if takes(*scope) {
            check(context, &mut diagnostics);
            all.extend(diagnostics.drain(..).map(|diagnostic| (number, diagnostic)));
        }
    }
    all
}
