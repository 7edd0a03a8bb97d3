//! Variables that would come to mean other ones.

use puppet_syntax::{SyntaxKind, SyntaxNode};

use puppet_ide_db::local_scopes::{Scopes, scopes_around};
use puppet_ide_db::syntax_ext::tokens_with;

/// Whether what a scope binds cannot get a name: the scope has a variable of this name, or the places that name what it
/// binds (`uses`) would find a nearer one.
pub(super) fn captures(
    text: &str,
    scope: &SyntaxNode,
    uses: &[SyntaxNode],
    new_name: &str,
) -> bool {
    let Some(root) = scope.ancestors().last() else {
        return false;
    };
    let tokens = tokens_with(text, &root, new_name);
    let bound = Scopes::from_tokens(&tokens, new_name);
    let is_bound = |scope: &SyntaxNode| !bound.bindings_of(scope).is_empty();
    let is_within = |inner: &SyntaxNode| inner != scope && inner.ancestors().any(|it| it == *scope);
    let would_find_it = |node: &SyntaxNode| {
        let nearest = scopes_around(node).find(is_bound);
        !nearest.is_some_and(|nearest| is_within(&nearest))
    };
    let variables = tokens.iter().filter(|token| {
        let is_variable = matches!(
            token.kind(),
            SyntaxKind::VARIABLE | SyntaxKind::IMPLICIT_VARIABLE
        );
        is_variable && token.text().trim_start_matches('$') == new_name
    });
    let takes = variables
        .filter_map(|token| token.parent())
        .filter(|node| node.ancestors().any(|it| it == *scope))
        .any(|node| would_find_it(&node));
    let finds_another = |node: &SyntaxNode| {
        let between = scopes_around(node).take_while(|it| it != scope);
        between.into_iter().any(|it| is_bound(&it))
    };
    takes || uses.iter().any(finds_another)
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    /// Whether `$0a` can be called `b`.
    fn can_be_b(code: &str) -> bool {
        let (analysis, position) = cursor(code);
        let change = analysis.rename(position, "b").expect("not cancelled");
        change.expect("a file").is_ok()
    }

    #[test]
    fn names_of_other_scopes_are_free() {
        for code in [
            "each([1]) |$$0a| { notice($a) } each([1]) |$b| { notice($b) }",
            "$$0a = 1\neach([1]) |$b| { notice($b) }\nnotice($a)",
            "each([1]) |$$0a| { each([2]) |$b| { notice(\"${b}\") } notice($a) }",
            "define d { $$0a = 1 each([1]) |$x| { $b = $x notice($b) } notice($a) }",
            "$b = 1\neach([1]) |$$0a| { notice($a) }",
            "class c { $$0a = 1 } class d { $b = 1 }",
        ] {
            assert!(can_be_b(code), "{code}");
        }
    }

    #[test]
    fn names_that_would_mean_another_variable_are_taken() {
        for code in [
            "$$0a = 1\n$b = 2",
            "each([1]) |$$0a, $b| { notice($a) }",
            // The one renamed would be found instead of the outer one.
            "$b = 1\neach([1]) |$$0a| { notice($a, $b) }",
            "$b = 1\neach([1]) |$$0a| { each([2]) |$x| { notice(\"${b}\") } }",
            "define d { $$0a = 1 notice($b) }",
            // The inner one would be found instead of the one renamed.
            "$$0a = 1\neach([1]) |$b| { notice($a) }",
            "each([1]) |$$0a| { each([2]) |$b| { notice(\"${a}\") } }",
            "$$0a = 1\nclass c { $b = 1 notice($a) }",
        ] {
            assert!(!can_be_b(code), "{code}");
        }
    }
}
