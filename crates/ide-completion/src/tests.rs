use expect_test::{Expect, expect};

use puppet_ide::test_fixture::cursor;

pub const MODULES: &str = r"
#- /environment.conf
#- /modules/web/manifests/init.pp
class web(Web::Port $port, Optional[String] $host = undef) { $root = '/srv' }
#- /modules/web/manifests/site.pp
# @param weight How heavy it is.
define web::site(Integer[0] $weight, Web::Mode $mode, Boolean $on = true, Optional[String] $x = undef) { }
#- /modules/web/types/port.pp
type Web::Port = Integer[1, 65535]
#- /modules/web/types/mode.pp
type Web::Mode = Variant[Enum['fast', 'slow'], Boolean]
#- /modules/web/functions/join.pp
function web::join(String $a) { $a }
";

/// The labels at a cursor that start with one of some prefixes, best first, with what they replace.
pub fn labels(fixture: &str, wanted: &[&str]) -> String {
    let (analysis, position) = cursor(fixture);
    let completion = analysis.completion(position).expect("not cancelled");
    let text = analysis.text(position.file).expect("not cancelled");
    let items = completion.items;
    let shown = items
        .iter()
        .filter(|item| wanted.is_empty() || wanted.iter().any(|it| item.label.starts_with(it)));
    let mut lines = vec![format!("replaces {:?}", &text[completion.replace])];
    lines.extend(shown.map(|item| match &item.detail {
        Some(detail) => format!("{}: {detail}", item.label),
        None => item.label.clone(),
    }));
    lines.join("\n")
}

/// The first labels at a cursor in a manifest, with spaces between them.
pub fn first_labels(code: &str, count: usize) -> String {
    let (analysis, position) = cursor(&format!(
        "#- /environment.conf\n#- /manifests/site.pp\n{code}\n"
    ));
    let completion = analysis.completion(position).expect("not cancelled");
    let labels = completion.items.into_iter().map(|item| item.label);
    labels.take(count).collect::<Vec<_>>().join(" ")
}

pub fn check(code: &str, wanted: &[&str], expected: &Expect) {
    expected.assert_eq(&labels(
        &format!("{MODULES}#- /manifests/site.pp\n{code}\n"),
        wanted,
    ));
}

#[test]
fn brackets_of_a_type_take_types_and_numbers() {
    check(
        "$x = Array[$0]",
        &["Array", "Variant", "Web"],
        &expect![[r#"
            replaces ""
            Array: element type
            Variant: element type
            Web::Mode: element type
            Web::Port: element type
            Web: namespace"#]],
    );
    check(
        "class x(Array[Int$0",
        &["Integer", "Web::P"],
        &expect![[r#"
            replaces "Int"
            Integer: element type"#]],
    );
    check(
        "$x = Array[String, $0]",
        &[],
        &expect![[r#"
            replaces ""
            0: minimum size
            1: minimum size
            default: minimum size"#]],
    );
    check(
        "$x = Integer[$0",
        &[],
        &expect![[r#"
            replaces ""
            0: minimum
            1: minimum
            default: minimum"#]],
    );
    check(
        "$x = Integer[0, de$0]",
        &[],
        &expect![[r#"
            replaces "de"
            default: maximum"#]],
    );
    check(
        "$x = Hash[String, Web::$0]",
        &["Web"],
        &expect![[r#"
            replaces "Web::"
            Web::Mode: value type
            Web::Port: value type"#]],
    );
    check(
        "type X = Struct[{ 'a' => $0 }]",
        &["Integer", "String"],
        &expect![[r#"
        replaces ""
        Integer
        String"#]],
    );
    check(
        "type X = Struct[{ $0 }]",
        &[],
        &expect![[r#"
        replaces ""
        'key' => Type: must be there
        NotUndef['key'] => Type: must be there, even if its value may be undef
        Optional['key'] => Type: may be missing"#]],
    );
    check(
        "$x = Class[we$0]",
        &[],
        &expect![[r#"
        replaces "we"
        web"#]],
    );
}

#[test]
fn types_before_parameters_and_after_arrows() {
    for code in [
        "class x($0) { }",
        "class x(Int$0) { }",
        "class x(Integer $a, $0",
        "define x(\n  Int$0\n) { }",
        "function x() >> $0 { }",
        "type X = $0",
        "type X = Variant[String, $0",
        "[1].each |$0| { }",
    ] {
        let found = labels(
            &format!("{MODULES}#- /manifests/site.pp\n{code}\n"),
            &["Integer", "if"],
        );
        assert!(found.contains("\nInteger"), "{code}: {found}");
        assert!(!found.contains("\nif"), "{code}: {found}");
    }
}

#[test]
fn variables_are_those_in_scope() {
    check(
        "$abc = 1\nclass x(String $p) { $q = 1; notice($$0) }",
        &["$a", "$p", "$q", "$facts['os']", "$title"],
        &expect![[r#"
        replaces "$"
        $abc
        $p: String
        $q
        $title: String"#]],
    );
    check(
        "[1].each |Integer $i| { notice(\"x ${$0}\") }",
        &["i"],
        &expect![[r#"
            replaces ""
            i: Integer
            include
            import
            index
            info
            inline_epp
            inline_template"#]],
    );
    check(
        "notice($web::$0)",
        &[],
        &expect![[r#"
        replaces "$web::"
        $web::host: Optional[String]
        $web::port: Web::Port
        $web::root"#]],
    );
    check(
        "notice($::web::po$0)",
        &["$::web::p"],
        &expect![[r#"
            replaces "$::web::po"
            $::web::port: Web::Port"#]],
    );
    check(
        "class x inherits web { notice($ho$0) }",
        &["$h"],
        &expect![[r#"
        replaces "$ho"
        $host: Optional[String]"#]],
    );
}

#[test]
fn classes_after_include() {
    for code in [
        "include $0",
        "include we$0",
        "include 'we$0'",
        "contain web, $0",
        "class x inherits $0",
        "class { 'we$0': }",
    ] {
        let found = labels(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"), &[]);
        assert!(
            found.ends_with("\nweb") || found.ends_with("\nweb\nx") || found.contains("\nweb\n"),
            "{code}: {found}"
        );
        assert!(!found.contains("if"), "{code}: {found}");
    }
}

#[test]
fn attributes_come_with_those_first_that_must_be_given() {
    check(
        "web::site { 'a': $0 }",
        &["weight", "mode", "on", "x", "require"],
        &expect![[r#"
        replaces ""
        mode: Web::Mode
        weight: Integer[0]
        on: Boolean
        x: Optional[String]
        require"#]],
    );
    check(
        "web::site { 'a':\n  weight => 1,\n  o$0\n}",
        &["weight", "mode", "on"],
        &expect![[r#"
            replaces "o"
            on: Boolean"#]],
    );
    check(
        "class { 'web':\n  $0",
        &["port", "host"],
        &expect![[r#"
        replaces ""
        port: Web::Port
        host: Optional[String]"#]],
    );
    check(
        "file { '/x': ensure => file, own$0 }",
        &["ow", "ens"],
        &expect![[r#"
        replaces "own"
        owner"#]],
    );
    check(
        "File { $0 }",
        &["owner"],
        &expect![[r#"
        replaces ""
        owner"#]],
    );
}

#[test]
fn values_of_attributes_come_from_their_types() {
    check(
        "web::site { 'a': mode => $0 }",
        &["'", "fast", "slow", "true"],
        &expect![[r#"
        replaces ""
        'fast'
        'slow'
        true"#]],
    );
    check(
        "web::site { 'a': mode => 'f$0' }",
        &[],
        &expect![[r#"
            replaces "f"
            fast"#]],
    );
    check(
        "file { '/x': ensure => $0 }",
        &["'", "dir", "link", "pres", "abs"],
        &expect![[r#"
            replaces ""
            directory
            link
            absent
            present
            abs"#]],
    );
}

#[test]
fn statements_begin_with_keywords_and_resources() {
    let wanted = &["if", "web::", "file", "include"];
    let expected = expect![[r#"
        replaces ""
        include
        file
        file
        filebucket
        if
        web::join
        web::site"#]];
    for code in ["$0", "class x {\n  $0\n}", "notice(1)\n$0\nnotice(2)"] {
        check(code, wanted, &expected);
    }
    check(
        "$x = $0",
        &["if", "web::", "undef"],
        &expect![[r#"
            replaces ""
            undef
            web::join"#]],
    );
    check(
        "'x'.web::$0",
        &["web::"],
        &expect![[r#"
        replaces "web::"
        web::join"#]],
    );
}

#[test]
fn texts_and_comments_are_left_alone() {
    for code in [
        "# inc$0",
        "$x = 'inc$0'",
        "$x = \"inc$0 ${y}\"",
        "$x = /inc$0/",
        "/* inc$0 */",
        "[1].each |$i$0| { }",
        "class x(Integer $po$0) { $port = 1 }",
    ] {
        assert_eq!(
            labels(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"), &[]),
            "replaces \"\"",
            "{code}"
        );
    }
}

#[test]
fn snippets_hold_what_must_be_given() {
    let (analysis, position) = cursor(&format!("{MODULES}#- /manifests/site.pp\nweb::si$0\n"));
    let completion = analysis.completion(position).expect("not cancelled");
    let item = completion
        .items
        .iter()
        .find(|item| item.label == "web::site")
        .expect("the defined type");
    expect![[r#"
        web::site { '${1:title}':
          weight => $2,
          mode   => $3,
        }"#]]
    .assert_eq(item.snippet.as_deref().unwrap_or_default());
}

const MORE: &str = r"
#- /modules/web/templates/conf.epp
<%- | String $name, Integer $port = 80 | -%>
x
#- /modules/web/templates/old.erb
x
#- /modules/web/files/motd.txt
x
#- /modules/web/types/opts.pp
type Web::Opts = Struct[{ root => String, Optional[index] => Boolean }]
#- /modules/web/manifests/vhost.pp
define web::vhost(Optional[Web::Opts] $opts = undef) { }
#- /modules/web/lib/puppet/type/webtree.rb
Puppet::Type.newtype(:webtree) do
  newparam(:path, namevar: true) { desc 'Where.' }
  newproperty(:mode) { newvalues(:deep, :flat) }
end
";

fn check_more(code: &str, wanted: &[&str], expected: &Expect) {
    let fixture = format!("{MODULES}{MORE}#- /manifests/site.pp\n{code}\n");
    expected.assert_eq(&labels(&fixture, wanted));
}

#[test]
fn facts_have_keys() {
    check_more(
        "notice($facts['$0'])",
        &["os", "kernel"],
        &expect![[r#"
        replaces ""
        kernel: String
        kernelmajversion: String
        kernelrelease: String
        kernelversion: String
        os"#]],
    );
    check_more(
        "notice($facts['os']['fam$0'])",
        &["family", "name"],
        &expect![[r#"
            replaces "fam"
            family: String"#]],
    );
    check_more(
        "notice($facts['os']['$0",
        &["family"],
        &expect![[r#"
        replaces ""
        family: String"#]],
    );
}

#[test]
fn facts_of_modules_and_stubs_have_keys() {
    const FACTS: &str = r"
#- /environment.conf
#- /modules/web/lib/facter/web.rb
Facter.add(:web) { setcode { { 'version' => '1', 'tls' => { on: true } } } }
#- /puppet-analyzer-stubs/site.toml
[[fact]]
name = 'site.role'
type = 'String'
[[variable]]
name = 'site_zone'
type = 'String[1]'
#- /manifests/site.pp
";
    for (code, expected) in [
        (
            "notice($facts['we$0'])",
            expect![[r#"
                replaces "we"
                web: custom fact"#]],
        ),
        (
            "notice($facts['web']['$0'])",
            expect![[r#"
            replaces ""
            tls: Struct[{'on' => Boolean}]
            version: String"#]],
        ),
        (
            "notice($facts['web']['tls']['$0'])",
            expect![[r#"
            replaces ""
            on: Boolean"#]],
        ),
        (
            "notice($facts['site']['$0'])",
            expect![[r#"
            replaces ""
            role: String"#]],
        ),
    ] {
        expected.assert_eq(&labels(
            &format!("{FACTS}{code}\n"),
            &["we", "v", "tls", "on", "ro"],
        ));
    }
    expect![[r#"
        replaces "$site"
        $site_zone: String[1]"#]]
    .assert_eq(&labels(
        &format!("{FACTS}class a {{ $x = $site$0 }}\n"),
        &["$site"],
    ));
}

#[test]
fn settings_are_variables() {
    check_more(
        "notice($settings::ca_$0)",
        &["$settings::ca_"],
        &expect![[r#"
        replaces "$settings::ca_"
        $settings::ca_fingerprint: Optional[String]
        $settings::ca_name: Optional[String]
        $settings::ca_port: Optional[Integer]
        $settings::ca_refresh_interval: Optional[Numeric]
        $settings::ca_server: Optional[String]
        $settings::ca_ttl: Optional[Numeric]"#]],
    );
    check_more(
        "notice(\"${settings::stri$0}\")",
        &["settings::strict"],
        &expect![[r#"
        replaces "settings::stri"
        settings::strict: Optional[String]
        settings::strict_environment_mode: Boolean
        settings::strict_variables: Boolean"#]],
    );
}

#[test]
fn files_of_modules_have_names() {
    check_more(
        "$x = epp('$0')",
        &[],
        &expect![[r#"
        replaces ""
        web/conf.epp"#]],
    );
    check_more(
        "$x = template('web/o$0')",
        &[],
        &expect![[r#"
        replaces "web/o"
        web/old.erb"#]],
    );
    check_more(
        "file { 'x': source => 'puppet:///modules/we$0' }",
        &[],
        &expect![[r#"
            replaces "we"
            web/motd.txt"#]],
    );
}

#[test]
fn hashes_with_known_keys() {
    check_more(
        "$x = epp('web/conf.epp', { $0 })",
        &[],
        &expect![[r#"
        replaces ""
        name: String
        port: Integer"#]],
    );
    check_more(
        "web::vhost { 'x': opts => { 'root' => 'x', $0 } }",
        &[],
        &expect![[r#"
            replaces ""
            index: Boolean"#]],
    );
    check_more(
        "web::vhost { 'x': opts => { '$0' => 1 } }",
        &[],
        &expect![[r#"
            replaces ""
            root: String
            index: Boolean"#]],
    );
}

#[test]
fn types_in_ruby_have_attributes() {
    check_more(
        "webtree { 'x': $0 }",
        &["path", "mode"],
        &expect![[r#"
        replaces ""
        mode: deep | flat
        path"#]],
    );
    check_more(
        "webtree { 'x': mode => $0 }",
        &["'deep", "'flat"],
        &expect![[r#"
            replaces ""
            'deep'
            'flat'"#]],
    );
}

#[test]
fn relations_take_what_is_declared() {
    check_more(
        "file { '/x': }\nservice { 'y': require => $0 }",
        &["File[", "Service["],
        &expect![[r#"
            replaces ""
            File['/x']"#]],
    );
}

#[test]
fn functions_for_the_receiver_come_first() {
    let first = |code: &str| {
        let fixture = format!("{MODULES}#- /manifests/site.pp\n{code}\n");
        let (analysis, position) = cursor(&fixture);
        let completion = analysis.completion(position).expect("not cancelled");
        let rank = |name: &str| {
            completion
                .items
                .iter()
                .find(|it| it.label == name)
                .map(|it| it.rank)
        };
        (rank("web::join"), rank("abs"))
    };
    assert_eq!(first("'x'.$0"), (Some(10), Some(10)));
    assert_eq!(first("5.$0"), (Some(34), Some(10)));
    assert_eq!(first("{}.$0"), (Some(34), Some(30)));
}

#[test]
fn branches_only_follow_conditions() {
    check_more(
        "if $x { }\n$0",
        &["else", "elsif"],
        &expect![[r#"
        replaces ""
        else
        elsif"#]],
    );
    check_more(
        "if $x { } $0",
        &["else", "elsif"],
        &expect![[r#"
        replaces ""
        else
        elsif"#]],
    );
    check_more(
        "notice(1)\n$0",
        &["else", "elsif"],
        &expect![[r#"replaces """#]],
    );
}

#[test]
fn classes_that_must_be_given_something() {
    check_more(
        "class$0",
        &["class"],
        &expect![[r#"
            replaces "class"
            class web
            class"#]],
    );
}

/// The documentation of the completion items with some labels.
fn documented(code: &str, wanted: &[&str]) -> String {
    let (analysis, position) = cursor(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"));
    let items = analysis.completion(position).expect("not cancelled").items;
    let lines = wanted.iter().map(|label| {
        let item = items.iter().find(|item| item.label == *label).expect(label);
        let text = item.documented.as_ref().and_then(|about| {
            let text = analysis.documentation(position.file, about);
            text.expect("not cancelled").text
        });
        let text = text.unwrap_or_else(|| "nothing".into());
        // What follows the declaration.
        let text = match text.starts_with("```") {
            true => text.split_once("\n```\n\n").map_or("", |(_, after)| after),
            false => &*text,
        };
        format!("{label}: {}", text.lines().next().unwrap_or_default())
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn documentation_is_read_when_it_is_asked_for() {
    expect![[r#"
        web::site: - `weight`: How heavy it is.
        file: A file, directory or symbolic link.
        include: Declares classes, each at most once.
        web::join: nothing
        Integer: A whole number, with optional limits.
        Web::Port: nothing
        if: nothing"#]]
    .assert_eq(&documented(
        "$0",
        &[
            "web::site",
            "file",
            "include",
            "web::join",
            "Integer",
            "Web::Port",
            "if",
        ],
    ));
    expect![[r#"
        weight: How heavy it is.
        mode: nothing
        require: The resources that must be applied before this one."#]]
    .assert_eq(&documented(
        "web::site { 'x': $0",
        &["weight", "mode", "require"],
    ));
    expect![[r#"
        mode: The permissions, as a string: `'0644'` or `'u=rw,go=r'`.
        tag: Tags to add to the resource."#]]
    .assert_eq(&documented("file { 'x': $0", &["mode", "tag"]));
    expect![[r#"
        $facts: nothing
        $title: nothing"#]]
    .assert_eq(&documented("notice($$0)", &["$facts", "$title"]));
    expect!["web: nothing"].assert_eq(&documented("include $0", &["web"]));
}

#[test]
fn attributes_of_the_next_resource_are_not_taken() {
    let code = |line: &str| {
        format!(
            "file {{\n  'a': mode => 1;\n  'b': {line}\n  'c': mode => 1;\n  'd': ensure => file;\n}}"
        )
    };
    for line in ["mo$0", "$0", "owner => 1, mo$0"] {
        let found = first_labels(&code(line), 100);
        assert!(found.split(' ').any(|it| it == "mode"), "{line}: {found}");
    }
    for line in ["$0, mode => 1;", "mode => 1, $0"] {
        let found = first_labels(&code(line), 100);
        assert!(!found.split(' ').any(|it| it == "mode"), "{line}: {found}");
    }
}

#[test]
fn variables_of_the_site() {
    let of = |code: &str| {
        let fixture = format!(
            "#- /environment.conf\n#- /manifests/site.pp\n$role = 1\nnode 'a' {{ $rack = 2 }}\n\
             #- /manifests/sub/z.pp\n[$room, $other] = [1, 2]\n\
             #- /modules/own/manifests/init.pp\nclass own {{\n{code}\n}}\n"
        );
        labels(&fixture, &["$r", "r", "$::r"])
    };
    for (code, expected) in [
        ("notice($r$0)", "replaces \"$r\"\n$rack\n$role\n$room"),
        ("notice(\"${ro$0}\")", "replaces \"ro\"\nrole\nroom\nround"),
        ("notice(\"${ro$0\")", "replaces \"ro\"\nrole\nroom\nround"),
        // The variables of nodes are not those of the top scope.
        ("notice($::r$0)", "replaces \"$::r\"\n$::role\n$::room"),
        ("notice($::ro$0", "replaces \"$::ro\"\n$::role\n$::room"),
    ] {
        assert_eq!(of(code), expected, "{code}");
    }
    let own = labels(
        "#- /environment.conf\n#- /manifests/site.pp\n$role = 1\nnotice($::ro$0)\n",
        &["$::r"],
    );
    assert_eq!(own, "replaces \"$::ro\"\n$::role");
}

#[test]
fn words_before_brackets_are_types() {
    for code in [
        "type X = Struct[{ Op$0['a'] => String, 'b' => String }]",
        "type X = Struct[{\n  'b' => String,\n  Op$0['a'] => String,\n}]",
    ] {
        assert_eq!(first_labels(code, 9), "Optional", "{code}");
    }
    for code in [
        "class x($0[Integer, 5] $a) { }",
        "class x(Optional[$0[Integer, 5]] $a) { }",
        "class x(Optional[Ar$0[Integer, 5]] $a) { }",
        "type X = $0[Integer]",
    ] {
        let found = first_labels(code, 100);
        assert!(found.split(' ').any(|it| it == "Array"), "{code}: {found}");
        assert!(!found.contains("true"), "{code}: {found}");
    }
}

#[test]
fn a_variable_is_not_proposed_for_its_own_value() {
    check(
        "$port = 1\n$other = $0\n$ports = 2\n",
        &["$port", "$other", "$ports"],
        &expect![[r#"
            replaces ""
            $port
            $ports"#]],
    );
}

#[test]
fn variables_that_several_branches_set_are_proposed_once() {
    let class = "class y { if true { $a = 1 } else { $a = 2 } }\n";
    assert_eq!(first_labels(&format!("{class}notice($y::$0)"), 9), "$y::a");
    assert_eq!(
        first_labels(&format!("{class}notice($::y::$0)"), 9),
        "$::y::a"
    );
}
