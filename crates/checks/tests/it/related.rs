//! The places that explain a diagnostic.

use expect_test::{Expect, expect};
use puppet_checks::file_diagnostics;
use puppet_diagnostics::Severity;

use crate::support::Project;

const PATH: &str = "/modules/web/manifests/init.pp";

/// The diagnostics of a rule, each with its related places: the text there, and what is said about it.
fn check(code: &str, rule: &str, expected: &Expect) {
    let project = Project::new([(PATH, code)]);
    let mut text = String::new();
    for diagnostic in file_diagnostics(&project.db, project.file(PATH)) {
        if diagnostic.code() != rule {
            continue;
        }
        text.push_str(&format!("{}\n", slice(code, diagnostic.place.range)));
        for related in &diagnostic.related {
            let at = slice(code, related.place.range);
            text.push_str(&format!("  {at}: {}\n", related.message));
        }
    }
    expected.assert_eq(&text);
}

/// The source of a range, on one line.
fn slice(code: &str, range: puppet_text::TextRange) -> String {
    let slice = &code[std::ops::Range::<usize>::from(range)];
    slice.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn branches_without_an_assignment_explain_that_a_variable_may_not_exist() {
    check(
        "class web {\n  case $facts['a'] {\n    '1': { $x = 1 }\n    '2': { $x = 2 }\n    default: { notice(3) }\n  }\n  notice($x)\n}\n",
        "N102",
        &expect![[r#"
            $x
              { notice(3) }: This branch does not assign it
              $x: It is assigned here
              $x: It is assigned here
        "#]],
    );
    check(
        "class web {\n  if $facts['a'] { $x = 1 } elsif $facts['b'] { $x = 2 }\n  notice($x)\n}\n",
        "N102",
        &expect![[r#"
            $x
              $facts['b']: It is not assigned if this is false
              $x: It is assigned here
              $x: It is assigned here
        "#]],
    );
    check(
        "class web {\n  case $facts['a'] {\n    '1': { $x = 1 }\n    '2', '3': { }\n  }\n  notice($x)\n}\n",
        "N102",
        &expect![[r#"
            $x
              '2', '3': { }: This option does not assign it
              $facts['a']: It is not assigned if no option matches this
              $x: It is assigned here
        "#]],
    );
    // Names of one letter are like no others: it is no misspelled one that a branch assigns.
    check(
        "class web {\n  if $facts['a'] { $x = 1 } else { $y = 2 notice($y) }\n  notice($x)\n}\n",
        "N102",
        &expect![[r#"
            $x
              { $y = 2 notice($y) }: This branch does not assign it
              $x: It is assigned here
        "#]],
    );
}

#[test]
fn the_first_assignment_explains_a_second_one() {
    check(
        "class web(Integer $p = 1) {\n  $x = 1\n  $x = 2\n  $p = 3\n  if $facts['a'] { $z = 1 } else { $z = 2 }\n  $z = 3\n}\n",
        "N103",
        &expect![[r#"
            $x
              $x: It is assigned here first
            $p
              $p: It is a parameter
            $z
              $z: It is assigned here first
        "#]],
    );
}

/// The severities of the diagnostics of a rule, in a module for some versions of Puppet.
fn severities(code: &str, rule: &str, requirement: Option<&str>) -> Vec<Severity> {
    let requirements = requirement.map_or_else(String::new, |versions| {
        format!(", \"requirements\": [{{\"name\": \"puppet\", \"version_requirement\": \"{versions}\"}}]")
    });
    let metadata = format!(
        "{{\"name\": \"x-web\", \"version\": \"1.0.0\", \"author\": \"x\", \"license\": \"MIT\", \"source\": \"x\", \
         \"dependencies\": []{requirements}}}"
    );
    let project = Project::new([(PATH, code), ("/modules/web/metadata.json", &*metadata)]);
    let diagnostics = file_diagnostics(&project.db, project.file(PATH));
    let of_rule = diagnostics.iter().filter(|it| it.code() == rule);
    of_rule.map(|it| it.severity).collect()
}

#[test]
fn a_key_that_stands_there_twice_is_as_serious_as_puppet_takes_it() {
    use Severity::{Error, Warning};
    let (new, old) = (Some(">= 7.0.0 < 9.0.0"), Some(">= 6.0.0 < 8.0.0"));
    for (hash, of_new, of_old) in [
        ("{ 'a' => 1, a => 2 }", Some(Error), Some(Warning)),
        ("{ 1 => 1, 1 => 2 }", Some(Error), Some(Warning)),
        ("{ -1 => 1, -1 => 2 }", Some(Error), Some(Warning)),
        (
            "{ File['a'] => 1, File['a'] => 2 }",
            Some(Warning),
            Some(Warning),
        ),
        (
            "{ Integer => 1, Integer => 2 }",
            Some(Warning),
            Some(Warning),
        ),
        ("{ $k => 1, $k => 2 }", Some(Warning), Some(Warning)),
        (
            "{ \"a${k}\" => 1, \"a${k}\" => 2 }",
            Some(Warning),
            Some(Warning),
        ),
        (
            "{ $k => 1, $l => 2, \"a${k}\" => 2, f($k) => 1, f($k) => 2 }",
            None,
            None,
        ),
    ] {
        let code = format!("class web($k, $l) {{\n  $x = {hash}\n  notice($x, $k, $l)\n}}\n");
        let of = |requirement| severities(&code, "C405", requirement).first().copied();
        assert_eq!(
            [of(new), of(None), of(old)],
            [of_new, of_new, of_old],
            "{hash}"
        );
    }
    let alias = "type Web::T = Struct[{ Optional['a'] => Integer, Optional['a'] => String }]\n";
    assert_eq!(severities(alias, "C405", new), [Warning]);
}

#[test]
fn legacy_facts_are_hints_where_nothing_says_what_code_is_for() {
    let code = "class web {\n  notice($::osfamily)\n}\n";
    for (requirement, expected) in [
        (None, Some(Severity::Hint)),
        (Some(">= 7.0.0 < 9.0.0"), Some(Severity::Warning)),
        (Some(">= 6.0.0 < 8.0.0"), None),
    ] {
        let found = severities(code, "V801", requirement);
        assert_eq!(found.first().copied(), expected, "{requirement:?}");
    }
}

#[test]
fn options_of_a_merge_stand_under_it() {
    let data = "/data/common.yaml";
    let project = Project::new([
        ("/environment.conf", ""),
        ("/hiera.yaml", "version: 5\n"),
        (
            data,
            "lookup_options:\n  a:\n    merge: deep\n    knockout_prefix: '--'\n  b:\n    strategy: deep\n  c:\n    mrge: deep\na: 1\nb: 1\nc: 1\n",
        ),
    ]);
    let diagnostics = file_diagnostics(&project.db, project.file(data));
    let help = diagnostics.iter().filter(|it| it.code() == "H610");
    let help: Vec<&str> = help.filter_map(|it| it.help.as_deref()).collect();
    assert_eq!(
        help,
        [
            "Put it under merge: { strategy: deep, knockout_prefix: … }",
            "Put it under merge: { strategy: … }",
            "Did you mean 'merge'?",
        ]
    );
}
