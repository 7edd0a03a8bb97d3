//! The checks of bodies: of each definition, and of the statements of a file.

use puppet_db::{Db, Environment, File, program};
use puppet_diagnostics::Diagnostic;
use puppet_hir::model::Kinds;

pub(super) use super::context::{Context, ReachableExprs};
use super::portions::{self, findings_by_check, is_in_portions};
use super::{
    aliases, arguments, attributes, class_names, defaults, duplicate_attributes, duplicates,
    failing_calls, failing_uses, failures, functions, jumps, lambdas, lookups, misplaced,
    old_names, references, relationships, required, reserved_parameters, resource_forms, returns,
    templates, titles, uniqueness, unknown_names, unknown_types, variables,
};
use crate::amended;
use crate::declared::{Title, declared};
use crate::finding::BodyDiagnostic;
use crate::infer::{infer, is_long};
use crate::item::{Item, ItemKind, body};
use crate::names::NameResolver;
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

/// Checks bodies of a file, from its end: the work of one of so many helpers of the thread that checks all of it.
pub(crate) fn check_ahead(db: &dyn Db, file: File, (helper, helpers): (usize, usize)) {
    let Some(owner) = owner(db, file) else { return };
    if !file.kind(db).is_puppet() || owner.role == Role::Hidden {
        return;
    }
    let bodies: Vec<_> = program(db, file).bodies().map(|(id, _)| id).collect();
    for (index, id) in bodies.into_iter().rev().enumerate() {
        let item = Item { file, body: id };
        if body(db, item).has(Kinds::MISSING) {
            continue;
        }
        if helper == 0 && is_long(&body(db, item)) {
            read_used(db, owner.environment, item);
        }
        let is_long = portions::check_ahead(db, owner.environment, item, (helper, helpers));
        if !is_long && index % helpers == helper {
            findings(db, owner.environment, item);
        }
    }
}

/// Reads what the checks of a long body ask of other files, while another thread infers the body.
fn read_used(db: &dyn Db, environment: Environment, item: Item) {
    amended::read_ahead(db, environment);
    let names = NameResolver::new(db, environment, item.file);
    let declared = declared(db, item);
    for resource in declared.resources() {
        match resource.ty.as_deref() {
            Some("class") => {
                let titles = resource.titles.iter();
                titles.for_each(|title| resolve_class(&names, title));
            }
            Some(ty) => drop(names.resolve(ItemKind::DefinedType, ty)),
            None => {}
        }
    }
    for inclusion in declared.inclusions() {
        resolve_class(&names, &inclusion.title);
    }
}

fn resolve_class(names: &NameResolver<'_>, title: &Title) {
    if let Title::Text(class) = title {
        let _ = names.resolve(ItemKind::Class, class);
    }
}

/// A check of a body, or of statements.
type Check = fn(&Context<'_>, &mut Vec<BodyDiagnostic>);

/// What a check has to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// All of a body.
    Body,
    /// All of a body, and what the checks before it found.
    Findings,
    /// Each statement, and what its values come from.
    Statements,
    /// Each statement, and if it declares something that needs the whole, all of the body.
    Declarations,
}

/// The checks, in the order of their findings.
pub(super) const CHECKS: &[(Scope, Check)] = &[
    (Scope::Body, aliases::check),
    (Scope::Body, defaults::check),
    (Scope::Body, failures::check),
    (Scope::Body, variables::check),
    (Scope::Statements, arguments::check),
    (Scope::Statements, attributes::create_resources::check),
    (Scope::Declarations, attributes::check),
    (Scope::Statements, duplicate_attributes::check),
    (Scope::Statements, super::duplicate_keys::check),
    (Scope::Body, super::repeated_defaults::check),
    (Scope::Statements, functions::check),
    (Scope::Statements, lambdas::check),
    (Scope::Findings, failing_calls::check),
    (Scope::Declarations, failing_uses::check),
    (Scope::Statements, failing_uses::check_inclusions),
    (Scope::Statements, jumps::check),
    (Scope::Statements, class_names::check),
    (Scope::Body, unknown_names::check_parent),
    (Scope::Statements, unknown_names::check),
    (Scope::Statements, unknown_types::check),
    (Scope::Statements, required::check),
    (Scope::Statements, references::check),
    (Scope::Body, misplaced::check),
    (Scope::Body, duplicates::check),
    (Scope::Body, uniqueness::check),
    (Scope::Statements, titles::check),
    (Scope::Statements, templates::check),
    (Scope::Body, super::erb_variables::check),
    (Scope::Statements, lookups::check),
    (Scope::Statements, super::missing_keys::check),
    (Scope::Body, reserved_parameters::check),
    (Scope::Statements, reserved_parameters::check_lambdas),
    (Scope::Statements, resource_forms::check),
    (Scope::Statements, relationships::check),
    (Scope::Body, super::cycles::check),
    (Scope::Body, returns::check),
    (Scope::Body, old_names::check),
    (Scope::Statements, super::versions::check),
    (Scope::Body, super::deprecated::check_parent),
    (Scope::Statements, super::deprecated::check),
    (Scope::Body, super::unused::check),
    (Scope::Body, super::shadowed::check),
    (Scope::Body, super::parameter_types::check),
    (
        Scope::Statements,
        super::parameter_types::check_parameters_of_types,
    ),
    (Scope::Statements, super::missing_facts::check),
    (Scope::Statements, super::possible_undef::check),
    (Scope::Body, super::cases::check),
    (Scope::Body, super::captures::check),
    (Scope::Statements, super::comparisons::check),
    (Scope::Statements, super::conditions::check),
    (Scope::Statements, super::resource_habits::check),
    (Scope::Statements, super::sensitive::check),
    (Scope::Body, super::deferred::check),
    (Scope::Body, super::dependencies::check),
    (Scope::Body, super::legacy_facts::check),
];

/// What is wrong in one body. Another body's edit does not change it, nor does a move within the file.
#[salsa::tracked(returns(deref))]
fn findings(db: &dyn Db, environment: Environment, item: Item) -> Box<[BodyDiagnostic]> {
    let body = body(db, item);
    // Half-written code is not judged: the syntax error in it is enough.
    if body.has(Kinds::MISSING) {
        return Box::default();
    }
    let names = NameResolver::new(db, environment, item.file);
    let inference = infer(db, environment, item);
    let context = Context::new(names, item, &body, inference, 0);
    let mut findings = Vec::new();
    match is_in_portions(&context) {
        true => check_long(&context, &mut findings),
        false => CHECKS
            .iter()
            .for_each(|(_, check)| check(&context, &mut findings)),
    }
    old_names::explain(&context, &mut findings);
    super::causes::merge(&context, &mut findings);
    super::unreached::soften(&context, &mut findings);
    super::foreign_literals::advise(&context, &mut findings);
    findings.into()
}

/// Checks a long body.
fn check_long(context: &Context<'_>, findings: &mut Vec<BodyDiagnostic>) {
    let of_body = |(scope, check): &(Scope, Check)| {
        let mut found = Vec::new();
        if *scope == Scope::Body {
            check(context, &mut found);
        }
        found
    };
    // Before the portions, which helpers check meanwhile.
    let of_body: Vec<Vec<BodyDiagnostic>> = CHECKS.iter().map(of_body).collect();
    let mut of_portions = findings_by_check(context).unwrap_or_default().into_iter();
    for ((scope, check), of_body) in CHECKS.iter().zip(of_body) {
        findings.extend(of_body);
        findings.extend(of_portions.next().unwrap_or_default());
        if *scope == Scope::Findings {
            check(context, findings);
        }
    }
}
