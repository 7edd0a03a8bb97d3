//! Which variables a body reads, wherever in it.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Definition, Expr, ExprId, Step};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::infer::Call;
use crate::item::{Item, body, canonical};
use crate::template::{ruby_template, template_reads};

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

/// Functions that see the variables around their call, and are not looked at: templates, and look-ups by name.
const OPEN: [&str; 5] = ["epp", "getvar", "inline_epp", "inline_template", "getparam"];

/// What a body reads.
#[salsa::tracked(returns(clone))]
pub fn body_reads(db: &dyn Db, environment: Environment, item: Item) -> Arc<BodyReads> {
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
                let Some(call) = Call::of(&body, id) else {
                    continue;
                };
                match call.name {
                    Some("template") => add_templates(db, environment, &body, &call, &mut reads),
                    Some(name) => reads.is_open |= OPEN.contains(&name),
                    None => {}
                }
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

/// `template('a/b.erb', …)`: the variables that the templates read.
fn add_templates(
    db: &dyn Db,
    environment: Environment,
    body: &Body,
    call: &Call<'_>,
    reads: &mut BodyReads,
) {
    for argument in &call.arguments {
        let template = match body.expr(*argument) {
            Expr::LiteralString(name) => ruby_template(db, environment, name),
            _ => None,
        };
        let Some(template) = template.map(|file| template_reads(db, file)) else {
            reads.is_open = true;
            return;
        };
        let names = template.variables.iter().map(|it| it.name.as_str().into());
        reads.names.extend(names);
        reads.is_open |= template.is_open;
    }
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
