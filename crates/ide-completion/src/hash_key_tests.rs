//! Keys and values of structures, and what else a type or a place fixes.

use puppet_ide::test_fixture::cursor;

const MODULE: &str = "#- /environment.conf\n\
    #- /modules/web/types/opts.pp\n\
    type Web::Opts = Struct[{ level => Enum['low', 'high'], Optional[on] => Boolean, Optional[sub] => Hash[String, Struct[{ uid => Integer, shell => Enum['sh', 'zsh'] }]] }]\n\
    #- /modules/web/manifests/vhost.pp\n\
    define web::vhost(Optional[Web::Opts] $opts = undef, Enum['a', 'b'] $kind = 'a', Array[Web::Opts] $list = []) { }\n\
    #- /modules/web/functions/f.pp\nfunction web::f(Web::Opts $o, Enum['x', 'y'] $e) { }\n\
    #- /modules/web/templates/t.epp\n<%- | Enum['u', 'v'] $k, Web::Opts $o | -%>\n\
    #- /modules/web/lib/puppet/type/web_site.rb\nPuppet::Type.newtype(:web_site) do\n  newparam(:name)\nend\n\
    #- /modules/web/lib/puppet/provider/web_site/nginx.rb\nPuppet::Type.type(:web_site).provide(:nginx) do\nend\n";

/// The first labels at a cursor in a class of another module, with spaces between them.
fn first(body: &str, count: usize) -> String {
    in_file(
        &format!(
            "#- /modules/own/manifests/init.pp\n\
             class own(Web::Opts $o, Enum['p', 'q'] $e, Struct[{{ a => Integer, b => Enum['u', 'v'] }}] $st) {{\n  {body}\n}}\n"
        ),
        count,
    )
}

fn in_file(file: &str, count: usize) -> String {
    let (analysis, position) = cursor(&format!("{MODULE}{file}"));
    let completion = analysis.completion(position).expect("not cancelled");
    let labels = completion.items.into_iter().map(|item| item.label);
    labels.take(count).collect::<Vec<_>>().join(" ")
}

fn all(cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        let count = expected.split(' ').count().max(1);
        assert_eq!(first(body, count), *expected, "{body}");
    }
}

#[test]
fn keys_of_structures() {
    all(&[
        ("$y = $st['$0']", "a b"),
        ("$y = $st[$0]", "'a' 'b'"),
        ("$y = \"${st['$0']}\"", "a b"),
        ("$y = $o['sub']['x']['$0']", "shell uid"),
        (
            "$z = { k1 => 1, k2 => { k3 => 2 } }\n  notice($z['$0'])",
            "k1 k2",
        ),
        (
            "$z = { k1 => 1, k2 => { k3 => 2 } }\n  notice($z['k2']['$0'])",
            "k3",
        ),
        ("notice($trusted['$0'])", "authenticated certname"),
        ("notice($facts[$0])", "'aio_agent_version' 'augeas'"),
        ("notice($facts['os'][$0])", "'architecture' 'distro'"),
    ]);
}

#[test]
fn keys_of_structures_in_incomplete_code() {
    all(&[
        ("$y = $st['$0", "a b"),
        ("$y = $st[$0", "'a' 'b'"),
        ("notice(\"a ${st['$0", "a b"),
        ("$facts['os'][$0", "'architecture' 'distro'"),
        ("$facts[$0\n  $a = 1", "'aio_agent_version' 'augeas'"),
    ]);
}

#[test]
fn keys_for_functions() {
    all(&[
        ("notice($st.dig('$0'))", "a b"),
        ("notice(dig($o, 'sub', 'x', '$0'))", "shell uid"),
        ("notice($facts.dig('os', '$0", "architecture distro"),
        ("notice($facts.get('os.dis$0'))", "distro"),
        ("notice(fact('os.$0'))", "architecture distro"),
        ("notice(fact('$0", "aio_agent_version augeas"),
        (
            "notice(getvar('facts.os.distro.$0'))",
            "codename description",
        ),
        ("notice(getvar('trusted.$0", "authenticated certname"),
        ("notice($st.get('$0'))", "a b"),
        ("notice($o.get('sub.x.$0'))", "shell uid"),
        ("notice(get($o, 'sub.x.sh$0'))", "shell"),
        ("notice($o.get('sub.x.$0", "shell uid"),
    ]);
}

#[test]
fn entries_of_structures() {
    all(&[
        ("web::vhost { 'x': opts => { $0 } }", "level on sub"),
        (
            "web::vhost { 'x': opts => { level => $0 } }",
            "'high' 'low'",
        ),
        ("web::vhost { 'x': opts => { level => '$0' } }", "high low"),
        ("web::vhost { 'x': opts => { level => '$0", "high low"),
        ("web::vhost { 'x': opts => { on => $0", "false true"),
        (
            "web::vhost { 'x': opts => { sub => { 'bob' => { $0 } } } }",
            "shell uid",
        ),
        (
            "web::vhost { 'x': opts => { sub => { 'bob' => { shell => $0",
            "'sh' 'zsh'",
        ),
        (
            "web::vhost { 'x': list => [{ level => high }, { level => $0",
            "'high' 'low'",
        ),
        ("web::vhost { 'x': kind => $e ? { 'p' => $0 } }", "'a' 'b'"),
        ("web::f({ level => $0 }, 'x')", "'high' 'low'"),
        ("$z = Web::Opts.new({ $0 })", "level on sub"),
        ("$z = Web::Opts({ '$0' => 1 })", "level on sub"),
        ("$z = Web::Opts.new({ level => '$0", "high low"),
        ("web::f($o, $0)", "'x' 'y'"),
        ("web::f($o, '$0", "x y"),
        ("epp('web/t.epp', { k => $0 })", "'u' 'v'"),
        ("epp('web/t.epp', { 'o' => { $0", "level on sub"),
    ]);
    assert_eq!(
        in_file(
            "#- /modules/own/manifests/init.pp\nclass own(Web::Opts $o = { level => $0 }) { }\n",
            2
        ),
        "'high' 'low'"
    );
}

#[test]
fn values_of_what_is_compared() {
    all(&[
        ("if $st['b'] == $0 { }", "'u' 'v'"),
        ("if $st['b'] == '$0", "u v"),
        ("case $st['b'] { $0 }", "'u' 'v' default"),
        // What is there already is not proposed again.
        ("case $e {\n    'p': { }\n    $0\n  }", "'q' default"),
        ("$y = $e ? { 'p' => 1, '$0' => 2 }", "q"),
        ("case $e {\n    default: { }\n    $0: { }\n  }", "'p' 'q'"),
    ]);
    let template = "#- /modules/web/templates/u.epp\n<%- | Enum['u', 'v'] $k | -%>\n";
    for (code, expected) in [
        ("<% if $k == $0 { %><% } %>", "'u' 'v'"),
        ("<% if $k == '$0 { %>", "u v"),
    ] {
        assert_eq!(in_file(&format!("{template}{code}"), 2), expected, "{code}");
    }
}

#[test]
fn attributes_of_defaults_and_overrides() {
    all(&[
        ("File { $0 }", "ensure"),
        ("File {\n    $0\n  }", "ensure"),
        ("File { mo$0 }", "mode"),
        ("File['/a'] {\n    $0\n  }", "ensure"),
        ("Web::Vhost['a'] { $0 }", "kind list opts"),
        ("File { $0", "ensure"),
    ]);
}

#[test]
fn values_of_attributes_that_all_have() {
    all(&[
        ("web_site { 'x': provider => $0 }", "'nginx'"),
        ("file { 'x': provider => '$0", "posix windows"),
        ("file { 'x': noop => $0 }", "false true"),
        ("web::vhost { 'x': loglevel => '$0' }", "alert crit"),
    ]);
}

#[test]
fn queries() {
    all(&[
        ("Web::Vhost <| $0 |>", "kind list opts"),
        ("Web::Vhost <| kind == 'a' and $0 |>", "kind list opts"),
        ("Web::Vhost <| kind == $0 |>", "'a' 'b'"),
        ("Web::Vhost <| kind == '$0", "a b"),
        ("Web::Vhost <| $0", "kind list opts"),
        (
            "web::vhost { 'main': }\n  Web::Vhost <| title == '$0' |>",
            "main",
        ),
        (
            "web::vhost { 'main': }\n  Web::Vhost <| title == $0 |>",
            "'main'",
        ),
    ]);
}

#[test]
fn titles_in_arguments() {
    all(&[
        ("package { 'vim': }\n  ensure_packages('$0')", "vim"),
        (
            "package { 'vim': }\n  ensure_packages(['git', '$0'])",
            "vim",
        ),
        (
            "package { 'vim': }\n  ensure_packages(['git', v$0])",
            "'vim'",
        ),
        ("user { 'bob': }\n  ensure_resource('user', '$0", "bob"),
        ("user { 'bob': }\n  ensure_resource('group', '$0", ""),
    ]);
}

#[test]
fn types_are_matched() {
    all(&[
        ("if $e =~ $0 { }", "Enum"),
        ("if $e !~ Str$0 { }", "Struct String"),
        ("if $e =~ $0", "Enum"),
    ]);
}

#[test]
fn titles_without_quotes() {
    all(&[
        (
            "file { '/a': } file { '/b': require => File[$0] }",
            "'/a' '/b'",
        ),
        ("package { 'nginx': } $x = Package[$0", "'nginx'"),
        ("@package { 'nginx': } realize($0)", "Package['nginx']"),
        ("@package { 'nginx': }\n  realize $0", "Package['nginx']"),
        (
            "@package { 'nginx': } realize(Package['x'], $0",
            "Package['nginx']",
        ),
    ]);
}

#[test]
fn addresses_of_files() {
    let module = "#- /modules/own/files/motd\nhi\n#- /modules/own/manifests/init.pp\n";
    let address = "puppet:///modules/own/motd";
    for (code, expected) in [
        ("file { '/a': source => '$0' }", address),
        ("file { '/a': source => 'pup$0", address),
        ("file { '/a': source => ['$0'] }", address),
        (
            "file { '/a': source => 'puppet:///modules/$0' }",
            "own/motd",
        ),
        ("file { '/a': source => '/x$0' }", ""),
        ("file { '/a': content => '$0' }", ""),
    ] {
        let labels = in_file(&format!("{module}class own {{ {code} }}\n"), 1);
        assert_eq!(labels, expected, "{code}");
    }
}

#[test]
fn variables_in_texts() {
    all(&[
        ("notice(\"a $$0\")", "$e $o $st"),
        ("notice(\"a $$0", "$e $o $st"),
        ("notice(\"a $s$0 b\")", "$st"),
    ]);
}

#[test]
fn keys_for_getvar() {
    all(&[
        ("notice(getvar('o.$0'))", "level on sub"),
        ("notice(getvar('o.su$0'))", "sub"),
        ("notice(getvar('o.sub.x.$0'))", "shell uid"),
        (
            "$z = { k1 => { k2 => 1 } }\n  notice(getvar('z.k1.$0'))",
            "k2",
        ),
        ("notice(getvar('own::st.$0'))", "a b"),
        ("notice(getvar('facts.os.fam$0'))", "family"),
        // Incomplete.
        ("notice(getvar('o.$0", "level on sub"),
        ("notice(getvar('o.l$0\n  notice('x')", "level"),
        ("notice(getvar('none.$0'))", ""),
    ]);
}

#[test]
fn elements_by_their_places() {
    let of = |attribute: &str| {
        let class = "#- /modules/own/manifests/init.pp\nclass own(Tuple[Integer, Enum['a', 'b'], Boolean] $t, Web::Pair $u, \
            Array[Enum['c', 'd']] $l) { }\n\
            #- /modules/web/types/pair.pp\ntype Web::Pair = Tuple[Enum['x'], Enum['y'], 1, 5]\n";
        in_file(
            &format!("{class}#- /manifests/site.pp\nclass {{ 'own': {attribute} }}\n"),
            2,
        )
    };
    for (attribute, expected) in [
        ("t => [1, '$0']", "a b"),
        ("t => [1, $0]", "'a' 'b'"),
        ("t => [1, 'a', $0]", "false true"),
        ("u => ['$0']", "x"),
        ("u => ['x', '$0']", "y"),
        ("u => ['x', 'y', '$0']", "y"),
        ("l => ['c', '$0']", "c d"),
        // Incomplete.
        ("t => [1, '$0", "a b"),
        ("t => ['$0']", ""),
    ] {
        assert_eq!(of(attribute), expected, "{attribute}");
    }
}

#[test]
fn values_of_aliases() {
    let file = |code: &str| {
        format!(
            "#- /modules/web/types/switch.pp\ntype Web::Switch = Boolean\n#- /manifests/site.pp\n{code}\n"
        )
    };
    for code in [
        "$x = Web::Switch($0)",
        "$x = Web::Switch.new($0)",
        "$x = Web::Switch.new($0",
    ] {
        assert_eq!(in_file(&file(code), 2), "false true", "{code}");
    }
    // `new` gives back what is of the type already, of whatever type.
    let file = "#- /modules/web/types/mode.pp\ntype Web::Mode = Enum['a', 'b']\n#- /manifests/site.pp\n$x = Web::Mode('$0')\n";
    assert_eq!(in_file(file, 2), "a b");
}
