//! Assist `extract_variable`.

use puppet_syntax::ast::{AssignExpr, AstNode, BinExpr, Expr, ResourceExpr, ResourceOverride};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use crate::assist_context::{
    AssistContext, continues_line, is_lazy, is_tied_down, match_variables, sets_match_variables,
    statement,
};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{enclosing_body, string_of, trimmed_range, variable_names};

/// Assigns the selected expression to a new variable before the statement.
///
/// ```puppet
/// class a {
///   notice($01 + 2$0)
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// class a {
///   $value = 1 + 2
///   notice($value)
/// }
/// ```
pub fn extract_variable(site: &AssistContext<'_>) -> Option<CodeAction> {
    if site.selection.is_empty() {
        return None;
    }
    let expr = site
        .token
        .as_ref()?
        .parent_ancestors()
        .filter_map(Expr::cast)
        .find(|expr| trimmed_range(expr.syntax()) == site.selection)?;
    let node = expr.syntax();
    if !is_value(&expr) || is_tied_down(node) || is_part_of_other(node) {
        return None;
    }
    let statement = statement(node)?;
    let start = trimmed_range(&statement).start();
    let moves_far = is_lazy(node, &statement) && !is_harmless(node);
    if trimmed_range(&statement) == site.selection || moves_far || is_matched(node, &statement) {
        return None;
    }
    if continues_line(site.source(&statement)) {
        return None;
    }
    let name = free_name(node, &suggestion(&expr));
    let text = site.slice(site.selection);
    let is_bare = first_token_kind(node) == Some(SyntaxKind::IMPLICIT_VARIABLE);
    let sigil = if is_bare { "$" } else { "" };
    let assignment = format!("${name} = {sigil}{text}");
    let declaration = match statement.kind() {
        // What stands outside of the tags of a template is its output.
        SyntaxKind::RENDER_EXPR => format!("<% {assignment} %>"),
        _ => format!("{assignment}\n{}", site.indentation(start)),
    };
    let in_interpolation = node
        .parent()
        .is_some_and(|it| it.kind() == SyntaxKind::INTERPOLATION);
    let usage = match in_interpolation {
        true => name.clone(),
        false => format!("${name}"),
    };
    site.action(
        format!("Extract into variable `${name}`"),
        ActionKind::Extract,
        vec![
            TextEdit::insert(start, declaration),
            TextEdit::replace(site.selection, usage),
        ],
    )
}

/// Whether an expression gives a value that a variable can hold.
fn is_value(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::StringExpr(_)
            | Expr::InterpolatedString(_)
            | Expr::NumberExpr(_)
            | Expr::BooleanExpr(_)
            | Expr::RegexExpr(_)
            | Expr::ListExpr(_)
            | Expr::HashExpr(_)
            | Expr::ParenExpr(_)
            | Expr::BinExpr(_)
            | Expr::SelectorExpr(_)
            | Expr::AccessExpr(_)
            | Expr::CallExpr(_)
            | Expr::MethodCallExpr(_)
    )
}

/// Whether a node is a part of something that is no value: a name, a type of a parameter, a title of a class.
fn is_part_of_other(node: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    let is_fixed = |kind| {
        matches!(
            kind,
            PARAM | PARAM_LIST | RETURN_TYPE | TYPE_ALIAS | INHERITS_CLAUSE | HOST_MATCHES | QUERY
        )
    };
    let inside = node
        .ancestors()
        .take_while(|it| it.kind() != BLOCK)
        .any(|it| is_fixed(it.kind()));
    let parent = node.parent();
    let assignment = parent.clone().and_then(AssignExpr::cast);
    let changed = parent.clone().and_then(ResourceOverride::cast);
    let declared = parent.and_then(ResourceExpr::cast);
    let first = [
        assignment.and_then(|it| it.lhs()),
        changed.and_then(|it| it.reference()),
        declared.and_then(|it| it.type_name()),
    ];
    inside || first.iter().flatten().any(|it| it.syntax() == node)
}

/// Whether an expression has a value whatever its variables hold, and does nothing else.
fn is_harmless(node: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    let has_value = |op| matches!(op, EQ_EQ | BANG_EQ | AND_KW | OR_KW | IN_KW);
    node.descendants().all(|it| match it.kind() {
        ACCESS_EXPR | CALL_EXPR | METHOD_CALL_EXPR | PREFIX_EXPR => false,
        BIN_EXPR => BinExpr::cast(it)
            .and_then(|it| it.op_token())
            .is_some_and(|op| has_value(op.kind())),
        VARIABLE_EXPR => !it.text().to_string().contains("::"),
        _ => true,
    })
}

/// Whether an expression reads `$1` of a regular expression that stands before it in its statement, or sets it where
/// something after the statement reads it.
fn is_matched(node: &SyntaxNode, statement: &SyntaxNode) -> bool {
    let mut tokens = statement.descendants_with_tokens();
    let matches = |kind| matches!(kind, SyntaxKind::REGEX | SyntaxKind::EQ_TILDE);
    let is_read = |token: SyntaxToken| token.text_range().start() >= statement.text_range().end();
    match_variables(node).next().is_some() && tokens.any(|it| matches(it.kind()))
        || sets_match_variables(node) && match_variables(&enclosing_body(node)).any(is_read)
}

fn first_token_kind(node: &SyntaxNode) -> Option<SyntaxKind> {
    node.descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .find(|it| !it.kind().is_trivia())
        .map(|it| it.kind())
}

/// A name after what the expression is.
fn suggestion(expr: &Expr) -> String {
    let found = match expr {
        Expr::AccessExpr(access) => access
            .access_keys()
            .and_then(|keys| string_of(&keys.keys().last()?))
            .map(|(text, _)| text),
        Expr::CallExpr(call) => call.function_name(),
        Expr::MethodCallExpr(call) => call
            .method_name()
            .and_then(|it| it.name_token())
            .map(|it| it.text().to_owned()),
        _ => None,
    };
    let name = found.unwrap_or_default();
    let name = name.rsplit("::").next().unwrap_or_default();
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name {
        name.to_owned()
    } else {
        "value".to_owned()
    }
}

/// The name, with a number if it is used around a node.
pub fn free_name(node: &SyntaxNode, name: &str) -> String {
    let body = enclosing_body(node);
    let used: Vec<String> = variable_names(&body).collect();
    let is_free = |name: &str| {
        !used.iter().any(|it| it == name) && !matches!(name, "title" | "name" | "facts" | "trusted")
    };
    if is_free(name) {
        return name.to_owned();
    }
    (2..=used.len() + 2)
        .map(|number| format!("{name}{number}"))
        .find(|name| is_free(name))
        .unwrap_or_else(|| format!("{name}_"))
}
