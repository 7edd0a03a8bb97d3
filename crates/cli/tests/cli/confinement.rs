//! Nothing outside of the opened folder is read because a file or a symbolic link of the folder leads there.

use crate::support::Sandbox;

/// A module outside, whose parameter says whether it was read.
const OUTSIDE: (&str, &str) = (
    "outside/secret/manifests/init.pp",
    "class secret(Integer $port) {}\n",
);

/// Code that is wrong if the module outside is known.
const USE: &str = "class { 'secret': port => 'x' }\n";

#[test]
fn paths_of_files_that_lead_outside_are_refused() {
    for (file, text, setting) in [
        (
            "puppet-analyzer.toml",
            "module-path = ['../outside']\n",
            "module-path",
        ),
        (
            "puppet-analyzer.toml",
            "module-path = ['/']\n",
            "module-path",
        ),
        (
            "environment.conf",
            "modulepath = modules:../outside\n",
            "modulepath",
        ),
        ("environment.conf", "modulepath = modules:/\n", "modulepath"),
        ("Puppetfile", "moduledir '../outside'\n", "moduledir"),
        (
            "hiera.yaml",
            "version: 5\nhierarchy: [{name: a, datadir: ../outside, glob: '**/*'}]\n",
            "datadir",
        ),
        (
            "hiera.yaml",
            "version: 5\nhierarchy: [{name: a, path: '../../outside/%{x}.yaml'}]\n",
            "hierarchy",
        ),
        (
            "hiera.yaml",
            "version: 5\nhierarchy: [{name: a, globs: ['*.yaml', '/outside/**/*']}]\n",
            "hierarchy",
        ),
    ] {
        let file = format!("control/{file}");
        let files = [
            OUTSIDE,
            (&file, text),
            ("control/manifests/site.pp", USE),
            ("control/modules/web/manifests/init.pp", "class web {}\n"),
            ("control/data/common.yaml", "{}\n"),
        ];
        let sandbox = Sandbox::new(&files);
        let answer = sandbox.run(&["check", "control"]);
        let refused = format!("of '{setting}' leads outside of the opened folder and is not read");
        assert!(
            answer.stdout.contains("warning[M712]") && answer.stdout.contains(&refused),
            "{file}: {}",
            answer.stdout
        );
        assert!(
            !answer.stdout.contains("expects an Integer"),
            "{file}: {}",
            answer.stdout
        );
    }
}

#[test]
fn paths_of_the_user_may_lead_anywhere() {
    let settings = "module-path = ['../outside']\n";
    let files = [
        OUTSIDE,
        ("control/puppet-analyzer.toml", settings),
        ("control/manifests/site.pp", USE),
        ("control/environment.conf", ""),
    ];
    let sandbox = Sandbox::new(&files);
    for options in [
        &["--module-path", "outside"][..],
        &["--config", "control/puppet-analyzer.toml"],
        &["outside"],
    ] {
        let answer = sandbox.run(&[&["check", "control"], options].concat());
        assert!(
            answer.stdout.contains("expects an Integer"),
            "{options:?}: {} {}",
            answer.stdout,
            answer.stderr
        );
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_that_lead_outside_are_not_followed() {
    let files = [
        OUTSIDE,
        ("control/manifests/site.pp", USE),
        ("control/environment.conf", ""),
        ("control/modules/web/manifests/init.pp", "class web {}\n"),
    ];
    let sandbox = Sandbox::new(&files);
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, sandbox.path().join(name)).expect("symbolic link");
    };
    link("../../outside/secret", "control/modules/secret");
    link("/", "control/modules/web/lib");
    let answer = sandbox.run(&["check", "control"]);
    assert_eq!(answer.status, 0, "{}", answer.stdout);
    for name in ["control/modules/secret", "control/modules/web/lib"] {
        let line =
            format!("warning: {name}: symbolic link leads outside of the opened folder, to ");
        assert!(answer.stderr.contains(&line), "{}", answer.stderr);
    }
}

#[cfg(unix)]
#[test]
fn settings_that_are_a_link_to_the_outside_do_not_apply() {
    let sandbox = Sandbox::new(&[
        ("control/manifests/site.pp", "notice($unknown_x, 1 + 'a')\n"),
        (
            "outside/settings.toml",
            "exclude = ['manifests']\nsecret = 1\n",
        ),
        ("shared/settings.toml", "exclude = ['manifests']\n"),
        ("shared/control/environment.conf", ""),
        ("shared/control/manifests/site.pp", "notice(1 + 'a')\n"),
    ]);
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, sandbox.path().join(name)).expect("symbolic link");
    };
    link("../outside/settings.toml", "control/puppet-analyzer.toml");
    let answer = sandbox.run(&["check", "control"]);
    assert_eq!(answer.status, 1, "{}", answer.stdout);
    assert!(!answer.stdout.contains("secret"), "{}", answer.stdout);
    let line = "control/puppet-analyzer.toml: symbolic link leads outside";
    assert!(answer.stderr.contains(line), "{}", answer.stderr);
    // Within what is checked, it may lead anywhere.
    link("../settings.toml", "shared/control/puppet-analyzer.toml");
    let answer = sandbox.run(&["check", "shared"]);
    assert_eq!(answer.status, 0, "{}{}", answer.stdout, answer.stderr);
}

#[cfg(unix)]
#[test]
fn the_links_of_a_folder_are_named_once() {
    let sandbox = Sandbox::new(&[
        ("control/environment.conf", ""),
        ("control/modules/web/manifests/init.pp", "class web {}\n"),
        ("outside/third/manifests/init.pp", "class third {}\n"),
    ]);
    for name in ["a", "b", "c"] {
        let link = sandbox.path().join("control/modules").join(name);
        std::os::unix::fs::symlink("../../outside/third", link).expect("symbolic link");
    }
    let answer = sandbox.run(&["check", "control"]);
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].contains("control/modules/a: ") && lines[0].contains("(2 more in this folder)"),
        "{lines:?}"
    );
}

#[cfg(unix)]
#[test]
fn links_within_modules_that_are_not_checked_are_not_named() {
    let sandbox = Sandbox::new(&[
        ("modules/web/manifests/init.pp", "class web {}\n"),
        ("modules/other/manifests/init.pp", "class other {}\n"),
        ("outside/third/manifests/init.pp", "class third {}\n"),
    ]);
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, sandbox.path().join(name)).expect("symbolic link");
    };
    link("/", "modules/other/lib");
    link("../outside/third", "modules/third");
    for (checked, named) in [
        ("modules/web", &["modules/third"][..]),
        ("modules/other", &["modules/other/lib", "modules/third"]),
        ("modules", &["modules/other/lib", "modules/third"]),
    ] {
        let answer = sandbox.run(&["check", checked]);
        let lines: Vec<&str> = answer.stderr.lines().collect();
        assert_eq!(lines.len(), named.len(), "{checked}: {lines:?}");
        for (line, name) in lines.iter().zip(named) {
            assert!(
                line.starts_with(&format!("warning: {name}: symbolic link")),
                "{line}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn patterns_of_git_that_lead_outside_are_not_read() {
    let sandbox = Sandbox::new(&[
        ("outside/patterns", "none.pp\n"),
        ("control/environment.conf", ""),
        ("control/manifests/site.pp", "include web::none\n"),
        ("control/modules/web/manifests/init.pp", "class web {}\n"),
    ]);
    let link = sandbox.path().join("control/.gitignore");
    std::os::unix::fs::symlink("../outside/patterns", link).expect("symbolic link");
    let answer = sandbox.run(&["check", "control"]);
    assert!(answer.stdout.contains("error[N104]"), "{}", answer.stdout);
}

#[cfg(unix)]
#[test]
fn formatting_names_the_links_that_it_does_not_follow() {
    let ugly = "class   a{}\n";
    let sandbox = Sandbox::new(&[
        ("in/a/manifests/init.pp", "class a {}\n"),
        ("out/b.pp", ugly),
    ]);
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, sandbox.path().join(name)).expect("symbolic link");
    };
    link("../../../out/b.pp", "in/a/manifests/b.pp");
    link("init.pp", "in/a/manifests/c.pp");
    link("../../out", "in/a/files");
    let answer = sandbox.run(&["format", "in"]);
    assert_eq!((answer.status, &*answer.stdout), (0, ""));
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, name) in lines.iter().zip(["in/a/files", "in/a/manifests/b.pp"]) {
        let start =
            format!("warning: {name}: symbolic link leads outside of the opened folder, to ");
        assert!(line.starts_with(&start), "{line}");
    }
    let outside = std::fs::read_to_string(sandbox.path().join("out/b.pp")).expect("a file");
    assert_eq!(outside, ugly);
}
