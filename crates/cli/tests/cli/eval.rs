//! `eval`: value and type on standard output, the rest on standard error.

use std::path::Path;

use crate::support::{Sandbox, run_with_input};

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
fn what_is_missing_at_the_end_is_there() {
    let answer = Sandbox::new(&[]).run(&["eval", "[1,\n 2"]);
    assert!(
        answer.stderr.ends_with("(line 2, column 3)\n"),
        "{}",
        answer.stderr
    );
}

#[test]
fn each_line_of_standard_input_is_answered() {
    let answer = run_with_input(
        Path::new("."),
        &["eval"],
        "1 + 2\n\nInteger('x')\n[1, 'a'].map |$it| { type($it) }\n",
    );
    assert_eq!(
        (answer.status, answer.stdout.as_str()),
        (
            1,
            "3\nInteger[3, 3]\n[Integer[1, 1], String]\nTuple[Type[Integer[1, 1]], Type[String]]\n"
        )
    );
    assert_eq!(
        answer.stderr,
        "error: Error while evaluating a Function Call, 'new' The string 'x' cannot be converted to Integer (line 1, column 1)\n"
    );
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
