//! `check --fix`, `--diff`, and the fixes that JSON shows.

use expect_test::expect;
use serde_json::Value;

use crate::support::{Answer, Sandbox};

/// Two fixes that are safe, one that is not, and a hint.
const CODE: &str = "function a::x(String $x = undef) {\n  $unused = 1\n  file { '/a': ownr => \"\\d\" }\n  $x\n}\n";
const PATH: &str = "a/functions/x.pp";

fn text(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.path().join(path)).expect("a file")
}

/// The last line of standard error and, unless it is empty, of standard output.
fn last_lines(answer: &Answer) -> Vec<&str> {
    let streams = [&answer.stderr, &answer.stdout];
    streams.iter().filter_map(|it| it.lines().last()).collect()
}

#[test]
fn safe_fixes_are_applied_and_the_rest_is_reported() {
    let sandbox = Sandbox::new(&[(PATH, CODE)]);
    let answer = sandbox.run(&["check", "--fix", "a"]);
    assert_eq!(answer.status, 1);
    expect![[r#"
        function a::x(Optional[String] $x = undef) {
          $unused = 1
          file { '/a': ownr => "\\d" }
          $x
        }
    "#]]
    .assert_eq(&text(&sandbox, PATH));
    assert!(answer.stdout.contains("'ownr'"), "{}", answer.stdout);
    assert_eq!(
        last_lines(&answer),
        ["2 fixed, 1 remain", "1 error in 1 file"]
    );
    let again = sandbox.run(&["check", "--fix", "a"]);
    assert_eq!(
        last_lines(&again),
        ["0 fixed, 1 remain", "1 error in 1 file"]
    );
}

#[test]
fn guesses_and_hints_are_asked_for() {
    let sandbox = Sandbox::new(&[(PATH, CODE)]);
    let answer = sandbox.run(&["check", "--fix", "--unsafe-fixes", "--hints", "a"]);
    assert_eq!(
        (answer.status, &*answer.stdout),
        (0, "no errors in 1 file\n")
    );
    expect![[r#"
        function a::x(Optional[String] $x = undef) {
          $_unused = 1
          file { '/a': owner => "\\d" }
          $x
        }
    "#]]
    .assert_eq(&text(&sandbox, PATH));
    let refused = sandbox.run(&["check", "--unsafe-fixes", "a"]);
    assert_eq!(refused.status, 2);
}

#[test]
fn a_diff_changes_nothing() {
    let sandbox = Sandbox::new(&[(PATH, CODE), ("b/manifests/init.pp", "class b {}\n")]);
    let answer = sandbox.run(&["check", "--diff", "a"]);
    assert_eq!(answer.status, 1);
    expect![[r#"
        --- a/functions/x.pp
        +++ a/functions/x.pp
        @@ -1,5 +1,5 @@
        -function a::x(String $x = undef) {
        +function a::x(Optional[String] $x = undef) {
           $unused = 1
        -  file { '/a': ownr => "\d" }
        +  file { '/a': ownr => "\\d" }
           $x
         }
    "#]]
    .assert_eq(&answer.stdout);
    assert_eq!(answer.stderr, "2 would be fixed, 1 remain\n");
    assert_eq!(text(&sandbox, PATH), CODE);
    let answer = sandbox.run(&["check", "--diff", "b"]);
    assert_eq!((answer.status, &*answer.stdout), (0, ""));
}

#[test]
fn files_keep_their_form() {
    let marked =
        "\u{feff}class b($x) {\r\n  case $x {\r\n    default: { notice(\"\\d\") }\r\n  }\r\n}";
    let sandbox = Sandbox::new(&[("b/manifests/init.pp", marked)]);
    // Bytes that are not UTF-8 could not be written back.
    sandbox.write("b/manifests/c.pp", b"class b::c { notice(\"\\d \xff\") }\n");
    let cases =
        "define b::d(Enum['x', 'y'] $z) {\r\n  case $z {\r\n    'x': { notice(1) }\r\n  }\r\n}\r\n";
    sandbox.write("b/manifests/d.pp", cases.as_bytes());
    sandbox.run(&["check", "--fix", "--strict", "b"]);
    assert_eq!(
        text(&sandbox, "b/manifests/init.pp"),
        marked
            .trim_start_matches('\u{feff}')
            .replace("\\d", "\\\\d")
    );
    assert_eq!(
        std::fs::read(sandbox.path().join("b/manifests/c.pp")).expect("a file"),
        b"class b::c { notice(\"\\d \xff\") }\n"
    );
    assert_eq!(
        text(&sandbox, "b/manifests/d.pp"),
        cases.replace("(1) }\r\n", "(1) }\r\n    default: {}\r\n")
    );
    let left = std::fs::read_dir(sandbox.path().join("b/manifests")).expect("a folder");
    assert_eq!(left.count(), 3);
}

#[cfg(unix)]
#[test]
fn links_and_rights_stay() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = Sandbox::new(&[("there/x.pp", CODE)]);
    let (there, link) = (
        sandbox.path().join("there/x.pp"),
        sandbox.path().join("x.pp"),
    );
    std::fs::set_permissions(&there, std::fs::Permissions::from_mode(0o640)).expect("rights");
    std::os::unix::fs::symlink(&there, &link).expect("a link");
    sandbox.run(&["check", "--fix", "x.pp"]);
    assert!(text(&sandbox, "there/x.pp").contains("Optional[String]"));
    assert!(link.is_symlink());
    let rights = std::fs::metadata(&there).expect("a file").permissions();
    assert_eq!(rights.mode() & 0o777, 0o640);
}

/// A module uses another one, twice, and both calls lack the same dependency.
#[test]
fn other_files_are_fixed_if_they_are_named_too() {
    let metadata = "{\n  \"name\": \"x-web\", \"version\": \"1.0.0\", \"author\": \"x\", \"license\": \"MIT\", \"source\": \"x\",\n  \"dependencies\": []\n}\n";
    let files = [
        ("modules/web/metadata.json", metadata),
        (
            "modules/web/manifests/init.pp",
            "class web { include apt }\n",
        ),
        (
            "modules/web/manifests/b.pp",
            "class web::b { include apt }\n",
        ),
        ("modules/apt/manifests/init.pp", "class apt {}\n"),
        (
            "modules/apt/metadata.json",
            "{ \"name\": \"puppetlabs-apt\", \"version\": \"9.4.0\" }",
        ),
    ];
    let sandbox = Sandbox::new(&files);
    let fix = ["check", "--fix", "--unsafe-fixes"];
    let answer = sandbox.run(&[&fix[..], &["modules/web/manifests"]].concat());
    assert_eq!(last_lines(&answer)[0], "0 fixed, 2 remain");
    let answer = sandbox.run(&[&fix[..], &["modules/web"]].concat());
    assert_eq!(last_lines(&answer)[0], "2 fixed, 0 remain");
    expect![[r#"
        {
          "name": "x-web", "version": "1.0.0", "author": "x", "license": "MIT", "source": "x",
          "dependencies": [
            { "name": "puppetlabs/apt", "version_requirement": ">= 9.4.0 < 10.0.0" }
          ]
        }
    "#]]
    .assert_eq(&text(&sandbox, "modules/web/metadata.json"));
}

#[test]
fn the_last_line_counts_what_can_be_fixed() {
    let sandbox = Sandbox::new(&[(PATH, CODE)]);
    let answer = sandbox.run(&["check", "a"]);
    let last = answer.stdout.lines().last();
    assert_eq!(
        last,
        Some("2 errors and 1 warning in 1 file (2 fixable with --fix)")
    );
    let answer = sandbox.run(&["check", "--diff", "a"]);
    assert_eq!(answer.stderr, "2 would be fixed, 1 remain\n");
}

#[test]
fn files_that_are_missing_can_be_made() {
    let sandbox = Sandbox::new(&[(
        "web/manifests/init.pp",
        "class web {\n  notice(template('web/a.erb'))\n}\n",
    )]);
    let answer = sandbox.run(&["check", "--format", "json", "--fixes", "web"]);
    let diagnostic: Value =
        serde_json::from_str(answer.stdout.lines().next().expect("a diagnostic")).expect("JSON");
    assert_eq!(diagnostic["code"], "F501");
    assert_eq!(
        diagnostic["fixes"],
        serde_json::json!([{
            "title": "create `templates/a.erb`",
            "safety": "placeholder",
            "edits": [],
            "creates": ["web/templates/a.erb"],
        }])
    );
}

#[test]
fn programs_are_told_what_editors_offer() {
    let sandbox = Sandbox::new(&[("x.pp", "$x = { 'a' => 1, 'a' => 2 }\n")]);
    let answer = sandbox.run(&["check", "--format", "json", "--fixes", "x.pp"]);
    let diagnostic: Value =
        serde_json::from_str(answer.stdout.lines().next().expect("a diagnostic")).expect("JSON");
    assert_eq!(diagnostic["code"], "C405");
    assert_eq!(
        diagnostic["fixes"],
        serde_json::json!([{
            "title": "Remove the earlier entry",
            "safety": "unsafe",
            "edits": [{ "file": "x.pp", "line": 1, "column": 8, "end_line": 1, "end_column": 18, "text": "" }],
        }])
    );
}

#[test]
fn fixes_are_listed_only_on_request() {
    let sandbox = Sandbox::new(&[("x.pp", "$x = { 'a' => 1, 'a' => 2 }\n")]);
    let answer = sandbox.run(&["check", "--format", "json", "x.pp"]);
    let diagnostic: Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!(diagnostic.get("fixes"), None);
}

#[test]
fn a_fix_that_makes_a_new_diagnostic_is_taken_back() {
    let class = "class a::b (Hash $listeners = {}, String $owner = 'a') {\n  notice($listeners, $owner)\n}\n";
    let code = "class a {\n  class { 'a::b':\n    listener => 'x',\n    ownr     => 'y',\n  }\n}\n";
    let files = [("a/manifests/b.pp", class), ("a/manifests/init.pp", code)];
    let sandbox = Sandbox::new(&files);
    sandbox.run(&["check", "--fix", "--unsafe-fixes", "a"]);
    assert_eq!(text(&sandbox, files[1].0), code.replace("ownr", "owner"));
}
