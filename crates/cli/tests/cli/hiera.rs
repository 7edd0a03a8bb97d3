//! `hiera`: the hierarchies as a tree, as text and as JSON, also for one node.

use crate::support::Sandbox;

const FILES: [(&str, &str); 8] = [
    ("environment.conf", ""),
    (
        "hiera.yaml",
        "version: 5\nhierarchy:\n  - name: node\n    path: 'nodes/%{trusted.certname}.yaml'\n  \
         - name: os\n    path: 'os/%{facts.os.family}.yaml'\n  - name: common\n    path: common.yaml\n",
    ),
    ("data/nodes/web01.yaml", "web::port: 80\n"),
    ("data/os/Debian.yaml", "web::port: 81\nold: 1\n"),
    ("data/common.yaml", "web::port: 82\n"),
    (
        "modules/web/hiera.yaml",
        "version: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n",
    ),
    ("modules/web/data/all.yaml", "web::port: 8080\n"),
    (
        "modules/web/manifests/init.pp",
        "class web (Integer $port) {\n}\n",
    ),
];

#[test]
fn levels_with_their_files_and_keys() {
    let sandbox = Sandbox::new(&FILES);
    let answer = sandbox.run(&["hiera"]);
    assert_eq!(
        (answer.status, &*answer.stdout, &*answer.stderr),
        (
            0,
            "Environment (hiera.yaml)\n  \
             node: nodes/%{trusted.certname}.yaml (1 file, 1 key)\n    data/nodes/web01.yaml  1 key\n  \
             os: os/%{facts.os.family}.yaml (1 file, 2 keys)\n    data/os/Debian.yaml  2 keys, not used: old\n  \
             common: common.yaml (1 file, 1 key)\n    data/common.yaml  1 key\n\
             Module web (modules/web/hiera.yaml)\n  \
             all: all.yaml (1 file, 1 key)\n    modules/web/data/all.yaml  1 key\n",
            ""
        )
    );
    let json = sandbox.run(&["hiera", "--format", "json"]).stdout;
    for part in [
        "{\"name\":\"os\",\"line\":5,\"locations\":[\"os/%{facts.os.family}.yaml\"],\"files\":[",
        "{\"path\":\"data/os/Debian.yaml\",\"keys\":2,\"unused\":[{\"key\":\"old\",\"line\":2}]}",
    ] {
        assert!(json.contains(part), "{part} in {json}");
    }
}

#[test]
fn the_files_that_a_node_reads() {
    let mut files = FILES.to_vec();
    files.push((
        "facts/db01.yaml",
        "os: {family: Debian, name: Debian, release: {major: '12'}}\n",
    ));
    files.push((
        "modules/other/manifests/init.pp",
        "class other {\n  $all = lookup($name)\n}\n",
    ));
    let sandbox = Sandbox::new(&files);
    let answer = sandbox.run(&["hiera", "--node", "db01"]);
    assert_eq!(
        (answer.status, &*answer.stdout, &*answer.stderr),
        (
            0,
            "Environment (hiera.yaml)\n  \
             node: nodes/%{trusted.certname}.yaml (0 files, 0 keys)\n    data/nodes/db01.yaml  is not there\n  \
             os: os/%{facts.os.family}.yaml (1 file, 2 keys)\n    data/os/Debian.yaml  2 keys\n  \
             common: common.yaml (1 file, 1 key)\n    data/common.yaml  1 key\n\
             Module web (modules/web/hiera.yaml)\n  \
             all: all.yaml (1 file, 1 key)\n    modules/web/data/all.yaml  1 key\n\
             Keys that nothing looks up are not counted where not all code, data and lookups are known.\n",
            ""
        )
    );
    let unknown = sandbox.run(&["hiera", "--node", "new01"]);
    assert!(
        unknown
            .stderr
            .starts_with("unknown: which files of hiera.yaml the node reads: "),
        "{}",
        unknown.stderr
    );
}

#[test]
fn a_folder_without_a_hierarchy() {
    let sandbox = Sandbox::new(&[("modules/web/manifests/init.pp", "class web {\n}\n")]);
    let answer = sandbox.run(&["hiera"]);
    assert_eq!(
        (answer.status, &*answer.stdout, &*answer.stderr),
        (1, "", "There is no hiera.yaml of version 5 in .\n")
    );
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let sandbox = Sandbox::new(&[
        ("environment.conf", ""),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n  - name: all\n    paths: [a.yaml, b.yaml]\n",
        ),
        ("data/a.yaml", "a: 1\nb: [1\n"),
        ("data/b.yaml", "a: \0\n"),
    ]);
    let answer = sandbox.run(&["hiera"]);
    assert!(answer.stdout.contains("data/a.yaml"), "{}", answer.stdout);
    assert_eq!(
        (answer.status, &*answer.stderr),
        (
            2,
            "error: data/a.yaml:3: While parsing a flow sequence, expected ',' or ']'\n\
             error: data/b.yaml: The file is no text\n"
        )
    );
    let sandbox = Sandbox::new(&[("environment.conf", ""), ("hiera.yaml", "version: [\n")]);
    let answer = sandbox.run(&["hiera"]);
    assert_eq!(answer.status, 2, "{}", answer.stderr);
    assert!(answer.stderr.starts_with("error: hiera.yaml:2: "));
}
