use expect_test::{Expect, expect};

use crate::test_fixture::cursor;

fn check(fixture: &str, expected: &Expect) {
    expected.assert_eq(&shown(fixture));
}

fn shown(fixture: &str) -> String {
    let (analysis, position) = cursor(fixture);
    let hover = analysis.hover(position).expect("not cancelled");
    let text = analysis.text(position.file).expect("not cancelled");
    let shown = hover.map(|hover| format!("on {:?}\n{}", &text[hover.range], hover.plain_text()));
    shown.unwrap_or_default()
}

const MODULES: &str = r"
#- /environment.conf
#- /modules/web/manifests/init.pp
# @summary Serves pages.
#
# Needs a firewall.
#
# @param port Where it listens.
# @example Plain
#   include web
class web(
  Web::Port        $port = 80, # the usual
  Optional[String] $host = undef,
) inherits web::params { }
#- /modules/web/types/port.pp
# @summary A port that needs rights, or not.
type Web::Port = Variant[Web::Low, Integer[1024, 65535]]
#- /modules/web/types/low.pp
type Web::Low = Integer[1, 1023]
#- /modules/web/types/tree.pp
type Web::Tree = Hash[String, Variant[Web::Port, Web::Tree]]
#- /modules/web/functions/join.pp
# Joins.
# @return the whole
function web::join(String $a, String *$b) >> String { $a }
";

fn check_in_site(code: &str, expected: &Expect) {
    check(
        &format!("{MODULES}#- /manifests/site.pp\n{code}\n"),
        expected,
    );
}

#[test]
fn definitions_show_their_head_and_comment() {
    check_in_site(
        "include w$0eb",
        &expect![[r#"
            on "web"
            class web(
              Web::Port $port = 80,
              Optional[String] $host = undef
            ) inherits web::params

            Serves pages.

            Needs a firewall.

            - `port`: Where it listens.

            *Example: Plain*

            ```puppet
            include web
            ```"#]],
    );
    check_in_site(
        "web::jo$0in('a')",
        &expect![[r#"
            on "web::join"
            function web::join(
              String $a,
              String *$b
            ) >> String

            Joins.

            *Returns* the whole"#]],
    );
    check_in_site(
        "class { 'web': po$0rt => 1 }",
        &expect![[r#"
            on "port"
            Web::Port $port = 80

            Where it listens."#]],
    );
}

#[test]
fn aliases_show_what_they_resolve_to() {
    check_in_site(
        "$x = 1 =~ Web::P$0ort",
        &expect![[r#"
            on "Web::Port"
            type Web::Port = Variant[Web::Low, Integer[1024, 65535]]

            Variant[Integer[1, 1023], Integer[1024, 65535]]

            A port that needs rights, or not."#]],
    );
    check_in_site(
        "$x = 1 =~ Web::L$0ow",
        &expect![[r#"
            on "Web::Low"
            type Web::Low = Integer[1, 1023]"#]],
    );
    check_in_site(
        "$x = 1 =~ Web::T$0ree",
        &expect![[r#"
            on "Web::Tree"
            type Web::Tree = Hash[String, Variant[Web::Port, Web::Tree]]

            Hash[String, Variant[Variant[Integer[1, 1023], Integer[1024, 65535]], Web::Tree]]"#]],
    );
}

/// The start of a hover about what Puppet ships, as far as its texts are not written down here, and that it has a link.
fn starts(code: &str, expected: &str) {
    let shown = shown(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"));
    assert!(shown.starts_with(expected), "{code}: {shown}");
    assert!(
        shown.contains(" documentation](https://"),
        "{code}: {shown}"
    );
}

#[test]
fn what_puppet_sets_is_shown_with_its_parts() {
    starts(
        "$x = $trusted['cert$0name']",
        "on \"certname\"\nOptional[String] $trusted['certname']\n\n",
    );
    starts(
        "$x = $server_f$0acts['serverversion']",
        "on \"server_facts\"\n$server_facts: Hash[String, Any]\n\n",
    );
    starts(
        "$x = $settings::st$0rict",
        "on \"settings::strict\"\n$settings::strict: Optional[String]\n\n",
    );
}

#[test]
fn versions_are_told() {
    for (code, version) in [
        ("$x = $settings::ca_refresh$0_interval", "8.1.0"),
        ("file { '/x': max_f$0iles => 1 }", "7.7.0"),
    ] {
        let shown = shown(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"));
        assert!(
            shown.contains(&format!("*Since* Puppet {version}")),
            "{shown}"
        );
    }
}

#[test]
fn links_follow_the_target_of_the_module() {
    let of = |requirement: &str| {
        shown(&format!(
            "#- /environment.conf\n#- /modules/m/metadata.json\n\
             {{\"requirements\": [{requirement}]}}\n\
             #- /modules/m/manifests/init.pp\nclass m {{ fi$0le {{ '/x': }} }}\n"
        ))
    };
    let openvox = "{\"name\": \"openvox\", \"version_requirement\": \">= 8.0.0\"}";
    assert!(of(openvox).contains("docs.openvoxproject.org/openvox/latest/types/file.html"));
    assert!(of("").contains("help.puppet.com"), "{}", of(""));
    let both = format!("{openvox}, {}", openvox.replace("openvox", "puppet"));
    assert!(of(&both).contains("help.puppet.com"));
}

#[test]
fn the_way_that_fits_the_call_comes_first() {
    for (code, first) in [
        (
            "[1].ea$0ch |$x| { }",
            "each(Iterable $enumerable) |$value| { … }",
        ),
        (
            "[1].ea$0ch |$i, $x| { }",
            "each(Iterable $enumerable) |$index, $value| { … }",
        ),
        (
            "{ 'a' => 1 }.ea$0ch |$k, $v| { }",
            "each(Hash $hash) |$key, $value| { … }",
        ),
        (
            "ea$0ch({ 'a' => 1 }) |$p| { }",
            "each(Hash $hash) |$pair| { … }",
        ),
        (
            "$x = [1].redu$0ce |$m, $v| { $v }",
            "reduce(Iterable $enumerable) |$memo, $value| { … }",
        ),
        (
            "$x = look$0up('a')",
            "lookup(Variant[String, Array[String]] $name, ",
        ),
        (
            "$x = ep$0p('a')",
            "epp(String $path, Hash[Pattern, Any] $parameters?) >> ",
        ),
        ("$x = getv$0ar('a')", "getvar(Pattern $get_string, "),
        ("$x = hie$0ra('a')", "hiera("),
    ] {
        let (analysis, position) = cursor(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"));
        let hover = analysis
            .hover(position)
            .expect("not cancelled")
            .expect("a hover");
        let code_of = hover.code.join("\n");
        let first_line = code_of.lines().next().unwrap_or_default();
        assert!(code_of.starts_with(first), "{code}: {code_of}");
        assert!(code_of.lines().count() <= 6, "{code_of}");
        assert!(
            !code_of.contains("/") && !first_line.contains("Tuple"),
            "{code_of}"
        );
        for name in ["Callable", "NameType", "OptionsWith", "BlockType"] {
            assert!(!code_of.contains(name), "{code_of}");
        }
    }
}

const RUBY: &str = r"
#- /environment.conf
#- /modules/web/lib/facter/web.rb
Facter.add(:web) do
  confine kernel: 'Linux'
  setcode do
    { 'version' => '1.0', 'ports' => [80], 'tls' => { :on => true, 'key' => find_key } }
  end
end
Facter.add(:computed) { setcode { compute } }
#- /modules/web/lib/puppet/datatypes/web/point.rb
# A point on the page.
Puppet::DataTypes.create_type('Web::Point') do
  interface <<-PUPPET
    attributes => {
      x => Integer,
    }
  PUPPET
end
#- /modules/web/lib/puppet/datatypes/web/broken.rb
Puppet::DataTypes.create_type('Web::Broken') do
  interface <<-PUPPET
    attributes => { x => Integer }
  PUPPET
  def oops(
end
#- /puppet-analyzer-stubs/site.toml
[[variable]]
name = 'site_zone'
type = 'String[1]'
summary = 'The zone.'
versions = { since = '8.1.0' }
[[function]]
name = 'site::port'
summary = 'A port.'
signatures = ['(String[1] $service) >> Integer']
[[type]]
name = 'site_record'
summary = 'A record.'
[[type.attribute]]
name = 'name'
kind = 'param'
namevar = true
summary = 'Its name.'
[[fact]]
name = 'site.role'
type = 'String'
summary = 'The role.'
#- /manifests/site.pp
";

fn check_with_ruby(code: &str, expected: &Expect) {
    check(&format!("{RUBY}{code}\n"), expected);
}

#[test]
fn facts_of_modules_show_what_their_code_says() {
    check_with_ruby(
        "notice($facts['we$0b'])",
        &expect![[r#"
            on "web"
            Struct[{'version' => String, 'ports' => Array, 'tls' => Struct[{'on' => Boolean, 'key' => Any}]}] $facts['web']"#]],
    );
    check_with_ruby(
        "notice($facts['web']['tls']['o$0n'])",
        &expect![[r#"
            on "on"
            Boolean $facts['web']['tls']['on']"#]],
    );
    check_with_ruby(
        "notice($facts['web']['tls']['ke$0y'])",
        &expect![[r#"
            on "key"
            Any $facts['web']['tls']['key']"#]],
    );
    check_with_ruby(
        "notice($facts['compu$0ted'])",
        &expect![[r#"
            on "computed"
            Any $facts['computed']"#]],
    );
    starts(
        "notice($facts['os']['fam$0ily'])",
        "on \"family\"\nString $facts['os']['family']\n\n",
    );
}

#[test]
fn data_types_of_modules_show_their_interface() {
    check_with_ruby(
        "$x = Web::Po$0int",
        &expect![[r#"
            on "Web::Point"
            type Web::Point = Object[{
              attributes => {
                x => Integer,
              }
            }]

            A point on the page."#]],
    );
    // What can be read of a broken file is there.
    check_with_ruby(
        "$x = Web::Bro$0ken",
        &expect![[r#"
            on "Web::Broken"
            type Web::Broken = Object[{
              attributes => { x => Integer }
            }]"#]],
    );
}

#[test]
fn stubs_of_the_user_are_shown() {
    check_with_ruby(
        "class a { $x = $site_z$0one }",
        &expect![[r#"
            on "site_zone"
            $site_zone: String[1]

            The zone.

            *Since* Puppet 8.1.0"#]],
    );
    check_with_ruby(
        "$x = site::po$0rt('a')",
        &expect![[r#"
            on "site::port"
            site::port(String[1] $service) >> Integer

            A port."#]],
    );
    check_with_ruby(
        "site_rec$0ord { 'a': }",
        &expect![[r#"
            on "site_record"
            site_record { … }

            A record."#]],
    );
    check_with_ruby(
        "site_record { 'a': na$0me => 'b' }",
        &expect![[r#"
            on "name"
            name

            Its name."#]],
    );
    check_with_ruby(
        "$x = $facts['site']['ro$0le']",
        &expect![[r#"
            on "role"
            String $facts['site']['role']

            The role."#]],
    );
}

#[test]
fn variables_show_where_they_come_from() {
    check_in_site(
        "class x(Web::Port $p = 1) { notice(\"${p$0}\") }",
        &expect![[r#"
            on "p"
            $p: Web::Port

            Web::Port $p = 1"#]],
    );
    check_in_site(
        "[1].each |Integer $i| { notice($i$0) }",
        &expect![[r#"
                on "i"
                $i: Integer[1, 1]

                Integer $i"#]],
    );
    check_in_site(
        "notice($web::po$0rt)",
        &expect![[r#"
                on "web::port"
                $web::port: Web::Port

                Web::Port $port = 80

                Where it listens."#]],
    );
}

/// The words about what Puppet ships are not ours to fix here.
fn check_code(code: &str, expected: &Expect) {
    let (analysis, position) = cursor(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"));
    let hover = analysis
        .hover(position)
        .expect("not cancelled")
        .expect("a hover");
    expected.assert_eq(&hover.code.join("\n"));
}

#[test]
fn what_puppet_ships_is_known() {
    check_code(
        "$x = Arr$0ay[String]",
        &expect!["Array[element type, minimum size, maximum size]"],
    );
    check_code("$x = Var$0iant[String]", &expect!["Variant[type, …]"]);
    check_code(
        "ab$0s(1)",
        &expect![[r#"
            abs(Numeric $val) >> Numeric
            abs(String $val) >> Numeric"#]],
    );
    check_code(
        "file { '/x': repl$0ace => true }",
        &expect!["replace => true | false"],
    );
    check_code(
        "file { '/x': noo$0p => true }",
        &expect!["noop => true | false"],
    );
}

#[test]
fn types_are_inferred() {
    for (code, expected) in [
        (
            "$x = [1, 2]\nnotice($x$0)",
            "on \"x\"\n$x: Tuple[Integer[1, 1], Integer[2, 2]]\n\n$x = [1, 2]\n\nAssigned in line 1.",
        ),
        ("$x$0 = 'a'", "on \"x\"\n$x: String\n\n$x = 'a'"),
        ("notice(1 +$0 2)", "on \"1 + 2\"\nInteger[3, 3]"),
        ("notice([1, 2][$0 0])", "on \"[1, 2][ 0]\"\nInteger[1, 1]"),
        ("class x(Web::Port $p$0) { }", "on \"p\"\nWeb::Port $p"),
        ("notice($unknown$0)", ""),
    ] {
        let fixture = format!("{MODULES}#- /manifests/site.pp\n{code}\n");
        assert_eq!(shown(&fixture), expected);
    }
}

#[test]
fn incomplete_code_and_unknown_names() {
    check_in_site(
        "class { 'web': po$0rt => ",
        &expect![[r#"
            on "port"
            Web::Port $port = 80

            Where it listens."#]],
    );
    check_in_site("include no$0thing", &expect![""]);
    check_in_site("$0", &expect![""]);
}

#[test]
fn the_word_under_the_mouse_is_marked() {
    for (code, expected) in [
        ("$port = 1\nnotice($$0port)", "port"),
        ("$port = 1\nnotice($0$port)", "$port"),
        ("include $0'web'", "'web'"),
        ("include 'web'$0", "'web'"),
        ("include 'we$0b'", "web"),
        ("class a {\n  include 'we$0b'\n  file { ", "web"),
        ("notice(1 $0+ 2)", "1 + 2"),
    ] {
        let (analysis, position) = cursor(&format!(
            "#- /manifests/site.pp\n{code}\n#- /environment.conf\n\
             #- /modules/web/manifests/init.pp\nclass web {{ }}\n"
        ));
        let text = analysis.text(position.file).expect("not cancelled");
        let hover = analysis.hover(position).expect("not cancelled");
        let marked = hover.map(|it| &text[it.range]);
        assert_eq!(marked, Some(expected), "{code}");
        let definition = analysis.goto_definition(position).expect("not cancelled");
        if let Some(definition) = definition {
            assert_eq!(&text[definition.origin], expected, "{code}");
        }
    }
}

#[test]
fn parts_that_are_not_known_have_no_name_of_ours() {
    check(
        "$x = [$unknown, 1]\nnotice($x$0)",
        &expect![[r#"
            on "x"
            $x: Tuple[Any, Integer[1, 1]]

            $x = [$unknown, 1]

            Assigned in line 1."#]],
    );
}

#[test]
fn keys_tell_what_they_lead_to() {
    for (code, expected) in [
        (
            "function f(Struct[{ a => Integer[1] }] $x) { $x['$0a'] }",
            "on \"a\"\na => Integer[1]",
        ),
        ("$x = { $0a => 1 }", "on \"a\"\nInteger[1, 1]"),
        ("$x = { '$0a' => 1 }", "on \"'a'\"\nInteger[1, 1]"),
        (
            "function f(Struct[{ a => Integer[1] }] $x) { $x['$0a",
            "on \"a\"\na => Integer[1]",
        ),
    ] {
        assert_eq!(
            shown(&format!("{MODULES}#- /manifests/site.pp\n{code}\n")),
            expected,
            "{code}"
        );
    }
}

#[test]
fn parameters_of_lambdas_have_the_types_that_they_are_given() {
    check(
        "[1].each |$0$v| { notice($v) }\n",
        &expect![[r#"
            on "$v"
            $v: Integer[1, 1]"#]],
    );
    check(
        "[1].each |String $0$v| { notice($v) }\n",
        &expect![[r#"
            on "$v"
            String $v"#]],
    );
}

#[test]
fn names_in_comments_and_specs() {
    let join = expect![[r#"
        on "web::join"
        function web::join(
          String $a,
          String *$b
        ) >> String

        Joins.

        *Returns* the whole"#]];
    check_in_site("# As web::jo$0in does.\n", &join);
    check_in_site("class half( # web::jo$0in\n", &join);
    let spec = "describe 'web' do\n  let(:params) { { po$0rt: 80 } }\nend\n";
    check(
        &format!("{MODULES}#- /modules/web/spec/classes/web_spec.rb\n{spec}"),
        &expect![[r#"
            on "port"
            Web::Port $port = 80

            Where it listens."#]],
    );
}

#[test]
fn types_of_modules_show_what_their_code_says_of_them() {
    let module = "#- /environment.conf\n#- /modules/web/lib/puppet/type/web_site.rb\n\
        Puppet::Type.newtype(:web_site) do\n  @doc = <<-EOT\n    Manages a site.\n  EOT\n  \
        newparam(:name) do\n    desc 'The host name.'\n  end\nend\n#- /manifests/site.pp\n";
    for (code, expected) in [
        ("web_si$0te { 'x': }", "Manages a site."),
        ("web_site { 'x': na$0me => 'y' }", "The host name."),
    ] {
        let shown = shown(&format!("{module}{code}\n"));
        assert!(shown.contains(expected), "{code}: {shown}");
    }
}

#[test]
fn types_of_variables_have_reasons() {
    let body = [
        "if $s { notice($$0s) }",
        "if $s =~ Undef { fail('no') }\n  notice($$0s)",
        "unless $s { notice(1) } else { notice($$0s) }",
        "$t = pick($s, 'a')\n  notice($$0t)",
        "$t = $s\n  if $t { notice($$0t) }",
        "notice($$0s)",
        "if $b == 1 { notice($$0s) }",
        "$x = $s ? { undef => 'a', default => $$0s }",
        "assert_type(String, $s)\n  notice($$0s)",
        "if $s and $$0s == 'a' { }",
    ];
    let reasons: Vec<String> = body
        .iter()
        .map(|body| {
            let class = "class a(Optional[String] $s, Integer $b) {";
            let text = shown(&format!(
                "#- /modules/a/manifests/init.pp\n{class}\n  {body}\n}}\n"
            ));
            let is_reason =
                |line: &&str| line.starts_with("Narrowed") || line.starts_with("Assigned");
            text.lines()
                .filter(is_reason)
                .collect::<Vec<_>>()
                .join("\n")
        })
        .collect();
    expect![[r#"
        Narrowed from `Optional[String]` by `$s` in line 2.
        Narrowed from `Optional[String]` by `$s =~ Undef` in line 2.
        Narrowed from `Optional[String]` by `$s` in line 2.
        Assigned in line 2.
        Assigned in line 2. Narrowed from `Optional[String]` by `$t` in line 3.


        Narrowed from `Optional[String]` by `$s` in line 2.
        Narrowed from `Optional[String]` by `assert_type(String, $s)` in line 2.
        Narrowed from `Optional[String]` by `$s` in line 2."#]]
    .assert_eq(&reasons.join("\n"));
}
