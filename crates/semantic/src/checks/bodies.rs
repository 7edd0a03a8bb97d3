//! The checks of bodies: of each definition, and of the statements of a file.

use std::cell::OnceCell;

use puppet_db::{Db, Environment, File, program};
use puppet_diagnostics::Diagnostic;
use puppet_hir::model::{Body, Expr, ExprId, Step};
use rustc_hash::FxHashSet;

use super::attributes::declared::{Declaration, declarations};
use super::{
    aliases, arguments, attributes, class_names, defaults, duplicate_attributes, duplicates,
    failing_calls, failing_uses, failures, functions, jumps, lambdas, lookups, misplaced,
    old_names, references, relationships, required, reserved_parameters, resource_forms, returns,
    templates, titles, uniqueness, unknown_names, unknown_types, variables,
};
use crate::finding::Finding;
use crate::infer::{Inference, infer, is_fork};
use crate::item::{Item, body};
use crate::names::Names;
use crate::owner::{Role, owner};
use crate::reads::reads;

/// All findings in the bodies of a file.
pub(super) fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    let Some(owner) = owner(db, file) else { return };
    // The names in a module that is not used would be looked for in the one that is.
    if !file.kind(db).is_puppet() || owner.role == Role::Hidden {
        return;
    }
    // Asked for while the file's model is at hand: checks of all other files need it.
    let _ = reads(db, file);
    for (id, _) in program(db, file).bodies() {
        let item = Item { file, body: id };
        let findings = findings(db, owner.environment, item);
        out.extend(
            findings
                .iter()
                .map(|finding| finding.to_diagnostic(db, item)),
        );
    }
}

/// A body with all that is known about it.
pub(super) struct Context<'a> {
    pub db: &'a dyn Db,
    pub names: Names<'a>,
    pub item: Item,
    pub body: &'a Body,
    pub inference: &'a Inference,
    /// How many uses of definitions lead here, if the body is looked at for one of its uses.
    pub depth: usize,
    reachable: Vec<Reachable<'a>>,
    declarations: OnceCell<Vec<Declaration>>,
    in_queries: OnceCell<FxHashSet<ExprId>>,
}

impl<'a> Context<'a> {
    /// A body, with what is known about it.
    pub fn new(
        names: Names<'a>,
        item: Item,
        body: &'a Body,
        inference: &'a Inference,
        depth: usize,
    ) -> Self {
        Self {
            db: names.db(),
            names,
            item,
            body,
            inference,
            depth,
            reachable: reachable(body, inference),
            declarations: OnceCell::new(),
            in_queries: OnceCell::new(),
        }
    }

    /// The environment in which names are resolved.
    pub fn environment(&self) -> Environment {
        self.names.environment()
    }

    /// The expressions that may be evaluated, in the order of the source.
    pub fn reachable(&self) -> impl Iterator<Item = Reachable<'a>> {
        self.reachable.iter().copied()
    }

    /// What the body declares, read when it is first asked for.
    pub fn declarations(&self) -> &[Declaration] {
        self.declarations.get_or_init(|| declarations(self))
    }

    /// Whether an expression stands in the query of a collector: those are compared with resources, not evaluated.
    pub fn is_in_query(&self, expr: ExprId) -> bool {
        let in_queries = self.in_queries.get_or_init(|| in_queries(self.body));
        in_queries.contains(&expr)
    }

    /// The expressions that no condition and no lambda stands around, in the order of the source.
    pub fn unconditional(&self) -> impl Iterator<Item = (ExprId, &'a Expr)> {
        let (body, inference) = (self.body, self.inference);
        let mut forks = 0_usize;
        body.preorder_all().filter_map(move |step| {
            let (Step::Enter(id) | Step::Leave(id)) = step;
            let expr = body.expr(id);
            let is_fork = is_fork(expr) || matches!(expr, Expr::Lambda { .. });
            if let Step::Leave(_) = step {
                forks -= usize::from(is_fork);
                return None;
            }
            let is_free = forks == 0 && !inference.is_unreachable(id);
            forks += usize::from(is_fork);
            is_free.then_some((id, expr))
        })
    }
}

/// The expressions of collectors' queries.
fn in_queries(body: &Body) -> FxHashSet<ExprId> {
    let queries = body.exprs().filter_map(|(_, expr)| match expr {
        Expr::Collect { query, .. } => query.expr,
        _ => None,
    });
    queries
        .flat_map(|query| body.preorder(query).entered())
        .map(|(id, _)| id)
        .collect()
}

/// Walks a body once for all checks: nearly each of them looks at every expression.
fn reachable<'a>(body: &'a Body, inference: &Inference) -> Vec<Reachable<'a>> {
    let mut forks = 0;
    let steps = body.preorder_all().filter_map(|step| {
        let (id, change) = match step {
            Step::Enter(id) => (id, 1),
            Step::Leave(id) => (id, -1),
        };
        let expr = body.expr(id);
        let is_conditional = forks > 0;
        if matches!(
            expr,
            Expr::If { .. } | Expr::Unless { .. } | Expr::Case { .. } | Expr::Selector { .. }
        ) {
            forks += change;
        }
        let is_new = change > 0 && !inference.is_unreachable(id);
        is_new.then_some(Reachable {
            id,
            expr,
            is_conditional,
        })
    });
    steps.collect()
}

/// An expression that may be evaluated.
#[derive(Clone, Copy)]
pub(super) struct Reachable<'a> {
    pub id: ExprId,
    pub expr: &'a Expr,
    /// Whether it is evaluated in some cases only.
    pub is_conditional: bool,
}

/// A check of a body.
type BodyCheck = fn(&Context<'_>, &mut Vec<Finding>);

const CHECKS: &[BodyCheck] = &[
    aliases::check,
    defaults::check,
    failures::check,
    variables::check,
    arguments::check,
    attributes::check,
    duplicate_attributes::check,
    super::repeated_defaults::check,
    functions::check,
    lambdas::check,
    failing_calls::check,
    failing_uses::check,
    jumps::check,
    class_names::check,
    unknown_names::check,
    unknown_types::check,
    required::check,
    references::check,
    misplaced::check,
    duplicates::check,
    uniqueness::check,
    titles::check,
    templates::check,
    super::erb_variables::check,
    lookups::check,
    reserved_parameters::check,
    resource_forms::check,
    relationships::check,
    super::cycles::check,
    returns::check,
    old_names::check,
    super::versions::check,
    super::unused::check,
    super::shadowed::check,
    super::parameter_types::check,
    super::missing_facts::check,
    super::possible_undef::check,
    super::cases::check,
    super::comparisons::check,
    super::conditions::check,
    super::resource_habits::check,
    super::sensitive::check,
    super::dependencies::check,
    super::legacy_facts::check,
];

/// What is wrong in one body. Another body's edit does not change it, nor does a move within the file.
#[salsa::tracked(returns(deref))]
fn findings(db: &dyn Db, environment: Environment, item: Item) -> Box<[Finding]> {
    let body = body(db, item);
    // Half-written code is not judged: the syntax error in it is enough.
    if body.exprs().any(|(_, expr)| *expr == Expr::Missing) {
        return Box::default();
    }
    let names = Names::new(db, environment, item.file);
    let inference = infer(db, environment, item);
    let context = Context::new(names, item, &body, inference, 0);
    let mut findings = Vec::new();
    for check in CHECKS {
        check(&context, &mut findings);
    }
    old_names::explain(&context, &mut findings);
    super::causes::merge(&context, &mut findings);
    super::unreached::soften(&context, &mut findings);
    findings.into()
}
