//! Keys that are looked up, that no file of Hiera's data has, and for which there is no default.
//!
//! Sources: `Puppet::Pops::Lookup.lookup`, `Puppet::Pops::Lookup::LookupKey`, `Hiera::PuppetFunction`.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{DefinitionKind, Expr, ExprId};
use puppet_types::{Type, Value};
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::hiera::lookup::{has_plan_hierarchy, is_key_absent, similar_key};
use puppet_semantic::hiera::secret_names::is_secret_name;
use puppet_semantic::index::file_origin::{Role, is_example, owner};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A lookup has no default, and no Hiera data file has its key.
    pub HIERA_KEY_NEVER_FOUND = { code: "H606", name: "hiera-key-never-found", level: Warning, fix: Unsafe }
}

/// The entries of the options of `lookup` with which it may find something in spite of the data.
const INSTEAD: [&str; 3] = ["default_value", "default_values_hash", "override"];

/// Reports lookups without a default whose keys no file of the data has.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let lookups = context.calls().iter().filter_map(|(_, call)| {
        let keys = keys(context, call)?;
        Some((call, keys))
    });
    let mut lookups = lookups.peekable();
    if lookups.peek().is_none() || !knows_its_hiera(context) {
        return;
    }
    out.extend(lookups.filter_map(|(call, keys)| check_keys(context, call, &keys)));
}

/// Whether the code looks keys up in the environment's own data, by any caller: plans may have another hierarchy,
/// and what other environments have, too, looks keys up in theirs.
fn knows_its_hiera(context: &Context<'_>) -> bool {
    let (db, environment) = (context.db, context.environment());
    let is_of_others = owner(db, context.item.file).is_none_or(|owner| owner.role == Role::Loose);
    let path = context.item.file.path(db);
    let root = environment.root(db).trim_end_matches('/');
    let is_inside = path
        .strip_prefix(root)
        .is_some_and(|rest| rest.starts_with('/'));
    let is_manifest = match context.body.definition().kind() {
        DefinitionKind::Plan => false,
        DefinitionKind::Function => !has_plan_hierarchy(db, environment),
        _ => true,
    };
    !is_of_others && is_inside && is_manifest
}

/// A key, and where it is given.
type HieraKey = (SmolStr, ExprId);

/// The keys of which a call needs one in the data; `None` if they are not all known, or it has a default.
fn keys(context: &Context<'_>, call: &Call<'_>) -> Option<Vec<HieraKey>> {
    let needs_data = match call.name? {
        "lookup" => needs_data(context, call),
        "hiera" | "hiera_array" | "hiera_hash" | "hiera_include" => call.arguments.len() == 1,
        _ => return None,
    };
    if !needs_data || call.lambda.is_some() || call.is_unfolded(context.body) {
        return None;
    }
    let name = name_given(context, *call.arguments.first()?)?;
    match (context.inference.result(name).value()?, call.name) {
        (Value::String(key), _) => Some(vec![(key.as_str().into(), name)]),
        (Value::Array(keys), Some("lookup")) => {
            let keys = keys.iter().map(|key| Some((key.as_str()?.into(), name)));
            keys.collect()
        }
        _ => None,
    }
}

/// The argument that names the key: the first one, or the entry of the options in its place.
fn name_given(context: &Context<'_>, first: ExprId) -> Option<ExprId> {
    let Expr::LiteralHash(entries) = context.body.expr(first) else {
        return Some(first);
    };
    let is_name = |key: ExprId| {
        let key = context.inference.result(key).value();
        key.and_then(Value::as_str) == Some("name")
    };
    let mut entries = entries.iter();
    entries.find_map(|entry| is_name(entry.key).then_some(entry.value))
}

/// Whether a call of `lookup` has no default.
fn needs_data(context: &Context<'_>, call: &Call<'_>) -> bool {
    match call.arguments[..] {
        [first] => match context.body.expr(first) {
            Expr::LiteralHash(_) => has_no_default(context, first),
            _ => true,
        },
        [_, second] => has_no_default(context, second) || is_type(context, second),
        // A type or a way to merge that is `undef` is refused before anything is looked up.
        [_, ty, merge] => ![ty, merge]
            .map(|it| context.inference.result(it))
            .contains(&&Inferred::UNDEF),
        _ => false,
    }
}

/// Whether options are known, and none of them is a default.
fn has_no_default(context: &Context<'_>, options: ExprId) -> bool {
    let names: Option<Vec<SmolStr>> = match context.inference.result(options).ty(&context.names) {
        Type::Struct(structure) => {
            let elements = structure.elements.iter();
            Some(elements.map(|element| element.name.clone()).collect())
        }
        _ => None,
    };
    names.is_some_and(|names| names.iter().all(|name| !INSTEAD.contains(&&**name)))
}

fn is_type(context: &Context<'_>, argument: ExprId) -> bool {
    match context.inference.result(argument) {
        Inferred::Value(value) => matches!(value, Value::Type(_)),
        // A type that is not here is one all the same.
        Inferred::Type(_) => {
            let written = match context.body.expr(argument) {
                Expr::Access { left, .. } => *left,
                _ => argument,
            };
            matches!(context.body.expr(written), Expr::QualifiedReference(_))
        }
    }
}

fn check_keys(context: &Context<'_>, call: &Call<'_>, keys: &[HieraKey]) -> Option<BodyDiagnostic> {
    let (first, at) = keys.first()?;
    let environment = context.environment();
    let is_missing = |(key, _): &HieraKey| {
        root_of(key).is_some_and(|root| is_key_absent(context.db, environment, root.into()))
    };
    if !keys.iter().all(is_missing) {
        return None;
    }
    let names: Vec<String> = keys.iter().map(|(key, _)| format!("'{key}'")).collect();
    let looked_for = match &names[..] {
        [name]
            if !matches!(
                context.inference.result(*at),
                Inferred::Value(Value::Array(_))
            ) =>
        {
            format!("the name {name}")
        }
        names => format!("any of the names [{}]", names.join(", ")),
    };
    let message = format!("Function lookup() did not find a value for {looked_for}");
    let diagnostic = BodyDiagnostic::new(&HIERA_KEY_NEVER_FOUND, Anchor::Expr(*at), message);
    let similar = root_of(first)
        .and_then(|root| {
            let similar = similar_key(context.db, environment, root.into())?;
            Some(format!("{similar}{}", first.strip_prefix(root)?))
        })
        .filter(|_| keys.len() == 1);
    Some(match similar {
        Some(similar) => diagnostic.with_similar(similar),
        None if is_of_other_data(context, keys) => diagnostic
            .with_severity(Severity::Hint)
            .with_help(help(call)),
        None => diagnostic.with_help(help(call)),
    })
}

/// Whether other data than that of the environment is likely to have the keys: they are secrets, or an example asks.
fn is_of_other_data(context: &Context<'_>, keys: &[HieraKey]) -> bool {
    keys.iter().all(|(key, _)| is_secret_name(key)) || is_example(context.db, context.item.file)
}

fn help(call: &Call<'_>) -> &'static str {
    match call.name {
        Some("lookup") => "Add the key to the data, or pass a default ({default_value => …})",
        _ => "Add the key to the data, or pass a default as the second argument",
    }
}

/// The part of a key that stands in the data; what follows a dot is looked up in its value.
fn root_of(key: &str) -> Option<&str> {
    let is_plain = !key.contains(['\'', '"', ' ']) && !key.starts_with("::") && !key.is_empty();
    is_plain.then(|| key.split_once('.').map_or(key, |(root, _)| root))
}
