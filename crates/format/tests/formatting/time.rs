//! Formatting takes time in proportion to the text.

use std::time::{Duration, Instant};

use puppet_syntax::Entry;

use crate::support::formatted;

/// The time that this thread has run: what others do meanwhile does not count, where the system tells.
fn now(start: Instant) -> Duration {
    let counters = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = counters.and_then(|it| it.split(' ').next()?.parse().ok());
    first.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The least time of three runs.
fn time(text: &str) -> Duration {
    let start = Instant::now();
    let time = |_| {
        let before = now(start);
        formatted(text, Entry::Manifest);
        now(start).saturating_sub(before)
    };
    (0..3).map(time).min().unwrap_or_default()
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
