//! The names that Puppet itself defines.

use std::sync::{Arc, LazyLock};

use puppet_scalars::Regexp;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::{
    context::{AliasDefinition, Named},
    ty::{Attribute, CallableType, ObjectAttributeKind, ObjectFunction, ObjectType, Range, Type},
    value::Value,
};

/// The types that are written with one word (TypeParser.type_map).
static TYPES: LazyLock<FxHashMap<&'static str, Type>> = LazyLock::new(|| {
    FxHashMap::from_iter([
        ("integer", Type::INTEGER),
        ("float", Type::FLOAT),
        ("numeric", Type::Numeric),
        ("init", Type::Init(None)),
        ("iterable", Type::Iterable(None)),
        ("iterator", Type::Iterator(None)),
        ("string", Type::STRING),
        ("binary", Type::Binary),
        ("sensitive", Type::Sensitive(None)),
        ("enum", Type::enumeration()),
        ("boolean", Type::BOOLEAN),
        ("pattern", Type::pattern()),
        ("regexp", Type::REGEXP),
        ("array", Type::array()),
        ("hash", Type::hash()),
        ("class", Type::Class(None)),
        ("resource", Type::resource()),
        ("collection", Type::COLLECTION),
        ("scalar", Type::Scalar),
        ("scalardata", Type::ScalarData),
        ("catalogentry", Type::CatalogEntry),
        ("undef", Type::Undef),
        ("notundef", Type::NotUndef(None)),
        ("default", Type::Default),
        ("any", Type::Any),
        ("variant", Type::variant()),
        ("optional", Type::Optional(None)),
        ("runtime", Type::runtime()),
        ("type", Type::Type(None)),
        ("tuple", Type::tuple()),
        ("struct", Type::structure()),
        ("object", Type::Object(None)),
        ("typealias", Type::alias(UNRESOLVED_ALIAS)),
        ("typereference", Type::reference(UNRESOLVED_REFERENCE)),
        ("typeset", Type::TypeSet(None)),
        ("callable", Type::CALLABLE),
        ("semver", Type::semver()),
        ("semverrange", Type::SemVerRange),
        ("timestamp", Type::TIMESTAMP),
        ("timespan", Type::TIMESPAN),
        ("uri", Type::Uri(None)),
    ])
});

/// What the bare `TypeAlias` stands for.
const UNRESOLVED_ALIAS: &str = "UnresolvedAlias";
/// What the bare `TypeReference` stands for.
pub(crate) const UNRESOLVED_REFERENCE: &str = "UnresolvedReference";

/// The resource types that exist everywhere (StaticLoader::BUILTIN_TYPE_NAMES).
const RESOURCES: [&str; 15] = [
    "Component",
    "Exec",
    "File",
    "Filebucket",
    "Group",
    "Node",
    "Notify",
    "Package",
    "Resources",
    "Schedule",
    "Service",
    "Stage",
    "Tidy",
    "User",
    "Whit",
];

static ALIASES: LazyLock<FxHashMap<&'static str, Arc<AliasDefinition>>> = LazyLock::new(|| {
    let data = [
        Type::ScalarData,
        Type::Undef,
        Type::hash_of(Type::STRING, Type::data(), Range::UNBOUNDED),
        Type::array_of(Type::data(), Range::UNBOUNDED),
    ];
    let rich_data = [
        Type::Scalar,
        Type::SemVerRange,
        Type::Binary,
        Type::Sensitive(None),
        Type::Type(None),
        Type::TypeSet(None),
        Type::Uri(None),
        Type::Object(None),
        Type::Undef,
        Type::Default,
        Type::hash_of(
            Type::alias("RichDataKey"),
            Type::rich_data(),
            Range::UNBOUNDED,
        ),
        Type::array_of(Type::rich_data(), Range::UNBOUNDED),
    ];
    let define = |name: &'static str, resolved: Type, self_recursive: bool| {
        (
            name,
            Arc::new(AliasDefinition {
                name: name.into(),
                resolved,
                self_recursive,
            }),
        )
    };
    FxHashMap::from_iter([
        define("Data", Type::variant_of(data), true),
        define(
            "RichDataKey",
            Type::variant_of([Type::STRING, Type::Numeric]),
            false,
        ),
        define("RichData", Type::variant_of(rich_data), true),
        define("Puppet::LookupKey", Type::alias("RichDataKey"), false),
        define("Puppet::LookupValue", Type::alias("RichData"), false),
        define("Pcore::SimpleTypeName", pattern(r"\A[A-Z]\w*\z"), false),
        define("Pcore::MemberName", pattern(r"\A[a-z_]\w*\z"), false),
        define("Pcore::TypeName", pattern(TYPE_NAME), false),
        define("Pcore::QRef", pattern(TYPE_NAME), false),
        define(
            UNRESOLVED_ALIAS,
            Type::reference(UNRESOLVED_REFERENCE),
            false,
        ),
    ])
});

/// The names of types (Pcore::TYPE_QUALIFIED_REFERENCE).
pub(crate) const TYPE_NAME: &str = r"\A[A-Z]\w*(?:::[A-Z]\w*)*\z";

/// The aliases that print only their name, even where aliases are expanded (StaticLoader::BUILTIN_ALIASES).
pub(crate) fn is_opaque(name: &str) -> bool {
    matches!(
        name,
        "Data" | "RichDataKey" | "RichData" | "Puppet::LookupKey" | "Puppet::LookupValue"
    )
}

static OBJECTS: LazyLock<FxHashMap<&'static str, Arc<ObjectType>>> = LazyLock::new(|| {
    FxHashMap::from_iter([
        ("deferred", Arc::new(deferred())),
        ("error", Arc::new(error())),
    ])
});

/// What a name means to Puppet itself; `None` if it means nothing there.
pub fn lookup(name: &str) -> Option<Named> {
    let lower = name.to_ascii_lowercase();
    if let Some(object) = OBJECTS.get(lower.as_str()) {
        return Some(Named::Object(Arc::clone(object)));
    }
    if let Some(alias) = ALIASES
        .values()
        .find(|alias| alias.name.eq_ignore_ascii_case(name))
    {
        return Some(Named::Alias(Arc::clone(alias)));
    }
    if lower.starts_with("pcore::") {
        return Some(Named::Unknown);
    }
    let resource = RESOURCES
        .iter()
        .find(|resource| resource.eq_ignore_ascii_case(name));
    resource.map(|resource| Named::Resource(SmolStr::new_static(resource)))
}

/// The type that is written with this one word, whatever the case of its letters.
pub fn core_type(name: &str) -> Option<Type> {
    TYPES.get(name.to_ascii_lowercase().as_str()).cloned()
}

/// The names of all core types, aliases, object types and resource types that Puppet itself defines, as they are
/// usually written.
pub fn names() -> Vec<SmolStr> {
    let mut names: Vec<SmolStr> = TYPES
        .values()
        .map(|ty| SmolStr::from(crate::format::simple_name(ty)))
        .collect();
    names.extend(
        ALIASES
            .values()
            .filter(|alias| alias.name != UNRESOLVED_ALIAS)
            .map(|alias| alias.name.clone()),
    );
    names.extend(OBJECTS.values().filter_map(|object| object.name.clone()));
    names.extend(RESOURCES.iter().map(|name| SmolStr::new_static(name)));
    names.sort_unstable();
    names.dedup();
    names
}

/// The definition of an alias by its exact name.
pub(crate) fn alias(name: &str) -> Option<Arc<AliasDefinition>> {
    ALIASES.get(name).cloned()
}

fn pattern(source: &str) -> Type {
    Type::pattern_of(Regexp::new(source).ok())
}

fn attribute(name: &'static str, ty: Type, default: Option<Value>) -> Attribute {
    Attribute {
        name: SmolStr::new_static(name),
        ty,
        kind: ObjectAttributeKind::Given,
        default,
        is_final: false,
        is_override: false,
    }
}

/// `Deferred`: a function to be called on the agent.
fn deferred() -> ObjectType {
    let arguments = Type::optional(Type::array());
    ObjectType {
        attributes: vec![
            attribute(
                "name",
                pattern(r"\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z"),
                None,
            ),
            attribute("arguments", arguments, Some(Value::Undef)),
        ],
        ..ObjectType::from_name("Deferred")
    }
}

/// `Error`: what a failing task or function returns.
fn error() -> ObjectType {
    let text = || Type::optional(Type::non_empty_string());
    let kind = Type::optional(Type::variant_of([
        Type::STRING,
        Type::REGEXP,
        Type::type_of(Type::enumeration()),
        Type::type_of(Type::pattern()),
        Type::type_of(Type::NotUndef(None)),
        Type::type_of(Type::Undef),
    ]));
    let details = Type::hash_of(Type::non_empty_string(), Type::data(), Range::UNBOUNDED);
    let no_params = crate::ty::TupleType::new(Vec::new(), Range::UNBOUNDED);
    let message = CallableType::new(Some(no_params), None, Some(Type::non_empty_string()));
    ObjectType {
        type_parameters: vec![
            attribute("kind", kind.clone(), None),
            attribute("issue_code", kind, None),
        ],
        attributes: vec![
            attribute("msg", Type::non_empty_string(), None),
            attribute("kind", text(), Some(Value::Undef)),
            attribute("details", Type::optional(details), Some(Value::Undef)),
            attribute("issue_code", text(), Some(Value::Undef)),
        ],
        functions: vec![ObjectFunction {
            name: "message".into(),
            ty: Type::callable_of(message),
            is_final: false,
            is_override: false,
        }],
        ..ObjectType::from_name("Error")
    }
}
