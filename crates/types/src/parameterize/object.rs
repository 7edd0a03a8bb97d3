//! Parameters of `Object` and `TypeSet`.

use std::sync::{Arc, LazyLock};

use indexmap::IndexMap;
use puppet_scalars::Regexp;
use smol_str::SmolStr;

use super::{
    ParameterizeOutcome, TypeAccess,
    error::{AccessError, class_name},
    object_rules::{self, Parents},
};
use crate::builtin::TYPE_NAME;
use crate::context::BuiltinContext;
use crate::reader;
use crate::relation::relate::Relate;
use crate::ty::{
    Attribute, ObjectAttributeKind, ObjectExtensionType, ObjectFunction, ObjectType, Range,
    StructElement, StructKey, Type, TypeSetType,
};
use crate::value::{HashValue, Value};

impl TypeAccess<'_> {
    pub(super) fn object(&self, keys: &[Value]) -> ParameterizeOutcome {
        if let Type::Object(Some(object)) = self.base
            && object.name.is_some()
        {
            return self
                .extension(&self.relate.object(object), keys)
                .map_err(AccessError::runtime);
        }
        let [key] = keys else {
            return Err(AccessError::arity("Object-Type", 1, Some(1), keys.len()));
        };
        object_type(&self.relate, key).map_err(AccessError::runtime)
    }

    pub(super) fn type_set(&self, keys: &[Value]) -> ParameterizeOutcome {
        let [key] = keys else {
            return Err(AccessError::arity("TypeSet-Type", 1, Some(1), keys.len()));
        };
        type_set(&self.relate, key).map_err(AccessError::runtime)
    }

    /// Values for the type parameters of a named object type (PObjectTypeExtension#initialize).
    fn extension(&self, object: &Arc<ObjectType>, keys: &[Value]) -> Result<Type, String> {
        let label = object.name.as_deref().unwrap_or("Object");
        if object.type_parameters.is_empty() {
            return Err(format!("The {label}-Type cannot be parameterized using []"));
        }
        let mut given: Vec<(SmolStr, Value)> = Vec::new();
        let by_name = match keys {
            [key @ Value::Hash(entries)] => {
                let first = object.type_parameters.first();
                let is_value = first.is_some_and(|first| self.relate.is_instance(&first.ty, key));
                if is_value { None } else { Some(entries) }
            }
            _ => None,
        };
        match by_name {
            Some(entries) => {
                for (name, value) in entries.iter() {
                    let name = name.as_str().unwrap_or_default();
                    let parameter = object
                        .type_parameters
                        .iter()
                        .find(|parameter| parameter.name == name);
                    let Some(parameter) = parameter else {
                        return Err(format!(
                            "'{name}' is not a known type parameter for {label}-Type"
                        ));
                    };
                    given.push((parameter.name.clone(), value.clone()));
                }
            }
            None => {
                let names = object
                    .type_parameters
                    .iter()
                    .map(|parameter| parameter.name.clone());
                given.extend(names.zip(keys.iter().cloned()));
            }
        }
        given.retain(|(_, value)| *value != Value::Default);
        for (name, value) in &given {
            let parameter = object
                .type_parameters
                .iter()
                .find(|parameter| parameter.name == *name);
            if let Some(parameter) =
                parameter.filter(|parameter| !self.relate.is_instance(&parameter.ty, value))
            {
                let subject = format!("type_parameter {label}[{name}]");
                return Err(wrong_type(&self.relate, &subject, &parameter.ty, value));
            }
        }
        if given.is_empty() {
            return Err(format!(
                "The {label}-Type cannot be parameterized using an empty parameter list"
            ));
        }
        Ok(Type::ObjectExtension(Arc::new(ObjectExtensionType {
            names: object
                .type_parameters
                .iter()
                .map(|parameter| parameter.name.clone())
                .collect(),
            base: Arc::new(ObjectType::from_name(label)),
            parameters: given,
        })))
    }
}

/// What is said of a value that is no instance of the type (TypeAsserter.report_type_mismatch).
pub(super) fn wrong_type(
    relate: &Relate<'_>,
    subject: &str,
    expected: &Type,
    value: &Value,
) -> String {
    relate.describe(
        &format!("{subject} has wrong type,"),
        expected,
        &relate.infer_set(value),
    )
}

/// What the hash of an object type may hold (PObjectType::TYPE_OBJECT_I12N).
static OBJECT_INITIALIZER: LazyLock<Type> = LazyLock::new(|| {
    let members = || Type::hash_of(member_name(), Type::NotUndef(None), Range::UNBOUNDED);
    let function = Type::variant_of([member_name(), Type::string_value("[]")]);
    let names = Type::array_of(member_name(), Range::UNBOUNDED);
    optional_entries(vec![
        ("name", type_name()),
        ("parent", Type::Type(None)),
        ("type_parameters", members()),
        ("attributes", members()),
        (
            "constants",
            Type::hash_of(member_name(), Type::Any, Range::UNBOUNDED),
        ),
        (
            "functions",
            Type::hash_of(function, Type::NotUndef(None), Range::UNBOUNDED),
        ),
        ("equality", Type::variant_of([member_name(), names])),
        ("equality_include_type", Type::BOOLEAN),
        ("checks", Type::Any),
        ("annotations", annotations()),
    ])
});

/// What the hash of an attribute may hold (PObjectType::TYPE_ATTRIBUTE).
static ATTRIBUTE_INITIALIZER: LazyLock<Type> = LazyLock::new(|| {
    let kinds = ["constant", "derived", "given_or_derived", "reference"];
    member_initializer(
        Type::Type(None),
        vec![("kind", Type::enum_of(kinds, false)), ("value", Type::Any)],
    )
});

/// What the hash of a function may hold (PObjectType::TYPE_FUNCTION).
static FUNCTION_INITIALIZER: LazyLock<Type> =
    LazyLock::new(|| member_initializer(Type::type_of(Type::CALLABLE), Vec::new()));

fn member_initializer(ty: Type, others: Vec<(&'static str, Type)>) -> Type {
    let mut optional = vec![
        ("annotations", annotations()),
        ("final", Type::BOOLEAN),
        ("override", Type::BOOLEAN),
    ];
    optional.extend(others);
    let ty = StructElement {
        name: "type".into(),
        key: StructKey::Required,
        value: ty,
    };
    let optional = optional.into_iter().map(optional_entry);
    Type::struct_of([ty].into_iter().chain(optional).collect())
}

fn optional_entries(entries: Vec<(&'static str, Type)>) -> Type {
    Type::struct_of(entries.into_iter().map(optional_entry).collect())
}

fn optional_entry((name, value): (&'static str, Type)) -> StructElement {
    StructElement {
        name: name.into(),
        key: StructKey::Optional,
        value,
    }
}

fn member_name() -> Type {
    Type::pattern_of(Regexp::new(r"\A[a-z_]\w*\z").ok())
}

fn annotations() -> Type {
    let annotation = Type::type_of(Type::named_object("Annotation"));
    let values = Type::hash_of(member_name(), Type::Any, Range::UNBOUNDED);
    Type::optional(Type::hash_of(annotation, values, Range::UNBOUNDED))
}

/// `Object[…]` of a hash or a name (TypeFactory.object).
pub(crate) fn object_type(relate: &Relate<'_>, key: &Value) -> Result<Type, String> {
    Ok(Type::Object(
        match definition_of(relate, "object name", key)? {
            None => None,
            Some(Value::Hash(entries)) => Some(Arc::new(object_from_hash(relate, None, entries)?)),
            Some(name) => {
                let name = SmolStr::from(name.as_str().unwrap_or_default());
                Some(Arc::new(ObjectType::from_name(name)))
            }
        },
    ))
}

/// `TypeSet[…]` of a hash or a name (TypeFactory.type_set).
pub(crate) fn type_set(relate: &Relate<'_>, key: &Value) -> Result<Type, String> {
    match definition_of(relate, "TypeSet name", key)? {
        None => Ok(Type::TypeSet(None)),
        Some(Value::Hash(entries)) => type_set_from_hash(relate, key, entries),
        Some(name) => {
            let name = name.as_str().map(SmolStr::from);
            Ok(type_set_of(name, None, None, IndexMap::new()))
        }
    }
}

/// The hash or the name that defines a type; nothing where it is empty.
fn definition_of<'v>(
    relate: &Relate<'_>,
    what: &str,
    key: &'v Value,
) -> Result<Option<&'v Value>, String> {
    match key {
        Value::Undef => Ok(None),
        Value::Hash(entries) if entries.is_empty() => Ok(None),
        Value::Array(items) if items.is_empty() => Ok(None),
        Value::String(text) if text.is_empty() => Ok(None),
        Value::Hash(_) => Ok(Some(key)),
        Value::String(text) => assert_type_name(relate, what, text).map(|()| Some(key)),
        Value::Array(_) => Err(wrong_type(relate, what, &type_name(), key)),
        other => {
            let class = class_name(other);
            Err(format!("undefined method `empty?' for {class}"))
        }
    }
}

fn type_set_of(
    name: Option<SmolStr>,
    pcore_version: Option<SmolStr>,
    version: Option<SmolStr>,
    types: IndexMap<SmolStr, Type>,
) -> Type {
    Type::TypeSet(Some(Arc::new(TypeSetType {
        name,
        pcore_version,
        version,
        types,
    })))
}

static TYPE_SET_INITIALIZER: LazyLock<Type> = LazyLock::new(|| {
    let simple_name = r"Pattern[/\A[A-Z]\w*\z/]";
    let uri = "String[1]";
    let source = format!(
        "Struct[{{Optional[pcore_uri] => {uri}, pcore_version => Variant[String[1], SemVer], \
         Optional[name_authority] => {uri}, Optional[name] => Pattern[/{TYPE_NAME}/], \
         Optional[version] => Variant[String[1], SemVer], \
         Optional[types] => Hash[{simple_name}, Variant[Type, Hash], 1, default], \
         Optional[references] => Hash[{simple_name}, Hash, 1, default], Optional[annotations] => Optional[Hash]}}]"
    );
    reader::read_text(&BuiltinContext, &source).unwrap_or(Type::Unknown)
});

fn type_set_from_hash(
    relate: &Relate<'_>,
    key: &Value,
    entries: &HashValue,
) -> Result<Type, String> {
    if !relate.is_instance(&TYPE_SET_INITIALIZER, key) {
        let message = wrong_type(relate, "TypeSet initializer", &TYPE_SET_INITIALIZER, key);
        // The full text would show the regular expression of all URIs.
        let shown = message.split_once("Struct[{Optional['pcore_uri'] => ");
        let message = shown.map_or(message.clone(), |(start, _)| {
            format!("{start}Struct[{{Optional['pcore_uri'] => Pattern[/...")
        });
        return Err(message);
    }
    let text = |name: &str| match entries.get(&Value::from(name)) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::SemVer(version)) => Some(version.to_string().into()),
        _ => None,
    };
    let mut types = IndexMap::new();
    if let Some(Value::Hash(members)) = entries.get(&Value::from("types")) {
        for (name, member) in members.iter() {
            let ty = match member {
                Value::Type(ty) => ty.clone(),
                other => object_type(relate, other)?,
            };
            types.insert(name.as_str().unwrap_or_default().into(), ty);
        }
    }
    Ok(type_set_of(
        text("name"),
        text("pcore_version"),
        text("version"),
        types,
    ))
}

fn type_name() -> Type {
    Type::pattern_of(Regexp::new(TYPE_NAME).ok())
}

fn assert_type_name(relate: &Relate<'_>, subject: &str, text: &SmolStr) -> Result<(), String> {
    let value = Value::String(text.clone());
    if relate.is_instance(&type_name(), &value) {
        return Ok(());
    }
    Err(wrong_type(relate, subject, &type_name(), &value))
}

/// The definition of an object type from its hash (PObjectType#_pcore_init_from_hash), under a name if it gets one.
pub(crate) fn object_from_hash(
    relate: &Relate<'_>,
    name: Option<&SmolStr>,
    entries: &Arc<HashValue>,
) -> Result<ObjectType, String> {
    assert_instance(
        relate,
        "object initializer",
        &OBJECT_INITIALIZER,
        &Value::Hash(Arc::clone(entries)),
    )?;
    let get = |name: &str| entries.get(&Value::from(name));
    let members = |name: &str| match get(name) {
        Some(Value::Hash(members)) => Some(members.clone()),
        _ => None,
    };
    let mut object = ObjectType::anonymous();
    let own_name = get("name").and_then(Value::as_str).map(SmolStr::from);
    object.name = name.cloned().or(own_name);
    object.parent = get("parent").and_then(Value::as_type).cloned();
    let label = object.name.clone().unwrap_or_else(|| "Object".into());
    let parents = Parents::resolve(relate, &label, object.parent.as_ref())?;
    for (name, spec) in members("type_parameters")
        .iter()
        .flat_map(|members| members.iter())
    {
        let mut parameter = attribute(relate, &label, "type_parameter", name, spec)?;
        if !matches!(parameter.ty, Type::Optional(_)) {
            parameter.ty = Type::optional(parameter.ty);
        }
        object.type_parameters.push(parameter);
    }
    for (name, spec) in members("attributes")
        .iter()
        .flat_map(|members| members.iter())
    {
        object
            .attributes
            .push(attribute(relate, &label, "attribute", name, spec)?);
    }
    for (name, value) in members("constants")
        .iter()
        .flat_map(|members| members.iter())
    {
        let name = name.as_str().unwrap_or_default();
        if object
            .attributes
            .iter()
            .any(|attribute| attribute.name == name)
        {
            return Err(format!(
                "attribute {label}[{name}] is defined as both a constant and an attribute"
            ));
        }
        object.attributes.push(Attribute {
            name: name.into(),
            ty: relate.generalize(&relate.infer(value)),
            kind: ObjectAttributeKind::Constant,
            default: Some(value.clone()),
            is_final: true,
            is_override: parents.have(name),
        });
    }
    for (name, spec) in members("functions")
        .iter()
        .flat_map(|members| members.iter())
    {
        object.functions.push(function(relate, &label, name, spec)?);
    }
    object.equality = match get("equality") {
        Some(Value::String(name)) => Some(vec![name.clone()]),
        Some(Value::Array(names)) => Some(
            names
                .iter()
                .filter_map(Value::as_str)
                .map(SmolStr::from)
                .collect(),
        ),
        _ => None,
    };
    let is_empty = object.equality.as_ref().is_none_or(Vec::is_empty);
    if !is_empty && get("equality_include_type") == Some(&Value::Boolean(false)) {
        return Err(
            "equality_include_type = false cannot be combined with non empty equality specification"
                .to_owned(),
        );
    }
    object_rules::check(relate, &object, &parents)?;
    Ok(object)
}

/// An error of Puppet's words, if a value is no instance of a type.
fn assert_instance(
    relate: &Relate<'_>,
    subject: &str,
    expected: &Type,
    value: &Value,
) -> Result<(), String> {
    match relate.is_instance(expected, value) {
        true => Ok(()),
        false => Err(wrong_type(relate, subject, expected, value)),
    }
}

fn attribute(
    relate: &Relate<'_>,
    label: &str,
    feature: &str,
    name: &Value,
    spec: &Value,
) -> Result<Attribute, String> {
    let name: SmolStr = name.as_str().unwrap_or_default().into();
    let subject = format!("{feature} {label}[{name}]");
    let Value::Hash(spec) = spec else {
        let Value::Type(ty) = spec else {
            return Err(wrong_type(relate, &subject, &Type::Type(None), spec));
        };
        let default = matches!(ty, Type::Optional(_))
            .then_some(Value::Undef)
            .filter(|_| feature == "attribute");
        let kind = ObjectAttributeKind::Given;
        return Ok(Attribute {
            name,
            ty: ty.clone(),
            kind,
            default,
            is_final: false,
            is_override: false,
        });
    };
    assert_instance(
        relate,
        &format!("initializer for {subject}"),
        &ATTRIBUTE_INITIALIZER,
        &Value::Hash(Arc::clone(spec)),
    )?;
    let get = |name: &str| spec.get(&Value::from(name));
    let ty = get("type")
        .and_then(Value::as_type)
        .unwrap_or(&Type::Unknown);
    let kind = match get("kind").and_then(Value::as_str) {
        Some("constant") => ObjectAttributeKind::Constant,
        Some("derived") => ObjectAttributeKind::Derived,
        Some("given_or_derived") => ObjectAttributeKind::GivenOrDerived,
        Some("reference") => ObjectAttributeKind::Reference,
        _ => ObjectAttributeKind::Given,
    };
    let default = get("value").cloned();
    if let Some(value) = &default
        && *value != Value::Default
        && !relate.is_instance(ty, value)
    {
        return Err(wrong_type(relate, &format!("{subject} value"), ty, value));
    }
    let kind_name = get("kind").and_then(Value::as_str).unwrap_or_default();
    match kind {
        ObjectAttributeKind::Constant if default.is_none() => {
            return Err(format!("{subject} of kind 'constant' requires a value"));
        }
        ObjectAttributeKind::Constant if get("final") == Some(&Value::Boolean(false)) => {
            return Err(format!(
                "{subject} of kind 'constant' cannot be combined with final => false"
            ));
        }
        ObjectAttributeKind::Derived | ObjectAttributeKind::GivenOrDerived if default.is_some() => {
            return Err(format!(
                "{subject} of kind '{kind_name}' cannot be combined with an attribute value"
            ));
        }
        _ => {}
    }
    let flag = |name: &str| get(name) == Some(&Value::Boolean(true));
    let is_final = flag("final") || kind == ObjectAttributeKind::Constant;
    Ok(Attribute {
        name,
        ty: ty.clone(),
        kind,
        default,
        is_final,
        is_override: flag("override"),
    })
}

fn function(
    relate: &Relate<'_>,
    label: &str,
    name: &Value,
    spec: &Value,
) -> Result<ObjectFunction, String> {
    let name: SmolStr = name.as_str().unwrap_or_default().into();
    let Value::Hash(entries) = spec else {
        let callable = Type::type_of(Type::CALLABLE);
        assert_instance(
            relate,
            &format!("function {label}[{name}]"),
            &callable,
            spec,
        )?;
        return Ok(ObjectFunction {
            name,
            ty: spec.as_type().cloned().unwrap_or(Type::Unknown),
            is_final: false,
            is_override: false,
        });
    };
    let subject = format!("initializer for function '{name}'");
    assert_instance(relate, &subject, &FUNCTION_INITIALIZER, spec)?;
    let get = |name: &str| entries.get(&Value::from(name));
    let flag = |name: &str| get(name) == Some(&Value::Boolean(true));
    let ty = get("type").and_then(Value::as_type);
    Ok(ObjectFunction {
        name,
        ty: ty.cloned().unwrap_or(Type::Unknown),
        is_final: flag("final"),
        is_override: flag("override"),
    })
}
