//! Both engines against each other.

use proptest::prelude::*;

use super::{Regexp, matcher};

#[test]
fn expressions_that_match_every_text() {
    for (source, expected) in [
        (".*", true),
        ("^(.*)", true),
        ("", true),
        ("a?|b", true),
        ("(?i:x*)", true),
        (".+", false),
        (".*$", false),
        ("a*b", false),
        ("(?=a)", false),
    ] {
        let regexp = Regexp::new(source).expect("a valid expression");
        assert_eq!(regexp.matches_every_text(), expected, "{source}");
    }
}

/// Expressions that both engines may know.
fn pattern() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "a",
        "b",
        "B",
        "é",
        "k",
        "7",
        " ",
        "_",
        "\\n",
        ".",
        "\\w",
        "\\W",
        "\\d",
        "\\D",
        "\\s",
        "\\S",
        "\\h",
        "\\H",
        "\\b",
        "\\B",
        "\\A",
        "\\z",
        "\\Z",
        "^",
        "$",
        "[ab]",
        "[^ab]",
        "[a-é]",
        "[[:alpha:]]",
        "[[:^space:]]",
        "[\\w&&[^a]]",
        "[a&&b]",
        "\\p{Alpha}",
        "\\P{Upper}",
        "(?i)",
        "(?m)",
        "(?u)",
        "(?a)",
        "\\.",
        "\\-",
        "\\x41",
        "",
    ])
    .prop_map(str::to_owned);
    atom.prop_recursive(5, 24, 4, |inner| {
        let quantifier = prop::sample::select(vec![
            "*", "+", "?", "*?", "+?", "??", "{2}", "{2}?", "{1,2}", "{,2}", "{2,}", "{0}", "{1,3}?",
        ]);
        let open = prop::sample::select(vec!["(", "(?:", "(?i:", "(?m:", "(?u:", "(?a:"]);
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            2 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("(?:{})", parts.join("|"))),
            3 => (open.clone(), inner.clone()).prop_map(|(open, inner)| format!("{open}{inner})")),
            3 => (open, inner, quantifier).prop_map(|(open, inner, quantifier)| format!("{open}{inner}){quantifier}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn engines_agree(source in pattern(), text in "[abABkK é7_\\n\u{200d}\u{e0}-\u{ea}]{0,12}", start in 0_usize..4) {
        let Ok(regexp) = Regexp::new(source.as_str()) else { return Ok(()) };
        let start = text.char_indices().map(|(index, _)| index).nth(start).unwrap_or(0);
        let (Ok(Some(linear)), Ok(program)) = (regexp.linear_for(&text), regexp.program()) else {
            return Ok(());
        };
        if let Ok(bounded) = matcher::search(program, &text, start) {
            prop_assert_eq!(linear.search(&text, start), bounded);
        }
        if let Ok(bounded) = matcher::search(program, &text, 0) {
            prop_assert_eq!(linear.is_match(&text), bounded.is_some());
        }
    }
}

#[test]
fn plain_expressions_run_in_linear_time() {
    for (source, text, linear) in [
        (r"\A[a-z][a-z0-9_]*\z", "abc", true),
        (r"(?i:^(absent|present)$)", "Present", true),
        (r"(\d+)\.(?<minor>\d+)", "1.2", true),
        (r"(a+)+b", "aaaa", true),
        (r"^\w+\b\Z", "abc", true),
        (r"^a*$", "a\n", false),
        (r"a\Z", "a\n", false),
        (r"\bé\b", "é\u{200d}", false),
        (r"(a*)*", "a", false),
        (r"(a){0}", "a", false),
        (r"a(?=b)", "ab", false),
        (r"(?<!a)b", "b", false),
        (r"(a)\1", "aa", false),
        (r"a++b", "ab", false),
        (r"(?>a|ab)c", "abc", false),
        (r"\Ga", "a", false),
        (r"a\Kb", "ab", false),
        (r"a\R", "a\n", false),
        (r"(?~b)", "a", false),
    ] {
        let regexp = Regexp::new(source).expect("a valid expression");
        let found = regexp.linear_for(text).expect("a decided text");
        assert_eq!(found.is_some(), linear, "/{source}/ on {text:?}");
    }
}

/// The bounded matcher gives up here.
#[test]
fn linear_time_decides_what_backtracking_does_not() {
    let regexp = Regexp::new("(a+)+b").expect("a valid expression");
    let text = "a".repeat(5_000);
    assert_eq!(regexp.is_match(&text), Ok(false));
    let program = regexp.program().expect("a program");
    assert!(matcher::search(program, &text, 0).is_err());
}
