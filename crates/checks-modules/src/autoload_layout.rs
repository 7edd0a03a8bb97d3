//! Definitions of a module that their uses do not find: of another kind, or of another name, than what is used.
//!
//! Sources: `Puppet::Resource::TypeCollection#find_hostclass`, `#find_definition`, `Puppet::Parser::TypeLoader`.

use puppet_db::{Db, Module};
use puppet_diagnostics::{Safety, Severity, declare_rule};
use puppet_hir::validate::IssueCode;
use puppet_project::autoload::{self, Autoloaded};
use puppet_text::capitalized;
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::catalog::computed_names::computed_names;
use puppet_inference::catalog::usages::{UsageSummary, uses};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix, EditAnchor};
use puppet_semantic::index::file_origin::{Role, owner, path_in_module};
use puppet_semantic::index::item_tree::{ItemKind, canonical, items};
use puppet_semantic::index::name_index::is_mentioned_outside;
use puppet_semantic::resolve::module_items::Resolution;
use puppet_semantic::resource_types::existence::is_resource_plugin;
use puppet_text::{closest, differs_by_a_letter};

declare_rule! {
    /// A definition is not in the file from which Puppet autoloads it.
    pub AUTOLOAD_LAYOUT = {
        code: "M701", name: "autoload-layout",
        level: Error, fix: Unsafe,
        help: "Move it to the file that fits its name, or into the definition there",
        puppet_lint: ["autoloader_layout"],
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `autoload_layout.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::IllegalDefinitionLocation,
    IssueCode::IllegalTopConstructLocation,
];

/// Reports a definition that Puppet would look for in another file.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let Some(kind) = ItemKind::from_definition(context.body.definition()) else {
        return;
    };
    let Some(name) = context.body.name().map(|name| canonical(name)) else {
        return;
    };
    out.extend(match kind {
        ItemKind::Class | ItemKind::DefinedType => {
            other_kind(context, kind, &name).or_else(|| other_name(context, kind, &name))
        }
        ItemKind::TypeAlias => wrong_name(context, &name),
        _ => None,
    });
}

/// A type alias that is not what its file is for: the file cannot be loaded, so Puppet fails where something uses the
/// type that should be there. In a copy of another module, all names start with that one's: it is the folder that has
/// the wrong name.
///
/// Source: `Puppet::Pops::Loader::TypeDefinitionInstantiator`.
fn wrong_name(context: &Context<'_>, name: &SmolStr) -> Option<BodyDiagnostic> {
    let (db, file) = (context.db, context.item.file);
    let owner = owner(db, file).filter(|owner| owner.role == Role::Module)?;
    let module = owner.module?;
    let path = path_in_module(db, module, file)?;
    let (Autoloaded::TypeAlias, expected) = autoload::expected_name(module.name(db), path)? else {
        return None;
    };
    if expected == *name || items(db, file).len() > 1 {
        return None;
    }
    let wanted = SmolStr::from(&*expected);
    let is_used = is_mentioned_outside(db, context.environment(), file, wanted);
    if !is_used && autoload::module_name(name) != **module.name(db) {
        return None;
    }
    let message = format!(
        "The code loaded from {path} produced type with the wrong name, expected '{expected}', actual '{}'",
        context.body.name().unwrap_or(name)
    );
    let diagnostic = BodyDiagnostic::new(&AUTOLOAD_LAYOUT, Anchor::Name, message);
    let severity = if is_used {
        Severity::Error
    } else {
        Severity::Warning
    };
    Some(
        diagnostic
            .with_severity(severity)
            .with_help("Correct the name of the type, or the name of the file"),
    )
}

/// A class that its module uses as a defined type and never as a class, or the other way around: who edits the definition
/// sees it at once. What others do says nothing about it, be it a role or an example.
fn other_kind(context: &Context<'_>, kind: ItemKind, name: &SmolStr) -> Option<BodyDiagnostic> {
    let (db, environment) = (context.db, context.environment());
    let other = match kind {
        ItemKind::Class => ItemKind::DefinedType,
        _ => ItemKind::Class,
    };
    let wanted = uses(db, environment, other, name.clone())?;
    let own = owner(db, context.item.file)?.module?;
    let user = owner(db, wanted.first.file).and_then(|owner| owner.module);
    let path = path_in_module(db, own, wanted.first.file);
    let is_loaded = path.is_some_and(|it| autoload::expected_name(own.name(db), it).is_some());
    // A resource type in Ruby may have the name of a class.
    let is_plugin = other == ItemKind::DefinedType && is_resource_plugin(&context.names, name);
    let is_made = || kind == ItemKind::DefinedType && computed_names(db, own).may_declare(name);
    let is_there = || {
        is_made()
            || context.names.resolve(other, name) != Resolution::Absent
            || uses(db, environment, kind, name.clone()).is_some()
    };
    if user != Some(own) || !is_loaded || is_plugin || is_there() {
        return None;
    }
    let other = other.describe();
    let message = format!(
        "{} '{name}' is used as a {other}, and no {other} of this name exists",
        capitalized(kind.describe()),
    );
    let diagnostic = BodyDiagnostic::new(&AUTOLOAD_LAYOUT, Anchor::Name, message)
        .with_help(format!("Make it a {other}, or correct the uses"));
    Some(diagnostic.with_related((wanted.first, Anchor::Name), "Used here"))
}

/// A definition that Puppet does not look for in this file, where another one is looked for that is missing.
fn other_name(context: &Context<'_>, kind: ItemKind, name: &SmolStr) -> Option<BodyDiagnostic> {
    let (db, environment) = (context.db, context.environment());
    let owner = owner(db, context.item.file).filter(|owner| owner.role == Role::Module)?;
    let module = owner.module?;
    let path = path_in_module(db, module, context.item.file)?;
    let (Autoloaded::ClassOrDefine, expected) = autoload::expected_name(module.name(db), path)?
    else {
        return None;
    };
    let is_defined = |kind| context.names.resolve(kind, &expected) != Resolution::Absent;
    let is_looked_for_here = || {
        let candidates = autoload::candidates(Autoloaded::ClassOrDefine, name);
        autoload::module_name(name) == **module.name(db) && candidates.iter().any(|it| it == path)
    };
    // Puppet's validation reports a name that does not start with what is expected.
    if !name.starts_with(&*expected)
        || is_looked_for_here()
        || is_defined(ItemKind::Class)
        || is_defined(ItemKind::DefinedType)
    {
        return None;
    }
    let wanted = uses(db, environment, kind, expected.as_str().into());
    // Of several definitions, the one that is most likely meant.
    let definitions = items(db, context.item.file);
    let of_kind = definitions.iter().filter(|item| item.kind == kind);
    let names: Vec<&str> = of_kind.map(|item| item.name.as_str()).collect();
    if names.len() > 1 && closest(&expected, names) != Some(name) {
        return None;
    }
    // What others should use has a typo: nothing can use it.
    if wanted.is_none()
        && !(definitions.len() == 1 && is_like_expected(db, module, name, &expected))
    {
        return None;
    }
    let candidates = autoload::candidates(Autoloaded::ClassOrDefine, name);
    let (own, module) = (candidates.first()?, autoload::module_name(name));
    let message = format!(
        "{} '{name}' must be in {module}/{own} (autoload): this file must define '{expected}'",
        capitalized(kind.describe())
    );
    let diagnostic = BodyDiagnostic::new(&AUTOLOAD_LAYOUT, Anchor::Name, message)
        .with_help(format!("Rename it to '{expected}'"))
        .with_fix(
            BodyFix::new(format!("Rename to `{expected}`"), Safety::Unsafe)
                .with_edit((Anchor::Name, EditAnchor::Name), expected.as_str()),
        );
    let used = |wanted: UsageSummary| {
        let place = (wanted.first, Anchor::Name);
        (place, format!("'{expected}' is used here"))
    };
    Some(match wanted.map(used) {
        Some((place, label)) => diagnostic.with_related(place, label),
        None => diagnostic,
    })
}

/// Whether the name of a definition differs by one letter from the one that its file is for, in a module whose name is
/// certain: the folder of a checkout may have any.
fn is_like_expected(db: &dyn Db, module: Module, name: &str, expected: &str) -> bool {
    let (namespace, last) = name.rsplit_once("::").unwrap_or(("", name));
    let (expected_namespace, expected_last) = expected.rsplit_once("::").unwrap_or(("", expected));
    (module.metadata(db).is_some() || !namespace.is_empty())
        && namespace == expected_namespace
        && differs_by_a_letter(last, expected_last)
}
