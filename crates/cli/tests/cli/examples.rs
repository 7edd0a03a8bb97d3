//! The example site: `check` reports exactly what its comments say.

use std::path::{Path, PathBuf};

use puppet_test_support::literate::{Expected, difference, expected_diagnostics};
use serde_json::Value;

use crate::support::run_in;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the workspace")
}

/// The manifests below a directory.
fn manifests(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            manifests(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "pp" || extension == "epp")
        {
            found.push(path);
        }
    }
}

#[test]
fn exactly_the_planted_mistakes_are_found() {
    let root = root();
    let answer = run_in(&root, &["check", "--hints", "--format", "json", "examples"]);
    assert_eq!(answer.status, 1, "{}", answer.stderr);
    let found: Vec<Value> = answer
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let mut paths = Vec::new();
    manifests(&root.join("examples"), &mut paths);
    let mut differences = String::new();
    let mut planted = 0;
    for path in paths {
        let name = path
            .strip_prefix(&root)
            .expect("below the workspace")
            .to_str()
            .expect("UTF-8");
        let expected = expected_diagnostics(&std::fs::read_to_string(&path).expect("a manifest"));
        planted += expected.len();
        let here: Vec<Expected> = found
            .iter()
            .filter(|it| it["file"] == name)
            .map(to_expected)
            .collect();
        differences.push_str(&difference(name, &expected, &here));
    }
    assert_eq!(differences, "");
    assert!(planted >= 8, "{planted} mistakes are planted");
}

fn to_expected(found: &Value) -> Expected {
    let text = |key: &str| found[key].as_str().expect("a string").to_owned();
    let line = usize::try_from(found["line"].as_u64().expect("a number")).expect("a line");
    Expected {
        line,
        severity: text("severity"),
        code: text("code"),
        message: text("message"),
    }
}

#[test]
fn the_text_is_made_for_users() {
    let answer = run_in(
        &root(),
        &["check", "--color", "never", "examples/site/role"],
    );
    assert_eq!(answer.status, 1);
    expect_test::expect![[r#"
        error[T202]: parameter 'replicas' expects an Integer value, got String
          --> examples/site/role/manifests/database.pp:8:17
           |
         8 |     replicas => 'two',
           |                 ^^^^^
           |
        note: Parameter 'replicas' is declared here
          --> examples/site/profile/manifests/database.pp:11:3
           |
        11 |   Integer[0] $replicas = 0,
           |   ^^^^^^^^^^^^^^^^^^^^^^^^

        1 error in 2 files
    "#]]
    .assert_eq(&answer.stdout);
    assert_eq!(answer.stderr, "");
}
