use expect_test::expect;

use super::parse;
use crate::Entry;
use crate::ast::{AstNode, Definition};

#[test]
fn tags_are_read() {
    let text = "\
$a = 1 # not this

# What it does.
#
# @summary In short
# @param b [String]
#   Two
#   lines
# @param [Array[Integer, 1]] c One
# @return [Undef] nothing
# @example Title
#   f(1)
#
#   f(2)
#
# The end.
function f($b, $c) { }
";
    let parse = parse(text, Entry::Manifest);
    let definition = parse.syntax().descendants().find_map(Definition::cast);
    let docs = definition.and_then(|it| it.documentation());
    expect![[r#"
        Some(
            Documentation {
                text: "What it does.\n\nThe end.",
                tags: [
                    DocTag {
                        name: "summary",
                        types: None,
                        subject: None,
                        text: "In short",
                        range: 39..56,
                    },
                    DocTag {
                        name: "param",
                        types: Some(
                            "String",
                        ),
                        subject: Some(
                            "b",
                        ),
                        text: "Two\nlines",
                        range: 59..76,
                    },
                    DocTag {
                        name: "param",
                        types: Some(
                            "Array[Integer, 1]",
                        ),
                        subject: Some(
                            "c",
                        ),
                        text: "One",
                        range: 97..129,
                    },
                    DocTag {
                        name: "return",
                        types: Some(
                            "Undef",
                        ),
                        subject: None,
                        text: "nothing",
                        range: 132..155,
                    },
                    DocTag {
                        name: "example",
                        types: None,
                        subject: None,
                        text: "Title\nf(1)\n\nf(2)",
                        range: 158..172,
                    },
                ],
                range: 19..205,
            },
        )
    "#]]
    .assert_debug_eq(&docs);
}
