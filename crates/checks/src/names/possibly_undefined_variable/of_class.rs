//! Variables of other classes that a branch of those classes does not assign.
//!
//! A class like `web::params` has a branch for each operating system, and its readers need what each of them assigns. A
//! branch without any assignment says that the system is not supported; one that a test around the read may exclude proves
//! nothing.

use std::sync::Arc;

use puppet_db::{Db, Environment, Module, program};
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId};
use puppet_inference::body_context::Context;
use puppet_inference::catalog::declarations::{Title, body_declarations, conditions};
use puppet_inference::catalog::usages::uses;
use puppet_inference::infer::flow::assignment_gaps::{Gap, GapKind, gaps};
use puppet_inference::infer::qualified_variable::class_that_has;
use puppet_inference::infer::{Assignments, Lacking, assignments_at_end};
use puppet_inference::variables::bindings::{item_bindings, parent_class, top_level_bindings};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, MESSAGE_PLACE};
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{MOST_RELATED, POSSIBLY_UNDEFINED_VARIABLE};
use puppet_hir::Call;
use puppet_semantic::facts::is_given;
use puppet_semantic::index::file_origin::owner;

/// A branch that lacks more variables is one of a system for which only a part of the module is meant.
const MOST_LACKING: usize = 6;

/// The same for classes that nothing in the module uses.
const MOST_LACKING_FOR_OTHERS: usize = 3;

/// So many uses are followed.
const MOST_STEPS: usize = 6;

/// A read of a variable of another class that some branch of that class does not assign.
pub(crate) fn diagnostic(
    context: &Context<'_>,
    read: ExprId,
    name: &str,
) -> Option<BodyDiagnostic> {
    if is_expected(context, read) {
        return None;
    }
    with_gaps(context, Anchor::Expr(read), read, name)
}

/// The same for a read of a template, which stands for the call at an expression.
pub(crate) fn in_template(
    context: &Context<'_>,
    call: ExprId,
    name: &str,
) -> Option<BodyDiagnostic> {
    with_gaps(context, Anchor::Expr(call), call, name)
}

fn with_gaps(
    context: &Context<'_>,
    at: Anchor,
    read: ExprId,
    name: &str,
) -> Option<BodyDiagnostic> {
    let (class, variable) = variable_of_other_class(context, name)?;
    let class_body = body(context.db, class);
    if is_always_assigned(&class_body, variable) {
        return None;
    }
    let all = assignments_at_end(context.db, context.environment(), class);
    let assignments = all.get(variable)?;
    let most_lacking = match use_of(context.db, context.environment(), context.item) {
        Use::Always => MOST_LACKING,
        Use::Unknown => MOST_LACKING_FOR_OTHERS,
        Use::Sometimes => return None,
    };
    let mut gaps = gaps_with_others(&class_body, assignments);
    gaps.retain(|gap| lacking(&all, *gap) <= most_lacking);
    if gaps.is_empty() || is_guarded(context, read) {
        return None;
    }
    let message = format!(
        "Variable '${name}' may be unassigned here: the branch at {MESSAGE_PLACE} does not assign it"
    );
    let mut diagnostic = BodyDiagnostic::new(&POSSIBLY_UNDEFINED_VARIABLE, at, message);
    for gap in gaps.iter().take(MOST_RELATED) {
        diagnostic = diagnostic.with_related((class, gap.at), "This branch does not assign it");
    }
    let targets = assignments.targets.iter().take(MOST_RELATED);
    Some(targets.fold(diagnostic, |diagnostic, target| {
        diagnostic.with_related((class, Anchor::Expr(*target)), "It is assigned here")
    }))
}

/// The class whose variable a name is, if it is not one of the body's own, with the name that it has there.
fn variable_of_other_class<'n>(context: &Context<'_>, name: &'n str) -> Option<(Item, &'n str)> {
    let (db, environment) = (context.db, context.environment());
    let (class, variable) = match name.rsplit_once("::") {
        Some((class, variable)) => (canonical(class), variable),
        None if is_own(context, name) || is_given(db, environment, name) => return None,
        None => (parent_class(db, context.item)?, name),
    };
    let class = context.names.resolve(ItemKind::Class, &class).item()?;
    let class = class_that_has(db, environment, class, variable)?;
    let parent = parent_class(db, class);
    let parent = parent.map(|it| context.names.resolve(ItemKind::Class, &it).item());
    // What the class does not assign, a class above it may.
    let is_only = parent.is_none_or(|parent| {
        parent.is_some_and(|it| class_that_has(db, environment, it, variable).is_none())
    });
    (class != context.item && is_only).then_some((class, variable))
}

/// Whether the body, or the top scope, may assign a variable itself.
fn is_own(context: &Context<'_>, name: &str) -> bool {
    let (db, environment, item) = (context.db, context.environment(), context.item);
    let own = item_bindings(db, environment, item);
    let at_top = top_level_bindings(db, environment, item.file);
    own.is_none_or(|names| names.contains(name)) || at_top.is_none_or(|names| names.contains(name))
}

/// Whether a parameter is meant, or a variable that no branch stands around.
fn is_always_assigned(body: &Body, variable: &str) -> bool {
    let is_it = |name: &SmolStr| name == variable;
    body.parameters().iter().any(|it| is_it(&it.name))
        || body
            .statements()
            .iter()
            .any(|statement| match body.expr(*statement) {
                Expr::Assignment { left, .. } => body.variable_name(*left).is_some_and(is_it),
                _ => false,
            })
}

/// How many variables a branch lacks that other branches assign.
fn lacking(all: &FxHashMap<SmolStr, Arc<Assignments>>, gap: Gap<Anchor>) -> usize {
    let is_it = |it: &Lacking| matches!(it, Lacking::Branch(root) if Anchor::Expr(*root) == gap.at);
    let lacking = all.values().filter(|it| it.lacking.iter().any(is_it));
    lacking.count()
}

/// The branches that assign other variables, but not this one.
fn gaps_with_others(body: &Body, assignments: &Assignments) -> Vec<Gap<Anchor>> {
    let assigns = |root: ExprId| {
        let mut all = body.preorder(root).entered();
        all.any(|(_, expr)| matches!(expr, Expr::Assignment { .. }))
    };
    let mut gaps = gaps(body, assignments);
    gaps.retain(|gap| match (gap.kind, gap.at) {
        (GapKind::Branch, Anchor::Expr(root)) => assigns(root),
        _ => false,
    });
    gaps
}

/// Whether the code reckons with a missing value: the read is the default of a parameter that is tested.
fn is_expected(context: &Context<'_>, read: ExprId) -> bool {
    let body = context.body;
    let mut parameters = body.parameters().iter();
    let is_default = |value: ExprId| body.without_parentheses(value) == read;
    let parameter = parameters.find(|it| it.value.is_some_and(is_default));
    parameter.is_some_and(|parameter| {
        let tested = body.exprs().flat_map(|(_, expr)| conditions(expr));
        let mut tested = tested.flat_map(|test| body.preorder(test).entered());
        tested.any(|(id, _)| {
            body.variable_name(id)
                .is_some_and(|it| *it == parameter.name)
        })
    })
}

/// Whether a test around the read, or one after which the body ends early, may exclude a branch of the other class.
fn is_guarded(context: &Context<'_>, read: ExprId) -> bool {
    let body = context.body;
    let has = |root: ExprId, is_it: &dyn Fn(ExprId) -> bool| {
        let mut all = body.preorder(root).entered();
        all.any(|(id, _)| is_it(id))
    };
    let is_read = |id: ExprId| id == read;
    let is_end = |id: ExprId| {
        let call = Call::from_expr(body, id);
        call.is_some_and(|call| matches!(call.name, Some("fail" | "return")))
    };
    body.exprs().any(|(id, expr)| {
        let mut tests = conditions(expr).peekable();
        tests.peek().is_some()
            && (has(id, &is_read) || has(id, &is_end))
            && tests.any(|test| has(test, &is_read) || has(test, &|id| is_open(context, id)))
    })
}

/// Whether an expression in a test may depend on what the branches of other classes depend on: anything but parameters with
/// constant defaults.
fn is_open(context: &Context<'_>, id: ExprId) -> bool {
    let body = context.body;
    match body.expr(id) {
        Expr::Variable(_) => {
            let name = body.variable_name(id);
            let mut parameters = body.parameters().iter();
            let parameter = parameters.find(|it| name == Some(&it.name));
            parameter.is_none_or(|it| {
                let mut default = it.value.iter().flat_map(|it| body.preorder(*it).entered());
                default.any(|(_, expr)| matches!(expr, Expr::Variable(_)))
            })
        }
        expr => expr.is_call(),
    }
}

/// When a body is evaluated, as far as that can be seen.
enum Use {
    /// Wherever its module is used.
    Always,
    /// It is never used in its module: others do it when they like.
    Unknown,
    /// In a branch that may be for some operating systems only.
    Sometimes,
}

fn use_of(db: &dyn Db, environment: Environment, item: Item) -> Use {
    let module = |item: Item| owner(db, item.file).and_then(|owner| owner.module);
    let (mut item, mut steps) = (item, MOST_STEPS);
    loop {
        let definition = body(db, item);
        let name = definition.name().map(|name| canonical(name));
        let (kind, name) = match (definition.definition().kind(), name) {
            (DefinitionKind::Class, Some(name)) if !name.contains("::") => return Use::Always,
            (DefinitionKind::Class, Some(name)) => (ItemKind::Class, name),
            (DefinitionKind::DefinedType, Some(name)) => (ItemKind::DefinedType, name),
            _ => return Use::Always,
        };
        let Some(used) = uses(db, environment, kind, name) else {
            return match module(item).is_some_and(|it| computes_classes(db, it)) {
                true => Use::Sometimes,
                false => Use::Unknown,
            };
        };
        steps -= 1;
        match used.certain {
            Some(user) if module(user) != module(item) => return Use::Always,
            Some(user) if steps > 0 => item = user,
            _ => return Use::Sometimes,
        }
    }
}

/// Whether some code of a module includes classes whose names are computed.
fn computes_classes(db: &dyn Db, module: Module) -> bool {
    let files = module.files(db).iter().copied();
    files.filter(|file| file.kind(db).is_puppet()).any(|file| {
        program(db, file).bodies().any(|(body, _)| {
            let declared = body_declarations(db, Item { file, body });
            let is_computed = |title: &Title| !matches!(title, Title::Text(_));
            let mut classes = declared
                .resources()
                .filter(|it| it.ty.as_deref() == Some("class"));
            declared.inclusions().any(|it| is_computed(&it.title))
                || classes.any(|it| it.titles.iter().any(is_computed))
        })
    })
}
