//! What is computed again after an edit: as little as possible.

use expect_test::expect;

use crate::support::Project;

const CLASSES: &str = "class web(Integer $port = 80) {\n  $a = 1\n}\nclass web::two(String $x = 'a') {\n  $b = $x\n}\n";

fn project() -> Project {
    let files = [
        ("/modules/web/manifests/init.pp", CLASSES),
        (
            "/modules/web/types/port.pp",
            "type Web::Port = Integer[1, 65535]\n",
        ),
        ("/manifests/site.pp", "class { 'web': port => 8080 }\n"),
    ];
    let mut project = Project::new(files);
    // An open file changes often: its first edit tells salsa so, which costs a second look at its users.
    project.set_text("/modules/web/manifests/init.pp", &format!("{CLASSES}#"));
    project.set_text(
        "/modules/web/types/port.pp",
        "type Web::Port = Integer[1, 6]\n",
    );
    assert_eq!(project.check().len(), 0);
    let _ = project.executed();
    project
}

#[test]
fn an_edit_in_a_body_infers_that_body_alone() {
    let mut project = project();
    project.set_text(
        "/modules/web/manifests/init.pp",
        &CLASSES.replace("$a = 1", "$a = 22"),
    );
    assert_eq!(project.check().len(), 0);
    expect![[r#"
        body_of x3
        body_reads x1
        declared_in x1
        file_diagnostics x1
        findings x1
        has_syntax_errors x1
        infer x1
        items x1
        lowered x1
        module_reads x1
        parse x1
        program x1
        reads x1
        signature x1
        uses_in x1"#]]
    .assert_eq(&project.executed());
}

#[test]
fn a_move_infers_nothing() {
    let mut project = project();
    project.set_text(
        "/modules/web/manifests/init.pp",
        &format!("# A comment.\n\n{CLASSES}"),
    );
    assert_eq!(project.check().len(), 0);
    expect![[r#"
        file_diagnostics x1
        has_syntax_errors x1
        lowered x1
        parse x1
        program x1"#]]
    .assert_eq(&project.executed());
}

#[test]
fn an_edit_of_a_signature_checks_its_users() {
    let mut project = project();
    project.set_text(
        "/modules/web/manifests/init.pp",
        &CLASSES.replace("Integer $port = 80", "String $port = 'x'"),
    );
    assert_eq!(project.check().len(), 1);
    expect![[r#"
        body_of x3
        body_reads x1
        declared_in x1
        file_diagnostics x2
        findings x2
        has_syntax_errors x1
        infer x1
        items x1
        lowered x1
        module_reads x1
        parse x1
        program x1
        reads x1
        signature x1
        uses_in x1"#]]
    .assert_eq(&project.executed());
}

#[test]
fn an_edit_of_an_unrelated_file_leaves_the_others_alone() {
    let mut project = project();
    project.set_text(
        "/modules/web/types/port.pp",
        "type Web::Port = Integer[1, 100]\n",
    );
    assert_eq!(project.check().len(), 0);
    expect![[r#"
        alias_of x1
        body_of x2
        body_reads x1
        declared_in x1
        file_diagnostics x1
        findings x1
        has_syntax_errors x1
        infer x1
        lowered x1
        module_reads x1
        parse x1
        program x1
        reads x1
        right_side x1
        signature x1
        uses_in x1"#]]
    .assert_eq(&project.executed());
}
