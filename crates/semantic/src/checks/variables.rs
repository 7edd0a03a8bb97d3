//! Variables that do not exist when they are read (Puppet's setting `strict_variables`, the default since Puppet 8).

use puppet_diagnostics::{Severity, rules};
use puppet_hir::model::{DefinitionKind, Expr, ExprId, Step};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::bodies::Context;
use crate::assigned::{assigned, assigned_at_top, assigned_in_class, inherited};
use crate::facts::is_fact;
use crate::finding::{Anchor, Finding};
use crate::item::{ItemKind, canonical};
use crate::text::closest;

/// Variables that Puppet sets in every scope of a definition, or at top scope.
const BUILT_IN: [&str; 18] = [
    "agent_specified_environment",
    "caller_module_name",
    "clientcert",
    "clientnoop",
    "clientversion",
    "environment",
    "facts",
    "module_name",
    "name",
    "pe_serverversion",
    "puppetversion",
    "server_facts",
    "serverip",
    "servername",
    "serverversion",
    "settings",
    "title",
    "trusted",
];

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    if context.inference.absent().is_empty() {
        return;
    }
    let Some(visible) = visible(context) else {
        return;
    };
    for expr in context.inference.absent() {
        let Some(name) = context.body.variable_name(*expr) else {
            continue;
        };
        let finding = match name.rsplit_once("::") {
            Some((class, variable)) if !class.is_empty() => {
                qualified(context, *expr, class, variable)
            }
            Some(_) | None => unqualified(context, *expr, name, &visible),
        };
        out.extend(finding);
    }
}

/// The variables that the body sees although it does not assign them itself; `None` if that cannot be known.
fn visible(context: &Context<'_>) -> Option<FxHashSet<SmolStr>> {
    let (db, environment, item) = (context.db, context.environment(), context.item);
    let mut names = assigned_at_top(db, environment, item.file)?;
    match context.body.definition().kind() {
        DefinitionKind::Class => names.extend(inherited(db, environment, item)?),
        DefinitionKind::DefinedType | DefinitionKind::Function => {}
        // Plans get variables from elsewhere; the file's own statements may follow those of other files.
        _ => return None,
    }
    Some(names)
}

fn unqualified(
    context: &Context<'_>,
    expr: ExprId,
    name: &str,
    visible: &FxHashSet<SmolStr>,
) -> Option<Finding> {
    // Top scope also has facts that are on no disk, and what a node classifier sets.
    if name.starts_with("::") {
        return None;
    }
    let bare = name;
    let exists = bare.bytes().all(|byte| byte.is_ascii_digit())
        || bare.starts_with('_')
        || BUILT_IN.contains(&bare)
        || visible.contains(bare)
        || is_fact(context.db, context.environment(), bare);
    if exists {
        return None;
    }
    let own = assigned(context.db, context.environment(), context.item)?;
    let finding = unknown(expr, name);
    if own.contains(bare) {
        return Some(finding.with_help("it is assigned only after this"));
    }
    let names = own.iter().chain(visible).map(SmolStr::as_str);
    Some(match closest(bare, names) {
        Some(similar) => finding.with_help(format!("did you mean '${similar}'?")),
        None if is_assigned_somewhere(context, bare) => finding,
        // Nothing says that it is not a fact from elsewhere.
        None => finding.with_severity(Severity::Warning),
    })
}

/// Whether some scope within the body has a variable of this name, for example that of a lambda.
fn is_assigned_somewhere(context: &Context<'_>, name: &str) -> bool {
    context.body.preorder_all().any(|step| match step {
        Step::Enter(id) => match context.body.expr(id) {
            Expr::Assignment { left, .. } => {
                let assigned = context.body.variable_name(*left);
                assigned.is_some_and(|assigned| assigned == name)
            }
            _ => false,
        },
        Step::Leave(_) => false,
    })
}

/// `$a::b::c`: the variable `c` of the class `a::b`.
fn qualified(context: &Context<'_>, expr: ExprId, class: &str, variable: &str) -> Option<Finding> {
    let class_name = canonical(class);
    let class = context
        .names
        .resolve(ItemKind::Class, &class_name)
        .found()?;
    let names = assigned_in_class(context.db, context.environment(), class)?;
    if names.contains(variable) || BUILT_IN.contains(&variable) {
        return None;
    }
    let finding = unknown(expr, &format!("{class_name}::{variable}")).with_related(
        class,
        Anchor::Name,
        "the class is defined here",
    );
    Some(match closest(variable, names.iter().map(SmolStr::as_str)) {
        Some(similar) => finding.with_help(format!("did you mean '${class_name}::{similar}'?")),
        None => finding,
    })
}

fn unknown(expr: ExprId, name: &str) -> Finding {
    let message = format!("Unknown variable: '{name}'");
    Finding::new(&rules::UNKNOWN_VARIABLE, Anchor::Expr(expr), message)
        .with_issue("UNKNOWN_VARIABLE")
}
