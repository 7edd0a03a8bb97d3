//! Refusals: nothing is written where settings or options contradict. A clear line, exit status 2, and each file as it was.

use std::fs;

use crate::support::Sandbox;

/// A manifest that `--fix` and `format` would change, in a directory that the settings exclude.
const EXCLUDED: (&str, &str) = ("legacy/a.pp", "$x = { 'a'=>1, 'a'=>2 }\n");

#[test]
fn broken_settings_and_files_that_would_be_written() {
    let settings = "exclude = [\"legacy/\"]\n[rules\n";
    let sandbox = Sandbox::new(&[EXCLUDED, ("puppet-analyzer.toml", settings)]);
    for arguments in [
        &["check", "--fix", "--unsafe-fixes", "."][..],
        &["check", "--add-ignores", "."],
        &["check", "--baseline", "known.json", "--write-baseline", "."],
        &["format", "."],
    ] {
        let answer = sandbox.run(arguments);
        assert_eq!(answer.status, 2, "{arguments:?}");
        assert!(
            answer.stderr.contains("puppet-analyzer.toml:2:")
                && answer.stderr.contains("nothing was changed"),
            "{arguments:?}: {}",
            answer.stderr
        );
        let kept = fs::read_to_string(sandbox.path().join(EXCLUDED.0));
        assert_eq!(kept.expect("the manifest"), EXCLUDED.1, "{arguments:?}");
        assert!(!sandbox.path().join("known.json").exists());
    }
}

#[test]
fn options_that_contradict_each_other() {
    let files = [
        ("a.pp", "notice(1 + true)\n"),
        ("known.json", "{\"version\": 1, \"files\": {}}\n"),
    ];
    let sandbox = Sandbox::new(&files);
    for (arguments, problem) in [
        (
            &[
                "check",
                "--output",
                "json=x",
                "--output",
                "sarif=./x",
                "a.pp",
            ][..],
            "--output ./x: this file is written by another option too, name a file for each",
        ),
        (
            &[
                "check",
                "--baseline",
                "known.json",
                "--output",
                "json=known.json",
                "a.pp",
            ],
            "--output known.json: this file is written by another option too, name a file for each",
        ),
        (
            &["check", "--output", "json=a.pp", "a.pp"],
            "--output a.pp: this file is checked, name another file for the report",
        ),
        (
            &["check", "--stdin-path", "b.pp", "a.pp"],
            "--stdin-path needs the path `-`",
        ),
        (
            &["check", "--module-path", "nope", "a.pp"],
            "nope is no directory",
        ),
        (
            &["lookup", "a", "--hiera-config", "nope"],
            "--hiera-config nope: there is no such file",
        ),
    ] {
        let answer = sandbox.run(arguments);
        assert_eq!(answer.status, 2, "{arguments:?}: {}", answer.stdout);
        assert_eq!(
            answer.stderr,
            format!("error: {problem}\n"),
            "{arguments:?}"
        );
        for (file, text) in files {
            let kept = fs::read_to_string(sandbox.path().join(file));
            assert_eq!(kept.expect("the file"), text, "{arguments:?}");
        }
    }
}

#[test]
fn directories_without_code_are_not_formatted() {
    let sandbox = Sandbox::new(&[("docs/readme.txt", "hello")]);
    let answer = sandbox.run(&["format", "--check", "docs"]);
    assert_eq!(answer.status, 2);
    assert_eq!(
        answer.stderr,
        "error: docs: no manifests (*.pp) or templates (*.epp) below this directory\n"
    );
}

#[test]
fn syntax_errors_are_in_no_baseline() {
    let sandbox = Sandbox::new(&[("a.pp", "$a = \n"), ("b.pp", "notice(1 + true)\n")]);
    let baseline = ["check", "--format", "concise", "--baseline", "known.json"];
    let answer = sandbox.run(&[&baseline[..], &["--write-baseline"]].concat());
    assert_eq!(answer.status, 1);
    assert_eq!(answer.stderr, "1 diagnostic written to known.json\n");
    let answer = sandbox.run(&baseline);
    assert_eq!(answer.status, 1);
    assert!(answer.stdout.starts_with("a.pp:"), "{}", answer.stdout);
    assert!(!answer.stdout.contains("b.pp:"), "{}", answer.stdout);
}

#[test]
fn reports_that_cannot_be_written() {
    let sandbox = Sandbox::new(&[("a.pp", "class a {\n}\n")]);
    let answer = sandbox.run(&["check", "--output", "sarif=nope/x.sarif", "a.pp"]);
    assert_eq!(answer.status, 2);
    assert_eq!(
        answer.stderr,
        "error: cannot write nope/x.sarif: the directory nope does not exist\n"
    );
    let answer = sandbox.run(&["check", "--output", "json=-", "a.pp"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer
            .stderr
            .contains("for standard output, use --format instead"),
        "{}",
        answer.stderr
    );
}
