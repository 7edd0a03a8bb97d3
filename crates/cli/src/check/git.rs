//! Git, run so that nothing of the repository is executed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Programs and files of a repository that Git would run or read are switched off.
const SAFE: [&str; 3] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.quotePath=false",
];

/// The same in the environment: Git neither fetches missing objects, for which it would run a transport, nor writes.
const ENVIRONMENT: [(&str, &str); 3] = [
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
];

/// What Git answers in a directory.
///
/// # Errors
/// Why there is no answer, in Git's words.
pub(super) fn git(directory: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut settings: Vec<String> = SAFE.map(str::to_owned).into();
    for filter in filters(directory) {
        if filter.contains('=') {
            return Err(format!(
                "git: the repository has a filter with an unsafe name: {filter}"
            ));
        }
        let programs = ["clean", "smudge", "process"].map(|key| format!("{filter}.{key}="));
        settings.extend(programs);
        settings.push(format!("{filter}.required=false"));
    }
    run(directory, &settings, arguments)
}

/// The filters of file contents that the settings of a repository declare: programs that Git would run. Those of the
/// user's own settings are not among them.
fn filters(directory: &Path) -> BTreeSet<String> {
    let mut filters = BTreeSet::new();
    for scope in ["--local", "--worktree"] {
        let options = ["config", scope, "--includes", "--name-only", "-z"];
        // Without such settings, Git fails.
        let list = [&options[..], &["--get-regexp", r"^filter\."]].concat();
        let answer = run(directory, &[], &list).unwrap_or_default();
        let names = answer.split('\0').filter_map(|name| name.rsplit_once('.'));
        filters.extend(names.map(|(filter, _)| filter.to_owned()));
    }
    filters
}

fn run(directory: &Path, settings: &[String], arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(settings.iter().flat_map(|setting| ["-c", setting]))
        .args(arguments)
        .current_dir(directory)
        .envs(ENVIRONMENT)
        .output()
        .map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        let reason = reason.lines().next().unwrap_or("failed");
        let directory = directory.display();
        return Err(format!("git, in {directory}: {reason}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
