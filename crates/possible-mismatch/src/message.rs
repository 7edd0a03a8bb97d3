//! Messages about values that may not fit, with their positions and declarations.

use puppet_hir::model::{Expr, ExprId};
use puppet_types::{IntegerRange, Relate, Type};

use crate::parts::collection;
use crate::{MAX_TYPE, Subject};
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::signature;
use puppet_semantic::body_diagnostic::MESSAGE_PLACE;
use puppet_semantic::display_name::{MAX_LISTED, declared_label, literal_label, type_label};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::{Fit, Refused, fit, inferred_instead};
use puppet_types::inferred::set_theoretic::{restrict_size, union_members};

/// "`$s` may be undef here: it is declared `Optional[String]` (manifests/init.pp:3)"
pub(super) fn may_be(
    context: &Context<'_>,
    refused: &Refused,
    subject: &Subject<'_>,
    expected: Option<&Type>,
) -> String {
    let label = &subject.label;
    let members = members_label(&refused.members);
    let part = || part_label(context, expected?, refused.partial.first()?);
    let may = match (members, &refused.partial[..]) {
        (Some(members), _) => format!("be {members}"),
        (None, partial) => match part() {
            Some(part) => format!("have {part}"),
            None => {
                let whole = |ty| whole_label(context, expected, ty);
                let mut partial: Vec<String> = partial.iter().map(whole).collect();
                partial.dedup();
                join_verbs(&partial)
            }
        },
    };
    let text = format!("{label} may {may} here");
    text + &declared(context, subject)
}

/// Where nothing more exact can be said of a type.
fn unfit(label: &str) -> String {
    format!("be a value of type {label} that does not fit")
}

/// "be undef or ''", "be '' or have fewer than 2 elements"
fn join_verbs(labels: &[String]) -> String {
    let verb = |label: &str| label.split_once(' ').map(|(verb, _)| format!("{verb} "));
    let mut joined = labels.first().cloned().unwrap_or_default();
    for pair in labels.windows(2) {
        let verb = verb(&pair[0]).filter(|verb| pair[1].starts_with(verb));
        let rest = pair[1].strip_prefix(verb.as_deref().unwrap_or_default());
        joined += &format!(" or {}", rest.unwrap_or(&pair[1]));
    }
    joined
}

/// What of a type does not fit: "be ''", "have fewer than 2 elements", "be of type Array[Boolean]
/// (which is inferred as Array[ScalarData])".
fn whole_label(context: &Context<'_>, expected: Option<&Type>, ty: &Type) -> String {
    let label = type_label(ty);
    let Some(expected) = expected else {
        return unfit(&label);
    };
    if let Some(inferred) = inferred_instead(&context.names, expected, ty) {
        let inferred = type_label(&inferred);
        return format!("be of type {label} (which is inferred as {inferred})");
    }
    let fits_with = |sizes: &IntegerRange| {
        let sized = restrict_size(&context.names, &Inferred::Type(ty.clone()), sizes, |_| true);
        sized.is_some_and(|it| fit(&context.names, expected, &it) == Fit::Always)
    };
    match Relate::new(&context.names).resolve_alias(ty) {
        Type::String(_) if fits_with(&IntegerRange::at_least(1)) => "be ''".to_owned(),
        Type::Array(array) => {
            let wanted = union_members(&context.names, expected).into_iter();
            let mut wanted = wanted.filter_map(|it| match it {
                Type::Array(wanted) => Some(wanted.size.or_any_size()),
                Type::Tuple(wanted) => Some(wanted.size_range()),
                _ => None,
            });
            let sizes = wanted.find(|it| fits_with(it));
            let sizes = sizes.and_then(|it| other_sizes(&array.size.or_any_size(), &it));
            sizes.unwrap_or_else(|| unfit(&label))
        }
        Type::Integer(own) => {
            let numbers = other_numbers(context, expected, &own);
            numbers.map_or_else(|| unfit(&label), |it| format!("be {it}"))
        }
        _ => unfit(&label),
    }
}

/// "-1", "less than 0 or more than 9": the integers of a range that are not in the only one that is expected.
fn other_numbers(context: &Context<'_>, expected: &Type, own: &IntegerRange) -> Option<String> {
    let wanted = union_members(&context.names, expected).into_iter();
    let wanted = wanted.filter_map(|it| match Relate::new(&context.names).resolve_alias(&it) {
        Type::Integer(range) => Some(range),
        _ => None,
    });
    let [wanted] = <[IntegerRange; 1]>::try_from(wanted.collect::<Vec<_>>()).ok()?;
    let below = wanted.lower_bound().filter(|least| {
        let own = own.lower_bound();
        own.is_none_or(|own| own < least)
    });
    let above = wanted.upper_bound().filter(|most| {
        let own = own.upper_bound();
        own.is_none_or(|own| own > most)
    });
    let below = below.map(|least| match own.lower_bound() {
        Some(only) if only.checked_add(1) == Some(*least) => only.to_string(),
        _ => format!("less than {least}"),
    });
    let above = above.map(|most| match own.upper_bound() {
        Some(only) if only.checked_sub(1) == Some(*most) => only.to_string(),
        _ => format!("more than {most}"),
    });
    let labels: Vec<String> = below.into_iter().chain(above).collect();
    (!labels.is_empty()).then(|| either(&labels))
}

/// "be empty", "have fewer than 2 elements": the sizes of something that are not wanted.
fn other_sizes(own: &IntegerRange, wanted: &IntegerRange) -> Option<String> {
    let least = Some(wanted.min_size()).filter(|least| own.min_size() < *least);
    let most = wanted.upper_bound();
    let most = most.filter(|most| own.upper_bound().is_none_or(|own| own > *most));
    match (least, most) {
        (Some(least), Some(most)) if least == *most => {
            Some(format!("have fewer or more than {least} elements"))
        }
        (Some(least), Some(most)) => Some(format!(
            "have fewer than {least} or more than {most} elements"
        )),
        (Some(1), None) => Some("be empty".to_owned()),
        (Some(least), None) => Some(format!("have fewer than {least} elements")),
        (None, Some(most)) => Some(format!("have more than {most} elements")),
        (None, None) => None,
    }
}

/// ": it is declared `Optional[String]` (manifests/init.pp:3)"
fn declared(context: &Context<'_>, subject: &Subject<'_>) -> String {
    let Some(parameter) = subject.source.declaration() else {
        return String::new();
    };
    let name = format!("`${}`", parameter.name);
    let whole = match subject.source.parameter() {
        Some(_) => "it",
        None if name == subject.label => "it",
        None => &name,
    };
    let of_item = signature(context.db, context.environment(), context.item);
    let ty = match parameter.type_expr {
        Some(_) if !context.body.parameters().contains(parameter) => None,
        _ => of_item
            .parameter(&parameter.name)
            .map(|it| declared_label(&it.ty)),
    };
    match ty.filter(|ty| ty.len() <= MAX_TYPE) {
        Some(ty) => format!(": {whole} is declared `{ty}` ({MESSAGE_PLACE})"),
        None => format!(": {whole} is declared at {MESSAGE_PLACE}"),
    }
}

/// "undef or 'a'"; none for no members.
fn members_label(members: &[Type]) -> Option<String> {
    let mut members = members.to_vec();
    join_kinds(&mut members, &[Type::INTEGER, Type::FLOAT], &Type::Numeric);
    let both = [Type::Boolean(Some(false)), Type::Boolean(Some(true))];
    join_kinds(&mut members, &both, &Type::BOOLEAN);
    let mut labels: Vec<String> = Vec::new();
    for label in members.iter().flat_map(member_labels) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    (!labels.is_empty()).then(|| either(&labels))
}

/// "undef, 'a' or 'b'", of many the first ones.
fn either(labels: &[String]) -> String {
    let (shown, rest) = labels.split_at(labels.len().min(MAX_LISTED));
    match (rest.len(), shown) {
        (0, [first @ .., last]) if !first.is_empty() => {
            format!("{} or {last}", first.join(", "))
        }
        (0, shown) => shown.concat(),
        (more, shown) => format!("{} or {more} more", shown.join(", ")),
    }
}

/// Puts one type in the place of all the kinds of values that it stands for.
fn join_kinds(members: &mut Vec<Type>, kinds: &[Type], whole: &Type) {
    if !kinds.iter().all(|it| members.contains(it)) {
        return;
    }
    let first = members.iter().position(|it| kinds.contains(it));
    members.retain(|it| !kinds.contains(it));
    members.insert(first.unwrap_or(0), whole.clone());
}

/// What parts of a collection are refused: "undef as an element", "a value of type Integer at key 'a'".
fn part_label(context: &Context<'_>, expected: &Type, ty: &Type) -> Option<String> {
    let refused = |expected: &Type, ty: &Type| {
        match fit(&context.names, expected, &Inferred::Type(ty.clone())) {
            Fit::Sometimes(refused) => members_label(&refused.members).or_else(|| {
                let whole = whole_label(context, Some(expected), refused.partial.first()?);
                whole.strip_prefix("be ").map(str::to_owned)
            }),
            Fit::Never => Some(either(&member_labels(ty))),
            Fit::Always => None,
        }
        .map(|label| match label.starts_with("of type") {
            true => format!("a value {label}"),
            false => label,
        })
    };
    match (
        collection(context, expected)?,
        Relate::new(&context.names).resolve_alias(ty),
    ) {
        (Type::Array(expected), Type::Array(array)) => {
            let members = refused(&expected.element, &array.element)?;
            Some(format!("{members} as an element"))
        }
        (Type::Array(expected), Type::Tuple(tuple)) => {
            let mut types = tuple.types.iter();
            let members = types.find_map(|ty| refused(&expected.element, ty))?;
            Some(format!("{members} as an element"))
        }
        (Type::Hash(expected), Type::Hash(hash)) => match refused(&expected.value, &hash.value) {
            Some(members) => Some(format!("{members} as a value")),
            None => Some(format!("{} as a key", refused(&expected.key, &hash.key)?)),
        },
        (Type::Hash(expected), Type::Struct(structure)) => {
            structure.elements.iter().find_map(|element| {
                let members = refused(&expected.value, &element.value)?;
                Some(format!("{members} at key '{}'", element.name))
            })
        }
        (Type::Struct(expected), Type::Struct(structure)) => {
            structure.elements.iter().find_map(|element| {
                let wanted = &expected.get(&element.name)?.value;
                let members = refused(wanted, &element.value)?;
                Some(format!("{members} at key '{}'", element.name))
            })
        }
        _ => None,
    }
}

fn member_labels(member: &Type) -> Vec<String> {
    vec![match member {
        Type::Undef => "undef".to_owned(),
        Type::Default => "default".to_owned(),
        Type::Boolean(Some(value)) => value.to_string(),
        Type::Enum(choice) => {
            return choice.values.iter().map(|it| format!("'{it}'")).collect();
        }
        Type::Integer(range) if *range == IntegerRange::exactly(0) => "0".to_owned(),
        member => format!("of type {}", type_label(member)),
    }]
}

/// An expression as the subject of a sentence.
#[must_use]
pub fn label(context: &Context<'_>, at: ExprId) -> String {
    match path(context, at) {
        Some(path) => format!("`{path}`"),
        None => "The value".to_owned(),
    }
}

/// A variable, or an access to one with known keys.
pub(super) fn path(context: &Context<'_>, at: ExprId) -> Option<String> {
    let at = context.body.without_parentheses(at);
    if let Expr::Access { left, keys } = context.body.expr(at) {
        let left = path(context, *left)?;
        let keys: Option<Vec<String>> = keys
            .iter()
            .map(|key| {
                path(context, *key)
                    .or_else(|| literal_label(context.inference.result(*key).value()?))
            })
            .collect();
        return Some(format!("{left}[{}]", keys?.join(", ")));
    }
    let name = context.body.variable_name(at)?;
    Some(format!("${name}"))
}
