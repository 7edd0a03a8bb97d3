//! Variables that do not exist when they are read (Puppet's setting `strict_variables`, the default since Puppet 8).

use std::cell::OnceCell;
use std::sync::Arc;

use puppet_db::{FileKind, has_syntax_errors, is_plan};
use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId, Step};
use puppet_library::Library;
use puppet_project::autoload::module_name;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::names::possibly_undefined_variable;
use crate::names::unused_variable::is_unread;
use puppet_inference::body_context::Context;
use puppet_inference::infer::MaybeUndefAccess;
use puppet_inference::variables::bindings::{
    InnerNames, bindings_in_scope, bindings_of_class, has_variable, inherited, item_bindings,
    top_level_bindings,
};
use puppet_inference::variables::body_reads::body_reads;
use puppet_inference::variables::global_reads::{is_read_at_top, is_shared, is_widely_read};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::facts::{
    BUILT_IN, closest_fact, has_unnamed_facts, is_given, is_in_variable_stubs,
};
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::misspelled_module::undeclared_module_name;
use puppet_semantic::resolve::module_items::Resolution;
use puppet_semantic::resource_types::existence::similar_item;
use puppet_text::{abbreviation_of, closest};

declare_rule! {
    /// A variable does not exist in this scope.
    pub UNKNOWN_VARIABLE = {
        code: "N101", name: "unknown-variable",
        level: Error, fix: Unsafe,
        help: "Correct the name, assign it, or make it a parameter",
        puppet_lint: ["variable_scope"],
    }
}

/// Of the variables that Puppet sets, what each definition has for itself.
pub const OWN: [&str; 3] = ["title", "name", "module_name"];

/// Names with fewer letters are like too many others.
const SHORTEST_MISSPELLED_FACT: usize = 5;

/// So many unknown names of a body are compared with all known ones, and looked for in other files.
const MAX_COMPARED: usize = 300;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let inference = context.inference;
    if inference.absent().is_empty() && inference.possible().is_empty() {
        return;
    }
    if is_torn(context) {
        return;
    }
    let visible = visible(context);
    // In manifests nothing is known because a class is missing, which is reported.
    let is_template = context.item.file.kind(context.db) == FileKind::Epp;
    if visible.is_none() && !is_template {
        return;
    }
    let mut seen = FxHashSet::default();
    for possible in inference.possible() {
        if let Some(visible) = &visible
            && let Some(name) = context.body.variable_name(possible.expr)
            && !context.is_applied(possible.expr)
            && seen.insert(name)
            && !visible.contains(name)
            && !may_exist(context, name)
        {
            out.push(possibly_unknown(context, possible, name));
        }
    }
    let inner = OnceCell::new();
    let mut reported: FxHashMap<&str, usize> = FxHashMap::default();
    for expr in context.inference.absent() {
        let name = context.body.variable_name(*expr);
        // The block of an `apply` has variables of its targets, and strict variables are off there.
        let Some(name) = name.filter(|_| !context.is_applied(*expr)) else {
            continue;
        };
        if let Some(index) = reported.get(&**name) {
            fix_too(&mut out[*index], *expr);
            continue;
        }
        let is_compared = reported.len() < MAX_COMPARED;
        let diagnostic = match (name.rsplit_once("::"), &visible) {
            (Some(_), _) if !is_compared => None,
            (Some(("", variable)), _) => global(context, *expr, variable),
            (Some((class, variable)), _) => qualified(context, *expr, class, variable),
            (None, None) => None,
            (None, Some(visible)) if !is_compared => uncompared(context, *expr, name, visible),
            (None, Some(visible)) => unqualified(context, *expr, name, visible, &inner),
        };
        let of_branches =
            || possibly_undefined_variable::of_class::diagnostic(context, *expr, name);
        // A template may be rendered in just the branch that assigns it.
        let asks_branches = is_compared && visible.is_some();
        let diagnostic = diagnostic.or_else(|| asks_branches.then(of_branches).flatten());
        if let Some(diagnostic) = diagnostic {
            reported.insert(name, out.len());
            // A plan sees the variables of a plan that runs it.
            out.push(match is_plan(context.item.file.path(context.db)) {
                true => diagnostic.with_severity(Severity::Warning),
                false => diagnostic,
            });
        }
    }
}

/// A name after so many others that are unknown.
fn uncompared(
    context: &Context<'_>,
    expr: ExprId,
    name: &str,
    visible: &FxHashSet<SmolStr>,
) -> Option<BodyDiagnostic> {
    if may_exist(context, name) || visible.contains(name) {
        return None;
    }
    let diagnostic = unknown(expr, name).with_severity(Severity::Warning);
    Some(diagnostic.with_help(format!(
        "It is not compared with other names: more than {MAX_COMPARED} variables are unknown here"
    )))
}

/// One diagnostic is for all reads of a name: its fixes change another read as they do the first one.
fn fix_too(diagnostic: &mut BodyDiagnostic, read: ExprId) {
    for fix in &mut diagnostic.fixes {
        let first = fix.edits.first().cloned();
        fix.edits.extend(first.map(|mut edit| {
            edit.place.anchor = Anchor::Expr(read);
            edit
        }));
    }
}

/// Types of parameters are evaluated before any parameter has a value.
pub fn check_parameter_types(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let types = context.body.parameters().iter();
    let types = types.filter_map(|parameter| parameter.type_expr);
    out.extend(types.filter_map(|ty| depends_on_parameter(context, ty)));
}

fn depends_on_parameter(context: &Context<'_>, ty: ExprId) -> Option<BodyDiagnostic> {
    let (variable, name) = context
        .body
        .preorder(ty)
        .entered()
        .find_map(|(id, _)| Some((id, context.body.variable_name(id)?)))?;
    let is_parameter = context
        .body
        .parameters()
        .iter()
        .any(|parameter| parameter.name == *name);
    let at_top = top_level_bindings(context.db, context.environment(), context.item.file);
    if is_parameter && at_top.is_some_and(|names| !names.contains(name)) {
        return Some(
            unknown(variable, name)
                .with_help("The type of a parameter cannot depend on another parameter"),
        );
    }
    None
}

/// Whether statements of a file may be those of a definition: a brace that is missing or one too many ends it before
/// them, and its variables are not seen there.
fn is_torn(context: &Context<'_>) -> bool {
    let is_file = context.body.definition().kind() == DefinitionKind::File;
    is_file && has_syntax_errors(context.db, context.item.file)
}

/// A variable that a branch before does not assign. If that branch assigns a misspelled one, it always fails.
fn possibly_unknown(
    context: &Context<'_>,
    possible: &MaybeUndefAccess,
    name: &str,
) -> BodyDiagnostic {
    if let Some((instead, target)) = &possible.instead {
        let message =
            format!("Variable '${name}' is not set in this branch, which sets '${instead}'");
        return BodyDiagnostic::new(&UNKNOWN_VARIABLE, Anchor::Expr(*target), message)
            .with_issue("UNKNOWN_VARIABLE")
            .with_related(
                (context.item, Anchor::Expr(possible.expr)),
                "Variable is read here",
            )
            .with_similar(format!("${name}"));
    }
    possibly_undefined_variable::diagnostic(context, possible, name)
}

/// The variables that the body sees although it does not assign them itself; `None` if that cannot be known.
pub fn visible(context: &Context<'_>) -> Option<FxHashSet<SmolStr>> {
    let (db, environment, item) = (context.db, context.environment(), context.item);
    match context.body.definition().kind() {
        DefinitionKind::Class => {
            let mut names = top_level_bindings(db, environment, item.file)?;
            names.extend(inherited(db, environment, item)?);
            names.extend(metaparameters());
            Some(names)
        }
        DefinitionKind::DefinedType => {
            let mut names = top_level_bindings(db, environment, item.file)?;
            names.extend(metaparameters());
            Some(names)
        }
        DefinitionKind::Function => top_level_bindings(db, environment, item.file),
        DefinitionKind::File if context.body.is_open_template() => None,
        DefinitionKind::File if item.file.kind(db) == FileKind::Epp => {
            top_level_bindings(db, environment, item.file)
        }
        DefinitionKind::File | DefinitionKind::Node => bindings_in_scope(db, environment, item),
        DefinitionKind::Plan => Some(FxHashSet::default()),
        _ => None,
    }
}

/// Metaparameters that a class or defined type is given are variables of its body
/// (`Puppet::Resource::Type#set_resource_parameters`).
fn metaparameters() -> impl Iterator<Item = SmolStr> {
    let metaparameters = Library.metaparameters().iter();
    metaparameters.map(|parameter| parameter.name.as_str().into())
}

/// Whether Puppet, a fact or something around the body may define the name.
pub fn may_exist(context: &Context<'_>, name: &str) -> bool {
    is_given(context.db, context.environment(), name)
}

fn unqualified(
    context: &Context<'_>,
    expr: ExprId,
    name: &str,
    visible: &FxHashSet<SmolStr>,
    inner: &OnceCell<Vec<Arc<InnerNames>>>,
) -> Option<BodyDiagnostic> {
    if may_exist(context, name) || visible.contains(name) {
        return None;
    }
    let own = item_bindings(context.db, context.environment(), context.item)?;
    let diagnostic = unknown(expr, name);
    if own.contains(name) {
        let diagnostic = with_assignment(context, diagnostic, expr, name);
        let is_default = assigned_if_unset(context.body, expr, name);
        let diagnostic = match is_default {
            true => diagnostic.with_help(format!(
                "A variable gets no default this way: make it a parameter, `${name} = …`"
            )),
            false => diagnostic,
        };
        let may_be_given = is_default && !is_certainly_unknown(context, name);
        // It may be a fact, too. This body does not count: it has a variable of this name.
        let is_global = context.body.definition().kind() != DefinitionKind::File
            && is_read_at_top(context.db, context.environment(), name.into());
        return Some(
            match may_be_given || is_global || depends_on_open_test(context, expr) {
                true => diagnostic.with_severity(Severity::Warning),
                false => diagnostic,
            },
        );
    }
    let names = own.iter().chain(visible).map(SmolStr::as_str);
    // A class may read its metaparameters, but hardly any does.
    let names = names.filter(|it| Library.metaparameter(it).is_none());
    let inner = inner.get_or_init(|| context.body.summaries());
    let parameters = inner.iter().flat_map(|it| &it.parameters);
    let names = names.chain(parameters.map(SmolStr::as_str));
    let similar = closest(name, names.chain(OWN));
    let abbreviated = || abbreviation_of(name, own.iter().map(SmolStr::as_str));
    let fact = similar_fact(context, name);
    let meant = similar.or_else(abbreviated).or(fact);
    let diagnostic = diagnostic.with_closest(meant.map(|it| format!("${it}")));
    let is_assigned = || {
        inner
            .iter()
            .any(|it| it.assigned.iter().any(|it| it == name))
    };
    let may_be_fact = has_unnamed_facts(context.db, context.environment());
    match similar.or(fact).is_some() || is_assigned() {
        true => Some(diagnostic),
        false if may_be_fact && is_shared_name(context, name) => None,
        false
            if is_certainly_unknown(context, name) && !is_replaced_if_unset(context.body, expr) =>
        {
            Some(diagnostic)
        }
        // It may be a custom fact that is not on disk, and that of a whole site is.
        false if is_widely_read(context.db, context.environment(), name.into()) => {
            return Some(diagnostic.with_severity(Severity::Hint));
        }
        false => Some(diagnostic.with_severity(Severity::Warning)),
    }
    .map(
        |diagnostic| match may_be_fact && !is_unread_here(context, similar) {
            true => diagnostic.with_severity(Severity::Warning),
            false => diagnostic,
        },
    )
}

/// Whether a variable of the body with such a name is never read: it is what is meant where a similar one is unknown.
fn is_unread_here(context: &Context<'_>, name: Option<&str>) -> bool {
    let (db, environment, item) = (context.db, context.environment(), context.item);
    let own = item_bindings(db, environment, item);
    let own_name = name.filter(|name| own.is_some_and(|own| own.contains(*name)));
    own_name.is_some_and(|name| {
        let reads = body_reads(db, environment, item);
        !reads.is_open && is_unread(name, &reads)
    })
}

/// Whether the read is in a condition that decides about the assignment: `if !$x { $x = … }`. Such code expects a fact or
/// a node classifier to set it.
fn assigned_if_unset(body: &Body, read: ExprId, name: &str) -> bool {
    let has = |root: ExprId, is_it: &dyn Fn(ExprId, &Expr) -> bool| {
        let mut all = body.preorder(root).entered();
        all.any(|(id, expr)| is_it(id, expr))
    };
    let is_read = |id: ExprId, _: &Expr| id == read;
    let is_assigned = |_: ExprId, expr: &Expr| match expr {
        Expr::Assignment { left, .. } => body.variable_name(*left).is_some_and(|it| it == name),
        _ => false,
    };
    body.exprs().any(|(_, expr)| match expr {
        Expr::If { test, then, .. } | Expr::Unless { test, then, .. } => {
            has(*test, &is_read) && then.is_some_and(|then| has(then, &is_assigned))
        }
        _ => false,
    })
}

/// Whether the read is what a selector or `case` tests that has an option for undef: such code expects something
/// else to set it, or not.
fn is_replaced_if_unset(body: &Body, read: ExprId) -> bool {
    let is_undef = |id: &ExprId| matches!(body.expr(*id), Expr::LiteralUndef);
    body.exprs().any(|(_, expr)| match expr {
        Expr::Selector { left, selectors } => {
            body.without_parentheses(*left) == read
                && selectors.iter().any(|it| is_undef(&it.matching))
        }
        Expr::Case { test, options } => {
            let mut values = options.iter().flat_map(|option| &option.values);
            body.without_parentheses(*test) == read && values.any(is_undef)
        }
        _ => false,
    })
}

/// Whether the read is in a branch that depends on a variable which some branches before do not assign: nothing is known
/// of its values, so the branch may be one that is never taken.
fn depends_on_open_test(context: &Context<'_>, read: ExprId) -> bool {
    let possible = context.inference.possible().iter();
    let possible: FxHashSet<ExprId> = possible.map(|it| it.expr).collect();
    !possible.is_empty() && context.depends_on_test(read, |id| possible.contains(&id))
}

/// With the assignment that the read does not see: one after it in the same block, or else the first one.
fn with_assignment(
    context: &Context<'_>,
    diagnostic: BodyDiagnostic,
    read: ExprId,
    name: &str,
) -> BodyDiagnostic {
    let Some((target, is_before)) = unseen_assignment(context.body, read, name) else {
        return diagnostic;
    };
    let help = match is_before {
        true => {
            "It is assigned in another branch only: assign it here, too, or before the branches"
        }
        false => "It is assigned only later: move the assignment up",
    };
    let place = (context.item, Anchor::Expr(target));
    diagnostic
        .with_help(help)
        .with_related(place, "Assigned here")
}

/// The target of such an assignment, and whether it is before the read.
fn unseen_assignment(body: &Body, read: ExprId, name: &str) -> Option<(ExprId, bool)> {
    let is_target = |id: ExprId| body.variable_name(id).is_some_and(|it| it == name);
    let (mut open, mut around, mut first) = (Vec::new(), None, None);
    for step in body.preorder(body.root()?) {
        let id = match step {
            Step::Enter(id) => id,
            Step::Leave(id) => {
                open.pop_if(|it| *it == id);
                continue;
            }
        };
        match body.expr(id) {
            Expr::Block(_) => open.push(id),
            Expr::Assignment { left, .. }
                if body.preorder(*left).entered().any(|(id, _)| is_target(id)) =>
            {
                if around.is_some_and(|block: Option<ExprId>| {
                    block.is_none_or(|block| open.contains(&block))
                }) {
                    return Some((*left, false));
                }
                first.get_or_insert((*left, around.is_none()));
            }
            _ if id == read => around = Some(open.last().copied()),
            _ => {}
        }
    }
    first
}

/// `$::x`: of the top scope, which also has what is in no file.
fn global(context: &Context<'_>, expr: ExprId, name: &str) -> Option<BodyDiagnostic> {
    let site = top_level_bindings(context.db, context.environment(), context.item.file)?;
    if may_exist(context, name) || site.contains(name) || is_shared_name(context, name) {
        return None;
    }
    let names = site.iter().map(SmolStr::as_str);
    let similar = closest(name, names).or_else(|| similar_fact(context, name))?;
    let diagnostic = unknown(expr, &format!("::{name}"));
    let diagnostic = diagnostic.with_similar(format!("$::{similar}"));
    Some(match has_unnamed_facts(context.db, context.environment()) {
        true => diagnostic.with_severity(Severity::Warning),
        false => diagnostic,
    })
}

/// A name of the top scope that the code base shares may be an external fact, or come from a node classifier. One that
/// a single body of a module reads cannot, since no module can rely on it. Sites may have facts of their own.
pub fn is_certainly_unknown(context: &Context<'_>, name: &str) -> bool {
    let role = owner(context.db, context.item.file).map(|owner| owner.role);
    role == Some(Role::Module) && !is_shared_name(context, name)
}

fn is_shared_name(context: &Context<'_>, name: &str) -> bool {
    is_shared(context.db, context.environment(), name.into())
}

/// A fact that must be meant, because nothing else reads a name like this.
pub fn similar_fact<'a>(context: &Context<'a>, name: &str) -> Option<&'a str> {
    if name.len() < SHORTEST_MISSPELLED_FACT {
        return None;
    }
    let closest = closest_fact(context.db, context.environment(), name.into())?;
    (!is_shared_name(context, name)).then_some(closest)
}

/// `$a::b::c`: the variable `c` of the class `a::b`.
fn qualified(
    context: &Context<'_>,
    expr: ExprId,
    class: &str,
    variable: &str,
) -> Option<BodyDiagnostic> {
    let class_name = canonical(class);
    let class = match context.names.resolve(ItemKind::Class, &class_name) {
        Resolution::Found(class) => class,
        Resolution::Absent => return of_unknown_class(context, expr, &class_name, variable),
        Resolution::Unknown => {
            let exists = |class: &str| has_variable(&context.names, class, variable) == Some(true);
            let class = undeclared_module_name(&context.names, &class_name, exists)?;
            let diagnostic = unknown(expr, &format!("{class_name}::{variable}"));
            let diagnostic = diagnostic.with_similar(format!("${class}::{variable}"));
            return Some(diagnostic.with_severity(Severity::Warning));
        }
    };
    let names = bindings_of_class(context.db, context.environment(), class)?;
    let is_known = names.iter().any(|names| names.contains(variable))
        || BUILT_IN.contains(&variable)
        || is_in_variable_stubs(
            context.db,
            context.environment(),
            &format!("{class_name}::{variable}"),
        );
    if is_known {
        return None;
    }
    let diagnostic = unknown(expr, &format!("{class_name}::{variable}"))
        .with_related((class, Anchor::Name), "Class is defined here");
    let names = names.iter().flat_map(|it| it.iter()).map(SmolStr::as_str);
    let similar = closest(variable, names).map(|name| format!("${class_name}::{name}"));
    Some(diagnostic.with_closest(similar))
}

/// A variable of a class that does not exist, although its module is here. In another module, it may be a class of a
/// version that is not here.
fn of_unknown_class(
    context: &Context<'_>,
    expr: ExprId,
    class: &str,
    variable: &str,
) -> Option<BodyDiagnostic> {
    let name = format!("{class}::{variable}");
    if is_in_variable_stubs(context.db, context.environment(), &name) {
        return None;
    }
    let diagnostic = unknown(expr, &name);
    let own = owner(context.db, context.item.file).and_then(|owner| owner.module);
    let is_own = own.is_some_and(|own| **own.name(context.db) == *module_name(class));
    let similar = similar_item(&context.names, ItemKind::Class, class);
    let similar = similar.filter(|it| has_variable(&context.names, it, variable) != Some(false));
    Some(match similar {
        Some(similar) => diagnostic.with_similar(format!("${similar}::{variable}")),
        None if is_own => diagnostic.with_help(format!("There is no class '{class}'")),
        None => diagnostic
            .with_severity(Severity::Warning)
            .with_help(format!("There is no class '{class}' in the module")),
    })
}

fn unknown(expr: ExprId, name: &str) -> BodyDiagnostic {
    let message = format!("Unknown variable: '{name}'");
    BodyDiagnostic::new(&UNKNOWN_VARIABLE, Anchor::Expr(expr), message)
        .with_issue("UNKNOWN_VARIABLE")
}
