//! The layout of manifests and templates, as a whole or in parts.

use puppet_format::FormatEdit;
use puppet_syntax::{Parse, ParseOptions};
use puppet_text::TextRange;

use puppet_ide_db::context::FileContext;
use puppet_ide_db::source_change::TextEdit;

/// The edits that lay out a file; none for files of other languages.
pub(crate) fn format(context: FileContext<'_>) -> Vec<TextEdit> {
    edits(context, puppet_format::format)
}

/// The edits that lay out the statements that a range touches, as after something was pasted there.
pub(crate) fn format_range(context: FileContext<'_>, range: TextRange) -> Vec<TextEdit> {
    edits(context, |text, parse, options| {
        puppet_format::format_range(text, parse, options, range)
    })
}

fn edits(
    context: FileContext<'_>,
    format: impl Fn(&str, &Parse, ParseOptions) -> Vec<FormatEdit>,
) -> Vec<TextEdit> {
    let Some(options) = puppet_db::parse_options(context.db, context.file) else {
        return Vec::new();
    };
    let parse = puppet_db::parse(context.db, context.file);
    let edits = format(context.file.text(context.db), parse, options).into_iter();
    edits
        .map(|edit| TextEdit::replace(edit.range, edit.text))
        .collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::TextRange;
    use crate::test_fixture::{cursor, single};
    use puppet_ide_db::position::FileRange;
    use puppet_ide_db::source_change::apply_edits;

    fn check(fixture: &str, expected: &Expect) {
        let (analysis, file) = single(fixture);
        let text = analysis.text(file).expect("not cancelled");
        let edits = analysis.format(file).expect("not cancelled");
        expected.assert_eq(&apply_edits(&text, &edits));
    }

    /// Formats what stands at the cursor.
    fn check_at(fixture: &str, expected: &Expect) {
        let (analysis, position) = cursor(fixture);
        let place = FileRange {
            file: position.file,
            range: TextRange::empty(position.offset),
        };
        let text = analysis.text(place.file).expect("not cancelled");
        let edits = analysis.format_range(place).expect("not cancelled");
        expected.assert_eq(&apply_edits(&text, &edits));
    }

    #[test]
    fn manifests() {
        check(
            "class a($b=1){\nc{'d':\ne=>$b}\n}\n",
            &expect![[r#"
            class a ($b = 1) {
              c { 'd':
                e => $b }
            }
        "#]],
        );
        check_at(
            "class a($b=1){\nc{'d':\ne$0=>$b,\n}\n  f()\n}\n",
            &expect![[r#"
                class a($b=1){
                  c { 'd':
                    e => $b,
                  }
                  f()
                }
            "#]],
        );
    }

    #[test]
    fn incomplete_statements_stay() {
        check(
            "class a {\nb{'c':\nd => }\ne{'f':}\n}\n",
            &expect![[r#"
            class a {
            b{'c':
            d => }
            e { 'f': }
            }
        "#]],
        );
        check_at(
            "class a {\nb{'c':\nd$0 => }\n}\n",
            &expect![[r#"
            class a {
            b{'c':
            d => }
            }
        "#]],
        );
    }

    #[test]
    fn plans_and_templates_are_read_as_what_they_are() {
        check(
            "#- /m/plans/a.pp\nplan m::a($b){\napply($b){}\n}\n#- /m/metadata.json\n{}\n",
            &expect![[r#"
                plan m::a($b) {
                  apply($b) {}
                }
            "#]],
        );
        check(
            "#- /m/templates/a.epp\n<%if $b{%>  $b=1\n<%}%>\n",
            &expect![[r#"
                <% if $b { %>  $b=1
                <% } %>
            "#]],
        );
        check("#- /m/data/common.yaml\na:   {b: 1}\n", &expect![""]);
    }
}
