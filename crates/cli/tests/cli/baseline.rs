//! `check --baseline`: known diagnostics are not reported.

use crate::support::Sandbox;

const CHECK: [&str; 5] = ["check", "--format", "concise", "--baseline", "known.json"];

fn adopted(text: &str) -> Sandbox {
    let sandbox = Sandbox::new(&[("a/x.pp", text), ("b/y.pp", "notice($y)\n")]);
    let answer = sandbox.run(&[&CHECK[..], &["--write-baseline"]].concat());
    assert_eq!(answer.status, 0, "{}", answer.stderr);
    assert!(
        answer.stderr.ends_with(" written to known.json\n"),
        "{}",
        answer.stderr
    );
    sandbox
}

/// The lines with diagnostics, and standard error.
fn reported(sandbox: &Sandbox) -> (usize, String) {
    let answer = sandbox.run(&CHECK);
    let lines = answer.stdout.lines();
    (
        lines.filter(|line| line.contains(".pp:")).count(),
        answer.stderr,
    )
}

#[test]
fn known_diagnostics_survive_moved_and_edited_code() {
    let sandbox = adopted("notice($a)\nnotice($a)\n");
    let known = "known.json: 3 known diagnostics not shown\n".to_owned();
    assert_eq!(reported(&sandbox), (0, known.clone()));
    assert_eq!(sandbox.run(&CHECK).status, 0);
    for text in [
        "# moved\n\nnotice($a)\n\nnotice($a)\n",
        "notice($renamed, $a)\n",
    ] {
        sandbox.write("a/x.pp", text.as_bytes());
        assert_eq!(reported(&sandbox), (0, known.clone()));
    }
    // One more of the same is new.
    sandbox.write("a/x.pp", b"notice($a)\nnotice($a)\nnotice($a)\n");
    assert_eq!(reported(&sandbox).0, 1);
    let strict = sandbox.run(&[&CHECK[..], &["--error-on-warning"]].concat());
    assert_eq!(strict.status, 1);
    // A file that has moved keeps what is known of it.
    std::fs::remove_file(sandbox.path().join("a/x.pp")).expect("a file");
    sandbox.write("c/x.pp", b"notice($a)\nnotice($a)\n");
    assert_eq!(reported(&sandbox), (0, known));
}

#[test]
fn what_got_better_is_reported() {
    let sandbox = adopted("notice($a)\nnotice($a)\n");
    sandbox.write("a/x.pp", b"notice($a)\n");
    let better =
        "known.json: 2 known diagnostics not shown, 1 gone (1 N101): --write-baseline updates it\n";
    assert_eq!(reported(&sandbox), (0, better.to_owned()));
}

#[test]
fn a_baseline_that_cannot_be_used() {
    let sandbox = Sandbox::new(&[("x.pp", "notice($x)\n")]);
    for (text, problem) in [
        ("notice", "known.json is not a baseline: "),
        ("{}", "known.json is not a baseline: it has no 'version'"),
        (
            r#"{"version": 2}"#,
            "known.json has version 2 of baselines, expected 1",
        ),
        (
            r#"{"version": 1}"#,
            "known.json is not a baseline: its entries are broken",
        ),
    ] {
        sandbox.write("known.json", text.as_bytes());
        let answer = sandbox.run(&CHECK);
        assert_eq!(answer.status, 2);
        assert!(answer.stderr.contains(problem), "{}", answer.stderr);
    }
    let answer = sandbox.run(&["check", "--baseline", "x.pp", "--write-baseline"]);
    assert_eq!(answer.status, 2);
    let text = std::fs::read_to_string(sandbox.path().join("x.pp")).expect("a file");
    assert_eq!(text, "notice($x)\n");
    let answer = sandbox.run(&["check", "--baseline", "gone.json"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer.stderr.contains("cannot read the baseline"),
        "{}",
        answer.stderr
    );
}
