use expect_test::{Expect, expect};
use puppet_syntax::{Entry, Parse, parse};

use super::lower;
use crate::dump;

fn check(parse: &Parse, expect: Expect) {
    let (program, map) = lower(parse);
    expect.assert_eq(&dump(&program, Some(&map)));
}

fn check_manifest(text: &str, expect: Expect) {
    check(&parse(text, Entry::Manifest), expect);
}

#[test]
fn statements_are_calls_and_blocks() {
    check_manifest(
        "include a, b\nf(1)",
        expect![[
            r#"(Program body=(BlockExpression@0+17 statements=[(CallNamedFunctionExpression@0+12 rval_required=false functor_expr=(QualifiedName@0+7 value="include") arguments=[(QualifiedName@8+1 value="a") (QualifiedName@11+1 value="b")]) (CallNamedFunctionExpression@13+4 rval_required=false functor_expr=(QualifiedName@13+1 value="f") arguments=[(LiteralInteger@15+1 radix=10 value=1)])]))"#
        ]],
    );
    check_manifest(
        "notice { a => 1 }",
        expect![[
            r#"(Program body=(CallNamedFunctionExpression@0+17 rval_required=false functor_expr=(QualifiedName@0+6 value="notice") arguments=[(LiteralHash@7+10 entries=[(KeyedEntry@7+0 key=(LiteralString@7+0 value="a") value=(LiteralInteger@14+1 radix=10 value=1))])]))"#
        ]],
    );
}

#[test]
fn names_have_the_namespace_of_the_classes_around() {
    check_manifest(
        "class a { class b { define c { } } }",
        expect![[
            r#"(Program body=(HostClassDefinition@0+36 name="a" body=(BlockExpression@0+0 statements=[(HostClassDefinition@10+24 name="a::b" body=(BlockExpression@10+0 statements=[(ResourceTypeDefinition@20+12 name="a::b::c")]))])))"#
        ]],
    );
}

#[test]
fn entries_without_braces_are_one_hash() {
    check_manifest(
        "f(a => 1, b => 2, 3)",
        expect![[
            r#"(Program body=(CallNamedFunctionExpression@0+20 rval_required=false functor_expr=(QualifiedName@0+1 value="f") arguments=[(LiteralHash@4+2 entries=[(KeyedEntry@4+2 key=(QualifiedName@2+1 value="a") value=(LiteralInteger@7+1 radix=10 value=1)) (KeyedEntry@12+2 key=(QualifiedName@10+1 value="b") value=(LiteralInteger@15+1 radix=10 value=2))]) (LiteralInteger@18+1 radix=10 value=3)]))"#
        ]],
    );
}

#[test]
fn texts_of_heredocs_have_no_margin() {
    check_manifest(
        "f(@(\"A\"))\n  b ${c}\n  | A",
        expect![[
            r#"(Program body=(CallNamedFunctionExpression@0+9 rval_required=false functor_expr=(QualifiedName@0+1 value="f") arguments=[(HeredocExpression@2+6 syntax="" text_expr=(ConcatenatedString@10+7 segments=[(LiteralString@10+4 value="b ") (TextExpression@10+0 expr=(VariableExpression@16+1 expr=(QualifiedName@17+0 value="c"))) (LiteralString@18+1 value="\n")]))]))"#
        ]],
    );
}

#[test]
fn templates_are_lambdas() {
    check(
        &parse("<%- |$a| -%>\nb<%= $a %>", Entry::Epp),
        expect![[
            r#"(Program body=(LambdaExpression@0+0 parameters=[(Parameter@5+2 name="a")] body=(EppExpression@0+0 parameters_specified=true body=(BlockExpression@0+0 statements=[(RenderStringExpression@12+5 value="b") (RenderExpression@12+11 expr=(VariableExpression@18+2 expr=(QualifiedName@19+1 value="a")))]))))"#
        ]],
    );
}

#[test]
fn holes_are_missing() {
    check_manifest(
        "$a = \nclass b { $c = [1, + }",
        expect![[
            r#"(Program body=(AssignmentExpression@3+1 left_expr=(VariableExpression@0+2 expr=(QualifiedName@1+1 value="a")) right_expr=(HostClassDefinition@6+22 name="b" body=(BlockExpression@6+0 statements=[(AssignmentExpression@19+1 left_expr=(VariableExpression@16+2 expr=(QualifiedName@17+1 value="c")) right_expr=(LiteralList@21+5 values=[(LiteralInteger@22+1 radix=10 value=1)]) operator="=")])) operator="="))"#
        ]],
    );
}

#[test]
fn nothing_recurses_along_chains_of_operators() {
    let text = format!("$a = 1{}", " + 1".repeat(1400));
    let (program, _) = lower(&parse(&text, Entry::Manifest));
    let dump = dump(&program, None);
    assert_eq!(dump.matches("ArithmeticExpression").count(), 1400);
}
