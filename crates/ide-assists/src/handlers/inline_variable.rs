//! Assist `inline_variable`.

use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast::{self, AssignExpr, AstNode, Expr, Interpolation};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextRange;

use crate::assist_context::{
    AssistContext, calls, is_lazy, is_match_variable, is_operand, is_tied_down, match_variables,
    sets_match_variables, statement,
};
use crate::utils::external_readers;
use crate::utils::reindent::reindent;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::definition::declarations;
use puppet_ide_db::defs::last_segment;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{NameRef, NameRefKind, name_of};
use puppet_ide_db::local_scopes::{BindingKind, LocalBinding};
use puppet_ide_db::search::{occurrences, references};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{self, enclosing_body, enclosing_definition, trimmed_range};

/// Replaces the uses of a variable by its value and removes the assignment.
///
/// ```puppet
/// class a {
///   $$0size = 1
///   notice($size)
/// }
/// ```
///
/// becomes
///
/// ```puppet
/// class a {
///   notice(1)
/// }
/// ```
pub fn inline_variable(site: &AssistContext<'_>) -> Option<CodeAction> {
    let at = name_of(site.token.as_ref()?)?;
    let NameRefKind::Variable(name) = &at.name else {
        return None;
    };
    let found = resolve::find(site.context, &at);
    let [Definition::Binding(file, binding)] = &found[..] else {
        return None;
    };
    let BindingKind::Assignment(assignment) = &binding.kind else {
        return None;
    };
    if *file != site.context.file || name.contains("::") {
        return None;
    }
    let is_meant = trimmed_range(assignment.syntax()).contains_range(site.selection)
        || at.range.contains_range(site.selection);
    let value = plain_value(assignment).filter(|_| is_meant)?;
    let mut uses = occurrences(site.context, name, &declarations(&found));
    uses.retain(|usage| usage.token != binding.token);
    let is_same = uses
        .iter()
        .all(|usage| is_evaluated_before(assignment, usage) && means_the_same(site, &value, usage));
    if uses.is_empty() || !is_same || sets_what_others_read(&value) {
        return None;
    }
    let is_once = !calls(value.syntax())
        || matches!(&uses[..], [usage] if is_evaluated_next(assignment, usage));
    if !is_once || is_used_outside(site, binding, &uses) {
        return None;
    }
    let range = trimmed_range(assignment.syntax());
    let indent = site.indentation(range.start());
    let edits = uses.iter().map(|usage| {
        let deeper = site.indentation(usage.range.start());
        let text = reindent(value.syntax(), indent, deeper);
        let text = text.unwrap_or_else(|| site.source(value.syntax()).to_owned());
        replaced(&usage.token.parent()?, &value, &text)
    });
    let mut edits: Vec<TextEdit> = edits.collect::<Option<_>>()?;
    edits.push(TextEdit::replace(site.with_gap(range), ""));
    site.action(format!("Inline `${name}`"), ActionKind::Inline, edits)
}

/// Whether others name the variable: code, data, or a template, also by its full name.
fn is_used_outside(site: &AssistContext<'_>, binding: &LocalBinding, uses: &[NameRef]) -> bool {
    let tokens = || uses.iter().map(|it| &it.token).chain([&binding.token]);
    let is_seen = |at: TextRange| tokens().any(|it| it.text_range().contains_range(at));
    let node = binding.token.parent();
    let is_outside = match node.as_ref().and_then(enclosing_definition) {
        Some(definition) => {
            let body = std::iter::once(definition.syntax().clone());
            let names = [binding.name.clone()];
            external_readers::are_in_templates(site.context, body, &names)
                || matches!(definition, ast::Definition::ClassDef(_))
                    && is_of_others(site, &definition, &names)
        }
        None => {
            let own = site.context.files.id(site.context.db, site.context.file);
            let all = references(site.context, binding.token.text_range().end());
            let mut all = all.iter().map(|it| it.at);
            all.any(|it| it.file != own || !is_seen(it.range))
        }
    };
    is_outside || has_full_name(site, binding, &is_seen)
}

/// Whether others read a variable of a class.
fn is_of_others(site: &AssistContext<'_>, class: &ast::Definition, names: &[String]) -> bool {
    let name = class.name().unwrap_or_default();
    let class = canonical(name.trim());
    let nowhere = (site.context.file, TextRange::default());
    external_readers::are_named(*site.context, &class, names, nowhere)
        || external_readers::is_inherited(*site.context, &class)
}

/// Whether the file has a full name with the same end: of classes that Puppet does not find, it is not known whose it
/// is.
fn has_full_name(
    site: &AssistContext<'_>,
    binding: &LocalBinding,
    is_seen: &impl Fn(TextRange) -> bool,
) -> bool {
    let name = binding.token.text().trim_start_matches('$');
    let root = syntax_ext::root(site.context.db, site.context.file);
    let tokens = syntax_ext::tokens_with(site.text(), &root, name);
    tokens.iter().any(|it| {
        let whole = it.text().trim_start_matches('$');
        let is_full = whole.contains("::") && last_segment(whole) == name;
        is_full && !is_seen(it.text_range())
    })
}

/// The right side of `$x = value`, as a statement of its own.
fn plain_value(assignment: &AssignExpr) -> Option<Expr> {
    let node = assignment.syntax();
    let is_plain = assignment.op_token()?.kind() == SyntaxKind::EQ
        && matches!(assignment.lhs()?, Expr::VariableExpr(_))
        && statement(node).as_ref() == Some(node)
        && !is_tied_down(node);
    is_plain.then(|| assignment.rhs())?
}

/// Whether the assignment was made wherever a use is reached: it stands before the use, and a branch that holds one
/// without the other may not be taken.
fn is_evaluated_before(assignment: &AssignExpr, usage: &NameRef) -> bool {
    if usage.range.start() < assignment.syntax().text_range().end() {
        return false;
    }
    let block = assignment.syntax().parent();
    let is_body = |block: &SyntaxNode| {
        let around = block.parent();
        around.is_none_or(|it| {
            ast::Definition::can_cast(it.kind()) || it.kind() == SyntaxKind::LAMBDA
        })
    };
    block.is_some_and(|it| is_body(&it) || it.text_range().contains_range(usage.range))
}

/// Whether a use after the assignment is evaluated once for each time that the assignment is, with no call and no
/// resource between: a call may do something, or see what another one did.
fn is_evaluated_next(assignment: &AssignExpr, usage: &NameRef) -> bool {
    use SyntaxKind::*;
    let Some(block) = assignment.syntax().parent() else {
        return false;
    };
    let does_something = |kind| {
        matches!(
            kind,
            CALL_EXPR
                | METHOD_CALL_EXPR
                | STATEMENT_CALL
                | RESOURCE_EXPR
                | RESOURCE_OVERRIDE
                | RESOURCE_DEFAULTS
                | COLLECT_EXPR
        )
    };
    let between = TextRange::new(
        assignment.syntax().text_range().end(),
        usage.token.text_range().start(),
    );
    let around = usage.token.parent().filter(|it| !is_lazy(it, &block));
    let is_in_block = around.is_some_and(|it| {
        let mut around = it.ancestors().take_while(|it| *it != block);
        around.all(|it| !matches!(it.kind(), BLOCK | LAMBDA))
    });
    let mut nodes = block.descendants();
    is_in_block
        && nodes.all(|it| !between.contains_range(it.text_range()) || !does_something(it.kind()))
}

/// Whether a regular expression in a value sets `$1`, and something reads it.
fn sets_what_others_read(value: &Expr) -> bool {
    let mut read = match_variables(&enclosing_body(value.syntax()));
    sets_match_variables(value.syntax()) && read.next().is_some()
}

/// Whether the variables in a value are the same ones at a use: a parameter of a lambda may hide one, and what a regular
/// expression matched last is another thing there.
fn means_the_same(site: &AssistContext<'_>, value: &Expr, usage: &NameRef) -> bool {
    let tokens = value.syntax().descendants_with_tokens();
    let names = tokens.filter_map(|it| name_of(&it.into_token()?));
    let mut variables = names.filter(|at| matches!(at.name, NameRefKind::Variable(_)));
    variables.all(|at| is_same(site.context, &at, usage))
}

fn is_same(
    context: puppet_ide_db::context::FileContext<'_>,
    at: &NameRef,
    usage: &NameRef,
) -> bool {
    if is_match_variable(&at.token) {
        return false;
    }
    if at.token.text().contains("::") {
        return true;
    }
    let there = NameRef {
        token: usage.token.clone(),
        ..at.clone()
    };
    let (here, there) = (resolve::find(context, at), resolve::find(context, &there));
    let body = |at: &NameRef| at.token.parent().map(|it| enclosing_body(&it));
    let is_global = matches!(&at.name, NameRefKind::Variable(name)
        if matches!(&**name, "facts" | "trusted" | "server_facts"));
    // `$title` is set by each body.
    let is_known = !here.is_empty() || is_global || body(at) == body(usage);
    is_known
        && declarations(&here) == declarations(&there)
        && !usage.token.text().starts_with("$::")
}

fn replaced(variable: &SyntaxNode, value: &Expr, text: &str) -> Option<TextEdit> {
    let range = trimmed_range(variable);
    let parent = variable.parent()?;
    let in_string = matches!(
        parent.kind(),
        SyntaxKind::INTERPOLATED_STRING | SyntaxKind::HEREDOC_BODY
    );
    let in_braces = in_string || opens_interpolation(variable);
    let text = match in_braces && is_name_in_braces(value) {
        true => format!("({text})"),
        false => text.to_owned(),
    };
    if in_string {
        return Some(TextEdit::replace(range, format!("${{{text}}}")));
    }
    let is_alone = Interpolation::can_cast(parent.kind())
        || matches!(
            parent.kind(),
            SyntaxKind::ARG_LIST
                | SyntaxKind::ATTRIBUTE
                | SyntaxKind::HASH_ENTRY
                | SyntaxKind::LIST_EXPR
                | SyntaxKind::PAREN_EXPR
                | SyntaxKind::IF_EXPR
                | SyntaxKind::UNLESS_EXPR
                | SyntaxKind::CASE_EXPR
        )
        || is_right_side(&parent, range);
    // `{` would open a block.
    let opens = matches!(value, Expr::HashExpr(_))
        && statement(variable).is_some_and(|it| trimmed_range(&it).start() == range.start());
    Some(match (is_alone || is_operand(value)) && !opens {
        true => TextEdit::replace(range, text),
        false => TextEdit::replace(range, format!("({text})")),
    })
}

/// Whether a variable is the first thing in `${…}`.
fn opens_interpolation(variable: &SyntaxNode) -> bool {
    let around = variable.ancestors().find_map(Interpolation::cast);
    around.is_some_and(|around| {
        let mut inside = around.syntax().children().map(|it| trimmed_range(&it));
        inside.next().map(|it| it.start()) == Some(trimmed_range(variable).start())
    })
}

/// Whether a value would be read as the name of a variable in `${…}`: `${present}`, `${80}`, `${true}`.
fn is_name_in_braces(value: &Expr) -> bool {
    let leading = std::iter::successors(Some(value.clone()), |value| match value {
        Expr::AccessExpr(access) => access.base(),
        Expr::MethodCallExpr(call) => call.receiver(),
        _ => None,
    });
    leading.last().is_some_and(|first| {
        matches!(
            first,
            Expr::NameExpr(_)
                | Expr::NumberExpr(_)
                | Expr::BooleanExpr(_)
                | Expr::UndefExpr(_)
                | Expr::DefaultExpr(_)
        )
    })
}

fn is_right_side(parent: &SyntaxNode, range: TextRange) -> bool {
    AssignExpr::cast(parent.clone())
        .and_then(|it| it.rhs())
        .is_some_and(|rhs| trimmed_range(rhs.syntax()) == range)
}
