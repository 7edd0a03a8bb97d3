//! One source for each issue, and for what comes close without being one.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use puppet_syntax::{Entry, Keywords, ParseOptions, parse_with};

use super::{Issue, IssueCode, Options, PuppetVersion, Strict, validate};
use crate::{lower, model::ProgramSourceMap};

fn issues(text: &str, options: &Options<'_>) -> (Vec<Issue>, ProgramSourceMap) {
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
fn report(text: &str, options: &Options<'_>) -> String {
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
    expect.assert_eq(&report(text, &Options::default()));
}

fn check_in_file(file: &str, text: &str, expect: Expect) {
    expect.assert_eq(&report(
        text,
        &Options {
            module_file: Some(file),
            ..Options::default()
        },
    ));
}

fn check_as_plan(text: &str, expect: Expect) {
    expect.assert_eq(&report(
        text,
        &Options {
            tasks: true,
            ..Options::default()
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
        assert_eq!(report(text, &Options::default()), "", "{text}");
    }
}

#[test]
fn names() {
    check(
        "$A = 1\nnotice($_a::b, $01)",
        expect![[r#"
            IllegalVarName at `$A`: Invalid variable name '$A': it must start with a lower-case letter or an underscore
            IllegalVarName at `$_a::b`: Invalid variable name '$_a::b': it must start with a lower-case letter or an underscore
            IllegalNumericVarName at `$01`: Invalid variable name '$01': a numeric name has only digits and no leading 0
        "#]],
    );
    check(
        "class Aa { }\nfunction integer() { }\nprivate",
        expect![[r#"
            ReservedWord at `private`: Use of reserved word 'private': put it in quotes if it is a string
            IllegalDefinitionName at `Aa`: Name 'Aa' is not allowed for a class
            ReservedTypeName at `integer`: Name 'integer' is not allowed for a function: it is the name of a built-in data type
        "#]],
    );
    check(
        "define plan { }\nfunction f() >> Plan { }",
        expect![[r#"
            FutureReservedWord (Deprecation) at `plan`: Use of future reserved word 'plan'
            FutureReservedWord (Deprecation) at `Plan`: Use of future reserved word 'plan'
        "#]],
    );
    check(
        "node 'a b' inherits c { }\nnode \"a${x}\" { }",
        expect![[r#"
            IllegalHostnameChars at `'a b'`: Invalid host name 'a b': only letters, digits, '_', '-' and '.' are allowed
            IllegalNodeInheritance at `c`: Node inheritance was removed in Puppet 4: put the shared code into a class
            IllegalHostnameInterpolation at `x`: Host names cannot contain interpolation: write a plain string or a regular expression
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        "$a::b = 1\n$1 = 2\n$a[1] = 3\n[$a, 4] = 5\n$a += 1",
        expect![[r#"
            CrossScopeAssignment at `$a::b`: Cannot assign to $a::b: it is a variable of another scope
            IllegalNumericAssignment at `$1`: Cannot assign to $1: numeric variables are set by regular expression matches
            IllegalIndexedAssignment at `$a[1]`: Cannot assign to an element: arrays and hashes are immutable
            IllegalAssignment at `4`: Cannot assign to an integer: only variables can be assigned
            AppendsDeletesNoLongerSupported at `$a += 1`: Operator '+=' was removed in Puppet 4: assign to a new variable
        "#]],
    );
    check(
        "function f($a = ($b = 1), $c = [1].map |$x| { $y = $x }) { }",
        expect![[r#"
            IllegalAssignmentContext at `$b = 1`: Cannot assign a variable in the default value of a parameter
        "#]],
    );
}

#[test]
fn parameters() {
    check(
        "class c($title, $x, $x, *$y) { }\ndefine d($A, $1) { }",
        expect![[r#"
            CapturesRestNotSupported at `$y`: Parameter '*$y' is not allowed: a class has named arguments only
            DuplicateParameter at `$x`: Duplicate parameter '$x': it is declared twice
            ReservedParameter at `$title`: Parameter name '$title' is reserved: a class already has a variable of this name
            IllegalParamName at `$A`: Invalid parameter name '$A': it must start with a lower-case letter or an underscore
            IllegalNumericParameter at `$1`: Invalid parameter name '$1': numeric variables are set by regular expression matches
            IllegalParamName at `$1`: Invalid parameter name '$1': it must start with a lower-case letter or an underscore
        "#]],
    );
    check(
        "[1].each |*$x, $y| { notice($x) }",
        expect![[r#"
            CapturesRestNotLast at `$x`: Parameter '*$x' must be the last one: it captures the remaining arguments
        "#]],
    );
    check(
        "class c(Integer[$x] $y) { }",
        expect![[r#"
            IllegalNonliteralParameterType (Deprecation) at `$y`: Type of parameter '$y' is not a literal: since Puppet 8 it cannot depend on a value
        "#]],
    );
}

#[test]
fn places_of_definitions() {
    check(
        "if true { class a { } }\ndefine b { function c() { } }\nclass d { type E = Integer }",
        expect![[r#"
            NotTopLevel at `a`: Definition not allowed here: a class must be at the top level of a file or of a class
            NotAbsoluteTopLevel at `c`: Definition not allowed here: a function must be at the top level of a file
            NotAbsoluteTopLevel at `E`: Definition not allowed here: a type alias must be at the top level of a file
        "#]],
    );
    check(
        "$x = class a { }",
        expect![[r#"
            NotRvalue at `class a { }`: Invalid use of expression: a definition does not produce a value
            NotTopLevel at `a`: Definition not allowed here: a class must be at the top level of a file or of a class
        "#]],
    );
}

#[test]
fn statements_without_effect() {
    check(
        "1\n$a == 1\nif $a { 1 }\nnotice(1)",
        expect![[r#"
            IdemExpressionNotLast at `1`: Statement has no effect: the value of an integer is not used
        "#]],
    );
    check(
        "class c { 'a' }\ndefine d { if true { 1 } }",
        expect![[r#"
            IdemNotAllowedLast at `'a'`: Statement has no effect: the value of a string is not used, since a class returns nothing
            IdemNotAllowedLast at `if true { 1 }`: Statement has no effect: the value of an if is not used, since a defined type returns nothing
        "#]],
    );
    check(
        "file { mode => '0644' }",
        expect![[r#"
            ResourceWithoutTitle at `file { mode => '0644' }`: Resource of type 'file' has no title: write file { 'title': … }
        "#]],
    );
}

#[test]
fn values() {
    check(
        "$a = File <| |>\nnotice(-(File <| |>))",
        expect![[r#"
            NotRvalue at `File <| |>`: Invalid use of expression: a collector does not produce a value
            NotRvalue at `File <| |>`: Invalid use of expression: a collector does not produce a value
        "#]],
    );
    check(
        "$a ? { default => 1, default => 2 }\ncase $a { default: { } 1, default: { } }",
        expect![[r#"
            IdemExpressionNotLast at `$a ? { default => 1, default => 2 }`: Statement has no effect: the value of a selector is not used
            DuplicateDefault at `default`: Duplicate 'default': this selector already has one, so this one is never reached
            DuplicateDefault at `default`: Duplicate 'default': this case already has one, so this one is never reached
        "#]],
    );
    check(
        "notice({ a => 1, 'a' => 2 }, 9223372036854775808)",
        expect![[r#"
            DuplicateKey at `'a' => 2`: The key 'a' is declared more than once
            NumericOverflow at `9223372036854775808`: Integer 9223372036854775808 is out of range: it must be between -9223372036854775808 and 9223372036854775807
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
            ClassNotVirtualizable at `@class { 'a': }`: A class cannot be virtual
            NotVirtualizeable at `@File { a => 1 }`: Resource defaults cannot be virtual
            MultipleAttributesUnfold at `* => $d`: A resource can have '* =>' only once: merge the hashes
            IllegalAttributeAppend at `b`: Attribute 'b' cannot use '+>' here: it is only allowed in overrides and collectors
        "#]],
    );
    check(
        "file <| |>\nFile <| a > 1 or [1] |>",
        expect![[r#"
            IllegalExpression at `file`: Expected a resource type name with a capital letter, found a name
            IllegalQueryExpression at `a > 1`: Invalid collector query: attributes are compared with == and !=, found an operation with '>'
            IllegalQueryExpression at `[1]`: Invalid collector query: attributes are compared with == and !=, found an array
        "#]],
    );
}

#[test]
fn calls_and_types() {
    check(
        "'f'(1)",
        expect![[r#"
            IllegalExpression at `'f'`: Expected a function name, found a string
        "#]],
    );
    check(
        "type X inherits Y { }\ntype Integer[1] = A\ntype Runtime[ruby, 'X'] = [/a/, 'b']",
        expect![[r#"
            UnsupportedExpression at `X`: Types with a body are not supported: write type Name = …
            UnsupportedExpression at `type Integer[1] = A`: Invalid type alias: the left side must be a name, as in type Name = …
            IllegalTypeMapping at `type Runtime[ruby, 'X'] = [/a/, 'b']`: Invalid type mapping: the right side must be a type
        "#]],
    );
    check(
        "text <%- (1) -%>",
        expect![[r#"
            IllegalEppParameters at `text <%- (1)`: Template parameters must come first: write <%- | … | -%>, so that no text precedes them
        "#]],
    );
}

#[test]
fn heredocs() {
    check(
        "notice(@(E:json), @(E:base64))\n{\nE\n!\nE\n",
        expect![[r#"
            IllegalJson at `{
            `: Heredoc text is not valid json: expected a key in double quotes in line 2 of the text
            IllegalBase64 at `!
            `: Heredoc text is not valid base64: its length is not a multiple of 4
        "#]],
    );
    let (found, _) = issues(
        "notice(@(A:pp), @(B:epp), @(C:x+pp), @(D:pp))\nclass {\nA\n<%= 1\nB\n1\nC\n$x = 1\nD\n",
        &Options::default(),
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
            IllegalTopConstructLocation at `notice(1)`: Only definitions are allowed at the top of a module's manifest, found a function call
            IllegalTopConstructLocation at `node x { }`: Only definitions are allowed at the top of a module's manifest, found a node
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
            ExpressionNotSupportedWhenScripting at `file { 'x': }`: Not allowed in a plan outside of an apply block: a resource
            ExpressionNotSupportedWhenScripting at `a`: Not allowed in a plan: a class
            ExpressionNotSupportedWhenCompiling at `apply('z') { }`: An apply block cannot contain another apply block
            ExpressionNotSupportedWhenCompiling at `File <<| |>>`: Exported resources cannot be collected in an apply block
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
            &Options {
                strict,
                ..Options::default()
            },
        );
        assert!(
            report.contains(expected) && report.is_empty() == (strict == Strict::Off),
            "{report}"
        );
    }
    let puppet7 = Options {
        puppet: PuppetVersion::V7,
        ..Options::default()
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
        for issue in validate(&program, &Options::default()) {
            let _ = &text[issue.focus(&map)];
        }
    }
}

#[test]
fn a_syntax_error_has_no_consequences() {
    let clean = "class a {\n  1\n}\n";
    let text = format!("class b {{\n  file {{ 'x' ensure => present, }}\n  1 $A\n}}\n{clean}");
    let parse = parse_with(&text, ParseOptions::default());
    let errors: Vec<_> = parse.errors().iter().map(|error| error.range).collect();
    assert!(!errors.is_empty());
    let (program, map) = lower(&parse);
    let issues = validate(&program, &Options::default());
    let codes = |issues: &[Issue]| issues.iter().map(|issue| issue.code).collect::<Vec<_>>();
    assert_eq!(
        super::without_consequences(issues.clone(), &program, &map, &[]),
        issues
    );
    let kept = super::without_consequences(issues, &program, &map, &errors);
    assert_eq!(codes(&kept), [IssueCode::IdemNotAllowedLast]);
}

#[test]
fn deep_programs_do_not_overflow_the_stack() {
    let text = format!("$x = {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    let (program, _) = lower(&parse_with(&text, ParseOptions::default()));
    validate(&program, &Options::default());
}

proptest::proptest! {
    /// Whatever stands in a file: nothing panics, and each issue is at a place of the file.
    #[test]
    fn issues_have_places(fragments in proptest::collection::vec(proptest::sample::select(FRAGMENTS), 0..40)) {
        let text = fragments.concat();
        let (program, map) = lower(&parse_with(&text, ParseOptions::default()));
        for issue in validate(&program, &Options { module_file: Some("m/manifests/a.pp"), ..Options::default() }) {
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
