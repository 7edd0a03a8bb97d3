//! Texts after the fixes of diagnostics.

use expect_test::{Expect, expect};
use puppet_checks::file_diagnostics;
use puppet_diagnostics::{Fix, Place};

use crate::support::Project;

const PATH: &str = "/modules/web/manifests/init.pp";

/// Each diagnostic of the code with the first fix, and what the code is after it.
fn check(code: &str, expected: &Expect) {
    let metadata = "{\"name\": \"x-web\", \"version\": \"1.0.0\", \"author\": \"x\", \"license\": \"x\", \"source\": \"x\", \
        \"dependencies\": [], \"requirements\": [{\"name\": \"puppet\", \"version_requirement\": \">= 7.0.0\"}]}";
    let project = Project::new([
        (PATH, code),
        ("/modules/web/metadata.json", metadata),
        ("/puppet-analyzer.toml", "strictness = 'strict'\n"),
    ]);
    let mut text = String::new();
    for diagnostic in file_diagnostics(&project.db, project.file(PATH)) {
        if let Some(fix) = diagnostic.fixes.first() {
            let changed = apply(code, fix);
            let lines = changed.lines().zip(code.lines());
            let line = lines
                .filter(|(new, old)| new != old)
                .map(|(new, _)| new.trim());
            let line = line.collect::<Vec<_>>().join(" / ");
            text.push_str(&format!(
                "{} {} ({}): {line}\n",
                diagnostic.code(),
                fix.title,
                fix.safety.as_str()
            ));
        }
    }
    expected.assert_eq(&text);
}

fn apply<F>(code: &str, fix: &Fix<Place<F>>) -> String {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.place.range.start()));
    let mut text = code.to_owned();
    for edit in edits {
        text.replace_range(std::ops::Range::<usize>::from(edit.place.range), &edit.text);
    }
    text
}

#[test]
fn misspelled_names() {
    check(
        "class web(Integer $port) {\n  notice($prot)\n  notice(\"${prot} $prot\")\n  notice($web::prot)\n  \
         include web::confgi\n  include 'web::confgi'\n  web::vhots { 'x': }\n  Strnig =~ $port\n}\n\
         class web::config {}\ndefine web::vhost() {}\n",
        &expect![[r#"
            N101 Replace with `$port` (unsafe): notice($port) / notice("${port} $port")
            N101 Replace with `$web::port` (unsafe): notice($web::port)
            N104 Replace with `web::config` (unsafe): include web::config
            N104 Replace with `web::config` (unsafe): include 'web::config'
            N105 Replace with `web::vhost` (unsafe): web::vhost { 'x': }
            N107 Replace with `String` (unsafe): String =~ $port
        "#]],
    );
}

#[test]
fn types_and_values() {
    check(
        "class web(\n  Integer $a = undef,\n  String[1] $b = 80,\n  Integer $c = '80',\n  Boolean $d = 'true',\n  \
         Array[String] $e = 'x',\n  Integer[1-3] $f,\n  $g = 5,\n  String $h,\n) {\n  notice([$a, $b, $c, $d, $e, $f, $g, $h])\n  \
         if 'false' { }\n}\n",
        &expect![[r#"
            T210 Wrap the type in `Optional` (safe): Optional[Integer] $a = undef,
            T201 Put in quotes (unsafe): String[1] $b = '80',
            T201 Replace with `80` (unsafe): Integer $c = 80,
            T201 Replace with `true` (unsafe): Boolean $d = true,
            T201 Wrap in an array (unsafe): Array[String] $e = ['x'],
            T207 Replace with `1, 3` (unsafe): Integer[1, 3] $f,
            T217 Add type `Integer` (unsafe): Integer $g = 5,
            T220 Replace with `String[1]` (unsafe): String[1] $h,
            T218 Replace with `false` (unsafe): if false { }
        "#]],
    );
}

#[test]
fn usual_forms() {
    check(
        "class web(Sensitive[String] $p) {\n  [1].each |$x| { $y = 1 }\n  notice($facts['osfamily'])\n  \
         notice(\"${facts['fqdn']} ${::osfamily} $::osfamily\")\n  \
         exec { '/bin/x': command => $p.unwrap, creates => '/x' }\n  $z = 1 # lint:ignore:T206\n  # lint:ignore:T206\n  $w = 1\n  # lint:endignore\n  \
         $v = 1 # lint:ignore:T206 lint:ignore:N101 why not\n  $u = \"\\d\"\n}\n",
        &expect![[r#"
            N111 Rename to `$_x` (safe): [1].each |$_x| { $y = 1 }
            N110 Rename to `$_y` (safe): [1].each |$x| { $_y = 1 }
            V801 Replace with `$facts['os']['family']` (unsafe): notice($facts['os']['family'])
            V801 Replace with `$facts['networking']['fqdn']` (unsafe): notice("${facts['networking']['fqdn']} ${::osfamily} $::osfamily")
            V801 Replace with `$facts['os']['family']` (unsafe): notice("${facts['fqdn']} ${facts['os']['family']} $::osfamily")
            V801 Replace with `$facts['os']['family']` (unsafe): notice("${facts['fqdn']} ${::osfamily} ${facts['os']['family']}")
            X901 Wrap the value in `Sensitive()` (unsafe): exec { '/bin/x': command => Sensitive($p.unwrap), creates => '/x' }
            A001 Remove the suppression (safe): $z = 1
            A001 Remove the suppression (safe): $w = 1 / $v = 1 # lint:ignore:T206 lint:ignore:N101 why not / $u = "\d" / }
            A001 Remove the suppression (safe): $v = 1 # lint:ignore:N101 why not
            A001 Remove the suppression (safe): $v = 1 # lint:ignore:T206 why not
            S004 Double the backslash (safe): $u = "\\d"
        "#]],
    );
}

#[test]
fn legacy_facts_with_another_value() {
    check(
        "class web {\n  notice($facts['memorysize_mb'] > 2048, \"${facts['memorysize_mb']}\", $::blockdevices)\n}\n",
        &expect![[r#"
            V801 Replace with `$facts['memory']['system']['total_bytes'] / 1048576.0` (unsafe): notice(($facts['memory']['system']['total_bytes'] / 1048576.0) > 2048, "${facts['memorysize_mb']}", $::blockdevices)
            V801 Replace with `$facts['disks'].keys.join(',')` (unsafe): notice($facts['memorysize_mb'] > 2048, "${facts['memorysize_mb']}", ($facts['disks'].keys.join(',')))
        "#]],
    );
}

#[test]
fn deprecated_functions() {
    check(
        "class web($k) {\n  $a = hiera('a')\n  $b = hiera($k, 'b')\n  $c = hiera_hash('c', {})\n  \
         $d = hiera_array('d')\n  hiera_include('e', [])\n  $f = hiera('f', 'f', 'over')\n  \
         notice($a, $b, $c, $d, $f, 'g'.hiera)\n}\n",
        &expect![[r#"
            V804 Replace with `lookup` (unsafe): $a = lookup('a')
            V804 Replace with `lookup` (unsafe): $b = lookup($k, undef, undef, 'b')
            V804 Replace with `lookup` (unsafe): $c = lookup('c', Hash, 'hash', {})
            V804 Replace with `lookup` (unsafe): $d = lookup('d', Array, 'unique')
            V804 Replace with `lookup` (unsafe): lookup('e', Array, 'unique', []).include
        "#]],
    );
}

#[test]
fn comments_of_renamed_parameters() {
    check(
        "# A.\n# @param prot [Integer] The prot.\n# @param b\nclass web($port, $b) { notice($port, $b) }\n",
        &expect![[r#"
            M707 Document `port` (unsafe): # @param port [Integer] The prot.
        "#]],
    );
    check(
        "# A.\n# @param [Integer] prot The port.\n# @param b\nclass web($port, $b) { notice($port, $b) }\n",
        &expect![[r#"
            M707 Document `port` (unsafe): # @param [Integer] port The port.
        "#]],
    );
    // Two of each: who knows.
    check(
        "# @param c\n# @param d\nclass web($a, $b) { notice($a, $b) }\n",
        &expect![[r#"
            M707 Remove the `@param` tag (unsafe): # @param d / class web($a, $b) { notice($a, $b) }
            M707 Remove the `@param` tag (unsafe): class web($a, $b) { notice($a, $b) }
            M707 Add the missing `@param` tags (unsafe): # @param a
        "#]],
    );
}

#[test]
fn names_that_puppet_looks_for() {
    const PARAMS: &str = "/modules/web/manifests/params.pp";
    let code = "class web::paramss { }\n";
    let project = Project::new([
        (PATH, "class web { include web::params }\n"),
        (PARAMS, code),
    ]);
    let found = file_diagnostics(&project.db, project.file(PARAMS));
    let named = found.iter().find(|it| it.code() == "M701");
    let fix = named.and_then(|it| it.fixes.first()).expect("a fix");
    assert_eq!(apply(code, fix), "class web::params { }\n");
}

#[test]
fn definitions_get_the_name_of_their_file() {
    check(
        "class apache { }\n",
        &expect![[r#"
        M701 Rename to `web` (unsafe): class web { }
    "#]],
    );
    check("class apache { }\ndefine web() { }\n", &expect![""]);
}
