//! The reason for the type of a variable: the test that narrowed it, and where it was assigned.

use puppet_db::{editor_line_index, source_map};
use puppet_inference::functions::item_signature::signature;
use puppet_inference::type_at;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::Item;
use puppet_syntax::ast::{
    AssignExpr, AstNode, BinExpr, CallExpr, CaseExpr, Expr, IfExpr, SelectorExpr, UnlessExpr,
    VariableExpr,
};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextRange;
use puppet_types::Type;

use crate::hover::branches;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{Definition, NameRef};
use puppet_ide_db::local_scopes::{BindingKind, LocalBinding};
use puppet_ide_db::syntax_ext::{enclosing_body, one_line, trimmed_range};

/// So many statements before the variable are looked through.
const MAX_STATEMENTS: usize = 200;

/// What to say of the type of a variable that is read.
pub(super) fn describe(
    context: FileContext<'_>,
    at: &NameRef,
    found: &[Definition],
) -> Option<String> {
    let [Definition::Binding(of, binding)] = found else {
        return None;
    };
    let node = at.token.parent()?;
    let is_read = !binding.full_range().contains_range(at.token.text_range());
    let is_here =
        *of == context.file && enclosing_body(&node) == enclosing_body(&binding.token.parent()?);
    let is_certain = branches::certain(context.file, at, found).is_some();
    if !is_read || !is_here || !is_certain {
        return None;
    }
    let line =
        |range: TextRange| editor_line_index(context.db, context.file).line(range.start()) + 1;
    let assigned = match &binding.kind {
        BindingKind::Assignment(assignment) => {
            let line = line(trimmed_range(assignment.syntax()));
            Some(format!("Assigned in line {line}."))
        }
        _ => None,
    };
    let range = trimmed_range(&node);
    let first = first_type(context, binding, range);
    let here = type_at(context.db, context.file, range);
    let narrowed = first
        .filter(|first| *first != Type::Unknown && here.as_ref() != Some(first))
        .and_then(|first| {
            let (test, text) = narrowing_test(&node, &binding.name)?;
            let line = line(test);
            Some(format!(
                "Narrowed from `{first}` by `{text}` in line {line}."
            ))
        });
    let sentences: Vec<String> = assigned.into_iter().chain(narrowed).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The type before all tests: the declared one, or that of what is assigned.
fn first_type(
    context: FileContext<'_>,
    binding: &LocalBinding,
    used_at: TextRange,
) -> Option<Type> {
    match &binding.kind {
        BindingKind::Parameter(_) => {
            let (body, _) = source_map(context.db, context.file).expr_at(used_at)?;
            let environment = owner(context.db, context.file)?.environment;
            let declared = signature(
                context.db,
                environment,
                Item {
                    file: context.file,
                    body,
                },
            );
            Some(declared.parameter(&binding.name)?.ty.clone())
        }
        BindingKind::Assignment(assignment) => {
            let value = single_value(assignment, &binding.name)?;
            type_at(context.db, context.file, trimmed_range(value.syntax()))
        }
        BindingKind::LambdaParameter(_) => None,
    }
}

/// What is assigned to a variable alone.
fn single_value(assignment: &AssignExpr, name: &str) -> Option<Expr> {
    let Expr::VariableExpr(target) = assignment.lhs()? else {
        return None;
    };
    target.name().filter(|it| it == name)?;
    assignment.rhs()
}

/// The innermost test of a variable that holds at a node: around it, or before it where it ends the body otherwise.
fn narrowing_test(node: &SyntaxNode, name: &str) -> Option<(TextRange, String)> {
    let mut steps = MAX_STATEMENTS;
    let body = enclosing_body(node);
    for around in node.ancestors().take_while(|it| *it != body) {
        if let Some(test) = around.parent().and_then(|it| test_of(&it))
            && *test.syntax() != around
            && mentions(test.syntax(), name)
        {
            return Some(shown(test.syntax()));
        }
        let before = std::iter::successors(around.prev_sibling(), SyntaxNode::prev_sibling);
        for statement in before.take(steps) {
            steps = steps.saturating_sub(1);
            if let Some(test) = ending_test(&statement, name) {
                return Some(shown(&test));
            }
        }
    }
    None
}

/// What an expression tests.
fn test_of(node: &SyntaxNode) -> Option<Expr> {
    let node = node.clone();
    match node.kind() {
        SyntaxKind::IF_EXPR => IfExpr::cast(node)?.condition(),
        SyntaxKind::UNLESS_EXPR => UnlessExpr::cast(node)?.condition(),
        SyntaxKind::CASE_EXPR => CaseExpr::cast(node)?.subject(),
        SyntaxKind::SELECTOR_EXPR => SelectorExpr::cast(node)?.subject(),
        SyntaxKind::BIN_EXPR => {
            let tokens = node.children_with_tokens().filter_map(|it| it.into_token());
            let mut words = tokens.map(|it| it.text().to_owned());
            let is_logic = words.any(|it| it == "and" || it == "or");
            BinExpr::cast(node)?.lhs().filter(|_| is_logic)
        }
        _ => None,
    }
}

/// The test of a statement that ends otherwise, or a call that checks a type.
fn ending_test(statement: &SyntaxNode, name: &str) -> Option<SyntaxNode> {
    let is_call_of = |node: SyntaxNode, names: &[&str]| {
        let name = CallExpr::cast(node).and_then(|it| it.function_name());
        name.is_some_and(|it| names.contains(&it.as_str()))
    };
    if is_call_of(statement.clone(), &["assert_type"]) && mentions(statement, name) {
        return Some(statement.clone());
    }
    let test = test_of(statement).filter(|it| mentions(it.syntax(), name))?;
    let ends = ["fail", "return", "next", "break"];
    let mut nodes = statement.descendants();
    let is_ending = nodes.any(|it| is_call_of(it, &ends));
    is_ending.then(|| test.syntax().clone())
}

fn mentions(node: &SyntaxNode, name: &str) -> bool {
    let mut variables = node.descendants().filter_map(VariableExpr::cast);
    variables.any(|it| it.name().is_some_and(|it| it == name))
}

fn shown(test: &SyntaxNode) -> (TextRange, String) {
    (trimmed_range(test), one_line(test))
}
