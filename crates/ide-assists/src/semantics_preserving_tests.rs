//! Tests that assists refuse what would change the catalog or a value.

use puppet_ide::test_fixture::{acted, check_text, refused};

#[test]
fn what_is_compared_is_asked_for_once() {
    refused(
        "i$0f f(1) == 'a' { $x = 1 } elsif f(1) == 'b' { $x = 2 } else { $x = 3 }\n",
        "Convert to selector",
    );
}

#[test]
fn an_assignment_is_no_condition_without_parentheses() {
    check_text(
        "i$0f !($a = f()) { g(1) } else { g($a) }\n",
        "Invert the condition",
        "if ($a = f()) { g($a) } else { g(1) }\n",
    );
}

#[test]
fn texts_of_heredocs_stay_after_their_tags() {
    let invert = "Invert the condition";
    refused(
        "i$0f $a { f(@(A)) } else { f(@(B)) }\n  a\n  | A\n  b\n  | B\n",
        invert,
    );
    refused(
        "i$0f $a == @(A) {\n  a\n  | A\n  f(1)\n} else { f(2) }\n",
        invert,
    );
    check_text(
        "i$0f $a {\n  f(@(A))\n    a\n    | A\n} else { f(2) }\n",
        invert,
        "if !$a { f(2) } else {\n  f(@(A))\n    a\n    | A\n}\n",
    );
    // No line may come between.
    refused(
        "if $a == @(A) { $x = $01$0 }\n  a\n  | A\n",
        "Extract into variable",
    );
    refused(
        "f(@(A), [$01, 2])\n  a\n  | A\n",
        "Put each element on its own line",
    );
    check_text(
        "f([$01, 2], @(A))\n  a\n  | A\n",
        "Put each element on its own line",
        "f([\n  1,\n  2,\n], @(A))\n  a\n  | A\n",
    );
    refused("f('a$0\nb') /* c\nd */\n", "Convert to heredoc");
}

#[test]
fn comments_between_elements_stay() {
    refused(
        "$x = [$01, /* c */ 2]\n",
        "Put each element on its own line",
    );
    refused(
        "f { 'a': $0a => 1, /* c */ b => 2 }\n",
        "Put each element on its own line",
    );
}

#[test]
fn inlined_values_are_the_same_there() {
    let title = "Inline";
    check_text(
        "$x$0 = { 'a' => 1 }\n$x.each |$k, $v| { f($x['a']) }\n",
        title,
        "({ 'a' => 1 }).each |$k, $v| { f({ 'a' => 1 }['a']) }\n",
    );
    // Its full name.
    refused(
        "class a {\n  $x$0 = 1\n  f($x)\n}\nclass b { f($a::x) }\n",
        title,
    );
    // How often, and when, a function is called.
    check_text("$x$0 = f(1)\n$y = [$x]\n", title, "$y = [f(1)]\n");
    refused("$x$0 = f(1)\n[1, 2].each |$i| { g($x) }\n", title);
    refused("$x$0 = f(1)\nif $y { g($x) }\n", title);
    refused("$x$0 = f(1)\n$y = $z ? { 1 => $x, default => 2 }\n", title);
    refused("$x$0 = f(1)\ng(2)\n$y = $x\n", title);
    refused("$x$0 = f(1)\nnotice 2\n$y = $x\n", title);
    refused("$x$0 = f(1)\nnotify { 'a': }\n$y = $x\n", title);
    // What a regular expression has matched.
    refused("$x$0 = $y =~ /(.)/\nf($1)\nif $x { g(1) }\n", title);
}

#[test]
fn extracted_values_are_the_same_there() {
    let title = "Extract into variable";
    refused("$0Resource[$x]$0 { 'a': }\n", title);
    refused("if $0$y =~ /(.)/$0 { f(1) }\ng($1)\n", title);
    check_text(
        "if $0$y =~ /(.)/$0 { f($1) }\n",
        title,
        "$value = $y =~ /(.)/\nif $value { f($1) }\n",
    );
}

#[test]
fn arrows_and_attributes_that_are_already_set() {
    let title = "Convert to `require`";
    let arrow = "package { 'a': } -$0> service { 'b': }\n";
    refused(
        &format!("Service {{ require => File['/z'] }}\n{arrow}"),
        title,
    );
    refused(
        &format!("{arrow}Service <| |> {{ require => File['/z'] }}\n"),
        title,
    );
    refused(
        "[1].map |$x| { service { 'b': } <$0- Package['a'] }\n",
        title,
    );
    check_text(
        &format!("Service {{ tag => 'z' }}\n{arrow}"),
        title,
        "Service { tag => 'z' }\npackage { 'a': }\nservice { 'b': require => Package['a'] }\n",
    );
}

#[test]
fn all_resources_are_the_value_of_an_expression() {
    let title = "Split into single";
    refused("$x = [1].map |$i| { fi$0le { ['/a', '/b']: } }\n", title);
    refused("function f() { fi$0le { ['/a', '/b']: } }\n", title);
    refused("$x = if $y { fi$0le { ['/a', '/b']: } }\n", title);
    refused(
        "function f() { if $y { fi$0le { ['/a', '/b']: } } }\n",
        title,
    );
    for around in ["[1].each |$i|", "if $y", "class a"] {
        check_text(
            &format!("{around} {{\n  fi$0le {{ ['/a', '/b']: }}\n}}\n"),
            title,
            &format!("{around} {{\n  file {{ '/a': }}\n  file {{ '/b': }}\n}}\n"),
        );
    }
}

#[test]
fn types_of_parameters_that_calls_give() {
    refused("$x = [1].map |$i$0 = 2| { $i }\n", "Add type");
    refused("function f($i$0 = 2) { $i }\n", "Add type");
}

#[test]
fn extracted_statements_get_what_certainly_exists() {
    let title = "Extract into class";
    let web = |body: &str| {
        format!(
            "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web(\n  $a,\n  $environment = [],\n) {{\n  {body}\n}}\n"
        )
    };
    let exec = "$0exec { 'x':\n    command => $a,\n    environment => $environment,\n  }$0";
    check_text(
        &web(exec),
        title,
        "class web(\n  $a,\n  $environment = [],\n) {\n  class { 'web::part':\n    a           => $a,\n    environment => $environment,\n  }\n  contain web::part\n}\n\n\
         #- /modules/web/manifests/part.pp\nclass web::part(\n  $a,\n  $environment,\n) {\n  exec { 'x':\n    command => $a,\n    environment => $environment,\n  }\n}\n",
    );
    check_text(
        "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web {\n  $0include a\n\n\n\n  include b$0\n}\n",
        title,
        "class web {\n  contain web::part\n}\n\n\
         #- /modules/web/manifests/part.pp\nclass web::part {\n  include a\n\n  include b\n}\n",
    );
    for before in [
        "if $a { $b = 1 }",
        "if $a { $b = 1 } elsif $a == 1 { $b = 2 }",
        "unless $a { $b = 1 }",
        "case $a { 1: { $b = 1 } }",
        "case $a { 1: { $b = 1 } default: { f(1) } }",
    ] {
        refused(&web(&format!("{before}\n  $0if $a {{ f($b) }}$0")), title);
    }
    for before in [
        "$b = 1",
        "if $a { $b = 1 } else { $b = 2 }",
        "unless $a { $b = 1 } else { $b = 2 }",
        "case $a { 1: { $b = 1 } default: { fail('no') } }",
    ] {
        let shown = acted(&web(&format!("{before}\n  $0if $a {{ f($b) }}$0")), title);
        assert!(shown.contains("    a => $a,\n    b => $b,\n"), "{shown}");
    }
    refused(&web("$tag = 1\n  $0notice($tag)$0"), title);
}

#[test]
fn long_types_are_given_whole() {
    let ty = format!("Enum['{}']", "a".repeat(100));
    let shown = acted(
        &format!(
            "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web({ty} $a) {{\n  $0notice($a)$0\n}}\n"
        ),
        "Extract into class",
    );
    assert!(
        shown.contains(&format!("class web::part(\n  {ty} $a,\n)")),
        "{shown}"
    );
}

#[test]
fn resources_that_others_change_stay_in_their_class() {
    let web = "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web {\n  $0file { '/a': }$0\n";
    let title = "Extract into class";
    refused(&format!("{web}  File['/a'] {{ mode => '1' }}\n}}\n"), title);
    let sub = "#- /modules/web/manifests/sub.pp\nclass web::sub";
    refused(
        &format!("{web}}}\n{sub} inherits web {{\n  File['/a'] {{ mode => '1' }}\n}}\n"),
        title,
    );
    let shown = acted(&format!("{web}}}\n{sub} {{ include web }}\n"), title);
    assert!(shown.contains("contain web::part"), "{shown}");
}

#[test]
fn variables_that_others_read_stay_in_their_class() {
    let title = "Extract into class";
    let web = |rest: &str| {
        format!(
            "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web {{\n  $0$port = 80\n  notice($port)$0\n{rest}"
        )
    };
    let template = |text: &str| format!("}}\n#- /modules/web/templates/a.erb\n{text}\n");
    for rest in [
        "  notice($web::port)\n}\n",
        "}\n#- /modules/web/manifests/b.pp\nclass web::b { notice($::web::port) }\n",
        "}\n#- /modules/web/templates/b.epp\n<%= $web::port %>\n",
        "}\n#- /hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    path: common.yaml\n#- /data/common.yaml\na: \"%{web::port}\"\n",
        &template("<%= scope['web::port'] %>"),
        &format!("  f(template('web/a.erb')){}", template("<%= @port %>")),
        &format!(
            "  f(template('web/a.erb')){}",
            template("<%= scope['port'] %>")
        ),
        "  f(inline_template('<%= @port %>'))\n}\n",
        "  f(template($x))\n}\n",
    ] {
        refused(&web(rest), title);
    }
    for rest in [
        "}\n#- /modules/web/manifests/b.pp\nclass web::b { $port = 1 notice($port, $web::ports, $x::web::port) }\n",
        &template("<%= @port %>"),
        &format!("  f(template('web/a.erb')){}", template("<%= @ports %>")),
    ] {
        let shown = acted(&web(rest), title);
        assert!(shown.contains("contain web::part"), "{rest}: {shown}");
    }
}

#[test]
fn inlined_values_leave_no_gap_and_follow_the_indentation() {
    let title = "Inline";
    check_text(
        "class a {\n  $x$0 = {\n    b => 1,\n  }\n\n  if $c {\n    f($x)\n  }\n}\n",
        title,
        "class a {\n  if $c {\n    f({\n      b => 1,\n    })\n  }\n}\n",
    );
    check_text("$y = 2\n\n$x$0 = 1\n\nf($x)\n", title, "$y = 2\n\nf(1)\n");
    check_text("$y = 2\n$x$0 = 1\n\nf($x)\n", title, "$y = 2\n\nf(1)\n");
}

#[test]
fn lines_end_and_start_as_in_the_file() {
    check_text(
        "class a {\r\n  $x = [$01, 2]\r\n}\r\n",
        "Put each element on its own line",
        "class a {\r\n  $x = [\r\n    1,\r\n    2,\r\n  ]\r\n}\r\n",
    );
    check_text(
        "$y = 'a\nb'\r\n$x = [$01, 2]\r\n",
        "Put each element on its own line",
        "$y = 'a\nb'\r\n$x = [\n  1,\n  2,\n]\r\n",
    );
    let created = acted(
        "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web {\r\n  $0file { '/a':\r\n    mode => '1',\r\n  }$0\r\n}\r\n",
        "Extract into class",
    );
    let expected = "class web::part {\r\n  file { '/a':\r\n    mode => '1',\r\n  }\r\n}\r\n";
    assert!(created.ends_with(expected), "{created:?}");
    check_text(
        "class a {\n\t$x = [$01, {\n\t\tb => 2,\n\t}]\n}\n",
        "Put each element on its own line",
        "class a {\n\t$x = [\n\t\t1,\n\t\t{\n\t\t\tb => 2,\n\t\t},\n\t]\n}\n",
    );
    check_text(
        "class a {\n\t$x = $y$0 ? {\n\t\t1 => 2,\n\t\tdefault => 3,\n\t}\n}\n",
        "Convert to if",
        "class a {\n\tif $y == 1 {\n\t\t$x = 2\n\t} else {\n\t\t$x = 3\n\t}\n}\n",
    );
}
