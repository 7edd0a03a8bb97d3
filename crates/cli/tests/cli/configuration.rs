//! `--config` and `--isolated`.

use crate::support::{Answer, Sandbox};

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("a/x.pp", "notice($x)\n"),
        ("a/puppet-analyzer.toml", "rules = {N101 = 'off'}\n"),
        ("warn.toml", "rules = {N101 = 'info'}\n"),
    ])
}

fn check(sandbox: &Sandbox, options: &[&str]) -> Answer {
    sandbox.run(&[&["check", "--quiet", "--format", "concise", "a"], options].concat())
}

#[test]
fn settings_are_from_the_file_that_is_named() {
    let sandbox = sandbox();
    for (options, found) in [
        (&[][..], ""),
        (&["--config", "warn.toml"], "info"),
        (&["--isolated"], "warning"),
    ] {
        let answer = check(&sandbox, options);
        let severity = answer.stdout.split([' ', '[']).nth(1).unwrap_or("");
        assert_eq!(severity, found, "{}", answer.stdout);
        assert_eq!(answer.stderr, "");
    }
}

#[test]
fn settings_that_cannot_be_used_are_refused() {
    let sandbox = sandbox();
    for (text, problem) in [
        (
            "rules = {\n",
            "error: bad.toml:1:10: File is not valid TOML: ",
        ),
        (
            "strictness = 'strict'\nrules = {N1O1 = 'off'}\n",
            "error: bad.toml:2:10: Unknown rule 'N1O1'",
        ),
        (
            "strictness = 'loose'\n",
            "error: bad.toml:1:14: Invalid strictness 'loose': expected one of",
        ),
        (
            "exclude = ['[b-a]']\n",
            "error: bad.toml:1:12: Invalid pattern '[b-a]': invalid range",
        ),
        // It cannot be switched off by the settings that are wrong.
        (
            "levels = 1\nrules = {M713 = 'off'}\n",
            "error: bad.toml:1:1: Unknown setting 'levels'",
        ),
    ] {
        sandbox.write("bad.toml", text.as_bytes());
        let answer = check(&sandbox, &["--config", "bad.toml"]);
        assert_eq!((answer.status, &*answer.stdout), (2, ""));
        assert!(answer.stderr.starts_with(problem), "{}", answer.stderr);
        // The nearest file is refused, too, with a diagnostic.
        sandbox.write("a/puppet-analyzer.toml", text.as_bytes());
        let answer = check(&sandbox, &[]);
        assert_eq!(answer.status, 2);
        assert!(answer.stdout.contains("M713"), "{}", answer.stdout);
    }
    let answer = check(&sandbox, &["--config", "gone.toml"]);
    assert_eq!(answer.status, 2);
    assert_eq!(
        answer.stderr,
        "error: cannot read the settings gone.toml: no such file\n"
    );
    let answer = check(&sandbox, &["--config", "warn.toml", "--isolated"]);
    assert_eq!(answer.status, 2);
}

#[test]
fn all_that_is_wrong_in_settings_is_shown() {
    let sandbox = sandbox();
    sandbox.write(
        "a/puppet-analyzer.toml",
        b"levels = 1\nrules = {N1O1 = 'off'}\n",
    );
    let answer = sandbox.run(&["config", "a"]);
    assert_eq!((answer.status, &*answer.stdout), (2, ""));
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{}", answer.stderr);
    assert!(lines[0].starts_with("error: a/puppet-analyzer.toml:1:1: Unknown setting"));
    assert!(lines[1].starts_with("a/puppet-analyzer.toml:2:10: Unknown rule"));
}

#[test]
fn a_directory_with_the_name_of_the_settings_is_an_error() {
    let files = [("a/x.pp", "notice(1)\n"), ("a/puppet-analyzer.toml/x", "")];
    let answer = Sandbox::new(&files).run(&["check", "a"]);
    assert_eq!(answer.status, 2, "{}{}", answer.stdout, answer.stderr);
    assert!(
        answer.stdout.contains("puppet-analyzer.toml"),
        "{}",
        answer.stdout
    );
}
