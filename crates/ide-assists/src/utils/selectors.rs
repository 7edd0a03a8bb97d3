//! Selectors and the conditions that they stand for.

use crate::assist_context::{AssistContext, is_operand, is_tied_down, statement};
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_inference::type_at;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AssignExpr, AstNode, BinExpr, Block, Expr, SelectorExpr};
use puppet_types::{Type, assignable};

/// Whether the cursor stands at the keyword or in the condition, and not in what follows.
pub fn is_in_head(site: &AssistContext<'_>, then: &Block) -> bool {
    site.selection.end() <= then.syntax().text_range().start()
}

/// The operand that is compared, and the equivalent pattern of a selector.
pub fn comparison(site: &AssistContext<'_>, condition: &Expr) -> Option<(String, String)> {
    if let Expr::BinExpr(comparison) = condition
        && let Some(found) = pattern(site, comparison)
    {
        return Some(found);
    }
    let ty = type_at(
        site.context.db,
        site.context.file,
        trimmed_range(condition.syntax()),
    )?;
    let text = site.source(condition.syntax());
    let subject = match is_operand(condition) {
        true => text.to_owned(),
        false => format!("({text})"),
    };
    matches!(ty, Type::Boolean(_)).then(|| (subject, "true".to_owned()))
}

/// `$a == literal`, `$a =~ /regex/`, `$a =~ Type`: what selectors compare in the same way.
pub fn pattern(site: &AssistContext<'_>, comparison: &BinExpr) -> Option<(String, String)> {
    let (left, right) = (comparison.lhs()?, comparison.rhs()?);
    let fits = match comparison.op_token()?.kind() {
        SyntaxKind::EQ_EQ => is_literal(&right),
        SyntaxKind::EQ_TILDE => {
            matches!(right, Expr::RegexExpr(_) | Expr::TypeRef(_)) || is_type(&right)
        }
        _ => false,
    };
    let is_simple = is_operand(&left) && !is_literal(&left);
    (fits && is_simple).then(|| {
        (
            site.source(left.syntax()).to_owned(),
            site.source(right.syntax()).to_owned(),
        )
    })
}

/// Whether an expression is a literal.
pub fn is_literal(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::StringExpr(_) | Expr::NumberExpr(_) | Expr::BooleanExpr(_) | Expr::UndefExpr(_)
    )
}

/// `Type[…]`
pub fn is_type(expr: &Expr) -> bool {
    match expr {
        Expr::AccessExpr(access) => matches!(access.base(), Some(Expr::TypeRef(_))),
        _ => false,
    }
}

/// The comparison that says what a pattern of a selector says.
pub fn condition(
    site: &AssistContext<'_>,
    subject: &Expr,
    subject_text: &str,
    pattern: &Expr,
) -> Option<String> {
    let text = site.source(pattern.syntax());
    let is_true = matches!(pattern, Expr::BooleanExpr(_)) && text == "true";
    if is_true && matches!(subject, Expr::ParenExpr(_)) {
        let ty = type_at(
            site.context.db,
            site.context.file,
            trimmed_range(subject.syntax()),
        )?;
        if matches!(ty, Type::Boolean(_)) {
            let inner = subject_text.strip_prefix('(')?.strip_suffix(')')?;
            return Some(inner.trim().to_owned());
        }
    }
    let operator = match pattern {
        // Other values than texts match no regular expression in a selector, and are an error beside `=~`.
        Expr::RegexExpr(_) => is_text(site, subject).then_some("=~")?,
        Expr::TypeRef(_) => "=~",
        pattern if is_type(pattern) => "=~",
        pattern if is_literal(pattern) => "==",
        _ => return None,
    };
    Some(format!("{subject_text} {operator} {text}"))
}

/// Whether an expression is a text for certain.
pub fn is_text(site: &AssistContext<'_>, expr: &Expr) -> bool {
    let ty = type_at(
        site.context.db,
        site.context.file,
        trimmed_range(expr.syntax()),
    );
    let owner = owner(site.context.db, site.context.file);
    ty.zip(owner).is_some_and(|(ty, owner)| {
        let names = NameResolver::new(site.context.db, owner.environment, site.context.file);
        ty != Type::Unknown && assignable(&names, &Type::STRING, &ty)
    })
}

/// The one assignment in a block: the variable and its value.
pub fn assignment(site: &AssistContext<'_>, block: &Block) -> Option<(String, String)> {
    let mut statements = block.statements();
    let only = statements.next()?;
    if statements.next().is_some() {
        return None;
    }
    let Expr::AssignExpr(assignment) = only else {
        return None;
    };
    let variable = assignment.lhs()?;
    let is_plain = assignment.op_token()?.kind() == SyntaxKind::EQ
        && matches!(variable, Expr::VariableExpr(_));
    let value = assignment.rhs()?;
    is_plain.then(|| {
        (
            site.source(variable.syntax()).to_owned(),
            site.source(value.syntax()).to_owned(),
        )
    })
}

/// `$x = … ? { … }` as a statement of its own, with the cursor before the entries.
pub fn assigned_selector(site: &AssistContext<'_>) -> Option<(AssignExpr, SelectorExpr)> {
    let assignment: AssignExpr = site.node()?;
    let Expr::SelectorExpr(selector) = assignment.rhs()? else {
        return None;
    };
    let is_plain = assignment.op_token()?.kind() == SyntaxKind::EQ
        && matches!(assignment.lhs()?, Expr::VariableExpr(_))
        && statement(assignment.syntax()).as_ref() == Some(assignment.syntax())
        && !is_tied_down(assignment.syntax());
    let is_in_head = site.selection.end() <= selector.l_brace_token()?.text_range().end();
    // Values that span lines would have to be moved.
    let is_simple = selector.entries().all(|entry| {
        entry
            .value()
            .is_some_and(|value| !site.source(value.syntax()).contains('\n'))
    });
    (is_plain && is_in_head && is_simple).then_some((assignment, selector))
}

/// A selector that is assigned, with its arrows below each other.
pub fn selector(
    site: &AssistContext<'_>,
    at: &puppet_syntax::SyntaxNode,
    variable: &str,
    subject: &str,
    entries: &[(String, String)],
) -> String {
    let (indent, step) = (site.indentation(trimmed_range(at).start()), site.step());
    let width = entries
        .iter()
        .map(|(pattern, _)| pattern.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = format!("{variable} = {subject} ? {{\n");
    for (pattern, value) in entries {
        let pad = " ".repeat(width - pattern.chars().count());
        text.push_str(&format!("{indent}{step}{pattern}{pad} => {value},\n"));
    }
    text.push_str(&format!("{indent}}}"));
    text
}
