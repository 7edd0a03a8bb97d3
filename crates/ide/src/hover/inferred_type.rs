//! The inferred type of a variable, of an expression and of a selection.

use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AssignExpr, AstNode, Expr, Lambda, Param, VariableExpr};
use puppet_text::TextRange;
use puppet_types::{Type, readable};

use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::NameRef;
use puppet_ide_db::plan_types;
use puppet_ide_db::syntax_ext::{self, trimmed_range};

/// `$name: Type`, as far as the type is known here.
pub(super) fn type_of_variable(
    context: FileContext<'_>,
    at: &NameRef,
    name: &str,
) -> Option<String> {
    let node = at.token.parent()?;
    let range = match Param::cast(node.clone()) {
        Some(parameter) => first_use(&parameter)?,
        None => valued_range(&node),
    };
    let inferred = inferred_at(context, range)?;
    Some(format!("${name}: {inferred}"))
}

/// Where a lambda reads a parameter without a type of its own first: there it has the type that it is given.
fn first_use(parameter: &Param) -> Option<TextRange> {
    let name = parameter.name().filter(|_| parameter.ty().is_none())?;
    let lambda = parameter.syntax().ancestors().find_map(Lambda::cast)?;
    let block = lambda.block()?;
    let mut variables = block.syntax().descendants().filter_map(VariableExpr::cast);
    let usage = variables.find(|it| it.name().is_some_and(|it| it == name))?;
    Some(trimmed_range(usage.syntax()))
}

/// Where the value of a variable stands that is named at a node: where it is assigned, the right side.
pub(crate) fn valued_range(node: &SyntaxNode) -> TextRange {
    let assignment = node.parent().and_then(AssignExpr::cast);
    let value = assignment
        .filter(|it| it.lhs().is_some_and(|lhs| lhs.syntax() == node))
        .and_then(|it| it.rhs());
    trimmed_range(value.as_ref().map_or(node, |value| value.syntax()))
}

/// What is known about the value of the expression at a range.
pub(crate) fn inferred_at(context: FileContext<'_>, range: TextRange) -> Option<String> {
    let ty = puppet_inference::type_at(context.db, context.file, range);
    let Some(ty) = ty.filter(|ty| *ty != Type::Unknown) else {
        return plan_types::type_at(context.db, context.file, range);
    };
    let environment = owner(context.db, context.file)?.environment;
    let names = NameResolver::new(context.db, environment, context.file);
    Some(readable(&names, &ty))
}

/// The smallest expression around a selection whose type is known, with its type.
pub(crate) fn inferred_type(
    context: FileContext<'_>,
    selection: TextRange,
) -> Option<(TextRange, String)> {
    let root = syntax_ext::root(context.db, context.file);
    if !root.text_range().contains_range(selection) {
        return None;
    }
    let token = puppet_syntax::tokens_at(&root, selection.start()).right_biased()?;
    let around = token.parent_ancestors().filter_map(Expr::cast);
    let mut expressions = around.filter(|it| it.syntax().text_range().contains_range(selection));
    expressions.find_map(|expression| {
        let range = trimmed_range(expression.syntax());
        Some((range, inferred_at(context, range)?))
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use puppet_text::{TextRange, TextSize};

    use crate::test_fixture::cursor;

    #[test]
    fn types_of_what_is_selected() {
        let type_of = |code: &str, length: u32| {
            let (analysis, at) = cursor(code);
            let selection = TextRange::at(at.offset, TextSize::new(length));
            let found = analysis.inferred_type(at.file, selection);
            found.expect("not cancelled").map(|(_, ty)| ty)
        };
        let found = [
            type_of("$x = [$01, 'a']", 1),
            type_of("$x = [$01, 'a']", 6),
            type_of("$x = [$01, 'a'", 0),
            type_of("class a { }$0 ", 0),
            type_of("$x = 1$0", 90),
            type_of(
                "#- /manifests/site.pp\n$x = [$$0web::port, \n#- /environment.conf\n\
                 #- /modules/web/manifests/init.pp\nclass web(Integer[1] $port) { }\n",
                0,
            ),
        ];
        expect![[r#"[Some("Integer[1, 1]"), Some("Tuple[Integer[1, 1], String]"), Some("Integer[1, 1]"), None, None, Some("Integer[1]")]"#]].assert_eq(&format!("{found:?}"));
    }
}
