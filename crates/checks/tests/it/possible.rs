//! Warnings of values that may not fit, and the strictness from which they are reported.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use puppet_db::FilePlace;
use puppet_diagnostics::Diagnostic;

use crate::support::Project;

/// Functions, classes and defined types that are called.
const CALLEES: &str = "
function m::s(String $s) >> String { $s }
function m::l(String[1] $s) >> String { $s }
function m::i(Integer $i) >> Integer { $i }
function m::e(Enum['a', 'b'] $e) >> String { $e }
function m::r(Integer[1, 10] $r) >> Integer { $r }
function m::a(Array[String] $a) >> Integer { 1 }
function m::v(Hash[String, Integer] $v) >> Integer { 1 }
function m::t(Enum['15m', '1h'] $v) { case $v { /m$/: { 15 } default: { 60 } } }
function m::p(M::Port $p) >> M::Port { $p }
function m::n(Optional[String] $s) >> Optional[String] { if $s { return $s } undef }
function m::h(Struct[{ port => Integer, Optional[host] => String }] $h) >> Integer { 1 }
";

/// Types, a defined type and classes that are declared.
const DEFINITIONS: [(&str, &str); 6] = [
    (
        "/modules/m/types/port.pp",
        "type M::Port = Integer[0, 65535]\n",
    ),
    (
        "/modules/m/types/names.pp",
        "type M::Names = Array[String]\n",
    ),
    (
        "/modules/m/types/tree.pp",
        "type M::Tree = Hash[String[1], Variant[String, M::Tree]]\n",
    ),
    (
        "/modules/m/manifests/f.pp",
        "class m::f(String $s) {\n  $fact = $facts['networking']['fqdn']\n  notice($s, $fact)\n}\n",
    ),
    (
        "/modules/m/manifests/d.pp",
        "define m::d(String $s, Integer $n = 1) {\n  notice($s, $n)\n}\n",
    ),
    (
        "/modules/m/manifests/c.pp",
        "class m::c(String $s) {\n  notice($s)\n}\n",
    ),
];

/// The file that a body with parameters becomes.
pub(crate) const PATH: &str = "/modules/m/manifests/x.pp";

/// A body with these parameters, and what it may call.
pub(crate) fn project(parameters: &str, statements: &str, strictness: &str) -> Project {
    project_with(parameters, statements, strictness, &[])
}

/// The same, with more files.
fn project_with(
    parameters: &str,
    statements: &str,
    strictness: &str,
    more: &[(&str, &str)],
) -> Project {
    let code = format!("class m::x({parameters}) {{\n{statements}\n}}\n");
    let settings = format!("strictness = '{strictness}'\n");
    let functions: Vec<(String, String)> = CALLEES
        .lines()
        .filter_map(|line| {
            let name = line.split_once("m::")?.1.split_once('(')?.0;
            Some((format!("/modules/m/functions/{name}.pp"), line.to_owned()))
        })
        .collect();
    let functions = functions.iter().map(|(path, text)| (&**path, &**text));
    let files = [(PATH, &*code), ("/puppet-analyzer.toml", &*settings)];
    let more = more.iter().copied();
    Project::new(functions.chain(DEFINITIONS).chain(files).chain(more))
}

/// What is found in that file of a project.
pub(crate) fn found_in(project: &Project) -> Vec<Diagnostic<FilePlace>> {
    let file = project.file(PATH);
    let mut found = puppet_checks::file_diagnostics(&project.db, file).to_vec();
    found.retain(|it| {
        !["N110", "N109", "T213", "T214", "T209"].contains(&it.code())
            && it.severity >= puppet_diagnostics::Severity::Warning
    });
    found
}

fn found(parameters: &str, statements: &str, strictness: &str) -> Vec<Diagnostic<FilePlace>> {
    found_in(&project(parameters, statements, strictness))
}

/// What strict reports in a body with these parameters.
pub(crate) fn strict_warnings(parameters: &str, statements: &str) -> Vec<Diagnostic<FilePlace>> {
    found(parameters, statements, "strict")
}

/// The severities of what is found in a body with these parameters, in lenient, standard and strict, and the messages.
pub(crate) fn warnings(parameters: &str, statements: &str) -> String {
    let levels = ["lenient", "standard", "strict"]
        .map(|strictness| found(parameters, statements, strictness));
    let mut text = String::new();
    for diagnostic in &levels[2] {
        let is_in = |level: usize| {
            let range = diagnostic.place.range;
            levels[level]
                .iter()
                .any(|it| it.place.range == range && it.rule == diagnostic.rule)
        };
        let level = match (is_in(0), is_in(1)) {
            (true, _) => "lenient",
            (false, true) => "standard",
            (false, false) => "strict",
        };
        let _ = writeln!(
            text,
            "{level} {}: {}",
            diagnostic.code(),
            diagnostic.message
        );
    }
    text
}

fn check(rows: &[(&str, &str)], expected: &Expect) {
    let mut text = String::new();
    for (parameters, statements) in rows {
        let _ = writeln!(text, "({parameters}) {statements}");
        for line in warnings(parameters, statements).lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn arguments_may_not_fit() {
    check(
        &[
            ("Optional[String] $s", "m::s($s)"),
            ("Optional[String] $s = undef", "m::s($s)"),
            ("Optional[String] $s = 'a'", "if $s { m::s($s) }"),
            ("Variant[Integer, String] $v", "m::i($v)"),
            (
                "Variant[Integer, String] $v = 'a'",
                "if $v =~ Integer { m::i($v) }",
            ),
            ("Enum['a', 'b', 'c'] $e", "m::e($e)"),
            ("Enum['a', 'b', 'c'] $e", "unless $e == 'c' { m::e($e) }"),
            ("String $s", "m::l($s)"),
            ("String $s", "m::l(\"${s}\")"),
            ("String[1] $s", "m::l($s)"),
            ("Any $s", "m::s($s)"),
            ("Array $a", "m::a($a)"),
            ("Array[Optional[String]] $a", "m::a($a)"),
            ("Array[Optional[String]] $a", "$a.each |$it| { m::s($it) }"),
            ("Array[String] $a", "m::s($a[0])"),
            ("Array[Optional[String]] $a", "$x = $a[0] m::s($x)"),
            ("Hash[String, String] $h", "m::s($h['a'])"),
            ("Hash[String, String] $h", "if $h['a'] { m::s($h['a']) }"),
            (
                "Struct[{ a => String, Optional[b] => String }] $h",
                "m::s($h['a']) m::s($h['b'])",
            ),
            ("Hash[String, Integer] $h", "m::h($h)"),
            ("Hash $h", "m::h($h)"),
            ("Optional[String[1]] $s", "notice(getvar($s))"),
        ],
        &expect![[r#"
            (Optional[String] $s) m::s($s)
              standard T202: `$s` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and 'm::s' parameter 's' expects String
            (Optional[String] $s = undef) m::s($s)
              standard T202: `$s` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and 'm::s' parameter 's' expects String
            (Optional[String] $s = 'a') if $s { m::s($s) }
            (Variant[Integer, String] $v) m::i($v)
              standard T202: `$v` may be of type String here: it is declared `Variant[Integer, String]` (manifests/x.pp:1), and 'm::i' parameter 'i' expects Integer
            (Variant[Integer, String] $v = 'a') if $v =~ Integer { m::i($v) }
            (Enum['a', 'b', 'c'] $e) m::e($e)
              standard T202: `$e` may be 'c' here: it is declared `Enum['a', 'b', 'c']` (manifests/x.pp:1), and 'm::e' parameter 'e' expects Enum['a', 'b']
            (Enum['a', 'b', 'c'] $e) unless $e == 'c' { m::e($e) }
            (String $s) m::l($s)
              strict T202: `$s` may be '' here: it is declared `String` (manifests/x.pp:1), and 'm::l' parameter 's' expects String[1]
            (String $s) m::l("${s}")
            (String[1] $s) m::l($s)
            (Any $s) m::s($s)
            (Array $a) m::a($a)
            (Array[Optional[String]] $a) m::a($a)
              strict T202: `$a` may have undef as an element here: it is declared `Array[Optional[String]]` (manifests/x.pp:1), and 'm::a' parameter 'a' expects Array[String]
            (Array[Optional[String]] $a) $a.each |$it| { m::s($it) }
              strict T202: `$it` may be undef here: `$a` is declared `Array[Optional[String]]` (manifests/x.pp:1), and 'm::s' parameter 's' expects String
            (Array[String] $a) m::s($a[0])
            (Array[Optional[String]] $a) $x = $a[0] m::s($x)
              strict T202: `$x` may be undef here: `$a` is declared `Array[Optional[String]]` (manifests/x.pp:1), and 'm::s' parameter 's' expects String
            (Hash[String, String] $h) m::s($h['a'])
              strict T202: `$h['a']` may be undef here: `$h` is declared `Hash[String, String]` (manifests/x.pp:1), and 'm::s' parameter 's' expects String
            (Hash[String, String] $h) if $h['a'] { m::s($h['a']) }
            (Struct[{ a => String, Optional[b] => String }] $h) m::s($h['a']) m::s($h['b'])
              strict T202: `$h['b']` may be undef here: `$h` is declared `Struct[{'a' => String, Optional['b'] => String}]` (manifests/x.pp:1), and 'm::s' parameter 's' expects String
            (Hash[String, Integer] $h) m::h($h)
              strict T202: `$h` may be a value of type Hash[String, Integer] that does not fit here: it is declared `Hash[String, Integer]` (manifests/x.pp:1), and 'm::h' parameter 'h' expects Struct[{'port' => Integer, Optional['host'] => String}]
            (Hash $h) m::h($h)
            (Optional[String[1]] $s) notice(getvar($s))
              strict T202: `$s` may be undef here: it is declared `Optional[String[1]]` (manifests/x.pp:1), and 'getvar' parameter 'get_string' expects String
        "#]],
    );
}

#[test]
fn attributes_may_not_fit() {
    check(
        &[
            ("Optional[String] $s", "m::d { 'a': s => $s }"),
            ("Optional[String] $s", "if $s { m::d { 'a': s => $s } }"),
            ("Optional[Integer] $n", "m::d { 'a': s => 'a', n => $n }"),
            (
                "Variant[Integer, String] $n",
                "m::d { 'a': s => 'a', n => $n }",
            ),
        ],
        &expect![[r#"
            (Optional[String] $s) m::d { 'a': s => $s }
              standard T202: `$s` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and 's' of M::D[a] expects String
            (Optional[String] $s) if $s { m::d { 'a': s => $s } }
            (Optional[Integer] $n) m::d { 'a': s => 'a', n => $n }
            (Variant[Integer, String] $n) m::d { 'a': s => 'a', n => $n }
              strict T202: `$n` may be of type String here: it is declared `Variant[Integer, String]` (manifests/x.pp:1), and 'n' of M::D[a] expects Integer
        "#]],
    );
}

#[test]
fn defaults_may_not_fit() {
    check(
        &[
            ("Optional[String] $s, String $t = $s", "notice($t)"),
            (
                "Optional[String] $s, Optional[String] $t = $s",
                "notice($t)",
            ),
        ],
        &expect![[r#"
            (Optional[String] $s, String $t = $s) notice($t)
              standard T201: `$s` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and parameter 't' expects String
            (Optional[String] $s, Optional[String] $t = $s) notice($t)
        "#]],
    );
}

/// What standard reports in `m::x`, beside the class `m` with these parameters.
fn standard_beside(class: &str, parameters: &str, statements: &str, data: &str) -> Vec<String> {
    let of_class = format!("class m({class}) {{\n  if $run {{ contain m::x }}\n}}\n");
    let files = [
        ("/modules/m/manifests/init.pp", &*of_class),
        (
            "/modules/m/hiera.yaml",
            "version: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n",
        ),
        ("/modules/m/data/a.yaml", data),
    ];
    let project = project_with(parameters, statements, "standard", &files);
    let found = found_in(&project);
    let found = found
        .iter()
        .map(|it| format!("{} {}", it.code(), it.severity));
    found.collect()
}

#[test]
fn defaults_of_other_classes_fail() {
    let warned = |code: &str| vec![format!("{code} warning")];
    let (undef, text) = (
        "Boolean $run = true, Optional[String] $i = undef",
        "Boolean $run = true, Variant[Integer, String] $i = 'a'",
    );
    let off = "Boolean $run = false, Optional[String] $i = undef";
    let number = "Boolean $run = true, Optional[Integer] $i = undef";
    let hash = "$v = { 'x' => $m::i }";
    let (given, tested) = (
        format!("{hash}\nm::v($v)"),
        format!("{hash}\nif $v['x'] {{ m::v($v) }}"),
    );
    let rows = [
        (off, "String $s = $m::i", "", "{}", vec![]),
        (undef, "String $s = $m::i", "", "{}", warned("T201")),
        (text, "Integer $s = $m::i", "", "{}", warned("T201")),
        (undef, "", "m::s($m::i)", "{}", warned("T202")),
        (number, "", &given, "{}", warned("T202")),
        (
            undef,
            "Optional[String] $s = $m::i",
            "m::s($s)",
            "{}",
            warned("T202"),
        ),
        (undef, "", "if $m::i { m::s($m::i) }", "{}", vec![]),
        (number, "", &tested, "{}", vec![]),
        (undef, "String $s = $m::i", "", "m::i: a", vec![]),
        (undef, "String $s = $m::i", "", "m::x::s: a", vec![]),
        (
            "Boolean $run = true, Optional[String] $i = 'a'",
            "String $s = $m::i",
            "",
            "{}",
            vec![],
        ),
    ];
    for (class, parameters, statements, data, expected) in rows {
        let found = standard_beside(class, parameters, statements, data);
        assert_eq!(
            found, expected,
            "{class} / {parameters} / {statements} / {data}"
        );
    }
}

#[test]
fn private_classes_know_where_they_are_used() {
    let assigned = "if $run { $j = 'a' } else { $j = undef }";
    let private = "assert_private() m::s($m::i)";
    let rows = [
        ("if $i { contain m::x }", private, ""),
        ("unless $i { contain m::x }", private, "T202"),
        ("contain m::x", private, "T202"),
        ("if $i { contain m::x } include m::x", private, "T202"),
        ("if $i { contain m::x } include $run", private, "T202"),
        ("if $i { contain m::x }", "m::s($m::i)", "T202"),
        ("[1].each |$i| { contain m::x }", private, "T202"),
        (
            &format!("{assigned} if $run {{ contain m::x }}"),
            "assert_private() m::s($m::j)",
            "",
        ),
        (
            "if $i == undef { fail('no') } if $run { contain m::x }",
            private,
            "",
        ),
    ];
    for (declares, statements, expected) in rows {
        let of_class = format!("class m(Boolean $run, Optional[String] $i) {{\n  {declares}\n}}\n");
        let files = [("/modules/m/manifests/init.pp", &*of_class)];
        let found = found_in(&project_with("", statements, "strict", &files));
        let codes: Vec<&str> = found.iter().map(|it| it.code()).collect();
        assert_eq!(codes.join(" "), expected, "{declares} / {statements}");
    }
}

#[test]
fn facts_are_not_declared_and_never_reported() {
    check(
        &[
            ("Optional[String] $s", "m::s($s)"),
            ("", "m::s($facts['os']['family'])"),
            ("", "m::s($::operatingsystem)"),
            ("", "$f = $facts['os']['family'] m::s($f)"),
        ],
        &expect![[r#"
            (Optional[String] $s) m::s($s)
              standard T202: `$s` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and 'm::s' parameter 's' expects String
            () m::s($facts['os']['family'])
            () m::s($::operatingsystem)
              strict V801: Legacy fact 'operatingsystem' is not available in Puppet 8 by default (include_legacy_facts)
            () $f = $facts['os']['family'] m::s($f)
        "#]],
    );
}

#[test]
fn titles_and_overloads_may_not_fit() {
    check(
        &[
            ("Optional[String[1]] $s", "m::d { $s: s => 'a' }"),
            ("Optional[String[1]] $s", "if $s { m::d { $s: s => 'a' } }"),
            ("String[1] $s", "m::d { $s: s => 'a' }"),
            ("Array[String[1]] $s", "m::d { $s: s => 'a' }"),
            ("String $s", "m::d { $s: s => 'a' }"),
            (
                "Optional[Array[String]] $a",
                "$a.each |$it| { notice($it) }",
            ),
            ("Optional[Array[String]] $a = undef", "$a.map |$it| { $it }"),
            (
                "Optional[Array[String]] $a",
                "if $a { $a.each |$it| { notice($it) } }",
            ),
            (
                "Variant[String, Array[String]] $a",
                "$a.each |$it| { notice($it) }",
            ),
            ("Optional[String] $s", "notice($s.length)"),
            ("Optional[String] $s", "notice($s.strip)"),
            ("Variant[String, Integer] $s", "notice($s.upcase)"),
            ("Optional[Hash[String, Integer]] $h", "notice($h['a'])"),
            (
                "Optional[Hash[String, Integer]] $h = undef",
                "notice($h['a'])",
            ),
            ("Tuple[String, Integer] $t", "notice($t.chomp)"),
            ("Tuple[String, Enum['a']] $t", "notice($t.chomp)"),
            ("Array[String] $a", "if $a.empty { m::s([$a].flatten[0]) }"),
            ("Array[Array[String], 0, 0] $a", "m::s($a.flatten[0])"),
            ("Array[Array[String]] $a", "m::s($a.flatten[0])"),
        ],
        &expect![[r#"
            (Optional[String[1]] $s) m::d { $s: s => 'a' }
              strict R312: `$s` may be undef here: it is declared `Optional[String[1]]` (manifests/x.pp:1), and a title expects a non-empty String
            (Optional[String[1]] $s) if $s { m::d { $s: s => 'a' } }
            (String[1] $s) m::d { $s: s => 'a' }
            (Array[String[1]] $s) m::d { $s: s => 'a' }
            (String $s) m::d { $s: s => 'a' }
              strict R312: `$s` may be '' here: it is declared `String` (manifests/x.pp:1), and a title expects a non-empty String
            (Optional[Array[String]] $a) $a.each |$it| { notice($it) }
              strict T203: `$a` may be undef here: it is declared `Optional[Array[String]]` (manifests/x.pp:1), and 'each' expects Iterable
            (Optional[Array[String]] $a = undef) $a.map |$it| { $it }
              standard T203: `$a` may be undef here: it is declared `Optional[Array[String]]` (manifests/x.pp:1), and 'map' expects Iterable
            (Optional[Array[String]] $a) if $a { $a.each |$it| { notice($it) } }
            (Variant[String, Array[String]] $a) $a.each |$it| { notice($it) }
            (Optional[String] $s) notice($s.length)
              strict T203: `$s` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and 'length' expects String
            (Optional[String] $s) notice($s.strip)
              strict T203: `$s` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and 'strip' expects String
            (Variant[String, Integer] $s) notice($s.upcase)
            (Optional[Hash[String, Integer]] $h) notice($h['a'])
              strict T211: `$h` may be undef here: it is declared `Optional[Hash[String, Integer]]` (manifests/x.pp:1), and operator '[]' expects a value
            (Optional[Hash[String, Integer]] $h = undef) notice($h['a'])
              standard T211: `$h` may be undef here: it is declared `Optional[Hash[String, Integer]]` (manifests/x.pp:1), and operator '[]' expects a value
            (Tuple[String, Integer] $t) notice($t.chomp)
              strict T203: `$t` may be of type Tuple[String, Integer] (which is inferred as Array[ScalarData, 2, 2]) here: it is declared `Tuple[String, Integer]` (manifests/x.pp:1), and 'chomp' expects Iterable[Variant[String, Numeric]]
            (Tuple[String, Enum['a']] $t) notice($t.chomp)
            (Array[String] $a) if $a.empty { m::s([$a].flatten[0]) }
              lenient T202: 'm::s' parameter 's' expects a String value, got Undef
            (Array[Array[String], 0, 0] $a) m::s($a.flatten[0])
              lenient T202: 'm::s' parameter 's' expects a String value, got Undef
            (Array[Array[String]] $a) m::s($a.flatten[0])
        "#]],
    );
}

#[test]
fn operands_may_not_fit() {
    check(
        &[
            ("Optional[Integer] $n", "notice($n + 1)"),
            ("Optional[Integer] $n = undef", "notice(2 * $n)"),
            ("Optional[Integer] $n", "if $n { notice($n + 1) }"),
            ("Variant[Integer, String] $n", "notice($n > 2)"),
            ("Optional[Integer] $n", "notice(-$n)"),
            ("Optional[String] $s", "notice($s =~ /a/)"),
            ("Optional[String] $s", "notice($s == 'a', 'a' in [$s])"),
            ("Optional[Array[String]] $a", "notice($a + ['x'])"),
            ("Optional[Array[String]] $a", "notice(['x'] + $a)"),
            ("Variant[Hash, Boolean] $h", "notice($h['a'])"),
            ("Array[String] $l, Optional[Integer] $i", "notice($l[$i])"),
            ("Hash[String, Integer] $h", "notice($h['a'] + 1)"),
            ("Array[String] $a", "[$x, $y] = $a notice($x, $y)"),
            ("Array[String, 2, 2] $a", "[$x, $y] = $a notice($x, $y)"),
            ("Optional[Hash] $h", "file { '/a': * => $h }"),
            (
                "Enum['running', 'stopped', 'absent'] $e",
                "service { 'a': ensure => $e }",
            ),
            ("Variant[Integer, String] $m", "file { '/a': mode => $m }"),
        ],
        &expect![[r#"
            (Optional[Integer] $n) notice($n + 1)
              strict T206: `$n` may be undef here: it is declared `Optional[Integer]` (manifests/x.pp:1), and operator '+' does not accept it
            (Optional[Integer] $n = undef) notice(2 * $n)
              standard T206: `$n` may be undef here: it is declared `Optional[Integer]` (manifests/x.pp:1), and operator '*' does not accept it
            (Optional[Integer] $n) if $n { notice($n + 1) }
            (Variant[Integer, String] $n) notice($n > 2)
              strict T206: `$n` may be of type String here: it is declared `Variant[Integer, String]` (manifests/x.pp:1), and operator '>' does not accept it
            (Optional[Integer] $n) notice(-$n)
              strict T206: `$n` may be undef here: it is declared `Optional[Integer]` (manifests/x.pp:1), and operator '-' does not accept it
            (Optional[String] $s) notice($s =~ /a/)
              strict T206: `$s` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and operator '=~' does not accept it
            (Optional[String] $s) notice($s == 'a', 'a' in [$s])
            (Optional[Array[String]] $a) notice($a + ['x'])
              strict T206: `$a` may be undef here: it is declared `Optional[Array[String]]` (manifests/x.pp:1), and operator '+' does not accept it
            (Optional[Array[String]] $a) notice(['x'] + $a)
            (Variant[Hash, Boolean] $h) notice($h['a'])
              strict T206: `$h` may be of type Boolean here: it is declared `Variant[Hash, Boolean]` (manifests/x.pp:1), and operator '[]' does not accept it
            (Array[String] $l, Optional[Integer] $i) notice($l[$i])
              strict T206: `$i` may be undef here: it is declared `Optional[Integer]` (manifests/x.pp:1), and operator '[]' does not accept it
            (Hash[String, Integer] $h) notice($h['a'] + 1)
              strict T206: `$h['a']` may be undef here: `$h` is declared `Hash[String, Integer]` (manifests/x.pp:1), and operator '+' does not accept it
            (Array[String] $a) [$x, $y] = $a notice($x, $y)
              strict T206: `$a` may have fewer or more than 2 elements here: it is declared `Array[String]` (manifests/x.pp:1), and an assignment to 2 variables expects Variant[Array[Any, 2, 2], Hash, Type]
            (Array[String, 2, 2] $a) [$x, $y] = $a notice($x, $y)
            (Optional[Hash] $h) file { '/a': * => $h }
              strict T204: `$h` may be undef here: it is declared `Optional[Hash]` (manifests/x.pp:1), and '*' expects Hash
            (Enum['running', 'stopped', 'absent'] $e) service { 'a': ensure => $e }
              strict R305: `$e` may be 'absent' here: it is declared `Enum['absent', 'running', 'stopped']` (manifests/x.pp:1), and 'ensure' of Service[a] does not accept it
            (Variant[Integer, String] $m) file { '/a': mode => $m }
              strict R305: `$m` may be of type Integer here: it is declared `Variant[Integer, String]` (manifests/x.pp:1), and 'mode' of File[/a] does not accept it
        "#]],
    );
}

#[test]
fn lambda_parameters_and_elements_may_not_fit() {
    check(
        &[
            (
                "Array[Optional[String]] $a",
                "$a.each |String $x| { notice($x) }",
            ),
            ("Array[String] $a", "$a.each |String $x| { notice($x) }"),
            (
                "Hash[String, Optional[Integer]] $h",
                "$h.each |String $k, Integer $v| { notice($k, $v) }",
            ),
            ("Optional[Integer] $p", "m::h({ 'port' => $p })"),
            ("Optional[String] $p", "m::a(['a', $p])"),
            ("Optional[String] $p", "$l = ['a', $p] m::a($l)"),
            ("Optional[String] $p", "if $p { m::a(['a', $p]) }"),
            (
                "Array[Integer] $c",
                "m::a($c.map |$x| { $x ? { 1 => 'a', default => undef } })",
            ),
        ],
        &expect![[r#"
            (Array[Optional[String]] $a) $a.each |String $x| { notice($x) }
              strict T202: The argument may be undef here: `$a` is declared `Array[Optional[String]]` (manifests/x.pp:1), and block parameter 'x' expects String
            (Array[String] $a) $a.each |String $x| { notice($x) }
            (Hash[String, Optional[Integer]] $h) $h.each |String $k, Integer $v| { notice($k, $v) }
              strict T202: The argument may be undef here: `$h` is declared `Hash[String, Optional[Integer]]` (manifests/x.pp:1), and block parameter 'v' expects Integer
            (Optional[Integer] $p) m::h({ 'port' => $p })
              standard T202: `$p` may be undef here: it is declared `Optional[Integer]` (manifests/x.pp:1), and key 'port' of 'm::h' parameter 'h' expects Integer
            (Optional[String] $p) m::a(['a', $p])
              standard T202: `$p` may be undef here: it is declared `Optional[String]` (manifests/x.pp:1), and element 1 of 'm::a' parameter 'a' expects String
            (Optional[String] $p) $l = ['a', $p] m::a($l)
              strict T202: `$l` may have undef as an element here: `$p` is declared `Optional[String]` (manifests/x.pp:1), and 'm::a' parameter 'a' expects Array[String]
            (Optional[String] $p) if $p { m::a(['a', $p]) }
            (Array[Integer] $c) m::a($c.map |$x| { $x ? { 1 => 'a', default => undef } })
              strict T202: The value may have undef as an element here, and 'm::a' parameter 'a' expects Array[String]
        "#]],
    );
}

#[test]
fn keys_that_are_not_there() {
    check(
        &[
            ("Struct[{ port => Integer }] $c", "notice($c['prot'])"),
            ("Struct[{ port => Integer }] $c", "notice($c.dig('prot'))"),
            ("Struct[{ port => Integer }] $c", "notice($c.get('prot'))"),
            ("Struct[{ port => Integer }] $c", "notice(getvar('c.prot'))"),
            (
                "Optional[Struct[{ tls => Struct[{ port => Integer }] }]] $c",
                "notice($c.dig('tls', 'prot'))",
            ),
            (
                "String $p",
                "$h = { 'port' => $p, 'host' => 'a' } notice($h['prot'])",
            ),
            (
                "Array[Struct[{ port => Integer }]] $l",
                "$l.each |$it| { notice($it['prot']) }",
            ),
            (
                "Variant[Struct[{ a => Integer }], Struct[{ b => Integer }]] $c",
                "notice($c['b'])",
            ),
            ("Hash $c", "notice($c['b'])"),
            ("", "notice($facts['os']['famly'])"),
            ("", "notice($facts['os']['release']['mayor'])"),
            ("", "notice($facts['networking']['ipaddress'])"),
            ("", "notice($facts.dig('os', 'famly'))"),
            (
                "",
                "notice($facts.get('os.famly'), getvar('facts.os.famly'))",
            ),
            ("", "notice($facts['os']['family'], $facts['disks']['sda'])"),
            ("", "notice($facts['processors']['extensions'])"),
            (
                "",
                "if $facts['os']['lsb'] != undef { notice($facts['os']['lsb']['distcodename']) }",
            ),
            (
                "",
                "unless $facts['os']['lsb'] { fail('x') } notice($facts.dig('os', 'lsb'))",
            ),
        ],
        &expect![[r#"
            (Struct[{ port => Integer }] $c) notice($c['prot'])
              standard T219: There is no key 'prot': the hash has 'port'
            (Struct[{ port => Integer }] $c) notice($c.dig('prot'))
              standard T219: There is no key 'prot': the hash has 'port'
            (Struct[{ port => Integer }] $c) notice($c.get('prot'))
              standard T219: There is no key 'prot': the hash has 'port'
            (Struct[{ port => Integer }] $c) notice(getvar('c.prot'))
              standard T219: There is no key 'prot': the hash has 'port'
            (Optional[Struct[{ tls => Struct[{ port => Integer }] }]] $c) notice($c.dig('tls', 'prot'))
              standard T219: There is no key 'prot': the hash has 'port'
            (String $p) $h = { 'port' => $p, 'host' => 'a' } notice($h['prot'])
              standard T219: There is no key 'prot': the hash has 'port', 'host'
            (Array[Struct[{ port => Integer }]] $l) $l.each |$it| { notice($it['prot']) }
              standard T219: There is no key 'prot': the hash has 'port'
            (Variant[Struct[{ a => Integer }], Struct[{ b => Integer }]] $c) notice($c['b'])
            (Hash $c) notice($c['b'])
            () notice($facts['os']['famly'])
              standard N108: Fact 'os' has no 'famly'
            () notice($facts['os']['release']['mayor'])
              standard N108: Fact 'os.release' has no 'mayor'
            () notice($facts['networking']['ipaddress'])
              standard N108: Fact 'networking' has no 'ipaddress'
            () notice($facts.dig('os', 'famly'))
              standard N108: Fact 'os' has no 'famly'
            () notice($facts.get('os.famly'), getvar('facts.os.famly'))
              standard N108: Fact 'os' has no 'famly'
              standard N108: Fact 'os' has no 'famly'
            () notice($facts['os']['family'], $facts['disks']['sda'])
              strict T211: `$facts['disks']` may be undef here, and operator '[]' does not accept it
            () notice($facts['processors']['extensions'])
            () if $facts['os']['lsb'] != undef { notice($facts['os']['lsb']['distcodename']) }
            () unless $facts['os']['lsb'] { fail('x') } notice($facts.dig('os', 'lsb'))
        "#]],
    );
}
