use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::fs::Memory;

fn check(files: &[&str], paths: &[&str], expected: &Expect) {
    let memory: Memory = files.iter().map(|path| (*path, "")).collect();
    check_in(&memory, paths, expected);
}

fn check_in(memory: &Memory, paths: &[&str], expected: &Expect) {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let model = discover(memory, &paths, &Options::default());
    expected.assert_eq(&render(&model));
}

fn render(model: &ProjectModel) -> String {
    let mut out = String::new();
    let list = |paths: &[PathBuf]| {
        paths
            .iter()
            .map(|p| p.display().to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    for environment in &model.environments {
        let _ = writeln!(out, "environment {}", environment.root.display());
        if !environment.manifests.is_empty() {
            let _ = writeln!(out, "  manifests {}", list(&environment.manifests));
        }
        if !environment.loose.is_empty() {
            let _ = writeln!(out, "  loose {}", list(&environment.loose));
        }
        for module in &environment.modules {
            let _ = writeln!(
                out,
                "  {:?} module {}: {}",
                module.origin,
                module.name,
                list(&module.files)
            );
        }
    }
    for problem in &model.problems {
        let _ = writeln!(
            out,
            "{:?} {}: {}",
            problem.gravity,
            problem.path.display(),
            problem.message
        );
    }
    out
}

#[test]
fn a_control_repository() {
    let mut memory: Memory = [
        ("/repo/manifests/site.pp", ""),
        ("/repo/site/role/manifests/web.pp", ""),
        ("/repo/modules/ntp/manifests/init.pp", ""),
        ("/repo/modules/ntp/files/x.pp", ""),
        ("/repo/scripts/try.pp", ""),
        ("/repo/Puppetfile", ""),
    ]
    .into_iter()
    .collect();
    let expected = expect![[r#"
        environment /repo
          manifests /repo/manifests/site.pp
          loose /repo/scripts/try.pp
          Workspace module role: /repo/site/role/manifests/web.pp
          Workspace module ntp: /repo/modules/ntp/manifests/init.pp
    "#]];
    check_in(&memory, &["/repo"], &expected);
    memory.insert(
        "/repo/environment.conf",
        "modulepath = site:modules:missing:$basemodulepath\n",
    );
    check_in(
        &memory,
        &["/repo"],
        &expect![[r#"
            environment /repo
              manifests /repo/manifests/site.pp
              loose /repo/scripts/try.pp
              Workspace module role: /repo/site/role/manifests/web.pp
              Workspace module ntp: /repo/modules/ntp/manifests/init.pp
        "#]],
    );
}

#[test]
fn one_file_of_a_control_repository_has_the_same_environment() {
    check(
        &[
            "/repo/manifests/site.pp",
            "/repo/site/role/manifests/web.pp",
            "/repo/modules/ntp/manifests/init.pp",
        ],
        &["/repo/site/role/manifests/web.pp"],
        &expect![[r#"
            environment /repo
              manifests /repo/manifests/site.pp
              Workspace module role: /repo/site/role/manifests/web.pp
              Dependency module ntp: /repo/modules/ntp/manifests/init.pp
        "#]],
    );
}

#[test]
fn a_module_alone_with_fixtures() {
    let mut memory: Memory = [
        ("/src/puppet-ntp/manifests/init.pp", ""),
        ("/src/puppet-ntp/examples/init.pp", ""),
        (
            "/src/puppet-ntp/spec/fixtures/modules/stdlib/types/port.pp",
            "",
        ),
        ("/src/puppet-ntp/spec/fixtures/modules/stdlib/spec/x.pp", ""),
        ("/src/puppet-apache/manifests/init.pp", ""),
    ]
    .into_iter()
    .collect();
    memory.insert(
        "/src/puppet-ntp/metadata.json",
        r#"{"name": "puppetlabs-ntp"}"#,
    );
    check_in(
        &memory,
        &["/src/puppet-ntp/manifests"],
        &expect![[r#"
            environment /src/puppet-ntp
              Workspace module ntp: /src/puppet-ntp/examples/init.pp /src/puppet-ntp/manifests/init.pp
              Dependency module stdlib: /src/puppet-ntp/spec/fixtures/modules/stdlib/types/port.pp
        "#]],
    );
}

#[test]
fn a_folder_of_modules_and_one_module_of_it() {
    let files = [
        "/m/ntp/manifests/init.pp",
        "/m/ntp/manifests/types/x.pp",
        "/m/stdlib/types/port.pp",
    ];
    check(
        &files,
        &["/m"],
        &expect![[r#"
            environment /m
              Workspace module ntp: /m/ntp/manifests/init.pp /m/ntp/manifests/types/x.pp
              Workspace module stdlib: /m/stdlib/types/port.pp
        "#]],
    );
    check(
        &files,
        &["/m/ntp/manifests/types/x.pp"],
        &expect![[r#"
            environment /m
              Workspace module ntp: /m/ntp/manifests/init.pp /m/ntp/manifests/types/x.pp
              Dependency module stdlib: /m/stdlib/types/port.pp
        "#]],
    );
}

#[test]
fn loose_manifests_and_modules_deeper_down() {
    check(
        &["/x/a.pp", "/x/deep/down/ntp/manifests/init.pp", "/x/b.txt"],
        &["/x", "/x/a.pp"],
        &expect![[r#"
            environment /x
              loose /x/a.pp
            environment /x/deep/down/ntp
              Workspace module ntp: /x/deep/down/ntp/manifests/init.pp
        "#]],
    );
}

#[test]
fn paths_that_do_not_exist_are_problems() {
    check(
        &["/x/a.pp"],
        &["/y"],
        &expect![[r#"
            Fatal /y: no such file or directory
        "#]],
    );
}

#[test]
fn of_two_modules_with_one_name_the_first_counts() {
    check(
        &[
            "/e/manifests/site.pp",
            "/e/site/ntp/manifests/init.pp",
            "/e/modules/ntp/manifests/init.pp",
        ],
        &["/e"],
        &expect![[r#"
            environment /e
              manifests /e/manifests/site.pp
              Workspace module ntp: /e/site/ntp/manifests/init.pp
        "#]],
    );
}
