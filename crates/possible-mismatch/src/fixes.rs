//! Fixes of values that may not fit: a default, a test, or another declaration on one of the two sides.

use puppet_diagnostics::Safety;
use puppet_hir::model::ExprId;
use puppet_types::{Relate, Type};
use smol_str::{SmolStr, format_smolstr};

use crate::{Expectation, MAX_TYPE, Subject, is_of_workspace};
use puppet_inference::body_context::Context;
use puppet_inference::functions::callable::{Callee, callee};
use puppet_inference::functions::item_signature::signature;
use puppet_inference::infer::may_be;
use puppet_semantic::body_diagnostic::{Anchor, BodyFix, BodyPlace, EditAnchor};
use puppet_semantic::index::item_tree::{Item, body};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::{Fit, Refused, fit};
use puppet_types::inferred::set_theoretic::{intersect, subtract};

/// All fixes, the one that changes least first.
pub(super) fn fixes(
    context: &Context<'_>,
    refused: &Refused,
    subject: &Subject<'_>,
    expectation: &Expectation<'_>,
) -> Vec<BodyFix> {
    let mut fixes = Vec::new();
    if let (Some(path), Anchor::Expr(at)) = (&subject.path, subject.anchor)
        && context.inference.result(at).ty(&context.names) != Type::Undef
    {
        if refused.is_undef() {
            fixes.extend(defaults(context, at, path, expectation));
        }
        fixes.extend(assertion(context, at, path, expectation));
    }
    fixes.extend(other_declaration(context, refused, subject, expectation));
    fixes.extend(wider_expectation(context, refused, expectation));
    fixes
}

/// The condition under which the value fits: `$s`, `$s =~ String`.
pub(super) fn condition(
    context: &Context<'_>,
    refused: &Refused,
    subject: &Subject<'_>,
    expectation: &Expectation<'_>,
) -> Option<SmolStr> {
    let path = subject.path.as_ref()?;
    let Anchor::Expr(at) = subject.anchor else {
        return None;
    };
    let known = context.inference.result(at);
    match (refused.is_undef(), expectation.ty) {
        (true, _) => match may_be(&context.names, known, &Type::Boolean(Some(false))) {
            true => Some(format_smolstr!("{path} != undef")),
            false => Some(path.into()),
        },
        (false, Some(ty)) => Some(format_smolstr!("{path} =~ {}", type_text(ty)?)),
        (false, None) => None,
    }
}

/// `pick($s, 'value')`, `$s ? { undef => 'value', default => $s }`
fn defaults(
    context: &Context<'_>,
    at: ExprId,
    path: &str,
    expectation: &Expectation<'_>,
) -> Vec<BodyFix> {
    let known = context.inference.result(at);
    let given = subtract(&context.names, known, &Type::Undef);
    let given = given.and_then(|given| placeholder(context, &given.ty(&context.names)));
    let expected = || expectation.ty.and_then(|ty| placeholder(context, ty));
    let Some(value) = given.or_else(expected) else {
        return Vec::new();
    };
    let selector = format!("{path} ? {{ undef => {value}, default => {path} }}");
    let selector = match expectation.declared_at {
        Some(_) => selector,
        None => format!("({selector})"),
    };
    let fix = |title, text| BodyFix::replace(title, Safety::Placeholder, Anchor::Expr(at), text);
    let (db, environment) = (context.db, context.environment());
    let has_pick = matches!(
        callee(db, environment, context.item.file, "pick"),
        Callee::Known(_) | Callee::Opaque
    );
    let pick = has_pick.then(|| {
        fix(
            "Give a default with `pick`",
            format!("pick({path}, {value})"),
        )
    });
    let selector = fix("Give a default with a selector", selector);
    pick.into_iter().chain([selector]).collect()
}

/// A value of a type, to be replaced by the one that is meant.
fn placeholder(context: &Context<'_>, ty: &Type) -> Option<String> {
    match Relate::new(&context.names).resolve_alias(ty) {
        Type::String(_) => Some("'value'".to_owned()),
        Type::Enum(values) => Some(format!("'{}'", values.values.first()?)),
        Type::Integer(range) => Some(range.lower_bound().copied().unwrap_or(0).to_string()),
        Type::Float(_) => Some("0.0".to_owned()),
        Type::Numeric => Some("0".to_owned()),
        Type::Boolean(truth) => Some(truth.unwrap_or(false).to_string()),
        Type::Array(_) => Some("[]".to_owned()),
        Type::Hash(_) => Some("{}".to_owned()),
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => placeholder(context, &inner),
        Type::Variant(variant) => variant.types.iter().find_map(|ty| placeholder(context, ty)),
        _ => None,
    }
}

/// `assert_type(String, $s)`
fn assertion(
    context: &Context<'_>,
    at: ExprId,
    path: &str,
    expectation: &Expectation<'_>,
) -> Option<BodyFix> {
    let expected = expectation.ty?;
    let ty = type_text(expected)?;
    // What the type accepts may still be refused: negative numbers are Iterable.
    let asserted = intersect(&context.names, context.inference.result(at), expected)?;
    if fit(&context.names, expected, &asserted) != Fit::Always {
        return None;
    }
    Some(BodyFix::replace(
        "Check the type with `assert_type`",
        Safety::Unsafe,
        Anchor::Expr(at),
        format!("assert_type({ty}, {path})"),
    ))
}

/// The parameter declared without what is refused.
fn other_declaration(
    context: &Context<'_>,
    refused: &Refused,
    subject: &Subject<'_>,
    expectation: &Expectation<'_>,
) -> Option<BodyFix> {
    let parameter = subject.source.parameter()?;
    let declared = signature(context.db, context.environment(), context.item);
    let declared = Inferred::Type(declared.parameter(&parameter.name)?.ty.clone());
    let narrower = match (&refused.partial[..], expectation.ty) {
        ([], _) => {
            let mut members = refused.members.iter();
            let rest = members.try_fold(declared, |rest, member| {
                subtract(&context.names, &rest, member)
            })?;
            // Of a type, what a test leaves may be refused, which no declaration can leave out.
            let is_left = |member| may_be(&context.names, &rest, member);
            let is_narrower = !refused.members.iter().any(is_left);
            is_narrower.then_some(rest)?
        }
        ([_], Some(expected)) if refused.members.is_empty() => {
            let is_within = Fit::Always
                == fit(
                    &context.names,
                    &declared.ty(&context.names),
                    &Inferred::Type(expected.clone()),
                );
            is_within.then(|| Inferred::Type(expected.clone()))?
        }
        _ => return None,
    };
    let ty = narrower.ty(&context.names);
    let default_fits = parameter.value.is_none_or(|default| {
        fit(&context.names, &ty, context.inference.result(default)) == Fit::Always
    });
    let text = type_text(&ty).filter(|_| default_fits)?;
    Some(BodyFix::replace(
        format!("Declare `${}` as `{text}`", parameter.name),
        Safety::Unsafe,
        Anchor::Expr(parameter.type_expr?),
        text,
    ))
}

/// What is called declared with what it refuses.
fn wider_expectation(
    context: &Context<'_>,
    refused: &Refused,
    expectation: &Expectation<'_>,
) -> Option<BodyFix> {
    let (item, anchor) = expectation.declared_at?;
    let ty = type_of_parameter(context, item, anchor)?;
    if expectation.is_part || !is_of_workspace(context, item) {
        return None;
    }
    let [before, after] = match refused.is_undef() {
        true => ["Optional[".to_owned(), "]".to_owned()],
        false => {
            let more = refused.members.iter().chain(&refused.partial);
            let more: Vec<String> = more.map(type_text).collect::<Option<_>>()?;
            ["Variant[".to_owned(), format!(", {}]", more.join(", "))]
        }
    };
    let what = match refused.is_undef() {
        true => "undef",
        false => "it",
    };
    let title = format!("Let {} accept {what}", expectation.subject);
    let at = |spot| BodyPlace {
        spot,
        ..(item, ty).into()
    };
    let fix = BodyFix::new(title, Safety::Unsafe);
    let fix = fix.with_edit(at(EditAnchor::Before), before);
    Some(fix.with_edit(at(EditAnchor::After), after))
}

/// The type of the parameter that an anchor is.
fn type_of_parameter(context: &Context<'_>, item: Item, anchor: Anchor) -> Option<Anchor> {
    let Anchor::Part(part) = anchor else {
        return None;
    };
    let body = body(context.db, item);
    let parameter = body.parameters().iter().find(|it| it.part == part)?;
    parameter.type_expr.map(Anchor::Expr)
}

/// A type as code, unless it is long, or not all of it is known.
fn type_text(ty: &Type) -> Option<String> {
    let text = ty.to_string();
    let is_known = !text.contains("Unknown") && text != "Any";
    (is_known && text.len() <= MAX_TYPE).then_some(text)
}
