//! Incomplete statements cause no errors in the statements after them.

use expect_test::expect;

use crate::Entry;
use crate::tests::error_list;

/// What stands after the typed line.
const REST: [&str; 5] = [
    "  file { '/a':\n    ensure => file,\n    mode   => $b ? { 1 => '0644', default => undef },\n  }\n",
    "  nova_config {\n    'DEFAULT/a': value => 1;\n    \"b/${x}\":   value => 2;\n  }\n",
    "  $y = {\n    'a' => 1,\n    b   => [2],\n  }\n",
    "  if $x {\n    include b\n  } elsif $y {\n    $z = 'c'\n  } else {\n    fail('d')\n  }\n",
    "  Oslo::Db<||> -> Anchor['a']\n  -> anchor { 'b': }\n  ~> Service<| tag == 'c' |>\n",
];

/// The lines of the errors, if `typed` is a line of its own before each of them.
fn lines(typed: &str) -> Vec<String> {
    let texts = REST.iter().map(|rest| {
        format!("class a (\n  Integer $b = 1,\n  ) {{\n{typed}\n{rest}\n  include c\n}}\n\nclass d {{ }}\n")
    });
    texts
        .map(|text| error_list(&text, Entry::Manifest))
        .collect()
}

#[test]
fn errors_stay_in_the_line_that_is_typed() {
    let typed = [
        "  if",
        "  unless",
        "  if $x",
        "  if $x and",
        "  if $x {",
        "  if !",
        "  case",
        "  class",
        "  class e (",
        "  define",
        "  node",
        "  notice(",
        "  notice('a',",
        "  $x = [",
        "  $x = {",
        "  $x[",
        "  File <|",
        "  File <| title ==",
        "  $x.each |$y| {",
        "  file {",
        "  file { '/a':",
        "  file { '/a': ensure =>",
        "  notice(\"a ${",
        "  $x = @(END)",
        "  $x = @(\"END\")\n    a\n    b",
        "  type A =",
        "  } else {",
    ];
    for typed in typed {
        let last = 4 + typed.matches('\n').count();
        for errors in lines(typed) {
            let is_near = |line: &str| {
                let number = line
                    .split(':')
                    .next()
                    .and_then(|it| it.parse::<usize>().ok());
                number.is_some_and(|it| it <= last + 1)
            };
            let near = errors.lines().filter(|it| is_near(it)).count();
            let far = errors.lines().count() - near;
            // A brace or a bracket that is missing may show at the end of the class, once.
            assert!(near <= 3 && far <= 1, "{typed}:\n{errors}");
        }
    }
}

/// A class with a parameter and a resource, of which some lines are incomplete.
fn errors_in_lists(parameter: &str, attribute: &str) -> Vec<String> {
    let text = format!(
        "class a (\n  String $b = 'b',\n{parameter}\n  Array[Integer] $c = [1],\n  $d = $facts['d'],\n) {{\n  file {{ '/a':\n    ensure => file,\n{attribute}\n    mode   => \"0${{b}}\",\n    notify => Service['c'],\n  }}\n  include c\n}}\n"
    );
    let errors = error_list(&text, Entry::Manifest);
    errors.lines().map(str::to_owned).collect()
}

#[test]
fn errors_stay_in_the_parameter_that_is_typed() {
    let typed = [
        "  String",
        "  String[",
        "  Variant[String,",
        "  Enum['a",
        "  Struct[{",
        "  Hash[String, Array[",
        "  $",
        "  $x =",
        "  $x = [",
        "  $x = {",
        "  $x = 'a",
        "  $x = $facts[",
        "  $x = foo(",
        "  string",
        "  if $x",
    ];
    for typed in typed {
        let errors = errors_in_lists(typed, "");
        // What is missing may be told at the next token.
        let is_near =
            |it: &String| it.starts_with("2:") || it.starts_with("3:") || it.starts_with("4:");
        assert!(
            errors.len() <= 2 && errors.iter().all(is_near),
            "{typed}: {errors:#?}"
        );
    }
}

#[test]
fn errors_stay_in_the_attribute_that_is_typed() {
    let typed = [
        "    x",
        "    x =>",
        "    x =",
        "    * =>",
        "    x => $",
        "    x => 'a",
        "    x => File[",
        "    x => File['a",
        "    x => foo(",
        "    x => {",
        "    x => { 'a'",
        "    x => [",
        "    x => $y ?",
        "    x => $y ? {",
        "    x => @(END)",
        "    x => if $y {",
        "    if",
    ];
    for typed in typed {
        let errors = errors_in_lists("", typed);
        let is_near =
            |it: &String| it.starts_with("8:") || it.starts_with("9:") || it.starts_with("10:");
        assert!(
            errors.len() <= 3 && errors.iter().all(is_near),
            "{typed}: {errors:#?}"
        );
    }
}

#[test]
fn other_languages_write_else_if() {
    let errors = |text: &str| error_list(text, Entry::Manifest);
    let text = "if $a {\n} else if $b {\n} else if $c {\n} elsif $d {\n} else {\n}\n";
    expect![[r#"
        2: "if": Expected `{`, found `if`: write `elsif` instead of `else if`
        3: "if": Expected `{`, found `if`: write `elsif` instead of `else if`
    "#]]
    .assert_eq(&errors(text));
    // What is typed here is an `else`: the statement in the next line is another one.
    expect![[r#"
        2: "": Expected `{` and what to do otherwise here
    "#]]
    .assert_eq(&errors("if $a {\n} else\nif $b {\n} else {\n}\n"));
}
