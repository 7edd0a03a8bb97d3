//! `explain`.

use crate::support::Sandbox;

#[test]
fn rules_are_explained_by_code_name_and_name_in_puppet_lint() {
    let sandbox = Sandbox::new(&[]);
    for name in ["T209", "t209", "optional-never-undef", "optional_default"] {
        let answer = sandbox.run(&["explain", name]);
        assert_eq!(answer.status, 0, "{}", answer.stderr);
        assert!(answer.stdout.starts_with("# T209 optional-never-undef\n"));
        assert!(answer.stdout.contains("\n## Good\n"));
        assert!(
            answer
                .stdout
                .contains("lenient: off, standard: hint, strict: warning; since 0.1.0")
        );
    }
}

#[test]
fn unknown_rules_get_a_suggestion() {
    let answer = Sandbox::new(&[]).run(&["explain", "unknown-varable"]);
    assert_eq!(answer.status, 2);
    assert_eq!(
        answer.stderr,
        "error: Unknown rule 'unknown-varable': did you mean 'unknown-variable'?\n"
    );
}

#[test]
fn all_rules_are_listed() {
    let answer = Sandbox::new(&[]).run(&["explain"]);
    assert_eq!(answer.status, 0);
    let lines = answer.stdout.lines();
    assert_eq!(lines.count(), puppet_checks::rules::ALL.len());
}

#[test]
fn the_start_of_codes_lists_a_family() {
    let answer = Sandbox::new(&[]).run(&["explain", "t20"]);
    assert_eq!(answer.status, 0);
    assert!(answer.stdout.lines().count() > 3, "{}", answer.stdout);
    assert!(answer.stdout.lines().all(|line| line.starts_with("T20")));
}

#[test]
fn rules_are_explained_in_json() {
    let answer = Sandbox::new(&[]).run(&["explain", "T202", "--format", "json"]);
    let rule: serde_json::Value = serde_json::from_str(&answer.stdout).expect("one object");
    assert_eq!(rule["name"], "argument-type-mismatch");
    assert_eq!(rule["levels"]["standard"], "error");
    assert!(
        rule["page"]
            .as_str()
            .is_some_and(|page| page.contains("# T202"))
    );
    let answer = Sandbox::new(&[]).run(&["explain", "--format", "json"]);
    assert!(answer.stdout.lines().count() > 100);
}

#[test]
fn the_path_of_an_example_stands_above_it() {
    let answer = Sandbox::new(&[]).run(&["explain", "T206"]);
    let example = "`modules/web/manifests/init.pp`:\n\n```puppet\nclass web(";
    assert!(answer.stdout.contains(example), "{}", answer.stdout);
    assert!(!answer.stdout.contains("path="), "{}", answer.stdout);
}
