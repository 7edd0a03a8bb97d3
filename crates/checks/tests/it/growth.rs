//! Checking takes time in proportion to what is checked.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::support::Project;

fn time(text: &str) -> Duration {
    let project = Project::new([("/manifests/site.pp", text)]);
    let start = Instant::now();
    assert!(project.check().is_empty());
    start.elapsed()
}

/// With time that grows with the square, four times as much would always take sixteen times as long. Others use the
/// machine as well: one of a few tries says enough.
fn assert_linear(text_of: impl Fn(usize) -> String) {
    let (few, many) = (text_of(2_000), text_of(8_000));
    let mut growths = std::iter::repeat_with(|| time(&many).div_duration_f64(time(&few)));
    let is_linear = growths.by_ref().take(5).any(|growth| growth < 7.0);
    assert!(is_linear, "four times as much takes much longer");
}

#[test]
fn the_same_resources_in_different_branches() {
    assert_linear(|count| {
        let mut text = String::from("if $facts['is_virtual'] {\n");
        for branch in ["", "} else {\n"] {
            text.push_str(branch);
            for number in 0..count {
                let _ = writeln!(text, "  notify {{ 'n{number}': message => 'a' }}");
            }
        }
        text.push_str("}\n");
        text
    });
}
