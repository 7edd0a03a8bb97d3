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
    let sandbox = adopted("notice(1 + true)\nnotice(1 + true)\n");
    let known = "known.json: 3 known diagnostics not shown\n".to_owned();
    assert_eq!(reported(&sandbox), (0, known.clone()));
    assert_eq!(sandbox.run(&CHECK).status, 0);
    for text in [
        "# moved\n\nnotice(1 + true)\n\nnotice(1 + true)\n",
        "notice('more', 1 + true, [1 + true])\n",
    ] {
        sandbox.write("a/x.pp", text.as_bytes());
        assert_eq!(reported(&sandbox), (0, known.clone()));
    }
    // One more of the same is new.
    sandbox.write(
        "a/x.pp",
        b"notice(1 + true)\nnotice(1 + true)\nnotice(1 + true)\n",
    );
    assert_eq!(reported(&sandbox).0, 1);
    let strict = sandbox.run(&[&CHECK[..], &["--error-on-warning"]].concat());
    assert_eq!(strict.status, 1);
    // A file that has moved keeps what is known of it.
    std::fs::remove_file(sandbox.path().join("a/x.pp")).expect("a file");
    sandbox.write("c/x.pp", b"notice(1 + true)\nnotice(1 + true)\n");
    assert_eq!(reported(&sandbox), (0, known));
}

#[test]
fn known_diagnostics_survive_new_names_and_types() {
    let code = "class a { notice($a) }\nnode 'b' { notice($a) }\n";
    let typed = "type T = Integer\nfunction f(T $x) {}\nf('b')\n";
    let sandbox = adopted(&format!("{code}{typed}"));
    for (from, to) in [
        ("class a", "class renamed"),
        ("'b' {", "'c' {"),
        // The message lists the definition of the type, and the code with the mistake is the same.
        ("T = Integer", "T = Integer[1]"),
    ] {
        let text = format!("{code}{typed}").replace(from, to);
        sandbox.write("a/x.pp", text.as_bytes());
        let (new, summary) = reported(&sandbox);
        assert_eq!(
            (new, summary.contains("gone")),
            (0, false),
            "{to}: {summary}"
        );
    }
}

#[test]
fn new_diagnostics_are_no_fixed_ones() {
    for (text, at) in [
        // Another mistake of the same rule in the same class, and the same mistake in another class.
        ("class a { notice($b) }\nclass b {}\n", "a.pp:1:"),
        ("class a {}\nclass b { notice($a) }\n", "a.pp:2:"),
    ] {
        let sandbox = Sandbox::new(&[("a.pp", "class a { notice($a) }\nclass b {}\n")]);
        sandbox.run(&[&CHECK[..], &["--write-baseline"]].concat());
        sandbox.write("a.pp", text.as_bytes());
        let answer = sandbox.run(&[&CHECK[..], &["--select", "N101"]].concat());
        assert!(answer.stdout.starts_with(at), "{}", answer.stdout);
        let better = "known.json: 0 known diagnostics not shown, 1 gone (1 N101)";
        assert!(answer.stderr.starts_with(better), "{}", answer.stderr);
    }
}

#[test]
fn a_part_of_the_project_is_written_without_loss() {
    let sandbox = adopted("notice($a, \"\\d\")\n");
    let read = || std::fs::read_to_string(sandbox.path().join("known.json")).expect("a file");
    let all = read();
    for part in [
        &["a"][..],
        &["b/y.pp"],
        &["--select", "N101"],
        &["--ignore", "N101"],
        &["--exclude", "b"],
    ] {
        let answer = sandbox.run(&[&CHECK[..], &["--write-baseline"], part].concat());
        assert_eq!(answer.status, 0, "{}", answer.stderr);
        assert_eq!(read(), all, "{part:?}");
        let answer = sandbox.run(&[&CHECK[..], part].concat());
        assert!(!answer.stderr.contains("gone"), "{}", answer.stderr);
    }
    // What the run has seen and is gone is left out.
    sandbox.write("a/x.pp", b"notice(1)\n");
    sandbox.run(&[&CHECK[..], &["--write-baseline", "a"]].concat());
    assert!(!read().contains("a/x.pp") && read().contains("b/y.pp"));
}

#[test]
fn what_got_better_is_reported() {
    let sandbox = adopted("notice(1 + true)\nnotice(1 + true)\n");
    sandbox.write("a/x.pp", b"notice(1 + true)\n");
    let better =
        "known.json: 2 known diagnostics not shown, 1 gone (1 T206): --write-baseline updates it\n";
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
        for more in [&[][..], &["--write-baseline"], &["--fix"]] {
            let answer = sandbox.run(&[&CHECK[..], more].concat());
            assert_eq!(answer.status, 2);
            assert!(answer.stderr.contains(problem), "{}", answer.stderr);
            let kept = std::fs::read_to_string(sandbox.path().join("known.json"));
            assert_eq!(kept.expect("a file"), text);
        }
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
