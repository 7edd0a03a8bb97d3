//! Literate tests: Markdown that users read as the manual, and that is run.
//!
//! A heading starts a case. Its fenced blocks of `puppet`, `epp`, `erb`, `json` or `conf` are files: ```` ```puppet path=modules/web/manifests/init.pp ````
//! names one; blocks without a path are the site manifest, one after the other. Blocks of `toml`, `yaml` and `ruby` are
//! files if they have a path. What is expected stands in comments:
//!
//! * `# error: [T202] "text"` at the end of a line, or alone on the lines before it: exactly this diagnostic starts on
//!   that line, and its message holds the text (which may be left out). The same with `warning`, `info` and `hint`.
//! * a [mark](crate::fixture::Mark) `type: T` under an expression: its inferred type.
//!
//! Errors, warnings and infos that are not expected fail the case; hints may be there.

use std::fmt::Write as _;

use crate::fixture::{self, DEFAULT_PATH, Mark};

/// One case: what stands below one heading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Case {
    /// The headings above it, from the outermost.
    pub name: String,
    /// The line of the heading, from 1.
    pub line: usize,
    /// The files.
    pub files: Vec<CaseFile>,
}

/// A file of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFile {
    /// Its path, absolute.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The diagnostics that are expected.
    pub diagnostics: Vec<Expected>,
    /// The types that are expected.
    pub types: Vec<Mark>,
}

/// A diagnostic: expected by a comment, or found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expected {
    /// The line on which it starts, from 1.
    pub line: usize,
    /// `error`, `warning`, `info` or `hint`.
    pub severity: String,
    /// Its code.
    pub code: String,
    /// What its message holds.
    pub message: String,
}

const SEVERITIES: [&str; 4] = ["error", "warning", "info", "hint"];

/// The cases of a Markdown text that have files.
#[must_use]
pub fn cases(markdown: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut headings: Vec<(usize, String)> = Vec::new();
    let mut case = Case::default();
    let mut lines = markdown.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let block: Vec<&str> = lines
                .by_ref()
                .map(|(_, line)| line)
                .take_while(|line| *line != "```")
                .collect();
            case.add(info, &block);
        } else if line.starts_with('#') {
            let text = line.trim_start_matches('#');
            let level = line.len() - text.len();
            headings.retain(|(other, _)| *other < level);
            headings.push((level, text.trim().to_owned()));
            let name = headings
                .iter()
                .map(|(_, text)| text.as_str())
                .collect::<Vec<_>>()
                .join(" / ");
            cases.push(std::mem::replace(
                &mut case,
                Case {
                    name,
                    line: number + 1,
                    files: Vec::new(),
                },
            ));
        }
    }
    cases.push(case);
    cases.retain(|case| !case.files.is_empty());
    for file in cases.iter_mut().flat_map(|case| &mut case.files) {
        file.diagnostics = expected_diagnostics(&file.text);
        file.types = fixture::marks(&file.text);
        file.types.retain(|mark| mark.label.starts_with("type: "));
        for mark in &mut file.types {
            mark.label.drain(.."type: ".len());
        }
    }
    cases
}

impl Case {
    fn add(&mut self, info: &str, block: &[&str]) {
        let mut words = info.split_whitespace();
        let language = words.next().unwrap_or_default();
        let path = words.find_map(|word| word.strip_prefix("path="));
        let needs_path = ["toml", "yaml", "ruby"].contains(&language);
        let is_file = ["puppet", "epp", "erb", "json", "conf", "sh"].contains(&language);
        if !(is_file || needs_path && path.is_some()) {
            return;
        }
        let path = path.map_or_else(
            || DEFAULT_PATH.to_owned(),
            |path| format!("/{}", path.trim_start_matches('/')),
        );
        let mut text = block.join("\n");
        text.push('\n');
        match self.files.iter_mut().find(|file| file.path == path) {
            Some(file) => file.text.push_str(&text),
            None => self.files.push(CaseFile {
                path,
                text,
                diagnostics: Vec::new(),
                types: Vec::new(),
            }),
        }
    }
}

/// The diagnostics that the comments of a text expect, in the order of the lines.
#[must_use]
pub fn expected_diagnostics(text: &str) -> Vec<Expected> {
    let mut expected = Vec::new();
    let mut pending: Vec<Expected> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let found = expectation(line);
        let is_alone = line.trim_start().starts_with('#');
        match found {
            Some(found) if is_alone => pending.push(found),
            found => {
                let here = pending.drain(..).chain(found).map(|found| Expected {
                    line: index + 1,
                    ..found
                });
                expected.extend(here);
            }
        }
    }
    expected
}

/// `# error: [T202] "text"`, wherever it stands in the line.
fn expectation(line: &str) -> Option<Expected> {
    let (at, severity) = SEVERITIES
        .iter()
        .find_map(|severity| Some((line.find(&format!("# {severity}: ["))?, severity)))?;
    let rest = &line[at + "# : [".len() + severity.len()..];
    let (code, rest) = rest.split_once(']')?;
    let message = rest
        .trim()
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or_default();
    Some(Expected {
        line: 0,
        severity: (*severity).to_owned(),
        code: code.to_owned(),
        message: message.to_owned(),
    })
}

/// What differs between the expected and the found diagnostics of a file, as text; empty if nothing does.
#[must_use]
pub fn difference(path: &str, expected: &[Expected], found: &[Expected]) -> String {
    let mut text = String::new();
    let mut left: Vec<&Expected> = found.iter().collect();
    for expected in expected {
        let matches = |found: &&Expected| {
            (found.line, &found.severity, &found.code)
                == (expected.line, &expected.severity, &expected.code)
                && found.message.contains(&expected.message)
        };
        match left.iter().position(matches) {
            Some(index) => drop(left.remove(index)),
            None => describe(&mut text, "missing", path, expected),
        }
    }
    for found in left.into_iter().filter(|found| found.severity != "hint") {
        describe(&mut text, "unexpected", path, found);
    }
    text
}

fn describe(text: &mut String, what: &str, path: &str, it: &Expected) {
    let _ = writeln!(
        text,
        "  {what}: {path}:{}: {}: [{}] \"{}\"",
        it.line, it.severity, it.code, it.message
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Types\n\nText.\n\n## Ports\n\n```puppet path=modules/web/manifests/init.pp\nclass web(Integer $p) {}\n```\n\nMore.\n\n\
        ```puppet\n# error: [T202] \"expects\"\nclass { 'web': p => 'x' }\n```\n\n```puppet\n$x = 1 # warning: [N101]\n#    ^ type: Integer[1, 1]\n```\n\n```sh\nls\n```\n";

    #[test]
    fn blocks_become_files_with_expectations() {
        let cases = cases(TEXT);
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].name, "Types / Ports");
        let [web, site] = &cases[0].files[..] else {
            panic!("two files")
        };
        assert_eq!(web.path, "/modules/web/manifests/init.pp");
        let expected: Vec<_> = site
            .diagnostics
            .iter()
            .map(|it| (it.line, &*it.severity, &*it.code, &*it.message))
            .collect();
        assert_eq!(
            expected,
            [(2, "error", "T202", "expects"), (3, "warning", "N101", "")]
        );
        assert_eq!(site.types[0].label, "Integer[1, 1]");
        assert_eq!(
            &site.text[site.types[0].range.start as usize..site.types[0].range.end as usize],
            "1"
        );
    }

    #[test]
    fn missing_and_unexpected_diagnostics_are_told() {
        let one = |code: &str| Expected {
            line: 1,
            severity: "error".to_owned(),
            code: code.to_owned(),
            message: "text".to_owned(),
        };
        assert_eq!(difference("/a", &[one("A")], &[one("A")]), "");
        assert_eq!(
            difference("/a", &[one("A")], &[one("B")]),
            "  missing: /a:1: error: [A] \"text\"\n  unexpected: /a:1: error: [B] \"text\"\n"
        );
    }
}
