//! The variables that a body assigns, at any depth.

use std::sync::Arc;

use puppet_db::{Db, Environment, File};
use puppet_hir::model::{
    Body, BodyOwner, ChunkRef, DefinitionKind, Expr, ExprId, Program, Step, Summary,
};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use puppet_semantic::index::item_tree::{Item, ItemKind, body};
use puppet_semantic::resolve::module_items::resolve;
use puppet_semantic::resolve::name_resolver::NameResolver;

/// Names of variables.
pub type VariableNames = Arc<FxHashSet<SmolStr>>;

/// The parameters of a definition, and the variables that its body may assign in its own scope: not those of lambdas.
///
/// `None` when there is a way to assign names that cannot be read from the source.
#[salsa::tracked(returns(clone))]
pub fn item_bindings(db: &dyn Db, environment: Environment, item: Item) -> Option<VariableNames> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let body = body(db, item);
    let parameters = body.parameters().iter();
    let mut names: FxHashSet<SmolStr> = parameters.map(|it| it.name.clone()).collect();
    for part in body.summaries::<ChunkBindings>() {
        names.extend(part.0.as_ref()?.iter().cloned());
    }
    Some(Arc::new(names))
}

/// The variables that a chunk of a body assigns, but for those of lambdas; `None` if not all can be read.
struct ChunkBindings(Option<Box<[SmolStr]>>);

impl Summary for ChunkBindings {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        Self(assigned_in_chunk(chunk).map(|names| names.into_iter().collect()))
    }
}

fn assigned_in_chunk(chunk: &ChunkRef<'_>) -> Option<FxHashSet<SmolStr>> {
    let body = chunk.body;
    let mut names = FxHashSet::default();
    let mut scopes = 0;
    for step in chunk.preorder() {
        match (step, body.expr(id_of(step))) {
            (Step::Enter(_), expr) if expr.parameters_of_scope().is_some() => scopes += 1,
            (Step::Leave(_), expr) if expr.parameters_of_scope().is_some() => scopes -= 1,
            (Step::Enter(_), Expr::Assignment { left, .. }) if scopes == 0 => {
                names.extend(targets(body, *left)?.into_iter().cloned());
            }
            _ => {}
        }
    }
    Some(names)
}

/// The variables that the scopes within a body have.
#[derive(Debug, Default)]
pub struct InnerNames {
    /// The parameters of lambdas.
    pub parameters: Vec<SmolStr>,
    /// The variables that are assigned anywhere, lists of them left out.
    pub assigned: Vec<SmolStr>,
}

impl Summary for InnerNames {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let mut names = Self::default();
        for (_, expr) in chunk.body.exprs() {
            match expr {
                Expr::Lambda { parameters, .. } => {
                    let parameters = parameters.iter().map(|it| it.name.clone());
                    names.parameters.extend(parameters);
                }
                Expr::Assignment { left, .. } => {
                    let target = chunk.body.variable_name(*left);
                    names.assigned.extend(target.cloned());
                }
                _ => {}
            }
        }
        names
    }
}

fn id_of(step: Step) -> ExprId {
    match step {
        Step::Enter(id) | Step::Leave(id) => id,
    }
}

/// The variables that an assignment with this left side assigns; `None` if there are others that cannot be read from the
/// source.
pub(crate) fn targets(body: &Body, target: ExprId) -> Option<Vec<&SmolStr>> {
    let (mut found, mut waiting) = (Vec::new(), vec![target]);
    while let Some(target) = waiting.pop() {
        match body.expr(target) {
            Expr::Variable(_) => found.push(body.variable_name(target)?),
            Expr::LiteralList(targets) => waiting.extend(targets),
            _ => return None,
        }
    }
    Some(found)
}

/// The variables of a class and of those that it inherits from, those of each class apart; `None` if not all of them can
/// be known.
pub fn bindings_of_class(
    db: &dyn Db,
    environment: Environment,
    class: Item,
) -> Option<Vec<VariableNames>> {
    let mut names = assigned_in_parents(db, environment, class)?;
    names.push(item_bindings(db, environment, class)?);
    Some(names)
}

/// Whether a class has a variable; `None` if that cannot be known.
pub fn has_variable(names: &NameResolver<'_>, class: &str, variable: &str) -> Option<bool> {
    let class = names.resolve(ItemKind::Class, class).item()?;
    let names = bindings_of_class(names.db(), names.environment(), class)?;
    Some(names.iter().any(|names| names.contains(variable)))
}

/// The variables of the classes that a class inherits from; `None` if not all of them can be known.
pub fn inherited(db: &dyn Db, environment: Environment, class: Item) -> Option<FxHashSet<SmolStr>> {
    let parents = assigned_in_parents(db, environment, class)?;
    Some(
        parents
            .iter()
            .flat_map(|names| names.iter().cloned())
            .collect(),
    )
}

fn assigned_in_parents(
    db: &dyn Db,
    environment: Environment,
    class: Item,
) -> Option<Vec<VariableNames>> {
    let mut names = Vec::new();
    let mut seen = FxHashSet::default();
    let mut class = class;
    while let Some(parent) = parent_class(db, class).filter(|_| seen.insert(class)) {
        class = resolve(db, environment, class.file, ItemKind::Class, &parent).item()?;
        names.push(item_bindings(db, environment, class)?);
    }
    Some(names)
}

/// The name after `inherits`.
pub fn parent_class(db: &dyn Db, class: Item) -> Option<SmolStr> {
    match body(db, class).definition() {
        BodyOwner::Class { parent_class, .. } => parent_class.clone(),
        _ => None,
    }
}

/// The variables that the always loaded manifests, and a loose file itself, may assign at top scope or in nodes: every
/// class and defined type may see them.
pub fn top_level_bindings(
    db: &dyn Db,
    environment: Environment,
    from: File,
) -> Option<FxHashSet<SmolStr>> {
    let mut names = FxHashSet::default();
    names.extend(assigned_in_site(db, environment)?.iter().cloned());
    if environment.loose(db).contains(&from) {
        names.extend(assigned_at_top_of(db, environment, from)?.iter().cloned());
    }
    Some(names)
}

/// Whether a variable may be one of the [`top_level_bindings`]: without a copy of all of them.
#[must_use]
pub fn may_be_bound_at_top(db: &dyn Db, environment: Environment, from: File, name: &str) -> bool {
    let may_be_in = |names: Option<VariableNames>| names.is_none_or(|names| names.contains(name));
    may_be_in(assigned_in_site(db, environment))
        || environment.loose(db).contains(&from)
            && may_be_in(assigned_at_top_of(db, environment, from))
}

/// The variables of the top scope that a file's own statements, or those of a node, may see besides their own: what
/// other manifests assign that are always loaded, and for a node what its file does.
pub fn bindings_in_scope(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Option<FxHashSet<SmolStr>> {
    let mut names = FxHashSet::default();
    for file in environment.manifests(db).iter() {
        let statements = Item::outside_definitions(*file);
        if statements != item {
            names.extend(item_bindings(db, environment, statements)?.iter().cloned());
        }
    }
    if item.body != Program::FILE {
        let statements = Item::outside_definitions(item.file);
        names.extend(item_bindings(db, environment, statements)?.iter().cloned());
    }
    Some(names)
}

#[salsa::tracked(returns(clone))]
fn assigned_in_site(db: &dyn Db, environment: Environment) -> Option<VariableNames> {
    let mut names = FxHashSet::default();
    for file in environment.manifests(db).iter() {
        names.extend(assigned_at_top_of(db, environment, *file)?.iter().cloned());
    }
    Some(Arc::new(names))
}

#[salsa::tracked(returns(clone))]
fn assigned_at_top_of(db: &dyn Db, environment: Environment, file: File) -> Option<VariableNames> {
    let mut names = FxHashSet::default();
    for (id, contents) in puppet_db::program(db, file).bodies() {
        if matches!(
            contents.definition().kind(),
            DefinitionKind::File | DefinitionKind::Node
        ) {
            names.extend(
                item_bindings(db, environment, Item { file, body: id })?
                    .iter()
                    .cloned(),
            );
        }
    }
    Some(Arc::new(names))
}
