//! Assist `convert_arrow_to_metaparameter`.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{
    AccessExpr, AstNode, Attribute, AttributeOperation, Expr, RelationshipExpr, ResourceBody,
    ResourceExpr,
};
use puppet_text::{TextRange, TextSize};

use crate::assist_context::{AssistContext, gives_value, is_tied_down, statement};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{self, trimmed_range};
use puppet_text::capitalized;

/// Converts a chaining arrow between two resources to `require` or `subscribe`.
///
/// ```puppet
/// package { 'a': }
/// -$0> service { 'b':
///   ensure => running,
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// package { 'a': }
/// service { 'b':
///   ensure => running,
///   require => Package['a'],
/// }
/// ```
pub fn convert_arrow_to_metaparameter(site: &AssistContext<'_>) -> Option<CodeAction> {
    let arrow: RelationshipExpr = site.node()?;
    let operator = arrow.op_token()?;
    let at_arrow = operator.text_range().contains_range(site.selection)
        || site.selection.end() == operator.text_range().end();
    let (left, right) = (arrow.lhs()?, arrow.rhs()?);
    let is_whole = statement(arrow.syntax()).as_ref() == Some(arrow.syntax());
    if !at_arrow || !is_whole || is_tied_down(arrow.syntax()) {
        return None;
    }
    let (first, second, name) = match operator.kind() {
        SyntaxKind::IN_EDGE => (&left, &right, "require"),
        SyntaxKind::IN_EDGE_SUB => (&left, &right, "subscribe"),
        SyntaxKind::OUT_EDGE => (&right, &left, "require"),
        SyntaxKind::OUT_EDGE_SUB => (&right, &left, "subscribe"),
        _ => return None,
    };
    let Expr::ResourceExpr(second) = second else {
        return None;
    };
    let body = only_body(second)?;
    let reference = reference(site, first)?;
    // Without the arrow, the other side is the last.
    let is_value = matches!(left, Expr::ResourceExpr(_)) && gives_value(arrow.syntax());
    let is_lost = is_value && !matches!(right, Expr::ResourceExpr(_));
    if says(body.operations(), name) || is_already_set(site, name) || is_lost {
        return None;
    }
    let mut edits = vec![addition(
        site,
        second,
        &body,
        &format!("{name} => {reference}"),
    )?];
    let (left_range, right_range) = (trimmed_range(left.syntax()), trimmed_range(right.syntax()));
    let between = TextRange::new(left_range.end(), right_range.start());
    let indent = site.indentation(left_range.start());
    match (
        matches!(left, Expr::ResourceExpr(_)),
        matches!(right, Expr::ResourceExpr(_)),
    ) {
        (true, true) => edits.push(TextEdit::replace(between, format!("\n{indent}"))),
        (false, true) => {
            let range = TextRange::new(left_range.start(), right_range.start());
            edits.push(TextEdit::replace(range, ""));
        }
        (true, false) => {
            let range = TextRange::new(left_range.end(), right_range.end());
            edits.push(TextEdit::replace(range, ""));
        }
        (false, false) => return None,
    }
    site.action(format!("Convert to `{name}`"), ActionKind::Rewrite, edits)
}

/// The one body of a resource that is neither virtual nor a class.
fn only_body(resource: &ResourceExpr) -> Option<ResourceBody> {
    let mut bodies = resource.bodies();
    let (body, None) = (bodies.next()?, bodies.next()) else {
        return None;
    };
    matches!(resource.type_name()?, Expr::NameExpr(_)).then_some(body)
}

/// Whether the file has defaults or changes of resources with an attribute: it would take their place, or they its.
fn is_already_set(site: &AssistContext<'_>, name: &str) -> bool {
    let root = syntax_ext::root(site.context.db, site.context.file);
    root.descendants().any(|it| {
        let changes = matches!(
            it.kind(),
            SyntaxKind::RESOURCE_DEFAULTS
                | SyntaxKind::RESOURCE_OVERRIDE
                | SyntaxKind::COLLECT_EXPR
        );
        changes && says(it.children().filter_map(AttributeOperation::cast), name)
    })
}

/// Whether some attributes have one of a name, or may have it.
fn says(mut operations: impl Iterator<Item = AttributeOperation>, name: &str) -> bool {
    operations.any(|operation| {
        let attribute = Attribute::cast(operation.syntax().clone());
        attribute.is_none_or(|it| {
            let own = it.attribute_name().and_then(|it| it.token());
            own.is_none_or(|own| own.text() == name)
        })
    })
}

/// How a resource or a reference to one is referred to.
fn reference(site: &AssistContext<'_>, operand: &Expr) -> Option<String> {
    match operand {
        Expr::AccessExpr(access) if is_reference(access) => {
            Some(site.source(access.syntax()).to_owned())
        }
        Expr::ResourceExpr(resource) => {
            let title = only_body(resource)?.title()?;
            let is_fixed = matches!(
                title,
                Expr::StringExpr(_)
                    | Expr::InterpolatedString(_)
                    | Expr::VariableExpr(_)
                    | Expr::NameExpr(_)
            );
            let ty = site.source(resource.type_name()?.syntax());
            let ty = capitalized(ty.trim_start_matches("::"));
            is_fixed.then(|| match ty.as_str() {
                "Class" => format!("Class[{}]", site.source(title.syntax())),
                ty => format!("{ty}[{}]", site.source(title.syntax())),
            })
        }
        _ => None,
    }
}

fn is_reference(access: &AccessExpr) -> bool {
    matches!(access.base(), Some(Expr::TypeRef(_)))
}

/// One more attribute after the others.
pub fn addition(
    site: &AssistContext<'_>,
    resource: &ResourceExpr,
    body: &ResourceBody,
    attribute: &str,
) -> Option<TextEdit> {
    let colon = body.colon_token()?.text_range().end();
    let Some(last) = body.operations().last() else {
        return Some(TextEdit::insert(colon, format!(" {attribute}")));
    };
    let last = trimmed_range(last.syntax());
    let close = resource.r_brace_token()?.text_range().start();
    let gap = site.slice(TextRange::new(last.end(), close));
    let comma = gap.find(',').and_then(|at| TextSize::try_from(at + 1).ok());
    let is_spread = site
        .slice(TextRange::new(colon, last.start()))
        .contains('\n');
    let indent = site.indentation(last.start());
    let at = last.end() + comma.unwrap_or_default();
    Some(TextEdit::insert(
        at,
        match (is_spread, comma.is_some()) {
            (true, true) => format!("\n{indent}{attribute},"),
            (true, false) => format!(",\n{indent}{attribute},"),
            (false, true) => format!(" {attribute}"),
            (false, false) => format!(", {attribute}"),
        },
    ))
}
