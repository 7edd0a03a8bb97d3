//! Names in modules that are not on disk, and how far a name that is not there is certainly wrong.

use puppet_diagnostics::Severity;
use puppet_project::autoload;

use puppet_inference::body_context::{Context, ReachableExprs};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::completeness::is_module_missing;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resource_types::existence::is_typo_of_item;

/// Whether a name is certainly of no module: a site's manifest uses it, and everything else is there that it needs.
pub fn is_of_no_module(context: &Context<'_>, it: &ReachableExprs<'_>, name: &str) -> bool {
    !it.is_conditional
        && is_module_missing(context.db, context.environment(), context.item.file, name)
}

/// What to do about a name of a module that is not there.
pub fn no_module(name: &str) -> String {
    let module = autoload::module_name(name);
    format!(
        "Module '{module}' is not in the module path: install it, or add its directory to the setting `module-path`"
    )
}

/// Code that supports several versions of another module has branches for those that are not here.
pub fn weighed(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    name: &str,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let own = owner(context.db, context.item.file).and_then(|owner| owner.module);
    let is_own =
        own.is_some_and(|module| **module.name(context.db) == *autoload::module_name(name));
    if it.is_conditional && !is_own && !is_typo_of_item(&context.names, name) {
        diagnostic.with_severity(Severity::Hint)
    } else {
        diagnostic
    }
}
