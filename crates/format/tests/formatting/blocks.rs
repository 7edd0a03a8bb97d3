//! Blocks, conditions, definitions: braces, blank lines, comments.

use expect_test::{Expect, expect};

use crate::support::manifest;

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&manifest(text));
}

#[test]
fn braces_stand_after_heads() {
    check(
        "class a\n(\n$b\n)\ninherits c\n{\n\n  if $b\n  {\n    d { 'e' : }\n  }\n  else\n  {\n    f()\n  }\n\n}\n",
        &expect![[r#"
            class a (
              $b,
            )
              inherits c {
              if $b {
                d { 'e': }
              } else {
                f()
              }
            }
        "#]],
    );
    check(
        "define a($b){c{'d':}}\nfunction e ($f)>>String{$f}\nnode 'a','b'{include c}\nplan p ( $x ) { }\n",
        &expect![[r#"
            define a ($b) { c { 'd': } }
            function e($f) >> String { $f }
            node 'a', 'b' { include c }
            plan p($x) {}
        "#]],
    );
}

#[test]
fn short_branches_keep_their_lines() {
    check(
        "if $a { b() }\nelsif $c { d() }\n  else\n{\ne()\n}\n",
        &expect![[r#"
            if $a { b() }
            elsif $c { d() }
            else {
              e()
            }
        "#]],
    );
}

#[test]
fn comments_keep_braces_and_else_on_their_lines() {
    check(
        "if $a # why\n{\n$b = 1\n}\n# otherwise\nelsif $c {\n$d = 1\n} # lint:ignore:x\nelse # really\n{\n# nothing\n}\n",
        &expect![[r#"
            if $a # why
            {
              $b = 1
            }
            # otherwise
            elsif $c {
              $d = 1
            } # lint:ignore:x
            else # really
            {
              # nothing
            }
        "#]],
    );
    check(
        "unless $a {\n} else { /* x */\n\n  # b\n\n}\n",
        &expect![[r#"
            unless $a {
            } else { /* x */

              # b
            }
        "#]],
    );
}

#[test]
fn blank_lines_are_single_and_inside() {
    check(
        "\n\n# a\n\n\n\n# b\nclass c {\n\n\n  # d\n\n\n\n  $e = 1\n\n}\n\n\n",
        &expect![[r#"
            # a

            # b
            class c {
              # d

              $e = 1
            }
        "#]],
    );
    check("\n \n", &expect![""]);
    check("", &expect![""]);
    check(
        "#!/usr/bin/env puppet  ",
        &expect!["#!/usr/bin/env puppet\n"],
    );
}

#[test]
fn line_ends_stay_as_they_are() {
    check(
        "class a {\r\n\r\n$b = 1  \r\n\r\n\r\n$c = 2\t\r\n}",
        &expect!["class a {\r\n  $b = 1\r\n\r\n  $c = 2\r\n}\r\n"],
    );
    check(
        "$a = 1 # b \r\n$c = 2\n",
        &expect!["$a = 1 # b\r\n$c = 2\n"],
    );
}

#[test]
fn heads_over_several_lines_do_not_move_their_bodies() {
    check(
        "class a($b,\n$c) inherits\nd {\n$e = 1\n}\nif $a and\n$b {\n$c = 1\n}\nif $a in [\n1,\n] {\n$b = 1\n}\n",
        &expect![[r#"
            class a ($b,
              $c) inherits
              d {
              $e = 1
            }
            if $a and
              $b {
              $c = 1
            }
            if $a in [
              1,
            ] {
              $b = 1
            }
        "#]],
    );
}

#[test]
fn cases_and_their_values() {
    check(
        "case $a{\n'b',\n'c' : { $d=1 }\n/^e/,  default:{\n$d = 2\n}\n\n# last\n}\n",
        &expect![[r#"
            case $a {
              'b',
              'c': { $d = 1 }
              /^e/, default: {
                $d = 2
              }

              # last
            }
        "#]],
    );
    check(
        "case $a {\n'b':       { $c = 1 }\n'defg':    { $c = 2 }\ndefault: { $c = 3 }\n}\n",
        &expect![[r#"
            case $a {
              'b':     { $c = 1 }
              'defg':  { $c = 2 }
              default: { $c = 3 }
            }
        "#]],
    );
}

#[test]
fn comments_are_indented_as_what_follows() {
    check(
        "class a {\n# b\n      # c\n$d = [\n# e\n1, # f\n# g\n]\n# h\nE -> F\n# j\n}\n# k\n",
        &expect![[r#"
            class a {
              # b
              # c
              $d = [
                # e
                1, # f
                # g
              ]
              # h
              E -> F
              # j
            }
            # k
        "#]],
    );
}
