//! `format`.

use expect_test::expect;

use std::path::Path;

use crate::support::{Sandbox, run_with_input};

const UGLY: &str = "class a{\n\nfile{'x':\nensure=>file }\n}";
const NICE: &str = "class a {\n  file { 'x':\n    ensure => file }\n}\n";

fn text(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.path().join(path)).expect("a file")
}

#[test]
fn files_are_rewritten() {
    let sandbox = Sandbox::new(&[
        ("a/manifests/init.pp", UGLY),
        ("a/templates/b.epp", "<%=$x%>\n"),
        ("a/plans/p.pp", "plan a::p($x){apply($x){}}\n"),
        ("a/README.md", "a  b\n"),
        ("a/spec/fixtures/modules/c/manifests/init.pp", "class c{}\n"),
        ("d.pp", "$x=1"),
        ("e.pp", "$x=1"),
    ]);
    let answer = sandbox.run(&["format", "a", "d.pp"]);
    assert_eq!(
        (answer.status, &*answer.stdout, &*answer.stderr),
        (0, "", "")
    );
    assert_eq!(text(&sandbox, "a/manifests/init.pp"), NICE);
    assert_eq!(text(&sandbox, "a/templates/b.epp"), "<%= $x %>\n");
    assert_eq!(
        text(&sandbox, "a/plans/p.pp"),
        "plan a::p($x) { apply($x) {} }\n"
    );
    assert_eq!(text(&sandbox, "d.pp"), "$x = 1\n");
    // What is not meant stays.
    assert_eq!(text(&sandbox, "a/README.md"), "a  b\n");
    assert_eq!(
        text(&sandbox, "a/spec/fixtures/modules/c/manifests/init.pp"),
        "class c{}\n"
    );
    assert_eq!(text(&sandbox, "e.pp"), "$x=1");
    let answer = sandbox.run(&["format", "--check", "a", "d.pp"]);
    assert_eq!((answer.status, &*answer.stdout), (0, ""));
}

#[test]
fn check_and_diff_change_nothing() {
    let sandbox = Sandbox::new(&[("a.pp", UGLY), ("b.pp", NICE)]);
    let answer = sandbox.run(&["format", "--check", "."]);
    assert_eq!((answer.status, &*answer.stdout), (1, "a.pp\n"));
    let answer = sandbox.run(&["format", "--diff", "a.pp", "b.pp"]);
    assert_eq!(answer.status, 1);
    expect![[r#"
        --- a.pp
        +++ a.pp
        @@ -1,5 +1,4 @@
        -class a{
        -
        -file{'x':
        -ensure=>file }
        -}
        \ No newline at end of file
        +class a {
        +  file { 'x':
        +    ensure => file }
        +}
    "#]]
    .assert_eq(&answer.stdout);
    assert_eq!(text(&sandbox, "a.pp"), UGLY);
}

#[test]
fn diffs_show_what_is_around() {
    let lines = |ugly: &[usize]| -> String {
        let line = |at: usize| match ugly.contains(&at) {
            true => format!("$v{at}=1\n\n\n"),
            false => format!("$v{at} = 1\n"),
        };
        (1..30).map(line).collect()
    };
    let sandbox = Sandbox::new(&[("a.pp", &lines(&[2, 12, 17, 29]))]);
    let answer = sandbox.run(&["format", "--diff", "a.pp"]);
    // Spaces at the end of lines do not survive in sources.
    expect![[r#"
        --- a.pp
        +++ a.pp
        @@ -1,7 +1,6 @@
         $v1 = 1
        -$v2=1
        +$v2 = 1
        ·
        -
         $v3 = 1
         $v4 = 1
         $v5 = 1
        @@ -11,15 +10,13 @@
         $v9 = 1
         $v10 = 1
         $v11 = 1
        -$v12=1
        -
        +$v12 = 1
        ·
         $v13 = 1
         $v14 = 1
         $v15 = 1
         $v16 = 1
        -$v17=1
        -
        +$v17 = 1
        ·
         $v18 = 1
         $v19 = 1
        @@ -32,6 +29,4 @@
         $v26 = 1
         $v27 = 1
         $v28 = 1
        -$v29=1
        -
        -
        +$v29 = 1
    "#]]
    .assert_eq(&answer.stdout.replace(" \n", "·\n"));
}

#[test]
fn files_with_errors_stay() {
    let sandbox = Sandbox::new(&[("a.pp", "class a{\n  $x=\n}\n"), ("b.pp", "$x=1")]);
    sandbox.write("c.pp", b"$x='\xff'");
    let answer = sandbox.run(&["format", "a.pp", "b.pp", "c.pp", "d.pp", "e.txt"]);
    assert_eq!(answer.status, 2);
    expect![[r#"
        error: a.pp:3:1: Expected a value, found `}`; a file with syntax errors is not formatted
        error: c.pp: not UTF-8 text
        error: d.pp: no such file
        error: e.txt: no such file
    "#]]
    .assert_eq(&answer.stderr);
    assert_eq!(text(&sandbox, "a.pp"), "class a{\n  $x=\n}\n");
    assert_eq!(text(&sandbox, "b.pp"), "$x = 1\n");
}

#[test]
fn standard_input() {
    let answer = run_with_input(Path::new("."), &["format", "-"], UGLY);
    assert_eq!((answer.status, &*answer.stdout), (0, NICE));
    let answer = run_with_input(
        Path::new("."),
        &["format", "-", "--stdin-path", "a.epp"],
        "<%=$x%>",
    );
    assert_eq!((answer.status, &*answer.stdout), (0, "<%= $x %>"));
    let answer = run_with_input(Path::new("."), &["format", "--check", "-"], UGLY);
    assert_eq!((answer.status, &*answer.stdout), (1, "stdin.pp\n"));
    let answer = run_with_input(Path::new("."), &["format", "-"], "class {");
    assert_eq!((answer.status, &*answer.stdout), (2, ""));
    let answer = run_with_input(Path::new("."), &["format", "-", "a.pp"], "");
    assert_eq!(
        (answer.status, &*answer.stderr),
        (2, "error: `-` stands alone\n")
    );
}
