//! Paths of a `hiera.yaml` with interpolations and globs, as patterns.

use std::collections::BTreeSet;

/// Paths within a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern {
    /// What stands between the parts that are not known.
    segments: Vec<String>,
    /// The variables of these parts, without leading colons; globs have none.
    variables: Vec<String>,
}

/// Variables whose values are names, without a `/`: of environments, of nodes, and of what Facter tells about operating
/// systems (all that start with a name that ends in a dot).
const NAMES: [&str; 12] = [
    "environment",
    "server_facts.environment",
    "trusted.certname",
    "trusted.hostname",
    "trusted.domain",
    "clientcert",
    "facts.os.",
    "os.",
    "osfamily",
    "operatingsystem",
    "fqdn",
    "hostname",
];

fn is_name(variable: &str) -> bool {
    NAMES.iter().any(|name| match name.ends_with('.') {
        true => variable.starts_with(name),
        false => variable == *name,
    })
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

    /// What is before the first part that is not known: all of it, if all is known.
    #[must_use]
    pub fn start(&self) -> &str {
        self.segments.first().map_or("", String::as_str)
    }

    /// Whether a path within the directory (`/` between its parts) may be meant.
    #[must_use]
    pub fn may_match(&self, path: &str) -> bool {
        let [first, others @ ..] = &self.segments[..] else {
            return false;
        };
        if !path.starts_with(&**first) {
            return false;
        }
        // Where the segments so far may end.
        let mut ends = BTreeSet::from([first.len()]);
        for (segment, variable) in others.iter().zip(&self.variables) {
            let is_name = is_name(variable);
            let starts = ends.iter().flat_map(|end| {
                let rest = path.get(*end..).unwrap_or_default();
                let found = rest.match_indices(&**segment);
                let found = found.take_while(move |(at, _)| !is_name || !rest[..*at].contains('/'));
                found.map(move |(at, _)| end + at + segment.len())
            });
            ends = starts.collect();
        }
        ends.contains(&path.len())
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

    /// The path that the pattern is with a value of its one variable.
    #[must_use]
    pub fn with_value(&self, value: &str) -> Option<String> {
        match &self.segments[..] {
            [before, after] => Some(format!("{before}{value}{after}")),
            _ => None,
        }
    }
}
