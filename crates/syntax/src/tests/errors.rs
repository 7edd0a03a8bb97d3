use expect_test::{Expect, expect};

use super::error_list;
use crate::Entry;

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&error_list(text, Entry::Manifest));
}

#[test]
fn missing_commas() {
    check(
        "f(1 2, 3)",
        expect![[r#"
        1: "": Expected `,` here
    "#]],
    );
    check(
        "$a = [\n  1\n  2,\n]",
        expect![[r#"
        2: "": Expected `,` here
    "#]],
    );
    check(
        "file { 'a':\n  b => 1\n  c => 2,\n}",
        expect![[r#"
        2: "": Expected `,` here
    "#]],
    );
}

#[test]
fn missing_brackets() {
    check(
        "$a = [1, 2\n$b = 3",
        expect![[r#"
        1: "": Expected `]` here
    "#]],
    );
    check(
        "$a = [1, 2\ninclude a\ninclude b",
        expect![[r#"
            1: "": Expected `]` here
        "#]],
    );
    check(
        "f(1, 2\ng(3)",
        expect![[r#"
            1: "": Expected `)` here
        "#]],
    );
    check(
        "class a {\n  if $b {\n    f(1)\n}\nclass c { }",
        expect![[r#"
        3: "": Expected `}` here to close this block
    "#]],
    );
    check(
        "class a {\n  $b.each |$x| { file {\n  if $b { }\n}\nclass c { }",
        expect![[r#"
            2: "": Expected a title and `:` here
        "#]],
    );
    check(
        "class a {\n  $h = { b => {\n  if $b { }\n}\nclass c { }",
        expect![[r#"
            2: "": Expected `}` here
        "#]],
    );
    check(
        "class a {\n  $b.map |$x| { $x +\n  if $b { }\n}\nclass c { }",
        expect![[r#"
            2: "": Expected an operand here
        "#]],
    );
    check(
        "class a\n  $b = 1\n}\nclass c { }",
        expect![[r#"
        1: "": Expected `{` and the body of the class here
    "#]],
    );
    check(
        "class a {\n  if b {\n  }}\n  g(2)\n}\nclass c { }",
        expect![[r#"
            3: "}": Expected a statement, found `}`
        "#]],
    );
}

#[test]
fn missing_arrows() {
    check(
        "file { 'a': b 1, c => 2 }",
        expect![[r#"
        1: "": Expected `=>` here
    "#]],
    );
    check(
        "$a ? { 1 2, default => 3 }",
        expect![[r#"
        1: "": Expected `=>` here
    "#]],
    );
    check(
        "{ 'a' 1, b => 2 }",
        expect![[r#"
        1: "": Expected `=>` here
    "#]],
    );
}

#[test]
fn what_puppet_refuses_without_a_syntax_error() {
    check(
        "1, 2",
        expect![[r#"
        1: ",": Values separated by commas are only allowed as arguments: put them in parentheses
    "#]],
    );
    check(
        "@foo",
        expect![[r#"
        1: "@": Only a resource can be virtual or exported
    "#]],
    );
    check(
        "'a' { }",
        expect![[r#"
        1: "'a'": Expected a resource type or a resource reference before `{`
    "#]],
    );
    check(
        "class class { } define 'a' { }",
        expect![[r#"
        1: "class": `class` is a keyword and cannot be used as a name
        1: "'a'": The name of a definition cannot be in quotes
    "#]],
    );
}

#[test]
fn nesting_without_end_is_reported_once() {
    let fragments = [
        "[",
        "{",
        "(",
        "f(",
        "if a {",
        "\"${",
        "!",
        "a{b:c=>",
        "$a=",
        "a?",
        "1+",
        "a->",
        "{a=>",
        "x[",
        "case a {b:{",
        "@",
        "f() |$a| {",
    ];
    for fragment in fragments {
        let parse = super::parse(&fragment.repeat(5_000), Entry::Manifest);
        let deep = |it: &&crate::SyntaxError| it.kind == crate::SyntaxErrorKind::NestedTooDeeply;
        assert!(
            parse.errors().iter().filter(deep).count() <= 1,
            "{fragment}"
        );
    }
}

#[test]
fn a_missing_quote_is_found_where_all_quotes_pair_up() {
    let rest = "  # it's\n  file { '/a': mode => '0644', owner => 'root' }\n  $c = ['x', 'y']\n}\n";
    for quote in [
        "notice('hel\n",
        "$a = { 'b' => 'c, 'd' => 1 }\n",
        "include ['a, 'b']\n",
    ] {
        let text = format!("class a {{\n  {quote}{rest}");
        let errors = error_list(&text, Entry::Manifest);
        assert!(errors.starts_with("2: "), "{quote}: {errors}");
        assert!(
            errors.contains("Unclosed quote: the string is never closed"),
            "{quote}: {errors}"
        );
        assert!(
            errors.lines().all(|it| it.starts_with("2: ")),
            "{quote}: {errors}"
        );
    }
}

#[test]
fn what_puppet_accepts_keeps_its_quotes() {
    check(
        "if $a == 'x'or $b == 'y' { }\n$c = 'x'include 'y'\n",
        expect![[""]],
    );
    check(
        "notice('a'b)\nnotice('c', 'd')\n",
        expect![[r#"
            1: "": Expected `,` here
        "#]],
    );
}

#[test]
fn what_is_missing_between_brackets_is_named() {
    check(
        "class a(Array[] $x) {\n  $y = $x[]\n  File[] -> $y\n}",
        expect![[r#"
            1: "]": Expected a type parameter, found `]`
            2: "]": Expected a key, found `]`
            3: "]": Expected a type parameter or a title, found `]`
        "#]],
    );
}

#[test]
fn a_misspelt_keyword_is_where_the_error_is() {
    check(
        "clas a::b (\n  $c = 1,\n) {\n  include d\n}\n",
        expect![[r#"
            1: "a::b": A keyword such as `if` is missing before this expression
        "#]],
    );
    check(
        "unles $a == 1 {\n  include d\n} else {\n  $b = 1\n}\n",
        expect![[r#"
            1: "==": A keyword such as `if` is missing before this expression
        "#]],
    );
}
