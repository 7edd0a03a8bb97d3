use expect_test::expect;

use super::parse;
use crate::Entry;
use crate::ast::{AstNode, Definition, Documentation};

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
                        is_nested: false,
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
                        is_nested: false,
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
                        is_nested: false,
                        range: 97..129,
                    },
                    DocTag {
                        name: "return",
                        types: Some(
                            "Undef",
                        ),
                        subject: None,
                        text: "nothing",
                        is_nested: false,
                        range: 132..155,
                    },
                    DocTag {
                        name: "example",
                        types: None,
                        subject: None,
                        text: "Title\nf(1)\n\nf(2)",
                        is_nested: false,
                        range: 158..172,
                    },
                ],
                range: 19..205,
            },
        )
    "#]]
    .assert_debug_eq(&docs);
}

#[test]
fn tags_below_an_overload_belong_to_it() {
    let docs = Documentation::from_text(
        "Text.\n@overload f(a)\n  One.\n  @param a What\n    more\n@raise [Odd] so\n@raise Puppet::Error so\n\
         @raise So\n@option a [String] :b c",
    );
    let tags = docs.tags.iter().map(|it| {
        let subject = it.subject.as_deref().unwrap_or("-");
        let types = it.types.as_deref().unwrap_or("-");
        format!(
            "{} {} {subject} {types} {:?}\n",
            it.name, it.is_nested, it.text
        )
    });
    expect![[r#"
        Text.
        overload false - - "f(a)\nOne."
        param true a - "What\nmore"
        raise false - Odd "so"
        raise false Puppet::Error - "so"
        raise false - - "So"
        option false a String ":b c"
    "#]]
    .assert_eq(&format!("{}\n{}", docs.text, tags.collect::<String>()));
}
