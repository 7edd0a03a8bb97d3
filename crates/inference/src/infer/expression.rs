//! Types and values of expressions, from those of their parts.
//!
//! Operations on constants are evaluated (by `puppet-eval`); for others, only the type of the result is inferred.

use puppet_eval::operators::{
    access, arithmetic, comparison, is_true, matching, membership, unfold,
};
use puppet_hir::model::{AssignmentOperator, Expr, ExprId, KeyedEntry, MatchOperator};
use puppet_scalars::Regexp;
use puppet_types::{HashValue, IntegerRange, StructElement, StructKey, Type, Value, generalize};

use crate::infer::builder::InferenceBuilder;
use crate::infer::certain_operations::{
    First, both, certain_of_numbers, evaluated, finish, finish_condition,
};
use crate::infer::operator_results::calculate;
use crate::infer::{call, interpolation};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::iterated_elements::elements;
use puppet_types::inferred::set_theoretic::without_undef;

pub(super) fn infer(walk: &mut InferenceBuilder<'_>, id: ExprId) -> Inferred {
    let known = infer_any(walk, id);
    match walk.body.expr(id) {
        Expr::LiteralList(_)
        | Expr::LiteralHash(_)
        | Expr::Arithmetic { .. }
        | Expr::Access { .. }
        | Expr::CallNamedFunction { .. }
        | Expr::CallMethod { .. } => known.bounded(),
        _ => known,
    }
}

fn infer_any(walk: &mut InferenceBuilder<'_>, id: ExprId) -> Inferred {
    match walk.body.expr(id) {
        Expr::LiteralUndef | Expr::Nop | Expr::Definition(_) => Inferred::UNDEF,
        Expr::LiteralDefault => Inferred::Value(Value::Default),
        Expr::LiteralBoolean(value) => Inferred::Value(Value::Boolean(*value)),
        Expr::LiteralInteger { value, .. } => {
            value.get().map_or(Inferred::Type(Type::INTEGER), |value| {
                Inferred::Value(Value::Integer(value))
            })
        }
        Expr::LiteralFloat(value) => Inferred::Value(Value::Float(value.get())),
        Expr::LiteralString(text) | Expr::QualifiedName(text) => {
            Inferred::Value(Value::String(text.clone()))
        }
        Expr::LiteralRegularExpression(source) => match Regexp::new(source.as_str()) {
            Ok(regexp) => Inferred::Value(regexp.into()),
            Err(_) => Inferred::Type(Type::REGEXP),
        },
        Expr::QualifiedReference(name) => type_by_name(walk, name),
        Expr::Variable(_) => match walk.body.variable_name(id) {
            Some(name) => walk.variable(id, name),
            None => Inferred::UNKNOWN,
        },
        Expr::ConcatenatedString(segments) => interpolation::infer(walk, segments),
        Expr::Text(inner) => interpolation::interpolated(walk, *inner),
        Expr::Heredoc { text, .. } => walk.result(*text).clone(),
        Expr::LiteralList(items) => list(walk, items),
        Expr::LiteralHash(entries) => hash(walk, entries),
        Expr::Block(statements) | Expr::ApplyBlock(statements) => statements
            .last()
            .map_or(Inferred::UNDEF, |last| walk.result(*last).clone()),
        Expr::Parenthesized(inner) => walk.result(*inner).clone(),
        Expr::Not(operand) => match walk.result(*operand).value() {
            Some(value) => Inferred::Value(Value::Boolean(!is_true(value))),
            None => {
                let truth = walk.truth(*operand);
                Inferred::Type(Type::Boolean(truth.map(|truth| !truth)))
            }
        },
        Expr::UnaryMinus(operand) => {
            let mut coerced = None;
            let known = walk.result(*operand);
            let result = match known.value() {
                Some(value) => Some(arithmetic::negate(
                    walk.names,
                    value,
                    &mut First(&mut coerced),
                )),
                None => certain_of_numbers(walk, [*operand; 2], [known; 2], |value, _, numbers| {
                    arithmetic::negate(walk.names, value, numbers)
                }),
            };
            finish(walk, id, result, coerced, Type::Unknown)
        }
        Expr::Unfold(operand) => match walk.result(*operand).value() {
            Some(value) => Inferred::Value(Value::Array(unfold::unfold(value))),
            None => Inferred::UNKNOWN,
        },
        Expr::Arithmetic {
            operator,
            left,
            right,
        } => calculate(walk, id, *operator, *left, *right),
        Expr::Comparison {
            operator,
            left,
            right,
        } => {
            let operation = |left: &Value, right: &Value| {
                comparison::evaluate(walk.names, *operator, left, right).map(Value::Boolean)
            };
            let result = evaluated(walk, *left, *right, operation);
            finish_condition(walk, id, result)
        }
        Expr::Match {
            operator,
            left,
            right,
        } => {
            let expected = *operator == MatchOperator::Match;
            let operation = |left: &Value, right: &Value| {
                matching::evaluate(walk.names, left, right)
                    .map(|it| Value::Boolean(it.matched == expected))
            };
            let result = evaluated(walk, *left, *right, operation);
            finish_condition(walk, id, result)
        }
        Expr::In { left, right } => {
            let result = both(walk, *left, *right).map(|(left, right)| {
                membership::evaluate(walk.names, left, right).map(|it| Value::Boolean(it.matched))
            });
            finish_condition(walk, id, result)
        }
        Expr::Assignment {
            operator: AssignmentOperator::Assign,
            left,
            right,
        } => {
            let known = walk.result(*right).clone();
            let choices = walk.choices_of(*right);
            walk.assign(*left, &known, choices);
            if let Some(name) = walk.body.variable_name(*left) {
                if !walk.note_copy(*right) {
                    walk.note_origin(name, *right);
                }
                let is_hash = || elements(walk.names, &known)?.has_keys;
                if matches!(known, Inferred::Type(Type::Hash(_) | Type::Variant(_)))
                    && is_hash() == Some(true)
                {
                    walk.note_written_entries(name, *right);
                }
                walk.note_assigned_parts(name, *right);
                walk.note_entries(name, *right);
            }
            known
        }
        Expr::Access { left, keys } => crate::infer::subscript::infer(walk, id, *left, keys),
        Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
            let known = call::infer(walk, id);
            walk.note_call(id);
            known
        }
        Expr::Resource { bodies, .. } => {
            // A title that was undef has ended the evaluation.
            for title in bodies.iter().filter_map(|body| body.title) {
                let context = walk.names;
                walk.narrow_place(title, |known| Some(without_undef(context, known)));
            }
            Inferred::UNKNOWN
        }
        _ => Inferred::UNKNOWN,
    }
}

fn type_by_name(walk: &InferenceBuilder<'_>, name: &str) -> Inferred {
    match puppet_types::resolve_name(walk.names, name) {
        Type::Reference(_) | Type::Unknown => Inferred::UNKNOWN,
        ty => Inferred::Value(Value::Type(ty)),
    }
}

fn list(walk: &InferenceBuilder<'_>, items: &[ExprId]) -> Inferred {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        match (walk.body.expr(*item), walk.result(*item)) {
            (Expr::Unfold(_), Inferred::Value(Value::Array(unfolded))) => {
                values.extend(unfolded.iter().cloned())
            }
            (Expr::Unfold(_), _) => return Inferred::Type(Type::array()),
            (_, Inferred::Value(value)) => values.push(value.clone()),
            (_, Inferred::Type(_)) => return tuple(walk, items),
        }
    }
    Inferred::Value(values.into())
}

fn tuple(walk: &InferenceBuilder<'_>, items: &[ExprId]) -> Inferred {
    if items
        .iter()
        .any(|item| matches!(walk.body.expr(*item), Expr::Unfold(_)))
    {
        return Inferred::Type(Type::array());
    }
    let types = items
        .iter()
        .map(|item| walk.result(*item).ty(walk.names))
        .collect();
    Inferred::Type(Type::tuple_of(types, IntegerRange::UNBOUNDED))
}

fn hash(walk: &InferenceBuilder<'_>, entries: &[KeyedEntry]) -> Inferred {
    let values: Option<HashValue> = entries
        .iter()
        .map(|entry| {
            Some((
                walk.result(entry.key).value()?.clone(),
                walk.result(entry.value).value()?.clone(),
            ))
        })
        .collect();
    if let Some(values) = values {
        return Inferred::Value(values.into());
    }
    let elements: Option<Vec<StructElement>> =
        entries.iter().map(|entry| element(walk, entry)).collect();
    Inferred::Type(elements.map_or_else(|| hash_of_any_keys(walk, entries), Type::struct_of))
}

/// A hash whose keys are not all known.
fn hash_of_any_keys(walk: &InferenceBuilder<'_>, entries: &[KeyedEntry]) -> Type {
    let joined = |part: &dyn Fn(&KeyedEntry) -> ExprId| {
        let all = entries.iter().map(|entry| match walk.result(part(entry)) {
            Inferred::Value(value) => {
                let ty = puppet_types::infer(walk.names, value);
                Inferred::Type(generalize(walk.names, &ty))
            }
            known => known.clone(),
        });
        match Inferred::union(walk.names, &all.collect::<Vec<_>>()) {
            known if known.is_unknown() => Type::Any,
            known => known.ty(walk.names),
        }
    };
    let (key, value) = (joined(&|it| it.key), joined(&|it| it.value));
    match (&key, &value) {
        (Type::Any, Type::Any) => Type::hash(),
        _ => Type::hash_of(key, value, IntegerRange::at_least(1)),
    }
}

/// An entry whose key is a known string.
fn element(walk: &InferenceBuilder<'_>, entry: &KeyedEntry) -> Option<StructElement> {
    match walk.result(entry.key).value()? {
        Value::String(name) if !name.is_empty() => Some(StructElement {
            name: name.clone(),
            key: StructKey::Required,
            value: walk.result(entry.value).ty(walk.names),
        }),
        _ => None,
    }
}

/// An access whose operands are all known.
pub(super) fn access_values(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    left: ExprId,
    keys: &[Value],
) -> Inferred {
    let mut coerced = None;
    let result = walk
        .result(left)
        .value()
        .map(|left| access::access(walk.names, left, keys, &mut First(&mut coerced)));
    // Puppet compiles the regular expression only when something is matched with the type.
    if let Some(Value::Type(Type::Regexp(None))) = walk.result(left).value()
        && matches!((keys, &result), ([Value::String(_)], Some(Err(_))))
    {
        return Inferred::UNKNOWN;
    }
    finish(walk, id, result, coerced, Type::Unknown)
}
