//! `check -`: standard input is checked as the file that it will be.

use crate::support::Sandbox;

const CHECK: [&str; 5] = ["check", "--format", "concise", "--quiet", "-"];

fn sandbox() -> Sandbox {
    let init = "class web(Integer $port) {}\n";
    Sandbox::new(&[
        ("web/manifests/init.pp", init),
        ("web/metadata.json", "{\"name\": \"me-web\"}"),
        ("web/puppet-analyzer.toml", "rules = {N101 = 'warning'}\n"),
    ])
}

#[test]
fn the_module_around_the_path_is_known() {
    let sandbox = sandbox();
    let text = "class web::a { class { 'web': port => 'x' } notice($y) }\n";
    for path in ["web/manifests/a.pp", "./web/../web/manifests/a.pp"] {
        let answer = sandbox.run_with_input(&[&CHECK[..], &["--stdin-path", path]].concat(), text);
        assert_eq!(answer.status, 1, "{}", answer.stderr);
        let mut lines = answer.stdout.lines();
        let mut starts = |start: &str| {
            let line = lines.next().unwrap_or("");
            assert!(line.starts_with(start), "{line}");
        };
        starts("web/manifests/a.pp:1:39: error[T202]");
        starts("web/manifests/a.pp:1:52: warning[N101]");
    }
    assert!(!sandbox.path().join("web/manifests/a.pp").exists());
}

#[test]
fn the_text_counts_and_not_the_file() {
    let sandbox = sandbox();
    let path = ["--stdin-path", "web/manifests/init.pp"];
    let options = [&CHECK[..], &path].concat();
    let answer = sandbox.run_with_input(&options, "class web {}\n");
    assert_eq!((answer.status, &*answer.stdout), (0, ""));
    let answer = sandbox.run_with_input(&options, "class web {\n");
    assert_eq!(answer.status, 1);
    assert!(answer.stdout.contains("S001"), "{}", answer.stdout);
}

#[test]
fn without_a_path_it_is_a_manifest() {
    let sandbox = Sandbox::new(&[]);
    let answer = sandbox.run_with_input(&CHECK, "notice($x)\n");
    assert!(answer.stdout.starts_with("stdin.pp:1:8: warning[N101]"));
    let template = [&CHECK[..], &["--stdin-path", "a.epp"]].concat();
    let answer = sandbox.run_with_input(&template, "text <%= 1 + %>\n");
    assert!(
        answer.stdout.starts_with("a.epp:1:14:"),
        "{}",
        answer.stdout
    );
    let answer = sandbox.run_with_input(&["check", "--diff", "-"], "notice(\"${x}\")\n$x = 1\n");
    assert_ne!(answer.status, 2, "{}", answer.stderr);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = sandbox();
    for (options, problem) in [
        (&["-", "web"][..], "error: `-` stands alone\n"),
        (
            &["--fix", "-"],
            "error: --fix needs files, and does not work with `-`\n",
        ),
        (
            &["--watch", "-"],
            "error: --watch needs files, and does not work with `-`\n",
        ),
        (
            &["--stdin-path", "a.txt", "-"],
            "error: a.txt: neither a manifest (*.pp) nor a template (*.epp)\n",
        ),
    ] {
        let answer = sandbox.run_with_input(&[&["check"], options].concat(), "");
        assert_eq!((answer.status, &*answer.stderr), (2, problem));
    }
}
