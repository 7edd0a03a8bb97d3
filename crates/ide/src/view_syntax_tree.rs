//! A look inside: the tree of a file, and the type of what is selected.

use std::fmt::Write as _;

use puppet_db::File;
use puppet_syntax::WalkEvent;
use puppet_syntax::ast::{AstNode as _, Expr};
use puppet_text::TextRange;

use crate::hover::inferred_at;
use puppet_ide_db::context::Context;
use puppet_ide_db::syntax_ext::{self, trimmed_range};

/// Deeper lines are not indented further: in deeply nested code, spaces would be nearly all of the text.
const DEEPEST: usize = 100;

/// The tree of a file, a line for each node and token.
pub(crate) fn syntax_tree(context: Context<'_>, file: File) -> Option<String> {
    let mut text = String::new();
    let mut depth = 0_usize;
    for event in syntax_ext::root(context.db, file).preorder_with_tokens() {
        match event {
            WalkEvent::Enter(element) => {
                let indent = "  ".repeat(depth.min(DEEPEST));
                // Formatting into a text cannot fail.
                let _ = match element.as_token() {
                    Some(token) => writeln!(text, "{indent}{token:?}"),
                    None => {
                        let (kind, range) = (element.kind(), element.text_range());
                        writeln!(text, "{indent}{kind:?}@{range:?}")
                    }
                };
                depth += 1;
            }
            WalkEvent::Leave(_) => depth = depth.saturating_sub(1),
        }
    }
    Some(text)
}

/// The smallest expression around a selection whose type is known, with its type.
pub(crate) fn inferred_type(
    context: Context<'_>,
    file: File,
    selection: TextRange,
) -> Option<(TextRange, String)> {
    let root = syntax_ext::root(context.db, file);
    if !root.text_range().contains_range(selection) {
        return None;
    }
    let token = puppet_syntax::tokens_at(&root, selection.start()).right_biased()?;
    let around = token.parent_ancestors().filter_map(Expr::cast);
    let mut expressions = around.filter(|it| it.syntax().text_range().contains_range(selection));
    expressions.find_map(|expression| {
        let range = trimmed_range(expression.syntax());
        Some((range, inferred_at(context, file, range)?))
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use puppet_text::{TextRange, TextSize};

    use crate::test_fixture::{cursor, single};

    #[test]
    fn trees_have_every_token() {
        let (analysis, file) = single("#- /manifests/site.pp\n$x = [1");
        let tree = analysis.syntax_tree(file).expect("not cancelled");
        expect![[r#"
            SOURCE_FILE@0..7
              ASSIGN_EXPR@0..7
                VARIABLE_EXPR@0..2
                  VARIABLE@0..2 "$x"
                WHITESPACE@2..3 " "
                EQ@3..4 "="
                WHITESPACE@4..5 " "
                LIST_EXPR@5..7
                  L_BRACK@5..6 "["
                  NUMBER_EXPR@6..7
                    INTEGER@6..7 "1"
        "#]]
        .assert_eq(&tree.expect("a file"));
    }

    #[test]
    fn deep_trees_are_no_longer_than_their_code() {
        let code = format!("#- /manifests/site.pp\n{}", "[".repeat(4000));
        let (analysis, file) = single(&code);
        let tree = analysis.syntax_tree(file).expect("not cancelled");
        assert!(tree.expect("a file").len() < 500 * code.len());
    }

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
