//! Laws of the lexer, for any text.

use std::time::Duration;

use proptest::prelude::*;
use puppet_syntax::lexer::{Entry, Keywords, Lexed, tokenize_with};
use puppet_syntax::{SyntaxKind, parse, unescape};
use puppet_test_support::processor_time;

const ENTRIES: [Entry; 3] = [Entry::Manifest, Entry::Epp, Entry::TypeExpr];

/// Fragments of source that are likely to go wrong next to each other.
const FRAGMENTS: &[&str] = &[
    "\"",
    "'",
    "$",
    "${",
    "}",
    "{",
    "\\",
    "@(E)",
    "@(\"E\")",
    "@(\"E\"/L$)",
    "@(",
    "\n",
    "\r\n",
    "E\n",
    "  | E\n",
    "|- E",
    "a",
    "b::",
    "::",
    "A",
    "A::",
    "1",
    "1.",
    ".5",
    "0x",
    "08",
    "1e",
    "\u{e9}",
    "\u{20ac}",
    "\u{1f600}",
    "\u{feff}",
    "\0",
    "\u{3000}",
    " ",
    "\t",
    "# c",
    "/*",
    "*/",
    "/",
    "[",
    "(",
    ")",
    "]",
    "?",
    ".y",
    "true",
    "if",
    "class",
    "-",
    "-%>",
    "%>",
    "<%",
    "<%=",
    "<%-",
    "<%#",
    "<%%",
    "%%>",
    "=>",
    "|",
    "<|",
    "|>>",
    "~",
    "@@",
    "\\u",
    "\\u{41}",
    "\\u005c",
    ",",
    "'a'",
    "\"b\"",
    "\"${x}\"",
    "$x",
    ";",
    ":",
];

fn soup() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![9 => proptest::sample::select(FRAGMENTS).prop_map(str::to_owned), 1 => any::<String>()];
    proptest::collection::vec(fragment, 0..24).prop_map(|fragments| fragments.concat())
}

/// What holds for the tokens of any text.
fn check(whole: &str, lexed: &Lexed) {
    let text: String = whole.chars().take(200).collect();
    let mut end = 0;
    for token in 0..lexed.len() {
        let range = lexed.range(token);
        assert_eq!(
            usize::from(range.start()),
            end,
            "token {token} of {text:?} starts where the last one ended"
        );
        assert!(!range.is_empty(), "token {token} of {text:?} is not empty");
        assert!(
            whole
                .get(usize::from(range.start())..usize::from(range.end()))
                .is_some(),
            "{text:?} {range:?}"
        );
        end = range.end().into();
    }
    assert_eq!(end, whole.len(), "the tokens are all of {text:?}");
    assert_eq!(lexed.kind(lexed.len()), SyntaxKind::EOF);
    for error in lexed.errors() {
        assert!(
            whole
                .get(usize::from(error.range.start())..usize::from(error.range.end()))
                .is_some(),
            "{text:?} {error:?}"
        );
        assert!(
            usize::from(error.reported_at) <= whole.len(),
            "{text:?} {error:?}"
        );
    }
    let severe = lexed.errors().iter().any(|error| error.kind.stops_lexer());
    assert_eq!(
        lexed.stop().is_some(),
        severe,
        "{text:?}: {:?} {:?}",
        lexed.stop(),
        lexed.errors()
    );
    let mut last_end = 0;
    for heredoc in lexed.heredocs() {
        assert_eq!(lexed.kind(heredoc.tag), SyntaxKind::HEREDOC_TAG, "{text:?}");
        if let Some(body) = &heredoc.body {
            assert!(
                heredoc.tag < body.start && last_end <= body.start && body.end <= lexed.len(),
                "{text:?} {heredoc:?}"
            );
            last_end = body.end;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_are_the_text(text in soup()) {
        for entry in ENTRIES {
            check(&text, &tokenize_with(&text, entry, Keywords::Tasks));
        }
    }

    #[test]
    fn trees_are_the_text(text in soup()) {
        for entry in ENTRIES {
            prop_assert_eq!(parse(&text, entry).syntax().to_string(), text.as_str());
        }
    }

    #[test]
    fn values_of_any_text(text in soup()) {
        unescape::single_quoted(&text);
        unescape::double_quoted(&text, unescape::Followed::ByQuote);
        puppet_syntax::number::value(&text);
        if let Ok(tag) = puppet_syntax::heredoc::HeredocTag::parse(&text) {
            puppet_syntax::heredoc::HeredocEnd::parse(&text, tag.tag);
        }
    }
}

/// Texts that are made to take time or stack: each is read fast enough for a test in a debug build.
#[test]
fn hostile_texts() {
    const SIZE: usize = 20_000;
    let open = [
        "${",
        "\"${",
        "[",
        "{",
        "(",
        "\"",
        "'",
        "@(E)",
        "@(\"E\")\n",
        "@(",
        "/*",
        "/\\",
        "<%",
        "<%#",
        "\\u{",
        "1.",
        "$a::",
        "a-",
    ];
    for fragment in open {
        let text = fragment.repeat(SIZE / fragment.len());
        for entry in ENTRIES {
            check(&text, &tokenize_with(&text, entry, Keywords::Manifest));
        }
        let inner = format!("$a = @(\"E\"/)\n${{{text}\nE\n");
        check(
            &inner,
            &tokenize_with(&inner, Entry::Manifest, Keywords::Manifest),
        );
        let string = format!("\"{text}\"");
        check(
            &string,
            &tokenize_with(&string, Entry::Manifest, Keywords::Manifest),
        );
    }
    let lines: String = (0..20_000)
        .map(|line| format!("$a{line} = @(TAG{line})\n"))
        .collect();
    check(
        &lines,
        &tokenize_with(&lines, Entry::Manifest, Keywords::Manifest),
    );
}

/// Texts that made the lexer or the parser look at the same text again and again: twenty times the text must not take
/// four hundred times as long.
#[test]
fn growing_texts_take_linear_time() {
    for (entry, fragment, end) in [
        (Entry::Manifest, "@(E) ", ""),
        (Entry::Manifest, "@(E) ", "\nE\n"),
        (Entry::Manifest, "@(E)\n", ""),
        (Entry::Manifest, "\"${@(E)}\n\" \n", "E\n"),
        (Entry::Manifest, "@(", ":)"),
        (Entry::Manifest, "@(a:", ")"),
        (Entry::Manifest, "class $x ", ""),
        (Entry::Manifest, "{\n {\n", "}"),
        (Entry::Epp, "a\n<%#", ""),
        (Entry::Epp, "<%={", ""),
        (Entry::Epp, "<%=", ""),
    ] {
        let [short, long] = [500, 10_000].map(|count| {
            let text = format!("{}{end}", fragment.repeat(count));
            processor_time(|| assert!(!parse(&text, entry).errors().is_empty()))
        });
        assert!(
            long < (short + Duration::from_millis(1)) * 80,
            "{fragment:?}: {short:?}, then {long:?}"
        );
    }
}
