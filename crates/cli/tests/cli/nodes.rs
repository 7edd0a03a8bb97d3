//! `nodes`: node definitions, fact sets and operating systems, as text and as JSON.

use expect_test::expect;

use crate::support::Sandbox;

const FILES: [(&str, &str); 5] = [
    ("environment.conf", ""),
    (
        "manifests/site.pp",
        "node 'web01.example.com' {}\nnode /^db/, 'x' {}\nnode default {}\n",
    ),
    (
        "facts/web01.json",
        "{\"clientcert\": \"web01.example.com\", \"os\": {\"name\": \"Debian\", \"release\": {\"major\": \"12\"}}}",
    ),
    ("facts/db1.yaml", "kernel: Linux\n"),
    (
        "site-modules/web/metadata.json",
        "{\"name\": \"me-web\", \"operatingsystem_support\": [{\"operatingsystem\": \"Debian\", \"operatingsystemrelease\": [\"12\"]}]}",
    ),
];

#[test]
fn all_nodes_with_their_definitions() {
    let mut files = FILES.to_vec();
    files.push(("site-modules/web/manifests/init.pp", "class web {}\n"));
    let sandbox = Sandbox::new(&files);
    let answer = sandbox.run(&["nodes"]);
    assert_eq!(
        (answer.status, &*answer.stdout, &*answer.stderr),
        (
            0,
            "Node definitions\n  web01.example.com  manifests/site.pp:1\n  /^db/              manifests/site.pp:2\n  \
             x                  manifests/site.pp:2\n  default            manifests/site.pp:3\nFact sets\n  \
             db1                           facts/db1.yaml:1    node /^db/ (manifests/site.pp:2)\n  \
             web01.example.com  Debian 12  facts/web01.json:1  node web01.example.com (manifests/site.pp:1)\n\
             Operating systems that metadata.json claims\n  web  debian-12\n",
            ""
        )
    );
    let json = sandbox.run(&["nodes", "--format", "json"]).stdout;
    for part in [
        "{\"match\":\"/^db/\",\"file\":\"manifests/site.pp\",\"line\":2}",
        "{\"name\":\"db1\",\"system\":null,\"definition\":{\"match\":\"/^db/\",\"file\":\"manifests/site.pp\",\"line\":2},\"file\":\"facts/db1.yaml\",\"line\":1}",
        "{\"module\":\"web\",\"systems\":[{\"id\":\"debian-12\",\"title\":\"Debian 12\"}]}",
    ] {
        assert!(json.contains(part), "{part} in {json}");
    }
}

#[test]
fn a_broken_file_is_told_and_the_rest_is_listed() {
    let mut files = FILES.to_vec();
    files.push(("facts/broken.yaml", "a: 1\nb: [1\nc: 2\n"));
    files.push(("facts/empty.json", "[]"));
    let sandbox = Sandbox::new(&files);
    let answer = sandbox.run(&["nodes"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer.stdout.contains("web01.example.com"),
        "{}",
        answer.stdout
    );
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert!(
        lines[0].starts_with("error: facts/broken.yaml:3:"),
        "{lines:?}"
    );
    assert_eq!(
        lines[1],
        "error: facts/empty.json:1:1: The file has no facts: there are none in it"
    );
}

#[test]
fn lookup_takes_the_facts_of_a_node_from_beside_the_code() {
    let mut files = FILES.to_vec();
    files.push((
        "hiera.yaml",
        "version: 5\nhierarchy:\n- {name: OS, path: '%{facts.os.name}.yaml'}\n",
    ));
    files.push(("data/Debian.yaml", "a: 1\n"));
    let sandbox = Sandbox::new(&files);
    let answer = sandbox.run(&["lookup", "a", "--node", "web01.example.com"]);
    assert_eq!((answer.status, &*answer.stdout), (0, "1\n"));
    let answer = sandbox.run(&["lookup", "a", "--node", "other"]);
    assert_eq!(answer.status, 1);
    // A file that cannot be read may be the one of the node.
    sandbox.write("facts/broken.yaml", b"os: {name: [\n");
    let answer = sandbox.run(&["lookup", "a", "--node", "other"]);
    assert!(
        answer
            .stderr
            .starts_with("assumed: there are no facts of other in ")
            && answer.stderr.contains("broken.yaml: line 2: "),
        "{}",
        answer.stderr
    );
    let answer = sandbox.run(&["lookup", "a", "--node", "web01.example.com"]);
    assert_eq!((answer.status, &*answer.stderr), (0, ""));
}

#[test]
fn the_hierarchy_is_shown_as_a_tree_for_a_node() {
    let mut files = FILES.to_vec();
    files.push((
        "hiera.yaml",
        "version: 5\nhierarchy:\n- {name: OS, paths: ['%{facts.os.name}.yaml', none.yaml]}\n- {name: Common, path: common.yaml}\n",
    ));
    files.push(("data/Debian.yaml", "a: 1\nb: 2\n"));
    files.push(("data/common.yaml", "a: 1\n"));
    files.push(("data/other.yaml", "a: 1\n"));
    let sandbox = Sandbox::new(&files);
    let tree = |arguments: &[&str]| {
        let answer = sandbox.run(&[&["hiera"], arguments].concat());
        assert_eq!((answer.status, &*answer.stderr), (0, ""));
        answer.stdout
    };
    expect![[r#"
        Environment (hiera.yaml)
          OS: %{facts.os.name}.yaml, none.yaml (3 files, 4 keys)
            data/Debian.yaml  2 keys, not used: a, b
            data/common.yaml  1 key, not used: a
            data/other.yaml  1 key, not used: a
          Common: common.yaml (1 file, 1 key)
            data/common.yaml  1 key, not used: a
    "#]]
    .assert_eq(&tree(&[]));
    expect![[r#"
        Environment (hiera.yaml)
          OS: %{facts.os.name}.yaml, none.yaml (1 file, 2 keys)
            data/Debian.yaml  2 keys, not used: a, b
            data/none.yaml  is not there
          Common: common.yaml (1 file, 1 key)
            data/common.yaml  1 key, not used: a
    "#]]
    .assert_eq(&tree(&["--node", "web01.example.com"]));
    sandbox.write("data/common.yaml", b"a: [\n");
    let answer = sandbox.run(&["hiera", "--node", "web01.example.com"]);
    let start = "unknown: which files of hiera.yaml the node reads: Unable to parse (";
    assert!(
        answer.stderr.starts_with(start) && answer.stderr.contains("common.yaml): "),
        "{}",
        answer.stderr
    );
}
