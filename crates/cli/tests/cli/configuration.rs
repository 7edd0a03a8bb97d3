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
