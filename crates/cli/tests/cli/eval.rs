//! `eval`: value and type on standard output, the rest on standard error.

use crate::support::Sandbox;

#[test]
fn a_value_and_its_type() {
    let answer = Sandbox::new(&[]).run(&["eval", "Integer('0xFF', 16)"]);
    assert_eq!(
        (answer.status, answer.stdout.as_str()),
        (0, "255\nInteger[255, 255]\n")
    );
}

#[test]
fn an_error_with_its_place() {
    let answer = Sandbox::new(&[]).run(&["eval", "1 +\n1 / 0"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (1, ""));
    assert_eq!(answer.stderr, "error: Division by 0 (line 2, column 5)\n");
}

#[test]
fn what_depends_on_the_node_is_not_known() {
    let answer = Sandbox::new(&[]).run(&["eval", "$facts"]);
    assert_eq!(
        (answer.status, answer.stderr.as_str()),
        (1, "unknown: it depends on the environment\n")
    );
}

#[test]
fn strictness_follows_the_version() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(sandbox.run(&["eval", "'1' + 1"]).status, 1);
    let lenient = sandbox.run(&["eval", "--target", "7", "'1' + 1"]);
    assert_eq!(
        (lenient.status, lenient.stdout.as_str()),
        (0, "2\nInteger[2, 2]\n")
    );
    assert!(
        lenient.stderr.starts_with("warning: "),
        "{}",
        lenient.stderr
    );
}
