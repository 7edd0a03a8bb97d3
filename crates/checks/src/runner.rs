//! The checks of bodies: of each definition, and of the statements of a file.

use puppet_db::{Db, Environment, File, FilePlace, program};
use puppet_diagnostics::Diagnostic;
use puppet_hir::model::Kinds;

pub use crate::context::{Context, ReachableExprs};
use crate::incremental;
use crate::{
    control_flow, downgrade_module_stubs, downgrade_since_puppet_8, downgrade_unneeded_defaults,
    downgrade_unreached, modules, names, resources, root_cause, security, templates, types,
    versions,
};
use puppet_semantic::body_diagnostic::{BodyDiagnostic, to_file_diagnostic};
use puppet_semantic::catalog::declarations::{Title, body_declarations};
use puppet_semantic::catalog::overrides;
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::index::item_tree::{Item, ItemKind, body};
use puppet_semantic::infer::infer;
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::variables::global_reads::reads;

/// All diagnostics in the bodies of a file.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(owner) = owner(db, file) else { return };
    // The names in a module that is not used would be looked for in the one that is.
    if !file.kind(db).is_puppet() || owner.role == Role::Hidden {
        return;
    }
    // Asked for while the file's model is at hand: checks of all other files need it.
    let _ = reads(db, file);
    for (id, _) in program(db, file).bodies() {
        let item = Item { file, body: id };
        let diagnostics = diagnostics(db, owner.environment, item);
        out.extend(
            diagnostics
                .iter()
                .map(|diagnostic| to_file_diagnostic(db, item, diagnostic)),
        );
    }
}

/// Checks bodies of a file, from its end: the work of one of so many helpers of the thread that checks all of it.
pub fn prefetch_diagnostics(db: &dyn Db, file: File, (helper, helpers): (usize, usize)) {
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
        if helper == 0 && body(db, item).is_long() {
            read_used(db, owner.environment, item);
        }
        let is_long =
            incremental::prefetch_diagnostics(db, owner.environment, item, (helper, helpers));
        if !is_long && index % helpers == helper {
            diagnostics(db, owner.environment, item);
        }
    }
}

/// Reads what the checks of a long body ask of other files, while another thread infers the body.
fn read_used(db: &dyn Db, environment: Environment, item: Item) {
    overrides::prefetch(db, environment);
    let names = NameResolver::new(db, environment, item.file);
    let declared = body_declarations(db, item);
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
pub enum Scope {
    /// All of a body.
    Body,
    /// All of a body, and what the checks before it found.
    Diagnostics,
    /// Each statement, and what its values come from.
    Statements,
    /// Each statement, and if it declares something that needs the whole, all of the body.
    Declarations,
}

/// The checks, in the order of their diagnostics.
pub const CHECKS: &[(Scope, Check)] = &[
    (Scope::Body, names::circular_definition::check),
    (Scope::Body, types::complex_alias::check),
    (Scope::Body, types::incompatible_default::check),
    (Scope::Body, types::failing_expressions::check),
    (Scope::Body, names::unknown_variable::check),
    (Scope::Statements, types::class_arguments::check),
    (
        Scope::Statements,
        types::failing_call::create_resources::check,
    ),
    (Scope::Declarations, resources::attributes::check),
    (Scope::Statements, resources::duplicate_attribute::check),
    (Scope::Statements, control_flow::duplicate_key::check),
    (Scope::Body, resources::duplicate_attribute::check_defaults),
    (Scope::Statements, types::call_arguments::check),
    (Scope::Statements, types::typed_attributes::check),
    (
        Scope::Statements,
        types::argument_type_mismatch::dig_path::check,
    ),
    (Scope::Statements, types::plan_arguments::check),
    (Scope::Statements, types::task_arguments::check),
    (Scope::Statements, types::lambda_signature::check),
    (Scope::Diagnostics, types::failing_call::check),
    (Scope::Declarations, types::failing_use::check),
    (Scope::Statements, types::failing_use::check_inclusions),
    (Scope::Statements, control_flow::illegal_jump::check),
    (
        Scope::Statements,
        types::argument_type_mismatch::include_arguments::check,
    ),
    (Scope::Body, names::unknown_class::check_parent),
    (Scope::Statements, names::unknown_class::check),
    (Scope::Statements, names::unknown_resource_type::check),
    (Scope::Statements, names::unknown_data_type::check),
    (
        Scope::Statements,
        resources::missing_required_attribute::check,
    ),
    (Scope::Statements, resources::unresolved_reference::check),
    (Scope::Body, modules::autoload_layout::check),
    (Scope::Body, resources::duplicate_resource::check),
    (
        Scope::Body,
        resources::duplicate_resource::uniqueness_key::check,
    ),
    (Scope::Statements, resources::bad_title::check),
    (
        Scope::Statements,
        templates::template_or_file_not_found::check,
    ),
    (Scope::Statements, templates::epp_arguments::check),
    (Scope::Body, templates::erb_unknown_variable::check),
    (Scope::Body, templates::erb_invalid_code::check),
    (Scope::Body, templates::erb_unused_value::check),
    (
        Scope::Statements,
        types::argument_type_mismatch::merge_strategy::check,
    ),
    (
        Scope::Statements,
        types::argument_type_mismatch::pick_arguments::check,
    ),
    (
        Scope::Statements,
        types::argument_type_mismatch::lookup_default::check,
    ),
    (Scope::Statements, names::hiera_key_never_found::check),
    (Scope::Body, names::reassigned_variable::check),
    (Scope::Statements, names::reassigned_variable::check_lambdas),
    (Scope::Statements, types::attribute_type_mismatch::check),
    (Scope::Statements, resources::relationship_operand::check),
    (Scope::Body, resources::dependency_cycle::check),
    (Scope::Body, types::return_type_mismatch::check),
    (Scope::Statements, versions::old_type::check),
    (Scope::Body, versions::old_type::check_parameters),
    (Scope::Statements, versions::needs_newer_puppet::check),
    (Scope::Body, versions::deprecated_symbol::check_parent),
    (Scope::Statements, versions::deprecated_symbol::check),
    (Scope::Body, names::unused_parameter::check),
    (Scope::Body, names::unused_variable::check),
    (Scope::Body, names::shadowed_variable::check),
    (Scope::Body, types::missing_type::check),
    (Scope::Body, names::unknown_variable::check_parameter_types),
    (Scope::Body, types::optional_never_undef::check),
    (Scope::Body, types::weak_type::check),
    (Scope::Body, types::invalid_type_argument::check),
    (Scope::Statements, types::suspicious_type_argument::check),
    (Scope::Statements, names::unknown_fact::check),
    (Scope::Statements, types::possibly_undef_access::check),
    (Scope::Statements, types::operator_type_mismatch::check),
    (Scope::Statements, types::struct_key::access::check),
    (
        Scope::Statements,
        control_flow::duplicate_case_option::check,
    ),
    (Scope::Body, control_flow::match_coverage::check),
    (Scope::Body, control_flow::regex_capture_out_of_scope::check),
    (Scope::Statements, types::comparisons::check),
    (Scope::Statements, control_flow::conditions::check),
    (
        Scope::Statements,
        resources::leaking_resource_default::check,
    ),
    (Scope::Statements, resources::exec_not_idempotent::check),
    (Scope::Statements, resources::virtual_never_realized::check),
    (Scope::Statements, resources::collector_without_query::check),
    (Scope::Statements, security::sensitive_leak::check),
    (Scope::Body, templates::deferred_used_early::check),
    (Scope::Body, modules::undeclared_dependency::check),
    (Scope::Statements, versions::legacy_fact::check),
    (Scope::Body, versions::legacy_fact::check_templates),
];

/// What is wrong in one body. Another body's edit does not change it, nor does a move within the file.
#[salsa::tracked(returns(deref))]
fn diagnostics(db: &dyn Db, environment: Environment, item: Item) -> Box<[BodyDiagnostic]> {
    let body = body(db, item);
    // Incomplete code is not checked: its syntax error is enough.
    if body.has(Kinds::MISSING) {
        return Box::default();
    }
    let names = NameResolver::new(db, environment, item.file);
    let inference = infer(db, environment, item);
    let context = Context::new(names, item, &body, inference, 0);
    let mut diagnostics = incremental::check(&context).unwrap_or_else(|| check_whole(&context));
    versions::old_type::explain(&context, &mut diagnostics);
    root_cause::merge(&context, &mut diagnostics);
    downgrade_unreached::soften(&context, &mut diagnostics);
    downgrade_unneeded_defaults::soften(&context, &mut diagnostics);
    downgrade_since_puppet_8::soften(&context, &mut diagnostics);
    downgrade_module_stubs::soften(&context, &mut diagnostics);
    types::foreign_literals::advise(&context, &mut diagnostics);
    diagnostics.into()
}

/// The diagnostics of all checks of a body, each of which sees all of it.
pub fn check_whole(context: &Context<'_>) -> Vec<BodyDiagnostic> {
    let mut diagnostics = Vec::new();
    for (_, check) in CHECKS {
        check(context, &mut diagnostics);
    }
    diagnostics
}
