use expect_test::{Expect, expect};

use puppet_ide::test_fixture::{acted, assisted, check_text, refused};

fn check(fixture: &str, title: &str, expected: &Expect) {
    expected.assert_eq(&acted(fixture, title));
}

#[test]
fn assists_do_what_their_documentation_shows() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/handlers");
    let mut wrong = Vec::new();
    for assist in crate::ASSISTS {
        let path = format!("{folder}/{}.rs", assist.id);
        let source = std::fs::read_to_string(&path).expect("a file named after the assist");
        let (before, after) = example(&source).expect("an example before the function");
        let shown = assisted(&before, assist.id);
        if shown.trim_end() != after.trim_end() {
            wrong.push(format!("{}:\n{shown}", assist.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let files = std::fs::read_dir(folder).expect("a folder").count();
    assert_eq!(files, crate::ASSISTS.len() + 1, "one file each, and mod.rs");
}

/// The two code blocks in the documentation of the assist: before and after.
fn example(source: &str) -> Option<(String, String)> {
    let (documentation, _) = source.split_once("\npub fn ")?;
    let lines = documentation
        .lines()
        .filter_map(|it| it.strip_prefix("///"));
    let text: String = lines
        .map(|it| format!("{}\n", it.strip_prefix(' ').unwrap_or(it)))
        .collect();
    let mut blocks = text.split("```puppet\n").skip(1);
    let mut block = || Some(blocks.next()?.split_once("```")?.0.to_owned());
    Some((block()?, block()?))
}

#[test]
fn extract_variable() {
    let title = "Extract into variable";
    check(
        "class a {\n  notice($01 + 2$0)\n}\n",
        title,
        &expect![[r#"
        class a {
          $value = 1 + 2
          notice($value)
        }
    "#]],
    );
    check(
        "$os = 1\nnotice(\"x ${$0facts['os']$0} y\")\n",
        title,
        &expect![[r#"
            $os = 1
            $os2 = $facts['os']
            notice("x ${os2} y")
        "#]],
    );
    check(
        "if $0$a > 1$0 { }\n",
        title,
        &expect![[r#"
        $value = $a > 1
        if $value { }
    "#]],
    );
    check(
        "[1].each |$x| { notice($0$x + 1$0) }\n",
        title,
        &expect![[r#"
            [1].each |$x| { $value = $x + 1
            notice($value) }
        "#]],
    );
    check(
        "if $a and $0$b == 1$0 { }\n",
        title,
        &expect![[r#"
            $value = $b == 1
            if $a and $value { }
        "#]],
    );
    refused("$x = $01 + 2", title);
    refused("class a($x = $01 + 2$0) { }", title);
    // It may only have a value where what stands before it is true.
    refused("if $a and $0$a['b'] == 1$0 { }\n", title);
    refused("notice($a or $0f($a)$0)\n", title);
    refused("if $a =~ /(.)/ and $0$1 == 'b'$0 { }\n", title);
    refused("$x = $y ? { 1 => $02 + 3$0, default => 4 }", title);
    refused("$01 + 2$0\n", title);
    refused("$0File['/a']$0 { mode => '1' }\n", title);
    refused("$x = { $0a =>$0 1 }", title);
}

#[test]
fn extract_variable_in_templates() {
    let title = "Extract into variable";
    check(
        "#- /a.epp\n<% if true { -%>\n  <%= f($01 + 2$0) -%>\n<% } -%>\n",
        title,
        &expect![[r#"
            <% if true { -%>
              <% $value = 1 + 2 %><%= f($value) -%>
            <% } -%>
        "#]],
    );
    check(
        "#- /a.epp\nx <%= f($01 + 2$0) %>\n",
        title,
        &expect![[r#"
            x <% $value = 1 + 2 %><%= f($value) %>
        "#]],
    );
    check(
        "#- /a.epp\n<% if $a == $01 + 2$0 { -%>\n<% } -%>\n",
        title,
        &expect![[r#"
            <% $value = 1 + 2
            if $a == $value { -%>
            <% } -%>
        "#]],
    );
}

#[test]
fn inline_variable() {
    let title = "Inline";
    check(
        "$x$0 = 1 + 2\nnotice($x * 2, $x)\nnotice(\"a $x ${x} b\")\n",
        title,
        &expect![[r#"
            notice((1 + 2) * 2, 1 + 2)
            notice("a ${1 + 2} ${1 + 2} b")
        "#]],
    );
    check(
        "class a {\n  $x = 'v'\n  notice($x$0)\n}\n",
        title,
        &expect![[r#"
            class a {
              notice('v')
            }
        "#]],
    );
    refused("$x$0 = 1\n$x = 2\nnotice($x)", title);
    check(
        "if $a {\n  $x$0 = $b\n  notice($x)\n}\n",
        title,
        &expect![[r#"
            if $a {
              notice($b)
            }
        "#]],
    );
    refused("if $a { $x$0 = 1 }\nnotice($x)", title);
    refused("$x$0 = f()\nnotice($x, $x)", title);
    refused(
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a {\n  $x$0 = 1\n  notice($x)\n}\n#- /manifests/site.pp\nnotice($a::x)\n",
        title,
    );
}

#[test]
fn inline_into_strings() {
    // `${80}` and `${present}` would be other variables.
    for (value, expected) in [
        ("80", "${(80)}"),
        ("present", "${(present)}"),
        ("true", "${(true)}"),
        ("'v'", "${'v'}"),
        ("$b + 1", "${$b + 1}"),
    ] {
        for usage in ["$x", "${x}"] {
            check_text(
                &format!("$x$0 = {value}\nnotice(\"a {usage} b\")\n"),
                "Inline",
                &format!("notice(\"a {expected} b\")\n"),
            );
        }
    }
    check_text(
        "$x$0 = present\nnotice(\"${x.upcase} ${$x == present} ${1 + $x}\")\n",
        "Inline",
        "notice(\"${(present).upcase} ${(present) == present} ${1 + present}\")\n",
    );
}

#[test]
fn inline_only_what_has_the_same_value_at_its_uses() {
    for fixture in [
        "$x$0 = $y\n[1].each |$y| { notice($x) }\n",
        "$x$0 = $1\nif $a =~ /(.)/ { notice($x) }\n",
        "$x$0 = $title\nclass a { notice($x) }\n",
        "notice($x)\n$x$0 = 1\n",
        "if $x['a'] { $x$0 = f() }\n",
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a {\n  $x$0 = 1\n  notice($x, template('a/t.erb'))\n}\n\
         #- /modules/a/templates/t.erb\n<%= @x %>\n",
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a {\n  $x$0 = 1\n  notice($x)\n}\n\
         #- /hiera.yaml\nversion: 5\nhierarchy:\n  - name: all\n    path: '%{a::x}.yaml'\n",
    ] {
        refused(fixture, "Inline");
    }
    check_text(
        "$x$0 = $y\n[1].each |$z| { notice($x) }\n",
        "Inline",
        "[1].each |$z| { notice($y) }\n",
    );
}

#[test]
fn types_of_parameters() {
    let title = "Add type";
    check(
        "class a($x$0 = 80) { }",
        title,
        &expect!["class a(Integer $x = 80) { }"],
    );
    check(
        "class a($x$0 = ['a', 'b']) { }",
        title,
        &expect!["class a(Array[String] $x = ['a', 'b']) { }"],
    );
    check(
        "#- /manifests/site.pp\ndefine a($x$0) { }\na { 'b': x => 'y' }\na { 'c': x => undef }\n#- /environment.conf\n",
        title,
        &expect![[r#"
            define a(Optional[String] $x) { }
            a { 'b': x => 'y' }
            a { 'c': x => undef }
        "#]],
    );
    // What is empty here may hold anything in another place.
    check_text("class a($x$0 = {}) { }", title, "class a(Hash $x = {}) { }");
    check_text(
        "class a($x$0 = []) { }",
        title,
        "class a(Array $x = []) { }",
    );
    check_text(
        "class a($x$0 = [$unknown]) { }",
        title,
        "class a(Array $x = [$unknown]) { }",
    );
    refused("class a($x$0 = $unknown) { }", title);
    refused("class a(String $x$0 = 'a') { }", title);
    refused("class a($x$0) { }", title);
}

#[test]
fn conditions_and_selectors() {
    let selector = "Convert to selector";
    let conditional =
        "if$0 $a == 'b' {\n  $x = 1\n} elsif $a =~ /c/ {\n  $x = 2\n} else {\n  $x = 3\n}\n";
    check(
        conditional,
        selector,
        &expect![[r#"
              $x = $a ? {
                'b'     => 1,
                /c/     => 2,
                default => 3,
              }
        "#]],
    );
    check(
        "i$0f $a > 1 { $x = 1 } else { $x = 2 }\n",
        selector,
        &expect![[r#"
            $x = ($a > 1) ? {
              true    => 1,
              default => 2,
            }
        "#]],
    );
    refused("i$0f $a { $x = 1 } else { $x = 2 }\n", selector);
    refused("i$0f $a == 'b' { $x = 1 }\n", selector);
    refused("i$0f $a == 'b' { $x = 1 } else { $y = 2 }\n", selector);
    check(
        "i$0f $a == $b { $x = 1 } else { $x = 2 }\n",
        selector,
        &expect![[r#"
            $x = ($a == $b) ? {
              true    => 1,
              default => 2,
            }
        "#]],
    );
    check(
        "$x =$0 $a ? { 'b' => 1, Integer => 2, default => 3 }\n",
        "Convert to if",
        &expect![[r#"
            if $a == 'b' {
              $x = 1
            } elsif $a =~ Integer {
              $x = 2
            } else {
              $x = 3
            }
        "#]],
    );
    check(
        "$x =$0 ($a > 1) ? { true => 1, default => 2 }\n",
        "Convert to if",
        &expect![[r#"
            if $a > 1 {
              $x = 1
            } else {
              $x = 2
            }
        "#]],
    );
    refused("$x =$0 $a ? { 'b' => 1 }\n", "Convert to if");
    refused("$x =$0 $a ? { $b => 1, default => 2 }\n", "Convert to if");
    // What is no text matches no regular expression in a selector, and fails beside `=~`.
    refused("$x =$0 $a ? { /b/ => 1, default => 2 }\n", "Convert to if");
    // Two calls may give two values.
    refused(
        "$x =$0 f() ? { 1 => 1, 2 => 2, default => 3 }\n",
        "Convert to if",
    );
    check(
        "class a(String $a) {\n  $x =$0 $a ? { /b/ => 1, default => 2 }\n}\n",
        "Convert to if",
        &expect![[r#"
            class a(String $a) {
              if $a =~ /b/ {
                $x = 1
              } else {
                $x = 2
              }
            }
        "#]],
    );
    check(
        "case$0 $a {\n  'b', 'c': { $x = 1 }\n  default: { $x = 2 }\n}\n",
        selector,
        &expect![[r#"
            $x = $a ? {
              'b'     => 1,
              'c'     => 1,
              default => 2,
            }
        "#]],
    );
    refused("case$0 $a {\n  'b', 'c': { $x = 1 }\n}\n", selector);
    check(
        "$x =$0 $a ? { /b/ => 1, default => 2 }\n",
        "Convert to case",
        &expect![[r#"
            case $a {
              /b/: {
                $x = 1
              }
              default: {
                $x = 2
              }
            }
        "#]],
    );
}

#[test]
fn quotes() {
    check(
        "$x = 'it$0\\'s $5'\n",
        "Use double quotes",
        &expect![[r#"
        $x = "it's \$5"
    "#]],
    );
    check(
        "$x = \"it$0's\"\n",
        "Use single quotes",
        &expect![[r#"
        $x = 'it\'s'
    "#]],
    );
    refused("$x = \"a$0 $b\"\n", "Use single quotes");
}

#[test]
fn attributes_in_order() {
    let fixture =
        "file { 'x$0':\n  mode => '1',\n  * => $h,\n  owner    => root,\n  ensure => file,\n}\n";
    check(
        fixture,
        "Sort the attributes",
        &expect![[r#"
        file { 'x':
          ensure => file,
          mode => '1',
          owner    => root,
          * => $h,
        }
    "#]],
    );
    check(
        fixture,
        "Align the arrows",
        &expect![[r#"
        file { 'x':
          mode   => '1',
          *      => $h,
          owner  => root,
          ensure => file,
        }
    "#]],
    );
    check(
        "$x = {\n  'a$0' => 1,\n  'bcd' => 2,\n}\n",
        "Align the arrows",
        &expect![[r#"
            $x = {
              'a'   => 1,
              'bcd' => 2,
            }
        "#]],
    );
    check(
        "$x = $a$0 ? {\n  'a' => 1,\n  default => 2,\n}\n",
        "Align the arrows",
        &expect![[r#"
            $x = $a ? {
              'a'     => 1,
              default => 2,
            }
        "#]],
    );
    refused(
        "file { 'x$0': mode => '1', owner => root }\n",
        "Align the arrows",
    );
    refused(
        "file { 'x$0':\n  mode => '1', # why\n  ensure => file,\n}\n",
        "Sort the attributes",
    );
}

#[test]
fn what_must_be_given() {
    let define = "#- /environment.conf\n#- /modules/a/manifests/d.pp\ndefine a::d(String $one, Integer $three, $two = 2) { }\n#- /manifests/site.pp\n";
    check(
        &format!("{define}a::d {{ 'x$0': }}\n"),
        "Add the required attributes",
        &expect![[r#"
            a::d { 'x':
              one   => '',
              three => 0,
            }
        "#]],
    );
    check(
        &format!("{define}a::d {{ 'x$0':\n  one => 'a',\n}}\n"),
        "Add `three`",
        &expect![[r#"
            a::d { 'x':
              three => 0,
              one => 'a',
            }
        "#]],
    );
    refused(&format!("{define}a::d {{ 'x$0': * => $h }}\n"), "Add");
    let ruby = "#- /environment.conf\n#- /modules/a/lib/puppet/type/tree.rb\nPuppet::Type.newtype(:tree) do\n  newparam(:path, namevar: true)\n  newproperty(:depth, required: true)\n  newparam(:kind) { isrequired }\nend\n#- /manifests/site.pp\n";
    check(
        &format!("{ruby}tree {{ 'x$0': }}\n"),
        "Add `kind`",
        &expect![[r#"
            tree { 'x':
              kind => '',
            }
        "#]],
    );
}

#[test]
fn documentation() {
    check(
        "class a(\n  $x,\n  $y,\n)$0 { }\n",
        "Add documentation",
        &expect![[r#"
            # @summary a
            #
            # @param x
            # @param y
            class a(
              $x,
              $y,
            ) { }
        "#]],
    );
    check(
        "function a:$0:b($x) >> String { }\n",
        "Add documentation",
        &expect![[r#"
            # @summary a::b
            #
            # @param x
            # @return [String]
            function a::b($x) >> String { }
        "#]],
    );
    check(
        "# @summary A\n# @param old\n#   is gone\n# @param x The x.\nclass a$0(\n  $x,\n  $y,\n) { }\n",
        "Update the documentation comment",
        &expect![[r#"
            # @summary A
            # @param y
            #   is gone
            # @param x The x.
            class a(
              $x,
              $y,
            ) { }
        "#]],
    );
    check(
        "# @param x\n# @param old\nclass a$0($x) { }\n",
        "Update the documentation comment",
        &expect![[r#"
            # @param x
            class a($x) { }
        "#]],
    );
    check(
        "# @summary A\n#\n# @param old\n#   is gone\n#\n# @param x The x.\n# @param y\nclass a$0($x) { }\n",
        "Update the documentation comment",
        &expect![[r#"
            # @summary A
            #
            # @param x The x.
            class a($x) { }
        "#]],
    );
    // What is said of a parameter stays where its name has changed.
    check_text(
        "# @summary A\n# @param error_Log [String] The log.\n#   Of errors.\n# @param gone The other.\n# @param prot\nclass a$0($error_log, $port, $x) { }\n",
        "Update the documentation comment",
        "# @summary A\n# @param error_log [String] The log.\n#   Of errors.\n# @param port\n# @param x\nclass a($error_log, $port, $x) { }\n",
    );
    refused(
        "# @param x The x.\nclass a$0($x) { }\n",
        "Update the documentation",
    );
    // Each resource has a title, which is its name too.
    refused(
        "# @param name The user.\n# @param title The same.\ndefine a$0() { }\n",
        "Update the documentation",
    );
    refused("class a($x) { notice$0($x) }\n", "Add documentation");
}

#[test]
fn alias_for_a_repeated_type() {
    check(
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a(Optional[Variant[Integer,$0 String]] $log_port) { }\n#- /modules/a/manifests/d.pp\ndefine a::d(\n  Variant[Integer,String] $p\n) { }\n",
        "Extract into type alias",
        &expect![[r#"
            #- /modules/a/manifests/d.pp
            define a::d(
              A::LogPort $p
            ) { }

            class a(Optional[A::LogPort] $log_port) { }

            #- /modules/a/types/logport.pp
            type A::LogPort = Variant[Integer, String]
        "#]],
    );
    refused(
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a(Variant[Integer,$0 String] $p) { }\n",
        "Extract into type alias",
    );
    // Templates have parameters, too.
    check_text(
        "#- /environment.conf\n#- /modules/a/templates/t.epp\n<%- | Variant[Integer,$0 String] $p | -%>\n#- /modules/a/manifests/init.pp\nclass a(Variant[Integer, String] $p) { }\n",
        "Extract into type alias",
        "#- /modules/a/manifests/init.pp\nclass a(A::P $p) { }\n\n<%- | A::P $p | -%>\n\n#- /modules/a/types/p.pp\ntype A::P = Variant[Integer, String]\n",
    );
    // `A::P['x']` is a resource.
    refused(
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a(Variant[Integer,$0 String] $p, Variant[Integer, String] $q) { }\n\
         #- /modules/a/manifests/p.pp\ndefine a::p() { }\n",
        "Extract into type alias",
    );
}

#[test]
fn missing_files() {
    check(
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a { notice(epp('a/x/y$0.epp')) }\n",
        "Create",
        &expect![[r#"
            #- /modules/a/templates/x/y.epp
        "#]],
    );
    refused(
        "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a { notice(epp('a/y$0.epp')) }\n#- /modules/a/templates/y.epp\nx\n",
        "Create",
    );
}

#[test]
fn fixes_are_entries_of_a_menu() {
    check_text(
        "class a($port) { notice($p$0rt) }\n",
        "Replace with `$port`",
        "class a($port) { notice($port) }\n",
    );
}

#[test]
fn incomplete_code_offers_no_nonsense() {
    for fixture in [
        "$0",
        "if$0",
        "if$0 $a == 'b' { $x = ",
        "$x$0 =",
        "$x =$0 $a ? {",
        "class$0",
        "class a($0",
        "file { 'x$0'",
        "file { 'x$0': mode =>",
        "case$0 $a { 'b': { $x = 1 ",
        "notice('a$0",
        "$01 +$0",
    ] {
        acted(fixture, "nothing");
    }
}

#[test]
fn incomplete_statements_are_not_rewritten() {
    for (fixture, title) in [
        (
            "file { 'a':\n  $0owner => 'x',\n  mode => '1'\n  group => 'g',\n}\n",
            "Sort",
        ),
        (
            "file { 'a':\n  $0owner => 'x',\n  mode => '1',\n  group =>\n}\n",
            "Sort",
        ),
        (
            "file {\n  'a':\n    * => $h;\n  default\n    $0owner => 'x',\n    mode => '1',\n}\n",
            "Sort",
        ),
        (
            "$x$0 = $a ? {\n  'b' => 1\n  default => 2,\n}\nnotice($x)\n",
            "Inline",
        ),
        (
            "$x = $a ? {\n  'b' => 1\n  default => 2,\n}\nnotice($x$0)\n",
            "Inline",
        ),
    ] {
        refused(fixture, title);
    }
    // What stands beside it is.
    check_text(
        "class a {\n  file { 'a':\n    $0owner => 'x',\n    mode => '1',\n  }\n  file {\n",
        "Sort",
        "class a {\n  file { 'a':\n    mode => '1',\n    owner => 'x',\n  }\n  file {\n",
    );
    check_text(
        "class a {\n  $x$0 = $a\n  notice($x)\n  file { 'b': mode => \n",
        "Inline",
        "class a {\n  notice($a)\n  file { 'b': mode => \n",
    );
    check_text(
        "class a {\n  notice('a$0')\n  $y = [1,\n",
        "Use double",
        "class a {\n  notice(\"a\")\n  $y = [1,\n",
    );
}
