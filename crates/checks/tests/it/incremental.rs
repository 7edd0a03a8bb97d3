//! Recomputation after an edit: as little as possible.

use std::num::NonZeroUsize;

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
        deprecated_in x1
        diagnostics x1
        failure_of_use x1
        file_diagnostics x1
        has_syntax_errors x1
        head_of x1
        infer x1
        items x1
        lowered x1
        module_reads x1
        parse x1
        program x1
        reads x1
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
        deprecated_in x1
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
        deprecated_in x1
        diagnostics x2
        file_diagnostics x2
        has_syntax_errors x1
        head_of x1
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
        diagnostics x1
        file_diagnostics x1
        first_too_complex x1
        has_syntax_errors x1
        head_of x1
        infer x1
        items x1
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

/// A control repository with many modules of every kind of file.
fn large_project() -> Project {
    let mut files = vec![(
        "/environment.conf".to_owned(),
        "modulepath = modules\n".to_owned(),
    )];
    for module in 0..20 {
        let root = format!("/modules/m{module}");
        let next = (module + 1) % 20;
        for (path, text) in [
            (
                "manifests/init.pp",
                format!(
                    "class m{module}(M{next}::T $t = 1) {{\n  include m{next}::b\n  notice(m{next}::f($t), m{next}::r('x'))\n}}\n"
                ),
            ),
            ("manifests/b.pp", format!("class m{module}::b {{}}\n")),
            ("types/t.pp", format!("type M{module}::T = Integer\n")),
            (
                "functions/f.pp",
                format!("function m{module}::f($a) {{ $a }}\n"),
            ),
            (
                &format!("lib/puppet/functions/m{module}/r.rb"),
                format!(
                    "Puppet::Functions.create_function(:'m{module}::r') do\n  dispatch(:r) {{ param 'String', :a }}\nend\n"
                ),
            ),
            (
                "lib/facter/f.rb",
                format!("Facter.add(:fact{module}) {{ setcode {{ 1 }} }}\n"),
            ),
            ("hiera.yaml", "version: 5\n".to_owned()),
            ("data/common.yaml", format!("m{module}::t: 1\n")),
            (
                "metadata.json",
                format!(
                    "{{\"name\": \"me-m{module}\", \"version\": \"1.0.0\", \"author\": \"me\", \"license\": \"x\", \"source\": \"x\", \"dependencies\": [{{\"name\": \"me-m{next}\"}}]}}"
                ),
            ),
        ] {
            files.push((format!("{root}/{path}"), text));
        }
    }
    Project::new(files.iter().map(|(path, text)| (&**path, &**text)))
}

/// How often the queries were run that read the text of a file.
fn files_read(project: &Project) -> Vec<String> {
    const READERS: [&str; 8] = [
        "parse ",
        "lowered ",
        "program ",
        "first_error ",
        "facts_of ",
        "entries ",
        "ruby_",
        "items ",
    ];
    let executed = project.executed();
    let lines = executed.lines().map(str::to_owned);
    lines
        .filter(|line| READERS.iter().any(|reader| line.starts_with(reader)))
        .collect()
}

#[test]
fn after_one_file_is_touched_nothing_else_is_read_again() {
    let mut project = large_project();
    let _ = project.check();
    for (path, text) in [
        ("/modules/m7/manifests/b.pp", "class m7::b { $x = 1 }\n"),
        (
            "/modules/m7/lib/puppet/functions/m7/r.rb",
            "# moved\nPuppet::Functions.create_function(:'m7::r') do\n  dispatch(:r) { param 'Integer', :a }\nend\n",
        ),
        (
            "/modules/m7/lib/facter/f.rb",
            "Facter.add(:other) { setcode { 1 } }\n",
        ),
        ("/modules/m7/data/common.yaml", "m7::t: 2\n"),
        ("/modules/m7/metadata.json", "{}"),
    ] {
        // The first edit of a file tells salsa that it changes often.
        project.set_text(path, &format!("{text}\n"));
        let _ = project.check();
        let _ = project.executed();
        project.set_text(path, text);
        let _ = project.check();
        let read = files_read(&project);
        let is_once = |line: &String| line.ends_with(" x1");
        assert!(read.iter().all(is_once), "{path}: {read:?}");
    }
}

/// A class that others read variables of: what they see of it changes only with its variables.
#[test]
fn an_edit_of_a_class_infers_the_readers_of_what_changed() {
    let params = "class web::params {\n  $port = 80\n  notice(1)\n}\n";
    let files = [
        ("/modules/web/manifests/params.pp", params),
        (
            "/modules/web/manifests/init.pp",
            "class web {\n  $url = $web::params::port\n  notice($url)\n}\n",
        ),
    ];
    let mut project = Project::new(files);
    project.set_text("/modules/web/manifests/params.pp", &format!("{params}#"));
    assert_eq!(project.check().len(), 0);
    let _ = project.executed();
    let mut inferred = |text: &str| {
        project.set_text("/modules/web/manifests/params.pp", text);
        assert_eq!(project.check().len(), 0);
        let executed = project.executed();
        let infer = executed.lines().find(|line| line.starts_with("infer "));
        infer.map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(
        inferred(&params.replace("notice(1)", "notice(2)")),
        "infer x1"
    );
    assert_eq!(inferred(&params.replace("80", "81")), "infer x2");
}

/// Merges over all files of the workspace, and the parts of one file below them.
#[test]
fn among_many_modules_an_edit_runs_the_part_of_one_file() {
    let path = "/modules/m7/manifests/init.pp";
    let text = "class m7(M8::T $t = 1) {\n  include m8::b\n  notice(m8::f($t), m8::r('x'))\n}\n";
    let mut project = large_project();
    // The first edit of a file tells salsa that it changes often.
    project.set_text(path, &format!("{text}#"));
    let _ = project.check();
    let _ = project.executed();
    let mut executed = |text: &str| {
        project.set_text(path, text);
        let _ = project.check();
        project.executed()
    };
    expect![[r#"
        file_diagnostics x1
        has_syntax_errors x1
        included_in x1
        looked_up_in x1
        lowered x1
        parse x1
        program x1
        written x1"#]]
    .assert_eq(&executed(&format!("# A comment.\n{text}")));
    expect![[r#"
        body_of x2
        body_reads x1
        declared_in x1
        diagnostics x1
        file_diagnostics x1
        has_syntax_errors x1
        head_of x1
        included_in x1
        infer x1
        items x1
        looked_up_in x1
        lowered x1
        parse x1
        program x1
        reads x1
        uses_in x1
        written x1"#]]
    .assert_eq(&executed(&text.replace("'x'", "'y'")));
    expect![[r#"
        body_of x2
        body_reads x1
        declared_in x1
        diagnostics x1
        file_diagnostics x2
        has_syntax_errors x1
        head_of x1
        included_in x1
        infer x1
        items x1
        looked_up_in x1
        lowered x1
        parse x1
        program x1
        reads x1
        signature x1
        uses_in x1
        written x1"#]]
    .assert_eq(&executed(&text.replace("M8::T $t", "Integer $t")));
}

#[test]
fn a_name_is_compared_with_those_of_facts_once() {
    let path = "/modules/web/manifests/init.pp";
    let text = "class web {\n  notice($::processorcout)\n}\n";
    let mut project = Project::new([(path, text)]);
    project.set_text(path, &format!("{text}#"));
    assert_eq!(project.check().len(), 1);
    assert!(project.executed().contains("closest_fact x1"));
    project.set_text(path, &text.replace("  notice", "  notice 'a'\n  notice"));
    assert_eq!(project.check().len(), 1);
    let executed = project.executed();
    assert!(executed.contains("diagnostics x1"));
    assert!(!executed.contains("closest_fact"), "{executed}");
}

#[test]
fn an_edit_in_a_long_body_walks_only_the_chunks_that_it_concerns() {
    const PATH: &str = "/modules/long/manifests/init.pp";
    let statements =
        (0..60).map(|number| format!("  $v{number} = 1\n  notice($v{number} + 1)\n\n"));
    let statements: String = statements.collect();
    let text = format!("class long {{\n{statements}  notice($v30 + 2)\n}}\n");
    let mut project = Project::new([(PATH, text.as_str())]);
    let walked = |project: &mut Project, from: &str, to: &str| {
        project.set_text(PATH, &text.replace(from, to));
        assert_eq!(project.check().len(), 0);
        let executed = project.executed();
        let line = executed.lines().find(|line| line.starts_with("walked"));
        line.map(str::to_owned)
    };
    assert_eq!(walked(&mut project, "", ""), Some("walked x61".into()));
    // A comment; a statement; a value that another chunk reads.
    assert_eq!(walked(&mut project, "  $v20", "  # Here.\n  $v20"), None);
    assert_eq!(
        walked(&mut project, "notice($v20 + 1)", "notice($v20 + 22)"),
        Some("walked x1".into())
    );
    let _ = walked(&mut project, "", "");
    assert_eq!(
        walked(&mut project, "$v30 = 1", "$v30 = 5"),
        Some("walked x2".into())
    );
}

#[test]
fn what_helpers_checked_is_not_checked_again() {
    const PATH: &str = "/modules/long/manifests/init.pp";
    let statements = (0..60).map(|number| format!("  notice({number} + 'x')\n\n"));
    let long = format!("class long {{\n{}}}\n", statements.collect::<String>());
    let text = format!("{long}class long::two {{\n  notice(1 + 'x')\n}}\n");
    let project = Project::new([(PATH, text.as_str())]);
    let count = |executed: &str, query: &str| {
        let of_query = |line: &str| line.strip_prefix(query)?.strip_prefix(" x")?.parse().ok();
        executed.lines().find_map(of_query).unwrap_or(0)
    };
    let helpers = NonZeroUsize::new(2).expect("not zero");
    puppet_checks::prefetch_diagnostics(&project.db, project.file(PATH), 0, helpers);
    let ahead = project.executed();
    assert_eq!(
        (count(&ahead, "checked"), count(&ahead, "diagnostics")),
        (30, 2)
    );
    puppet_checks::prefetch_diagnostics(&project.db, project.file(PATH), 1, helpers);
    let ahead = project.executed();
    assert_eq!(
        (count(&ahead, "checked"), count(&ahead, "diagnostics")),
        (30, 0)
    );
    let errors = project.check();
    let others = project.executed();
    assert_eq!(
        (count(&others, "checked"), count(&others, "diagnostics")),
        (0, 1)
    );
    assert_eq!(errors.len(), 61);
    let whole = Project::new([(PATH, text.as_str())]);
    assert_eq!(whole.check(), errors);
}
