//! Parts of a text: whole statements that a range touches.

use expect_test::{Expect, expect};
use puppet_format::{apply, format_range};
use puppet_syntax::{Entry, TextRange, TextSize};

use crate::support::{options, parse};

/// Formats what is between `<<<` and `>>>`.
fn check(marked: &str, expected: &Expect) {
    let start = marked.find("<<<").expect("a start");
    let end = marked.find(">>>").expect("an end") - 3;
    let text = marked.replace("<<<", "").replace(">>>", "");
    let size = |offset: usize| TextSize::try_from(offset).expect("a short text");
    let parse = parse(&text, Entry::Manifest);
    let range = TextRange::new(size(start), size(end));
    let edits = format_range(&text, &parse, options(Entry::Manifest), range);
    expected.assert_eq(&apply(&text, &edits));
}

#[test]
fn whole_statements_are_formatted() {
    check(
        "class a {\n    $b=1\n    x { 'y':\nz<<<=>1,\n}\n      $c>>>=2\n    $d=3\n}\n",
        &expect![[r#"
            class a {
                $b=1
              x { 'y':
                z => 1,
              }
              $c = 2
                $d=3
            }
        "#]],
    );
    check(
        "$a=1\nclass b{\n<<<$c=1\n}\n$d=1>>>\n$e=1\n",
        &expect![[r#"
            $a=1
            class b {
              $c = 1
            }
            $d = 1
            $e=1
        "#]],
    );
}

#[test]
fn nothing_is_touched_between_statements() {
    check(
        "class a {\n    $b=1\n\n<<< >>>\n\n    $c=1\n}\n",
        &expect![[r#"
            class a {
                $b=1

             

                $c=1
            }
        "#]],
    );
    check("<<<>>>", &expect![""]);
}
