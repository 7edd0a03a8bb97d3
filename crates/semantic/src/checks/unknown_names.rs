//! Classes and defined types that do not exist, although the module that should have them is here.

use puppet_diagnostics::{Rule, Severity, rules};
use puppet_hir::model::{Definition, Expr, ExprId};
use puppet_project::autoload;
use puppet_types::Value;

use super::bodies::{Context, Reachable};
use crate::finding::{Anchor, Finding};
use crate::infer::{Call, Known};
use crate::item::{ItemKind, canonical};
use crate::owner::owner;
use crate::resolve::Resolution;

/// Functions whose arguments are names of classes.
const INCLUDING: [&str; 3] = ["contain", "include", "require"];

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    if let Definition::Class {
        parent_class: Some(parent),
        ..
    } = context.body.definition()
    {
        let is_absent = context.names.resolve(ItemKind::Class, parent) == Resolution::Absent;
        out.extend(
            is_absent
                .then(|| finding(&rules::UNKNOWN_CLASS, Anchor::Name, ItemKind::Class, parent)),
        );
    }
    for it in context.reachable() {
        match it.expr {
            Expr::Resource {
                type_name, bodies, ..
            } => {
                let Expr::QualifiedName(name) = context.body.expr(*type_name) else {
                    continue;
                };
                if canonical(name) == "class" {
                    let titles = bodies.iter().filter_map(|body| body.title);
                    titles.for_each(|title| check_classes(context, &it, title, out));
                } else if context.names.resolve(ItemKind::DefinedType, name) == Resolution::Absent {
                    let unknown = finding(
                        &rules::UNKNOWN_RESOURCE_TYPE,
                        Anchor::Expr(*type_name),
                        ItemKind::DefinedType,
                        name,
                    );
                    // Names without a module may be those of Ruby types.
                    out.extend(
                        name.contains("::")
                            .then(|| weighed(context, &it, name, unknown)),
                    );
                }
            }
            Expr::CallNamedFunction { .. } => {
                if let Some(call) =
                    Call::of(context.body, it.id).filter(|call| call.name.is_some_and(including))
                {
                    call.arguments
                        .iter()
                        .for_each(|argument| check_classes(context, &it, *argument, out));
                }
            }
            _ => {}
        }
    }
}

fn including(name: &str) -> bool {
    INCLUDING.contains(&name)
}

/// Names of classes, one or an array of them, as far as they are known.
fn check_classes(context: &Context<'_>, it: &Reachable<'_>, names: ExprId, out: &mut Vec<Finding>) {
    let Known::Value(value) = context.inference.known(names) else {
        return;
    };
    let values = match value {
        Value::Array(values) => values,
        value => std::slice::from_ref(value),
    };
    for name in values.iter().filter_map(Value::as_str) {
        if context.names.resolve(ItemKind::Class, name) == Resolution::Absent {
            let unknown = finding(
                &rules::UNKNOWN_CLASS,
                Anchor::Expr(names),
                ItemKind::Class,
                name,
            );
            out.push(weighed(context, it, name, unknown));
        }
    }
}

fn finding(rule: &'static Rule, anchor: Anchor, kind: ItemKind, name: &str) -> Finding {
    let name = canonical(name);
    let module = autoload::module_name(&name);
    Finding::new(
        rule,
        anchor,
        format!(
            "Could not find the {} '{name}' in module '{module}'",
            kind.describe()
        ),
    )
}

/// Code that supports several versions of another module has branches for those that are not here.
fn weighed(context: &Context<'_>, it: &Reachable<'_>, name: &str, finding: Finding) -> Finding {
    let own = owner(context.db, context.item.file).and_then(|owner| owner.module);
    let is_own =
        own.is_some_and(|module| **module.name(context.db) == *autoload::module_name(name));
    if it.is_conditional && !is_own {
        finding.with_severity(Severity::Warning)
    } else {
        finding
    }
}
