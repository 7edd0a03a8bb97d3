//! Forms of types that Puppet had once: names without a type, and advice for what other checks find wrong with them.

use puppet_diagnostics::{Safety, Severity, declare_rule};
use puppet_hir::model::{Expr, ExprId};
use puppet_library::{Library, OldForm, OldType};
use puppet_types::{Type, Value};

use crate::names::type_set;
use crate::rules;
use puppet_inference::body_context::{Context, ReachableExprs};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_semantic::ruby::plugins::{PluginKind, plugin};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// Uses an obsolete form of a type, such as `Literal`, `Ruby['X']`, or `Object` for any value.
    pub OLD_TYPE = { code: "V805", name: "old-type", level: Warning, fix: Unsafe }
}

/// Names of types that are gone. A type of that name that a module brings is meant, where there is one.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let in_type_set = type_set::member_names(context.body);
    for ReachableExprs { id, expr, .. } in context.reachable() {
        let Expr::QualifiedReference(name) = expr else {
            continue;
        };
        if in_type_set.contains(&**name) {
            continue;
        }
        if let Some(old) = Library
            .old_type(name, OldForm::Name)
            .filter(|_| is_absent(context, name))
        {
            out.push(
                BodyDiagnostic::new(
                    &OLD_TYPE,
                    Anchor::Expr(id),
                    format!("Resource type not found: {name}"),
                )
                .with_issue("UNKNOWN_RESOURCE_TYPE")
                .with_help(old.advice())
                .with_fixes(written_now(id, old)),
            );
        }
    }
}

/// `Object` alone is the type of objects that are described in Puppet's own language: hardly what a parameter wants.
pub fn check_parameters(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for ty in context
        .body
        .parameters()
        .iter()
        .filter_map(|parameter| parameter.type_expr)
    {
        let Expr::QualifiedReference(name) = context.body.expr(ty) else {
            continue;
        };
        let is_object = |name: &str| name.eq_ignore_ascii_case("Object");
        if let Some(old) = meaning(name).filter(|old| is_object(&old.name)) {
            out.push(
                BodyDiagnostic::new(
                    &OLD_TYPE,
                    Anchor::Expr(ty),
                    format!("Type {name} accepts only instances of Object types"),
                )
                .with_severity(Severity::Hint)
                .with_help(old.advice())
                .with_fixes(written_now(ty, old)),
            );
        }
    }
}

/// The form of today in the place of an old one, where it is one type.
fn written_now(at: ExprId, old: &OldType) -> Option<BodyFix> {
    let ty = old.instead.strip_prefix('`')?.strip_suffix('`')?;
    (!ty.contains('`')).then(|| {
        BodyFix::replace(
            format!("Replace with `{ty}`"),
            Safety::Unsafe,
            Anchor::Expr(at),
            ty,
        )
    })
}

/// Is there no type of that name: no alias, no resource type, no data type?
fn is_absent(context: &Context<'_>, name: &str) -> bool {
    let is_plugin = |kind| {
        let lower = name.to_lowercase();
        plugin(context.db, context.environment(), kind, &lower).is_some()
    };
    let ty = puppet_types::resolve_name(&context.names, name);
    matches!(ty, Type::Unknown | Type::Reference(_))
        && !is_plugin(PluginKind::ResourceType)
        && !is_plugin(PluginKind::DataType)
}

/// Adds advice to diagnostics that come from a form of a type that Puppet once took otherwise.
pub fn explain(context: &Context<'_>, diagnostics: &mut [BodyDiagnostic]) {
    for diagnostic in diagnostics
        .iter_mut()
        .filter(|diagnostic| !diagnostic.has_own_help())
    {
        let Anchor::Expr(at) = diagnostic.place.anchor else {
            continue;
        };
        let old = if diagnostic.rule == &rules::INVALID_TYPE_ARGUMENT {
            old_parameters(context, at)
        } else {
            old_meaning(context.inference.result(at), &diagnostic.message)
        };
        if let Some(old) = old {
            diagnostic.help = Some(old.advice());
        }
    }
}

/// The first parameters in an expression that a type once took.
fn old_parameters(context: &Context<'_>, at: ExprId) -> Option<&'static OldType> {
    context.body.preorder(at).entered().find_map(|(_, expr)| {
        let Expr::Access { left, keys } = expr else {
            return None;
        };
        let Expr::QualifiedReference(name) = context.body.expr(*left) else {
            return None;
        };
        let keys: Option<Vec<Value>> = keys
            .iter()
            .map(|key| context.inference.result(*key).value().cloned())
            .collect();
        let number = |value: &Value| match value {
            Value::Integer(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            _ => None,
        };
        let [from, to] = &keys?[..] else { return None };
        let descends = number(from)? > number(to)?;
        descends.then(|| Library.old_type(name, OldForm::DescendingRange))?
    })
}

/// A value that was an instance of the expected type, when the name of that type had another meaning; or a type that was
/// a value.
fn old_meaning(given: &Inferred, message: &str) -> Option<&'static OldType> {
    let expects = |ty: &str| message.contains(&format!("expects {ty}"));
    match given {
        Inferred::Value(Value::Regexp(_)) | Inferred::Type(Type::Regexp(_))
            if expects("a match for Pattern") || expects("a Pattern") =>
        {
            meaning("Pattern")
        }
        Inferred::Value(Value::Type(Type::Pattern(_))) if message.contains("Type[Pattern") => {
            meaning("Pattern")
        }
        _ if expects("an Object value") => meaning("Object"),
        _ => None,
    }
}

fn meaning(name: &str) -> Option<&'static OldType> {
    Library.old_type(name, OldForm::Meaning)
}
