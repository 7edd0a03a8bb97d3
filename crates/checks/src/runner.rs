//! The checks of bodies: of each definition, and of the statements of a file.

use puppet_checks_hiera::hiera_key_never_found;
use puppet_checks_modules::{
    autoload_layout, catalog_vs_plan_context, template_or_file_not_found, undeclared_dependency,
    unknown_plan_or_task,
};
use puppet_db::{Db, Environment, File, FilePlace, program};
use puppet_diagnostics::Diagnostic;
use puppet_hir::model::ExprKinds;

use crate::incremental;
use crate::{
    control_flow, downgrade_module_stubs, downgrade_since_puppet_8, downgrade_unneeded_defaults,
    downgrade_unreached, names, resources, root_cause, security, templates, types, versions,
};
use puppet_inference::body_context::Context;
use puppet_inference::catalog::overrides;
use puppet_inference::infer::infer;
use puppet_inference::variables::global_reads::reads;
use puppet_semantic::body_diagnostic::{BodyDiagnostic, to_file_diagnostic};
use puppet_semantic::index::declarations::{Title, body_declarations};
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::index::item_tree::{Item, ItemKind, body};
use puppet_semantic::resolve::name_resolver::NameResolver;

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

/// Checks some bodies of a file ahead of the thread that checks the whole file, starting at its end. Of several helpers,
/// each takes a share.
pub fn prefetch_diagnostics(db: &dyn Db, file: File, (helper, helpers): (usize, usize)) {
    let Some(owner) = owner(db, file) else { return };
    if !file.kind(db).is_puppet() || owner.role == Role::Hidden {
        return;
    }
    let bodies: Vec<_> = program(db, file).bodies().map(|(id, _)| id).collect();
    for (index, id) in bodies.into_iter().rev().enumerate() {
        let item = Item { file, body: id };
        if body(db, item).has(ExprKinds::MISSING) {
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
pub enum CheckScope {
    /// All of a body.
    Body,
    /// All of a body, and what the checks before it found.
    Diagnostics,
    /// Each statement, and what its values come from.
    Statements,
    /// Each statement, and if it declares something that needs the whole, all of the body.
    Declarations,
}

use CheckScope::{Body, Declarations, Diagnostics, Statements};

/// The checks, in the order of their diagnostics.
pub const CHECKS: &[(CheckScope, Check)] = &[
    (Body, names::circular_definition::check),
    (Body, types::complex_alias::check),
    (Body, types::incompatible_default::check),
    (Body, types::failing_call::parameter_order::check),
    (Body, types::failing_expressions::check),
    (Body, names::unknown_variable::check),
    (
        Statements,
        types::argument_type_mismatch::class_arguments::check,
    ),
    (Statements, types::failing_call::create_resources::check),
    (Declarations, resources::attributes::check),
    (Statements, puppet_checks_syntax::duplicate_attribute::check),
    (Statements, puppet_checks_syntax::duplicate_key::check),
    (
        Body,
        puppet_checks_syntax::duplicate_attribute::check_defaults,
    ),
    (Statements, types::call_arguments::check),
    (Statements, types::typed_attributes::check),
    (Statements, types::argument_type_mismatch::dig_path::check),
    (Statements, types::plan_arguments::check),
    (Statements, types::task_arguments::check),
    (Statements, types::lambda_signature::check),
    (Statements, types::unfolded_arguments::check),
    (Diagnostics, types::failing_call::check),
    (Declarations, types::failing_use::check),
    (Statements, types::failing_use::check_inclusions),
    (Statements, puppet_checks_syntax::illegal_jump::check),
    (
        Statements,
        types::argument_type_mismatch::include_arguments::check,
    ),
    (Body, names::unknown_class::check_parent),
    (Statements, names::unknown_class::check),
    (Statements, names::unknown_resource_type::check),
    (Statements, names::unknown_data_type::check),
    (Statements, resources::missing_required_attribute::check),
    (Body, resources::missing_required_attribute::check_parent),
    (Statements, resources::unresolved_reference::check),
    (Body, autoload_layout::check),
    (Body, resources::attribute_already_set::check),
    (Body, resources::duplicate_resource::check),
    (Body, resources::duplicate_resource::declaring_call::check),
    (Body, resources::duplicate_resource::uniqueness_key::check),
    (Body, resources::duplicate_resource::instance::check),
    (Statements, resources::bad_title::check),
    (Statements, template_or_file_not_found::check),
    (Statements, templates::epp_arguments::check),
    (Body, templates::erb_unknown_variable::check),
    (Body, templates::erb_invalid_code::check),
    (Body, templates::erb_unused_value::check),
    (
        Statements,
        types::argument_type_mismatch::merge_strategy::check,
    ),
    (
        Statements,
        types::argument_type_mismatch::number_arguments::check,
    ),
    (
        Statements,
        types::argument_type_mismatch::max_arguments::check,
    ),
    (
        Statements,
        types::argument_type_mismatch::pick_arguments::check,
    ),
    (
        Statements,
        types::argument_type_mismatch::lookup_default::check,
    ),
    (
        Statements,
        types::argument_type_mismatch::lookup_value::check,
    ),
    (Statements, hiera_key_never_found::check),
    (Body, names::reassigned_variable::check),
    (Statements, names::reassigned_variable::check_lambdas),
    (Statements, types::attribute_type_mismatch::check),
    (Statements, resources::relationship_operand::check),
    (Body, resources::dependency_cycle::check),
    (Body, types::return_type_mismatch::check),
    (Statements, versions::old_type::check),
    (Body, versions::old_type::check_parameters),
    (Statements, versions::unsupported_in_target::check),
    (Body, versions::deprecated_symbol::check_parent),
    (Statements, versions::deprecated_symbol::check),
    (Body, names::unused_parameter::check),
    (Body, names::unused_variable::check),
    (Body, names::shadowed_variable::check),
    (Body, types::missing_type::check),
    (Body, names::unknown_variable::check_parameter_types),
    (
        Body,
        names::possibly_undefined_variable::later_parameter::check,
    ),
    (Body, types::optional_never_undef::check),
    (Body, types::weak_type::check),
    (Body, types::invalid_type_argument::check),
    (Statements, types::suspicious_type_argument::check),
    (Statements, names::unknown_fact::check),
    (Statements, types::possibly_undef_access::check),
    (Statements, types::operator_type_mismatch::check),
    (Statements, types::struct_key::access::check),
    (Statements, control_flow::duplicate_case_option::check),
    (Body, control_flow::match_coverage::check),
    (Body, control_flow::regex_capture_out_of_scope::check),
    (Statements, types::comparisons::check),
    (Statements, control_flow::fact_values::check),
    (Statements, control_flow::conditions::check),
    (Statements, resources::leaking_resource_default::check),
    (Statements, resources::exec_not_idempotent::check),
    (Statements, resources::virtual_never_realized::check),
    (Statements, resources::collector_without_query::check),
    (Statements, security::sensitive_leak::check),
    (Statements, types::index_outside_braces::check),
    (Body, templates::deferred_used_early::check),
    (Body, undeclared_dependency::check),
    (Statements, catalog_vs_plan_context::check),
    (Statements, unknown_plan_or_task::check),
    (Statements, versions::legacy_fact::check),
    (Body, versions::legacy_fact::check_templates),
];

/// What is wrong in one body. Another body's edit does not change it, nor does a move within the file.
#[salsa::tracked(returns(deref))]
fn diagnostics(db: &dyn Db, environment: Environment, item: Item) -> Box<[BodyDiagnostic]> {
    let body = body(db, item);
    // Incomplete code is not checked: its syntax error is enough.
    if body.has(ExprKinds::MISSING) {
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
