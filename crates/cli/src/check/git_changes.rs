//! Changed lines, by Git: for `--since` and `--staged`.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::git::git;
use crate::paths::WorkingDirectory;

/// The files that have changed, and their lines.
pub struct Changes {
    /// The lines that have changed, from 1.
    files: Lines,
    top: PathBuf,
    /// What `git diff` compares.
    compared: Vec<String>,
    /// The revision before the change.
    base: String,
}

/// The lines of files, from 1.
type Lines = HashMap<PathBuf, Vec<RangeInclusive<u32>>>;

const DIFF: [&str; 8] = [
    "diff",
    "--unified=0",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules",
    "--src-prefix=a/",
    "--dst-prefix=b/",
];

impl Changes {
    /// What has changed since the last common commit with a revision, committed or not, with new files.
    pub fn compare(revision: &str, directory: &WorkingDirectory) -> Result<Self, String> {
        if revision.starts_with('-') {
            return Err(format!("'{revision}' is no revision"));
        }
        let top = top(directory)?;
        // A revision without a common commit is compared itself.
        let base = git(&top, &["merge-base", revision, "HEAD"]);
        let base = base.unwrap_or_else(|_| revision.to_owned());
        let base = base.trim().to_owned();
        let mut changes = Self::new(top, vec![base.clone()], base)?;
        let new = ["ls-files", "--others", "--exclude-standard", "-z"];
        let new = names(&changes.top, &new)?.into_iter();
        changes
            .files
            .extend(new.map(|path| (path, vec![1..=u32::MAX])));
        Ok(changes)
    }

    /// What is staged for the next commit.
    pub fn staged(directory: &WorkingDirectory) -> Result<Self, String> {
        let compared = vec!["--cached".to_owned()];
        Self::new(top(directory)?, compared, "HEAD".to_owned())
    }

    fn new(top: PathBuf, compared: Vec<String>, base: String) -> Result<Self, String> {
        let mut arguments = DIFF.to_vec();
        arguments.extend(compared.iter().map(String::as_str));
        let diff = git(&top, &[&arguments[..], &["--"]].concat())?;
        Ok(Self {
            files: Self::read(&diff, &top),
            top,
            compared,
            base,
        })
    }

    /// All files that have changed, with those that are gone and those that are new.
    pub fn all_files(&self) -> Result<Vec<PathBuf>, String> {
        let mut arguments = vec!["diff", "--name-only", "--no-renames", "-z"];
        arguments.extend(["--no-ext-diff", "--ignore-submodules"]);
        arguments.extend(self.compared.iter().map(String::as_str));
        arguments.push("--");
        let mut files = names(&self.top, &arguments)?;
        files.extend(self.files.keys().cloned());
        Ok(files)
    }

    /// The text of a file before the change, if there was one.
    pub fn text_before(&self, path: &Path) -> Option<String> {
        let path = path.strip_prefix(&self.top).ok()?;
        let path = path.to_string_lossy().replace('\\', "/");
        let object = format!("{}:{path}", self.base);
        git(&self.top, &["cat-file", "blob", &object]).ok()
    }

    /// Reads a unified diff without context.
    fn read(diff: &str, top: &Path) -> Lines {
        let mut files = Lines::new();
        let mut lines = None;
        // Lines of files that look like headers are inside of hunks, which are counted.
        let mut left = 0;
        for line in diff.lines() {
            if left > 0 {
                left -= u32::from(!line.starts_with('\\'));
            } else if let Some(name) = line.strip_prefix("+++ ") {
                let path = name.trim_end_matches('\t').trim_matches('"');
                let path = path.strip_prefix("b/").map(|path| top.join(path));
                lines = path.map(|path| files.entry(path).or_default());
            } else if let Some((removed, added)) = hunk(line) {
                left = removed + added.1;
                if let Some(lines) = lines.as_mut().filter(|_| added.1 > 0) {
                    lines.push(added.0..=added.0 + added.1 - 1);
                }
            }
        }
        files
    }

    /// Whether one of some lines of a file has changed.
    pub fn touch(&self, path: &Path, first: u32, last: u32) -> bool {
        let mut lines = self.files.get(path).into_iter().flatten();
        lines.any(|changed| *changed.start() <= last && first <= *changed.end())
    }
}

/// The files that Git lists, with zeros after their names.
fn names(top: &Path, arguments: &[&str]) -> Result<Vec<PathBuf>, String> {
    let answer = git(top, arguments)?;
    let names = answer.split('\0').filter(|name| !name.is_empty());
    Ok(names.map(|name| top.join(name)).collect())
}

/// The number of removed lines, and the first and the number of the added ones: `@@ -1,2 +1 @@`.
fn hunk(line: &str) -> Option<(u32, (u32, u32))> {
    let mut parts = line.strip_prefix("@@ -")?.split(' ');
    let range = |part: &str| {
        let (start, count) = part.split_once(',').unwrap_or((part, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    let (_, removed): (u32, u32) = range(parts.next()?)?;
    let added = range(parts.next()?.strip_prefix('+')?)?;
    Some((removed, added))
}

/// The top of the repository, with the links of the working directory.
fn top(directory: &WorkingDirectory) -> Result<PathBuf, String> {
    let up = git(directory.path(), &["rev-parse", "--show-cdup"])?;
    Ok(directory.absolute(Path::new(up.trim_end_matches('\n'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diffs_without_context_are_read() {
        let diff = "diff --git a/x.pp b/x.pp\n--- a/x.pp\n+++ b/x.pp\n@@ -1 +1,2 @@ class x {\n\
                    --- a\n+++ b/y.pp\n+c\n@@ -9,2 +10,0 @@\n-d\n-e\n\
                    diff --git a/gone.pp b/gone.pp\n--- a/gone.pp\n+++ /dev/null\n@@ -1 +0,0 @@\n-f\n\
                    diff --git a/n b/n\n--- /dev/null\n+++ b/a b.pp\t\n@@ -0,0 +1 @@\n+g\n\\ No newline at end of file\n";
        let changes = Changes {
            files: Changes::read(diff, Path::new("/r")),
            top: PathBuf::new(),
            compared: Vec::new(),
            base: String::new(),
        };
        assert_eq!(changes.files.len(), 2);
        let touch = |first, last| changes.touch(Path::new("/r/x.pp"), first, last);
        let lines = [touch(1, 1), touch(2, 9), touch(3, 9), touch(10, 10)];
        assert_eq!(lines, [true, true, false, false]);
        assert!(changes.touch(Path::new("/r/a b.pp"), 1, 1));
    }
}
