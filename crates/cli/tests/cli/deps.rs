//! `puppet-analyzer deps` with a Forge and Git repositories on this computer.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Answer, Sandbox, run_with};
use crate::web_server::{WebServer, append, append_link, archive, archive_of};

/// A module that needs another one, and uses it in a wrong way.
const METADATA: &str = r#"{"name": "me-web", "version": "1.0.0", "author": "me", "license": "x", "source": "x",
    "dependencies": [{"name": "them/base", "version_requirement": ">= 1.0.0 < 3.0.0"}]}"#;

const WEB: &str = "class web {\n  class { 'base': port => 'x' }\n}\n";

const BASE: &str = "class base(Integer $port) {}\n";

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("web/metadata.json", METADATA),
        ("web/manifests/init.pp", WEB),
    ])
}

fn run(sandbox: &Sandbox, arguments: &[&str]) -> Answer {
    let cache = sandbox.path().join("cache").display().to_string();
    run_with(
        sandbox.path(),
        arguments,
        &[("XDG_CACHE_HOME", &cache), ("HOME", &cache)],
    )
}

fn deps(sandbox: &Sandbox, server: &WebServer) -> Answer {
    run(sandbox, &["deps", "web", "--forge", &server.url()])
}

/// The directory with the modules that are fetched for the only folder.
fn fetched(sandbox: &Sandbox) -> PathBuf {
    let modules = sandbox.path().join("cache/puppet-analyzer/modules");
    let mut folders = std::fs::read_dir(modules).expect("a cache");
    folders.next().expect("a folder").expect("readable").path()
}

/// All files below a directory, but for the list of sources.
fn files(directory: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            match entry.file_type().expect("a type").is_dir() {
                true => waiting.push(entry.path()),
                false => found.push(
                    entry
                        .path()
                        .strip_prefix(directory)
                        .expect("below")
                        .display()
                        .to_string(),
                ),
            }
        }
    }
    found.retain(|it| it != ".sources.json");
    found.sort();
    found
}

/// A Forge with two versions of `base`, which needs `more`.
fn forge(sandbox: &Sandbox) -> WebServer {
    let mut server = WebServer::start(sandbox.path());
    let base = |version: &str| {
        let metadata =
            format!(r#"{{"name": "them-base", "version": "{version}", "dependencies": []}}"#);
        let root = format!("them-base-{version}");
        archive(&[
            (&format!("{root}/metadata.json"), &metadata),
            (&format!("{root}/manifests/init.pp"), BASE),
        ])
    };
    server.release(
        "them-base",
        "2.0.0",
        &[("them/more", ">= 1.0.0")],
        base("2.0.0"),
    );
    server.release("them-base", "3.0.0", &[], base("3.0.0"));
    server.release(
        "them-more",
        "1.0.0",
        &[],
        archive(&[("them-more-1.0.0/manifests/init.pp", "class more {}\n")]),
    );
    server
}

#[test]
fn modules_are_fetched_once_and_used() {
    let sandbox = sandbox();
    let server = forge(&sandbox);
    let before = run(&sandbox, &["check", "web"]);
    assert!(before.stdout.contains("no errors"), "{}", before.stdout);
    assert!(
        before.stdout.contains("puppet-analyzer deps"),
        "{}",
        before.stdout
    );
    assert_eq!(server.take_requests(), [""; 0], "check fetches nothing");

    let first = deps(&sandbox, &server);
    let directory = fetched(&sandbox);
    let expected = format!(
        "fetched base: them-base 2.0.0\nfetched more: them-more 1.0.0\n2 fetched, 0 already there, 0 failed, in {}\n",
        directory.display()
    );
    assert_eq!(
        (first.stdout, first.stderr, first.status),
        (expected, String::new(), 0)
    );
    assert_eq!(
        files(&directory),
        [
            "base/manifests/init.pp",
            "base/metadata.json",
            "more/manifests/init.pp"
        ]
    );
    assert_eq!(server.take_requests().len(), 4);

    let after = run(&sandbox, &["check", "web"]);
    assert!(
        after
            .stdout
            .contains("expects an Integer value, got String"),
        "{}",
        after.stdout
    );
    let from = format!(
        "note: 2 modules are from `puppet-analyzer deps`, in {}",
        directory.display()
    );
    assert!(after.stdout.contains(&from), "{}", after.stdout);
    let config = run(&sandbox, &["config", "web"]);
    assert!(
        config.stdout.contains(&directory.display().to_string()),
        "{}",
        config.stdout
    );
    assert_eq!(
        server.take_requests(),
        [""; 0],
        "neither does any other command"
    );

    let second = deps(&sandbox, &server);
    assert!(
        second
            .stdout
            .starts_with("0 fetched, 2 already there, 0 failed"),
        "{}",
        second.stdout
    );
    let requests = server.take_requests();
    assert!(
        requests.iter().all(|it| it.starts_with("/v3/releases")),
        "{requests:?}"
    );
}

#[test]
fn what_is_on_disk_wins_and_what_is_not_needed_any_more_goes() {
    let sandbox = sandbox();
    let server = forge(&sandbox);
    deps(&sandbox, &server);
    sandbox.write(
        "web/spec/fixtures/modules/base/manifests/init.pp",
        b"class base(String $port) {}\n",
    );
    let answer = run(&sandbox, &["check", "web"]);
    assert!(answer.stdout.contains("no errors"), "{}", answer.stdout);
    let answer = deps(&sandbox, &server);
    assert!(
        answer
            .stdout
            .starts_with("0 fetched, 0 already there, 0 failed"),
        "{}",
        answer.stdout
    );
    assert_eq!(files(&fetched(&sandbox)), [""; 0]);
}

#[test]
fn archives_that_do_harm_are_refused() {
    let big = |builder: &mut _| {
        append(
            builder,
            "m/zeros",
            10 << 30,
            std::io::repeat(0).take(64 << 20),
        );
    };
    let cases: [(Vec<u8>, &str); 6] = [
        (
            archive(&[("/etc/passwd-of-test", "x")]),
            "the path leads out of the module",
        ),
        (
            archive(&[("m/../../../../escaped", "x")]),
            "the path leads out of the module",
        ),
        (
            archive(&[("../escaped", "x")]),
            "the path leads out of the module",
        ),
        (
            archive(&[("m/.git/hooks/post-checkout", "x")]),
            "the path leads out of the module",
        ),
        (archive_of(big), "the module is too large"),
        (b"no archive".to_vec(), "the archive is broken"),
    ];
    for (archive, problem) in cases {
        let sandbox = sandbox();
        let mut server = WebServer::start(sandbox.path());
        server.release("them-base", "2.0.0", &[], archive);
        let answer = deps(&sandbox, &server);
        assert!(
            answer.stderr.contains(problem),
            "{problem}: {}",
            answer.stderr
        );
        assert_eq!(answer.status, 2, "{problem}");
        assert_eq!(files(&fetched(&sandbox)), [""; 0], "{problem}");
        assert!(
            !sandbox.path().join("escaped").exists()
                && !sandbox.path().join("cache/escaped").exists()
        );
    }
}

#[test]
fn links_are_left_out() {
    let sandbox = sandbox();
    let mut server = WebServer::start(sandbox.path());
    let archive = archive_of(|builder| {
        append_link(builder, "m/out", "../../../../outside");
        append(builder, "m/out/file", 1, &b"x"[..]);
        append_link(builder, "m/manifests", "/etc");
    });
    server.release("them-base", "2.0.0", &[], archive);
    assert_eq!(deps(&sandbox, &server).status, 0);
    assert_eq!(files(&fetched(&sandbox)), ["base/out/file"]);
    assert!(!sandbox.path().join("outside").exists());
}

#[test]
fn archives_that_are_others_than_the_forge_says_are_refused() {
    let sandbox = sandbox();
    sandbox.write("secret", b"x");
    let archive = archive(&[("m/manifests/init.pp", BASE)]);
    let mut server = WebServer::start(sandbox.path());
    server.forged_release("them-base", "2.0.0", archive);
    let answer = deps(&sandbox, &server);
    assert!(
        answer
            .stderr
            .contains("error: base: the checksum of the archive is "),
        "{}",
        answer.stderr
    );

    let secret = sandbox.path().join("secret");
    let mut server = WebServer::start(sandbox.path());
    server.redirected_release(
        "them-base",
        "2.0.0",
        &format!("file://{}", secret.display()),
    );
    let answer = deps(&sandbox, &server);
    assert!(
        answer.stderr.starts_with("error: base: ") && answer.status == 2,
        "{}",
        answer.stderr
    );
    assert_eq!(files(&fetched(&sandbox)), [""; 0]);
}

#[test]
fn a_failure_keeps_what_was_there() {
    let sandbox = sandbox();
    let server = forge(&sandbox);
    deps(&sandbox, &server);
    let mut server = WebServer::start(sandbox.path());
    server.forged_release(
        "them-base",
        "2.5.0",
        archive(&[("m/manifests/init.pp", "class other {}\n")]),
    );
    let answer = deps(&sandbox, &server);
    assert_eq!(answer.status, 2, "{}", answer.stderr);
    assert_eq!(
        files(&fetched(&sandbox)),
        [
            "base/manifests/init.pp",
            "base/metadata.json",
            "more/manifests/init.pp"
        ]
    );
}

/// Runs Git to make a repository.
fn git(directory: &Path, arguments: &[&str]) {
    let settings = [
        "-c",
        "user.name=me",
        "-c",
        "user.email=me@example.org",
        "-c",
        "init.defaultBranch=main",
    ];
    let mut command = Command::new("git");
    command
        .args(settings)
        .args(arguments)
        .current_dir(directory);
    let output = command.output().expect("git runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn git_repositories_are_fetched_and_nothing_of_them_is_run() {
    let sandbox = sandbox();
    let canary = sandbox.path().join("canary").display().to_string();
    let script = format!("#!/bin/sh\ntouch {canary}\n");
    for (path, text) in [
        ("remote/base/manifests/init.pp", BASE),
        ("remote/base/.gitattributes", "*.pp filter=evil\n"),
        ("remote/base/hooks/post-checkout", &script),
        (
            "remote/base/metadata.json",
            r#"{"name": "them-base", "version": "2.0.0", "dependencies": [{"name": "them/more"}]}"#,
        ),
    ] {
        sandbox.write(path, text.as_bytes());
    }
    let base = sandbox.path().join("remote/base");
    git(&base, &["init", "--quiet"]);
    git(&base, &["add", "."]);
    git(&base, &["commit", "--quiet", "-m", "one"]);
    git(&base, &["tag", "v1"]);
    git(&base, &["update-server-info"]);
    let mut server = WebServer::start(sandbox.path());
    server.release(
        "them-more",
        "1.0.0",
        &[],
        archive(&[("m/manifests/init.pp", "class more {}\n")]),
    );
    let url = format!("{}/files/remote/base/.git", server.url());
    let fixtures = format!("fixtures:\n  repositories:\n    base: {{repo: '{url}', ref: v1}}\n");
    sandbox.write("web/.fixtures.yml", fixtures.as_bytes());
    // What the settings of the folder and of the user would run.
    let evil = format!(
        "[filter \"evil\"]\n\tsmudge = touch {canary}\n[core]\n\tsshCommand = touch {canary}\n\tfsmonitor = {canary}.sh\n"
    );
    sandbox.write("cache/.gitconfig", evil.as_bytes());
    let web = sandbox.path().join("web");
    git(&web, &["init", "--quiet"]);
    sandbox.write(
        "web/.git/config",
        format!("[url \"ext::sh -c touch% {canary}\"]\n\tinsteadOf = http://127.0.0.1\n")
            .as_bytes(),
    );

    let answer = deps(&sandbox, &server);
    assert_eq!(
        (answer.status, answer.stderr),
        (0, String::new()),
        "{}",
        answer.stdout
    );
    assert!(
        answer.stdout.contains(&format!("fetched base: {url} ")),
        "{}",
        answer.stdout
    );
    assert!(
        answer.stdout.contains("fetched more: them-more 1.0.0"),
        "{}",
        answer.stdout
    );
    let expected = [
        "base/.gitattributes",
        "base/hooks/post-checkout",
        "base/manifests/init.pp",
        "base/metadata.json",
        "more/manifests/init.pp",
    ];
    assert_eq!(files(&fetched(&sandbox)), expected);
    assert!(!Path::new(&canary).exists());

    let answer = deps(&sandbox, &server);
    assert!(
        answer.stdout.starts_with("0 fetched, 2 already there"),
        "{}",
        answer.stdout
    );
}

#[test]
fn bad_addresses_are_refused() {
    let sandbox = sandbox();
    let canary = sandbox.path().join("canary").display().to_string();
    for url in [
        format!("ext::sh -c 'touch {canary}'"),
        format!("--upload-pack=touch {canary}"),
        format!("file://{canary}"),
    ] {
        sandbox.write(
            "web/.fixtures.yml",
            format!("fixtures:\n  repositories:\n    base: {url:?}\n").as_bytes(),
        );
        let answer = run(&sandbox, &["deps", "web", "--forge", "http://127.0.0.1:1"]);
        assert!(
            answer.stderr.starts_with("error: base: "),
            "{url}: {}",
            answer.stderr
        );
        assert_eq!(answer.status, 2, "{url}");
    }
    assert!(!Path::new(&canary).exists());
    let answer = run(&sandbox, &["deps", "web", "--forge", "file:///etc"]);
    assert!(
        answer
            .stderr
            .contains("expected an address that starts with https:// or http://"),
        "{}",
        answer.stderr
    );
}

#[test]
fn the_cache_is_never_inside_of_the_folder() {
    let sandbox = sandbox();
    let cache = sandbox.path().join("web/cache").display().to_string();
    let answer = run_with(
        sandbox.path(),
        &["deps", "web"],
        &[("XDG_CACHE_HOME", &cache)],
    );
    assert!(answer.stderr.contains("is inside of"), "{}", answer.stderr);
    assert_eq!(answer.status, 2);
}
