//! Facts, which are variables of the top scope.

mod given;
pub mod recorded;
pub mod schema;

use std::sync::LazyLock;

use puppet_db::{Db, Environment};
use puppet_library::{Library, VariableStub};
use puppet_ruby::FactValue;
use puppet_scalars::Regexp;
use puppet_types::{BuiltinContext, Type, read_text};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::facts::recorded::fact_sets;
use crate::ruby::plugins::custom_facts;
use crate::ruby::user_stubs::user_stubs;
use puppet_text::closest_within;
use puppet_types::inferred::Inferred;

/// Variables that Puppet sets in every scope of a definition, or at top scope.
pub const BUILT_IN: [&str; 18] = [
    "agent_specified_environment",
    "caller_module_name",
    "clientcert",
    "clientnoop",
    "clientversion",
    "environment",
    "facts",
    "module_name",
    "name",
    "pe_serverversion",
    "puppetversion",
    "server_facts",
    "serverip",
    "servername",
    "serverversion",
    "settings",
    "title",
    "trusted",
];

/// Core facts by name, those of old times included, and the patterns of names that hold the name of a device.
static CORE: LazyLock<(FxHashSet<&'static str>, Vec<Regexp>)> = LazyLock::new(|| {
    let mut names = FxHashSet::default();
    let mut patterns = Vec::new();
    for fact in Library.facts() {
        match &fact.pattern {
            Some(pattern) => patterns.extend(Regexp::new(pattern.as_str())),
            None => drop(names.insert(fact.name.split('.').next().unwrap_or(&fact.name))),
        }
        names.extend(fact.legacy_names.iter().map(String::as_str));
    }
    (names, patterns)
});

/// Whether there may be a fact of this name: a known one, or one of a module that computes the names of facts.
pub fn may_be_fact(db: &dyn Db, environment: Environment, name: &str) -> bool {
    has_unnamed_facts(db, environment) || is_fact(db, environment, name)
}

/// Whether modules make facts whose names are not written down.
pub fn has_unnamed_facts(db: &dyn Db, environment: Environment) -> bool {
    custom_facts(db, environment).is_open
}

/// Whether a fact of this name is known: one of Puppet's own, or one that a module adds.
pub fn is_fact(db: &dyn Db, environment: Environment, name: &str) -> bool {
    let (names, _) = &*CORE;
    custom_facts(db, environment).has(name)
        || fact_sets(db, environment).contains_key(name)
        || is_in_stubs(db, environment, name)
        || names.contains(name)
        || is_of_device(db, environment, name.into())
}

/// Whether a name fits the pattern of facts that hold the name of a device.
///
/// A query, since each keystroke asks for the same names again.
#[salsa::tracked(returns(copy))]
fn is_of_device(db: &dyn Db, environment: Environment, name: SmolStr) -> bool {
    // The environment is part of the key only because queries need two parts.
    let _ = (db, environment);
    let (_, patterns) = &*CORE;
    let mut patterns = patterns.iter();
    patterns.any(|pattern| pattern.is_match(&name).unwrap_or(true))
}

/// Whether a fact of this name is in the user's stubs.
fn is_in_stubs(db: &dyn Db, environment: Environment, name: &str) -> bool {
    let facts = user_stubs(db, environment);
    let mut facts = facts.facts.iter();
    let is_named = facts.any(|fact| {
        fact.name.split('.').next() == Some(name)
            || fact.legacy_names.iter().any(|other| other == name)
    });
    let mut patterns = stub_patterns(db, environment).iter();
    is_named || patterns.any(|pattern| pattern.is_match(name).unwrap_or(true))
}

/// The patterns of names of facts in the user's stubs.
#[salsa::tracked(returns(deref))]
fn stub_patterns(db: &dyn Db, environment: Environment) -> Box<[Regexp]> {
    let stubs = user_stubs(db, environment);
    let patterns = stubs
        .facts
        .iter()
        .filter_map(|fact| fact.pattern.as_deref());
    patterns
        .filter_map(|pattern| Regexp::new(pattern).ok())
        .collect()
}

/// How many letters a misspelled name of a fact may differ from it.
const MISSPELLED: usize = 2;

/// The fact that a misspelled name may mean: of Puppet's own, and those that modules add.
///
/// A query, since each keystroke asks for the same names again.
#[salsa::tracked(returns(as_deref))]
pub fn closest_fact(db: &dyn Db, environment: Environment, name: SmolStr) -> Option<SmolStr> {
    let (names, _) = &*CORE;
    let custom = custom_facts(db, environment);
    let custom = custom.names.iter().map(SmolStr::as_str);
    let closest = closest_within(&name, names.iter().copied().chain(custom), MISSPELLED);
    closest.map(SmolStr::from)
}

/// What is known of each core fact: the leaves by their paths with dots, and those of old times by name.
static TYPES: LazyLock<FxHashMap<&'static str, Type>> = LazyLock::new(|| {
    let mut types = FxHashMap::default();
    for fact in Library.facts().iter().filter(|fact| fact.pattern.is_none()) {
        let Ok(ty) = read_text(&BuiltinContext, &fact.ty) else {
            continue;
        };
        types.insert(fact.name.as_str(), ty.clone());
        // Facts of old times had other types, unless they are strings.
        if ty == Type::STRING {
            types.extend(
                fact.legacy_names
                    .iter()
                    .map(|name| (name.as_str(), Type::STRING)),
            );
        }
    }
    types
});

/// What is known of a fact, by its path: `os`, `family` for `$facts['os']['family']`: one of Puppet's own, or one that
/// the user's stubs describe. Any fact may be missing.
pub fn fact(db: &dyn Db, environment: Environment, path: &[&str]) -> Option<Inferred> {
    let name = path.join(".");
    let ty = match TYPES.get(name.as_str()) {
        Some(ty) => ty.clone(),
        None => stub_fact(db, environment, &name).or_else(|| custom_fact(db, environment, path))?,
    };
    Some(Inferred::Type(Type::optional(ty)))
}

/// The type of a fact, or of a part of it, that the Ruby code of a module writes down.
fn custom_fact(db: &dyn Db, environment: Environment, path: &[&str]) -> Option<Type> {
    let (name, keys) = path.split_first()?;
    fact_type(custom_facts(db, environment).value(name).value_at(keys))
}

/// The type of what is known of a fact's value; none where nothing is.
fn fact_type(value: &FactValue) -> Option<Type> {
    let text = match value {
        FactValue::Unknown => return None,
        FactValue::String => return Some(Type::STRING),
        FactValue::Integer => "Integer",
        FactValue::Float => "Float",
        FactValue::Boolean => "Boolean",
        FactValue::Array => "Array[Any]",
        FactValue::Hash { .. } => "Hash[String, Any]",
    };
    read_text(&BuiltinContext, text).ok()
}

fn stub_fact(db: &dyn Db, environment: Environment, name: &str) -> Option<Type> {
    let stubs = user_stubs(db, environment);
    let stub = stubs
        .facts
        .iter()
        .find(|fact| fact.pattern.is_none() && fact.name == name)?;
    read_text(&BuiltinContext, &stub.ty).ok()
}

/// What is known of a fact that is read as a variable of the top scope: `$::osfamily`.
pub fn legacy_fact(db: &dyn Db, environment: Environment, name: &str) -> Option<Inferred> {
    fact(db, environment, &[name]).filter(|_| !name.contains('.'))
}

/// The variables that Puppet sets and the parts of their values, by their paths with dots.
static GIVEN: LazyLock<FxHashMap<&'static str, Type>> = LazyLock::new(|| {
    let variables = Library.variables().iter();
    let types = variables.filter_map(|variable| {
        let ty = read_text(&BuiltinContext, &variable.ty).ok()?;
        Some((variable.name.as_str(), ty))
    });
    types.collect()
});

/// What is known of a variable of the top scope, or of a part of it, by the path (`trusted.certname`): one that Puppet
/// sets, or one that the user's stubs describe.
pub fn recorded_fact(db: &dyn Db, environment: Environment, path: &str) -> Option<Inferred> {
    let of_stubs = || {
        let stubs = user_stubs(db, environment);
        let stub = stubs.variables.iter().find(|it| it.name == path)?;
        read_text(&BuiltinContext, &stub.ty).ok()
    };
    GIVEN
        .get(path)
        .cloned()
        .or_else(of_stubs)
        .map(Inferred::Type)
}

/// Whether Puppet, a fact or a stub may give a variable that no code sets.
pub fn is_given(db: &dyn Db, environment: Environment, name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
        || BUILT_IN.contains(&name)
        || is_fact(db, environment, name)
        || is_in_variable_stubs(db, environment, name)
}

/// Whether the user's stubs describe a variable of the top scope, or of a class: `name` is the name without `$`.
pub fn is_in_variable_stubs(db: &dyn Db, environment: Environment, name: &str) -> bool {
    let name = name.trim_start_matches("::");
    let is_it = |stub: &VariableStub| stub.name.split('.').next() == Some(name);
    user_stubs(db, environment).variables.iter().any(is_it)
}
