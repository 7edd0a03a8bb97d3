//! `if` that chooses a value into a selector, and back.

use puppet_semantic::index::file_origin::owner;
use puppet_semantic::{NameResolver, type_at};
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{
    AssignExpr, AstNode, BinExpr, Block, Expr, IfExpr, SelectorEntry, SelectorExpr,
};
use puppet_types::{Type, assignable};

use crate::assist_context::{AssistContext, calls, is_operand, is_tied_down, statement};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `if $a == 'b' { $x = 1 } else { $x = 2 }` to `$x = $a ? { 'b' => 1, default => 2 }`
pub fn to_selector(site: &AssistContext<'_>) -> Option<CodeAction> {
    let mut conditional: IfExpr = site.node()?;
    if !in_head(site, &conditional.then()?) {
        return None;
    }
    let start = conditional.clone();
    if is_tied_down(start.syntax()) || start.keyword_token()?.text() != "if" {
        return None;
    }
    let mut subject: Option<String> = None;
    let mut variable: Option<String> = None;
    let mut entries: Vec<(String, String)> = Vec::new();
    loop {
        let condition = conditional.condition()?;
        // A selector asks once for what it compares.
        if !entries.is_empty() && calls(condition.syntax()) {
            return None;
        }
        let (compared, pattern) = comparison(site, &condition)?;
        if subject.get_or_insert_with(|| compared.clone()) != &compared {
            return None;
        }
        let (assigned, value) = assignment(site, &conditional.then()?)?;
        if variable.get_or_insert_with(|| assigned.clone()) != &assigned {
            return None;
        }
        entries.push((pattern, value));
        let otherwise = conditional.else_clause()?;
        if let Some(next) = otherwise.if_expr() {
            conditional = next;
            continue;
        }
        let (assigned, value) = assignment(site, &otherwise.block()?)?;
        if variable.as_ref() != Some(&assigned) {
            return None;
        }
        entries.push(("default".to_owned(), value));
        break;
    }
    let text = selector(site, start.syntax(), &variable?, &subject?, &entries);
    site.action(
        "Convert to selector",
        ActionKind::Rewrite,
        vec![TextEdit::replace(trimmed_range(start.syntax()), text)],
    )
}

/// `$x = $a ? { 'b' => 1, default => 2 }` to `if $a == 'b' { $x = 1 } else { $x = 2 }`
pub fn to_if(site: &AssistContext<'_>) -> Option<CodeAction> {
    let (assignment, selector) = assigned_selector(site)?;
    let variable = site.source(assignment.lhs()?.syntax());
    let subject = selector.subject()?;
    let subject_text = site.source(subject.syntax());
    let entries: Vec<SelectorEntry> = selector.entries().collect();
    let (last, others) = entries.split_last()?;
    if others.len() > 1 && calls(subject.syntax()) {
        return None;
    }
    if !matches!(last.pattern()?, Expr::DefaultExpr(_)) || others.is_empty() {
        return None;
    }
    let range = trimmed_range(assignment.syntax());
    let indent = site.indentation(range.start());
    let step = site.step();
    let mut text = String::new();
    for entry in others {
        let condition = condition(site, &subject, subject_text, &entry.pattern()?)?;
        let keyword = if text.is_empty() { "if" } else { " elsif" };
        let value = site.source(entry.value()?.syntax());
        text.push_str(&format!(
            "{keyword} {condition} {{\n{indent}{step}{variable} = {value}\n{indent}}}"
        ));
    }
    let value = site.source(last.value()?.syntax());
    text.push_str(&format!(
        " else {{\n{indent}{step}{variable} = {value}\n{indent}}}"
    ));
    site.action(
        "Convert to if",
        ActionKind::Rewrite,
        vec![TextEdit::replace(range, text)],
    )
}

/// Whether the cursor stands at the keyword or in the condition, and not in what follows.
fn in_head(site: &AssistContext<'_>, then: &Block) -> bool {
    site.selection.end() <= then.syntax().text_range().start()
}

/// What is compared, and the pattern that says the same in a selector.
fn comparison(site: &AssistContext<'_>, condition: &Expr) -> Option<(String, String)> {
    if let Expr::BinExpr(comparison) = condition
        && let Some(found) = pattern(site, comparison)
    {
        return Some(found);
    }
    let ty = type_at(
        site.context.db,
        site.file,
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

fn is_literal(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::StringExpr(_) | Expr::NumberExpr(_) | Expr::BooleanExpr(_) | Expr::UndefExpr(_)
    )
}

/// `Type[…]`
fn is_type(expr: &Expr) -> bool {
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
        let ty = type_at(site.context.db, site.file, trimmed_range(subject.syntax()))?;
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
fn is_text(site: &AssistContext<'_>, expr: &Expr) -> bool {
    let ty = type_at(site.context.db, site.file, trimmed_range(expr.syntax()));
    let owner = owner(site.context.db, site.file);
    ty.zip(owner).is_some_and(|(ty, owner)| {
        let names = NameResolver::new(site.context.db, owner.environment, site.file);
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
    let in_head = site.selection.end() <= selector.l_brace_token()?.text_range().end();
    // Values that span lines would have to be moved.
    let is_simple = selector.entries().all(|entry| {
        entry
            .value()
            .is_some_and(|value| !site.source(value.syntax()).contains('\n'))
    });
    (is_plain && in_head && is_simple).then_some((assignment, selector))
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
