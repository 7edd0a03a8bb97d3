//! The wording of messages and of their help: values and signatures.

use expect_test::{Expect, expect};
use puppet_checks::file_diagnostics;

use crate::support::Project;

const PATH: &str = "/modules/web/manifests/init.pp";

/// The messages of a file, each with its code, and its help below it.
fn check(code: &str, expected: &Expect) {
    let project = Project::new([(PATH, code)]);
    let mut text = String::new();
    for diagnostic in file_diagnostics(&project.db, project.file(PATH)) {
        text.push_str(&format!("{}: {}\n", diagnostic.code(), diagnostic.message));
        for line in diagnostic.help.iter().flat_map(|help| help.lines()) {
            text.push_str(&format!("  = {line}\n"));
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn a_long_definition_of_an_alias_is_not_shown() {
    let long = "Pattern[/\\A(absent|present|installed|latest)\\z/, /\\A[0-9]+\\.[0-9]+\\.[0-9]+(-[a-z]+)?\\z/]";
    for (definition, shown) in [
        (long, "Web::V"),
        ("Pattern[/\\Aa\\z/]", "Web::V = Pattern[/\\Aa\\z/]"),
    ] {
        let code = "class web(Web::V $v = '!') {\n  notice($v)\n}\n";
        let alias = format!("type Web::V = {definition}\n");
        let project = Project::new([(PATH, code), ("/modules/web/types/v.pp", &*alias)]);
        let found = file_diagnostics(&project.db, project.file(PATH));
        let messages: Vec<&str> = found.iter().map(|it| it.message.as_str()).collect();
        let expected = format!("parameter 'v' expects a match for {shown}, got '!'");
        assert_eq!(messages, [expected]);
    }
}

#[test]
fn values_that_inference_knows_are_listed() {
    check(
        "class web(Boolean $flag) {\n  $x = $flag ? { true => 'a', default => 'b' }\n  $y = $flag ? { true => 1, default => ['b'] }\n  notice(versioncmp($y, $x))\n  web::a { 'x': port => $x }\n}\ndefine web::a(Integer $port) {\n  notice($port)\n}\n",
        &expect![[r#"
            T202: 'versioncmp' parameter 'a' expects a String value, got Integer or Tuple
            T202: parameter 'port' expects an Integer value, got 'a' or 'b'
        "#]],
    );
}

#[test]
fn operations_on_strings_have_help() {
    check(
        "class web(String $s, Optional[String] $o) {\n  notice('a' + 1)\n  notice('a' * 1)\n  notice($o - 1)\n  notice($s * 2)\n}\n",
        &expect![[r#"
            T206: The value 'a' cannot be converted to Numeric.
              = Use interpolation to join strings: "${a}${b}"
            T206: The value 'a' cannot be converted to Numeric.
              = Convert the operand, such as with `Integer($x)`, or use another operator
            T205: Implicit conversion of a String to a number: an error since Puppet 8 (strict)
              = Use Integer(...) to convert the string
            T205: Implicit conversion of a String to a number: an error since Puppet 8 (strict)
              = Use Integer(...) to convert the string
        "#]],
    );
}

#[test]
fn signatures_are_listed_with_the_reason_why_each_is_rejected() {
    check(
        "class web {\n  notice(lookup('a', true))\n}\n",
        &expect![[r#"
            T203: The function 'lookup' was called with arguments it does not accept
              = It expects one of:
              =   (Variant[String, Array[String]] name, Type value_type?, Variant[String[1], Hash[String, Scalar]] merge?)
              =     rejected: parameter 'value_type' expects a Type value, got Boolean
              =   (Variant[String, Array[String]] name, Optional[Type] value_type, Optional[Variant[String[1], Hash[String, Scalar]]] merge, Any default_value)
              =     rejected: expects 4 arguments, got 2
              =   (Variant[String, Array[String]] name, Type value_type?, Variant[String[1], Hash[String, Scalar]] merge?, Callable[Variant[String, Array[String]]] block)
              =     rejected: parameter 'value_type' expects a Type value, got Boolean
              =   (Struct[{…}] options_hash, Callable[Variant[String, Array[String]]] block?)
              =     rejected: expects 1 argument, got 2
              =   (Variant[String, Array[String]] name, Struct[{…}] options_hash, Callable[Variant[String, Array[String]]] block?)
              =     rejected: parameter 'options_hash' expects a Struct value, got Boolean
        "#]],
    );
}

#[test]
fn the_text_of_fail_is_quoted_with_the_values_that_lead_to_it() {
    check(
        "class web(String $os) {\n  web::a { 'x': kind => 'bad', port => 80, os => $os }\n  web::a { 'y': kind => 'good', port => 800, os => $os }\n}\ndefine web::a(String $kind, Integer $port, String $os) {\n  if $kind == 'bad' { fail(\"${kind} is not supported on ${os}\") }\n  if $port > 500 { fail('no such port') }\n}\n",
        &expect![[r#"
            T224: Web::A[x] fails: bad is not supported on ${os}
              = It fails with kind => 'bad'
            T224: Web::A[y] fails: no such port
              = It fails with port => 800
        "#]],
    );
}

#[test]
fn modes_of_files_are_strings() {
    check(
        "class web {\n  file {\n    '/a': mode => 384;\n    '/b': mode => 0644;\n    '/c': mode => 644;\n    '/d': mode => true;\n    '/e': mode => 'abc';\n    '/f': content => 15;\n  }\n}\n",
        &expect![[r#"
            R305: Parameter mode failed on File[/a]: The file mode specification must be a string, not 'Integer'
              = Write the mode as a string: `mode => '0600'`
            R305: Parameter mode failed on File[/b]: The file mode specification must be a string, not 'Integer'
              = Write the mode as a string: `mode => '0644'`
            R305: Parameter mode failed on File[/c]: The file mode specification must be a string, not 'Integer'
              = Write the mode as a string: `mode => '0644'`
            R305: Parameter mode failed on File[/d]: The file mode specification must be a string, not 'TrueClass'
            R305: Parameter mode failed on File[/e]: The file mode specification is invalid: "abc"
            R305: Parameter content failed on File[/f]: the content must be a string, not 'Integer'
              = Put the number in quotes: the attribute takes a string
        "#]],
    );
}

#[test]
fn duplicate_keys_are_named() {
    check(
        "class web(String $k) {\n  notice({ a => 1, 'a' => 2, 1 => 1, 1 => 2, [a] => 1, ['a'] => 2, $k => 1, $k => 2 })\n}\n",
        &expect![[r#"
            C405: The key 'a' is declared more than once
              = The earlier value is overwritten: rename or remove one of the keys
            C405: The key '1' is declared more than once
              = The earlier value is overwritten: rename or remove one of the keys
            C405: The key '["a"]' is declared more than once
              = The earlier value is overwritten: rename or remove one of the keys
            C405: The key '$k' is declared more than once
              = The earlier value is overwritten: rename or remove one of the keys
        "#]],
    );
}

#[test]
fn a_stray_name_is_named() {
    check(
        "class web {\n}\nnf\n",
        &expect![[r#"
            M701: Stray name 'nf' outside of a class: not allowed in a module's manifest
              = Move it to the file that fits its name, or into the definition there
        "#]],
    );
}

#[test]
fn a_space_in_a_reference_is_named() {
    check(
        "class web {\n  Class ['web::a-b'] -> Package ['c']\n}\n",
        &expect![[r#"
            S002: This Type-Name has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
              = Remove the space before `[`
            R315: Syntax error in 'web::a-b'
              = Remove the space before `[`
            S002: This Array Expression has no effect. A Host Class Definition can not end with a value-producing expression without other effect
              = Remove the space before `[`
        "#]],
    );
}
