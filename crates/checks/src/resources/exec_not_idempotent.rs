//! Ways to write resources that surprise: defaults that leak, commands that always run, collectors that take all.

use std::sync::Arc;

use puppet_db::{Db, Environment, program};
use puppet_diagnostics::declare_rule;
use puppet_hir::model::{
    Body, DefinitionKind, Expr, ExprId, Operation, QueryKind, ResourceBody, ResourceForm,
};
use puppet_library::Library;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::rules;
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};
use puppet_semantic::infer::Call;

declare_rule! {
    /// An exec runs on every Puppet run: it has no `creates`, `onlyif`, `unless` or `refreshonly`.
    pub EXEC_NOT_IDEMPOTENT = {
        code: "R310", name: "exec-not-idempotent",
        levels: [Off, Hint, Warning], fix: Unsafe, puppet_lint: ["exec_idempotency"],
    }
}

/// Functions that bring in classes.
const INCLUDING: [&str; 4] = ["contain", "hiera_include", "include", "require"];

/// Attributes that keep an exec from running each time.
const GUARDS: [&str; 5] = ["creates", "onlyif", "refreshonly", "unless", "noop"];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut operands = FxHashSet::default();
    for it in context.reachable() {
        match it.expr {
            Expr::ResourceDefaults { type_ref, .. } => out.extend(leak(context, it.id, *type_ref)),
            Expr::Resource {
                form,
                type_name,
                bodies,
            } => {
                let Expr::QualifiedName(name) = context.body.expr(*type_name) else {
                    continue;
                };
                let name = canonical(name);
                if name == "exec" {
                    out.extend(bodies.iter().filter_map(|body| unguarded(bodies, body)));
                }
                if *form == ResourceForm::Virtual {
                    out.extend(never_realized(context, *type_name, &name));
                }
            }
            Expr::Relationship { left, right, .. } => operands.extend([*left, *right]),
            Expr::Collect {
                type_expr,
                query,
                operations,
            } => {
                // In chains of arrows it is the usual way to say "all resources of the type".
                let takes_all = query.expr.is_none() && query.kind == QueryKind::Virtual;
                if takes_all && operations.is_empty() && !operands.contains(&it.id) {
                    out.extend(takes_all_of(context, *type_expr));
                }
            }
            _ => {}
        }
    }
}

/// Defaults hold for everything that is declared while the body is evaluated: also in classes and defined types.
fn leak(context: &Context<'_>, id: ExprId, type_ref: Option<ExprId>) -> Option<BodyDiagnostic> {
    let is_scope = matches!(
        context.body.definition().kind(),
        DefinitionKind::Class | DefinitionKind::DefinedType
    );
    let Expr::QualifiedReference(ty) = context.body.expr(type_ref?) else {
        return None;
    };
    if !is_scope {
        return None;
    }
    let ty = canonical(ty);
    let (db, environment) = (context.db, context.environment());
    let own = contents(db, environment, context.item);
    let (kind, name, other) = own
        .declares
        .iter()
        .find(|(kind, name, _)| brings(context, *kind, name, &ty))?;
    let message = format!(
        "Resource defaults are dynamically scoped: they also apply in the {} '{name}', declared here",
        kind.describe()
    );
    Some(
        BodyDiagnostic::new(
            &rules::LEAKING_RESOURCE_DEFAULT,
            Anchor::Expr(type_ref.unwrap_or(id)),
            message,
        )
        .with_related(context.item, Anchor::Expr(*other), "Declared here")
        .with_help("Put the attributes into a `default:` body of the resources that need them"),
    )
}

/// How many definitions are looked at for one default.
const MAX_REACH: usize = 100;

/// Whether a class or defined type, or what it declares itself, declares resources of a type.
fn brings(context: &Context<'_>, kind: ItemKind, name: &SmolStr, ty: &SmolStr) -> bool {
    let mut seen: FxHashSet<(ItemKind, SmolStr)> = FxHashSet::default();
    let mut left = vec![(kind, name.clone())];
    while let Some((kind, name)) = left.pop() {
        if seen.len() >= MAX_REACH || !seen.insert((kind, name.clone())) {
            continue;
        }
        let Some(item) = context.names.resolve(kind, &name).found() else {
            continue;
        };
        let contents = contents(context.db, context.environment(), item);
        if contents.types.contains(ty) {
            return true;
        }
        let declared = contents.declares.iter();
        left.extend(declared.map(|(kind, name, _)| (*kind, name.clone())));
    }
    false
}

/// What a body declares, as far as the names are written out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Contents {
    /// The types of its resources.
    types: FxHashSet<SmolStr>,
    /// The classes and defined types, and where it declares them.
    declares: Vec<(ItemKind, SmolStr, ExprId)>,
}

#[salsa::tracked(returns(clone))]
fn contents(db: &dyn Db, environment: Environment, item: Item) -> Arc<Contents> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let body = body(db, item);
    let mut found = Contents::default();
    for (id, expr) in body.exprs() {
        match expr {
            Expr::CallNamedFunction { .. } => {
                let Some(call) = Call::of(&body, id) else {
                    continue;
                };
                if call.name.is_some_and(|name| INCLUDING.contains(&name)) {
                    let classes = call.arguments.iter().filter_map(|it| literal(&body, *it));
                    found
                        .declares
                        .extend(classes.map(|name| (ItemKind::Class, name, id)));
                }
            }
            Expr::Resource {
                type_name, bodies, ..
            } => match literal(&body, *type_name) {
                Some(name) if name == "class" => {
                    let titles = bodies.iter().filter_map(|it| literal(&body, it.title?));
                    found
                        .declares
                        .extend(titles.map(|name| (ItemKind::Class, name, id)));
                }
                Some(name) => {
                    found
                        .declares
                        .push((ItemKind::DefinedType, name.clone(), id));
                    found.types.insert(name);
                }
                None => {}
            },
            _ => {}
        }
    }
    Arc::new(found)
}

/// A name that is written out.
fn literal(body: &Body, expr: ExprId) -> Option<SmolStr> {
    match body.expr(expr) {
        Expr::QualifiedName(name) | Expr::LiteralString(name) => Some(canonical(name)),
        _ => None,
    }
}

fn unguarded(bodies: &[ResourceBody], body: &ResourceBody) -> Option<BodyDiagnostic> {
    let guards = |body: &ResourceBody| {
        body.operations.iter().any(|operation| match operation {
            Operation::Attribute(attribute) => GUARDS.contains(&&*attribute.name),
            Operation::Attributes { .. } => true,
        })
    };
    // A `default:` body may have it for all.
    let title = body.title?;
    if guards(body) || (bodies.len() > 1 && bodies.iter().any(guards)) {
        return None;
    }
    Some(
        BodyDiagnostic::new(
            &EXEC_NOT_IDEMPOTENT,
            Anchor::Expr(title),
            "Exec runs on every Puppet run",
        )
        .with_help("Add `creates`, `onlyif`, `unless` or `refreshonly => true`"),
    )
}

fn takes_all_of(context: &Context<'_>, type_expr: ExprId) -> Option<BodyDiagnostic> {
    let Expr::QualifiedReference(name) = context.body.expr(type_expr) else {
        return None;
    };
    let canonical = canonical(name);
    let is_type = Library.resource_type(&canonical).is_some()
        || context
            .names
            .resolve(ItemKind::DefinedType, &canonical)
            .found()
            .is_some();
    if !is_type {
        return None;
    }
    let message =
        format!("Collector without a query realizes all virtual {name} resources of the catalog");
    Some(
        BodyDiagnostic::new(
            &rules::COLLECTOR_WITHOUT_QUERY,
            Anchor::Expr(type_expr),
            message,
        )
        .with_help("Add a query, for example `<| tag == 'x' |>`"),
    )
}

/// A virtual resource in a module that realizes none of its type.
fn never_realized(
    context: &Context<'_>,
    type_name: ExprId,
    name: &SmolStr,
) -> Option<BodyDiagnostic> {
    let module = owner(context.db, context.item.file)?.module?;
    // Other modules may realize what has a name that is known to all.
    let is_public = Library.resource_type(name).is_some();
    if is_public && context.environment().modules(context.db).len() > 1 {
        return None;
    }
    let mut files = module.files(context.db).to_vec();
    files.extend(context.environment().manifests(context.db).iter().copied());
    let is_realized = files
        .into_iter()
        .filter(|file| file.kind(context.db).is_puppet())
        .any(|file| realized(context.db, context.environment(), file).may_have(name));
    if is_realized {
        return None;
    }
    let message = format!(
        "Virtual resource is never realized: no collector or realize() for type '{name}' in module '{}'",
        module.name(context.db)
    );
    Some(BodyDiagnostic::new(
        &rules::VIRTUAL_NEVER_REALIZED,
        Anchor::Expr(type_name),
        message,
    ))
}

/// The types of which a file realizes resources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Realized {
    types: FxHashSet<SmolStr>,
    /// Some are named where they cannot be read.
    is_open: bool,
}

impl Realized {
    fn may_have(&self, name: &str) -> bool {
        self.is_open || self.types.contains(name)
    }
}

#[salsa::tracked]
fn realized(db: &dyn Db, environment: Environment, file: puppet_db::File) -> Realized {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let mut found = Realized::default();
    for (_, body) in program(db, file).bodies() {
        for (id, expr) in body.exprs() {
            match expr {
                Expr::Collect { type_expr, .. } => found.add(body, *type_expr),
                Expr::CallNamedFunction { .. } => {
                    let Some(call) = Call::of(body, id) else {
                        continue;
                    };
                    if call.name == Some("realize") {
                        call.arguments.iter().for_each(|it| found.add(body, *it));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

impl Realized {
    fn add(&mut self, body: &Body, expr: ExprId) {
        match body.expr(expr) {
            Expr::QualifiedReference(name) => drop(self.types.insert(canonical(name))),
            Expr::Access { left, .. } => match body.expr(*left) {
                Expr::QualifiedReference(name) => drop(self.types.insert(canonical(name))),
                _ => self.is_open = true,
            },
            _ => self.is_open = true,
        }
    }
}
