//! On-type formatting: a typed arrow is aligned with the others.

use puppet_db::File;
use puppet_syntax::SyntaxKind;
use puppet_text::TextSize;

use puppet_ide_assists::handlers::align_arrows::aligned;
use puppet_ide_db::context::Context;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext;

/// The edits after a character was typed before `offset`: `>` of an arrow.
pub(crate) fn on_type(
    context: Context<'_>,
    file: File,
    offset: TextSize,
    typed: char,
) -> Vec<TextEdit> {
    if typed != '>' {
        return Vec::new();
    }
    let root = syntax_ext::root(context.db, file);
    let arrow = puppet_syntax::tokens_at(&root, offset)
        .left_biased()
        .filter(|token| {
            matches!(token.kind(), SyntaxKind::FAT_ARROW | SyntaxKind::PLUS_ARROW)
                && token.text_range().end() == offset
        });
    let holder = arrow.and_then(|arrow| arrow.parent()?.parent());
    holder.map_or_else(Vec::new, |holder| aligned(file.text(context.db), &holder))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::test_fixture::cursor;
    use puppet_ide_db::source_change::apply_edits;

    fn check(fixture: &str, expected: &Expect) {
        let (analysis, position) = cursor(fixture);
        let edits = analysis.on_type(position, '>').expect("not cancelled");
        let text = analysis.text(position.file).expect("not cancelled");
        expected.assert_eq(&apply_edits(&text, &edits));
    }

    #[test]
    fn a_new_arrow_moves_the_others_or_itself() {
        check(
            "file { 'x':\n  ensure => file,\n  mode =>$0\n}\n",
            &expect![[r#"
                file { 'x':
                  ensure => file,
                  mode   =>
                }
            "#]],
        );
        check(
            "file { 'x':\n  mode => '1',\n  recurse =>$0 true,\n}\n",
            &expect![[r#"
                file { 'x':
                  mode    => '1',
                  recurse => true,
                }
            "#]],
        );
        check(
            "$x = {\n  'a' => 1,\n  'bcd' =>$0\n}\n",
            &expect![[r#"
            $x = {
              'a'   => 1,
              'bcd' =>
            }
        "#]],
        );
        check(
            "$x = { 'a' => 1, 'bcd' =>$0 }\n",
            &expect![[r#"
            $x = { 'a' => 1, 'bcd' => }
        "#]],
        );
        check(
            "if 2 >$0 1 { }\n",
            &expect![[r#"
            if 2 > 1 { }
        "#]],
        );
    }

    #[test]
    fn incomplete_code_and_templates() {
        check(
            "class a {\n  file { 'x':\n    ensure => file,\n    mode =>$0\n",
            &expect![[r#"
                class a {
                  file { 'x':
                    ensure => file,
                    mode   =>
            "#]],
        );
        check(
            "file { 'x':\n  ensure => 'a\n  mode =>$0\n}\n",
            &expect![[r#"
                file { 'x':
                  ensure => 'a
                  mode   =>
                }
            "#]],
        );
        check(
            "#- /a.epp\n<%= f({\n  a => 1,\n  bcd =>$0\n}) %>\n",
            &expect![[r#"
                <%= f({
                  a   => 1,
                  bcd =>
                }) %>
            "#]],
        );
    }
}
