use puppet_ide::test_fixture::{check_text, refused};

#[test]
fn conditions_are_inverted() {
    let title = "Invert the condition";
    for (before, after) in [
        (
            "i$0f !$a { f(1) } else { f(2) }\n",
            "if $a { f(2) } else { f(1) }\n",
        ),
        (
            "i$0f $a { f(1) } else { f(2) }\n",
            "if !$a { f(2) } else { f(1) }\n",
        ),
        (
            "if $a $0== 1 { f(1) } else { f(2) }\n",
            "if $a != 1 { f(2) } else { f(1) }\n",
        ),
        (
            "i$0f $a < 1 { f(1) } else { f(2) }\n",
            "if !($a < 1) { f(2) } else { f(1) }\n",
        ),
        (
            "i$0f !($a or $b) { f(1) } else { f(2) }\n",
            "if $a or $b { f(2) } else { f(1) }\n",
        ),
    ] {
        check_text(before, title, after);
    }
    refused("i$0f $a { f(1) }\n", title);
    refused("i$0f $a { f(1) } elsif $b { f(2) } else { f(3) }\n", title);
    refused("if $a { $0f(1) } else { f(2) }\n", title);
    refused("i$0f $a { f(1) } else { f(2)\n", title);
}

#[test]
fn unless_and_if() {
    check_text(
        "un$0less $a { f(1) } else { f(2) }\n",
        "Convert `unless`",
        "if !$a { f(1) } else { f(2) }\n",
    );
    check_text(
        "i$0f $a != 1 { f(1) }\n",
        "Convert `if` to",
        "unless $a == 1 { f(1) }\n",
    );
    check_text(
        "i$0f !$a { f(1) }\n",
        "Convert `if` to",
        "unless $a { f(1) }\n",
    );
    refused("i$0f $a { f(1) }\n", "Convert `if` to");
    refused("i$0f !$a { f(1) } elsif $b { }\n", "Convert `if` to");
    refused("unless$0 $a {", "Convert `unless`");
}

#[test]
fn nested_conditions_are_merged() {
    let title = "Merge";
    check_text(
        "i$0f $a {\n  if $b or $c {\n    # why\n    f(1)\n  }\n}\n",
        title,
        "if $a and ($b or $c) {\n  # why\n  f(1)\n}\n",
    );
    refused("i$0f $a {\n  if $b { f(1) } else { f(2) }\n}\n", title);
    refused("i$0f $a {\n  if $b { f(1) }\n  f(2)\n}\n", title);
    refused("i$0f $a {\n  # why\n  if $b { f(1) }\n}\n", title);
    refused("i$0f $a {\n  if $b {\n    f('a\nb')\n  }\n}\n", title);
}

#[test]
fn comparisons_and_cases() {
    let case = "Convert to `case`";
    check_text(
        "i$0f $a == 'b' or $a == 'c' {\n  f(1)\n} elsif $a =~ Integer {\n  f(2)\n} else {\n  f(3)\n}\n",
        case,
        "case $a {\n  'b', 'c': {\n    f(1)\n  }\n  Integer: {\n    f(2)\n  }\n  default: {\n    f(3)\n  }\n}\n",
    );
    refused("i$0f $a == 'b' { f(1) } elsif $b == 'c' { f(2) }\n", case);
    refused("i$0f $a == 'b' { f(1) } else { f(2) }\n", case);
    refused("i$0f g() == 'b' { f(1) } elsif g() == 'c' { f(2) }\n", case);
    let conditions = "Convert to `if`";
    check_text(
        "ca$0se $a {\n  'b', 'c': {\n    f(1)\n  }\n  default: {\n    f(3)\n  }\n}\n",
        conditions,
        "if $a == 'b' or $a == 'c' {\n  f(1)\n} else {\n  f(3)\n}\n",
    );
    check_text(
        "class a(String $a) {\n  ca$0se $a {\n    /b/: { f($1) }\n    Integer: { f(2) }\n  }\n}\n",
        conditions,
        "class a(String $a) {\n  if $a =~ /b/ { f($1) } elsif $a =~ Integer { f(2) }\n}\n",
    );
    refused("ca$0se $a {\n  /b/: { f(1) }\n}\n", conditions);
    refused("ca$0se $a {\n  $b: { f(1) }\n}\n", conditions);
    refused(
        "ca$0se $a {\n  default: { f(1) }\n  'b': { f(2) }\n}\n",
        conditions,
    );
    refused("ca$0se g() {\n  1: { f(1) }\n}\n", conditions);
}

#[test]
fn calls_with_and_without_a_dot() {
    let (dot, parentheses) = ("Convert to method call", "Convert to function call");
    for (before, after) in [
        ("spl$0it('a,b', ',')\n", "'a,b'.split(',')\n"),
        (
            "ea$0ch([1, 2]) |$x| { f($x) }\n",
            "[1, 2].each |$x| { f($x) }\n",
        ),
        ("$x = upcas$0e(\"a${b}\")\n", "$x = \"a${b}\".upcase\n"),
        (
            "class a(String $s) { $x = \"${sp$0lit($s, ',')}\" }\n",
            "class a(String $s) { $x = \"${$s.split(',')}\" }\n",
        ),
    ] {
        check_text(before, dot, after);
    }
    for (before, after) in [
        ("'a,b'.spl$0it(',')\n", "split('a,b', ',')\n"),
        (
            "[1, 2].ea$0ch |$x| { f($x) }\n",
            "each([1, 2]) |$x| { f($x) }\n",
        ),
        (
            "class a(Integer $i) { $x = ($i + 1).a$0bs() }\n",
            "class a(Integer $i) { $x = abs($i + 1) }\n",
        ),
    ] {
        check_text(before, parentheses, after);
    }
    refused("inc$0lude('a')\n", dot);
    refused("ab$0s(1)\n", dot);
    refused("f$0(*$x)\n", dot);
    // It may be an object with such a member.
    refused("f$0($x, 1)\n", dot);
    refused("$x.f$0(1)\n", parentheses);
    refused("Integer.ne$0w('1')\n", parentheses);
    refused(
        "class a(String $s) { $x = \"${s.sp$0lit(',')}\" }\n",
        parentheses,
    );
    refused("spl$0it('a,b',\n", dot);
}

#[test]
fn arrows_and_metaparameters() {
    check_text(
        "package { 'a': }\n-$0> service { 'b':\n  ensure => running,\n}\n",
        "Convert to `require`",
        "package { 'a': }\nservice { 'b':\n  ensure => running,\n  require => Package['a'],\n}\n",
    );
    check_text(
        "File[\"/${x}\"] ~$0> a::b { 'c': d => 1 }\n",
        "Convert to `subscribe`",
        "a::b { 'c': d => 1, subscribe => File[\"/${x}\"] }\n",
    );
    check_text(
        "a::b { 'c': } <$0- class { 'd': }\n",
        "Convert to `require`",
        "a::b { 'c': require => Class['d'] }\nclass { 'd': }\n",
    );
    let title = "Convert to `require`";
    refused("file { 'a': } -$0> file { 'b': require => $x }\n", title);
    refused("file { 'a': } -$0> file { 'b': * => $x }\n", title);
    refused("file { ['a', 'c']: } -$0> file { 'b': }\n", title);
    refused("file { 'a': } -$0> file { 'b': } -> file { 'c': }\n", title);
    refused("File['a'] -$0> File['b']\n", title);
    refused("file { 'a': } -$0> file { 'b'\n", title);
}

#[test]
fn resources_are_split() {
    let title = "Split into single resources";
    check_text(
        "class a {\n  file {\n    '/$0a':\n      mode => '1';\n    '/b':\n      content => [\n        1,\n      ],\n  }\n}\n",
        title,
        "class a {\n  file { '/a':\n    mode => '1',\n  }\n  file { '/b':\n    content => [\n      1,\n    ],\n  }\n}\n",
    );
    check_text(
        "@file { ['/a', \"/$0${b}\"]: }\n",
        title,
        "@file { '/a': }\n@file { \"/${b}\": }\n",
    );
    refused("file { default: mode => '1'; '/$0a': }\n", title);
    refused("file { ['/a', '/$0b']: mode => f() }\n", title);
    refused("file { '/$0a': }\n", title);
    refused("file { ['/a', '/$0b']: } -> file { '/c': }\n", title);
    refused("file { ['/a', '/$0b']: # why\n}\n", title);
    refused("file { ['/a', '/$0b']: mode =>\n", title);
}

#[test]
fn hashes_of_attributes_are_expanded() {
    let title = "Replace `* =>` with single attributes";
    check_text(
        "file { '/a':\n  mode => '1',\n  *$0 => { 'owner' => 'x', group => f(1), },\n}\n",
        title,
        "file { '/a':\n  mode => '1',\n  owner => 'x',\n  group => f(1),\n}\n",
    );
    refused(
        "file { '/a': mode => '1', *$0 => { mode => '2' } }\n",
        title,
    );
    refused("file { '/a': *$0 => { $b => '2' } }\n", title);
    refused("file { '/a': *$0 => $b }\n", title);
    refused("file { '/a': *$0 => { 'B c' => '2' } }\n", title);
    refused("file { '/a': *$0 => { a =>", title);
}

#[test]
fn elements_on_lines() {
    let (spread, join) = (
        "Put each element on its own line",
        "Put all elements on one line",
    );
    for (one, many) in [
        ("$x = [$01, 2]\n", "$x = [\n  $01,\n  2,\n]\n"),
        (
            "  $x = { $0a => 1, b => 2 }\n",
            "  $x = {\n    $0a => 1,\n    b => 2,\n  }\n",
        ),
        (
            "class a($0$b, String $c = 'd') { }\n",
            "class a(\n  $0$b,\n  String $c = 'd',\n) { }\n",
        ),
        ("f($01, 2)\n", "f(\n  $01,\n  2\n)\n"),
        (
            "file { 'a': $0b => 1, c => 2 }\n",
            "file { 'a':\n  $0b => 1,\n  c => 2,\n}\n",
        ),
    ] {
        check_text(one, spread, &many.replace("$0", ""));
        check_text(many, join, &one.replace("$0", ""));
    }
    refused("notice(\"${[$01, 2]}\")\n", spread);
    refused("$x = [$01]\n", spread);
    refused("$x = [\n  $01, # why\n  2,\n]\n", join);
    refused("$x = [$01, 'a\nb']\n", spread);
    refused(
        &format!("$x = [\n  $0'{}',\n  'b',\n]\n", "a".repeat(90)),
        join,
    );
    refused("$x = [$01, 2\n", spread);
}

#[test]
fn texts_into_heredocs() {
    let title = "Convert to heredoc";
    check_text(
        "class a {\n  $x = \"on$0e\\n\\n  two\\n\"\n}\n",
        title,
        "class a {\n  $x = @(END)\n    one\n\n      two\n    | END\n}\n",
    );
    check_text(
        "f('o$0ne\nthe END', 1)\n",
        title,
        "f(@(EOT), 1)\n  one\n  the END\n  |- EOT\n",
    );
    refused("$x = \"on$0e\\n\"\n", title);
    refused("$x = \"on$0e\\ntwo\\t \\n \"\n", title);
    refused("f(\"on$0e\\ntwo\", 'x')\n", title);
    refused("f(@(A), \"on$0e\\ntwo\")\n  x\n  | A\n", title);
    refused("#- /a.epp\n<%= \"on$0e\\ntwo\" %>\n", title);
    refused("$x = \"on$0e\\ntwo\"", title);
}

#[test]
fn words_and_quotes() {
    let (quote, unquote) = ("Put in quotes", "Remove the quotes");
    check_text(
        "file { 'a': ensure => pre$0sent }\n",
        quote,
        "file { 'a': ensure => 'present' }\n",
    );
    check_text(
        "file { 'a': ensure => 'pre$0sent' }\n",
        unquote,
        "file { 'a': ensure => present }\n",
    );
    check_text("$x = [a$0b]\n", quote, "$x = ['ab']\n");
    refused("fi$0le { 'a': }\n", quote);
    refused("a$0b(1)\n", quote);
    refused("File <| ow$0ner == root |>\n", quote);
    refused("file { 'a': ens$0ure => present }\n", quote);
    for word in [
        "true", "undef", "if", "a b", "A", "1", "", "default", "a::b",
    ] {
        refused(&format!("file {{ 'a': ensure => $0'{word}' }}\n"), unquote);
    }
    refused("file { 'a': ensure => 'pre$0sent\n", unquote);
}

const MODULE: &str = "#- /environment.conf\n#- /modules/web/manifests/init.pp\n";

#[test]
fn statements_into_definitions() {
    check_text(
        &format!(
            "{MODULE}class web(String $a, $b = 1) {{\n  $c = 2\n  $0file {{ $a:\n    mode => $c,\n  }}\n  # why\n  $d = $facts['x']\n  notice($d)$0\n  notice($b)\n}}\n"
        ),
        "Extract into class `web::part`",
        "class web(String $a, $b = 1) {\n  $c = 2\n  class { 'web::part':\n    a => $a,\n    c => $c,\n  }\n  contain web::part\n  notice($b)\n}\n\n\
         #- /modules/web/manifests/part.pp\nclass web::part(\n  String $a,\n  $c,\n) {\n  file { $a:\n    mode => $c,\n  }\n  # why\n  $d = $facts['x']\n  notice($d)\n}\n",
    );
    check_text(
        "#- /environment.conf\n#- /modules/web/manifests/d.pp\ndefine web::d(Integer $a) {\n  $0file { $title: mode => $a }$0\n}\n",
        "Extract into defined type `web::d::part`",
        "define web::d(Integer $a) {\n  web::d::part { $title:\n    a => $a,\n  }\n}\n\n\
         #- /modules/web/manifests/d/part.pp\ndefine web::d::part(\n  Integer $a,\n) {\n  file { $title: mode => $a }\n}\n",
    );
}

#[test]
fn statements_that_only_mean_it_there() {
    for body in [
        "$0$d = 1$0\n  notice($d)",
        "$0notice($title)$0",
        "$0notice(template('web/a.erb'))$0",
        "File { mode => '1' }\n  $0file { 'a': }$0",
        "$0File['a'] { mode => '1' }$0",
        "$0return()$0",
        "$_x = 1\n  $0notice($_x)$0",
        "if $x { $0notice(1)$0 }",
        "$0file { 'a': mode =>$0",
        "$0notice('a\nb')$0",
    ] {
        refused(
            &format!("{MODULE}class web {{\n  {body}\n}}\n"),
            "Extract into class",
        );
    }
    refused(
        &format!("{MODULE}class web inherits base {{\n  $0notice($x)$0\n}}\n"),
        "Extract into class",
    );
    refused(
        &format!(
            "{MODULE}class web {{\n  $0$d = 1\n  notice($d)$0\n}}\n#- /modules/web/manifests/e.pp\nclass web::e {{ notice($web::d) }}\n"
        ),
        "Extract into class",
    );
    refused(
        "#- /environment.conf\n#- /modules/web/manifests/d.pp\ndefine web::d() {\n  $0include x$0\n}\n",
        "Extract into defined",
    );
}
