//! Types as text, in Puppet's canonical form (TypeFormatter).

mod object;
mod value;

use std::fmt::{self, Write as _};

use crate::builtin;
use crate::context::{BuiltinContext, TypeContext};
use crate::quote::puppet_quote;
use crate::relation::relate::{Doubt, Relate};
use crate::ty::{
    ArrayType, CallableType, HashType, IntegerRange, Range, ResourceType, RuntimeName, RuntimeType,
    StringConstraint, StructElement, StructKey, StructType, TupleType, Type,
};
use crate::value::Value;

/// Which of Puppet's forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// As types print inside other types: names for aliases and object types.
    #[default]
    Plain,
    /// As [`Form::Plain`], but with the value of a string type that was inferred from a string: `String['a']`.
    Debug,
    /// Aliases and object types with their definitions: `Port = Integer[1, 65535]`.
    Expanded,
    /// As [`Form::Plain`], for people: `[]` and `{}` for what is empty, and plain keys where the value may be undef.
    Readable,
}

/// How many bytes are printed before aliases are left without their definitions.
const MAX_EXPANDED: usize = 4_000;
/// How deep types are printed; what lies deeper is an ellipsis.
const MAX_DEPTH: usize = 200;

/// The type in one of the forms.
pub fn format_type(context: &dyn TypeContext, ty: &Type, form: Form) -> String {
    let relate = Relate::new(context);
    relate.format(ty, form)
}

/// The type as Puppet prints it by itself (`to_s`): aliases and object types are expanded if they stand alone.
pub fn type_to_string(context: &dyn TypeContext, ty: &Type) -> String {
    Relate::new(context).to_text(ty)
}

impl Relate<'_> {
    /// See [`format_type`].
    pub fn format(&self, ty: &Type, form: Form) -> String {
        let mut formatter = Formatter {
            relate: self,
            form,
            expanding: Vec::new(),
            depth: 0,
            out: String::new(),
        };
        formatter.ty(ty);
        formatter.out
    }

    /// See [`type_to_string`].
    pub fn to_text(&self, ty: &Type) -> String {
        let expands = matches!(ty, Type::Alias(_) | Type::Object(_) | Type::TypeSet(_));
        self.format(ty, if expands { Form::Expanded } else { Form::Plain })
    }
}

/// The plain form.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_type(&BuiltinContext, self, Form::Plain))
    }
}

/// The name of a type without its parameters (`simple_name`); for an alias, its own name.
pub fn simple_name(ty: &Type) -> &str {
    match ty {
        Type::Any => "Any",
        Type::Unknown => "Unknown",
        Type::Undef => "Undef",
        Type::Default => "Default",
        Type::Unit => "Unit",
        Type::Scalar => "Scalar",
        Type::ScalarData => "ScalarData",
        Type::Numeric => "Numeric",
        Type::Integer(_) | Type::BigInteger(_) => "Integer",
        Type::Float(_) => "Float",
        Type::String(_) => "String",
        Type::Enum(_) => "Enum",
        Type::Pattern(_) => "Pattern",
        Type::Boolean(_) => "Boolean",
        Type::Regexp(_) => "Regexp",
        Type::SemVer(_) => "SemVer",
        Type::SemVerRange => "SemVerRange",
        Type::Timespan(_) => "Timespan",
        Type::Timestamp(_) => "Timestamp",
        Type::Binary => "Binary",
        Type::Uri(_) => "URI",
        Type::Collection(_) => "Collection",
        Type::Array(_) => "Array",
        Type::Hash(_) => "Hash",
        Type::Tuple(_) => "Tuple",
        Type::Struct(_) => "Struct",
        Type::Variant(_) => "Variant",
        Type::Optional(_) => "Optional",
        Type::NotUndef(_) => "NotUndef",
        Type::Iterable(_) => "Iterable",
        Type::Iterator(_) => "Iterator",
        Type::Type(_) => "Type",
        Type::Sensitive(_) => "Sensitive",
        Type::CatalogEntry => "CatalogEntry",
        Type::Resource(_) => "Resource",
        Type::Class(_) => "Class",
        Type::Callable(_) => "Callable",
        Type::Runtime(_) => "Runtime",
        Type::Init(_) => "Init",
        Type::Object(Some(object)) => object.name.as_deref().map_or("Object", last_segment),
        Type::Object(None) => "Object",
        Type::ObjectExtension(extension) => extension
            .base
            .name
            .as_deref()
            .map_or("Object", last_segment),
        Type::TypeSet(_) => "TypeSet",
        Type::Alias(name) => name,
        Type::Reference(_) => "TypeReference",
    }
}

/// Whether a type that stands in another says nothing.
fn is_any(ty: &Type) -> bool {
    matches!(ty, Type::Any | Type::Unknown)
}

fn last_segment(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// `foo::bar` as `Foo::Bar`; a name that already starts with a capital stays (TypeFormatter#capitalize_segments).
pub(crate) fn capitalize_segments(name: &str) -> String {
    if name
        .lines()
        .any(|line| line.starts_with(|c: char| c.is_ascii_uppercase()))
    {
        return name.to_owned();
    }
    let capitalize = |segment: &str| {
        let mut chars = segment.chars();
        let first: String = chars
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .collect();
        first + &chars.as_str().to_lowercase()
    };
    name.split("::")
        .map(capitalize)
        .collect::<Vec<_>>()
        .join("::")
}

struct Formatter<'f, 'c> {
    relate: &'f Relate<'c>,
    form: Form,
    /// The aliases that are being expanded.
    expanding: Vec<smol_str::SmolStr>,
    depth: usize,
    out: String,
}

impl Formatter<'_, '_> {
    fn ty(&mut self, ty: &Type) {
        if self.depth >= MAX_DEPTH {
            self.relate.doubtful(Doubt::TooDeep);
            self.out.push('…');
            return;
        }
        self.depth += 1;
        self.ty_inner(ty);
        self.depth -= 1;
    }

    fn ty_inner(&mut self, ty: &Type) {
        match ty {
            // What is not known could be anything, and Puppet has no other name for it.
            Type::Unknown if self.depth > 1 => self.out.push_str("Any"),
            Type::Integer(range) => self.parameters("Integer", range_part(range)),
            Type::BigInteger(range) => self.parameters("Integer", range_part(range)),
            Type::Float(range) => self.parameters("Float", range_part(range)),
            Type::Timespan(range) => self.time("Timespan", range),
            Type::Timestamp(range) => self.time("Timestamp", range),
            Type::Collection(size) => self.parameters("Collection", range_part(size)),
            Type::Boolean(Some(value)) => self.push(format_args!("Boolean[{value}]")),
            Type::String(Some(constraint)) => self.string(constraint),
            Type::Enum(values) if !values.values.is_empty() => {
                let mut parts: Vec<String> = values
                    .values
                    .iter()
                    .map(|value| puppet_quote(value))
                    .collect();
                parts.extend(values.case_insensitive.then(|| "true".to_owned()));
                self.parameters("Enum", parts);
            }
            Type::Pattern(pattern) => {
                self.parameters(
                    "Pattern",
                    pattern
                        .regexps
                        .iter()
                        .map(|regexp| regexp.delimited())
                        .collect(),
                );
            }
            Type::Regexp(Some(regexp)) => self.push(format_args!("Regexp[{}]", regexp.delimited())),
            Type::SemVer(ranges) => {
                self.parameters(
                    "SemVer",
                    ranges.iter().map(|range| format!("'{range}'")).collect(),
                );
            }
            Type::Uri(Some(parameters)) => self.bracketed("URI", |this| this.value(parameters)),
            Type::Array(array) => self.array(array),
            Type::Hash(hash) => self.hash(hash),
            Type::Tuple(tuple) if !tuple.types.is_empty() => self.tuple(tuple),
            Type::Struct(structure) if !structure.elements.is_empty() => self.structure(structure),
            Type::Variant(variant) if !variant.types.is_empty() => {
                self.bracketed("Variant", |this| {
                    this.separated(&variant.types, |this, ty| this.ty(ty))
                });
            }
            Type::Optional(Some(inner)) => self.literal_or_type("Optional", inner),
            Type::NotUndef(Some(inner)) => self.literal_or_type("NotUndef", inner),
            Type::Iterable(Some(inner))
            | Type::Iterator(Some(inner))
            | Type::Type(Some(inner))
            | Type::Sensitive(Some(inner)) => {
                self.bracketed(simple_name(ty), |this| this.ty(inner))
            }
            Type::Resource(resource) => self.resource(resource),
            Type::Class(Some(name)) => self.push(format_args!("Class[{name}]")),
            Type::Callable(Some(callable)) => self.callable(callable),
            Type::Runtime(runtime) => self.runtime(runtime),
            Type::Init(Some(init)) => self.bracketed("Init", |this| {
                this.ty(&init.ty);
                for arg in &init.args {
                    this.out.push_str(", ");
                    this.value(arg);
                }
            }),
            Type::Object(_) | Type::ObjectExtension(_) | Type::TypeSet(_) => self.object_type(ty),
            Type::Alias(name) => self.alias(name),
            Type::Reference(text) => {
                self.push(format_args!("TypeReference[{}]", puppet_quote(text)))
            }
            _ => self.out.push_str(simple_name(ty)),
        }
    }

    fn push(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    fn bracketed(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.out.push_str(name);
        self.out.push('[');
        inside(self);
        self.out.push(']');
    }

    fn separated<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            write(self, item);
        }
    }

    fn parameters(&mut self, name: &str, parts: Vec<String>) {
        self.out.push_str(name);
        if !parts.is_empty() {
            self.push(format_args!("[{}]", parts.join(", ")));
        }
    }

    /// The end of a list in brackets: `, from, to`, or nothing.
    fn trailing(&mut self, parts: Vec<String>) {
        for part in parts {
            self.push(format_args!(", {part}"));
        }
    }

    fn string(&mut self, constraint: &StringConstraint) {
        match constraint {
            StringConstraint::Size(size) => self.parameters("String", range_part(size)),
            StringConstraint::Value(value) if self.form == Form::Debug => {
                self.push(format_args!("String[{}]", puppet_quote(value)));
            }
            StringConstraint::Value(_) => self.out.push_str("String"),
        }
    }

    /// A range of times; Puppet leaves out an upper bound that equals the lower one.
    fn time<T: Ord + Clone + fmt::Display>(&mut self, name: &str, range: &Range<T>) {
        let quoted = |bound: &T| format!("'{bound}'");
        if range.is_unbounded() {
            return self.out.push_str(name);
        }
        let mut parts = vec![range.lower_bound().map_or("default".to_owned(), quoted)];
        parts.extend(
            range
                .upper_bound()
                .filter(|to| Some(*to) != range.lower_bound())
                .map(quoted),
        );
        self.parameters(name, parts);
    }

    fn empty(&mut self, name: &str, literal: &str) {
        let is_for_people = self.form == Form::Readable;
        self.out
            .push_str(if is_for_people { literal } else { name });
    }

    fn array(&mut self, array: &ArrayType) {
        if is_zero(&array.size) {
            self.empty("Array[0, 0]", "[]");
        } else if is_any(&array.element) && array.size.is_unbounded() {
            self.out.push_str("Array");
        } else {
            self.bracketed("Array", |this| {
                this.ty(&array.element);
                this.trailing(range_part(&array.size));
            });
        }
    }

    fn hash(&mut self, hash: &HashType) {
        if is_zero(&hash.size) {
            self.empty("Hash[0, 0]", "{}");
        } else if is_any(&hash.key) && is_any(&hash.value) && hash.size.is_unbounded() {
            self.out.push_str("Hash");
        } else {
            self.bracketed("Hash", |this| {
                this.ty(&hash.key);
                this.out.push_str(", ");
                this.ty(&hash.value);
                this.trailing(range_part(&hash.size));
            });
        }
    }

    fn tuple(&mut self, tuple: &TupleType) {
        self.bracketed("Tuple", |this| {
            this.separated(&tuple.types, |this, ty| this.ty(ty));
            this.trailing(range_part(&tuple.size));
        });
    }

    fn structure(&mut self, structure: &StructType) {
        self.bracketed("Struct", |this| {
            this.out.push('{');
            this.separated(&structure.elements, |this, element| this.element(element));
            this.out.push('}');
        });
    }

    /// The key says only what the type of the value does not imply.
    fn element(&mut self, element: &StructElement) {
        let name = puppet_quote(self.relate.key_name(element));
        let is_implied = element.is_optional() == self.relate.accepts_undef(&element.value);
        match element.key {
            _ if is_implied => self.out.push_str(&name),
            StructKey::Required | StructKey::Enum if self.form == Form::Readable => {
                self.out.push_str(&name);
            }
            StructKey::Optional => self.push(format_args!("Optional[{name}]")),
            StructKey::Required | StructKey::Enum => self.push(format_args!("NotUndef[{name}]")),
        }
        self.out.push_str(" => ");
        self.ty(&element.value);
    }

    fn literal_or_type(&mut self, name: &str, inner: &Type) {
        self.bracketed(name, |this| match inner {
            Type::String(Some(constraint)) => match &**constraint {
                StringConstraint::Value(value) => this.out.push_str(&puppet_quote(value)),
                StringConstraint::Size(_) => this.ty(inner),
            },
            _ => this.ty(inner),
        });
    }

    fn resource(&mut self, resource: &ResourceType) {
        let Some(name) = &resource.name else {
            return self.out.push_str("Resource");
        };
        self.out.push_str(&capitalize_segments(name));
        if let Some(title) = &resource.title {
            self.push(format_args!("[{}]", puppet_quote(title)));
        }
    }

    fn callable(&mut self, callable: &CallableType) {
        match (&callable.returns, &callable.params) {
            (None, None) => self.out.push_str("Callable"),
            (None, Some(params)) => {
                self.bracketed("Callable", |this| this.callable_params(params, callable))
            }
            (Some(returns), params) => self.bracketed("Callable", |this| {
                this.bracketed("", |this| {
                    if let Some(params) = params {
                        this.callable_params(params, callable);
                    }
                });
                this.out.push_str(", ");
                this.ty(returns);
            }),
        }
    }

    fn callable_params(&mut self, params: &TupleType, callable: &CallableType) {
        let mut parts = Vec::new();
        for ty in params.types.iter().filter(|ty| **ty != Type::Unit) {
            let before = std::mem::take(&mut self.out);
            self.ty(ty);
            parts.push(std::mem::replace(&mut self.out, before));
        }
        if params.types.is_empty() {
            parts.extend(["0".to_owned(), "0".to_owned()]);
        } else {
            parts.extend(range_part(&params.size));
        }
        self.out.push_str(&parts.join(", "));
        if let Some(block) = &callable.block {
            if !parts.is_empty() {
                self.out.push_str(", ");
            }
            self.ty(block);
        }
    }

    fn runtime(&mut self, runtime: &RuntimeType) {
        let Some(name) = &runtime.runtime else {
            return self.out.push_str("Runtime");
        };
        let specified = match &runtime.name {
            RuntimeName::Unspecified => "undef".to_owned(),
            RuntimeName::Name(name) => puppet_quote(name),
            RuntimeName::Pattern(regexp, to) => {
                format!("[{}, {}]", regexp.delimited(), puppet_quote(to))
            }
        };
        self.push(format_args!("Runtime[{name}, {specified}]"));
    }

    fn alias(&mut self, name: &smol_str::SmolStr) {
        self.out.push_str(name);
        let expands = self.form == Form::Expanded
            && self.out.len() < MAX_EXPANDED
            && !builtin::is_opaque(name)
            && !self.expanding.contains(name);
        if let (true, Some(alias)) = (expands, self.relate.alias(name)) {
            self.out.push_str(" = ");
            if alias.self_recursive {
                self.expanding.push(name.clone());
            }
            self.ty(&alias.resolved);
            if alias.self_recursive {
                self.expanding.pop();
            }
        }
    }

    fn value(&mut self, value: &Value) {
        value::write(self, value);
    }
}

fn is_zero(size: &IntegerRange) -> bool {
    size.lower_bound() == Some(&0) && size.upper_bound() == Some(&0)
}

/// The bounds of a range as parameters; nothing if there are none (TypeFormatter#range_array_part).
fn range_part<T: Ord + Clone + fmt::Display>(range: &Range<T>) -> Vec<String> {
    if range.is_unbounded() {
        return Vec::new();
    }
    let mut parts = vec![
        range
            .lower_bound()
            .map_or_else(|| "default".to_owned(), ToString::to_string),
    ];
    parts.extend(range.upper_bound().map(ToString::to_string));
    parts
}

#[cfg(test)]
mod tests {
    use crate::ty::{Range, Type};

    #[test]
    fn what_is_not_known_has_no_name_of_its_own_in_other_types() {
        for (ty, expected) in [
            (Type::array_of(Type::Unknown, Range::UNBOUNDED), "Array"),
            (
                Type::array_of(Type::Unknown, Range::exactly(1)),
                "Array[Any, 1, 1]",
            ),
            (
                Type::hash_of(Type::Unknown, Type::Unknown, Range::UNBOUNDED),
                "Hash",
            ),
            (
                Type::hash_of(Type::STRING, Type::Unknown, Range::UNBOUNDED),
                "Hash[String, Any]",
            ),
            (Type::type_of(Type::Unknown), "Type[Any]"),
            (Type::Unknown, "Unknown"),
        ] {
            assert_eq!(ty.to_string(), expected);
        }
    }
}
