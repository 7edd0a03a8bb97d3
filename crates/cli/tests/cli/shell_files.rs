//! `completions` and `man`.

use crate::support::Sandbox;

#[test]
fn completions_know_the_options() {
    let sandbox = Sandbox::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let answer = sandbox.run(&["completions", shell]);
        assert_eq!(answer.status, 0, "{}", answer.stderr);
        assert!(answer.stdout.contains("write-baseline"), "{shell}");
    }
    assert_eq!(sandbox.run(&["completions", "tcsh"]).status, 2);
}

#[test]
fn each_command_has_a_man_page() {
    let sandbox = Sandbox::new(&[("file", "")]);
    let answer = sandbox.run(&["man", "pages"]);
    assert_eq!((answer.status, &*answer.stderr), (0, ""));
    for page in ["puppet-analyzer.1", "puppet-analyzer-check.1"] {
        let text = std::fs::read_to_string(sandbox.path().join("pages").join(page));
        assert!(text.is_ok_and(|text| text.contains(".SH")), "{page}");
    }
    let answer = sandbox.run(&["man", "file/pages"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer
            .stderr
            .starts_with("error: cannot write to file/pages: ")
    );
}
