//! Changed lines, by Git: for `--since` and `--staged`.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::paths::WorkingDirectory;

/// The files that have changed, and their lines.
pub struct Changes {
    /// The lines that have changed, from 1.
    files: HashMap<PathBuf, Vec<RangeInclusive<u32>>>,
}

/// Programs and files of a repository that Git would run or read are switched off.
const SAFE: [&str; 6] = [
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.quotePath=false",
];

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
        let diff = git(&top, &[&DIFF[..], &[base.trim(), "--"]].concat())?;
        let mut changes = Self::read(&diff, &top);
        let new = ["ls-files", "--others", "--exclude-standard", "-z"];
        let new = git(&top, &new)?;
        let new = new.split('\0').filter(|name| !name.is_empty());
        let new = new.map(|name| (top.join(name), vec![1..=u32::MAX]));
        changes.files.extend(new);
        Ok(changes)
    }

    /// What is staged for the next commit.
    pub fn staged(directory: &WorkingDirectory) -> Result<Self, String> {
        let top = top(directory)?;
        let diff = git(&top, &[&DIFF[..], &["--cached", "--"]].concat())?;
        Ok(Self::read(&diff, &top))
    }

    /// Reads a unified diff without context.
    fn read(diff: &str, top: &Path) -> Self {
        let mut files: HashMap<PathBuf, Vec<RangeInclusive<u32>>> = HashMap::new();
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
        Self { files }
    }

    /// Whether one of some lines of a file has changed.
    pub fn touch(&self, path: &Path, first: u32, last: u32) -> bool {
        let mut lines = self.files.get(path).into_iter().flatten();
        lines.any(|changed| *changed.start() <= last && first <= *changed.end())
    }
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

fn git(directory: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(SAFE)
        .args(arguments)
        .current_dir(directory)
        .output()
        .map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        let reason = reason.lines().next().unwrap_or("failed");
        return Err(format!("git: {reason}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
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
        let changes = Changes::read(diff, Path::new("/r"));
        assert_eq!(changes.files.len(), 2);
        let touch = |first, last| changes.touch(Path::new("/r/x.pp"), first, last);
        let lines = [touch(1, 1), touch(2, 9), touch(3, 9), touch(10, 10)];
        assert_eq!(lines, [true, true, false, false]);
        assert!(changes.touch(Path::new("/r/a b.pp"), 1, 1));
    }
}
