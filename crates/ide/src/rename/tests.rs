use expect_test::{Expect, expect};

use crate::test_fixture::cursor;
use puppet_ide_db::source_change::{SourceChange, apply_edits};

const MODULES: &str = r"
#- /environment.conf
#- /modules/web/manifests/init.pp
# @param port Where it listens.
# @option port [String] key
# @param [Integer] port again
class web(Web::Port $port, String $host = 'h') inherits web::params {
  $root = '/srv'
  file { $root: content => epp('web/conf.epp', { 'name' => $host, port => $port }) }
  notice($user)
}
#- /modules/web/manifests/params.pp
class web::params { $user = 'www' }
#- /modules/web/manifests/site.pp
# @param weight [Integer] weight of it
define web::site(Integer[0] $weight) { notice($weight, $::web::params::user) }
#- /modules/web/types/port.pp
type Web::Port = Integer[1, 65535]
#- /modules/web/functions/join.pp
function web::join(String $a) { $a }
#- /modules/web/templates/conf.epp
<%- | String $name, Integer $port | -%>
<%= $name %>
#- /modules/role/manifests/init.pp
class role {
  include web, '::web::params'
  class { 'web': * => { port => 80 } }
  web::site { 'a': weight => 1 }
  create_resources('web::site', { 'b' => { 'weight' => 2 } }, { weight => 3 })
  Web::Site <| weight == 1 |> { weight => 2 }
  notice($web::port, web::join('a'), Class['web'], 'web')
}
";

fn changed(fixture: &str, new_name: &str) -> String {
    let (analysis, position) = cursor(fixture);
    let change = analysis
        .rename(position, new_name)
        .expect("not cancelled")
        .expect("a file");
    match change {
        Err(error) => format!("refused: {error}"),
        Ok(change) => lines(&analysis, &change),
    }
}

/// The lines that change, and the files that move.
fn lines(analysis: &crate::Analysis, change: &SourceChange) -> String {
    let mut shown = Vec::new();
    for (file, edits) in &change.edits {
        let old = analysis.text(*file).expect("not cancelled");
        let new = apply_edits(&old, edits);
        shown.push(analysis.path(*file).to_string());
        let pairs = old.lines().zip(new.lines());
        shown.extend(
            pairs
                .filter(|(old, new)| old != new)
                .map(|(_, new)| format!("  {}", new.trim())),
        );
    }
    for moved in &change.moves {
        shown.push(format!("{} -> {}", analysis.path(moved.file), moved.to));
    }
    shown.join("\n")
}

/// Puts the cursor into the modules.
fn check(at: (&str, &str), new_name: &str, expected: &Expect) {
    let (before, after) = at;
    let fixture = MODULES.replacen(
        &format!("{before}{after}"),
        &format!("{before}$0{after}"),
        1,
    );
    assert_ne!(fixture, MODULES);
    expected.assert_eq(&changed(&fixture, new_name));
}

#[test]
fn parameters_with_all_who_give_them_a_value() {
    check(
        ("Web::Port $", "port"),
        "socket",
        &expect![[r#"
            /modules/role/manifests/init.pp
              class { 'web': * => { socket => 80 } }
              notice($web::socket, web::join('a'), Class['web'], 'web')
            /modules/web/manifests/init.pp
              # @param socket Where it listens.
              # @option socket [String] key
              # @param [Integer] socket again
              class web(Web::Port $socket, String $host = 'h') inherits web::params {
              file { $root: content => epp('web/conf.epp', { 'name' => $host, port => $socket }) }"#]],
    );
    check(
        ("{ weight", " => 2 }\n  notice"),
        "mass",
        &expect![[r#"
        /modules/role/manifests/init.pp
          web::site { 'a': mass => 1 }
          create_resources('web::site', { 'b' => { 'mass' => 2 } }, { mass => 3 })
          Web::Site <| mass == 1 |> { mass => 2 }
        /modules/web/manifests/site.pp
          # @param mass [Integer] weight of it
          define web::site(Integer[0] $mass) { notice($mass, $::web::params::user) }"#]],
    );
    check(
        ("String $", "name,"),
        "title_text",
        &expect![[r#"
        /modules/web/manifests/init.pp
          file { $root: content => epp('web/conf.epp', { 'title_text' => $host, port => $port }) }
        /modules/web/templates/conf.epp
          <%- | String $title_text, Integer $port | -%>
          <%= $title_text %>"#]],
    );
}

#[test]
fn variables_in_their_scope() {
    check(
        ("file { $", "root"),
        "base",
        &expect![[r#"
        /modules/web/manifests/init.pp
          $base = '/srv'
          file { $base: content => epp('web/conf.epp', { 'name' => $host, port => $port }) }"#]],
    );
    check(
        ("class web::params { $", "user"),
        "$account",
        &expect![[r#"
        /modules/web/manifests/init.pp
          notice($account)
        /modules/web/manifests/params.pp
          class web::params { $account = 'www' }
        /modules/web/manifests/site.pp
          define web::site(Integer[0] $weight) { notice($weight, $::web::params::account) }"#]],
    );
}

#[test]
fn items_with_their_files() {
    check(
        ("class ", "web::params"),
        "web::defaults",
        &expect![[r#"
        /modules/role/manifests/init.pp
          include web, '::web::defaults'
        /modules/web/manifests/init.pp
          class web(Web::Port $port, String $host = 'h') inherits web::defaults {
        /modules/web/manifests/params.pp
          class web::defaults { $user = 'www' }
        /modules/web/manifests/site.pp
          define web::site(Integer[0] $weight) { notice($weight, $::web::defaults::user) }
        /modules/web/manifests/params.pp -> /modules/web/manifests/defaults.pp"#]],
    );
    check(
        ("include ", "web,"),
        "web::server",
        &expect![[r#"
        /modules/role/manifests/init.pp
          include web::server, '::web::params'
          class { 'web::server': * => { port => 80 } }
          notice($web::server::port, web::join('a'), Class['web::server'], 'web')
        /modules/web/manifests/init.pp
          class web::server(Web::Port $port, String $host = 'h') inherits web::params {
        /modules/web/manifests/init.pp -> /modules/web/manifests/server.pp"#]],
    );
    check(
        ("define ", "web::site"),
        "web::vhost",
        &expect![[r#"
        /modules/role/manifests/init.pp
          web::vhost { 'a': weight => 1 }
          create_resources('web::vhost', { 'b' => { 'weight' => 2 } }, { weight => 3 })
          Web::Vhost <| weight == 1 |> { weight => 2 }
        /modules/web/manifests/site.pp
          define web::vhost(Integer[0] $weight) { notice($weight, $::web::params::user) }
        /modules/web/manifests/site.pp -> /modules/web/manifests/vhost.pp"#]],
    );
    check(
        ("Web::", "Site <|"),
        "Web::Vhost",
        &expect![[r#"
        /modules/role/manifests/init.pp
          web::vhost { 'a': weight => 1 }
          create_resources('web::vhost', { 'b' => { 'weight' => 2 } }, { weight => 3 })
          Web::Vhost <| weight == 1 |> { weight => 2 }
        /modules/web/manifests/site.pp
          define web::vhost(Integer[0] $weight) { notice($weight, $::web::params::user) }
        /modules/web/manifests/site.pp -> /modules/web/manifests/vhost.pp"#]],
    );
    check(
        ("type ", "Web::Port"),
        "Web::Socket::Number",
        &expect![[r#"
        /modules/web/manifests/init.pp
          class web(Web::Socket::Number $port, String $host = 'h') inherits web::params {
        /modules/web/types/port.pp
          type Web::Socket::Number = Integer[1, 65535]
        /modules/web/types/port.pp -> /modules/web/types/socket/number.pp"#]],
    );
    check(
        ("'::web::", "params'"),
        "defaults",
        &expect![[r#"
        /modules/role/manifests/init.pp
          include web, '::web::defaults'
        /modules/web/manifests/init.pp
          class web(Web::Port $port, String $host = 'h') inherits web::defaults {
        /modules/web/manifests/params.pp
          class web::defaults { $user = 'www' }
        /modules/web/manifests/site.pp
          define web::site(Integer[0] $weight) { notice($weight, $::web::defaults::user) }
        /modules/web/manifests/params.pp -> /modules/web/manifests/defaults.pp"#]],
    );
    check(
        ("web::", "join('a')"),
        "web::glue",
        &expect![[r#"
        /modules/role/manifests/init.pp
          notice($web::port, web::glue('a'), Class['web'], 'web')
        /modules/web/functions/join.pp
          function web::glue(String $a) { $a }
        /modules/web/functions/join.pp -> /modules/web/functions/glue.pp"#]],
    );
}

#[test]
fn what_cannot_be_renamed_says_why() {
    check(
        ("class ", "web::params"),
        "other::params",
        &expect![
            "refused: Puppet looks for `other::params` in another module: the name must start with `web::`"
        ],
    );
    check(
        ("class ", "web::params"),
        "web::site",
        &expect!["refused: there is a defined type `web::site` already"],
    );
    check(
        ("class ", "web::params"),
        "web::Params",
        &expect![
            "refused: `web::Params` is no name of a class: each part starts with a small letter, and has only small letters, digits and `_`"
        ],
    );
    check(
        ("type ", "Web::Port"),
        "web::port",
        &expect![
            "refused: `web::port` is no name of a type: each part starts with a capital letter"
        ],
    );
    check(
        ("Web::Port $", "port"),
        "host",
        &expect!["refused: `$host` is used here already"],
    );
    check(
        ("Web::Port $", "port"),
        "title",
        &expect!["refused: every resource has a `title`"],
    );
    check(
        ("Web::Port $", "port"),
        "Port",
        &expect![
            "refused: `Port` is no name of a variable: it starts with a small letter, and has only letters, digits and `_`"
        ],
    );
    check(
        ("'we", "b')\n}"),
        "web::x",
        &expect!["refused: this string may be more than the name of a class"],
    );
    check(
        ("noti", "ce($user)"),
        "x",
        &expect!["refused: `notice` is part of Puppet"],
    );
    check(
        ("fi", "le { $root"),
        "x",
        &expect!["refused: `file` is part of Puppet"],
    );
    for code in [
        "$fa$0cts",
        "$unkno$0wn",
        "include nothing$0",
        "1 +$0 1",
        "node 'a$0' { }",
    ] {
        let refused = changed(code, "x");
        assert!(refused.starts_with("refused: "), "{code}: {refused}");
    }
}

#[test]
fn dependencies_are_not_ours() {
    let fixture = "
#- /metadata.json
{ \"name\": \"me-mine\", \"version\": \"1.0.0\" }
#- /manifests/init.pp
class mine { include other$0 }
#- /spec/fixtures/modules/other/metadata.json
{ \"name\": \"you-other\", \"version\": \"1.0.0\" }
#- /spec/fixtures/modules/other/manifests/init.pp
class other { }
";
    assert_eq!(
        changed(fixture, "more"),
        "refused: this belongs to the module `other`, which is not part of the workspace"
    );
}

#[test]
fn incomplete_code_is_no_obstacle() {
    expect![[r#"
        /manifests/site.pp
          class x($p) {
          file { "/${p}":"#]]
    .assert_eq(&changed(
        "class x($port) {\n  file { \"/${po$0rt}\":\n",
        "p",
    ));
    expect![[r#"
        /manifests/site.pp
          $b =
          notice($b"#]]
    .assert_eq(&changed("$a$0 = \nnotice($a", "b"));
}

#[test]
fn moved_files_change_the_names_in_them() {
    let (analysis, _) = cursor(&format!("{MODULES}$0"));
    let moved = |from: &str, to: &str| {
        let change = analysis
            .will_rename_files(&[(format!("/modules/web/{from}"), format!("/modules/web/{to}"))])
            .expect("not cancelled");
        lines(&analysis, &change)
    };
    expect![[r#"
        /modules/role/manifests/init.pp
          web::vhost { 'a': weight => 1 }
          create_resources('web::vhost', { 'b' => { 'weight' => 2 } }, { weight => 3 })
          Web::Vhost <| weight == 1 |> { weight => 2 }
        /modules/web/manifests/site.pp
          define web::vhost(Integer[0] $weight) { notice($weight, $::web::params::user) }"#]]
    .assert_eq(&moved("manifests/site.pp", "manifests/vhost.pp"));
    expect![[r#"
        /modules/web/manifests/init.pp
          class web(Web::Net::Port $port, String $host = 'h') inherits web::params {
        /modules/web/types/port.pp
          type Web::Net::Port = Integer[1, 65535]"#]]
    .assert_eq(&moved("types", "types/net"));
    assert_eq!(moved("manifests/site.pp", "examples/site.pp"), "");
}

#[test]
fn incomplete_files_move_too() {
    let (analysis, _) = cursor(
        "#- /environment.conf
#- /modules/a/manifests/b.pp
class a::b(
  $x = a::b::
#- /modules/a/manifests/init.pp
class a {
  include a::b
  Class['a::b'] ->
  class { 'a::b':
#- /manifests/site.pp
$0",
    );
    let change = analysis
        .will_rename_files(&[(
            "/modules/a/manifests/b.pp".to_owned(),
            "/modules/a/manifests/c.pp".to_owned(),
        )])
        .expect("not cancelled");
    expect![[r#"
        /modules/a/manifests/b.pp
          class a::c(
        /modules/a/manifests/init.pp
          include a::c
          Class['a::c'] ->
          class { 'a::c':"#]]
    .assert_eq(&lines(&analysis, &change));
}

const DATA: &str = r#"
#- /environment.conf
#- /modules/web/manifests/init.pp
class web($port = 1, $host = 2) { notice($port) }
#- /modules/web/manifests/port.pp
class web::port($host) { }
#- /modules/web/hiera.yaml
version: 5
#- /hiera.yaml
version: 5
hierarchy:
  - name: nodes
    path: node.json
    data_hash: json_data
#- /modules/web/data/common.yaml
---
web::port: 80
'web::host': here
web::port::host: there
web::other: 1
lookup_options:
  web::port:
    merge: first
nested:
  web::port: 1
#- /data/node.json
{
  "web::port": 81
}
#- /data/common.yaml
web::port: [
"#;

fn changed_data(from: &str, to: &str, new_name: &str) -> String {
    let fixture = DATA.replacen(from, to, 1);
    assert_ne!(fixture, DATA);
    changed(&fixture, new_name)
}

#[test]
fn keys_of_data_follow_parameters() {
    expect![[r#"
        /modules/web/manifests/init.pp
          class web($socket = 1, $host = 2) { notice($socket) }
        /data/node.json
          "web::socket": 81
        /modules/web/data/common.yaml
          web::socket: 80
          web::socket:"#]]
    .assert_eq(&changed_data(
        "class web($port",
        "class web($po$0rt",
        "socket",
    ));
    expect![[r#"
        /modules/web/manifests/port.pp
          class web::port($name_of_host) { }
        /modules/web/data/common.yaml
          web::port::name_of_host: there"#]]
    .assert_eq(&changed_data("port($host", "port($ho$0st", "name_of_host"));
}

#[test]
fn keys_of_data_follow_classes() {
    expect![[r#"
        /modules/web/manifests/init.pp
          class web::server($port = 1, $host = 2) { notice($port) }
        /data/node.json
          "web::server::port": 81
        /modules/web/data/common.yaml
          web::server::port: 80
          'web::server::host': here
          web::server::port:
        /modules/web/manifests/init.pp -> /modules/web/manifests/server.pp"#]]
    .assert_eq(&changed_data("class web(", "class we$0b(", "web::server"));
}

const LOOKUPS: &str = r#"
#- /environment.conf
#- /hiera.yaml
version: 5
hierarchy:
  - name: of the class
    path: "%{web::root}/%{::web::port}.yaml"
  - name: of all
    paths: [common.yaml, node.json]
#- /modules/web/manifests/init.pp
class web($port = 1, $host = lookup('web::port.x')) { $root = $port }
#- /modules/web/templates/a.epp
<%= hiera('web::port') %>
#- /data/common.yaml
web::port: 80
other: "%{lookup('web::port')} %{ alias(\"web::port\") } %{hiera('web::porter')}"
web::taken: 1
#- /data/node.json
{ "a": "%{lookup(\"web::port.x\")}" }
#- /manifests/site.pp
$role = 'web'
$x = lookup({ 'name' => 'web::port', 'default_value' => lookup('web::used', { 'default_value' => 'web::port' }) })
$y = 'web::port'
"#;

#[test]
fn what_is_looked_up_follows() {
    let changed_lookups = |from: &str, to: &str, new_name: &str| {
        let fixture = LOOKUPS.replacen(from, to, 1);
        assert_ne!(fixture, LOOKUPS);
        changed(&fixture, new_name)
    };
    let expected = expect![[r#"
        /manifests/site.pp
          $x = lookup({ 'name' => 'web::socket', 'default_value' => lookup('web::used', { 'default_value' => 'web::port' }) })
        /modules/web/manifests/init.pp
          class web($socket = 1, $host = lookup('web::socket.x')) { $root = $socket }
        /modules/web/templates/a.epp
          <%= hiera('web::socket') %>
        /data/common.yaml
          web::socket: 80
          other: "%{lookup('web::socket')} %{ alias(\"web::socket\") } %{hiera('web::porter')}"
        /data/node.json
          { "a": "%{lookup(\"web::socket.x\")}" }
        /hiera.yaml
          path: "%{web::root}/%{::web::socket}.yaml""#]];
    for (from, to) in [
        ("web($port", "web($po$0rt"),
        ("'name' => 'web::po", "'name' => 'web::po$0"),
    ] {
        expected.assert_eq(&changed_lookups(from, to, "socket"));
    }
    expect![[r#"
        /manifests/site.pp
          $x = lookup({ 'name' => 'web::server::port', 'default_value' => lookup('web::used', { 'default_value' => 'web::port' }) })
        /modules/web/manifests/init.pp
          class web::server($port = 1, $host = lookup('web::server::port.x')) { $root = $port }
        /modules/web/templates/a.epp
          <%= hiera('web::server::port') %>
        /data/common.yaml
          web::server::port: 80
          other: "%{lookup('web::server::port')} %{ alias(\"web::server::port\") } %{hiera('web::porter')}"
        /data/node.json
          { "a": "%{lookup(\"web::server::port.x\")}" }
        /hiera.yaml
          path: "%{web::server::root}/%{::web::server::port}.yaml"
        /modules/web/manifests/init.pp -> /modules/web/manifests/server.pp"#]].assert_eq(&changed_lookups("class web", "class we$0b", "web::server"));
    expect![[r#"
        /modules/web/manifests/init.pp
          class web($port = 1, $host = lookup('web::port.x')) { $base = $port }
        /hiera.yaml
          path: "%{web::base}/%{::web::port}.yaml""#]]
    .assert_eq(&changed_lookups("$root", "$ro$0ot", "base"));
    // What has another meaning already.
    expect!["refused: there is data for `web::taken` already, in /data/common.yaml"]
        .assert_eq(&changed_lookups("web($port", "web($po$0rt", "taken"));
    expect!["refused: `web::used` is looked up already, in /manifests/site.pp"]
        .assert_eq(&changed_lookups("web($port", "web($po$0rt", "used"));
}

#[test]
fn names_that_are_taken() {
    const TAKEN: &str = "
#- /environment.conf
#- /modules/a/manifests/init.pp
class a($given) { $own = 1 }
#- /modules/a/manifests/b.pp
class a::b inherits a { $mine = [$own, $given] }
#- /modules/a/manifests/d.pp
define a::d($x) { }
#- /modules/a/types/t.pp
type A::T = Integer
#- /manifests/site.pp
$top = 1
";
    let taken = |from: &str, to: &str, new_name: &str| {
        let fixture = TAKEN.replacen(from, to, 1);
        assert_ne!(fixture, TAKEN);
        changed(&fixture, new_name)
    };
    for (from, to, new_name) in [
        ("$own", "$o$0wn", "mine"),
        ("($given", "($gi$0ven", "mine"),
        ("($given", "($gi$0ven", "require"),
        ("$own", "$o$0wn", "facts"),
        ("$top", "$to$0p", "networking"),
        ("define a::d", "define a::$0d", "a::b"),
        ("class a::b", "class a::$0b", "a::d"),
        ("define a::d", "define a::$0d", "a::t"),
        ("type A::T", "type A::$0T", "A::D"),
    ] {
        let refused = changed(&TAKEN.replacen(from, to, 1), new_name);
        assert!(
            refused.starts_with("refused: "),
            "{to} as {new_name}: {refused}"
        );
    }
    expect!["refused: `$mine` is used already where this is, in /modules/a/manifests/b.pp"]
        .assert_eq(&taken("$own", "$o$0wn", "mine"));
    expect!["refused: there is a type `a::t` already"].assert_eq(&taken(
        "define a::d",
        "define a::$0d",
        "a::t",
    ));
}

#[test]
fn comments_follow_full_names() {
    let fixture = "
#- /environment.conf
#- /modules/web/manifests/params.pp
# Class: web::params
#
# @see web::params, not web::params::x
# @example
#   include ::web::params
class web::par$0ams { }
#- /modules/web/templates/a.epp
<%# web::params -%>
#- /manifests/site.pp
/* web::params */
include web::params # params of web::params
";
    expect![[r#"
        /manifests/site.pp
          /* web::defaults */
          include web::defaults # params of web::defaults
        /modules/web/manifests/params.pp
          # Class: web::defaults
          # @see web::defaults, not web::params::x
          #   include ::web::defaults
          class web::defaults { }
        /modules/web/templates/a.epp
          <%# web::defaults -%>
        /modules/web/manifests/params.pp -> /modules/web/manifests/defaults.pp"#]]
    .assert_eq(&changed(fixture, "web::defaults"));
}

#[test]
fn templates_in_embedded_ruby_follow_the_body_that_names_them() {
    let fixture = |other: &str| {
        format!(
            "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a($po$0rt) {{\n  $x = template('a/x.erb')\n}}\n\
             #- /modules/a/manifests/b.pp\nclass a::b {{ {other} }}\n\
             #- /modules/a/templates/x.erb\nport <%= @port %> <%= scope['a::port'] %> <%= @ports %>\n"
        )
    };
    expect![[r"
        /modules/a/manifests/init.pp
          class a($number) {
        /modules/a/templates/x.erb
          port <%= @number %> <%= scope['a::number'] %> <%= @ports %>"]]
    .assert_eq(&changed(&fixture(""), "number"));
    expect!["refused: the template `a/x.erb` reads it, and is used in other places too"]
        .assert_eq(&changed(&fixture("$y = template('a/x.erb')"), "number"));
}

#[test]
fn templates_in_the_code_follow_the_variable() {
    let fixture = "#- /environment.conf\n#- /modules/a/manifests/init.pp\n\
        class a($po$0rt) {\n  $x = inline_template(\"<%= [@port].join(\\\",\\\") + @ports %>\")\n}\n\
        class b($port) {\n  $x = inline_template('<%= @port %>')\n}\n";
    expect![[r#"
        /modules/a/manifests/init.pp
          class a($number) {
          $x = inline_template("<%= [@number].join(\",\") + @ports %>")"#]]
    .assert_eq(&changed(fixture, "number"));
}

#[test]
fn templates_in_embedded_ruby_name_classes() {
    let fixture = "
#- /environment.conf
#- /modules/a/manifests/init.pp
class a($port) inherits a::params { $x = template('a/b.erb') }
#- /modules/a/manifests/params.pp
class a::params { $own = 1 }
#- /modules/a/templates/b.erb
<%= scope.lookupvar('::a::port') %> <%= scope['a::params::own'] %> <%= @own %>
#- /modules/b/templates/c.erb
<%= scope['a::port'] %> <%= @port
#- /modules/a/manifests/c.pp
class a::c($own = 2) inherits a::params { $x = template('a/d.erb') }
#- /modules/a/templates/d.erb
<%= @own %>
";
    let changed = |from: &str, to: &str, name: &str| changed(&fixture.replace(from, to), name);
    expect![[r#"
        /modules/a/manifests/init.pp
          class a($number) inherits a::params { $x = template('a/b.erb') }
        /modules/a/templates/b.erb
          <%= scope.lookupvar('::a::number') %> <%= scope['a::params::own'] %> <%= @own %>
        /modules/b/templates/c.erb
          <%= scope['a::number'] %> <%= @port"#]]
    .assert_eq(&changed("($port", "($po$0rt", "number"));
    expect![[r#"
        /modules/a/manifests/params.pp
          class a::params { $mine = 1 }
        /modules/a/templates/b.erb
          <%= scope.lookupvar('::a::port') %> <%= scope['a::params::mine'] %> <%= @mine %>"#]]
    .assert_eq(&changed("{ $own", "{ $ow$0n", "mine"));
    expect![[r#"
        /modules/a/manifests/c.pp
          class a::c($own = 2) inherits a::defaults { $x = template('a/d.erb') }
        /modules/a/manifests/init.pp
          class a($port) inherits a::defaults { $x = template('a/b.erb') }
        /modules/a/manifests/params.pp
          class a::defaults { $own = 1 }
        /modules/a/templates/b.erb
          <%= scope.lookupvar('::a::port') %> <%= scope['a::defaults::own'] %> <%= @own %>
        /modules/a/manifests/params.pp -> /modules/a/manifests/defaults.pp"#]]
    .assert_eq(&changed("class a::params", "class a::para$0ms", "defaults"));
}

#[test]
fn computed_names_of_classes_are_not_known() {
    let fixture = "
#- /environment.conf
#- /modules/a/manifests/b.pp
class a::b($po$0rt) { }
#- /modules/a/manifests/c.pp
";
    for code in [
        "create_resources('class', { \"a::${x}\" => { 'port' => 1 } })",
        "class { \"::a::${x}\": port => 1 }",
    ] {
        expect!["refused: /modules/a/manifests/c.pp gives `port` to classes that start with `a::`: which ones is not known"]
            .assert_eq(&changed(&format!("{fixture}{code}\n"), "number"));
    }
    expect![[r#"
        /modules/a/manifests/b.pp
          class a::b($number) { }"#]]
    .assert_eq(&changed(
        &format!("{fixture}class {{ \"a::c${{x}}\": port => 1 }}\n"),
        "number",
    ));
}

#[test]
fn classes_in_a_wrong_place_are_not_known() {
    expect!["refused: Puppet does not look for the class `b` in the module `a`"].assert_eq(
        &changed(
            "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass b($po$0rt) { }\n",
            "number",
        ),
    );
}

#[test]
fn strings_keep_their_capitals() {
    expect![[r#"
        /manifests/site.pp
          notice(Class['A::C'], Class[a::c], Class['::A::C'])
        /modules/a/manifests/b.pp
          class a::c { }
        /modules/a/manifests/b.pp -> /modules/a/manifests/c.pp"#]].assert_eq(&changed(
        "#- /environment.conf\n#- /modules/a/manifests/b.pp\nclass a::$0b { }\n#- /manifests/site.pp\n\
         notice(Class['A::B'], Class[a::b], Class['::A::B'])\n",
        "c",
    ));
}
