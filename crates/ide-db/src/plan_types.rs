//! The types of Bolt that expressions of a plan have, as the table of its functions says. Nothing is checked with them.

use puppet_db::{Db, File, is_plan};
use puppet_library::Library;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{
    ArgList, AssignExpr, AstNode, CallExpr, Definition, Expr, Lambda, MethodCallExpr, Param,
    VariableExpr,
};

use puppet_text::TextRange;

use crate::syntax_ext::{self, trimmed_range};

/// The members of a value of a type, each with its type.
pub fn members(ty: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let stub = Library.plan_types().iter().find(|it| it.name == ty);
    let members = stub.into_iter().flat_map(|it| it.members.iter());
    members.map(|(name, ty)| (name.as_str(), ty.as_str()))
}

/// The type of the expression at a range of a plan, outside of which nothing is known.
pub fn type_at(db: &dyn Db, file: File, range: TextRange) -> Option<String> {
    if !is_plan(file.path(db)) {
        return None;
    }
    let root = syntax_ext::root(db, file);
    let element = root
        .text_range()
        .contains_range(range)
        .then(|| root.covering_element(range))?;
    let mut around = element.ancestors().filter_map(Expr::cast);
    type_of(&around.find(|it| trimmed_range(it.syntax()) == range)?)
}

/// The type of an expression, such as `ResultSet` or `Array[Target]`.
pub fn type_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::CallExpr(call) => returned(&call.function_name()?),
        Expr::MethodCallExpr(call) => of_method(call),
        Expr::VariableExpr(variable) => of_variable(variable),
        Expr::ParenExpr(inner) => type_of(&inner.syntax().children().find_map(Expr::cast)?),
        Expr::ApplyExpr(_) => Some("ResultSet".to_owned()),
        Expr::AccessExpr(access) => element(&type_of(&access.base()?)?),
        _ => None,
    }
}

/// What a function of plans returns.
fn returned(function: &str) -> Option<String> {
    let name = function.trim_start_matches("::");
    let stub = Library.plan_functions().iter().find(|it| it.name == name)?;
    Some(stub.signatures.first()?.return_type.as_ref()?.to_string())
}

fn of_method(call: &MethodCallExpr) -> Option<String> {
    let name = call.method_name()?.name_token()?.text().to_owned();
    let receiver = call.receiver().and_then(|it| type_of(&it));
    let Some(receiver) = receiver else {
        return returned(&name);
    };
    let member = members(&receiver).find(|(member, _)| *member == name);
    match member {
        Some((_, ty)) => Some(ty.to_owned()),
        None => match &*name {
            "filter" | "unique" => Some(receiver),
            "first" | "get" => element(&receiver),
            _ => returned(&name),
        },
    }
}

/// The type of what a list holds.
fn element(list: &str) -> Option<String> {
    match list {
        "ResultSet" => Some("Result".to_owned()),
        _ => Some(list.strip_prefix("Array[")?.strip_suffix(']')?.to_owned()),
    }
}

/// The type of the last value that a variable was given before, or that of the parameter.
fn of_variable(variable: &VariableExpr) -> Option<String> {
    let name = variable.name()?;
    let start = trimmed_range(variable.syntax()).start();
    let around = || variable.syntax().ancestors();
    let body = around().find(|it| Definition::can_cast(it.kind()))?;
    let assignments = body.descendants().filter_map(AssignExpr::cast);
    let assigned = assignments
        .filter(|it| it.syntax().text_range().end() <= start && sets(it, &name))
        .last();
    let is_named = |it: &Param| it.name().is_some_and(|it| it == name);
    let mut lambdas = around().filter_map(Lambda::cast);
    let given = lambdas.find_map(|lambda| {
        let list = lambda.param_list()?;
        let parameter = list.parameters().find(is_named)?;
        Some(declared(&parameter).or_else(|| element(&type_of(&iterated(lambda.syntax())?)?)))
    });
    match (given, assigned) {
        (Some(given), _) => given,
        (None, Some(assigned)) => type_of(&assigned.rhs()?),
        (None, None) => {
            let mut parameters = body.descendants().filter_map(Param::cast);
            declared(&parameters.find(is_named)?)
        }
    }
}

fn sets(assignment: &AssignExpr, name: &str) -> bool {
    matches!(assignment.lhs(), Some(Expr::VariableExpr(it)) if it.name().is_some_and(|it| it == name))
}

fn declared(parameter: &Param) -> Option<String> {
    Some(
        parameter
            .ty()?
            .syntax()
            .text()
            .to_string()
            .trim()
            .to_owned(),
    )
}

/// What a function with a lambda goes through.
fn iterated(lambda: &SyntaxNode) -> Option<Expr> {
    let call = lambda.parent()?;
    match MethodCallExpr::cast(call.clone()) {
        Some(call) => call.receiver(),
        None => {
            let call = CallExpr::cast(call)?;
            call.syntax()
                .children()
                .find_map(ArgList::cast)?
                .args()
                .next()
        }
    }
}

#[cfg(test)]
mod tests {
    use puppet_syntax::ast::{AstNode as _, Expr};
    use puppet_syntax::{Entry, Keywords, ParseOptions, parse_with};

    use super::{members, type_of};

    #[test]
    fn types_of_expressions() {
        let options = ParseOptions {
            entry: Entry::Manifest,
            keywords: Keywords::Tasks,
        };
        for (code, expected) in [
            ("$r = run_command('x', $targets)\n$r", Some("ResultSet")),
            ("run_task('x', $targets).first", Some("Result")),
            ("$r = run_task('x', $t)\n$r[0]", Some("Result")),
            (
                "$r = run_task('x', $t)\n$r.each |$it| { notice(1) $it }",
                Some("Result"),
            ),
            (
                "$x = get_targets($targets)\n$x.map |$it| { $it }",
                Some("Target"),
            ),
            (
                "$x = get_targets($targets)\n($x.filter |$it| { true })[0]",
                Some("Target"),
            ),
            (
                "$r = run_task('x', $t)\n$r.error_set.targets",
                Some("Array[Target]"),
            ),
            ("$count", Some("Integer")),
            ("$r = 1\n$r", None),
            ("$unknown.size", None),
        ] {
            let plan = format!("plan a::b(TargetSpec $targets, Integer $count) {{\n{code}\n}}\n");
            let root = parse_with(&plan, options).syntax();
            let end = plan.trim_end().trim_end_matches(['}', '\n', ' ']).len();
            let all = root.descendants().filter_map(Expr::cast);
            let last = all.filter(|it| usize::from(super::trimmed_range(it.syntax()).end()) == end);
            let found = last.filter_map(|it| type_of(&it)).next();
            assert_eq!(found.as_deref(), expected, "{code}");
        }
        assert!(members("Result").any(|it| it == ("target", "Target")));
    }
}
