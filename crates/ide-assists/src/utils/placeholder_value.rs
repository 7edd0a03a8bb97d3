//! Placeholders for values that the user replaces.

use std::sync::Arc;

use puppet_library::Library;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_types::{IntegerRange, Relate, StructType, Type, Value, quote::puppet_quote};

use crate::assist_context::AssistContext;
use puppet_ide_db::dataflow::type_path::{LiteralMember, fixed, types_below};
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::parameters::attribute_type;
use puppet_ide_db::ruby::definitions;

/// Structures in structures, to this depth.
const MAX_DEPTH: u8 = 4;

/// One of these is of most types of strings, also of those with a pattern.
const TEXTS: [&str; 6] = [
    "",
    "example",
    "example.org",
    "/tmp/example",
    "https://example.org/example",
    "192.0.2.1",
];

/// A value for a parameter or attribute, as code: one that its type allows, or `undef`.
pub fn attribute_placeholder(site: &AssistContext<'_>, of: &AttributeOwner, name: &str) -> String {
    let typed = attribute_type(site.context, of, name);
    let value = match typed {
        Some(Type::Optional(_)) => None,
        Some(ty) => of_type(site, &ty),
        None => accepted(site, of, name),
    };
    value.map_or_else(|| "undef".to_owned(), |value| code(&value))
}

/// The first value that a type in Ruby accepts.
fn accepted(site: &AssistContext<'_>, of: &AttributeOwner, name: &str) -> Option<Value> {
    let AttributeOwner::ResourceType(of) = of else {
        return None;
    };
    let first = match Library.resource_type(&of.to_ascii_lowercase()) {
        Some(stub) => {
            let attribute = stub.attributes.iter().find(|it| it.name == name)?;
            attribute.values.first().cloned()
        }
        None => {
            let attributes = definitions::attributes(site.context, of)?;
            let attribute = attributes.into_iter().find(|it| it.name == name)?;
            attribute.values.into_iter().next().map(|it| it.text)
        }
    };
    Some(match first.as_deref() {
        Some("true") => Value::Boolean(true),
        Some("false") => Value::Boolean(false),
        text => Value::string(text.unwrap_or_default()),
    })
}

fn of_type(site: &AssistContext<'_>, ty: &Type) -> Option<Value> {
    let environment = owner(site.context.db, site.context.file)?.environment;
    let names = NameResolver::new(site.context.db, environment, site.context.file);
    example(&names, ty, MAX_DEPTH)
}

/// A value that is certainly of a type; none where it takes every value.
fn example(names: &NameResolver<'_>, ty: &Type, depth: u8) -> Option<Value> {
    if let Type::Sensitive(Some(inner)) = ty {
        return example(names, inner, depth).map(|it| Value::Sensitive(Arc::new(it)));
    }
    let fits = |it: &Value| {
        let relate = Relate::new(names);
        relate.is_instance(ty, it) && relate.doubt().is_none()
    };
    let flat = types_below(names, ty, &[]);
    let mut examples = flat.iter().flat_map(|it| examples(names, it, depth));
    examples.find(fits)
}

fn examples(names: &NameResolver<'_>, ty: &Type, depth: u8) -> Vec<Value> {
    let inner = |ty: &Type| {
        let depth = depth.checked_sub(1)?;
        example(names, ty, depth)
    };
    match ty {
        Type::Integer(range) => vec![Value::Integer(nearest_to_zero(range))],
        Type::Numeric => vec![Value::Integer(0)],
        Type::Float(_) => vec![Value::Float(0.0)],
        Type::Array(array) => {
            let one = inner(&array.element).map(|it| Value::array([it]));
            std::iter::once(Value::array([])).chain(one).collect()
        }
        Type::Tuple(tuple) => {
            let items: Option<Vec<Value>> = tuple.types.iter().map(inner).collect();
            items.map(Value::array).into_iter().collect()
        }
        Type::Hash(hash) => {
            let one = inner(&hash.key).zip(inner(&hash.value));
            let one = one.map(|entry| Value::hash([entry]));
            std::iter::once(Value::hash([])).chain(one).collect()
        }
        Type::Struct(structure) => structured(structure, inner).into_iter().collect(),
        Type::String(_) | Type::Pattern(_) | Type::Scalar | Type::ScalarData => {
            let named = named(ty).into_iter();
            named.chain(TEXTS.map(Value::string)).collect()
        }
        ty => named(ty),
    }
}

/// The values that a type names.
fn named(ty: &Type) -> Vec<Value> {
    let named = fixed(std::slice::from_ref(ty)).into_iter();
    named
        .filter_map(|it| match it {
            LiteralMember::Text(text) => Some(Value::string(text)),
            LiteralMember::Word(word) => Some(Value::Boolean(word == "true")),
            LiteralMember::Undef => None,
        })
        .collect()
}

fn nearest_to_zero(range: &IntegerRange) -> i64 {
    match (range.lower_bound(), range.upper_bound()) {
        (Some(from), _) if *from > 0 => *from,
        (_, Some(to)) if *to < 0 => *to,
        _ => 0,
    }
}

/// A hash with what the members of a structure must have.
fn structured(structure: &StructType, inner: impl Fn(&Type) -> Option<Value>) -> Option<Value> {
    let needed = structure.elements.iter().filter(|it| !it.is_optional());
    let entries = needed.map(|it| Some((Value::string(it.name.clone()), inner(&it.value)?)));
    let entries: Option<Vec<(Value, Value)>> = entries.collect();
    entries.map(Value::hash)
}

/// A value as code.
fn code(value: &Value) -> String {
    match value {
        Value::String(text) => puppet_quote(text),
        Value::Boolean(truth) => truth.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(code).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Hash(entries) if !entries.is_empty() => {
            let entry = |(key, value)| format!("{} => {}", code(key), code(value));
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Hash(_) => "{}".to_owned(),
        Value::Sensitive(inner) => format!("Sensitive({})", code(inner)),
        _ => "undef".to_owned(),
    }
}
