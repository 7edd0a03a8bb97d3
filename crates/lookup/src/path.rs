//! Paths as texts: Ruby's `Pathname`.

/// `Pathname#+`: a path that starts with `/` stands for itself, leading `.` and `..` of the second are resolved.
pub(crate) fn join(base: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut base = base.trim_end_matches('/');
    let mut rest = path;
    loop {
        let (first, after) = rest.split_once('/').unwrap_or((rest, ""));
        match first {
            "" if rest.is_empty() => break,
            "" | "." => {}
            ".." => base = base.rsplit_once('/').map_or("", |(parent, _)| parent),
            _ => break,
        }
        rest = after;
    }
    if rest.is_empty() {
        return if base.is_empty() {
            "/".to_owned()
        } else {
            base.to_owned()
        };
    }
    format!("{base}/{rest}")
}

/// The folder of a path.
pub(crate) fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((parent, _)) => parent,
        None => ".",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_as_ruby_does() {
        for (base, path, joined) in [
            ("/a/b", "c", "/a/b/c"),
            ("/a/b", "/c", "/c"),
            ("/a/b", "../c", "/a/c"),
            ("/a/b", "./c/../d", "/a/b/c/../d"),
            ("/a/b", "", "/a/b"),
            ("/a", "../../../x", "/x"),
        ] {
            assert_eq!(join(base, path), joined);
        }
        assert_eq!((parent("/a/b"), parent("/a")), ("/a", "/"));
    }
}
