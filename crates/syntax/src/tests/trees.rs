use expect_test::{Expect, expect};

use super::{outline, parse};
use crate::Entry;

fn check(text: &str, expect: Expect) {
    let parse = parse(text, Entry::Manifest);
    assert_eq!(parse.errors(), []);
    assert_eq!(parse.stop(), None);
    let outline = outline(&parse.syntax());
    let inner = outline
        .strip_prefix("(SOURCE_FILE ")
        .and_then(|it| it.strip_suffix(')'));
    expect.assert_eq(inner.unwrap_or_default());
}

#[test]
fn operators_bind_as_in_puppet() {
    check(
        "-$a.b + !$c in $d * 2",
        expect![
            "(BIN_EXPR (PREFIX_EXPR - (METHOD_CALL_EXPR (VARIABLE_EXPR $a) . (METHOD_NAME b))) + (BIN_EXPR (BIN_EXPR (PREFIX_EXPR ! (VARIABLE_EXPR $c)) in (VARIABLE_EXPR $d)) * (NUMBER_EXPR 2)))"
        ],
    );
    check(
        "$a and $b ? { 1 => 2 } or $c == $d",
        expect![
            "(BIN_EXPR (BIN_EXPR (VARIABLE_EXPR $a) and (SELECTOR_EXPR (VARIABLE_EXPR $b) ? { (SELECTOR_ENTRY (NUMBER_EXPR 1) => (NUMBER_EXPR 2)) })) or (BIN_EXPR (VARIABLE_EXPR $c) == (VARIABLE_EXPR $d)))"
        ],
    );
    check(
        "$a ? b => $c + 1",
        expect![
            "(SELECTOR_EXPR (VARIABLE_EXPR $a) ? (SELECTOR_ENTRY (NAME_EXPR b) => (BIN_EXPR (VARIABLE_EXPR $c) + (NUMBER_EXPR 1))))"
        ],
    );
    check(
        "$a = $b += 1",
        expect![
            "(ASSIGN_EXPR (VARIABLE_EXPR $a) = (ASSIGN_EXPR (VARIABLE_EXPR $b) += (NUMBER_EXPR 1)))"
        ],
    );
}

#[test]
fn white_space_decides_about_brackets() {
    check(
        "$a[1] [2]",
        expect![
            "(ACCESS_EXPR (VARIABLE_EXPR $a) (ACCESS_KEYS [ (NUMBER_EXPR 1) ])) (LIST_EXPR [ (NUMBER_EXPR 2) ])"
        ],
    );
    check(
        "f(1)\n(2)",
        expect![
            "(CALL_EXPR (NAME_EXPR f) (ARG_LIST ( (NUMBER_EXPR 1) ))) (PAREN_EXPR ( (NUMBER_EXPR 2) ))"
        ],
    );
}

#[test]
fn braces_after_expressions_are_resources() {
    check(
        "file { 'a': b => 1; 'c': * => $d }",
        expect![
            "(RESOURCE_EXPR (NAME_EXPR file) { (RESOURCE_BODY (STRING_EXPR 'a') : (ATTRIBUTE (ATTRIBUTE_NAME b) => (NUMBER_EXPR 1))) ; (RESOURCE_BODY (STRING_EXPR 'c') : (ATTRIBUTE_SPLAT * => (VARIABLE_EXPR $d))) })"
        ],
    );
    check(
        "File { a => 1 } File['a'] { b +> 2 }",
        expect![
            "(RESOURCE_DEFAULTS (TYPE_REF File) { (ATTRIBUTE (ATTRIBUTE_NAME a) => (NUMBER_EXPR 1)) }) (RESOURCE_OVERRIDE (ACCESS_EXPR (TYPE_REF File) (ACCESS_KEYS [ (STRING_EXPR 'a') ])) { (ATTRIBUTE (ATTRIBUTE_NAME b) +> (NUMBER_EXPR 2)) })"
        ],
    );
    check(
        "@@a { 'b': } -> C <<| d == 1 |>> { e => 2, }",
        expect![
            "(RELATIONSHIP_EXPR (VIRTUAL_EXPR @@ (RESOURCE_EXPR (NAME_EXPR a) { (RESOURCE_BODY (STRING_EXPR 'b') :) })) -> (COLLECT_EXPR (TYPE_REF C) (QUERY <<| (BIN_EXPR (NAME_EXPR d) == (NUMBER_EXPR 1)) |>>) { (ATTRIBUTE (ATTRIBUTE_NAME e) => (NUMBER_EXPR 2)) , }))"
        ],
    );
    check(
        "if a { b { 'c': } }",
        expect![
            "(IF_EXPR if (NAME_EXPR a) (BLOCK { (RESOURCE_EXPR (NAME_EXPR b) { (RESOURCE_BODY (STRING_EXPR 'c') :) }) }))"
        ],
    );
}

#[test]
fn statements_may_be_calls_without_parentheses() {
    check(
        "include a, b\nnotice 1 c 2",
        expect![
            "(STATEMENT_CALL (NAME_EXPR include) (NAME_EXPR a) , (NAME_EXPR b)) (STATEMENT_CALL (NAME_EXPR notice) (NUMBER_EXPR 1)) (NAME_EXPR c) (NUMBER_EXPR 2)"
        ],
    );
}

#[test]
fn the_text_of_a_heredoc_is_where_it_is_written() {
    check(
        "f(@(A), @(\"B\"))\n a\n A\n b ${c}\n B\n$d",
        expect![[r#"
        (CALL_EXPR (NAME_EXPR f) (ARG_LIST ( (HEREDOC @(A)) , (HEREDOC @("B")) ))) (HEREDOC_BODY  a
          A) (HEREDOC_BODY  b  (INTERPOLATION ${ (VARIABLE_EXPR c) }) 
          B) (VARIABLE_EXPR $d)"#]],
    );
}

#[test]
fn definitions() {
    check(
        "class a::b(Integer[1] $c = 1, *$d) inherits e { }",
        expect![
            "(CLASS_DEF class (DEF_NAME a::b) (PARAM_LIST ( (PARAM (ACCESS_EXPR (TYPE_REF Integer) (ACCESS_KEYS [ (NUMBER_EXPR 1) ])) $c = (NUMBER_EXPR 1)) , (PARAM * $d) )) (INHERITS_CLAUSE inherits (NAME_REF e)) (BLOCK { }))"
        ],
    );
    check(
        "function a($b) >> String[1] { $b }",
        expect![
            "(FUNCTION_DEF function (DEF_NAME a) (PARAM_LIST ( (PARAM $b) )) (RETURN_TYPE >> (ACCESS_EXPR (TYPE_REF String) (ACCESS_KEYS [ (NUMBER_EXPR 1) ]))) (BLOCK { (VARIABLE_EXPR $b) }))"
        ],
    );
    check(
        "node a.b, /c/, default inherits 'd' { }",
        expect![
            "(NODE_DEF node (HOST_MATCHES (HOST_NAME a . b) , (REGEX_EXPR /c/) , (DEFAULT_EXPR default)) (INHERITS_CLAUSE inherits (STRING_EXPR 'd')) (BLOCK { }))"
        ],
    );
    check(
        "type A = B{} type A[b] = C type D inherits E { }",
        expect![
            "(TYPE_ALIAS type (TYPE_REF A) = (TYPE_REF B) (HASH_EXPR { })) (TYPE_MAPPING type (ACCESS_EXPR (TYPE_REF A) (ACCESS_KEYS [ (NAME_EXPR b) ])) = (TYPE_REF C)) (TYPE_DEF type (DEF_NAME D) (INHERITS_CLAUSE inherits (DEF_NAME E)) (BLOCK { }))"
        ],
    );
}

#[test]
fn templates() {
    let text = "<%- | $a | -%>\nx<%# c %>y<%= $a %>\n<% if $a { -%>\nz<% } %>";
    let parse = parse(text, Entry::Epp);
    assert_eq!(parse.errors(), []);
    expect![[r#"
        (EPP_TEMPLATE <%- (PARAM_LIST | (PARAM $a) |) -%> (RENDER_TEXT 
        x y) (RENDER_EXPR <%= (VARIABLE_EXPR $a) %>) (RENDER_TEXT 
        ) <% (IF_EXPR if (VARIABLE_EXPR $a) (BLOCK { -%> (RENDER_TEXT 
        z) <% })) %>)"#]]
    .assert_eq(&outline(&parse.syntax()));
}
