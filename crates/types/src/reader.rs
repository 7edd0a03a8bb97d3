//! The reader of literal types, as on the right side of `type X =` (TypeParser).
//!
//! It takes the same names as the evaluator, but its rules for parameters differ in places (`Array[1]`, names that
//! nothing defines), and nothing in it is evaluated.

mod parameters;

use std::{fmt, sync::Arc};

use smol_str::SmolStr;

use crate::context::{Named, TypeContext};
use crate::expr::TypeExpr;
use crate::relation::relate::Relate;
use crate::ty::Type;
use crate::value::{HashValue, Value};
use crate::{builtin, parse};

/// Why an expression is no type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeReadError {
    /// Puppet's text.
    Refused(String),
    /// Puppet itself breaks on this expression.
    PuppetBreaks,
    /// It is nested too deeply, or depends on something that cannot be decided.
    Undecidable,
}

impl fmt::Display for TypeReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeReadError::Refused(message) => f.write_str(message),
            TypeReadError::PuppetBreaks => f.write_str("Puppet breaks on this expression"),
            TypeReadError::Undecidable => f.write_str("cannot be decided"),
        }
    }
}

impl std::error::Error for TypeReadError {}

/// Reads a type expression as the right side of a `type` definition.
pub fn read_type(context: &dyn TypeContext, expr: &TypeExpr) -> Result<Type, TypeReadError> {
    let reader = LiteralReader {
        relate: Relate::new(context),
    };
    match reader.interpret(expr, 0)? {
        Value::Type(ty) => Ok(ty),
        _ => Err(not_a_type(expr)),
    }
}

/// Reads a literal: a type, or a value that may be the parameter of one.
pub fn read_value(context: &dyn TypeContext, expr: &TypeExpr) -> Result<Value, TypeReadError> {
    LiteralReader {
        relate: Relate::new(context),
    }
    .interpret(expr, 0)
}

/// Reads the text of a type as Puppet does (TypeParser#parse), for example of a `TypeReference` or a Ruby function.
///
/// Some texts as a whole are known to Puppet and have their own meaning there, such as `Array[1]`.
pub fn read_text(context: &dyn TypeContext, source: &str) -> Result<Type, TypeReadError> {
    if let Some(ty) = known_text(source) {
        return Ok(ty);
    }
    let expr = parse::parse(source)
        .map_err(|_| TypeReadError::Refused(format!("Syntax error in '{source}'")))?;
    read_type(context, &expr)
}

/// The texts that TypeParser knows without reading them, as far as reading would give another type.
fn known_text(source: &str) -> Option<Type> {
    Some(match source {
        "Array[1]" => Type::array_of(Type::Any, crate::ty::IntegerRange::at_least(1)),
        _ => return None,
    })
}

/// What the name of a type means: the type, an alias by its name, or a reference if nothing defines it.
pub fn resolve_name(context: &dyn TypeContext, name: &str) -> Type {
    named_or_error(context, name).unwrap_or(Type::Unknown)
}

/// As `resolve_name`, with Puppet's text for a definition that cannot be used.
pub fn named_or_error(context: &dyn TypeContext, name: &str) -> Result<Type, TypeReadError> {
    let name = name.strip_prefix("::").unwrap_or(name);
    if let Some(ty) = builtin::core_type(name) {
        return Ok(ty);
    }
    Ok(
        match builtin::lookup(name).unwrap_or_else(|| context.lookup(name)) {
            Named::Alias(alias) => Type::alias(alias.name.clone()),
            Named::Object(object) => match &object.name {
                Some(name) => Type::named_object(name.clone()),
                None => Type::Object(Some(object)),
            },
            Named::TypeSet(set) => Type::TypeSet(Some(set)),
            Named::Resource(name) => Type::resource_of(name, None),
            Named::Missing => Type::reference(name),
            Named::Invalid(message) => return Err(TypeReadError::Refused(message.to_string())),
            Named::Unknown => Type::Unknown,
        },
    )
}

fn not_a_type(expr: &TypeExpr) -> TypeReadError {
    TypeReadError::Refused(format!(
        "The expression <{expr}> is not a valid type specification."
    ))
}

/// How deep expressions may nest.
const MAX_DEPTH: usize = 100;

struct LiteralReader<'c> {
    relate: Relate<'c>,
}

impl LiteralReader<'_> {
    /// TypeParser#interpret_any: literals are values, names and accesses are types.
    fn interpret(&self, expr: &TypeExpr, depth: usize) -> Result<Value, TypeReadError> {
        if depth > MAX_DEPTH {
            return Err(TypeReadError::Undecidable);
        }
        let inner = |expr: &TypeExpr| self.interpret(expr, depth + 1);
        Ok(match expr {
            TypeExpr::Undef => Value::Undef,
            TypeExpr::Default => Value::Default,
            TypeExpr::Boolean(value) => Value::Boolean(*value),
            TypeExpr::Integer(number) => Value::integer(*number),
            TypeExpr::Float(number) => Value::Float(number.0),
            TypeExpr::String(text) | TypeExpr::Bare(text) => Value::String(text.clone()),
            TypeExpr::Regexp(source) => match puppet_scalars::Regexp::new(source.as_str()) {
                Ok(regexp) => Value::Regexp(Arc::new(regexp)),
                Err(error) => return Err(TypeReadError::Refused(error.to_string())),
            },
            TypeExpr::Name(name) => Value::Type(named_or_error(self.relate.context(), name)?),
            TypeExpr::List(items) => {
                Value::array(items.iter().map(inner).collect::<Result<Vec<_>, _>>()?)
            }
            TypeExpr::Hash(entries) => {
                let mut hash = HashValue::default();
                for (key, value) in entries {
                    hash.insert(inner(key)?, inner(value)?);
                }
                Value::from(hash)
            }
            TypeExpr::Negate(operand) => match inner(operand)? {
                Value::Float(number) => Value::Float(-number),
                value => match value.as_integer().and_then(i128::checked_neg) {
                    Some(number) => Value::integer(number),
                    None => return Err(TypeReadError::PuppetBreaks),
                },
            },
            TypeExpr::Access { left, keys, .. } => {
                let keys = keys.iter().map(inner).collect::<Result<Vec<_>, _>>()?;
                let TypeExpr::Name(name) = &**left else {
                    return Err(not_a_type(expr));
                };
                if parameters::are_nothing(name, &keys) {
                    Value::Undef
                } else {
                    Value::Type(self.access(expr, name, keys)?)
                }
            }
            TypeExpr::Other(_) => return Err(not_a_type(expr)),
        })
    }

    fn access(
        &self,
        expr: &TypeExpr,
        name: &SmolStr,
        keys: Vec<Value>,
    ) -> Result<Type, TypeReadError> {
        if let Some(base) = builtin::core_type(name) {
            return parameters::Parameters {
                relate: &self.relate,
                expr,
                name,
                keys: &keys,
            }
            .apply(&base);
        }
        let base = named_or_error(self.relate.context(), name)?;
        match &base {
            Type::Reference(_) => Ok(Type::reference(expr.to_string())),
            Type::Unknown => Ok(Type::Unknown),
            Type::Resource(resource) => match &keys[..] {
                [Value::String(title)] => Ok(Type::resource_of(
                    resource.name.clone().unwrap_or_default(),
                    Some(title.clone()),
                )),
                [Value::Undef] => Ok(base),
                [_] => Err(TypeReadError::PuppetBreaks),
                _ => Err(parameters::wrong_count(name, "1", keys.len())),
            },
            Type::Object(_) => match crate::parameterize(self.relate.context(), &base, &keys) {
                Ok(Some(Value::Type(ty))) => Ok(ty),
                Ok(_) => Err(TypeReadError::Undecidable),
                Err(error) => {
                    let text =
                        error
                            .message
                            .replacen("Error while evaluating a '[]' expression, ", "", 1);
                    Err(TypeReadError::Refused(text))
                }
            },
            _ => Err(TypeReadError::Refused(format!(
                "Not a parameterized type <{name}>"
            ))),
        }
    }
}
