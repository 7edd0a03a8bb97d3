//! The context of a check: a body with all that is known about it.

pub mod argument_target;
pub mod attribute_sources;
mod plans;
mod realized;
mod receivers;
pub mod unneeded_default;
pub mod value_origins;
pub mod variable_sources;

use std::cell::OnceCell;

use puppet_db::{Db, Environment, File};
use puppet_hir::model::{Body, ChunkRef, Expr, ExprId, Step, Summary};
use rustc_hash::FxHashSet;

use crate::body_context::attribute_sources::{AttributeDeclaration, Role, declarations};
use crate::body_context::realized::{Realized, realized};
use crate::body_context::receivers::Receivers;
use crate::body_context::variable_sources::{Bindings, bindings};
use crate::infer::{Call, Inference, is_branch_point};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::resolve::name_resolver::NameResolver;

/// A body, or some of its statements, with all that is known about it.
pub struct Context<'a> {
    /// The database.
    pub db: &'a dyn Db,
    /// What resolves names in the file.
    pub names: NameResolver<'a>,
    /// The definition, or the file outside of definitions.
    pub item: Item,
    /// Its statements.
    pub body: &'a Body,
    /// Their types and values.
    pub inference: &'a Inference,
    /// How many uses of definitions lead here, if the body is looked at for one of its uses.
    pub depth: usize,
    /// The whole body, if only some statements of it are looked at, and the whole is at hand.
    whole: Option<&'a dyn BodyFacts>,
    /// The statements that are looked at, those of the head among them.
    statements: Vec<ExprId>,
    reachable: OnceCell<Vec<ReachableExprs<'a>>>,
    /// Those of them that are calls.
    calls: OnceCell<Vec<(ReachableExprs<'a>, Call<'a>)>>,
    declarations: OnceCell<Vec<AttributeDeclaration>>,
    receivers: OnceCell<Receivers>,
    realized: OnceCell<Realized>,
    in_queries: OnceCell<FxHashSet<ExprId>>,
    /// What stands in the blocks of `apply`.
    applied: OnceCell<FxHashSet<ExprId>>,
    bindings: OnceCell<Bindings<'a>>,
}

/// What some statements have to know of all.
pub trait BodyFacts {
    /// The resources that get attributes of defaults.
    fn receivers(&self) -> &Receivers;

    /// What is realized in any case.
    fn realized(&self) -> &Realized;
}

impl BodyFacts for Context<'_> {
    fn receivers(&self) -> &Receivers {
        let receivers = || Receivers::new(self.declarations());
        self.receivers.get_or_init(receivers)
    }

    fn realized(&self) -> &Realized {
        self.realized.get_or_init(|| realized(self))
    }
}

impl<'a> Context<'a> {
    /// A body, with what is known about it.
    pub fn new(
        names: NameResolver<'a>,
        item: Item,
        body: &'a Body,
        inference: &'a Inference,
        depth: usize,
    ) -> Self {
        Self {
            depth,
            ..Self::with_statements(names, item, body, inference, body.statements())
        }
    }

    /// The same for some statements of a body that are in no branch. Only they and the expressions that their values come
    /// from are inferred.
    pub fn with_statements(
        names: NameResolver<'a>,
        item: Item,
        body: &'a Body,
        inference: &'a Inference,
        statements: Vec<ExprId>,
    ) -> Self {
        Self {
            db: names.db(),
            names,
            item,
            body,
            inference,
            depth: 0,
            whole: None,
            statements,
            reachable: OnceCell::new(),
            calls: OnceCell::new(),
            declarations: OnceCell::new(),
            receivers: OnceCell::new(),
            realized: OnceCell::new(),
            in_queries: OnceCell::new(),
            applied: OnceCell::new(),
            bindings: OnceCell::new(),
        }
    }

    /// Some statements of the body, seen together with the others.
    pub fn only(&self, statements: Vec<ExprId>) -> Context<'_> {
        let names = NameResolver::new(self.db, self.environment(), self.item.file);
        Context {
            whole: Some(self),
            ..Context::with_statements(names, self.item, self.body, self.inference, statements)
        }
    }

    /// The environment in which names are resolved.
    pub fn environment(&self) -> Environment {
        self.names.environment()
    }

    /// Whether the body is looked at for one of its uses: only what fails in any case matters then.
    pub fn is_one_use(&self) -> bool {
        self.inference.has_certain()
    }

    /// Whether what an expression does is checked: in a body that is looked at for one of its uses, only what is
    /// evaluated in any case.
    pub fn is_checked(&self, expr: ExprId) -> bool {
        !self.is_one_use() || self.inference.is_certain(expr)
    }

    /// Whether a file belongs to another module than the body.
    pub fn is_foreign(&self, file: File) -> bool {
        let module = |file| owner(self.db, file).map(|owner| owner.module);
        module(file) != module(self.item.file)
    }

    /// The expressions that may be evaluated, in the order of the source.
    pub fn reachable(&self) -> impl Iterator<Item = ReachableExprs<'a>> {
        let reachable = self.reachable.get_or_init(|| self.read_reachable());
        reachable.iter().copied()
    }

    /// The calls among them that are checked: many checks look at these alone.
    pub fn calls(&self) -> &[(ReachableExprs<'a>, Call<'a>)] {
        self.calls.get_or_init(|| {
            let calls = self.reachable();
            let calls = calls.filter(|it| it.expr.is_call() && self.is_checked(it.id));
            let calls = calls.filter_map(|it| Some((it, Call::from_expr(self.body, it.id)?)));
            calls.collect()
        })
    }

    /// What is declared, read when it is first asked for.
    pub fn declarations(&self) -> &[AttributeDeclaration] {
        self.declarations.get_or_init(|| declarations(self))
    }

    /// What gives the variables their values, read when it is first asked for.
    pub fn bindings(&self) -> &Bindings<'a> {
        let calls = || self.calls().iter().map(|(_, call)| call);
        self.bindings.get_or_init(|| bindings(self.body, calls()))
    }

    /// The whole body, as far as it is at hand.
    pub fn whole(&self) -> &dyn BodyFacts {
        self.whole.unwrap_or(self)
    }

    /// Whether what is declared here can only be checked together with the rest of the body: defaults count for what it
    /// declares, and virtual resources may be realized by it.
    pub fn needs_whole(&self) -> bool {
        let mut declarations = self.declarations().iter();
        declarations.any(|it| it.is_virtual || it.role == Role::Defaults)
    }

    /// Whether an expression stands in the query of a collector: those are compared with resources, not evaluated.
    pub fn is_in_query(&self, expr: ExprId) -> bool {
        let in_queries = self.in_queries.get_or_init(|| self.read_queries());
        in_queries.contains(&expr)
    }

    /// A walk over everything, in the order of the source.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        let statements = self.statements.iter();
        statements.flat_map(|statement| self.body.preorder(*statement))
    }

    /// The relationships, and the defaults of resources, that no condition and no lambda stands around, in the order of
    /// the source.
    pub fn unconditional(&self) -> impl Iterator<Item = (ExprId, &'a Expr)> {
        let (body, inference) = (self.body, self.inference);
        let chunks = body.summaries::<UnconditionalExprs>().into_iter();
        let ids = chunks.flat_map(|it| (0..it.0.len()).filter_map(move |at| it.0.get(at).copied()));
        let reachable = ids.filter(|id| !inference.is_unreachable(*id));
        reachable.map(|id| (id, body.expr(id)))
    }

    /// Whether an expression is in a branch whose test has an expression of some kind, and not in the test.
    pub fn depends_on_test(&self, at: ExprId, is_it: impl Fn(ExprId) -> bool) -> bool {
        let has = |root: ExprId, is_it: &dyn Fn(ExprId) -> bool| {
            let mut all = self.body.preorder(root).entered();
            all.any(|(id, _)| is_it(id))
        };
        let is_at = |id: ExprId| id == at;
        self.body.exprs().any(|(id, expr)| match expr {
            Expr::If { test, .. } | Expr::Unless { test, .. } | Expr::Case { test, .. } => {
                has(*test, &is_it) && !has(*test, &is_at) && has(id, &is_at)
            }
            _ => false,
        })
    }

    /// The expressions of collectors' queries.
    fn read_queries(&self) -> FxHashSet<ExprId> {
        let queries = self.reachable().filter_map(|it| match it.expr {
            Expr::Collect { query, .. } => query.expr,
            _ => None,
        });
        queries
            .flat_map(|query| self.body.preorder(query).entered())
            .map(|(id, _)| id)
            .collect()
    }

    /// Walks over everything once for all checks: nearly each of them looks at every expression.
    fn read_reachable(&self) -> Vec<ReachableExprs<'a>> {
        let body = self.body;
        let mut depth = 0;
        let reachable = self.steps().filter_map(|step| {
            let (id, change) = match step {
                Step::Enter(id) => (id, 1),
                Step::Leave(id) => (id, -1),
            };
            let is_conditional = depth > 0;
            let expr = body.expr(id);
            if matches!(
                expr,
                Expr::If { .. } | Expr::Unless { .. } | Expr::Case { .. } | Expr::Selector { .. }
            ) {
                depth += change;
            }
            let is_new = change > 0 && !self.inference.is_unreachable(id);
            is_new.then_some(ReachableExprs {
                id,
                expr,
                is_conditional,
            })
        });
        reachable.collect()
    }
}

/// The relationships and defaults of a chunk of a body that no condition and no lambda stands around.
struct UnconditionalExprs(Box<[ExprId]>);

impl Summary for UnconditionalExprs {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let mut depth = 0_usize;
        let found = chunk.preorder().filter_map(|step| {
            let (Step::Enter(id) | Step::Leave(id)) = step;
            let expr = chunk.body.expr(id);
            let is_branch_point =
                usize::from(is_branch_point(expr) || matches!(expr, Expr::Lambda { .. }));
            if let Step::Leave(_) = step {
                depth -= is_branch_point;
                return None;
            }
            let is_free = depth == 0;
            depth += is_branch_point;
            let is_one = matches!(
                expr,
                Expr::Relationship { .. } | Expr::ResourceDefaults { .. }
            );
            (is_free && is_one).then_some(id)
        });
        Self(found.collect())
    }
}

/// An expression that may be evaluated.
#[derive(Clone, Copy)]
pub struct ReachableExprs<'a> {
    /// Its id in the body.
    pub id: ExprId,
    /// The expression.
    pub expr: &'a Expr,
    /// Whether it is evaluated in some cases only.
    pub is_conditional: bool,
}
