//! Attributes that the type of a resource does not have.
//!
//! Source: `Puppet::Parser::Resource#validate_parameter`, `Puppet::Type.validattr?`.

use puppet_diagnostics::{Certainty, Severity, declare_rule};
use puppet_hir::model::{AttributeOperation, ExprId};
use puppet_library::Library;
use puppet_text::{capitalized, is_near};
use puppet_types::{Type, Value};

use crate::resources::unresolved_reference::RELATIONSHIPS;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::argument_target::ArgumentTarget;
use puppet_inference::body_context::attribute_sources::Given;
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_inference::functions::item_signature::signature;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::quoted_names;
use puppet_semantic::index::file_origin::{foreign_module, may_be_of_other_version};
use puppet_semantic::index::item_tree::{Item, canonical};
use puppet_semantic::resource_types::{ResourceTypeInfo, is_added_by_plugins, metaparameter};
use puppet_text::{closest, differs_by_a_letter, typo_of};

declare_rule! {
    /// A resource has an attribute that its type does not have.
    pub UNKNOWN_ATTRIBUTE = { code: "R301", name: "unknown-attribute", level: Error, fix: Unsafe }
}

pub fn check(
    context: &Context<'_>,
    uses: &Uses<'_>,
    info: &ResourceTypeInfo,
    out: &mut Vec<BodyDiagnostic>,
) {
    if info.is_open {
        return check_described(uses, info.attributes.keys().map(|it| &**it), out);
    }
    for given in uses.declaration.given.iter().filter(|it| !it.is_inherited) {
        if !has(info, &given.name)
            && !is_added_by_plugins(context.db, context.environment(), &info.name, &given.name)
        {
            out.push(unknown(context, uses, info, given));
        }
    }
}

/// Whether a resource of the type may have an attribute of this name.
pub fn has(info: &ResourceTypeInfo, name: &str) -> bool {
    // Every type has a name, and a provider as soon as there is one for it.
    matches!(name, "name" | "provider")
        || info.attribute(name).is_some()
        || metaparameter(name).is_some()
}

fn unknown(
    context: &Context<'_>,
    uses: &Uses<'_>,
    info: &ResourceTypeInfo,
    given: &Given,
) -> BodyDiagnostic {
    let label = uses.declaration.label();
    let message = format!("no parameter named '{}' on {label}", given.name);
    let mut diagnostic = BodyDiagnostic::new(&UNKNOWN_ATTRIBUTE, given.name_at, message);
    let own = info.attributes.keys().map(|it| &**it);
    let metaparameters = Library.metaparameters().iter();
    let names = own.chain(metaparameters.map(|it| it.name.as_str()));
    if let Some(similar) = closest(&given.name, names) {
        diagnostic = diagnostic.with_similar(similar);
    } else if let Some(file) = info.file
        && let Some(module) = foreign_module(context.db, file, context.item.file)
    {
        let path = file.path(context.db);
        diagnostic = diagnostic.with_help(format!("The type is defined in {module} ({path})"));
    }
    // Code that supports several versions of another module has branches for those that are not here.
    let is_typo = typo_of(&given.name, info.attributes.keys().map(|it| &**it)).is_some();
    let is_other_version = uses.declaration.is_conditional
        && info.file.is_some_and(|file| context.is_foreign(file))
        && similar_metaparameter(&given.name).is_none()
        && !is_typo;
    let is_open = info.file.is_some_and(|file| {
        !is_typo && may_be_of_other_version(context.db, file, context.item.file)
    });
    match (is_other_version, uses.are_certain() && !is_open) {
        (true, _) => diagnostic.with_severity(Severity::Hint),
        (false, false) => diagnostic.with_severity(Severity::Warning),
        (false, true) => diagnostic,
    }
}

/// The metaparameter that a name is but for a letter or two: every version of a type has those.
fn similar_metaparameter(name: &str) -> Option<&'static str> {
    let metaparameters = Library.metaparameters().iter();
    let long = metaparameters.filter(|it| it.name.len() >= 6);
    closest(name, long.map(|it| it.name.as_str()))
        .filter(|other| name.len().abs_diff(other.len()) <= 1)
}

/// Typos in resources whose type is not known: of relationships, if the value refers to resources, and of `ensure`.
pub(crate) fn check_unknown_type(uses: &Uses<'_>, out: &mut Vec<BodyDiagnostic>) {
    let refers = |value: &Value| matches!(value, Value::Type(Type::Resource(_) | Type::Class(_)));
    for given in uses.declaration.given.iter().filter(|it| !it.is_inherited) {
        let value = given.value.value();
        let is_reference = value.is_some_and(|value| value.flattened().all(refers));
        let starts_so = |it: &&str| given.name.as_bytes().first() == it.as_bytes().first();
        let is_like = |it: &&str| starts_so(it) && is_near(&given.name, it);
        let meant = match is_reference && metaparameter(&given.name).is_none() {
            true => RELATIONSHIPS.into_iter().find(is_like),
            false => typo_of(&given.name, ["ensure"]),
        };
        out.extend(meant.map(|meant| misspelled(uses, given, meant)));
    }
    check_described(uses, std::iter::empty(), out);
}

/// Typos of the attributes that a type has in another version than the one that is meant, here or in a public module: no
/// version has an attribute and a typo of it.
fn check_described<'a>(
    uses: &Uses<'_>,
    own: impl Iterator<Item = &'a str>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let declaration = uses.declaration;
    let name = match (&*declaration.type_name, &declaration.titles[..]) {
        ("class", [title]) => canonical(title),
        ("class", _) => return,
        (name, _) => canonical(name),
    };
    let own: Vec<&str> = own.collect();
    let of_modules: Vec<&str> = Library.parameters_in_module_stubs(&name).collect();
    if own.is_empty() && of_modules.is_empty() {
        return;
    }
    let mut typos = Vec::new();
    for given in declaration.given.iter().filter(|it| !it.is_inherited) {
        let name = &*given.name;
        let is_known = own.contains(&name)
            || of_modules.contains(&name)
            || metaparameter(name).is_some()
            || ["name", "provider"].contains(&name);
        if is_known {
            continue;
        }
        let is_like = |it: &&str| {
            typo_of(name, [*it]).is_some()
                || name.bytes().last() == it.bytes().last() && differs_by_a_letter(name, it)
        };
        let meant = own.iter().chain(&of_modules).copied().find(is_like);
        match meant.or_else(|| similar_metaparameter(name)) {
            Some(meant) => typos.push(misspelled(uses, given, meant)),
            // It is another module of that name.
            None if own.is_empty() => return,
            None => {}
        }
    }
    out.extend(typos);
}

fn misspelled(uses: &Uses<'_>, given: &Given, meant: &str) -> BodyDiagnostic {
    let label = uses.declaration.label();
    let message = format!("no parameter named '{}' on {label}", given.name);
    BodyDiagnostic::new(&UNKNOWN_ATTRIBUTE, given.name_at, message)
        .with_severity(Severity::Warning)
        .with_similar(meant)
}

/// An attribute that a hash of attributes may have.
pub(crate) fn possible(at: ExprId, name: &str, label: &str) -> BodyDiagnostic {
    let message = format!(
        "The hash of attributes may have '{name}', and {label} has no parameter named '{name}'"
    );
    BodyDiagnostic::new(&UNKNOWN_ATTRIBUTE, Anchor::Expr(at), message)
        .with_certainty(Certainty::Possible)
}

/// Attributes that a class or defined type has no parameters for.
pub(crate) fn check_definition(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    unknown: &[&AttributeOperation],
    is_conditional: bool,
) -> Vec<BodyDiagnostic> {
    let own = || target.signature.parameters.iter().map(|it| &*it.name);
    // Code that supports several versions of another module has branches for those that are not here. No version of the
    // definition has a parameter and a typo of it.
    let may_be_version = is_conditional && context.is_foreign(target.item.file);
    let (certain, others): (Vec<&AttributeOperation>, Vec<_>) = unknown
        .iter()
        .partition(|it| !may_be_version || typo_of(&it.name, own()).is_some());
    let certain = certain
        .into_iter()
        .map(|it| undeclared(context, target, &it.name, Anchor::PartName(it.part)));
    let mut found: Vec<BodyDiagnostic> = certain.collect();
    if let Some(first) = others.first() {
        let names = quoted_names(others.iter().map(|it| &*it.name));
        let diagnostic = without_parameter(context, target, &names, Anchor::PartName(first.part));
        found.push(diagnostic.with_severity(Severity::Hint));
    }
    found
}

/// An attribute that a class or defined type has no parameter for.
pub(crate) fn undeclared(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    name: &str,
    at: Anchor,
) -> BodyDiagnostic {
    let own = target.signature.parameters.iter().map(|it| &*it.name);
    let diagnostic = without_parameter(context, target, &quoted_names([name]), at);
    diagnostic.with_closest(closest(name, own))
}

fn without_parameter(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    names: &str,
    at: Anchor,
) -> BodyDiagnostic {
    let message = format!("{}: has no parameter named {names}", target.label);
    let module = foreign_module(context.db, target.item.file, context.item.file);
    let defined = format!(
        "The {} is defined here{}",
        target.kind.describe(),
        module.map_or_else(String::new, |it| format!(", in {it}"))
    );
    BodyDiagnostic::new(&UNKNOWN_ATTRIBUTE, at, message)
        .with_related((target.item, Anchor::Name), defined)
}

/// An attribute that none of the classes takes whose names begin and end like this.
pub(crate) fn computed_classes_diagnostic(
    context: &Context<'_>,
    (start, end): (&str, &str),
    classes: &[Item],
    given: &Given,
) -> BodyDiagnostic {
    let name = given.name.as_str();
    let label = format!("Class[{}…{}]", capitalized(start), capitalized(end));
    let message = format!("{label}: has no parameter named '{name}' in any of these classes");
    let diagnostic = BodyDiagnostic::new(&UNKNOWN_ATTRIBUTE, given.name_at, message);
    let parameters = classes
        .iter()
        .flat_map(|class| &signature(context.db, context.environment(), *class).parameters);
    let diagnostic = diagnostic.with_closest(closest(name, parameters.map(|it| &*it.name)));
    match classes.first() {
        Some(class) => diagnostic.with_related((*class, Anchor::Name), "First of these classes"),
        None => diagnostic,
    }
}
