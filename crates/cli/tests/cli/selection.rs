//! The files and rules that `check` selects.

use std::process::Command;

use crate::support::Sandbox;

/// A file with an error, a warning and, if it is asked for, a hint.
const CODE: &str = "notice($x)\nnotice(\"\\d\")\n$_a = 1\n";

/// The codes that a run reports, with their files and lines.
fn found(sandbox: &Sandbox, options: &[&str]) -> Vec<String> {
    let options = [&["check", "--quiet", "--format", "concise"], options].concat();
    let answer = sandbox.run(&options);
    assert_eq!(answer.stderr, "", "{options:?}");
    let lines = answer.stdout.lines();
    let found = lines.map(|line| {
        let mut parts = line.splitn(4, ':');
        let (file, line) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let code = parts.nth(1).and_then(|it| it.split(['[', ']']).nth(1));
        format!("{file}:{line} {}", code.unwrap_or(""))
    });
    found.collect()
}

fn git(sandbox: &Sandbox, arguments: &[&str]) {
    let user = ["-c", "user.name=me", "-c", "user.email=me@example.com"];
    let status = Command::new("git")
        .args(user)
        .args(arguments)
        .current_dir(sandbox.path())
        .stdout(std::process::Stdio::null())
        .status();
    assert!(status.expect("git runs").success(), "{arguments:?}");
}

#[test]
fn rules_are_selected_by_code_name_and_start() {
    let sandbox = Sandbox::new(&[("x.pp", CODE)]);
    let all = found(&sandbox, &[]);
    let [error, warning] = &all[..] else {
        panic!("{all:?}")
    };
    for (options, expected) in [
        (&["--select", "N101"][..], &[error][..]),
        (&["--select", "unknown-variable"], &[error]),
        (&["--select", "variable_scope"], &[error]),
        (&["--select", "N", "--select", "T"], &[error]),
        (&["--select", "ALL", "--ignore", "N101,L"], &[warning]),
        (&["--ignore", "N1,T2"], &[warning]),
    ] {
        let found = found(&sandbox, options);
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{options:?}");
    }
    // Puppet refuses the file, whatever is selected.
    let broken = Sandbox::new(&[
        ("x.pp", "$a = 1\n$a = 2\nnotice($x)\nclass {"),
        ("puppet-analyzer.toml", "rules = { S = 'off' }\n"),
    ]);
    for options in [
        &["--ignore", "S"][..],
        &["--ignore", "ALL"],
        &["--select", "T"],
    ] {
        let found = self::found(&broken, options);
        let fatal = found.iter().filter(|it| it.contains(" S")).count();
        assert!(fatal > 0, "{options:?}: {found:?}");
    }
    let answer = sandbox.run(&["check", "--select", "unknwn-variable"]);
    assert_eq!(answer.status, 2);
    let problem = "unknown rule 'unknwn-variable', did you mean 'unknown-variable'?";
    assert!(answer.stderr.contains(problem), "{}", answer.stderr);
}

#[test]
fn files_are_excluded() {
    let files = ["a/x.pp", "b/x.pp"].map(|path| (path, "notice($x)\n"));
    let sandbox = Sandbox::new(&files);
    assert_eq!(found(&sandbox, &["--exclude", "a/"]), ["b/x.pp:1 N101"]);
    assert_eq!(found(&sandbox, &["--exclude", "a,b"]), [""; 0]);
    let answer = sandbox.run(&["check", "--exclude", "x.pp"]);
    assert_eq!(answer.status, 0);
    assert_eq!(answer.stdout, "nothing checked: 2 files excluded\n");
    let answer = sandbox.run(&["check", "--exclude", "[b-a]"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer.stderr.contains("Invalid pattern '[b-a]'"),
        "{}",
        answer.stderr
    );
}

#[test]
fn files_that_git_ignores_are_left_out() {
    let paths = ["a/x.pp", "a/kept.pp", "deps/deep/x.pp", "x.pp"];
    let sandbox = Sandbox::new(&paths.map(|path| (path, "notice($x)\n")));
    sandbox.write(".gitignore", b"deps/\nx.pp\n");
    sandbox.write("a/.gitignore", b"*.pp\n!kept.pp\n");
    // Without a repository, the files mean nothing.
    assert_eq!(found(&sandbox, &[]).len(), 4);
    git(&sandbox, &["init", "--quiet"]);
    assert_eq!(found(&sandbox, &[]), ["a/kept.pp:1 N101"]);
    assert_eq!(found(&sandbox, &["--no-gitignore"]).len(), 4);
    // What is named is checked.
    assert_eq!(found(&sandbox, &["x.pp"]), ["x.pp:1 N101"]);
    assert_eq!(
        found(&sandbox, &["deps/deep/x.pp"]),
        ["deps/deep/x.pp:1 N101"]
    );
}

#[test]
fn changed_lines_are_those_since_a_revision_or_staged() {
    let sandbox = Sandbox::new(&[("x.pp", "notice($a)\nnotice($b)\nnotice($c)\n")]);
    git(&sandbox, &["init", "--quiet"]);
    git(&sandbox, &["add", "."]);
    git(&sandbox, &["commit", "--quiet", "-m", "one"]);
    assert_eq!(found(&sandbox, &["--since", "HEAD"]), [""; 0]);
    sandbox.write("x.pp", b"notice($a)\nnotice($bb)\nnotice($c)\n");
    sandbox.write("new.pp", b"notice($d)\n");
    let both = ["new.pp:1 N101", "x.pp:2 N101"];
    assert_eq!(found(&sandbox, &["--since", "HEAD"]), both);
    assert_eq!(found(&sandbox, &["--staged"]), [""; 0]);
    git(&sandbox, &["add", "x.pp"]);
    assert_eq!(found(&sandbox, &["--staged"]), both[1..]);
    let answer = sandbox.run(&["check", "--since", "gone"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer.stderr.starts_with("error: git, in "),
        "{}",
        answer.stderr
    );
    let answer = sandbox.run(&["check", "--since", "--output=x"]);
    assert_eq!(answer.status, 2);
}

#[test]
fn affected_files_are_reported_as_a_whole() {
    let sandbox = Sandbox::new(&[
        ("m/a/manifests/init.pp", "class a { notice($old) }\n"),
        (
            "m/a/manifests/b.pp",
            "class a::b { include a notice($old) }\n",
        ),
        (
            "m/c/manifests/init.pp",
            "class c { include a notice($old) }\n",
        ),
        (
            "m/d/manifests/init.pp",
            "class d { include c notice($old) }\n",
        ),
        ("m/d/manifests/e.pp", "class d::e { include a::b }\n"),
    ]);
    git(&sandbox, &["init", "--quiet"]);
    git(&sandbox, &["add", "."]);
    git(&sandbox, &["commit", "--quiet", "-m", "one"]);
    let since = |more: &[&str]| found(&sandbox, &[&["--since", "HEAD"], more].concat());
    assert_eq!(since(&["--affected"]), [""; 0]);
    sandbox.write("m/a/manifests/init.pp", b"class a {\n  notice($old)\n}\n");
    assert_eq!(since(&[]), ["m/a/manifests/init.pp:2 N101"]);
    let users = [
        "m/a/manifests/b.pp:1 N101",
        "m/a/manifests/init.pp:2 N101",
        "m/c/manifests/init.pp:1 N101",
    ];
    assert_eq!(since(&["--affected"]), users);
    git(&sandbox, &["add", "."]);
    assert_eq!(found(&sandbox, &["--staged", "--affected"]), users);
    git(&sandbox, &["commit", "--quiet", "-m", "two"]);
    // Those who use a definition that is gone are affected.
    git(&sandbox, &["rm", "--quiet", "m/a/manifests/b.pp"]);
    let of_gone = ["m/d/manifests/e.pp:1 N104"];
    assert_eq!(found(&sandbox, &["--staged", "--affected"]), of_gone);
    assert_eq!(since(&["--affected"]), of_gone);
    // What matters for all affects all.
    sandbox.write("m/d/metadata.json", b"{\"name\": \"me-d\"}");
    assert_eq!(since(&["--affected", "--select", "N101"]).len(), 3);
    let answer = sandbox.run(&["check", "--affected"]);
    assert_eq!(answer.status, 2);
}
