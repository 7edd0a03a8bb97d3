//! Formatting takes time in proportion to the text.

use std::time::Duration;

use puppet_syntax::Entry;
use puppet_test_support::processor_time;

use crate::support::formatted;

fn time(text: &str) -> Duration {
    processor_time(|| {
        formatted(text, Entry::Manifest);
    })
}

/// Ten times the text must not take a hundred times as long.
#[test]
fn growing_texts_take_linear_time() {
    for (start, fragment, end) in [
        ("", "# c\n", ""),
        ("", "$a=1 # c\n", ""),
        ("$a=[", "1,", "]"),
        ("$a=[\n", "1 ,\n", "]"),
        ("x{", "'a':b=>1;", "}"),
        ("x{'a':\n", "b=>1,\n", "}"),
        ("case $a {\n", "'b':    { f() }\n", "}"),
        ("class a(\n", "$b   = 1,\n", "){}"),
        ("", "$a=@(E)\nE\n", ""),
        ("", "f({\n'a'=>1\n})\n", ""),
        ("", "$a=)\n", ""),
        ("/* c */", "/* c */", "\n"),
    ] {
        let text = |count: usize| format!("{start}{}{end}", fragment.repeat(count));
        let (small, large) = (time(&text(500)), time(&text(5000)));
        assert!(
            large < small * 40 + Duration::from_millis(40),
            "{fragment:?}: {small:?}, and {large:?} for ten times as much"
        );
    }
}
