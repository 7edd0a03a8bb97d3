//! Paths of a `hiera.yaml` with interpolations and globs, as patterns.

/// Paths within a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern {
    /// What stands between the parts that are not known.
    segments: Vec<String>,
    /// The variables of these parts, without leading colons; globs have none.
    variables: Vec<String>,
}

impl PathPattern {
    /// The pattern of a path with interpolations.
    pub(super) fn from_path(path: &str) -> Self {
        Self::new(path, false)
    }

    /// The pattern of a glob with interpolations.
    pub(super) fn from_glob(glob: &str) -> Self {
        Self::new(glob, true)
    }

    /// The segments between interpolations; `%{}` and `%{::}` end where their brace is closed.
    fn new(text: &str, is_glob: bool) -> Self {
        let mut segments = vec![String::new()];
        let mut variables = Vec::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let end = if rest.starts_with("%{") {
                rest.find('}').map_or(rest.len(), |end| end + 1)
            } else if is_glob && "*?[]{}\\".contains(next) {
                let closing = match next {
                    '[' => rest.find(']'),
                    '{' => rest.rfind('}'),
                    _ => None,
                };
                closing.map_or(next.len_utf8(), |end| end + 1)
            } else {
                if let Some(segment) = segments.last_mut() {
                    segment.push(next);
                }
                rest = &rest[next.len_utf8()..];
                continue;
            };
            segments.push(String::new());
            let part = rest.get(..end).unwrap_or_default();
            let variable = part.strip_prefix("%{").map(|it| it.trim_end_matches('}'));
            let variable = variable.unwrap_or_default().trim();
            variables.push(variable.trim_start_matches("::").to_owned());
            rest = rest.get(end..).unwrap_or_default();
        }
        Self {
            segments,
            variables,
        }
    }

    /// Whether the path is the same for every node.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.segments.len() == 1
    }

    /// Whether a path within the directory (`/` between its parts) may be meant.
    #[must_use]
    pub fn may_match(&self, path: &str) -> bool {
        let [first, middle @ .., last] = &self.segments[..] else {
            return self.segments.first().is_some_and(|segment| segment == path);
        };
        let Some(mut rest) = path.strip_prefix(&**first) else {
            return false;
        };
        for segment in middle {
            let Some(at) = rest.find(&**segment) else {
                return false;
            };
            rest = &rest[at + segment.len()..];
        }
        rest.ends_with(&**last)
    }

    /// The one variable of the path, and the value with which it is the given path.
    #[must_use]
    pub fn value_for<'a>(&self, path: &'a str) -> Option<(&str, &'a str)> {
        let ([before, after], [variable]) = (&self.segments[..], &self.variables[..]) else {
            return None;
        };
        let value = path.strip_prefix(&**before)?.strip_suffix(&**after)?;
        Some((variable, value))
    }
}
