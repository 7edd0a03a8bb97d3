//! Git, run so that nothing of the repository is executed.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

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
pub(crate) fn git(directory: &Path, arguments: &[&str]) -> Result<String, String> {
    let settings = settings(directory)?;
    let answer = run(directory, &settings, arguments, None)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// The contents of objects, in the order of their names; none for what is no blob.
///
/// # Errors
/// Why there is no answer, in Git's words.
pub(crate) fn blobs(directory: &Path, names: &[String]) -> Result<Vec<Option<Vec<u8>>>, String> {
    let settings = settings(directory)?;
    let input = names
        .iter()
        .map(|name| format!("{name}\n"))
        .collect::<String>();
    let answer = run(directory, &settings, &["cat-file", "--batch"], Some(input))?;
    let mut rest = &*answer;
    let mut found = Vec::with_capacity(names.len());
    for _ in names {
        let (line, after) = split_line(rest);
        let header = String::from_utf8_lossy(line);
        // `NAME blob SIZE`, or `NAME missing`
        let mut words = header.split(' ').skip(1);
        let (kind, size) = (
            words.next(),
            words.next().and_then(|it| it.parse::<usize>().ok()),
        );
        let Some(size) = size else {
            found.push(None);
            rest = after;
            continue;
        };
        let contents = after.get(..size).unwrap_or_default();
        found.push((kind == Some("blob")).then(|| contents.to_vec()));
        rest = after.get(size + 1..).unwrap_or_default();
    }
    Ok(found)
}

fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(bytes.len());
    let (line, rest) = bytes.split_at(end);
    (line, rest.get(1..).unwrap_or_default())
}

/// What switches off the programs of a repository.
fn settings(directory: &Path) -> Result<Vec<String>, String> {
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
    Ok(settings)
}

/// The filters of file contents that the settings of a repository declare: programs that Git would run. Those of the
/// user's own settings are not among them.
fn filters(directory: &Path) -> BTreeSet<String> {
    let mut filters = BTreeSet::new();
    for scope in ["--local", "--worktree"] {
        let options = ["config", scope, "--includes", "--name-only", "-z"];
        // Without such settings, Git fails.
        let list = [&options[..], &["--get-regexp", r"^filter\."]].concat();
        let answer = run(directory, &[], &list, None).unwrap_or_default();
        let answer = String::from_utf8_lossy(&answer);
        let names = answer.split('\0').filter_map(|name| name.rsplit_once('.'));
        filters.extend(names.map(|(filter, _)| filter.to_owned()));
    }
    filters
}

fn run(
    directory: &Path,
    settings: &[String],
    arguments: &[&str],
    input: Option<String>,
) -> Result<Vec<u8>, String> {
    let stdin = match input {
        Some(_) => Stdio::piped(),
        None => Stdio::null(),
    };
    let mut child = Command::new("git")
        .args(settings.iter().flat_map(|setting| ["-c", setting]))
        .args(arguments)
        .current_dir(directory)
        .envs(ENVIRONMENT)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run git: {error}"))?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // While Git reads names, it writes contents: both pipes have little room.
        scope.spawn(|| {
            let (Some(mut stdin), Some(input)) = (stdin, input) else {
                return;
            };
            let _ = stdin.write_all(input.as_bytes());
        });
        child.wait_with_output()
    });
    let output = output.map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        let reason = reason.lines().next().unwrap_or("failed");
        let directory = directory.display();
        return Err(format!("git, in {directory}: {reason}"));
    }
    Ok(output.stdout)
}
