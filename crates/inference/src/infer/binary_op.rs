//! Results of operators, from the values or types of their operands.
//!
//! Operations on constants are evaluated (by `puppet-eval`); for others, only the type of the result is inferred.

use puppet_eval::number::Number;
use puppet_eval::operators::{
    Coercions, Lenient, access, arithmetic, comparison, is_true, matching, membership, unfold,
};
use puppet_eval::{ErrorCause, ErrorLocation, Issue, Operation};
use puppet_hir::model::{
    ArithmeticOperator, AssignmentOperator, Expr, ExprId, KeyedEntry, MatchOperator,
};
use puppet_scalars::Regexp;
use puppet_types::{
    HashValue, IntegerRange, Relate, StringConstraint, StructElement, StructKey, Type, Value,
    generalize, resolve_alias,
};

use crate::infer::builder::InferenceBuilder;
use crate::infer::definite_failure::{certain_failure, message};
use crate::infer::inference::Failure;
use crate::infer::{call, interpolation, may_be};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::elements::{Elements, elements};
use puppet_types::inferred::known_parts::{joined_arrays, known_entries, merged_hashes};
use puppet_types::inferred::paired::as_added;
use puppet_types::inferred::result_types::declared_size;
use puppet_types::inferred::set_theoretic::{intersect, join_types, union_members, without_undef};

/// Values with more elements than this are not computed.
const MAX_ELEMENTS: usize = 500;

/// Hashes of more types are not put together one by one.
const MAX_PAIRS: usize = 16;

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
        Expr::Heredoc { text, .. } => walk.known(*text).clone(),
        Expr::LiteralList(items) => list(walk, items),
        Expr::LiteralHash(entries) => hash(walk, entries),
        Expr::Block(statements) | Expr::ApplyBlock(statements) => statements
            .last()
            .map_or(Inferred::UNDEF, |last| walk.known(*last).clone()),
        Expr::Parenthesized(inner) => walk.known(*inner).clone(),
        Expr::Not(operand) => match walk.known(*operand).value() {
            Some(value) => Inferred::Value(Value::Boolean(!is_true(value))),
            None => {
                let truth = walk.truth(*operand);
                Inferred::Type(Type::Boolean(truth.map(|truth| !truth)))
            }
        },
        Expr::UnaryMinus(operand) => {
            let mut coerced = None;
            let known = walk.known(*operand);
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
        Expr::Unfold(operand) => match walk.known(*operand).value() {
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
            let known = walk.known(*right).clone();
            let choices = walk.choices_of(*right);
            walk.assign(*left, &known, choices);
            if let Some(name) = walk.body.variable_name(*left) {
                walk.note_origin(name, *right);
                if matches!(known, Inferred::Type(Type::Hash(_))) {
                    walk.note_written_entries(name, *right);
                }
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

fn both<'w>(
    walk: &'w InferenceBuilder<'_>,
    left: ExprId,
    right: ExprId,
) -> Option<(&'w Value, &'w Value)> {
    walk.known(left).value().zip(walk.known(right).value())
}

/// The result of an operation on two values; if they are not known, only whether it always fails.
fn evaluated(
    walk: &InferenceBuilder<'_>,
    left: ExprId,
    right: ExprId,
    operation: impl Fn(&Value, &Value) -> Operation<Value>,
) -> Option<Operation<Value>> {
    match both(walk, left, right) {
        Some((left, right)) => Some(operation(left, right)),
        None => {
            let examples = [walk.known(left), walk.known(right)];
            certain(walk, [left, right], examples, operation)
        }
    }
}

/// Whether an operation always fails, by what is known of its operands for this operation.
fn certain(
    walk: &InferenceBuilder<'_>,
    operands: [ExprId; 2],
    known: [&Inferred; 2],
    operation: impl Fn(&Value, &Value) -> Operation<Value>,
) -> Option<Operation<Value>> {
    let [left, right] = known;
    let mut failure = certain_failure(walk.names, left, right, operation)?;
    let [left, right] = operands.map(|operand| walk.known(operand));
    let blamed = match failure.blame {
        ErrorLocation::Left => Some(left),
        ErrorLocation::Right => Some(right),
        ErrorLocation::Whole if operands[0] == operands[1] => Some(left),
        ErrorLocation::Whole | ErrorLocation::Key(_) => None,
    };
    failure.message = message(&failure, blamed);
    Some(Err(ErrorCause::Failure(Box::new(failure))))
}

/// The same for an operation on numbers, which may fail only where no string is taken as one.
fn certain_of_numbers(
    walk: &InferenceBuilder<'_>,
    operands: [ExprId; 2],
    known: [&Inferred; 2],
    operation: impl Fn(&Value, &Value, &mut dyn Coercions) -> Operation<Value>,
) -> Option<Operation<Value>> {
    let lenient = |left: &Value, right: &Value| operation(left, right, &mut Lenient);
    let strict = |left: &Value, right: &Value| operation(left, right, &mut OperatorError);
    certain(walk, operands, known, lenient).or_else(|| certain(walk, operands, known, strict))
}

fn list(walk: &InferenceBuilder<'_>, items: &[ExprId]) -> Inferred {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        match (walk.body.expr(*item), walk.known(*item)) {
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
        .map(|item| walk.known(*item).ty(walk.names))
        .collect();
    Inferred::Type(Type::tuple_of(types, IntegerRange::UNBOUNDED))
}

fn hash(walk: &InferenceBuilder<'_>, entries: &[KeyedEntry]) -> Inferred {
    let values: Option<HashValue> = entries
        .iter()
        .map(|entry| {
            Some((
                walk.known(entry.key).value()?.clone(),
                walk.known(entry.value).value()?.clone(),
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
        let all = entries.iter().map(|entry| match walk.known(part(entry)) {
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
    match walk.known(entry.key).value()? {
        Value::String(name) if !name.is_empty() => Some(StructElement {
            name: name.clone(),
            key: StructKey::Required,
            value: walk.known(entry.value).ty(walk.names),
        }),
        _ => None,
    }
}

fn calculate(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    operator: ArithmeticOperator,
    left: ExprId,
    right: ExprId,
) -> Inferred {
    let mut coerced = None;
    let result = match both(walk, left, right) {
        Some((left, right)) if size(left) + size(right) > MAX_ELEMENTS => None,
        Some((left, right)) => Some(arithmetic::calculate(
            walk.names,
            operator,
            left,
            right,
            &mut First(&mut coerced),
        )),
        None => {
            let texts = [left, right].map(|operand| interpolation::never_number(walk, operand));
            let [left_text, right_text] = &texts;
            let examples = [
                left_text.as_ref().unwrap_or(walk.known(left)),
                right_text.as_ref().unwrap_or(walk.known(right)),
            ];
            certain_of_numbers(walk, [left, right], examples, |left, right, numbers| {
                arithmetic::calculate(walk.names, operator, left, right, numbers)
            })
        }
    };
    let ty = match result {
        Some(_) => Type::Unknown,
        None => kind_of_result(walk, operator, left, right),
    };
    finish(walk, id, result, coerced, ty)
}

/// What kind of thing an operation on something not exactly known gives, when it succeeds: with undef, none does.
fn kind_of_result(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    left: ExprId,
    right: ExprId,
) -> Type {
    kind_of_operands(walk, operator, walk.known(left), walk.known(right))
}

fn kind_of_operands(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    left: &Inferred,
    right: &Inferred,
) -> Type {
    let names = walk.names;
    let adds_undef = may_be(names, right, &Type::Undef);
    let given = [left, right].map(|it| without_undef(names, it));
    let operands = [&given[0], &given[1]];
    if operator == ArithmeticOperator::Add
        && let Some(known) =
            joined_arrays(names, operands.into_iter()).or_else(|| joined_hashes(walk, operands))
    {
        return known;
    }
    let number = |known: &Inferred| match known.is_unknown() {
        true => None,
        false => Some(intersect(names, known, &Type::Numeric)?.ty(names)),
    };
    let [left, right] = operands.map(|operand| resolve_alias(names, &operand.ty(names)));
    // Whatever else it may be, a number is added to a number only.
    let (left, right) = match (&left, &right) {
        (Type::Integer(_) | Type::Float(_), Type::Variant(_)) => {
            let right = number(operands[1]).unwrap_or(right);
            (left, right)
        }
        (Type::Variant(_), Type::Integer(_) | Type::Float(_)) if !has_array(walk, operands[0]) => {
            let left = number(operands[0]).unwrap_or(left);
            (left, right)
        }
        _ => (left, right),
    };
    match (operator, left, right) {
        (operator, Type::Array(_) | Type::Tuple(_), right) => {
            array_result(walk, operator, operands, &right, adds_undef)
        }
        (ArithmeticOperator::Add, Type::Variant(_), Type::Integer(_) | Type::Float(_))
            if number(operands[0]).is_some() && has_array(walk, operands[0]) =>
        {
            Type::variant_of([Type::Numeric, Type::array()])
        }
        (ArithmeticOperator::Add, Type::Hash(_) | Type::Struct(_), _) => Type::hash(),
        (ArithmeticOperator::Subtract, Type::Hash(_) | Type::Struct(_), _) => {
            without_entries(walk, operands)
        }
        (_, Type::Integer(_), Type::Integer(_)) => Type::INTEGER,
        (_, Type::Float(_), Type::Integer(_) | Type::Float(_))
        | (_, Type::Integer(_), Type::Float(_)) => Type::FLOAT,
        (
            ArithmeticOperator::Add | ArithmeticOperator::Subtract,
            Type::Timespan(_),
            Type::Timespan(_) | Type::Integer(_) | Type::Float(_) | Type::Numeric,
        )
        | (ArithmeticOperator::Subtract, Type::Timestamp(_), Type::Timestamp(_)) => Type::TIMESPAN,
        (
            ArithmeticOperator::Add | ArithmeticOperator::Subtract,
            Type::Timestamp(_),
            Type::Timespan(_) | Type::Integer(_) | Type::Float(_) | Type::Numeric,
        ) => Type::TIMESTAMP,
        (_, Type::Variant(_), _) => kind_of_members(walk, operator, operands),
        _ => Type::Unknown,
    }
}

/// What an operation gives whose left side is one of several types: what it gives for each that it accepts.
fn kind_of_members(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    [left, right]: [&Inferred; 2],
) -> Type {
    let names = walk.names;
    let members = union_members(names, &left.ty(names));
    if members.len() > MAX_PAIRS {
        return Type::Unknown;
    }
    let is_accepted = |ty: &Type| {
        !matches!(
            resolve_alias(names, ty),
            Type::Boolean(_) | Type::Regexp(_) | Type::Default | Type::Sensitive(_) | Type::Undef
        )
    };
    let accepted = members.into_iter().filter(is_accepted);
    let results = accepted.map(|member| {
        // Each member is no Variant.
        kind_of_operands(walk, operator, &Inferred::Type(member), right)
    });
    let results: Vec<Type> = results.collect();
    match results.is_empty() || results.contains(&Type::Unknown) {
        true => Type::Unknown,
        false => join_types(results).ty(names),
    }
}

/// A hash without some of its entries: which, if that is known.
fn without_entries(walk: &InferenceBuilder<'_>, [hash, removed]: [&Inferred; 2]) -> Type {
    let Some(mut entries) = known_entries(walk.names, hash) else {
        return hash_of_elements(walk, &[hash]);
    };
    let removed: Option<Vec<&Value>> = removed.value().map(|it| match it {
        Value::Hash(removed) => removed.keys().collect(),
        Value::Array(keys) => keys.iter().collect(),
        key => vec![key],
    });
    match removed {
        Some(removed) => {
            entries.retain(|it| !removed.iter().any(|key| key.as_str() == Some(&*it.name)));
        }
        None => {
            for entry in &mut entries {
                entry.key = StructKey::Optional;
            }
        }
    }
    match entries.is_empty() {
        true => Type::hash_of(Type::Any, Type::Any, IntegerRange::exactly(0)),
        false => Type::struct_of(entries),
    }
}

/// Whether something may be an array, to which anything can be added.
fn has_array(walk: &InferenceBuilder<'_>, known: &Inferred) -> bool {
    known.is_unknown() || intersect(walk.names, known, &Type::array()).is_some()
}

/// The array that an operator makes of another one; to which undef may be added, too.
fn array_result(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    operands: [&Inferred; 2],
    right: &Type,
    adds_undef: bool,
) -> Type {
    let [own, other] = operands.map(|it| {
        elements(walk.names, it).map_or(IntegerRange::at_least(0), |elements| elements.size)
    });
    let one = IntegerRange::exactly(1);
    let mut size = own.plus(&one);
    let mut parts = match (operator, right) {
        (ArithmeticOperator::Subtract, _) => {
            size = own.or_fewer();
            parts_of(walk, &operands[..1], |it| it.value)
        }
        (ArithmeticOperator::Add, Type::Array(_) | Type::Tuple(_)) => {
            size = match adds_undef {
                true => own.plus(&other.hull(&one)),
                false => own.plus(&other),
            };
            parts_of(walk, &operands, |it| it.value)
        }
        (ArithmeticOperator::Add, Type::Hash(_) | Type::Struct(_)) => {
            size = own.plus(&other);
            parts_of(walk, &operands, |it| it.single().clone())
        }
        (ArithmeticOperator::Add, Type::Variant(_)) => {
            return of_members(walk, operator, operands, adds_undef);
        }
        (ArithmeticOperator::Add, right) if may_be_array(right) => return Type::array(),
        (ArithmeticOperator::Add | ArithmeticOperator::ShiftLeft, _) => {
            let mut parts = parts_of(walk, &operands[..1], |it| it.value);
            parts.push(operands[1].clone());
            parts
        }
        _ => return Type::Unknown,
    };
    if adds_undef && operator != ArithmeticOperator::Subtract {
        parts.push(Inferred::UNDEF);
    }
    match Inferred::union(walk.names, &parts).ty(walk.names) {
        Type::Any | Type::Unknown => Type::array(),
        element => Type::array_of(element, declared_size(size)),
    }
}

/// The array that `+` makes of another one and of something that is one of several types.
fn of_members(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    [array, added]: [&Inferred; 2],
    adds_undef: bool,
) -> Type {
    let names = walk.names;
    let members = union_members(names, &added.ty(names));
    if members.len() > MAX_PAIRS {
        return Type::array();
    }
    let results = members.into_iter().map(|member| {
        let right = resolve_alias(names, &member);
        // Each member is no Variant.
        let operands = [array, &Inferred::Type(member)];
        array_result(walk, operator, operands, &right, adds_undef)
    });
    join_types(results.collect()).ty(names)
}

/// What a hash is with what is added to it, each of which may be one of several types; `None` if one may be something
/// else.
fn joined_hashes(walk: &InferenceBuilder<'_>, operands: [&Inferred; 2]) -> Option<Type> {
    let names = walk.names;
    let added = as_added(names, operands[1]);
    let [Some(left), Some(right)] = [operands[0], &added].map(|it| hashes_among(walk, it)) else {
        return None;
    };
    if left.is_empty() || right.is_empty() || left.len() * right.len() > MAX_PAIRS {
        return None;
    }
    let pairs = left
        .iter()
        .flat_map(|one| right.iter().map(move |other| [one, other]));
    let joined = pairs.map(|pair| {
        merged_hashes(names, pair.into_iter()).unwrap_or_else(|| hash_of_elements(walk, &pair))
    });
    Some(join_types(joined.collect()).ty(names))
}

/// The members of what is known to be a hash.
fn hashes_among(walk: &InferenceBuilder<'_>, known: &Inferred) -> Option<Vec<Inferred>> {
    let names = walk.names;
    match known {
        Inferred::Value(Value::Hash(_)) => Some(vec![known.clone()]),
        Inferred::Value(_) => None,
        Inferred::Type(ty) => {
            let members = union_members(names, ty).into_iter();
            let members = members.map(|member| match resolve_alias(names, &member) {
                hash @ (Type::Hash(_) | Type::Struct(_)) => Some(Inferred::Type(hash)),
                _ => None,
            });
            members.collect()
        }
    }
}

/// A hash with the entries of some hashes; nothing is kept of its entries where the keys of each are known one by one.
fn hash_of_elements(walk: &InferenceBuilder<'_>, hashes: &[&Inferred]) -> Type {
    let names = walk.names;
    let accepts = |one: &Type, other: &Type| Relate::new(names).assignable(one, other);
    let has_any_keys = |it: &&Inferred| match resolve_alias(names, &it.ty(names)) {
        Type::Hash(hash) => !union_members(names, &hash.key).iter().any(is_one_text),
        _ => false,
    };
    if !hashes.iter().any(has_any_keys) {
        return Type::hash();
    }
    let joined = |parts: Vec<Inferred>| {
        if parts.is_empty() || parts.iter().any(Inferred::is_unknown) {
            return Type::Any;
        }
        let mut types: Vec<Type> = Vec::new();
        for ty in parts.iter().map(|it| it.ty(names)) {
            if !types.iter().any(|it| accepts(it, &ty)) {
                types.retain(|it| !accepts(&ty, it));
                types.push(ty);
            }
        }
        Type::variant_of(types)
    };
    let key = joined(parts_of(walk, hashes, |it| it.key));
    let value = joined(parts_of(walk, hashes, |it| it.value));
    Type::hash_of(key, value, IntegerRange::UNBOUNDED)
}

/// Whether a type has one text as its only value.
fn is_one_text(ty: &Type) -> bool {
    match ty {
        Type::String(Some(constraint)) => matches!(**constraint, StringConstraint::Value(_)),
        _ => false,
    }
}

/// What is known of the elements of some collections; those that are empty have none.
fn parts_of(
    walk: &InferenceBuilder<'_>,
    collections: &[&Inferred],
    part: impl Fn(Elements) -> Inferred,
) -> Vec<Inferred> {
    let all = collections.iter().map(|it| elements(walk.names, it));
    let some = all.filter(|it| {
        it.as_ref()
            .is_none_or(|it| it.size.upper_bound() != Some(&0))
    });
    some.map(|it| it.map_or(Inferred::UNKNOWN, &part)).collect()
}

/// Whether `+` may take a value apart: hashes, and whatever else is a list.
fn may_be_array(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Boolean(_)
            | Type::Regexp(_)
            | Type::Default
            | Type::SemVer(_)
            | Type::Timespan(_)
            | Type::Timestamp(_)
    )
}

fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Hash(entries) => entries.len(),
        _ => 1,
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
        .known(left)
        .value()
        .map(|left| access::access(walk.names, left, keys, &mut First(&mut coerced)));
    // Puppet compiles the regular expression only when something is matched with the type.
    if let Some(Value::Type(Type::Regexp(None))) = walk.known(left).value()
        && matches!((keys, &result), ([Value::String(_)], Some(Err(_))))
    {
        return Inferred::UNKNOWN;
    }
    finish(walk, id, result, coerced, Type::Unknown)
}

/// The result of an operation that gives a Boolean.
fn finish_condition(
    walk: &mut InferenceBuilder<'_>,
    expr: ExprId,
    result: Option<Operation<Value>>,
) -> Inferred {
    let otherwise = match result {
        None => walk.type_of_condition(expr),
        Some(_) => Type::BOOLEAN,
    };
    finish(walk, expr, result, None, otherwise)
}

/// The result of an operation that was evaluated, or its failure, which is recorded.
fn finish(
    walk: &mut InferenceBuilder<'_>,
    expr: ExprId,
    result: Option<Operation<Value>>,
    coerced: Option<(ErrorLocation, String, Number)>,
    otherwise: Type,
) -> Inferred {
    if let (Some(Ok(_)), Some((blame, text, number))) = (&result, coerced) {
        let message = format!(
            "The string '{text}' was automatically coerced to the numerical value {number}"
        );
        walk.fail(Failure {
            expr,
            blame,
            issue: Issue::NumericCoercion,
            message,
        });
    }
    match result {
        Some(Ok(value)) => value.into(),
        Some(Err(ErrorCause::Failure(failure))) => {
            let puppet_eval::Failure {
                issue,
                message,
                blame,
            } = *failure;
            walk.fail(Failure {
                expr,
                blame,
                issue,
                message,
            });
            Inferred::UNKNOWN
        }
        Some(Err(ErrorCause::Unknown(_))) | None => Inferred::Type(otherwise),
    }
}

/// Remembers the first string that was taken as a number: Puppet 8 makes an error of it.
struct First<'a>(&'a mut Option<(ErrorLocation, String, Number)>);

impl Coercions for First<'_> {
    fn coerced(&mut self, blame: ErrorLocation, text: &str, number: Number) -> Operation<()> {
        self.0
            .get_or_insert_with(|| (blame, text.to_owned(), number));
        Ok(())
    }
}

/// Refuses to take any string as a number, as Puppet 8 does.
pub(crate) struct OperatorError;

impl Coercions for OperatorError {
    fn coerced(&mut self, blame: ErrorLocation, _: &str, _: Number) -> Operation<()> {
        let message = "A string is not taken as a number".to_owned();
        Err(ErrorCause::issue_at(blame, Issue::NumericCoercion, message))
    }
}
