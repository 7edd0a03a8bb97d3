//! Texts with syntax errors: faulty code stays as it is, and the rest is formatted.

use expect_test::{Expect, expect};
use puppet_syntax::Entry;

use crate::support::{assert_same, formatted, parse};

fn check(text: &str, expected: &Expect) {
    assert!(
        !parse(text, Entry::Manifest).errors().is_empty(),
        "no error in {text}"
    );
    let after = formatted(text, Entry::Manifest);
    assert_same(text, &after, Entry::Manifest);
    expected.assert_eq(&after);
}

#[test]
fn only_the_statement_with_the_error_stays() {
    check(
        "class a {\n$b=1\n      $c   =   )\n  x{'y':\n  z=>1\n  }\n}\n",
        &expect![[r#"
            class a {
              $b = 1
              $c =   )
              x { 'y':
                z => 1,
              }
            }
        "#]],
    );
    check(
        "$a=1\nfile { 'b'\n    ensure=>file }\n$c=2\n",
        &expect![[r#"
            $a = 1
            file { 'b'
                ensure=>file }
            $c = 2
        "#]],
    );
}

#[test]
fn byte_order_marks_hide_nothing() {
    check(
        "\u{feff}\n\n  $a=1",
        &expect![[r#"
        ﻿$a = 1
    "#]],
    );
}

#[test]
fn what_is_never_closed_stays_with_all_around_it() {
    check(
        "$a=1\nclass b {\n    if $c {\n  $d=1\n}\n",
        &expect![[r#"
            $a = 1
            class b {
                if $c {
              $d=1
            }
        "#]],
    );
    check(
        "$a=1\n}\n$b=2\n",
        &expect![[r#"
            $a = 1
            }
            $b = 2
        "#]],
    );
    check(
        "$a=1\n$b='c\n$d=2\n",
        &expect![[r#"
            $a = 1
            $b='c
            $d = 2
        "#]],
    );
}
