//! `Pathname.glob`: files by a pattern, in Ruby's order.

use crate::files::{Files, PathKind};

/// The most names that a pattern may visit.
const MAX_VISITED: usize = 200_000;

/// The paths that a pattern matches; folders are among them.
pub(crate) fn glob(files: &dyn Files, pattern: &str) -> Vec<String> {
    let mut walk = GlobWalk {
        files,
        found: Vec::new(),
        visited: 0,
    };
    for pattern in expand_braces(pattern) {
        let Some(relative) = pattern.strip_prefix('/') else {
            continue;
        };
        let parts: Vec<&str> = relative
            .split('/')
            .filter(|part| !part.is_empty())
            .collect();
        walk.step("", &parts);
    }
    walk.found
}

struct GlobWalk<'a> {
    files: &'a dyn Files,
    found: Vec<String>,
    visited: usize,
}

impl GlobWalk<'_> {
    /// Follows the rest of a pattern from a folder.
    fn step(&mut self, folder: &str, parts: &[&str]) {
        let Some((part, rest)) = parts.split_first() else {
            return self.found.push(folder.to_owned());
        };
        if !part.contains(['*', '?', '[', '\\']) {
            let path = format!("{folder}/{part}");
            let is_there = match self.files.kind(&path) {
                PathKind::Missing => false,
                PathKind::File => rest.is_empty(),
                PathKind::Folder => true,
            };
            if is_there {
                self.step(&path, rest);
            }
            return;
        }
        self.in_folder(folder, &[parts]);
    }

    /// Follows several patterns at once, as Ruby does, so that each name of the folder is visited once and in order.
    fn in_folder(&mut self, folder: &str, patterns: &[&[&str]]) {
        let mut patterns: Vec<&[&str]> = patterns.to_vec();
        let mut index = 0;
        // `**/` includes the folder itself.
        while let Some(pattern) = patterns.get(index).copied() {
            if let ["**", rest @ ..] = pattern
                && !rest.is_empty()
                && !patterns.contains(&rest)
            {
                patterns.push(rest);
            }
            index += 1;
        }
        let mut entries = self
            .files
            .list(if folder.is_empty() { "/" } else { folder });
        entries.sort_by(|left, right| left.name.as_bytes().cmp(right.name.as_bytes()));
        for entry in entries {
            self.visited += 1;
            if self.visited > MAX_VISITED {
                return;
            }
            let path = format!("{folder}/{}", entry.name);
            let mut inner: Vec<&[&str]> = Vec::new();
            let mut is_found = false;
            for pattern in &patterns {
                match pattern {
                    ["**", _, ..] if entry.is_folder && !entry.name.starts_with('.') => {
                        inner.push(pattern)
                    }
                    ["**", _, ..] => {}
                    [part] => is_found |= matches(part, &entry.name),
                    [part, rest @ ..] if entry.is_folder && matches(part, &entry.name) => {
                        inner.push(rest)
                    }
                    _ => {}
                }
            }
            if is_found {
                self.found.push(path.clone());
            }
            if !inner.is_empty() {
                self.in_folder(&path, &inner);
            }
        }
    }
}

/// Whether a name is of a pattern (`File.fnmatch`); names that start with a dot need a dot.
fn matches(pattern: &str, name: &str) -> bool {
    let is_hidden =
        name.starts_with('.') && !pattern.starts_with('.') && !pattern.starts_with("\\.");
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    !is_hidden && matches_from(&pattern, &name)
}

fn matches_from(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut in_name) = (0, 0);
    // Where the last `*` stands, and up to where it reaches.
    let mut star: Option<(usize, usize)> = None;
    while in_name < name.len() {
        let step = match pattern.get(at) {
            Some('*') => {
                star = Some((at, in_name));
                at += 1;
                continue;
            }
            Some('?') => Some(at + 1),
            Some('[') => match set(&pattern[at + 1..], name[in_name]) {
                Some((true, length)) => Some(at + 1 + length),
                _ => None,
            },
            Some('\\') if pattern.get(at + 1) == Some(&name[in_name]) => Some(at + 2),
            Some(c) if *c == name[in_name] && *c != '\\' => Some(at + 1),
            _ => None,
        };
        match (step, star) {
            (Some(next), _) => {
                at = next;
                in_name += 1;
            }
            (None, Some((star_at, reach))) => {
                star = Some((star_at, reach + 1));
                at = star_at + 1;
                in_name = reach + 1;
            }
            (None, None) => return false,
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

/// Whether a character is in a set, and how long the set is with its bracket.
fn set(pattern: &[char], c: char) -> Option<(bool, usize)> {
    let is_negated = matches!(pattern.first(), Some('!' | '^'));
    let mut at = usize::from(is_negated);
    let mut is_in = false;
    let mut is_first = true;
    loop {
        let mut from = *pattern.get(at)?;
        if from == ']' && !is_first {
            return Some((is_in != is_negated, at + 1));
        }
        is_first = false;
        if from == '\\' {
            at += 1;
            from = *pattern.get(at)?;
        }
        at += 1;
        let mut to = from;
        if pattern.get(at) == Some(&'-') && pattern.get(at + 1).is_some_and(|end| *end != ']') {
            to = *pattern.get(at + 1)?;
            at += 2;
        }
        is_in |= (from..=to).contains(&c);
    }
}

/// The patterns that `{a,b}` stands for.
fn expand_braces(pattern: &str) -> Vec<String> {
    let mut waiting = vec![pattern.to_owned()];
    let mut expanded = Vec::new();
    while let Some(pattern) = waiting.pop() {
        match first_braces(&pattern) {
            Some((start, end, commas)) if expanded.len() + waiting.len() < 1000 => {
                let mut bounds = vec![start];
                bounds.extend(commas);
                bounds.push(end);
                let choices = bounds.windows(2).map(|pair| &pattern[pair[0] + 1..pair[1]]);
                let made: Vec<String> = choices
                    .map(|choice| format!("{}{choice}{}", &pattern[..start], &pattern[end + 1..]))
                    .collect();
                waiting.extend(made.into_iter().rev());
            }
            _ => expanded.push(pattern),
        }
    }
    expanded
}

/// The outermost braces that are closed, and the commas between their choices.
fn first_braces(pattern: &str) -> Option<(usize, usize, Vec<usize>)> {
    let start = pattern.find('{')?;
    let mut depth = 0;
    let mut commas = Vec::new();
    for (at, c) in pattern.char_indices().skip_while(|(at, _)| *at < start) {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((start, at, commas));
                }
            }
            ',' if depth == 1 => commas.push(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_patterns() {
        for (pattern, name, expected) in [
            ("*.yaml", "a.yaml", true),
            ("*.yaml", ".yaml", false),
            (".*", ".yaml", true),
            ("a?c", "abc", true),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[^a-c]x", "dx", true),
            ("\\*", "*", true),
            ("\\*", "a", false),
            ("*a*b*", "xaxxbx", true),
            ("*a*b", "xaxxbx", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
        assert_eq!(
            expand_braces("{a,b{c,d}}/x{1,2}"),
            ["a/x1", "a/x2", "bc/x1", "bc/x2", "bd/x1", "bd/x2"]
        );
    }
}
