//! One source for each issue, and for what comes close without being one.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use puppet_syntax::{Entry, Keywords, ParseOptions, parse_with};

use super::{Issue, IssueCode, PuppetVersion, Strict, ValidationOptions, validate};
use crate::{lower, model::ProgramSourceMap};

fn issues(text: &str, options: &ValidationOptions<'_>) -> (Vec<Issue>, ProgramSourceMap) {
    let entry = if text.starts_with("text") {
        Entry::Epp
    } else {
        Entry::Manifest
    };
    let keywords = if options.tasks {
        Keywords::Tasks
    } else {
        Keywords::Manifest
    };
    let parse = parse_with(text, ParseOptions { entry, keywords });
    assert_eq!(parse.stop(), None, "{text}");
    let (program, map) = lower(&parse);
    (validate(&program, options), map)
}

/// The issues of a text, one line each: code, severity if it is no error, place, message.
fn report(text: &str, options: &ValidationOptions<'_>) -> String {
    let (issues, map) = issues(text, options);
    let line = |issue: &Issue| {
        let place = &text[issue.focus(&map)];
        let severity = match issue.severity {
            super::IssueSeverity::Error => String::new(),
            other => format!(" ({other:?})"),
        };
        format!(
            "{:?}{severity} at `{place}`: {}\n",
            issue.code, issue.message
        )
    };
    issues.iter().map(line).collect()
}

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&report(text, &ValidationOptions::default()));
}

fn check_in_file(file: &str, text: &str, expect: Expect) {
    expect.assert_eq(&report(
        text,
        &ValidationOptions {
            module_file: Some(file),
            ..ValidationOptions::default()
        },
    ));
}

fn check_as_plan(text: &str, expect: Expect) {
    expect.assert_eq(&report(
        text,
        &ValidationOptions {
            tasks: true,
            ..ValidationOptions::default()
        },
    ));
}

#[test]
fn clean_programs() {
    for text in [
        "",
        "class a::b($x, Integer $y = 1) inherits c { $z = $x\n file { $z: mode => '0644' } }",
        "define d($x) { File <| title == $x and (mode != '1' or true) |> { owner +> 'a' } }",
        "function f($a, *$b) >> Integer { $c = [1]\n $c.map |$d| { $d } }",
        "node 'a.b', /c/, default { include x }",
        "type A = Integer[1]\ntype Runtime[ruby, 'X'] = A",
        "class a { class b { } define c { } }",
        "if $x { notice(1) } else { 1 }",
        "$x = { a => 1, 'b' => 2, $c => 3, $c => 4 }",
        "[$a, [$b]] = [1, [2]]",
        "@(E:yaml)\n: :\nE\n.notice",
    ] {
        assert_eq!(report(text, &ValidationOptions::default()), "", "{text}");
    }
}

#[test]
fn names() {
    check(
        "$A = 1\nnotice($_a::b, $01)",
        expect![[r#"
            IllegalVarName at `$A`: Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
            IllegalVarName at `$_a::b`: Illegal variable name, The given name '_a::b' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
            IllegalNumericVarName at `$01`: Illegal numeric variable name, The given name '01' must be a decimal value if it starts with a digit 0-9
        "#]],
    );
    check(
        "class Aa { }\nfunction integer() { }\nprivate",
        expect![[r#"
            ReservedWord at `private`: Use of reserved word: private, must be quoted if intended to be a String value
            IllegalDefinitionName at `Aa`: Unacceptable name. The name 'Aa' is unacceptable as the name of a Host Class Definition
            ReservedTypeName at `integer`: The name: 'integer' is already defined by Puppet and can not be used as the name of a Function Definition.
        "#]],
    );
    check(
        "define plan { }\nfunction f() >> Plan { }",
        expect![[r#"
            FutureReservedWord (Deprecation) at `plan`: Use of future reserved word: 'plan'
            FutureReservedWord (Deprecation) at `Plan`: Use of future reserved word: 'plan'
        "#]],
    );
    check(
        "node 'a b' inherits c { }\nnode \"a${x}\" { }",
        expect![[r#"
            IllegalHostnameChars at `'a b'`: The hostname 'a b' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)
            IllegalNodeInheritance at `c`: Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation
            IllegalHostnameInterpolation at `x`: An interpolated expression is not allowed in a hostname of a node
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        "$a::b = 1\n$1 = 2\n$a[1] = 3\n[$a, 4] = 5\n$a += 1",
        expect![[r#"
            CrossScopeAssignment at `$a::b`: Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces
            IllegalNumericAssignment at `$1`: Illegal attempt to assign to the numeric match result variable '$1'. Numeric variables are not assignable
            IllegalIndexedAssignment at `$a[1]`: Illegal attempt to assign via [index/key]. Not an assignable reference
            IllegalAssignment at `4`: Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
            AppendsDeletesNoLongerSupported at `$a += 1`: The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
        "#]],
    );
    check(
        "function f($a = ($b = 1), $c = [1].map |$x| { $y = $x }) { }",
        expect![[r#"
            IllegalAssignmentContext at `$b = 1`: Assignment not allowed here
        "#]],
    );
}

#[test]
fn parameters() {
    check(
        "class c($title, $x, $x, *$y) { }\ndefine d($A, $1) { }",
        expect![[r#"
            CapturesRestNotSupported at `$y`: Parameter $y has 'captures rest' - not supported in a Host Class Definition
            DuplicateParameter at `$x`: The parameter 'x' is declared more than once in the parameter list
            ReservedParameter at `$title`: The parameter $title redefines a built in parameter in the Host Class Definition
            IllegalParamName at `$A`: Illegal parameter name. The given name 'A' does not conform to the naming rule /^[a-z_]\w*$/
            IllegalNumericParameter at `$1`: The numeric parameter name '$1' cannot be used (clashes with numeric match result variables)
            IllegalParamName at `$1`: Illegal parameter name. The given name '1' does not conform to the naming rule /^[a-z_]\w*$/
        "#]],
    );
    check(
        "[1].each |*$x, $y| { notice($x) }",
        expect![[r#"
            CapturesRestNotLast at `$x`: Parameter $x is not last, and has 'captures rest'
        "#]],
    );
    check(
        "class c(Integer[$x] $y) { }",
        expect![[r#"
            IllegalNonliteralParameterType (Deprecation) at `$y`: The parameter '$y' must be a literal type, not a Puppet::Pops::Model::AccessExpression
        "#]],
    );
}

#[test]
fn places_of_definitions() {
    check(
        "if true { class a { } }\ndefine b { function c() { } }\nclass d { type E = Integer }",
        expect![[r#"
            NotTopLevel at `a`: Classes, definitions, and nodes may only appear at toplevel or inside other classes
            NotAbsoluteTopLevel at `c`: A Function Definition may only appear at toplevel
            NotAbsoluteTopLevel at `E`: A Type Alias may only appear at toplevel
        "#]],
    );
    check(
        "$x = class a { }",
        expect![[r#"
            NotRvalue at `class a { }`: Invalid use of expression. A Host Class Definition does not produce a value
            NotTopLevel at `a`: Classes, definitions, and nodes may only appear at toplevel or inside other classes
        "#]],
    );
}

#[test]
fn statements_without_effect() {
    check(
        "1\n$a == 1\nif $a { 1 }\nnotice(1)",
        expect![[r#"
            IdemExpressionNotLast at `1`: This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
        "#]],
    );
    check(
        "class c { 'a' }\ndefine d { if true { 1 } }",
        expect![[r#"
            IdemNotAllowedLast at `'a'`: This String has no effect. A Host Class Definition can not end with a value-producing expression without other effect
            IdemNotAllowedLast at `if true { 1 }`: This 'if' statement has no effect. A 'define' expression can not end with a value-producing expression without other effect
        "#]],
    );
    check(
        "file { mode => '0644' }",
        expect![[r#"
            ResourceWithoutTitle at `file { mode => '0644' }`: This expression is invalid. Did you try declaring a 'file' resource without a title?
        "#]],
    );
}

#[test]
fn values() {
    check(
        "$a = File <| |>\nnotice(-(File <| |>))",
        expect![[r#"
            NotRvalue at `File <| |>`: Invalid use of expression. A Virtual Query does not produce a value
            NotRvalue at `File <| |>`: Invalid use of expression. A Virtual Query does not produce a value
        "#]],
    );
    check(
        "$a ? { default => 1, default => 2 }\ncase $a { default: { } 1, default: { } }",
        expect![[r#"
            IdemExpressionNotLast at `$a ? { default => 1, default => 2 }`: This Selector Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
            DuplicateDefault at `default`: This Selector Expression already has a 'default' entry - this is a duplicate
            DuplicateDefault at `default`: This 'case' statement already has a 'default' entry - this is a duplicate
        "#]],
    );
    check(
        "notice({ a => 1, 'a' => 2 }, 9223372036854775808)",
        expect![[r#"
            DuplicateKey at `'a' => 2`: The key 'a' is declared more than once
            NumericOverflow at `9223372036854775808`: A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
        "#]],
    );
    check(
        "notice(1e999, /[/, /a(?<n>b)/)",
        expect![[r#"
            InfiniteFloat at `1e999`: Number is too large for a Float
            InvalidRegexp at `/[/`: Invalid regular expression: premature end of char-class
        "#]],
    );
}

#[test]
fn resources() {
    check(
        "@class { 'a': }\n@File { a => 1 }\nfile { 'a': b +> 1, * => $c, * => $d }",
        expect![[r#"
            ClassNotVirtualizable at `@class { 'a': }`: Classes are not virtualizable
            NotVirtualizeable at `@File { a => 1 }`: Resource Defaults are not virtualizable
            MultipleAttributesUnfold at `* => $d`: Unfolding of attributes from Hash can only be used once per resource body
            IllegalAttributeAppend at `b`: Illegal +> operation on attribute b. This operator can not be used in a Resource Instance Definition
        "#]],
    );
    check(
        "file <| |>\nFile <| a > 1 or [1] |>",
        expect![[r#"
            IllegalExpression at `file`: Illegal expression. A Name is unacceptable as type name in a Virtual Query
            IllegalQueryExpression at `a > 1`: Illegal query expression. A '>' expression cannot be used in a query
            IllegalQueryExpression at `[1]`: Illegal query expression. An Array Expression cannot be used in a query
        "#]],
    );
}

#[test]
fn calls_and_types() {
    check(
        "'f'(1)",
        expect![[r#"
            IllegalExpression at `'f'`: Illegal expression. A String is unacceptable as function name in a Function Call
        "#]],
    );
    check(
        "type X inherits Y { }\ntype Integer[1] = A\ntype Runtime[ruby, 'X'] = [/a/, 'b']",
        expect![[r#"
            UnsupportedExpression at `X`: Expressions of type a Type Definition are not supported in this version of Puppet
            UnsupportedExpression at `type Integer[1] = A`: Expressions of type a Type Mapping are not supported in this version of Puppet
            IllegalTypeMapping at `type Runtime[ruby, 'X'] = [/a/, 'b']`: Illegal type mapping. Expected a Type on the left side, got A Type Mapping
        "#]],
    );
    check(
        "text <%- (1) -%>",
        expect![[r#"
            IllegalEppParameters at `text <%- (1)`: Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace
        "#]],
    );
}

#[test]
fn heredocs() {
    check(
        "notice(@(E:json), @(E:base64))\n{\nE\n!\nE\n",
        expect![[r#"
            IllegalJson at `{
            `: Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "expected a key in double quotes in line 2 of the text"
            IllegalBase64 at `!
            `: Invalid produced text having syntax: 'base64'. Base64 syntax checker: Cannot parse invalid Base64 string - padding is not correct
        "#]],
    );
    let (found, _) = issues(
        "notice(@(A:pp), @(B:epp), @(C:x+pp), @(D:pp))\nclass {\nA\n<%= 1\nB\n1\nC\n$x = 1\nD\n",
        &ValidationOptions::default(),
    );
    let codes: Vec<IssueCode> = found.iter().map(|issue| issue.code).collect();
    assert_eq!(
        codes,
        [
            IssueCode::IllegalPp,
            IssueCode::IllegalEpp,
            IssueCode::SyntaxOfHeredoc
        ]
    );
}

#[test]
fn places_in_modules() {
    check_in_file(
        "m/manifests/a.pp",
        "class m::b { }\nnotice(1)\nnode x { }\nclass m::a { }",
        expect![[r#"
            IllegalTopConstructLocation at `notice(1)`: This Function Call is unacceptable as a top level construct in this location
            IllegalTopConstructLocation at `node x { }`: This Node Definition is unacceptable as a top level construct in this location
            IllegalDefinitionLocation at `m::b`: Class 'm::b' must be in m/manifests/b.pp (autoload): this file must define 'm::a'
        "#]],
    );
    check_in_file(
        "m/examples/a.pp",
        "class m::a { }",
        expect![[r#"
            IllegalDefinitionLocation at `m::a`: Class 'm::a' must be in m/manifests/a.pp (autoload): this folder is not autoloaded
        "#]],
    );
}

#[test]
fn plans() {
    check_as_plan(
        "class a { }\nfile { 'x': }\nplan p() { apply('x') { file { 'y': } apply('z') { } File <<| |>> } }",
        expect![[r#"
            ExpressionNotSupportedWhenScripting at `file { 'x': }`: A Resource Statement is only available when compiling a catalog
            ExpressionNotSupportedWhenScripting at `a`: A Host Class Definition is only available when compiling a catalog
            ExpressionNotSupportedWhenCompiling at `apply('z') { }`: An 'apply' expression is not available when compiling a catalog
            ExpressionNotSupportedWhenCompiling at `File <<| |>>`: An Exported Query is not available when compiling a catalog
        "#]],
    );
}

#[test]
fn severities_depend_on_the_circumstances() {
    let duplicate = "notice({ a => 1, a => 2 })";
    for (strict, expected) in [
        (Strict::Off, ""),
        (Strict::Warning, "(Warning)"),
        (Strict::Error, "DuplicateKey at"),
    ] {
        let report = report(
            duplicate,
            &ValidationOptions {
                strict,
                ..ValidationOptions::default()
            },
        );
        assert!(
            report.contains(expected) && report.is_empty() == (strict == Strict::Off),
            "{report}"
        );
    }
    let puppet7 = ValidationOptions {
        puppet: PuppetVersion::V7,
        ..ValidationOptions::default()
    };
    assert_eq!(
        report(
            "class c(Integer[$x] $y) { }\nnotice({-1 => 1, -1 => 2})",
            &puppet7
        ),
        ""
    );
}

#[test]
fn every_issue_has_a_code_of_puppet() {
    let codes: BTreeSet<_> = IssueCode::ALL
        .iter()
        .filter_map(|code| code.puppet_code())
        .collect();
    assert_eq!(
        codes.len(),
        IssueCode::ALL.len() - 3,
        "three have none, and no two have the same"
    );
}

#[test]
fn broken_programs_raise_nothing_about_their_holes() {
    for text in [
        "$x = ",
        "class { $",
        "file { 'a': b => }",
        "File <| a == |>",
        "type A = ",
        "case { ",
        "f(1, ) { |",
        "node { }",
    ] {
        let parse = parse_with(text, ParseOptions::default());
        let (program, map) = lower(&parse);
        for issue in validate(&program, &ValidationOptions::default()) {
            let _ = &text[issue.focus(&map)];
        }
    }
}

#[test]
fn deep_programs_do_not_overflow_the_stack() {
    let text = format!("$x = {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    let (program, _) = lower(&parse_with(&text, ParseOptions::default()));
    validate(&program, &ValidationOptions::default());
}

proptest::proptest! {
    /// Whatever stands in a file: nothing panics, and each issue is at a place of the file.
    #[test]
    fn issues_have_places(fragments in proptest::collection::vec(proptest::sample::select(FRAGMENTS), 0..40)) {
        let text = fragments.concat();
        let (program, map) = lower(&parse_with(&text, ParseOptions::default()));
        for issue in validate(&program, &ValidationOptions { module_file: Some("m/manifests/a.pp"), ..ValidationOptions::default() }) {
            assert!(text.get(std::ops::Range::<usize>::from(issue.focus(&map))).is_some());
            assert!(!issue.message.is_empty());
        }
    }
}

const FRAGMENTS: &[&str] = &[
    "class a ",
    "define b",
    "function c",
    "node 'x' ",
    "type D = ",
    "$x",
    "$A::b",
    " = ",
    " += ",
    "(",
    ")",
    "{ ",
    " }",
    "[",
    "]",
    "1",
    "'s'",
    "\"${x}\"",
    "/r/",
    "/[/",
    "File",
    " <| ",
    " |>",
    "file ",
    "'t': ",
    "a => ",
    "* => ",
    "b +> ",
    ", ",
    ";",
    "|$p, *$q| ",
    "if ",
    "case ",
    " ? ",
    "default",
    ": ",
    ".map ",
    " == ",
    " and ",
    "-",
    "!",
    "*",
    "@(E:json)\n",
    "E\n",
    "private",
    "é",
    "\n",
    "@@",
];
