//! Input that is not Puppet code: one clear line for it, and the rest is still checked.

use crate::support::Sandbox;

const GOOD: (&str, &str) = ("web/manifests/init.pp", "class web {\n}\n");

/// The one line of the output about `about`.
fn line_about<'a>(text: &'a str, about: &str) -> &'a str {
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(about)).collect();
    assert_eq!(lines.len(), 1, "one line about {about} in:\n{text}");
    lines[0]
}

#[test]
fn a_path_that_does_not_exist() {
    let sandbox = Sandbox::new(&[GOOD]);
    let answer = sandbox.run(&["check", "missing", "web"]);
    assert_eq!(answer.status, 2);
    assert_eq!(
        line_about(&answer.stderr, "missing"),
        "error: missing: no such file or directory"
    );
    assert_eq!(
        line_about(&answer.stdout, "in 1 file"),
        "no errors in 1 file"
    );
}

#[test]
fn a_folder_without_manifests() {
    let sandbox = Sandbox::new(&[("docs/readme.txt", "hello")]);
    let answer = sandbox.run(&["check", "docs", "docs/readme.txt"]);
    assert_eq!(answer.status, 2);
    assert_eq!(
        answer.stderr,
        "error: docs: no manifests (*.pp) or templates (*.epp) below this directory\n\
         error: docs/readme.txt: neither a manifest (*.pp) nor a template (*.epp)\n"
    );
}

#[test]
fn a_binary_file() {
    let sandbox = Sandbox::new(&[GOOD]);
    sandbox.write("web/manifests/bin.pp", b"\x7fELF\0\0\0");
    let answer = sandbox.run(&["check", "--format", "json", "web"]);
    assert_eq!(answer.status, 1);
    let line = line_about(&answer.stdout, "bin.pp");
    assert!(
        line.starts_with(r#"{"file":"web/manifests/bin.pp","line":1,"column":1,"#),
        "{line}"
    );
    assert!(line.contains("File is binary, not text"), "{line}");
}

#[test]
fn a_file_that_is_not_utf_8() {
    let sandbox = Sandbox::new(&[GOOD]);
    sandbox.write(
        "web/manifests/latin1.pp",
        b"# first\n# caf\xe9\nclass web::latin1 {}\n",
    );
    let answer = sandbox.run(&["check", "--format", "json", "web"]);
    assert_eq!(answer.status, 1);
    let line = line_about(&answer.stdout, "latin1.pp");
    assert!(line.contains(r#""line":2,"column":6,"#), "{line}");
    assert!(line.contains("File is not valid UTF-8"), "{line}");
}

#[test]
fn a_huge_file() {
    let sandbox = Sandbox::new(&[GOOD]);
    sandbox.write("web/manifests/huge.pp", &vec![b'#'; 50 * 1024 * 1024]);
    let answer = sandbox.run(&["check", "--format", "json", "web"]);
    assert_eq!(answer.status, 2);
    let line = line_about(&answer.stdout, "huge.pp");
    assert!(
        line.contains("File is too large to be checked: 50 MB"),
        "{line}"
    );
}

#[test]
fn broken_metadata() {
    let sandbox = Sandbox::new(&[
        GOOD,
        (
            "web/metadata.json",
            "{\n  \"name\": \"me-web\",\n  oops\n}\n",
        ),
    ]);
    let answer = sandbox.run(&["check", "--format", "json", "web"]);
    assert_eq!(answer.status, 1);
    let line = line_about(&answer.stdout, "metadata.json");
    assert!(line.contains(r#""line":3,"column":3,"#), "{line}");
    assert!(line.contains("File is not valid JSON: "), "{line}");
}

#[test]
fn directories_that_are_too_deep() {
    let deep = format!("web/manifests/{}x.pp", "d/".repeat(70));
    let sandbox = Sandbox::new(&[GOOD, (&deep, "class x {")]);
    let answer = sandbox.run(&["check", "web"]);
    assert_eq!(answer.status, 2, "{}", answer.stderr);
    let line = line_about(&answer.stderr, "more than 64 levels");
    assert!(line.starts_with("error: web/manifests/d/d/"), "{line}");
}

#[cfg(unix)]
#[test]
fn a_loop_of_symbolic_links() {
    let sandbox = Sandbox::new(&[GOOD]);
    std::os::unix::fs::symlink(
        sandbox.path().join("web"),
        sandbox.path().join("web/manifests/again"),
    )
    .expect("symbolic link");
    let answer = sandbox.run(&["check", "web"]);
    assert_eq!(answer.status, 0, "{}", answer.stderr);
    let line = line_about(&answer.stderr, "again");
    assert!(
        line.starts_with("warning: web/manifests/again: symbolic link loop"),
        "{line}"
    );
}

#[cfg(unix)]
#[test]
fn files_that_a_symbolic_link_leads_to_again() {
    let sandbox = Sandbox::new(&[
        (
            "modules/web/manifests/init.pp",
            "class web {\n  include web::none\n}\n",
        ),
        (
            "site/manifests/site.pp",
            "node default {\n  include web\n}\n",
        ),
    ]);
    std::os::unix::fs::symlink("../modules", sandbox.path().join("site/modules"))
        .expect("symbolic link");
    let answer = sandbox.run(&["check", "--format", "json", "."]);
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(lines.len(), 1, "{}", answer.stdout);
    assert!(
        lines[0].contains(r#""file":"modules/web/manifests/init.pp""#),
        "{}",
        answer.stdout
    );
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = Sandbox::new(&[GOOD, ("web/manifests/secret.pp", "class web::secret {}")]);
    let secret = sandbox.path().join("web/manifests/secret.pp");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o000)).expect("permissions");
    let is_superuser = std::fs::read(&secret).is_ok();
    let answer = sandbox.run(&["check", "--format", "json", "web"]);
    if is_superuser {
        assert_eq!(answer.stdout, "");
    } else {
        assert_eq!(answer.status, 1);
        let line = line_about(&answer.stdout, "secret.pp");
        assert!(
            line.contains("File cannot be read: permission denied"),
            "{line}"
        );
    }
}

#[test]
fn wrong_options_are_explained() {
    let sandbox = Sandbox::new(&[GOOD]);
    for (arguments, problem) in [
        (["--format", "xml"], "invalid value 'xml' for '--format"),
        (
            ["--output", "sarif"],
            "expected FORMAT=FILE, such as sarif=report.sarif",
        ),
        (
            ["--output", "xml=a"],
            "unknown format 'xml', expected one of text, concise,",
        ),
    ] {
        let answer = sandbox.run(&[&["check"], &arguments[..]].concat());
        assert_eq!(answer.status, 2);
        assert!(answer.stderr.contains(problem), "{}", answer.stderr);
    }
}

#[test]
fn an_output_file_that_cannot_be_written() {
    let sandbox = Sandbox::new(&[("x.pp", "notice($x)\n")]);
    let outputs = ["--output", "json=gone/a.json", "--output", "junit=b.xml"];
    let answer = sandbox.run(&[&["check"], &outputs[..]].concat());
    assert_eq!(answer.status, 2);
    let line = line_about(&answer.stderr, "gone");
    assert!(
        line.starts_with("error: cannot write gone/a.json: "),
        "{line}"
    );
    // The other outputs are there all the same.
    assert!(answer.stdout.contains("N101"), "{}", answer.stdout);
    assert!(sandbox.path().join("b.xml").is_file());
}
