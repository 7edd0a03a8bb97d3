//! Tokens of small texts.

use expect_test::{Expect, expect};

use super::{Entry, tokenize};

/// One token per line, then the errors.
fn check(text: &str, entry: Entry, expected: Expect) {
    let lexed = tokenize(text, entry);
    let tokens = (0..lexed.len())
        .map(|token| format!("{:?} {:?}\n", lexed.kind(token), lexed.text(text, token)));
    let errors = lexed.errors().iter().map(|error| {
        format!(
            "error {} {:?}: {:?}\n",
            error.kind.code(),
            &text[error.range],
            error.range
        )
    });
    expected.assert_eq(&tokens.chain(errors).collect::<String>());
}

fn manifest(text: &str, expected: Expect) {
    check(text, Entry::Manifest, expected);
}

#[test]
fn interpolation() {
    manifest(
        r#""a${x}b$y::z${w.m("${1}")}""#,
        expect![[r#"
            STRING_START "\""
            STRING_TEXT "a"
            INTERPOLATION_START "${"
            IMPLICIT_VARIABLE "x"
            INTERPOLATION_END "}"
            STRING_TEXT "b"
            VARIABLE "$y::z"
            INTERPOLATION_START "${"
            IMPLICIT_VARIABLE "w"
            DOT "."
            NAME "m"
            L_PAREN "("
            STRING_START "\""
            INTERPOLATION_START "${"
            IMPLICIT_VARIABLE "1"
            INTERPOLATION_END "}"
            STRING_END "\""
            R_PAREN ")"
            INTERPOLATION_END "}"
            STRING_END "\""
        "#]],
    );
}

#[test]
fn heredocs_of_one_line() {
    manifest(
        "f(@(A), @(\"B\")) \n a\n | A\n${x} \n |- B\nend",
        expect![[r#"
            NAME "f"
            L_PAREN "("
            HEREDOC_TAG "@(A)"
            COMMA ","
            WHITESPACE " "
            HEREDOC_TAG "@(\"B\")"
            R_PAREN ")"
            WHITESPACE " \n"
            HEREDOC_TEXT " a\n"
            HEREDOC_END " | A"
            WHITESPACE "\n"
            INTERPOLATION_START "${"
            IMPLICIT_VARIABLE "x"
            INTERPOLATION_END "}"
            HEREDOC_TEXT " \n"
            HEREDOC_END " |- B"
            WHITESPACE "\n"
            NAME "end"
        "#]],
    );
}

#[test]
fn template() {
    check(
        "<%- | $a | -%>\nx <%= $a %><%# c %>\n<%% <% if x { %>",
        Entry::Epp,
        expect![[r##"
            EPP_OPEN_TRIM "<%-"
            WHITESPACE " "
            PIPE "|"
            WHITESPACE " "
            VARIABLE "$a"
            WHITESPACE " "
            PIPE "|"
            WHITESPACE " "
            EPP_CLOSE_TRIM "-%>"
            EPP_TEXT "\nx "
            EPP_OPEN_EXPR "<%="
            WHITESPACE " "
            VARIABLE "$a"
            WHITESPACE " "
            EPP_CLOSE "%>"
            EPP_COMMENT "<%# c %>"
            EPP_TEXT "\n<%% "
            EPP_OPEN "<%"
            WHITESPACE " "
            IF_KW "if"
            WHITESPACE " "
            NAME "x"
            WHITESPACE " "
            L_BRACE "{"
            WHITESPACE " "
            EPP_CLOSE "%>"
        "##]],
    );
}
