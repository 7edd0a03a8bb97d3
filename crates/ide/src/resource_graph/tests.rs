use expect_test::{Expect, expect};

use crate::resource_graph::{GraphNode, GraphNodeKind};
use crate::test_fixture::single;

/// A line for each node, then one for each edge.
fn shown(fixture: &str) -> String {
    let (analysis, file) = single(fixture);
    let graph = analysis.resource_graph(file).expect("not cancelled");
    let graph = graph.expect("a file");
    let label = |id: usize| graph.nodes[id].label.clone();
    let node = |node: &GraphNode| {
        let mut line = match node.kind {
            GraphNodeKind::Collector => format!("collector {}", node.label),
            _ => node.label.clone(),
        };
        if let Some(container) = node.container {
            line.push_str(&format!(" in {}", label(container)));
        }
        if !node.is_declared {
            line.push_str(" (outside)");
        }
        if node.is_virtual {
            line.push_str(" (virtual)");
        }
        if let Some(target) = &node.definition {
            line.push_str(&format!(" of {}", analysis.path(target.file)));
        }
        line
    };
    let nodes = graph.nodes.iter().map(node);
    let edges = graph.edges.iter().map(|edge| {
        let arrow = if edge.refreshes { "~>" } else { "->" };
        let (from, to) = (label(edge.from), label(edge.to));
        format!("{from} {arrow} {to} by {}", edge.written)
    });
    nodes.chain(edges).collect::<Vec<_>>().join("\n")
}

fn check(fixture: &str, expected: &Expect) {
    expected.assert_eq(&shown(fixture));
}

#[test]
fn metaparameters_and_arrows() {
    check(
        "class web {
  package { 'nginx': }
  file { ['/a', \"/b\"]: require => Package['nginx'], notify => Service[nginx] }
  service { 'nginx': subscribe => [File['/a'], Class['tls']] }
  Package['nginx'] -> File['/c'] ~> Service['nginx']
  Exec['x'] <- Exec[$y]
}
",
        &expect![[r#"
            class web
            Package['nginx'] in class web
            File['/a'] in class web
            File['/b'] in class web
            Service['nginx'] in class web
            Class['tls'] (outside)
            File['/c'] (outside)
            Exec['x'] (outside)
            Exec[$y] (outside)
            Package['nginx'] -> File['/a'] by require
            Package['nginx'] -> File['/b'] by require
            File['/a'] ~> Service['nginx'] by notify
            File['/b'] ~> Service['nginx'] by notify
            File['/a'] ~> Service['nginx'] by subscribe
            Class['tls'] ~> Service['nginx'] by subscribe
            File['/c'] ~> Service['nginx'] by ~>
            Package['nginx'] -> File['/c'] by ->
            Exec[$y] -> Exec['x'] by <-"#]],
    );
}

#[test]
fn chains_of_resources_and_collectors() {
    check(
        "package { 'a': } -> file { 'b': ; 'c': before => Exec['d'] } ~> @@exec { 'd': }
File <| tag == 'x' |> -> [Exec['d'], (Service['e'])] -> include('z')
File['b'] { require => Package['a'] }
File <| tag == 'x' |> { require +> Package['a'] }
file { default: mode => '0600' }
",
        &expect![[r#"
            Package['a']
            File['b']
            File['c']
            Exec['d'] (virtual)
            collector File <| tag == 'x' |>
            Class['z']
            Service['e'] (outside)
            File['b'] ~> Exec['d'] by ~>
            File['c'] ~> Exec['d'] by ~>
            Package['a'] -> File['b'] by ->
            Package['a'] -> File['c'] by ->
            File['c'] -> Exec['d'] by before
            Exec['d'] -> Class['z'] by ->
            Service['e'] -> Class['z'] by ->
            File <| tag == 'x' |> -> Exec['d'] by ->
            File <| tag == 'x' |> -> Service['e'] by ->
            Package['a'] -> File['b'] by require
            Package['a'] -> File <| tag == 'x' |> by require"#]],
    );
}

#[test]
fn classes_stand_in_what_declares_them() {
    check(
        "#- /modules/role/manifests/init.pp
class role($title_of_it) {
  include profile, '::web'
  include web
  require base
  class { 'db': before => Class['web'] }
  web::site { $title_of_it: }
  Class['role::late'] -> Class['role']
}
node 'n' { contain role }
#- /environment.conf
#- /modules/web/manifests/init.pp
class web { }
#- /modules/web/manifests/site.pp
define web::site { }
",
        &expect![[r#"
            class role
            Class['profile'] in class role
            Class['web'] in class role of /modules/web/manifests/init.pp
            Class['base'] in class role
            Class['db'] in class role
            Web::Site[$title_of_it] in class role of /modules/web/manifests/site.pp
            node 'n'
            Class['role'] in node 'n' of /modules/role/manifests/init.pp
            Class['role::late'] (outside)
            Class['base'] -> class role by require
            Class['db'] -> Class['web'] by before
            Class['role::late'] -> class role by ->"#]],
    );
}

#[test]
fn incomplete_code() {
    check(
        "class a {\n  file { 'x': require => Package[\n}\nservice { 'y': notify => File['x'] -> ",
        &expect![[r#"
            class a
            File['x'] in class a
            Service['y']
            Service['y'] ~> File['x'] by notify"#]],
    );
    check("Package['a'] ->", &expect![]);
    check("file {", &expect![]);
}
