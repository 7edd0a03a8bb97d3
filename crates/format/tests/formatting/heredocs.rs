//! Texts that must not change: heredocs, strings, comments.

use expect_test::{Expect, expect};

use crate::support::manifest;

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&manifest(text));
}

#[test]
fn heredocs_keep_their_texts() {
    check(
        "x { 'a':\ncontent => @(\"E\"/L)  ,\n    b\n      ${c}  \n    | E\n\n\nmode  =>  '1',\nother => @(F)\n  text\n  F\n}\n",
        &expect![[r#"
            x { 'a':
              content => @("E"/L),
                b
                  ${c}  
                | E

              mode    => '1',
              other   => @(F),
              text
              F
            }
        "#]],
    );
    check(
        "f(@(A), @(B)) # both\n  a\n  | A\n b\n  B\n  $c = 1\n",
        &expect![[r#"
            f(@(A), @(B)) # both
              a
              | A
             b
              B
            $c = 1
        "#]],
    );
}

#[test]
fn strings_and_block_comments_keep_their_lines() {
    check(
        "class a {\n$b = \"c  \n d ${ e }\"\n$f = 'g\n\th'\n    /* i\n  j  */\n}\n",
        &expect![[r#"
            class a {
              $b = "c  
             d ${ e }"
              $f = 'g
            	h'
              /* i
              j  */
            }
        "#]],
    );
}
