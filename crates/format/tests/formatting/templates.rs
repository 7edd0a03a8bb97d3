//! Templates: code between the marks, and never their text.

use expect_test::{Expect, expect};
use puppet_syntax::Entry;

use crate::support::{assert_same, formatted};

fn check(text: &str, expected: &Expect) {
    let after = formatted(text, Entry::Epp);
    assert_same(text, &after, Entry::Epp);
    expected.assert_eq(&after);
}

#[test]
fn only_code_changes() {
    check(
        "<%-|String $a,$b=1|-%>\n  text  \n\n\n\t<%if $a=='b'{-%>\nx=<%=$a%>\n<%#  c  %>\n<%-   }else{ -%>\n<%}%>  ",
        &expect![[r#"
            <%- | String $a, $b = 1 | -%>
              text  


            	<% if $a == 'b' { -%>
            x=<%= $a %>
            <%#  c  %>
            <%-   } else { -%>
            <% } %>  "#]],
    );
}

#[test]
fn code_over_several_lines() {
    check(
        "<%- |\n    String $a,\nInteger $b = 1\n| -%>\n  <% $a.each |$c| {\n      f(\n1\n)\n-%>\n<% } -%>\n",
        &expect![[r#"
            <%- |
              String $a,
              Integer $b = 1
            | -%>
              <% $a.each |$c| {
                f(
                  1,
                )
              -%>
            <% } -%>
        "#]],
    );
}

#[test]
fn incomplete_templates_stay() {
    check(
        "<% if $a { %>\nx=<%=$a\n",
        &expect![[r#"
        <% if $a { %>
        x=<%=$a
    "#]],
    );
    check(
        "<%=$a%> <%= $b + %> <%=$c%>\n",
        &expect![[r#"
        <%= $a %> <%= $b + %> <%= $c %>
    "#]],
    );
}
