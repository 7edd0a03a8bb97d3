//! Patterns of paths, as `.gitignore` writes them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ignore::Error;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// A pattern of paths below a directory: `*` stands for anything but `/`, `?` for one such character, `**` for any
/// directories. Without a `/` inside, it fits at any depth. A directory that fits stands for all that is in it.
#[derive(Clone)]
pub struct PathGlob {
    base: Arc<str>,
    pattern: Arc<str>,
    matcher: Arc<Gitignore>,
}

impl PathGlob {
    /// A pattern below the directory `base`, an absolute path with `/` between its parts.
    ///
    /// # Errors
    /// What is wrong with the pattern.
    pub fn new(base: &str, pattern: &str) -> Result<Self, String> {
        let base = base.trim_end_matches('/');
        let mut builder = GitignoreBuilder::new(base);
        let anchored = match pattern.strip_prefix("./") {
            Some(rest) => format!("/{rest}"),
            None => pattern.to_owned(),
        };
        // Braces are plain characters in `.gitignore`.
        let line = anchored.replace('{', "\\{").replace('}', "\\}");
        let matcher = builder.add_line(None, &line).and_then(|it| it.build());
        let matcher = matcher.map_err(|error| match error {
            Error::Glob { err, .. } => format!("Invalid pattern '{pattern}': {err}"),
            error => format!("Invalid pattern '{pattern}': {error}"),
        })?;
        Ok(Self {
            base: base.into(),
            pattern: pattern.into(),
            matcher: Arc::new(matcher),
        })
    }

    /// Whether the pattern fits an absolute path, or a directory that it is in.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        let below = path.strip_prefix(&*self.base);
        let relative = below.and_then(|rest| rest.strip_prefix('/'));
        let relative = relative.filter(|it| !it.starts_with('/'));
        relative.is_some_and(|it| {
            let found = self.matcher.matched_path_or_any_parents(it, false);
            found.is_ignore()
        })
    }

    fn key(&self) -> (&str, &str) {
        (&self.base, &self.pattern)
    }
}

impl PartialEq for PathGlob {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for PathGlob {}

impl Hash for PathGlob {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for PathGlob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.base, self.pattern)
    }
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
            // As Git, `?` stands for one byte.
            ("b?.pp", "/r/bü.pp", false),
            ("{a,b}.pp", "/r/a.pp", false),
            ("{a.pp", "/r/{a.pp", true),
            ("[ab].pp", "/r/b.pp", true),
            ("a", "/r//a", false),
            ("", "/r/a", false),
        ] {
            let found = PathGlob::new("/r", pattern).map(|it| it.matches(path));
            assert_eq!(found, Ok(expected), "{pattern} {path}");
        }
    }

    #[test]
    fn invalid_patterns_are_refused() {
        let problem = PathGlob::new("/r", "a[z-b]").err();
        let expected = "Invalid pattern 'a[z-b]': invalid range; 'z' > 'b'";
        assert_eq!(problem.as_deref(), Some(expected));
    }
}
