//! Names in modules that are not on disk, and how far a name that is not there is certainly wrong.

use puppet_db::{Module, ModuleOrigin};
use puppet_diagnostics::Severity;
use puppet_library::Library;
use puppet_project::autoload;

use puppet_hir::model::ExprId;
use puppet_inference::body_context::{Context, ReachableExprs};
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::completeness::{is_module_missing, is_plugin_beside};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::module_items::{Resolution, module_named};
use puppet_semantic::resolve::module_versions::removed_in;
use puppet_semantic::resource_types::existence::{Presence, is_typo_of_item, resource_type};
use puppet_semantic::ruby::plugins::PluginKind;
use puppet_text::capitalized;
use puppet_types::{Type, Value};

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

/// What a module does not have, where another module of this name may: it is not used, because this one comes first.
pub fn with_hidden_module(
    context: &Context<'_>,
    module: &str,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let hidden = context.environment().hidden(context.db).iter();
    let mut winners = hidden.filter(|it| *it.name == *module);
    match winners.find_map(|it| it.winner.as_deref()) {
        Some(winner) => diagnostic.with_help(format!(
            "There is another module '{module}', which is not used: {winner} comes first in the module path"
        )),
        None => diagnostic,
    }
}

/// A resource type that is unknown here, where a module may have it that is not in the module path.
pub fn type_of_other_module(
    context: &Context<'_>,
    name: &str,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let name = canonical(name);
    let public = Library.module_with_type(&name);
    of_other_module(
        context,
        public,
        &[PluginKind::ResourceType],
        &name,
        diagnostic,
    )
}

/// The same for a function.
pub fn function_of_other_module(
    context: &Context<'_>,
    name: &str,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let public = Library.module_with_function(name);
    let kinds = [PluginKind::Function, PluginKind::LegacyFunction];
    of_other_module(context, public, &kinds, name, diagnostic)
}

/// What is unknown here, where a public module or one in another place of what is open has it: the module path of a
/// server may have that module.
fn of_other_module(
    context: &Context<'_>,
    public: Option<&str>,
    kinds: &[PluginKind],
    name: &str,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let (db, environment) = (context.db, context.environment());
    let public = public.filter(|module| module_named(db, environment, module).is_none());
    // Only metadata says which modules there should be.
    let own = owner(db, context.item.file).and_then(|owner| owner.module);
    let declares = own.is_some_and(|own| own.metadata(db).is_some());
    let severity = match declares {
        true => Severity::Warning,
        false => Severity::Hint,
    };
    let help = match public {
        Some(module) => {
            let help = format!("Module '{module}' has it, and is not in the module path");
            return diagnostic.with_severity(severity).with_help(help);
        }
        None if is_plugin_beside(db, environment, kinds, name) => {
            "A module has it that is not in the module path".to_owned()
        }
        None => return diagnostic,
    };
    diagnostic.with_severity(Severity::Warning).with_help(help)
}

/// Code that supports several versions of another module has branches for those that are not here, or needs an older one.
/// A module without metadata beside it has no other versions.
pub fn weighed(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    kind: ItemKind,
    name: &str,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let diagnostic = warn_if_removed(context, kind, name, diagnostic);
    let db = context.db;
    let own = owner(db, context.item.file).and_then(|owner| owner.module);
    let named = module_named(db, context.environment(), &autoload::module_name(name));
    let is_private = |module: Module| {
        module.origin(db) == ModuleOrigin::Workspace && module.metadata(db).is_none()
    };
    match it.is_conditional && named != own && !is_typo_of_item(&context.names, name) {
        true if named.is_some_and(is_private) => diagnostic.with_severity(Severity::Warning),
        true => diagnostic.with_severity(Severity::Hint),
        false => diagnostic,
    }
}

/// A definition that older versions have, of those that the metadata allows: the code may be meant for these.
fn warn_if_removed(
    context: &Context<'_>,
    kind: ItemKind,
    name: &str,
    mut diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let (db, environment) = (context.db, context.environment());
    let Some(removed) = removed_in(db, environment, context.item.file, kind, name) else {
        return diagnostic;
    };
    let module = autoload::module_name(name);
    diagnostic.message = format!(
        "{} '{}' is not in {module} {} and later, which metadata.json allows",
        capitalized(kind.describe()),
        canonical(name),
        removed.version
    );
    diagnostic.fixes.clear();
    diagnostic
        .with_severity(Severity::Warning)
        .with_help(format!(
            "Narrow the range {}, or do without it",
            removed.range
        ))
}

/// Whether an expression is in a branch that asks if something exists of which nothing is known: what it uses may come
/// with it.
pub fn depends_on_unknown_name(context: &Context<'_>, at: ExprId) -> bool {
    let names = &context.names;
    let is_unknown = |argument: &ExprId| match context.inference.result(*argument).value() {
        Some(Value::String(name)) => {
            !name.starts_with('$')
                && names.resolve(ItemKind::Class, name) == Resolution::Unknown
                && resource_type(names, name) != Presence::Present
        }
        Some(Value::Type(Type::Class(Some(name)))) => {
            names.resolve(ItemKind::Class, name) == Resolution::Unknown
        }
        Some(Value::Type(Type::Resource(ty))) => {
            let name = ty.name.as_deref();
            name.is_some_and(|name| resource_type(names, name) == Presence::Unknown)
        }
        Some(_) => false,
        None => true,
    };
    context.depends_on_test(at, |id| {
        let call = Call::from_expr(context.body, id);
        let call = call.filter(|call| call.name == Some("defined"));
        call.is_some_and(|call| call.arguments.iter().any(is_unknown))
    })
}
