//! Diagnostics about modules, in files that cannot hold expectations.

use expect_test::expect;
use puppet_checks::file_diagnostics;
use puppet_db::RootDatabase;
use puppet_project::ProjectInputs;
use puppet_project::discover::{DiscoveryOptions, discover};
use puppet_project::fs::Memory;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::module_items::resolve;

use crate::support::Project;

#[test]
fn each_dependency_that_is_not_here_is_one_hint_at_its_place() {
    let metadata = r#"{"name": "me-web", "version": "1.0.0", "author": "me", "license": "x", "source": "x",
"dependencies": [
  {"name": "puppetlabs/stdlib", "version_requirement": ">= 9.0.0"},
  {"name": "me-here"},
  {"name": "me-gone"}
]}"#;
    let project = Project::new([
        ("/modules/web/metadata.json", metadata),
        (
            "/modules/web/manifests/init.pp",
            "class web(Stdlib::Port $p = 80, Gone::X $x) { include stdlib, gone::y\n gone::z { 'x': a => gone::f(1) } }",
        ),
        ("/modules/here/manifests/init.pp", "class here {}"),
    ]);
    let mut out = String::new();
    let files = project.inputs.files().map(|(_, file)| file);
    for found in files.flat_map(|file| file_diagnostics(&project.db, file)) {
        let text = found.place.file.text(&project.db);
        let help = found.help.as_deref().unwrap_or_default();
        let (code, severity) = (found.code(), found.severity);
        let place = &text[found.place.range];
        out.push_str(&format!(
            "{severity}[{code}] {place}: {} | {help}\n",
            found.message
        ));
    }
    expect![[r#"
        hint[N111] $p: Unused parameter '$p' | 
        hint[N111] $x: Unused parameter '$x' | 
        hint[M714] "puppetlabs/stdlib": 2 modules are not installed: stdlib, gone | Install them beside this module, or into spec/fixtures/modules, for example with `rake spec_prep`
    "#]].assert_eq(&out);
}

#[test]
fn literals_of_other_languages_get_advice() {
    for (code, expected) in [
        (
            "class web(Optional[Integer] $a = undefined) { notice($a) }",
            "T201 undefined: Did you mean undef?",
        ),
        (
            "class web(Optional[String] $a = nil) { notice($a) }",
            "T209 Optional[String]: Did you mean undef?",
        ),
        (
            "class web(Optional[Hash] $a = 'null') { notice($a) }",
            "T201 'null': Did you mean undef?",
        ),
        (
            "class web(Boolean $a = True) { notice($a) }",
            "N107 True: Did you mean true?",
        ),
        (
            "class web { class { 'web::b': a => none } }",
            "T202 none: Did you mean undef?",
        ),
        ("class web(String $a = 'none') { notice($a) }", ""),
    ] {
        let found = advice(code);
        assert!(
            found.contains(&expected.to_owned()) || expected.is_empty() && found.is_empty(),
            "{code}: {found:?}"
        );
    }
}

#[test]
fn variables_of_the_same_body_are_proposed() {
    for (code, expected) in [
        (
            "class web($before_all) { notice($befor_all) }",
            "N101 $befor_all: Did you mean '$before_all'?",
        ),
        ("class web { notice($nothing) }", ""),
        // Puppet has a fact of a more similar name.
        (
            "class web { $_os_ver = 1 notice($_os_ver, $_os_version) }",
            "N101 $_os_version: Did you mean '$_os_ver'?",
        ),
    ] {
        assert_eq!(advice(code).join("\n"), expected, "{code}");
    }
}

/// What is meant, as it is proposed for the parts of a class.
fn advice(code: &str) -> Vec<String> {
    let project = Project::new([
        ("/modules/web/manifests/init.pp", code),
        (
            "/modules/web/manifests/b.pp",
            "class web::b(Optional[Integer] $a = undef) { notice($a) }",
        ),
    ]);
    let mut found: Vec<String> = Vec::new();
    let files = project.inputs.files().map(|(_, file)| file);
    for it in files.flat_map(|file| file_diagnostics(&project.db, file)) {
        let text = &it.place.file.text(&project.db)[it.place.range];
        let help = it.help.as_deref().unwrap_or_default();
        let is_advice = help.starts_with("Did you mean");
        found.extend(is_advice.then(|| format!("{} {text}: {help}", it.code())));
    }
    found.sort();
    found.dedup();
    found
}

/// Targets of an assignment in lists in lists: nothing that looks at them may run out of stack.
#[test]
fn targets_may_be_nested_deeply() {
    for depth in [100, 20_000] {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        let text = format!("class web {{ {open}$a{close} = $facts['a'] }}\n");
        let project = Project::new([("/modules/web/manifests/init.pp", &*text)]);
        assert!(
            project.check().iter().all(|it| it.code() != "S099"),
            "{depth}"
        );
    }
}

fn hints(paths: &[&str], files: &[(&str, &str)]) -> String {
    let memory: puppet_project::fs::Memory = files.iter().copied().collect();
    let (mut db, mut inputs) = (
        puppet_db::RootDatabase::default(),
        puppet_project::ProjectInputs::default(),
    );
    let paths: Vec<std::path::PathBuf> = paths.iter().map(std::path::PathBuf::from).collect();
    let model = puppet_project::discover::discover(&memory, &paths, &Default::default());
    inputs.apply(&mut db, &memory, &model);
    let files = inputs.files().map(|(_, file)| file);
    let found = files.flat_map(|file| file_diagnostics(&db, file).to_vec());
    let lines = found.filter(|it| it.code() != "N111").map(|it| {
        let path = it.place.file.path(&db);
        let place = &it.place.file.text(&db)[it.place.range];
        let severity = it.severity;
        format!(
            "{path}: {severity}[{}] {place}: {}\n",
            it.code(),
            it.message
        )
    });
    lines.collect()
}

#[test]
fn fixtures_that_are_not_here_are_named_and_may_define_anything() {
    let fixtures = "fixtures:\n  forge_modules:\n    stdlib: puppetlabs/stdlib\n    here: me/here\n  repositories:\n    \
                    apt: { repo: https://x }\n  symlinks:\n    web: \"#{source_dir}\"\n";
    let found = hints(
        &["/web"],
        &[
            (
                "/web/metadata.json",
                "{\"name\": \"me-web\", \"version\": \"1.0.0\", \"author\": \"me\", \"license\": \"x\", \"source\": \"x\", \"dependencies\": []}",
            ),
            ("/web/.fixtures.yml", fixtures),
            (
                "/web/manifests/init.pp",
                "class web {\n  include stdlib, here\n  shellvar { 'x': }\n  folders { '/x': }\n}\n",
            ),
            (
                "/web/spec/fixtures/modules/here/manifests/init.pp",
                "class here {}",
            ),
        ],
    );
    expect![[r#"
        /web/.fixtures.yml: hint[M714] stdlib: 2 modules are not installed: stdlib, apt
        /web/manifests/init.pp: warning[M702] here: Module 'here' of the class 'here' is not listed in metadata.json dependencies
    "#]].assert_eq(&found);
}

#[test]
fn modules_of_a_control_repository_need_no_metadata_for_each_other() {
    let metadata = "{\"name\": \"me-role\", \"version\": \"1.0.0\", \"author\": \"me\", \"license\": \"x\", \"source\": \"x\", \"dependencies\": []}";
    let files = |puppetfile: &'static str| {
        [
            (puppetfile, "mod 'puppetlabs/apt', '9.0.0'\n"),
            (
                "/site/environment.conf",
                "modulepath = modules:site-modules\n",
            ),
            ("/site/modules/apt/manifests/init.pp", "class apt { }\n"),
            ("/site/site-modules/role/metadata.json", metadata),
            (
                "/site/site-modules/role/manifests/web.pp",
                "# A.\nclass role::web {\n  include profile::base\n  include apt\n}\n",
            ),
            (
                "/site/site-modules/profile/manifests/base.pp",
                "# A.\nclass profile::base { }\n",
            ),
        ]
    };
    let found = |opened, puppetfile| {
        let found = hints(&[opened], &files(puppetfile));
        let found = found.lines().filter(|line| line.contains("M702"));
        found.collect::<Vec<_>>().join("\n")
    };
    expect![[""]].assert_eq(&found("/site", "/site/Puppetfile"));
    expect![[r#"
        /site/site-modules/role/manifests/web.pp: hint[M702] profile::base: Module 'profile' of the class 'profile::base' is not listed in metadata.json dependencies
        /site/site-modules/role/manifests/web.pp: hint[M702] apt: Module 'apt' of the class 'apt' is not listed in metadata.json dependencies"#]].assert_eq(&found("/site", "/site/other"));
    let part = "/site/site-modules/role";
    for puppetfile in ["/site/Puppetfile", "/site/other"] {
        assert_eq!(found(part, puppetfile), found("/site", puppetfile));
    }
}

/// Names of one environment mean nothing in another; the modules beside them are for all that say so.
#[test]
fn several_environments_are_apart() {
    let dev = "/code/environments/dev";
    let production = "/code/environments/production";
    let path = |environment: &str, path: &str| format!("{environment}/{path}");
    let files = [
        (
            path(production, "environment.conf"),
            "modulepath = modules:$basemodulepath\n",
        ),
        (
            path(production, "modules/web/manifests/init.pp"),
            "class web(Integer $port) { include shared, shared::no }",
        ),
        (
            path(production, "manifests/site.pp"),
            "class { 'web': port => 'x' }",
        ),
        (path(dev, "environment.conf"), "modulepath = modules\n"),
        (
            path(dev, "modules/web/manifests/init.pp"),
            "class web(String $port) { include shared, shared::no }",
        ),
        (
            path(dev, "manifests/site.pp"),
            "class { 'web': port => 'x' }",
        ),
        (
            "/code/modules/shared/manifests/init.pp".to_owned(),
            "class shared {}",
        ),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    expect![[r#"
        /code/environments/production/manifests/site.pp: error[T202] 'x': parameter 'port' expects an Integer value, got String
        /code/environments/production/modules/web/manifests/init.pp: error[N104] shared::no: Could not find the class 'shared::no' in module 'shared'
    "#]].assert_eq(&hints(&["/code/environments"], &files));
}

#[test]
fn values_for_tasks_are_compared_with_their_descriptions() {
    let files = [
        ("/b/bolt-project.yaml", "name: ops\n"),
        (
            "/b/plans/deploy.pp",
            "plan ops::deploy(TargetSpec $targets, Hash $more) {\n  run_task('ops::restart', $targets, 'service' => 5)\n  \
             run_task('ops::restart', $targets, 'Why', 'service' => 'a', 'level' => 'low', '_noop' => true)\n  \
             run_task('ops::restart', $targets, 'service' => 'a', 'level' => 'hard', 'other' => undef, 'x' => 1)\n  \
             run_task('ops::restart', $targets, $more)\n  run_task('ops::none', $targets, 'service' => 5)\n  \
             run_task('ops::restart', $targets, 'servise' => 'a', 'level' => 'hard')\n}\n",
        ),
        (
            "/b/tasks/restart.json",
            "{ \"parameters\": { \"service\": { \"type\": \"String[1]\" }, \
             \"level\": { \"type\": \"Enum[hard, soft]\" }, \
             \"other\": { \"type\": \"Integer\", \"default\": 3 }, \"x\": {} } }",
        ),
        ("/b/tasks/restart.sh", "#!/bin/sh\n"),
    ];
    expect![[r#"
        /b/plans/deploy.pp: error[T203] 'service' => 5: The task 'ops::restart' expects a value for parameter 'level'
        /b/plans/deploy.pp: error[T202] 5: parameter 'service' expects a String value, got Integer
        /b/plans/deploy.pp: error[T202] 'low': parameter 'level' expects a match for Enum['hard', 'soft'], got 'low'
        /b/plans/deploy.pp: error[M718] 'ops::none': Could not find a task named 'ops::none'
        /b/plans/deploy.pp: error[T203] 'servise': The task 'ops::restart' has no parameter named 'servise'
    "#]].assert_eq(&hints(&["/b"], &files));
}

#[test]
fn values_for_plans_have_parameters() {
    let files = [
        ("/b/bolt-project.yaml", "name: ops\n"),
        (
            "/b/plans/all.pp",
            "plan ops::all(TargetSpec $targets, Optional[Integer] $n) {\n  run_plan('ops::one', $targets, 'count' => 1, '_catch_errors' => true)\n  \
             run_plan('ops::one', $targets, 'cuont' => 1)\n  run_plan('ops::one', 'targets' => $targets)\n  \
             run_plan('ops::one', 'targets' => $targets, 'count' => 1, 'other' => $n)\n  run_plan('ops::one', $targets)\n}\n",
        ),
        (
            "/b/plans/one.pp",
            "plan ops::one(TargetSpec $targets, Integer $count, String[1] $note = 'a') {\n  notice($targets, $count, $note)\n}\n",
        ),
    ];
    expect![[r#"
        /b/plans/all.pp: error[T203] 'cuont': The plan 'ops::one' has no parameter named 'cuont'
        /b/plans/all.pp: error[T203] 'targets' => $targets: The plan 'ops::one' expects a value for parameter 'count'
        /b/plans/all.pp: warning[T203] 'other': The plan 'ops::one' has no parameter named 'other'
        /b/plans/all.pp: error[T203] $targets: The plan 'ops::one' expects a value for parameter 'count'
    "#]].assert_eq(&hints(&["/b"], &files));
}

#[test]
fn a_bolt_project_is_checked_as_one() {
    let files = [
        (
            "/b/bolt-project.yaml",
            "name: ops\nmodulepath: [mine, .modules]\n",
        ),
        (
            "/b/plans/deploy.pp",
            "plan ops::deploy(TargetSpec $targets, Ops::Port $port = 80) {\n  $result = run_task('ops::restart', $targets, service => 'web')\n  \
             run_plan('web::check', $targets)\n  apply($targets) { class { 'web': port => 'x' } }\n  return $result\n}\n",
        ),
        (
            "/b/tasks/restart.json",
            "{ \"parameters\": { \"service\": { \"type\": \"String[1]\" } } }",
        ),
        ("/b/tasks/restart.sh", "#!/bin/sh\n"),
        ("/b/types/port.pp", "type Ops::Port = Integer[1, 65535]"),
        (
            "/b/mine/web/manifests/init.pp",
            "class web(Ops::Port $port, Missing::Type $x = 1) {}",
        ),
        ("/b/.modules/web/manifests/init.pp", "class web() {}"),
        (
            "/b/mine/web/plans/check.pp",
            "plan web::check(TargetSpec $nodes) { notice(Ops::Nothing) }",
        ),
    ];
    expect![[r#"
        /b/.modules/web/manifests/init.pp: hint[M712] : Module 'web' is not used: /b/mine/web comes first in the module path
        /b/mine/web/plans/check.pp: error[N107] Ops::Nothing: Resource type not found: Ops::Nothing
        /b/plans/deploy.pp: error[T202] 'x': parameter 'port' expects an Ops::Port = Integer[1, 65535] value, got String
    "#]].assert_eq(&hints(&["/b"], &files));
}

/// What the fixtures of one module define is there for that module alone: the others know nothing of it.
#[test]
fn fixtures_of_one_module_are_not_seen_by_others() {
    let files = [
        (
            "/m/ntp/manifests/init.pp",
            "class ntp { concat { 'x': bad => 1 } include web::no }",
        ),
        (
            "/m/ntp/spec/fixtures/modules/concat/manifests/init.pp",
            "define concat() {}",
        ),
        (
            "/m/web/manifests/init.pp",
            "class web { concat { 'x': bad => 1 } include ntp, ntp::no }",
        ),
    ];
    expect![[r#"
        /m/ntp/manifests/init.pp: error[R301] bad: Concat[x]: has no parameter named 'bad'
        /m/ntp/manifests/init.pp: error[N104] web::no: Could not find the class 'web::no' in module 'web'
        /m/web/manifests/init.pp: error[N105] concat: Unknown resource type: 'concat'
        /m/web/manifests/init.pp: error[R304] 'x': Duplicate declaration: Concat[x] is already declared; cannot redeclare
        /m/web/manifests/init.pp: error[N104] ntp::no: Could not find the class 'ntp::no' in module 'ntp'
    "#]].assert_eq(&hints(&["/m"], &files));
}

/// Each definition is found under its name from every other module, plans and the site's manifests included.
#[test]
fn each_kind_of_definition_is_found_from_other_modules() {
    let files = [
        ("/modules/web/manifests/init.pp", "class web {}"),
        (
            "/modules/web/manifests/deep/er.pp",
            "class web::deep::er {}",
        ),
        ("/modules/web/manifests/site.pp", "define web::site {}"),
        ("/modules/web/functions/f.pp", "function web::f() { 1 }"),
        ("/modules/web/types/port.pp", "type Web::Port = Integer"),
        ("/modules/web/plans/init.pp", "plan web() {}"),
        (
            "/modules/web/plans/deep/deploy.pp",
            "plan web::deep::deploy() {}",
        ),
        ("/modules/other/manifests/init.pp", "class other {}"),
        ("/modules/other/plans/run.pp", "plan other::run() {}"),
        (
            "/manifests/site.pp",
            "node 'a.example.org' {}\nnode default {}\nclass at_site {}",
        ),
    ];
    let project = Project::new(files);
    let environment = project.db.environments()[0];
    let names = [
        (ItemKind::Class, "web", 0),
        (ItemKind::Class, "::Web::Deep::Er", 1),
        (ItemKind::DefinedType, "web::site", 2),
        (ItemKind::Function, "web::f", 3),
        (ItemKind::TypeAlias, "Web::Port", 4),
        (ItemKind::Plan, "web", 5),
        (ItemKind::Plan, "web::deep::deploy", 6),
        (ItemKind::Plan, "other::run", 8),
        (ItemKind::Class, "at_site", 9),
    ];
    for (from, _) in files {
        for (kind, name, file) in names {
            let found = resolve(&project.db, environment, project.file(from), kind, name).item();
            let found = found.map(|item| item.file.path(&project.db).to_string());
            assert_eq!(found.as_deref(), Some(files[file].0), "{name} from {from}");
        }
    }
    assert_eq!(project.check().len(), 0);
}

/// A broken Ruby file is one diagnostic, what can be read of it is known, and it hides no other file.
#[test]
fn a_broken_ruby_file_is_one_diagnostic_and_hides_nothing() {
    let files = [
        (
            "/modules/web/lib/puppet/functions/web/broken.rb",
            "Puppet::Functions.create_function(:'web::broken') do\n  dispatch(:f) { param 'Integer', :a }\n  def f(a\n    [1,\n  )\nend end end\n",
        ),
        (
            "/modules/web/lib/puppet/functions/web/whole.rb",
            "Puppet::Functions.create_function(:'web::whole') do\n  dispatch(:f) { param 'Integer', :a }\nend\n",
        ),
        (
            "/modules/web/lib/puppet/datatypes/web/point.rb",
            "Puppet::DataTypes.create_type('Web::Point') do\n  interface 'attributes => { x => Integer }'\n  def (\nend\n",
        ),
        ("/modules/web/lib/puppet/type/binary.rb", "\u{0}\u{1}((("),
        (
            "/modules/web/lib/facter/broken.rb",
            "Facter.add(:web_fact) { setcode { 1 }\n",
        ),
        (
            "/modules/web/manifests/init.pp",
            "class web {\n  web::whole('x')\n  web::broken('x')\n  web::gone('x')\n  $p = Web::Point(1)\n  $f = $facts['web_fact']['a']\n}\n",
        ),
    ];
    let project = Project::new(files);
    let found = project.check().into_iter().map(|it| {
        let path = it.place.file.path(&project.db);
        format!("{path}: {}[{}]: {}\n", it.severity, it.code(), it.message)
    });
    let found: String = found.collect();
    for (path, _) in files {
        let of_file = found.lines().filter(|line| line.starts_with(path)).count();
        assert!(path.ends_with(".pp") || of_file <= 1, "{found}");
    }
    expect![[r#"
        /modules/web/lib/facter/broken.rb: error[M716]: Invalid Ruby code: expected a block beginning with `{` to end with `}`
        /modules/web/lib/puppet/datatypes/web/point.rb: error[M716]: Invalid Ruby code: expected a block beginning with `do` to end with `end`
        /modules/web/lib/puppet/functions/web/broken.rb: error[M716]: Invalid Ruby code: unexpected '['; expected a `)` to close the parameters
        /modules/web/manifests/init.pp: error[T202]: 'web::whole' parameter 'a' expects an Integer value, got String
        /modules/web/manifests/init.pp: error[N106]: Unknown function: 'web::gone'
    "#]].assert_eq(&found);
}

/// The machine has a module of its own, and the `Puppetfile` names one that is not here: whose type is meant, is open.
#[test]
fn types_of_installed_modules_may_be_those_of_missing_ones() {
    let class = "class web { thing { 'a': value => 1 } }\n";
    let ty = "Puppet::Type.newtype(:thing) { newparam(:name) }\n";
    let files = |puppetfile| {
        [
            ("/code/environments/site/Puppetfile", puppetfile),
            (
                "/code/environments/site/environment.conf",
                "modulepath = modules:$basemodulepath\n",
            ),
            (
                "/code/environments/site/modules/web/manifests/init.pp",
                class,
            ),
            ("/code/modules/thing/lib/puppet/type/thing.rb", ty),
        ]
    };
    let unknown = |found: &str| found.contains("no parameter named 'value'");
    assert!(unknown(&hints(&["/code/environments/site"], &files(""))));
    assert!(!unknown(&hints(
        &["/code/environments/site"],
        &files("mod 'a-missing', '1.0.0'\n")
    )));
}

/// A `hiera.yaml` of version 3 says nothing about an environment: the usual directories hold its data.
#[test]
fn data_is_checked_beside_a_configuration_of_version_3() {
    let files = [
        (
            "/site/hiera.yaml",
            ":backends: yaml\n:hierarchy: [common]\n",
        ),
        ("/site/environment.conf", "modulepath = modules\n"),
        (
            "/site/modules/web/manifests/init.pp",
            "class web (Hash $tls) { notice($tls) }\n",
        ),
        ("/site/data/common.yaml", "web::tls: []\nother: 1\n"),
        ("/site/data/notes.yaml", "plain: 1\n"),
    ];
    let found = hints(&["/site"], &files);
    assert!(
        found.contains("/site/data/common.yaml: warning[H603] []"),
        "{found}"
    );
}

/// The diagnostics of a module that asks for a version of another one, which is installed outside of the workspace.
fn with_installed_module(requirement: &str) -> String {
    let metadata = format!(
        r#"{{"name": "me-web", "dependencies": [{{"name": "me-ntp", "version_requirement": "{requirement}"}}]}}"#
    );
    let memory: Memory = [
        ("/web/metadata.json", &*metadata),
        (
            "/web/manifests/init.pp",
            "class web {\n  ntp::server { 'a': key => '' }\n  ntp::server { 'b': port => 1 }\n}\n",
        ),
        (
            "/installed/ntp/metadata.json",
            r#"{"name": "me-ntp", "version": "1.0.0"}"#,
        ),
        (
            "/installed/ntp/manifests/server.pp",
            "define ntp::server(String $key = 'k') { if $key == '' { fail('No key') } }",
        ),
    ]
    .into_iter()
    .collect();
    let options = DiscoveryOptions {
        installed: vec!["/installed".into()],
        ..DiscoveryOptions::default()
    };
    let model = discover(&memory, &["/web".into()], &options);
    let (mut db, mut inputs) = (RootDatabase::default(), ProjectInputs::default());
    inputs.apply(&mut db, &memory, &model);
    let file = inputs.file("/web/manifests/init.pp").expect("the manifest");
    let lines = file_diagnostics(&db, file)
        .iter()
        .map(|it| format!("{}[{}] {}\n", it.severity, it.code(), it.message));
    lines.collect()
}

#[test]
fn an_installed_module_need_not_be_what_nodes_get() {
    expect![[r#"
        warning[T224] Ntp::Server[a] fails: No key
        error[R301] Ntp::Server[b]: has no parameter named 'port'
    "#]]
    .assert_eq(&with_installed_module(">= 1.0.0 < 2.0.0"));
    // Any newer version would do.
    expect![[r#"
        warning[T224] Ntp::Server[a] fails: No key
        warning[R301] Ntp::Server[b]: has no parameter named 'port'
    "#]]
    .assert_eq(&with_installed_module(">= 1.0.0"));
}

#[test]
fn an_environment_is_no_namespace_for_its_own_functions_and_types() {
    let found = hints(
        &["/e"],
        &[
            ("/e/environment.conf", "modulepath = modules\n"),
            ("/e/functions/plain.pp", "function plain($x) { $x }\n"),
            (
                "/e/functions/environment/own.pp",
                "function environment::own(Port $x) { $x }\n",
            ),
            ("/e/types/port.pp", "type Port = Integer[1, 65535]\n"),
            (
                "/e/types/environment/user.pp",
                "type Environment::User = String[1]\n",
            ),
            ("/e/types/other.pp", "type Environment::Other = String[1]\n"),
            (
                "/e/modules/web/manifests/init.pp",
                "class web(Port $port, Environment::User $user) {\n  plain($port)\n  plain($user)\n  environment::own('a')\n}\n",
            ),
        ],
    );
    assert_eq!(
        found,
        "/e/modules/web/manifests/init.pp: error[T202] 'a': 'environment::own' parameter 'x' expects a Port = \
         Integer[1, 65535] value, got String\n\
         /e/types/other.pp: warning[M701] Environment::Other: The code loaded from types/other.pp produced type with the \
         wrong name, expected 'other', actual 'Environment::Other'\n"
    );
}

#[test]
fn the_hiera_yaml_of_a_whole_server_may_be_of_version_3() {
    let files = [
        ("/e/hiera.yaml", ":backends: [yaml]\n"),
        ("/e/manifests/site.pp", "include web\n"),
        ("/e/modules/web/manifests/init.pp", "class web {\n}\n"),
    ];
    assert_eq!(hints(&["/e"], &files), "");
}
