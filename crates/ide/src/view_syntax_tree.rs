//! The syntax tree of a file as text.

use std::fmt::Write as _;

use puppet_syntax::WalkEvent;

use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext;

/// Deeper lines are not indented further: in deeply nested code, spaces would be nearly all of the text.
const DEEPEST: usize = 100;

/// The tree of a file, a line for each node and token.
pub(crate) fn syntax_tree(context: FileContext<'_>) -> Option<String> {
    let mut text = String::new();
    let mut depth = 0_usize;
    for event in syntax_ext::root(context.db, context.file).preorder_with_tokens() {
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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::test_fixture::single;

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
}
