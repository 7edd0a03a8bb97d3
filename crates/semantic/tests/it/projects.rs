//! Findings about modules, in files that cannot hold expectations.

use expect_test::expect;
use puppet_semantic::file_diagnostics;

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
        hint[N111] $p: the parameter '$p' is never read | 
        hint[N111] $x: the parameter '$x' is never read | 
        hint[M714] "puppetlabs/stdlib": the module 'stdlib' is not here: nothing is known of what it defines | install it beside this module, or into spec/fixtures/modules: `puppet module install puppetlabs-stdlib --version '>= 9.0.0'`
        hint[M714] "me-gone": the module 'gone' is not here: nothing is known of what it defines | install it beside this module, or into spec/fixtures/modules: `puppet module install me-gone`
    "#]].assert_eq(&out);
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
