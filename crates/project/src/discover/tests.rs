mod fixtures;
mod installed;
mod module;
mod nested;
mod project_root;

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::fs::{Disk, Memory};

fn check(files: &[&str], paths: &[&str], expected: &Expect) {
    let memory: Memory = files.iter().map(|path| (*path, "")).collect();
    check_in(&memory, paths, expected);
}

fn check_in(memory: &Memory, paths: &[&str], expected: &Expect) {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let model = discover(memory, &paths, &DiscoveryOptions::default());
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
fn a_hierarchy_without_code_is_an_environment() {
    let config = "version: 5\nhierarchy: [{name: own, path: common.yaml}]\n";
    let files = [("/d/hiera.yaml", config), ("/d/data/common.yaml", "a: 1\n")];
    assert_eq!(render_of(&files, "/d"), "environment /d\n");
    assert_eq!(render_of(&files, "/d/data"), "");
}

#[test]
fn manifests_that_define_nothing_are_no_module() {
    let statements = ("/a/benchmarks/evaluations/manifests/hash.pp", "$a = {}\n");
    assert_eq!(
        render_of(&[statements], "/a"),
        "environment /a\n  loose /a/benchmarks/evaluations/manifests/hash.pp\n"
    );
    for definition in ["class web::a {\n}\n", "# A web\ndefine web::a() {\n}\n"] {
        let found = render_of(&[("/a/web/manifests/a.pp", definition)], "/a/web");
        assert!(found.contains("Workspace module web: "), "{found}");
    }
}

#[test]
fn a_hierarchy_beside_modules_is_an_environment() {
    let files = [
        "/puppet/lib/puppet.rb",
        "/puppet/lib/puppet/type.rb",
        "/puppet/spec/lib/puppet/matchers.rb",
        "/puppet/acceptance/lib/puppet/acceptance/common_utils.rb",
        "/puppet/references/types/exec.md",
        "/puppet/examples/hiera/hiera.yaml",
        "/puppet/examples/hiera/modules/ntp/manifests/config.pp",
    ];
    let expected = expect![[r#"
        environment /puppet/examples/hiera
          Workspace module ntp: /puppet/examples/hiera/modules/ntp/manifests/config.pp
    "#]];
    check(&files, &["/puppet"], &expected);
}

#[test]
fn what_stands_beside_a_control_repository_is_no_folder_of_modules() {
    let memory = memory(&[
        ("/infra/puppet/environment.conf", ""),
        ("/infra/puppet/manifests/site.pp", "node default {\n}\n"),
        ("/infra/puppet/modules/web/manifests/init.pp", ""),
        ("/infra/vagrant/manifests/default.pp", "node default {\n}\n"),
    ]);
    let found = discover(
        &memory,
        &[PathBuf::from("/infra")],
        &DiscoveryOptions::default(),
    );
    expect![[r#"
        environment /infra
          loose /infra/vagrant/manifests/default.pp
        environment /infra/puppet
          manifests /infra/puppet/manifests/site.pp
          Workspace module web: /infra/puppet/modules/web/manifests/init.pp
    "#]]
    .assert_eq(&render(&found));
}

#[test]
fn empty_directories_wait_for_their_modules() {
    let root = std::env::temp_dir().join(format!("puppet-project-empty-{}", std::process::id()));
    let modules = root.join("modules");
    let installed = root.with_extension("installed");
    let main = |directory: &Path, name: &str| {
        let manifests = directory.join(name).join("manifests");
        std::fs::create_dir_all(&manifests).expect("temporary folder");
        std::fs::write(manifests.join("init.pp"), format!("class {name} {{\n}}\n"))
            .expect("temporary folder");
    };
    main(&modules, "web");
    std::fs::create_dir_all(modules.join("stdlib")).expect("temporary folder");
    main(&installed, "stdlib");
    main(&installed, "apt");
    let options = DiscoveryOptions {
        installed: vec![installed.clone()],
        ..DiscoveryOptions::default()
    };
    let names_with = |conf: &str| {
        std::fs::write(root.join("environment.conf"), conf).expect("temporary folder");
        let found = discover(&Disk, std::slice::from_ref(&root), &options);
        let environments = found.environments.into_iter();
        let modules = environments.flat_map(|environment| environment.modules);
        modules.map(|module| module.name).collect::<Vec<String>>()
    };
    // Only what is written says that this computer has the other modules of an unfinished checkout.
    let written = names_with("modulepath = modules:$basemodulepath\n");
    let unwritten = names_with("");
    for folder in [&root, &installed] {
        std::fs::remove_dir_all(folder).expect("temporary folder");
    }
    assert_eq!(
        (written, unwritten),
        (
            vec!["web".to_owned(), "apt".to_owned()],
            vec!["web".to_owned()]
        )
    );
}

#[test]
fn a_module_has_the_name_of_its_main_class_where_its_directory_can_have_none() {
    let render_of = |files: &[(&str, &str)], path: &str| {
        let memory: Memory = files.iter().copied().collect();
        let paths = [PathBuf::from(path)];
        render(&discover(&memory, &paths, &DiscoveryOptions::default()))
    };
    let main = "# About it\nclass openstack_integration(\n) {\n}\n";
    let directory = "/src/puppet-openstack-integration";
    let path = format!("{directory}/manifests/init.pp");
    expect![[r#"
        environment /src/puppet-openstack-integration
          Workspace module openstack_integration: /src/puppet-openstack-integration/manifests/init.pp
    "#]].assert_eq(&render_of(&[(&path, main)], directory));
    // Metadata that was copied from another module.
    let files = [
        ("/src/yumrepo/manifests/init.pp", "class yumrepo {\n}\n"),
        ("/src/yumrepo/metadata.json", r#"{"name": "me-devrepo"}"#),
    ];
    expect![[r#"
        environment /src/yumrepo
          Workspace module yumrepo: /src/yumrepo/manifests/init.pp
    "#]]
    .assert_eq(&render_of(&files, "/src/yumrepo"));
}

#[test]
fn a_checkout_has_the_name_that_its_manifests_share() {
    let metadata = r#"{"name": "me-copied"}"#;
    for (directory, manifests, expected) in [
        ("/src/me+web", ["class web::a {", "define web::b ("], "web"),
        ("/src/copied", ["class web::a {", "define web::b ("], "web"),
        (
            "/src/copied",
            ["class web::a {", "define copied::b ("],
            "copied",
        ),
        (
            "/src/my_profiles",
            ["class profile::a {", "class profile::b {"],
            "profile",
        ),
        (
            "/src/my_profiles",
            ["class profile::a {", "class role::b {"],
            "my_profiles",
        ),
        ("/src/web", ["# nothing", "class wbe::a {"], "web"),
        (
            "/src/web",
            ["class old-web::a {", "class old-web::b {"],
            "web",
        ),
    ] {
        let [a, b] = ["a", "b"].map(|name| format!("{directory}/manifests/{name}.pp"));
        let mut memory: Memory = [(&*a, manifests[0]), (&*b, manifests[1])]
            .into_iter()
            .collect();
        if directory == "/src/copied" {
            memory.insert("/src/copied/metadata.json", metadata);
        }
        let paths = [PathBuf::from(directory)];
        let found = discover(&memory, &paths, &DiscoveryOptions::default());
        let modules = found.environments.iter().flat_map(|it| &it.modules);
        let names: Vec<&str> = modules.map(|module| module.name.as_str()).collect();
        assert_eq!(names, [expected], "{directory} {manifests:?}");
    }
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
fn the_fixtures_of_one_module_are_not_those_of_others() {
    let files = [
        "/m/ntp/manifests/init.pp",
        "/m/ntp/.fixtures.yml",
        "/m/ntp/spec/fixtures/modules/concat/manifests/init.pp",
        "/m/web/manifests/init.pp",
        "/m/web/.fixtures.yml",
        "/m/web/spec/fixtures/modules/ntp/manifests/init.pp",
    ];
    check(
        &files,
        &["/m"],
        &expect![[r#"
        environment /m
          Dependency module ntp: /m/ntp/manifests/init.pp
          Workspace module web: /m/web/manifests/init.pp
        environment /m/ntp
          Workspace module ntp: /m/ntp/manifests/init.pp
          Workspace module web: /m/web/manifests/init.pp
          Dependency module concat: /m/ntp/spec/fixtures/modules/concat/manifests/init.pp
    "#]],
    );
}

#[test]
fn directories_that_are_modules_but_for_their_case() {
    let memory = memory(&[
        ("/m/web/manifests/init.pp", ""),
        ("/m/Web/manifests/init.pp", ""),
        ("/m/Dns/metadata.json", "{}"),
        ("/m/Docs/a.pp", ""),
        ("/m/my-module/manifests/init.pp", ""),
    ]);
    let model = discover(
        &memory,
        &[PathBuf::from("/m")],
        &DiscoveryOptions::default(),
    );
    let hidden: Vec<String> = model
        .environments
        .iter()
        .flat_map(|environment| &environment.hidden)
        .map(|it| format!("{} {} {:?}", it.name, it.place.display(), it.winner))
        .collect();
    expect![[r#"
        [
            "Dns /m/Dns/metadata.json None",
            "Web /m/Web/manifests/init.pp None",
        ]
    "#]]
    .assert_debug_eq(&hidden);
}

#[test]
fn the_base_module_path_stands_where_it_is_written() {
    let files = |conf| {
        memory(&[
            ("/code/environments/production/environment.conf", conf),
            (
                "/code/environments/production/site/web/manifests/init.pp",
                "",
            ),
            (
                "/code/environments/production/modules/web/manifests/init.pp",
                "",
            ),
            (
                "/code/environments/dev/environment.conf",
                "modulepath = modules\n",
            ),
            ("/code/environments/dev/modules/web/manifests/init.pp", ""),
            ("/code/modules/web/manifests/init.pp", ""),
            ("/code/modules/shared/manifests/init.pp", ""),
        ])
    };
    let paths = ["/code/environments/production", "/code/environments/dev"];
    check_in(
        &files("modulepath = site:modules:$basemodulepath\n"),
        &paths,
        &expect![[r#"
            environment /code/environments/dev
              Workspace module web: /code/environments/dev/modules/web/manifests/init.pp
            environment /code/environments/production
              Workspace module web: /code/environments/production/site/web/manifests/init.pp
              Dependency module shared: /code/modules/shared/manifests/init.pp
        "#]],
    );
    check_in(
        &files("modulepath = $basemodulepath:site\n"),
        &paths,
        &expect![[r#"
            environment /code/environments/dev
              Workspace module web: /code/environments/dev/modules/web/manifests/init.pp
            environment /code/environments/production
              loose /code/environments/production/modules/web/manifests/init.pp
              Dependency module shared: /code/modules/shared/manifests/init.pp
              Dependency module web: /code/modules/web/manifests/init.pp
        "#]],
    );
}

#[test]
fn a_manifest_that_is_asked_for_is_checked_wherever_it_is() {
    for (files, asked, environment) in [
        (
            &["/x/web/manifests/init.pp", "/x/try.pp"][..],
            "/x/try.pp",
            "/x",
        ),
        (
            &["/m/metadata.json", "/m/files/try.pp"],
            "/m/files/try.pp",
            "/m",
        ),
        (
            &["/m/metadata.json", "/m/vendor/x/try.pp"],
            "/m/vendor/x/try.pp",
            "/m",
        ),
        (
            &["/e/environment.conf", "/e/.x/try.pp"],
            "/e/.x/try.pp",
            "/e",
        ),
    ] {
        let memory: Memory = files.iter().map(|path| (*path, "")).collect();
        let model = discover(&memory, &[asked.into()], &DiscoveryOptions::default());
        let [found] = &model.environments[..] else {
            panic!("{asked}: {model:?}");
        };
        assert_eq!(found.root, Path::new(environment));
        assert_eq!(found.loose, [PathBuf::from(asked)]);
    }
    // A part of a module is no loose manifest.
    let memory: Memory = [("/m/metadata.json", ""), ("/m/manifests/a.pp", "")]
        .into_iter()
        .collect();
    let model = discover(
        &memory,
        &["/m/manifests/a.pp".into()],
        &DiscoveryOptions::default(),
    );
    assert!(model.environments[0].loose.is_empty());
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

/// What is found at a path, with the texts of files.
fn render_of(files: &[(&str, &str)], path: &str) -> String {
    render(&discover(
        &memory(files),
        &[PathBuf::from(path)],
        &DiscoveryOptions::default(),
    ))
}

fn memory(files: &[(&str, &str)]) -> Memory {
    files.iter().copied().collect()
}

#[test]
fn environments_of_an_installation_share_modules() {
    check(
        &[
            "/code/environments/production/manifests/site.pp",
            "/code/environments/production/modules/web/manifests/init.pp",
            "/code/environments/dev/modules/web/manifests/init.pp",
            "/code/modules/shared/manifests/init.pp",
        ],
        &["/code"],
        &expect![[r#"
            environment /code/environments/dev
              Workspace module web: /code/environments/dev/modules/web/manifests/init.pp
              Workspace module shared: /code/modules/shared/manifests/init.pp
            environment /code/environments/production
              manifests /code/environments/production/manifests/site.pp
              Workspace module web: /code/environments/production/modules/web/manifests/init.pp
              Workspace module shared: /code/modules/shared/manifests/init.pp
            environment /code/modules
              Workspace module shared: /code/modules/shared/manifests/init.pp
        "#]],
    );
}

#[test]
fn a_bolt_project_is_a_module() {
    let memory = memory(&[
        (
            "/b/bolt-project.yaml",
            "name: ops\nmodulepath: [mine, '.modules']\n",
        ),
        ("/b/plans/restart.pp", ""),
        ("/b/manifests/init.pp", ""),
        ("/b/mine/web/plans/init.pp", ""),
        ("/b/.modules/stdlib/functions/x.pp", ""),
        ("/b/apart/try.pp", ""),
    ]);
    check_in(
        &memory,
        &["/b/plans"],
        &expect![[r#"
        environment /b
          Dependency module web: /b/mine/web/plans/init.pp
          Dependency module stdlib: /b/.modules/stdlib/functions/x.pp
          Workspace module ops: /b/apart/try.pp /b/manifests/init.pp /b/plans/restart.pp
    "#]],
    );
}

#[test]
fn manifests_of_a_bolt_project_that_define_nothing_of_it_are_applied() {
    for (manifest, expected) in [
        ("node default {\n}\n", "loose /b/manifests/a.pp"),
        (
            "class ops::a {\n}\n",
            "Workspace module ops: /b/manifests/a.pp",
        ),
    ] {
        let files = [
            ("/b/bolt-project.yaml", "name: ops\n"),
            ("/b/manifests/a.pp", manifest),
        ];
        let found = render_of(&files, "/b");
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn the_data_of_a_bolt_project_are_not_those_of_its_module() {
    let hiera = "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n";
    let memory = memory(&[
        (
            "/b/bolt-project.yaml",
            "name: ops\nmodulepath: ['./modules']\n",
        ),
        ("/b/hiera.yaml", hiera),
        ("/b/data/all.yaml", "web::port: 1\n"),
        ("/b/modules/web/manifests/init.pp", ""),
        ("/b/modules/web/hiera.yaml", hiera),
        ("/b/modules/web/data/all.yaml", "web::user: x\n"),
    ]);
    let model = discover(
        &memory,
        &[PathBuf::from("/b")],
        &DiscoveryOptions::default(),
    );
    let environment = &model.environments[0];
    let data: Vec<_> = environment
        .modules
        .iter()
        .map(|module| (&*module.name, &module.data.files[..]))
        .collect();
    assert_eq!(environment.data.files, [PathBuf::from("/b/data/all.yaml")]);
    assert_eq!(
        data,
        [
            ("web", &[PathBuf::from("/b/modules/web/data/all.yaml")][..]),
            ("ops", &[]),
        ]
    );
}

#[test]
fn an_environment_has_functions_and_types_of_its_own() {
    check(
        &[
            "/e/environment.conf",
            "/e/functions/hello.pp",
            "/e/lib/puppet/functions/vault.rb",
            "/e/lib/puppet/parser/functions/old.rb",
            "/e/modules/web/manifests/init.pp",
            "/e/types/port.pp",
        ],
        &["/e"],
        &expect![[r#"
            environment /e
              Workspace module web: /e/modules/web/manifests/init.pp
              Workspace module environment: /e/functions/hello.pp /e/lib/puppet/functions/vault.rb /e/types/port.pp
        "#]],
    );
}

#[test]
fn a_bolt_project_in_the_environment_of_a_server() {
    let files = [
        ("/b/bolt-project.yaml", "name: ops\n"),
        ("/b/environment.conf", "modulepath = site:modules\n"),
        ("/b/site/web/manifests/init.pp", "class web {\n}\n"),
    ];
    let found = render_of(&files, "/b");
    assert!(found.contains("Workspace module web: "), "{found}");
}

#[test]
fn a_bolt_project_without_a_name() {
    let memory = memory(&[
        ("/b/bolt-project.yaml", "---\n"),
        ("/b/.modules/stdlib/functions/x.pp", ""),
        ("/b/try.pp", ""),
    ]);
    check_in(
        &memory,
        &["/b"],
        &expect![[r#"
        environment /b
          loose /b/try.pp
          Workspace module stdlib: /b/.modules/stdlib/functions/x.pp
    "#]],
    );
}

#[test]
fn the_directory_of_a_puppetfile() {
    let memory = memory(&[
        (
            "/r/Puppetfile",
            "forge 'x'\n  moduledir \"thirdparty\"\nmod 'a'\n",
        ),
        ("/r/site/role/manifests/init.pp", ""),
        ("/r/thirdparty/web/manifests/init.pp", ""),
    ]);
    check_in(
        &memory,
        &["/r"],
        &expect![[r#"
        environment /r
          Workspace module role: /r/site/role/manifests/init.pp
          Workspace module web: /r/thirdparty/web/manifests/init.pp
    "#]],
    );
}

#[test]
fn environments_that_the_settings_name() {
    let memory = memory(&[
        (
            "/r/puppet-analyzer.toml",
            "environments = ['env/*']\nmodule-path = ['more']\n",
        ),
        ("/r/env/one/modules/web/manifests/init.pp", ""),
        ("/r/env/two/manifests/site.pp", ""),
        ("/r/more/dns/manifests/init.pp", ""),
        ("/r/other/x.pp", ""),
    ]);
    check_in(
        &memory,
        &["/r"],
        &expect![[r#"
        environment /r/env/one
          Workspace module web: /r/env/one/modules/web/manifests/init.pp
          Dependency module dns: /r/more/dns/manifests/init.pp
        environment /r/env/two
          manifests /r/env/two/manifests/site.pp
          Dependency module dns: /r/more/dns/manifests/init.pp
    "#]],
    );
    check_in(
        &memory,
        &["/r/env/two/manifests/site.pp"],
        &expect![[r#"
        environment /r/env/two
          manifests /r/env/two/manifests/site.pp
          Dependency module dns: /r/more/dns/manifests/init.pp
    "#]],
    );
}
