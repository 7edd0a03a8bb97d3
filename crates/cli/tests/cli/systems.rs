//! `check --os`: failures on some of the operating systems that a module claims.

use crate::support::Sandbox;

const METADATA: &str = r#"{"name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "source": "x", "dependencies": [],
"operatingsystem_support": [
  {"operatingsystem": "Debian", "operatingsystemrelease": ["12", "13"]},
  {"operatingsystem": "Rocky", "operatingsystemrelease": ["9"]},
  {"operatingsystem": "Plan9", "operatingsystemrelease": ["4"]}]}"#;

const CLASS: &str = "# @summary A server.
class web {
  $package = $facts['os']['family'] ? { # puppet-analyzer: ignore[L104]
    'Debian' => 'apache2',
  }
  package { $package: ensure => installed }
}
";

#[test]
fn systems_without_an_entry_are_named_once() {
    let sandbox = Sandbox::new(&[
        ("web/metadata.json", METADATA),
        ("web/manifests/init.pp", CLASS),
    ]);
    let arguments = [
        "check", "--os", "all", "--select", "V806", "--format", "concise", "web",
    ];
    let answer = sandbox.run(&arguments);
    let line = "web/manifests/init.pp:3:14: warning[V806]: The selector has no entry for Rocky 9";
    assert!(answer.stdout.starts_with(line), "{}", answer.stdout);
    assert!(answer.stderr.contains("on 3 systems"), "{}", answer.stderr);
    assert!(answer.stderr.contains("Plan9 4"), "{}", answer.stderr);
    // Only a check that asks for systems evaluates the code, and only there.
    let answer = sandbox.run(&["check", "--select", "V806", "--quiet", "web"]);
    assert_eq!((answer.status, &*answer.stdout), (0, ""));
    let answer = sandbox.run(&[
        "check",
        "--os",
        "debian-12",
        "--select",
        "V806",
        "--quiet",
        "web",
    ]);
    assert_eq!((answer.status, &*answer.stdout), (0, ""));
    // Whether it depends on the system is told by all that are claimed.
    let answer = sandbox.run(&[
        "check", "--os", "rocky-9", "--select", "V806", "--format", "concise", "web",
    ]);
    assert!(answer.stdout.starts_with(line), "{}", answer.stdout);
    assert!(answer.stderr.contains("on 1 systems"), "{}", answer.stderr);
    // A system counts once, wherever it is named again.
    let answer = sandbox.run(&["check", "--os", "rocky-9,all,rocky-9", "web"]);
    assert!(answer.stderr.contains("on 3 systems"), "{}", answer.stderr);
    let answer = sandbox.run(&["check", "--os", "debian-99", "web"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer.stderr.contains("there are debian-6"),
        "{}",
        answer.stderr
    );
}

#[test]
fn systems_of_nodes_are_told_by_their_facts() {
    let facts = |name: &str, os: &str, release: &str| {
        format!(
            "clientcert: {name}\nos: {{name: {os}, release: {{major: '{release}', full: '{release}'}}}}\n"
        )
    };
    let sandbox = Sandbox::new(&[
        ("web/metadata.json", METADATA),
        ("web/manifests/init.pp", CLASS),
        ("web/facts/db.yaml", &facts("db", "Rocky", "9")),
        ("web/facts/old.yaml", &facts("old", "Plan9", "4")),
        ("web/facts/www.yaml", &facts("www", "Debian", "13")),
    ]);
    let check = |node: &str| {
        let answer = sandbox.run(&[
            "check", "--node", node, "--select", "V806", "--format", "concise", "web",
        ]);
        (answer.status, answer.stdout + &answer.stderr)
    };
    for (node, status, text) in [
        ("db", 0, "The selector has no entry for Rocky 9"),
        ("www", 0, "no errors"),
        ("old", 2, "Plan9 4 of old is not in the table of systems"),
        ("nope", 2, "there are no facts of nope beside the code"),
    ] {
        let answer = check(node);
        assert_eq!(answer.0, status, "{answer:?}");
        assert!(answer.1.contains(text), "{answer:?}");
    }
}

#[test]
fn modules_for_older_versions_are_evaluated_as_for_puppet_7() {
    let requirements =
        r#""requirements": [{"name": "puppet", "version_requirement": ">= 4.7.0 < 6.0.0"}],"#;
    let metadata = METADATA.replace(
        r#""dependencies""#,
        &format!(r#"{requirements} "dependencies""#),
    );
    let class = CLASS.replace("$facts['os']['family']", "$::osfamily");
    let sandbox = Sandbox::new(&[
        ("web/metadata.json", &metadata),
        ("web/manifests/init.pp", &class),
    ]);
    let arguments = [
        "check", "--os", "all", "--select", "V806", "--format", "concise", "web",
    ];
    let answer = sandbox.run(&arguments);
    let line = "web/manifests/init.pp:3:14: warning[V806]: The selector has no entry for Rocky 9";
    assert!(answer.stdout.starts_with(line), "{}", answer.stdout);
}
