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

/// The errors of a text: what they cover, one per line.
fn errors(text: &str, entry: Entry, expected: Expect) {
    let lexed = tokenize(text, entry);
    let errors = lexed
        .errors()
        .iter()
        .map(|error| format!("{} {:?}\n", error.kind.code(), &text[error.range]));
    expected.assert_eq(&errors.collect::<String>());
}

#[test]
fn a_missing_quote_is_reported_where_it_is_missing() {
    for text in [
        "file { 'a': mode => '0644,\n  owner => 'root',\n}\nclass b { $x = 'y' }\n",
        "file { 'a': mode => '0644,\n  owner => 'root', group => 'x'\n}\n",
    ] {
        errors(
            text,
            Entry::Manifest,
            expect![[r#"
                UNCLOSED_QUOTE "'0644"
            "#]],
        );
    }
    errors(
        "$a = [ 'a, 'b' ]\n$c = 'd'\n",
        Entry::Manifest,
        expect![[r#"
            UNCLOSED_QUOTE "'a"
        "#]],
    );
    errors(
        "$a = \"b ${c}\n$d = \"e\"\n$f = \"g ${h}\"\n",
        Entry::Manifest,
        expect![[r#"
            UNCLOSED_QUOTE "\"b ${c}"
        "#]],
    );
    errors(
        "$a = \"b ${c\"\n$d = \"e\"\n",
        Entry::Manifest,
        expect![[r#"
            UNCLOSED_QUOTE "${"
        "#]],
    );
}

#[test]
fn what_follows_a_missing_end_is_still_read() {
    errors(
        "class a {\n  $x = @(END)\n    text\n    END;\n  $y = 1\n}\n",
        Entry::Manifest,
        expect![[r#"
            HEREDOC_WITHOUT_END_TAGGED_LINE "@(END)"
        "#]],
    );
    errors(
        "class a {\n  $x = @(END)\n    text 'with' \"quotes\n}\nclass b { }\n",
        Entry::Manifest,
        expect![[r#"
            HEREDOC_WITHOUT_END_TAGGED_LINE "@(END)"
        "#]],
    );
    errors(
        "$x = @(END\n  it's text\n  | END\n$y = 'z'\n",
        Entry::Manifest,
        expect![[r#"
            HEREDOC_UNCLOSED_PARENTHESIS "@(END"
        "#]],
    );
    errors(
        "/* never closed\n * this neither\nclass a { }\n",
        Entry::Manifest,
        expect![[r#"
            UNCLOSED_MLCOMMENT "/*"
        "#]],
    );
}

#[test]
fn unclosed_tags_of_templates() {
    errors(
        "a <%= $x\nits text\n<% if $y { %>b<% } %>\n",
        Entry::Epp,
        expect![[r#"
            SYNTAX_ERROR "<%"
        "#]],
    );
    errors(
        "a <%= $x\nit's text\n<% if $y { %>b<% } %>\n",
        Entry::Epp,
        expect![[r#"
            EPP_UNBALANCED_TAG "<%"
        "#]],
    );
    errors(
        "a <%= $x\nit's text\n",
        Entry::Epp,
        expect![[r#"
            EPP_UNBALANCED_TAG "<%"
        "#]],
    );
    errors(
        "<% f(\"\n\") <% g() %>\n",
        Entry::Epp,
        expect![[r#"
            SYNTAX_ERROR "<%"
        "#]],
    );
    errors(
        "a <%# comment\ntext\n",
        Entry::Epp,
        expect![[r#"
            EPP_UNBALANCED_COMMENT "<%#"
        "#]],
    );
}

#[test]
fn numbers_and_names() {
    errors(
        "08 0xg 1.5abc A::b ::A:: ::1 \u{e9} \"\\q\"",
        Entry::Manifest,
        expect![[r#"
            INVALID_OCTAL_NUMBER "08"
            INVALID_HEX_NUMBER "0xg"
            INVALID_DECIMAL_NUMBER "1.5abc"
            ILLEGAL_CLASS_REFERENCE "::b"
            ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE "::"
            ILLEGAL_FULLY_QUALIFIED_NAME "::"
            SYNTAX_ERROR "é"
            UNRECOGNIZED_ESCAPE "\\q"
        "#]],
    );
}
