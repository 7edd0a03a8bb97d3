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
