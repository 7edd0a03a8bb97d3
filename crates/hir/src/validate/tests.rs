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
        IllegalVarName at `$A`: $A is not a variable: names start with a lower-case letter or an underscore
        IllegalVarName at `$_a::b`: $_a::b is not a variable: names start with a lower-case letter or an underscore
        IllegalNumericVarName at `$01`: $01 is not a variable: after a digit there can only be digits, and no 0 in front
    "#]],
    );
    check(
        "class Aa { }\nfunction integer() { }\nprivate",
        expect![[r#"
            ReservedWord at `private`: 'private' is a reserved word: put it in quotes if you mean a string
            IllegalDefinitionName at `Aa`: 'Aa' cannot be the name of a class
            ReservedTypeName at `integer`: 'integer' cannot be the name of a function: a built-in type has it
        "#]],
    );
    check(
        "define plan { }\nfunction f() >> Plan { }",
        expect![[r#"
            FutureReservedWord (Deprecation) at `plan`: 'plan' is going to be a reserved word
            FutureReservedWord (Deprecation) at `Plan`: 'plan' is going to be a reserved word
        "#]],
    );
    check(
        "node 'a b' inherits c { }\nnode \"a${x}\" { }",
        expect![[r#"
            IllegalHostnameChars at `'a b'`: 'a b' cannot be the name of a host: it has letters, digits, '_', '-' and '.' only
            IllegalNodeInheritance at `c`: nodes do not inherit any more: put what they share into a class
            IllegalHostnameInterpolation at `x`: the name of a host cannot be computed: write a string or a regular expression
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        "$a::b = 1\n$1 = 2\n$a[1] = 3\n[$a, 4] = 5\n$a += 1",
        expect![[r#"
            CrossScopeAssignment at `$a::b`: cannot assign to $a::b: a variable of another scope
            IllegalNumericAssignment at `$1`: cannot assign to $1: variables with numbers are set by regular expressions
            IllegalIndexedAssignment at `$a[1]`: cannot assign to an element: arrays and hashes do not change
            IllegalAssignment at `4`: cannot assign to an integer: only variables can be assigned
            AppendsDeletesNoLongerSupported at `$a += 1`: the operator '+=' does not exist any more: assign to a new variable
        "#]],
    );
    check(
        "function f($a = ($b = 1), $c = [1].map |$x| { $y = $x }) { }",
        expect![[r#"
            IllegalAssignmentContext at `$b = 1`: cannot assign in the default value of a parameter
        "#]],
    );
}

#[test]
fn parameters() {
    check(
        "class c($title, $x, $x, *$y) { }\ndefine d($A, $1) { }",
        expect![[r#"
            CapturesRestNotSupported at `$y`: the parameter $y of a class cannot take the rest of the arguments
            DuplicateParameter at `$x`: the parameter $x is declared twice
            ReservedParameter at `$title`: $title cannot be a parameter: a class has a variable of this name anyway
            IllegalParamName at `$A`: $A cannot be a parameter: names start with a lower-case letter or an underscore
            IllegalNumericParameter at `$1`: $1 cannot be a parameter: variables with numbers are set by regular expressions
            IllegalParamName at `$1`: $1 cannot be a parameter: names start with a lower-case letter or an underscore
        "#]],
    );
    check(
        "[1].each |*$x, $y| { notice($x) }",
        expect![[r#"
        CapturesRestNotLast at `$x`: the parameter $x takes the rest of the arguments, but is not the last
    "#]],
    );
    check(
        "class c(Integer[$x] $y) { }",
        expect![[r#"
        IllegalNonliteralParameterType (Deprecation) at `$y`: the type of the parameter $y depends on a value
    "#]],
    );
}

#[test]
fn places_of_definitions() {
    check(
        "if true { class a { } }\ndefine b { function c() { } }\nclass d { type E = Integer }",
        expect![[r#"
            NotTopLevel at `a`: a class can only be defined at the top of a file, or directly in a class
            NotAbsoluteTopLevel at `c`: a function can only be defined at the top of a file
            NotAbsoluteTopLevel at `E`: a type alias can only be defined at the top of a file
        "#]],
    );
    check(
        "$x = class a { }",
        expect![[r#"
        NotRvalue at `class a { }`: a definition has no value, and cannot be used as one
        NotTopLevel at `a`: a class can only be defined at the top of a file, or directly in a class
    "#]],
    );
}

#[test]
fn statements_without_effect() {
    check(
        "1\n$a == 1\nif $a { 1 }\nnotice(1)",
        expect![[r#"
        IdemExpressionNotLast at `1`: an integer alone has no effect: its value is not used
    "#]],
    );
    check(
        "class c { 'a' }\ndefine d { if true { 1 } }",
        expect![[r#"
            IdemNotAllowedLast at `'a'`: a string alone has no effect: a class has no value
            IdemNotAllowedLast at `if true { 1 }`: an if alone has no effect: a defined type has no value
        "#]],
    );
    check(
        "file { mode => '0644' }",
        expect![[r#"
        ResourceWithoutTitle at `file { mode => '0644' }`: the resource of type 'file' has no title: write file { 'title': … }
    "#]],
    );
}

#[test]
fn values() {
    check(
        "$a = File <| |>\nnotice(-(File <| |>))",
        expect![[r#"
        NotRvalue at `File <| |>`: a collector has no value, and cannot be used as one
        NotRvalue at `File <| |>`: a collector has no value, and cannot be used as one
    "#]],
    );
    check(
        "$a ? { default => 1, default => 2 }\ncase $a { default: { } 1, default: { } }",
        expect![[r#"
            IdemExpressionNotLast at `$a ? { default => 1, default => 2 }`: a selector alone has no effect: its value is not used
            DuplicateDefault at `default`: this selector has a default already: this one is never chosen
            DuplicateDefault at `default`: this case has a default already: this one is never chosen
        "#]],
    );
    check(
        "notice({ a => 1, 'a' => 2 }, 9223372036854775808)",
        expect![[r#"
            DuplicateKey at `'a' => 2`: the key 'a' is in the hash already: the value before is lost
            NumericOverflow at `9223372036854775808`: 9223372036854775808 is not between -9223372036854775808 and 9223372036854775807
        "#]],
    );
    check(
        "notice(1e999, /[/, /a(?<n>b)/)",
        expect![[r#"
        InfiniteFloat at `1e999`: this number is larger than a float can be
        InvalidRegexp at `/[/`: this is not a regular expression: premature end of char-class
    "#]],
    );
}

#[test]
fn resources() {
    check(
        "@class { 'a': }\n@File { a => 1 }\nfile { 'a': b +> 1, * => $c, * => $d }",
        expect![[r#"
            ClassNotVirtualizable at `@class { 'a': }`: a class cannot be virtual
            NotVirtualizeable at `@File { a => 1 }`: resource defaults cannot be virtual
            MultipleAttributesUnfold at `* => $d`: a resource can have '* =>' only once: merge the hashes
            IllegalAttributeAppend at `b`: '+>' on 'b' adds to nothing: it is for overrides and collectors
        "#]],
    );
    check(
        "file <| |>\nFile <| a > 1 or [1] |>",
        expect![[r#"
        IllegalExpression at `file`: a name is not the name of a resource type: it starts with a capital letter
        IllegalQueryExpression at `a > 1`: an operation with '>' cannot be in a query: a query compares attributes with == and !=
        IllegalQueryExpression at `[1]`: an array cannot be in a query: a query compares attributes with == and !=
    "#]],
    );
}

#[test]
fn calls_and_types() {
    check(
        "'f'(1)",
        expect![[r#"
        IllegalExpression at `'f'`: a string is not the name of a function
    "#]],
    );
    check(
        "type X inherits Y { }\ntype Integer[1] = A\ntype Runtime[ruby, 'X'] = [/a/, 'b']",
        expect![[r#"
            UnsupportedExpression at `X`: types cannot be defined with a body: write type Name = …
            UnsupportedExpression at `type Integer[1] = A`: only a name can be defined as a type: write type Name = …
            IllegalTypeMapping at `type Runtime[ruby, 'X'] = [/a/, 'b']`: this type mapping needs a type on its right side
        "#]],
    );
    check(
        "text <%- (1) -%>",
        expect![[r#"
        IllegalEppParameters at `text <%- (1)`: parameters of a template come first: use <%- | … | -%>, so that no text is before them
    "#]],
    );
}

#[test]
fn heredocs() {
    check(
        "notice(@(E:json), @(E:base64))\n{\nE\n!\nE\n",
        expect![[r#"
            IllegalJson at `{
            `: the text is not valid json: expected a key in double quotes in line 2 of the text
            IllegalBase64 at `!
            `: the text is not valid base64: its length is not a multiple of 4
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
            IllegalTopConstructLocation at `notice(1)`: a function call cannot stand here: Puppet only evaluates definitions in the files of a module
            IllegalTopConstructLocation at `node x { }`: a node cannot stand here: Puppet only evaluates definitions in the files of a module
            IllegalDefinitionLocation at `m::b`: Puppet does not find 'm::b' here: this file is for 'm::a'
        "#]],
    );
    check_in_file(
        "m/examples/a.pp",
        "class m::a { }",
        expect![[r#"
        IllegalDefinitionLocation at `m::a`: Puppet does not find 'm::a' here: this folder is for no definitions
    "#]],
    );
}

#[test]
fn plans() {
    check_as_plan(
        "class a { }\nfile { 'x': }\nplan p() { apply('x') { file { 'y': } apply('z') { } File <<| |>> } }",
        expect![[r#"
            ExpressionNotSupportedWhenScripting at `file { 'x': }`: a resource can only be used in an apply block of a plan
            ExpressionNotSupportedWhenScripting at `a`: a class can only be used when a catalog is compiled
            ExpressionNotSupportedWhenCompiling at `apply('z') { }`: an apply cannot stand in the block of another
            ExpressionNotSupportedWhenCompiling at `File <<| |>>`: exported resources cannot be collected in an apply block
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
