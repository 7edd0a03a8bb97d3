//! The variables that a body reads, at any depth.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, BodyOwner, ChunkRef, Expr, ExprId, Summary};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::variables::template_reads::add_template;
use puppet_hir::Call;
use puppet_semantic::index::item_tree::{Item, body, canonical};

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
    for part in body.summaries::<ChunkReads>() {
        reads.names.extend(part.names.iter().cloned());
        reads.is_open |= part.is_open;
        for template in &part.templates {
            add_template(db, environment, template, &mut reads);
        }
    }
    if let BodyOwner::Class { parent_class, .. } = body.definition() {
        reads.parent = parent_class.as_deref().map(canonical);
    }
    Arc::new(reads)
}

/// What a chunk of a body reads.
#[derive(Default)]
struct ChunkReads {
    /// Each name once.
    names: Box<[SmolStr]>,
    is_open: bool,
    /// The templates in Embedded Ruby that are used.
    templates: Vec<SmolStr>,
}

impl Summary for ChunkReads {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let body = chunk.body;
        let mut reads = Self::default();
        let mut names = FxHashSet::default();
        let mut targets = FxHashSet::default();
        for (id, expr) in chunk.preorder().entered() {
            match expr {
                Expr::Assignment { left, .. } => add_targets(body, *left, &mut targets),
                Expr::Variable(_) => match body.variable_name(id) {
                    Some(name) if !targets.contains(&id) => drop(names.insert(name.clone())),
                    Some(_) => {}
                    None => reads.is_open = true,
                },
                Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                    if let Some(call) = Call::from_expr(body, id) {
                        reads.add_call(body, &call);
                    }
                }
                // `defined('$x')`
                Expr::LiteralString(text) => {
                    names.extend(text.strip_prefix('$').map(SmolStr::from));
                }
                _ => {}
            }
        }
        reads.names = names.into_iter().collect();
        reads
    }
}

impl ChunkReads {
    fn add_call(&mut self, body: &Body, call: &Call<'_>) {
        if call.name != Some("template") {
            // Functions of modules that render templates have it in their names: `systemd_template`.
            let is_open = |name: &str| OPEN.contains(&name) || name.contains("template");
            self.is_open |= call.name.is_some_and(is_open);
            return;
        }
        for argument in &call.arguments {
            match body.expr(*argument) {
                Expr::LiteralString(name) => self.templates.push(name.clone()),
                _ => self.is_open = true,
            }
        }
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
