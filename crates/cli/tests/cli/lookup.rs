//! `lookup`: the value on standard output, the levels with `--explain`, everything in JSON.

use crate::support::Sandbox;

const FILES: [(&str, &str); 4] = [
    (
        "hiera.yaml",
        "version: 5\nhierarchy:\n- {name: Family, path: '%{facts.os.family}.yaml'}\n- {name: Common, path: common.yaml}\n",
    ),
    ("data/Debian.yaml", "ntp::servers: [a]\n"),
    (
        "data/common.yaml",
        "---\nntp::servers: [b]\nname: '%{trusted.certname}'\n",
    ),
    (
        "facts.json",
        "{\"clientcert\": \"web.example.com\", \"os\": {\"family\": \"Debian\"}}",
    ),
];

#[test]
fn a_value_and_its_levels() {
    let sandbox = Sandbox::new(&FILES);
    let answer = sandbox.run(&["lookup", "name", "--facts", "facts.json"]);
    assert_eq!((answer.status, &*answer.stdout), (0, "web.example.com\n"));
    let arguments = [
        "lookup",
        "ntp::servers",
        "--facts",
        "facts.json",
        "--merge",
        "unique",
        "--explain",
    ];
    let answer = sandbox.run(&arguments);
    assert_eq!(
        (answer.status, &*answer.stdout),
        (
            0,
            "Environment\n  Family  data/Debian.yaml:1  found: ['a']\n  Common  data/common.yaml:2  found: ['b']\n\
             Module ntp\n  no such module\nMerge: unique (as asked)\n['a', 'b']\n"
        )
    );
}

#[test]
fn what_is_missing_or_not_known() {
    let sandbox = Sandbox::new(&FILES);
    let answer = sandbox.run(&["lookup", "nope", "--facts", "facts.json"]);
    assert_eq!((answer.status, &*answer.stderr), (1, "not found: nope\n"));
    let answer = sandbox.run(&["lookup", "ntp::servers", "--format", "json"]);
    assert_eq!(answer.status, 1);
    assert!(
        answer.stdout.contains(
            "\"status\":\"unknown\",\"message\":\"the fact facts.os.family is not known\""
        ),
        "{}",
        answer.stdout
    );
}

#[test]
fn broken_facts_are_an_error() {
    let sandbox = Sandbox::new(&FILES);
    sandbox.write("broken.json", b"{\"os\": ");
    for (file, message) in [
        (
            "broken.json",
            "error: broken.json: line 1: Expected value after colon in object property\n",
        ),
        ("missing.json", "error: missing.json: no such file\n"),
    ] {
        let answer = sandbox.run(&["lookup", "name", "--facts", file]);
        assert_eq!((answer.status, &*answer.stderr), (2, message));
    }
}
