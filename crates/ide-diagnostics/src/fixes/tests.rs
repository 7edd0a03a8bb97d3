use puppet_checks::rules;
use puppet_ide::test_fixture::{acted, check_text, refused};

use super::FIXES;

#[test]
fn only_fixable_rules_have_fixes() {
    for rule in rules::ALL {
        let is_in_table = FIXES.iter().any(|(it, _)| it == rule);
        assert!(!is_in_table || rule.fix.is_some(), "{}", rule.code);
    }
}

#[test]
fn what_stands_there_twice_is_removed() {
    let title = "Remove ";
    for (before, after) in [
        // Of keys, the last counts.
        (
            "$x = { 'a' => 1, '$0a' => 2, 'b' => 3 }\n",
            "$x = { 'a' => 2, 'b' => 3 }\n",
        ),
        (
            "$x = {\n  'b' => 1, a => { 'a' => 2 },\n  'a$0' => 3,\n}\n",
            "$x = {\n  'b' => 1,\n  'a' => 3,\n}\n",
        ),
        (
            "$x = {\n  1 => 1,\n  $01 => 2,\n}\n",
            "$x = {\n  1 => 2,\n}\n",
        ),
        (
            "notify { 'a':\n  message => 'x', mess$0age => 'y',\n}\n",
            "notify { 'a':\n  message => 'x',\n}\n",
        ),
        (
            "notify { 'a':\n  message => 'x',\n  mess$0age => 'y' }\n",
            "notify { 'a':\n  message => 'x' }\n",
        ),
        (
            "notify { 'a':\n  message => 'x',\n  mess$0age => 'y',\n}\n",
            "notify { 'a':\n  message => 'x',\n}\n",
        ),
        (
            "case $facts['x'] {\n  'a', default: { notice(1) }\n  'b', de$0fault: { notice(2) }\n}\n",
            "case $facts['x'] {\n  'a', default: { notice(1) }\n  'b': { notice(2) }\n}\n",
        ),
        (
            "case $facts['x'] {\n  'a', default: { notice(1) }\n  de$0fault, 'b': { notice(2) }\n}\n",
            "case $facts['x'] {\n  'a', default: { notice(1) }\n  'b': { notice(2) }\n}\n",
        ),
        (
            "case $facts['x'] {\n  default: { } de$0fault: { } 'b': { notice(2) }\n}\n",
            "case $facts['x'] {\n  default: { } 'b': { notice(2) }\n}\n",
        ),
        (
            "define d($a, $$0a = 1) { notice($a) }\n",
            "define d($a = 1) { notice($a) }\n",
        ),
        (
            "define d(String $a, $$0a = 1, Integer $b = 2) { notice($a) }\n",
            "define d($a = 1, Integer $b = 2) { notice($a) }\n",
        ),
        (
            "define d(String $a, $$0a) { notice($a) }\n",
            "define d(String $a) { notice($a) }\n",
        ),
    ] {
        check_text(before, title, after);
    }
    // The entry around is not twice.
    refused("$x = { 'a' => 1, 'b' => $02 }\n", title);
}

#[test]
fn removed_statements_take_the_next_line_break() {
    check_text(
        "class a {\n  include b\n\n  $$0x == 1\n\n  include c\n}\n",
        "Remove the statement",
        "class a {\n  include b\n\n  include c\n}\n",
    );
}

#[test]
fn what_must_be_given_has_a_value_of_its_type() {
    let given = |ty: &str| {
        let fixture = format!(
            "#- /manifests/site.pp\na::d {{ '$0x': }}\n#- /modules/a/types/mode.pp\ntype A::Mode = Pattern[/^\\d{{4}}$/]\n#- /modules/a/types/path.pp\ntype A::Path = Pattern[/^\\//]\n#- /modules/a/manifests/d.pp\ndefine a::d({ty} $one) {{ }}\n#- /environment.conf\n"
        );
        let shown = acted(&fixture, "Add `one`");
        let value = shown.strip_prefix("a::d { 'x':\n  one => ");
        let value = value.and_then(|it| it.strip_suffix(",\n}\n"));
        value.map_or(shown.clone(), str::to_owned)
    };
    for (ty, value) in [
        ("", "undef"),
        ("Any", "undef"),
        ("Optional[String]", "undef"),
        ("String", "''"),
        ("String[1]", "'example'"),
        ("Integer", "0"),
        ("Integer[1, 65535]", "1"),
        ("Integer[default, -2]", "-2"),
        ("Numeric", "0"),
        ("Boolean", "true"),
        ("Enum['a', 'b']", "'a'"),
        ("Variant[Integer[80], String]", "80"),
        ("A::Path", "'/tmp/example'"),
        ("A::Mode", "undef"),
        ("Array[String]", "[]"),
        ("Array[String, 1]", "['']"),
        ("Hash", "{}"),
        ("Hash[String[1], Integer, 1]", "{ 'example' => 0 }"),
        ("Tuple[String, Boolean]", "['', true]"),
        (
            "Struct[{ port => Integer[1], Optional[host] => String }]",
            "{ 'port' => 1 }",
        ),
        ("Sensitive[String]", "Sensitive('')"),
    ] {
        assert_eq!(given(ty), value, "{ty}");
    }
}

#[test]
fn defaults_are_added() {
    check_text(
        "define d(Enum['a', 'b'] $x) {\n  case $x$0 {\n    'a': { notice(1) }\n  }\n}\n",
        "Add an empty",
        "define d(Enum['a', 'b'] $x) {\n  case $x {\n    'a': { notice(1) }\n    default: {}\n  }\n}\n",
    );
    check_text(
        "define d(Enum['a', 'b'] $x) { case $x$0 { 'a': { notice(1) } } }\n",
        "Add an empty",
        "define d(Enum['a', 'b'] $x) { case $x { 'a': { notice(1) } default: {} } }\n",
    );
    check_text(
        "$x = 'c' ? $0{ 'a' => 1 }\n",
        "Add `default",
        "$x = 'c' ? { 'a' => 1, default => undef }\n",
    );
    check_text(
        "$x = 'c' ? $0{\n  'a' => 1\n}\n",
        "Add `default",
        "$x = 'c' ? {\n  'a' => 1,\n  default => undef,\n}\n",
    );
    // The comma would become a part of the comment.
    refused("$x = 'c' ? $0{\n  'a' => 1 # b\n}\n", "Add `default");
}

#[test]
fn conditions_are_left_out() {
    check_text(
        "class c {\n  if tr$0ue {\n    notice(1)\n    if $facts['x'] {\n      notice(2)\n    }\n  }\n}\n",
        "Remove the condition",
        "class c {\n  notice(1)\n  if $facts['x'] {\n    notice(2)\n  }\n}\n",
    );
    for before in [
        "if tr$0ue { notice(1) } else { notice(2) }\n",
        "if tr$0ue { }\n",
        "if tr$0ue {\n  # why\n  notice(1)\n}\n",
        "$x = if tr$0ue { 1 }\n",
        "function f() { if tr$0ue { 1 } }\n",
        "if fal$0se { notice(1) }\n",
    ] {
        refused(before, "Remove the condition");
    }
    check_text(
        "define d(String $x) {\n  if $facts['a'] and $x =~$0 String { }\n}\n",
        "Remove the test",
        "define d(String $x) {\n  if $facts['a'] { }\n}\n",
    );
    check_text(
        "define d(String $x) {\n  if ($x != $0undef and $facts['a']) { }\n}\n",
        "Remove the test",
        "define d(String $x) {\n  if ($facts['a']) { }\n}\n",
    );
    refused(
        "define d(String $x) {\n  if $x == $0undef and $facts['a'] { }\n}\n",
        "Remove the test",
    );
    refused(
        "define d(String $x) {\n  if $facts['a'] or $x =~$0 String { }\n}\n",
        "Remove the test",
    );
}

#[test]
fn missing_tokens_are_added() {
    for (before, title, after) in [
        (
            "notify { 'a':\n  message => 'x'$0\n  noop => true,\n}\n",
            "Add the missing `,`",
            "notify { 'a':\n  message => 'x',\n  noop => true,\n}\n",
        ),
        ("$x = [1, 2$0\n", "Add the missing `]`", "$x = [1, 2]\n"),
        (
            "notify { 'a'$0 message => 'x' }\n",
            "Add the missing `:`",
            "notify { 'a': message => 'x' }\n",
        ),
        (
            "$x = @(E$0ND)\n  Hello",
            "End the heredoc",
            "$x = @(END)\n  Hello\n  | END\n",
        ),
        (
            "$x = @(\"E$0ND\"/L)\n  Hello\n",
            "End the heredoc",
            "$x = @(\"END\"/L)\n  Hello\n  | END\n",
        ),
    ] {
        check_text(before, title, after);
    }
    refused("$x = 1 +$0\n", "Add the");
}

#[test]
fn names_are_spelled_as_they_may_be() {
    check_text(
        "class web-se$0rver { }\n",
        "Rename to",
        "class web_server { }\n",
    );
    check_text("$w$0eb::port = 80\n", "Assign", "$port = 80\n");
    check_text(
        "$name_of_site = 'a'\n['b'].each |$name$0_of_site| { notice(\"${name_of_site}\") }\nnotice($name_of_site)\n",
        "Rename to",
        "$name_of_site = 'a'\n['b'].each |$name_of_site2| { notice(\"${name_of_site2}\") }\nnotice($name_of_site)\n",
    );
    refused(
        "$x = 'a'\n['b'].each |$$0x| { notice(inline_template('<%= @x %>')) }\n",
        "Rename to",
    );
    check_text(
        "#- /manifests/site.pp\npackage { ['nginx', 'x']: }\nservice { 'a': require => Package['ng$0ix'] }\n#- /environment.conf\n",
        "Replace with",
        "package { ['nginx', 'x']: }\nservice { 'a': require => Package['nginx'] }\n",
    );
}

#[test]
fn texts_are_converted_to_numbers() {
    let (one, all) = ("Convert to a number", "Apply all safe fixes");
    check_text("$x = '4$01' + 1\n", one, "$x = Numeric('41') + 1\n");
    check_text("$x = '4$01' + 1\n", all, "$x = Numeric('41') + 1\n");
    // `Numeric('41 ')` fails.
    refused("$x = '4$01 ' + 1\n", one);
    check_text(
        "$y = '41'\n$x = $$0y + 1\n",
        one,
        "$y = '41'\n$x = Numeric($y) + 1\n",
    );
    refused("$y = '41'\n$x = $$0y + 1\n", all);
}

#[test]
fn attributes_are_added() {
    check_text(
        "exec { '/bin/$0a': }\n",
        "Add `refreshonly",
        "exec { '/bin/a': refreshonly => true }\n",
    );
    check_text(
        "exec { 'a':\n  command => 'ap$0t update',\n}\n",
        "Add the usual `path`",
        "exec { 'a':\n  command => 'apt update',\n  path => ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],\n}\n",
    );
}

#[test]
fn modules_are_named_in_metadata() {
    let files = "#- /modules/apt/manifests/init.pp\nclass apt { }\n#- /modules/apt/metadata.json\n{ \"name\": \"camptocamp-apt\" }\n#- /environment.conf\n";
    let web = "#- /modules/web/manifests/init.pp\nclass web { include a$0pt }\n#- /modules/web/metadata.json\n";
    for (before, after) in [
        (
            "{ \"dependencies\": [], REST }\n",
            "{ \"dependencies\": [\n  { \"name\": \"camptocamp/apt\" }\n], REST }\n",
        ),
        (
            "{\n  \"dependencies\": [\n    { \"name\": \"x/y\" }\n  ], REST\n}\n",
            "{\n  \"dependencies\": [\n    { \"name\": \"camptocamp/apt\" },\n    { \"name\": \"x/y\" }\n  ], REST\n}\n",
        ),
    ] {
        let rest = "\"name\": \"x-web\", \"version\": \"1.0.0\", \"author\": \"x\", \"license\": \"MIT\", \"source\": \"x\"";
        let (before, after) = (before.replace("REST", rest), after.replace("REST", rest));
        let shown = format!("#- /modules/web/metadata.json\n{after}");
        check_text(
            &format!("{web}{before}{files}"),
            "Add 'camptocamp/apt'",
            &shown,
        );
    }
}

#[test]
fn else_if_becomes_elsif() {
    check_text(
        "if $facts['a'] {\n} else if$0 $facts['b'] {\n} else {\n}\n",
        "Replace with `elsif`",
        "if $facts['a'] {\n} elsif $facts['b'] {\n} else {\n}\n",
    );
    refused(
        "if $facts['a'] {\n} else\nif$0 $facts['b'] {\n}\n",
        "Replace with `elsif`",
    );
}

#[test]
fn the_version_that_is_raised_is_that_of_puppet() {
    let metadata = |puppet: &str| {
        format!(
            "#- /modules/web/metadata.json\n{{ \"name\": \"x-web\", \"version\": \"1.0.0\", \"author\": \"x\", \"license\": \"MIT\", \"source\": \"x\",\n  \"dependencies\": [{{ \"name\": \"x/y\", \"version_requirement\": \">= 7.0.0\" }}],\n  \"requirements\": [{{ \"name\": \"puppet\", \"version_requirement\": \">= {puppet} < 9.0.0\" }}] }}\n"
        )
    };
    let web =
        "#- /modules/web/manifests/init.pp\nclass web { notice([1].grou$0p_by |$x| { $x }) }\n";
    check_text(
        &format!("{}{}#- /environment.conf\n", web, metadata("7.0.0")),
        "Require Puppet",
        &metadata("7.8.0"),
    );
}

#[test]
fn templates_are_given_what_others_give_them() {
    let files = "#- /modules/web/templates/a.epp\n<%- | String[1] $owner, $port | -%>\n<%= $owner %>\n#- /modules/web/manifests/b.pp\nclass web::b { notice(epp('web/a.epp', { 'owner' => 'x' })) }\n#- /environment.conf\n";
    check_text(
        &format!(
            "#- /modules/web/manifests/init.pp\nclass web {{ notice(epp('web/a.epp', {{$0 'port' => 1 }})) }}\n{files}"
        ),
        "Pass 'owner'",
        "class web { notice(epp('web/a.epp', { 'owner' => 'example', 'port' => 1 })) }\n",
    );
}

#[test]
fn unknown_variables_are_declared() {
    let (parameter, set) = (
        "Add the parameter `$port`",
        "Assign `$port` before this statement",
    );
    for (before, title, after) in [
        (
            "class a { notice($p$0ort) }\n",
            parameter,
            "class a($port = undef) { notice($port) }\n",
        ),
        (
            "class a($x, $y) { notice(\"${p$0ort}\", $x, $y) }\n",
            parameter,
            "class a($x, $y, $port = undef) { notice(\"${port}\", $x, $y) }\n",
        ),
        (
            "define a(\n  $x,\n) { notice($p$0ort, $x) }\n",
            parameter,
            "define a(\n  $x,\n  $port = undef,\n) { notice($port, $x) }\n",
        ),
        (
            "define a(\n  $x\n) { notice($p$0ort, $x) }\n",
            parameter,
            "define a(\n  $x,\n  $port = undef,\n) { notice($port, $x) }\n",
        ),
        (
            "class a() { notice($p$0ort) }\n",
            parameter,
            "class a($port = undef) { notice($port) }\n",
        ),
        (
            "class a {\n  include b\n  if $facts['x'] {\n    notice($p$0ort)\n  }\n}\nclass b { }\n",
            set,
            "class a {\n  include b\n  $port = undef\n  if $facts['x'] {\n    notice($port)\n  }\n}\nclass b { }\n",
        ),
        (
            "function a() {\n  range(1, 2).each |$x| {\n    notice($p$0ort, $x)\n  }\n}\n",
            set,
            "function a() {\n  $port = undef\n  range(1, 2).each |$x| {\n    notice($port, $x)\n  }\n}\n",
        ),
    ] {
        check_text(before, title, after);
    }
    for (before, title) in [
        ("class a($x = $p$0ort) { notice($x) }\n", "Add the"),
        ("class a {\n  notice($p$0ort)\n  $port = 1\n}\n", "Add the"),
        ("class a {\n  notice($p$0ort)\n  $port = 1\n}\n", "Set"),
        ("function a() { $p$0ort }\n", parameter),
        ("class a { notice($b::p$0ort) }\nclass b { }\n", "Add the"),
        ("class a {\n  [$p$0ort].each |$x| { notice($x) }\n}\n", set),
    ] {
        refused(before, title);
    }
    let files = "#- /modules/web/templates/a.erb\n<%= @port %>\n#- /environment.conf\n#- /modules/web/manifests/init.pp\n";
    check_text(
        &format!("{files}class web {{\n  notice(template('web/$0a.erb'))\n}}\n"),
        set,
        "class web {\n  $port = undef\n  notice(template('web/a.erb'))\n}\n",
    );
}

#[test]
fn attributes_that_nothing_takes_are_removed() {
    let web = "#- /modules/web/manifests/d.pp\ndefine web::d($port = 80) { notice($port) }\n#- /environment.conf\n";
    let site = |text: &str| format!("#- /manifests/site.pp\n{text}{web}");
    check_text(
        &site("web::d { 'a':\n  port => 81,\n  o$0wner => 'x',\n}\n"),
        "Remove the attribute",
        "web::d { 'a':\n  port => 81,\n}\n",
    );
}

#[test]
fn a_class_is_included_or_declared_before() {
    let web = "#- /modules/web/manifests/init.pp\nclass web($port = 80) { notice($port) }\n#- /environment.conf\n";
    let site = |text: &str| format!("#- /manifests/site.pp\n{text}{web}");
    for (before, title, after) in [
        (
            "include web\nclass { 'w$0eb': }\n",
            "Replace with `include`",
            "include web\ninclude web\n",
        ),
        (
            "include web\nclass { 'w$0eb': port => 1 }\n",
            "Remove the earlier `include web`",
            "class { 'web': port => 1 }\n",
        ),
        (
            "contain 'web'\nclass { 'w$0eb': port => 1 }\nnotice(1)\n",
            "Move `contain 'web'` after the declaration",
            "class { 'web': port => 1 }\ncontain 'web'\nnotice(1)\n",
        ),
    ] {
        check_text(&site(before), title, after);
    }
    for (before, title) in [
        (
            "include web\nclass { 'w$0eb': port => 1 }\n",
            "Replace with `include`",
        ),
        (
            "include web\nclass { 'w$0eb': } -> notify { 'x': }\n",
            "Replace with `include`",
        ),
        ("class { 'web': }\nclass { 'w$0eb': port => 1 }\n", "Move"),
    ] {
        refused(&site(before), title);
    }
}

#[test]
fn variables_are_set_in_each_branch() {
    let title = "Set $x to undef otherwise";
    for (before, after) in [
        (
            "if $facts['a'] {\n  $x = 1\n}\nnotice($x$0)\n",
            "if $facts['a'] {\n  $x = 1\n} else {\n  $x = undef\n}\nnotice($x)\n",
        ),
        (
            "if $facts['a'] {\n  $x = 1\n} elsif $facts['b'] {\n  $x = 2\n}\nnotice(\"${x$0}\")\n",
            "if $facts['a'] {\n  $x = 1\n} elsif $facts['b'] {\n  $x = 2\n} else {\n  $x = undef\n}\nnotice(\"${x}\")\n",
        ),
        (
            "case $facts['a'] {\n  '1': {\n    $x = 1\n  }\n  '2': {\n    $x = 2\n  }\n  default: {\n    notice('no')\n  }\n}\nnotice($x$0)\n",
            "case $facts['a'] {\n  '1': {\n    $x = 1\n  }\n  '2': {\n    $x = 2\n  }\n  default: {\n    $x = undef\n    notice('no')\n  }\n}\nnotice($x)\n",
        ),
        (
            "case $facts['a'] {\n  '1': { $x = 1 }\n  '2': { notice(2) }\n  '3': { }\n}\nnotice($x$0)\n",
            "case $facts['a'] {\n  '1': { $x = 1 }\n  '2': {\n    $x = undef\n    notice(2)\n  }\n  '3': {\n    $x = undef\n  }\n  default: {\n    $x = undef\n  }\n}\nnotice($x)\n",
        ),
        (
            "if $facts['a'] {\n  $x = 1\n} elsif $facts['b'] { # none\n  notice(2)\n} else {\n  $x = 3\n}\nnotice($x$0)\n",
            "if $facts['a'] {\n  $x = 1\n} elsif $facts['b'] { # none\n  $x = undef\n  notice(2)\n} else {\n  $x = 3\n}\nnotice($x)\n",
        ),
        (
            "if $facts['a'] {\n  if $facts['b'] {\n    $x = 1\n  }\n} else {\n  if $facts['b'] {\n    $x = 2\n  }\n}\nnotice($$0x)\n",
            "if $facts['a'] {\n  if $facts['b'] {\n    $x = 1\n  } else {\n    $x = undef\n  }\n} else {\n  if $facts['b'] {\n    $x = 2\n  } else {\n    $x = undef\n  }\n}\nnotice($x)\n",
        ),
        (
            "unless $facts['a'] {\n  $x = 1\n}\nnotice($x$0)\n",
            "unless $facts['a'] {\n  $x = 1\n} else {\n  $x = undef\n}\nnotice($x)\n",
        ),
    ] {
        check_text(before, title, after);
    }
    // All of it is left out after the first condition.
    refused(
        "if $facts['a'] {\n  $x = 1\n} elsif $facts['b'] {\n}\nnotice($$0x)\n",
        title,
    );
    // The value of the conditional would be another one.
    refused("$y = if $facts['a'] { $x = 1 }\nnotice($x$0)\n", title);
    // It is assigned after the read: a second assignment would fail.
    refused(
        "if $facts['a'] {\n  $x = 1\n}\nif !$x$0 {\n  $x = 2\n}\n",
        title,
    );
}

#[test]
fn values_that_may_fail_get_a_default_a_test_or_another_type() {
    let fixture = |cursor: &str| {
        format!(
            "#- /puppet-analyzer.toml\nstrictness = 'strict'\n\
             #- /modules/a/functions/s.pp\nfunction a::s(String $s) >> String {{ $s }}\n\
             #- /modules/a/manifests/init.pp\nclass a(Optional[String] $o) {{\n  {cursor}\n}}\n"
        )
    };
    for (title, expected) in [
        (
            "Give a default with a selector",
            "a::s($o ? { undef => 'value', default => $o })",
        ),
        ("Check the type", "a::s(assert_type(String, $o))"),
        ("Declare `$o`", "class a(String $o) {"),
        ("Wrap in `if $o`", "if $o {\n    a::s($o)\n  }"),
        ("Let 'a::s'", "function a::s(Optional[String] $s)"),
    ] {
        let changed = acted(&fixture("a::s($$0o)"), title);
        assert!(changed.contains(expected), "{title}: {changed}");
    }
    // What is assigned is read further down.
    refused(&fixture("$x = a::s($$0o)"), "Wrap in");
}

#[test]
fn data_files_are_renamed_to_what_levels_read() {
    let files = "#- /environment.conf\n#- /hiera.yaml\nversion: 5\nhierarchy:\n\
        - {name: os, paths: ['%{facts.os.name}.yaml', 'os/%{facts.os.family}.yaml']}\n\
        #- /data/os/redhat.yaml\n$0web::port: 80\n";
    let renamed = "/data/os/redhat.yaml -> /data/os/RedHat.yaml";
    check_text(files, "Rename the file to `RedHat.yaml`", renamed);
    // The other file is there.
    let both = format!("{files}#- /data/os/RedHat.yaml\nweb::port: 81\n");
    refused(&both, "Rename the file");
}
