//! Modules in Git repositories. Git fetches a commit and packs its files; nothing is checked out, so that neither hooks nor
//! filters nor submodules play a part. It works in an empty repository of its own: no settings of the project count.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::archive;
use crate::module_writer::ModuleWriter;

/// Programs that Git would run are switched off, and what is fetched is one file.
const SETTINGS: [&str; 8] = [
    "core.bigFileThreshold=16m",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "fetch.recurseSubmodules=false",
    "fetch.unpackLimit=1",
    "gc.auto=0",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=30",
];

/// Only these ways lead to repositories: none to files of this computer, none that runs a program of the address. One
/// object of hostile size is refused.
const ENVIRONMENT: [(&str, &str); 7] = [
    ("GIT_ALLOW_PROTOCOL", "https:http:ssh:git"),
    ("GIT_ALLOC_LIMIT", "512m"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_ASKPASS", ""),
    ("LC_ALL", "C"),
    ("SSH_ASKPASS", ""),
];

/// For commands that need no network, the user's own settings do not count, either: they can declare filters.
const WITHOUT_SETTINGS: [(&str, &str); 3] = [
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
];

/// What a hook of Git, or a shell, may have set for another repository.
const FOREIGN: [&str; 5] = [
    "GIT_COMMON_DIR",
    "GIT_CONFIG_PARAMETERS",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_WORK_TREE",
];

/// How long one command may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// The most bytes that a repository and an answer may have.
const LARGEST_REPOSITORY: u64 = 512 * 1024 * 1024;

/// The longest list of branches and tags, in bytes.
const LARGEST_LIST: u64 = 16 * 1024 * 1024;

/// The commit that a reference means: a tag, a branch, or a commit by its full number.
///
/// # Errors
/// That the repository or the reference does not exist.
pub(crate) fn commit_of(url: &str, reference: Option<&str>) -> Result<String, String> {
    check_arguments(url, reference.unwrap_or_default())?;
    let reference = reference.unwrap_or("HEAD");
    if is_commit(reference) {
        return Ok(reference.to_owned());
    }
    let answer = TemporaryRepository::new()?.run(&["ls-remote", "--", url], &[])?;
    let answer = text(&answer, LARGEST_LIST)?;
    let commit_of = |name: &str| {
        let mut lines = answer.lines().filter_map(|line| line.split_once('\t'));
        lines.find_map(|(commit, it)| (it == name).then(|| commit.to_owned()))
    };
    let names = [
        format!("refs/tags/{reference}^{{}}"),
        format!("refs/tags/{reference}"),
        format!("refs/heads/{reference}"),
        reference.to_owned(),
    ];
    let found = names.iter().find_map(|name| commit_of(name));
    let found = found.filter(|commit| is_commit(commit));
    found.ok_or_else(|| format!("the repository has no branch or tag '{reference}'"))
}

/// Writes the plain files of a commit. Links and submodules are left out.
///
/// # Errors
/// That the commit cannot be fetched, or a limit is reached.
pub(crate) fn read(url: &str, commit: &str, writer: &mut ModuleWriter) -> Result<(), String> {
    let repository = TemporaryRepository::new()?;
    let fetch = [
        "fetch",
        "--quiet",
        "--depth=1",
        "--no-tags",
        "--",
        url,
        commit,
    ];
    if repository.run(&fetch, &[]).is_err() {
        // Servers need not give one commit alone: all branches and tags contain it.
        let heads = "+refs/heads/*:refs/all/heads/*";
        let tags = "+refs/tags/*:refs/all/tags/*";
        repository.run(&["fetch", "--quiet", "--", url, heads, tags], &[])?;
    }
    let pack = ["archive", "--format=tar", "--prefix=module/", commit];
    let packed = repository.run(&pack, &WITHOUT_SETTINGS)?;
    archive::unpack(packed, writer)
}

/// An address without the password in it, to be shown.
pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let host = rest.split('/').next().unwrap_or_default();
    match host.rsplit_once('@') {
        Some((user, _)) => format!("{scheme}://{}", &rest[user.len() + 1..]),
        None => url.to_owned(),
    }
}

fn is_commit(reference: &str) -> bool {
    matches!(reference.len(), 40 | 64) && reference.bytes().all(|it| it.is_ascii_hexdigit())
}

/// An address or reference must not be read as an option.
fn check_arguments(url: &str, reference: &str) -> Result<(), String> {
    let is_option = |it: &str| it.starts_with('-') || it.contains(['\0', '\n']);
    match is_option(url) || is_option(reference) || url.is_empty() {
        true => Err("this is no address or reference of a Git repository".to_owned()),
        false => Ok(()),
    }
}

/// A repository of ours, which goes away with the value.
struct TemporaryRepository(TempDir);

impl TemporaryRepository {
    fn new() -> Result<Self, String> {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let repository = Self(directory);
        repository.run(
            &["init", "--quiet", "--bare", "--template="],
            &WITHOUT_SETTINGS,
        )?;
        Ok(repository)
    }

    /// Runs a command, which has a limited time and limited room, and gives its output.
    fn run(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Result<File, String> {
        let directory = self.0.path();
        let (output, errors) = (directory.join("output"), directory.join("errors"));
        let create = |path: &Path| File::create(path).map_err(|error| error.to_string());
        let mut command = Command::new("git");
        command
            .args(SETTINGS.iter().flat_map(|setting| ["-c", setting]))
            .args(arguments)
            .current_dir(directory)
            .env("GIT_DIR", directory)
            .envs(ENVIRONMENT)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(create(&output)?)
            .stderr(create(&errors)?);
        for name in FOREIGN {
            command.env_remove(name);
        }
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot run git: {error}"))?;
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                break status;
            }
            let problem = match size(directory) > LARGEST_REPOSITORY {
                true => "the repository is too large",
                false if start.elapsed() > PATIENCE => "the repository does not answer in time",
                false => {
                    thread::sleep(Duration::from_millis(20));
                    continue;
                }
            };
            let _ = child.kill();
            let _ = child.wait();
            return Err(problem.to_owned());
        };
        if !status.success() {
            let reason = fs::read_to_string(&errors).unwrap_or_default();
            let mut lines = reason
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty());
            let fatal = lines.clone().find(|line| line.starts_with("fatal:"));
            let reason = fatal.or_else(|| lines.next()).unwrap_or("failed");
            return Err(format!("git: {}", reason.trim_start_matches("fatal: ")));
        }
        File::open(&output).map_err(|error| error.to_string())
    }
}

/// The bytes of all files below a directory.
fn size(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| match entry.metadata().ok()? {
        metadata if metadata.is_dir() => Some(size(&entry.path())),
        metadata => Some(metadata.len()),
    });
    sizes.sum()
}

fn text(file: &File, largest: u64) -> Result<String, String> {
    let mut text = String::new();
    let read = file.take(largest).read_to_string(&mut text);
    read.map_err(|error| format!("git: {error}"))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_run_programs_or_lead_to_files_are_refused() {
        let repository = TemporaryRepository::new().expect("git");
        let path = repository.0.path().display().to_string();
        for url in [
            "--upload-pack=touch /tmp/x",
            "ext::sh -c 'touch /tmp/x'",
            &path,
            &format!("file://{path}"),
            "",
        ] {
            assert!(commit_of(url, None).is_err(), "{url}");
        }
        assert!(commit_of("https://127.0.0.1:1/x", Some("--all")).is_err());
    }

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("https://me:secret@x/a@b"), "https://x/a@b");
        assert_eq!(without_password("https://x/a"), "https://x/a");
        assert_eq!(without_password("git@x:a"), "git@x:a");
    }
}
