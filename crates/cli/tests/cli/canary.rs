//! Nothing of the opened folder is ever executed: each file that some tool would run writes a canary.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Sandbox, run_in};

/// Ruby, which Puppet, Bundler, Rake, RSpec, YARD or Facter would load. `CANARY` stands for the path of the canary.
const RUBY: [&str; 14] = [
    "control/Gemfile",
    "control/Rakefile",
    "control/Puppetfile",
    "control/.rspec",
    "control/.yardopts",
    "control/.irbrc",
    "control/modules/web/web.gemspec",
    "control/modules/web/lib/puppet/functions/web/run.rb",
    "control/modules/web/lib/puppet/parser/functions/old.rb",
    "control/modules/web/lib/puppet/type/thing.rb",
    "control/modules/web/lib/puppet/provider/thing/ruby.rb",
    "control/modules/web/lib/facter/fact.rb",
    "control/modules/web/lib/puppet/datatypes/data.rb",
    "control/modules/web/spec/spec_helper.rb",
];

const SCRIPTS: [&str; 4] = [
    "control/modules/web/facts.d/fact.sh",
    "control/modules/web/tasks/run.sh",
    "control/version.sh",
    "control/.git-hook.sh",
];

/// A control repository in which everything that could run writes the canary.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("control/environment.conf", "config_version = version.sh\n"),
        (
            "control/hiera.yaml",
            "version: 5\nhierarchy:\n  - {name: a, path: common.yaml}\n  - {name: b, lookup_key: web::run}\n",
        ),
        (
            "control/data/common.yaml",
            "web::port: \"%{lookup('other')}\"\n",
        ),
        (
            "control/modules/web/templates/x.erb",
            "<% File.write('CANARY', '') %><%= `touch CANARY` %>\n",
        ),
    ]);
    let canary = sandbox.path().join("canary").display().to_string();
    let ruby = format!("File.write('{canary}', '')\nsystem('touch {canary}')\n");
    RUBY.iter()
        .for_each(|path| sandbox.write(path, ruby.as_bytes()));
    let script = format!("#!/bin/sh\ntouch {canary}\n");
    SCRIPTS
        .iter()
        .for_each(|path| sandbox.write(path, script.as_bytes()));
    let manifest = format!(
        "class web(Optional[String] $port = undef) {{\n  $a = generate('/bin/touch', '{canary}')\n  $b = template('web/x.erb')\n  $c = inline_template(\"<% `touch {canary}` %>\")\n  $d = web::run()\n  $e = \"x\"\n  exec {{ '/bin/touch {canary}': }}\n}}\n"
    );
    sandbox.write("control/modules/web/manifests/init.pp", manifest.as_bytes());
    make_executable(&sandbox, &SCRIPTS);
    sandbox
}

#[cfg(unix)]
fn make_executable(sandbox: &Sandbox, paths: &[&str]) {
    use std::os::unix::fs::PermissionsExt as _;
    for path in paths {
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(sandbox.path().join(path), mode).expect("an executable file");
    }
}

#[cfg(not(unix))]
fn make_executable(_sandbox: &Sandbox, _paths: &[&str]) {}

fn git(directory: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=me", "-c", "user.email=me@example.com"]);
    command.args(arguments).current_dir(directory);
    let status = command.stdout(Stdio::null()).status();
    assert!(status.expect("git runs").success(), "{arguments:?}");
}

#[test]
fn no_command_runs_what_is_in_the_folder() {
    let sandbox = sandbox();
    for arguments in [
        &["check", "--hints", "control"][..],
        &["check", "--format", "json", "--fixes", "control"],
        &["lookup", "web::port", "--explain"],
        &["lookup", "other", "--explain"],
        &["init", "control"],
        &["config", "control"],
        &["format", "control"],
        &["check", "--fix", "--unsafe-fixes", "control"],
        &["check", "--add-ignores", "control"],
    ] {
        let answer = sandbox.run(arguments);
        assert!(
            !sandbox.path().join("canary").exists(),
            "{arguments:?}: {}",
            answer.stdout
        );
    }
}

/// Git runs programs that the settings of a repository name.
#[test]
fn git_runs_nothing_of_the_repository() {
    let sandbox = sandbox();
    let control = sandbox.path().join("control");
    let script = control.join(".git-hook.sh").display().to_string();
    git(&control, &["init", "--quiet"]);
    git(&control, &["add", "--all"]);
    git(&control, &["commit", "--quiet", "--message", "start"]);
    sandbox.write(
        "control/.gitattributes",
        b"*.pp filter=evil diff=evil\n*.yaml filter=a.b\n",
    );
    for (key, value) in [
        ("core.fsmonitor", &*script),
        ("core.hooksPath", "."),
        ("core.pager", &script),
        ("diff.external", &script),
        ("diff.evil.command", &script),
        ("diff.evil.textconv", &script),
        ("filter.evil.clean", &script),
        ("filter.evil.process", &script),
        ("filter.evil.required", "true"),
        ("filter.a.b.clean", &script),
    ] {
        git(&control, &["config", key, value]);
    }
    for path in [
        "control/modules/web/manifests/init.pp",
        "control/data/common.yaml",
    ] {
        let mut text = std::fs::read(sandbox.path().join(path)).expect("a file");
        text.extend(b"# changed\n");
        sandbox.write(path, &text);
    }
    for arguments in [&["impact"][..], &["impact", "HEAD..HEAD"]] {
        let answer = run_in(&control, arguments);
        assert_eq!(answer.status, 0, "{arguments:?}: {}", answer.stderr);
    }
    for arguments in [
        &["--since", "HEAD"][..],
        &["--staged"],
        &["--since", "HEAD", "--affected"],
    ] {
        let answer = run_in(&control, &[&["check"], arguments].concat());
        assert_ne!(answer.status, 2, "{arguments:?}: {}", answer.stderr);
        assert!(
            !sandbox.path().join("canary").exists(),
            "{arguments:?}: {}",
            answer.stderr
        );
    }
}
