//! Which variables a body reads, wherever in it.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Definition, Expr, ExprId, Step};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::infer::Call;
use crate::item::{Item, body, canonical};

/// What a body reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BodyReads {
    /// Names of variables as they are written, without `$`.
    pub names: FxHashSet<SmolStr>,
    /// There are readers that are not looked at: templates, or names that are computed.
    pub is_open: bool,
    /// The class that is inherited: it, too, lends its variables.
    pub parent: Option<SmolStr>,
}

/// Functions that see the variables around their call: templates, and look-ups by name.
const OPEN: [&str; 6] = [
    "epp",
    "getvar",
    "inline_epp",
    "inline_template",
    "template",
    "getparam",
];

/// What a body reads.
#[salsa::tracked(returns(clone))]
pub fn body_reads(db: &dyn Db, environment: Environment, item: Item) -> Arc<BodyReads> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let body = body(db, item);
    let mut reads = BodyReads::default();
    let mut targets = FxHashSet::default();
    for step in body.preorder_all() {
        let Step::Enter(id) = step else { continue };
        match body.expr(id) {
            Expr::Assignment { left, .. } => add_targets(&body, *left, &mut targets),
            Expr::Variable(_) => match body.variable_name(id) {
                Some(name) if !targets.contains(&id) => drop(reads.names.insert(name.clone())),
                Some(_) => {}
                None => reads.is_open = true,
            },
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                let call = Call::of(&body, id);
                reads.is_open |= call
                    .and_then(|call| call.name)
                    .is_some_and(|name| OPEN.contains(&name));
            }
            // `defined('$x')`
            Expr::LiteralString(text) => {
                reads
                    .names
                    .extend(text.strip_prefix('$').map(SmolStr::from));
            }
            _ => {}
        }
    }
    if let Definition::Class { parent_class, .. } = body.definition() {
        reads.parent = parent_class.as_deref().map(canonical);
    }
    Arc::new(reads)
}

fn add_targets(body: &Body, target: ExprId, targets: &mut FxHashSet<ExprId>) {
    let mut left = vec![target];
    while let Some(target) = left.pop() {
        match body.expr(target) {
            Expr::Variable(_) => drop(targets.insert(target)),
            Expr::LiteralList(items) => left.extend(items),
            _ => {}
        }
    }
}
