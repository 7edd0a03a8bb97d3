//! The differences of texts, as a unified diff.

use std::path::Path;
use std::time::Duration;

use similar::TextDiff;

/// After so long, the differences that are not looked at yet are shown as one.
const TIMEOUT: Duration = Duration::from_secs(1);

/// How two texts of a file differ, as `diff -u` shows it.
pub fn unified(path: &Path, before: &str, after: &str) -> String {
    let name = path.display().to_string();
    TextDiff::configure()
        .timeout(TIMEOUT)
        .diff_lines(before, after)
        .unified_diff()
        .header(&name, &name)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_lines_differ() {
        for (before, after, marks) in [
            ("abcabba", "cbabac", "-a -b  c -a  b +a  b  a +c"),
            ("abc", "abc", ""),
            ("", "ab", "+a +b"),
            ("ab", "", "-a -b"),
            ("xay", "xby", " x -a +b  y"),
            ("aXbYc", "abc", " a -X  b -Y  c"),
        ] {
            let lines = |text: &str| -> String { text.chars().map(|c| format!("{c}\n")).collect() };
            let diff = unified(Path::new("x"), &lines(before), &lines(after));
            let shown: Vec<&str> = diff
                .lines()
                .skip(2)
                .filter(|it| !it.starts_with('@'))
                .collect();
            assert_eq!(shown.join(" "), marks, "{before} {after}");
        }
    }
}
