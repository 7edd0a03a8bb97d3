//! Patterns of paths, as `.gitignore` writes them.

use std::sync::Arc;

/// A pattern of paths below a directory: `*` stands for anything but `/`, `?` for one such character, `**` for any
/// directories. Without a `/` inside, it fits at any depth. A directory that fits stands for all that is in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PathPattern {
    base: Arc<str>,
    parts: Vec<Arc<str>>,
}

impl PathPattern {
    /// A pattern below the directory `base`, an absolute path with `/` between its parts.
    #[must_use]
    pub fn new(base: &str, pattern: &str) -> Self {
        let trimmed = pattern.trim_end_matches('/');
        let is_anchored = trimmed.contains('/');
        let trimmed = trimmed.strip_prefix("./").unwrap_or(trimmed);
        let written = trimmed.split('/').filter(|part| !part.is_empty());
        let any_depth = (!is_anchored).then_some("**");
        Self {
            base: base.trim_end_matches('/').into(),
            parts: any_depth
                .into_iter()
                .chain(written)
                .map(Arc::from)
                .collect(),
        }
    }

    /// Whether the pattern fits an absolute path, or a directory that it is in.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        let Some(relative) = path
            .strip_prefix(&*self.base)
            .and_then(|rest| rest.strip_prefix('/'))
        else {
            return false;
        };
        let parts: Vec<&str> = relative.split('/').collect();
        // reached[i]: the first parts of the pattern that were looked at fit the first i parts of the path.
        let mut reached = vec![false; parts.len() + 1];
        reached[0] = true;
        for pattern in &self.parts {
            let mut next = vec![false; parts.len() + 1];
            for at in 0..=parts.len() {
                if &**pattern == "**" {
                    next[at] = reached[at] || (at > 0 && next[at - 1]);
                } else if at > 0 {
                    next[at] = reached[at - 1] && fits(pattern, parts[at - 1]);
                }
            }
            reached = next;
        }
        // Whatever is below a path that fits, fits too.
        let is_tree = self.parts.last().is_some_and(|part| &**part == "**");
        let start = usize::from(is_tree);
        reached.iter().skip(start).any(|reached| *reached)
    }
}

/// Whether `*` and `?` can stand for what is missing.
fn fits(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    for wanted in pattern {
        let mut next = vec![false; name.len() + 1];
        for at in 0..=name.len() {
            next[at] = match wanted {
                '*' => reached[at] || (at > 0 && next[at - 1]),
                '?' => at > 0 && reached[at - 1],
                wanted => at > 0 && reached[at - 1] && name[at - 1] == wanted,
            };
        }
        reached = next;
    }
    reached.last().is_some_and(|reached| *reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_in_gitignore() {
        for (pattern, path, expected) in [
            ("vendor", "/r/vendor/a.pp", true),
            ("vendor", "/r/a/vendor/a.pp", true),
            ("vendor/", "/r/vendored/a.pp", false),
            ("*.epp", "/r/a/b.epp", true),
            ("*.epp", "/r/a/b.epp.pp", false),
            ("a/*.pp", "/r/a/b.pp", true),
            ("a/*.pp", "/r/x/a/b.pp", false),
            ("/a", "/r/a/b.pp", true),
            ("/a", "/r/x/a/b.pp", false),
            ("./a/b.pp", "/r/a/b.pp", true),
            ("a/**/b.pp", "/r/a/b.pp", true),
            ("a/**/b.pp", "/r/a/x/y/b.pp", true),
            ("**/b?.pp", "/r/a/x/b1.pp", true),
            ("**/b?.pp", "/r/a/x/b12.pp", false),
            ("a/**", "/r/a/x.pp", true),
            ("a", "/other/a/x.pp", false),
            ("a", "/rr/a/x.pp", false),
        ] {
            let found = PathPattern::new("/r", pattern).matches(path);
            assert_eq!(found, expected, "{pattern} {path}");
        }
    }
}
