//! Tests of the order of completion items, and of what is left out.

use expect_test::expect;

use crate::tests::{MODULES, check, labels};
use puppet_ide::test_fixture::cursor;

#[test]
fn usual_words_come_first() {
    use crate::tests::first_labels;
    assert_eq!(
        first_labels("class x(S$0 $a) { }", 3),
        "Sensitive String Struct"
    );
    assert_eq!(first_labels("class x {\n  c$0\n}", 2), "contain case");
    assert_eq!(first_labels("class x {\n  i$0\n}", 2), "include if");
}

#[test]
fn what_stands_there_itself_is_no_value_of_it() {
    use crate::tests::first_labels;
    let own = "package { 'p': }\nfile { '/x':\n  require => $0\n}";
    assert!(first_labels(own, 1).starts_with("Package['p']"));
    assert!(!first_labels("class x($a) {\n  $b = $$0\n}", 1).contains("$b"));
    let classes = "class x::y { }\nclass x {\n  include x$0\n}";
    assert_eq!(first_labels(classes, 1), "x::y");
}

#[test]
fn resource_types_follow_an_at_sign() {
    use crate::tests::first_labels;
    for code in ["class x {\n  @u$0\n}", "class x {\n  @@u$0\n}"] {
        assert_eq!(first_labels(code, 1), "user", "{code}");
    }
    let all = first_labels("class x {\n  @$0\n}", 300);
    assert!(
        all.contains("file") && !all.contains("undef") && !all.contains("abs"),
        "{all}"
    );
}

#[test]
fn attributes_of_puppet_usually_take_strings() {
    use crate::tests::first_labels;
    let code = "class x(Hash $all, Integer $one, String $text) {\n  file { '/x':\n    content => $0\n  }\n}";
    assert_eq!(first_labels(code, 1), "$text");
}

#[test]
fn names_are_found_from_colon_to_colon() {
    for code in ["include we$0", "include web:$0", "include web::$0"] {
        let code = format!(
            "{MODULES}#- /modules/web/manifests/far.pp\nclass web::far {{ }}\n#- /manifests/site.pp\n{code}\n"
        );
        let found = labels(&code, &[]);
        assert!(found.ends_with("web::far"), "{code}: {found}");
    }
    // The colons before a name are no part of what is replaced.
    check("include ::web::$0", &[], &expect![[r#"replaces "web::""#]]);
    check(
        "$x = Array[::Web::P$0]",
        &[],
        &expect![[r#"
            replaces "Web::P"
            Web::Port: element type"#]],
    );
}

#[test]
fn what_the_module_defines_comes_first() {
    let fixture = |code: &str| {
        format!(
            "{MODULES}#- /modules/zoo/manifests/init.pp\nclass zoo {{\n  {code}\n}}\n\
             #- /modules/zoo/manifests/lion.pp\nclass zoo::lion {{ }}\n\
             #- /modules/zoo/manifests/cage.pp\ndefine zoo::cage {{ }}\n"
        )
    };
    expect![[r#"
        replaces ""
        zoo::lion
        web
        zoo: namespace"#]]
    .assert_eq(&labels(&fixture("include $0"), &[]));
    expect![[r#"
        replaces ""
        zoo::cage
        file
        file
        filebucket
        web::join
        web::site"#]]
    .assert_eq(&labels(&fixture("$0"), &["web::", "zoo::", "file"]));
}

#[test]
fn variables_can_be_written_without_their_sign() {
    let code = |code: &str| format!("class x(Integer $size) {{\n  $sum = 1\n  {code}\n}}");
    check(
        &code("notice(s$0)"),
        &["$", "sp"],
        &expect![[r#"
        replaces "s"
        $size: Integer
        $sum
        split
        sprintf"#]],
    );
    check(
        &code("file { 'x': mode => $0 }"),
        &["$", "true"],
        &expect![[r#"
            replaces ""
            $sum
            $size: Integer
            true"#]],
    );
    check(
        &code("su$0"),
        &["$", "su"],
        &expect![[r#"
        replaces "su"
        $sum"#]],
    );
    check(
        &code("$y = Arr$0"),
        &["A", "h"],
        &expect![[r#"
        replaces "Arr"
        Array
        hiera_array"#]],
    );
    check(
        &code("notice($::ser$0)"),
        &[],
        &expect![[r#"
        replaces "$::ser"
        $::server_facts: Hash[String, Any]
        $::facts['aio_agent_version']: String
        $::facts['ec2_userdata']: String
        $::facts['env_windows_installdir']: String
        $::facts['facterversion']: String
        $::facts['hypervisors']: Hash[String, Any]
        $::facts['kernel']: String
        $::facts['kernelmajversion']: String
        $::facts['kernelrelease']: String
        $::facts['kernelversion']: String
        $::facts['zfs_featurenumbers']: String
        $::facts['zfs_version']: String
        $::facts['zpool_featureflags']: String
        $::facts['zpool_featurenumbers']: String
        $::facts['zpool_version']: String"#]],
    );
}

#[test]
fn hashes_that_are_given_as_attributes() {
    for code in [
        "web::site { 'a': * => { $0 } }",
        "create_resources('web::site', { 'a' => { $0 } })",
        "create_resources(web::site, $all, { $0 })",
        // By the way of variables.
        "$x = { $0 }\nweb::site { 'a': * => $x }",
        "$x = { mode => '1', $0\n}\nweb::site { 'a': * => $x + { 'x' => 1 } }",
        "$x = { $0 }\n$y = $x\nWeb::Site['a'] { * => merge($all, $y) }",
        "$x = { 'a' => { $0 } }\ncreate_resources('web::site', $x, $y)",
        "$x = { 'a' => { $0 } }\n$x.each |$n, $o| { web::site { $n: * => $o } }",
        "$x = [{ $0 }]\n$x.each |$o| { web::site { 'a': * => $o.merge({ 'x' => 1 }) } }",
        "web::site { 'a': * => $x + { $0 } }",
        // Incomplete.
        "$x = { $0\nweb::site { 'a': * => $x }",
    ] {
        let found = labels(
            &format!("{MODULES}#- /manifests/site.pp\n{code}\n"),
            &["weight", "mode", "x"],
        );
        assert!(found.contains("weight: Integer[0]\n"), "{code}: {found}");
    }
    check(
        "create_resources('web::site', { $0 })",
        &["weight"],
        &expect![[r#"replaces """#]],
    );
}

#[test]
fn values_of_hashes_that_are_given_by_variables() {
    for code in [
        "$x = { ensure => $0 }\nfile { '/a': * => $x }",
        "$x = { '/a' => { ensure => $0 } }\ncreate_resources(file, $x)",
    ] {
        let found = labels(code, &["directory", "'directory'"]);
        assert!(found.contains("directory"), "{code}: {found}");
    }
    let others = labels("$y = 1\n$x = { a => 1, $0 }\n", &["$y", "mode"]);
    assert!(
        others.contains("$y") && !others.contains("mode"),
        "{others}"
    );
}

#[test]
fn titles_of_what_is_declared() {
    let code = "package { ['a-b', 'c']: }\nservice { 'a': require => ";
    check(
        &format!("{code}Package['a-$0'] }}"),
        &[],
        &expect![[r#"
        replaces "a-"
        a-b"#]],
    );
    check(
        &format!("{code}Pa$0 }}"),
        &["Package"],
        &expect![[r#"
        replaces "Pa"
        Package"#]],
    );
    check(
        &format!("{code}[Package['$0"),
        &[],
        &expect![[r#"
            replaces ""
            a-b
            c"#]],
    );
    check(
        "$x = Web::S$0",
        &[],
        &expect![[r#"
        replaces "Web::S"
        Web::Site"#]],
    );
}

#[test]
fn titles_of_a_file_that_nothing_loads() {
    let found = labels(
        "#- /web/metadata.json\n{ \"name\": \"me-web\" }\n#- /web/manifests/init.pp\nclass web { package { 'b': } }\n\
         #- /web/examples/init.pp\npackage { 'a': }\nservice { 'a': require => Package['$0'] }\n",
        &[],
    );
    assert_eq!(found, "replaces \"\"\na\nb");
}

#[test]
fn what_follows_a_block() {
    check(
        "unless $x { }\nel$0",
        &["el"],
        &expect![[r#"
        replaces "el"
        else"#]],
    );
    check(
        "$y = $x ? { $0 }",
        &["class", "default", "file"],
        &expect![[r#"
            replaces ""
            default
            file"#]],
    );
    check(
        "type Web::X = $0",
        &["Integer", "Web", "include"],
        &expect![[r#"
            replaces ""
            Integer
            Web::X
            Web::Mode
            Web::Port
            Web: namespace"#]],
    );
}

#[test]
fn methods_are_written_as_they_are_called() {
    let snippets = |code: &str, wanted: &[&str]| {
        let fixture = format!("{MODULES}#- /manifests/site.pp\n{code}\n");
        let (analysis, position) = cursor(&fixture);
        let completion = analysis.completion(position).expect("not cancelled");
        let items = completion.items.iter();
        let items = items.filter(|it| wanted.contains(&&*it.label));
        let shown = items.map(|it| it.snippet.clone().unwrap_or_else(|| it.label.clone()));
        shown.collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        each |\$${1:item}| {
          $0
        }
        join
        reduce |\$${1:memo}, \$${2:item}| { $0 }
        size
        step(${1:2})
        include
        split($0)"#]]
    .assert_eq(&snippets(
        "[1].$0",
        &["each", "reduce", "size", "join", "include", "step", "split"],
    ));
}

#[test]
fn variables_are_listed_again_for_their_first_letter() {
    let complete = |code: &str| {
        let code = format!("{MODULES}#- /manifests/site.pp\n$port = 1\n$support = 2\n{code}\n");
        let (analysis, position) = cursor(&code);
        let completion = analysis.completion(position).expect("not cancelled");
        let labels = completion.items.into_iter().map(|it| it.label);
        let own = labels.filter(|it| it.ends_with("port"));
        (completion.is_incomplete, own.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(complete("notice($$0)"), (true, "$port $support".into()));
    assert_eq!(complete("notice($p$0)"), (false, "$port".into()));
}

#[test]
fn attributes_with_known_values_open_the_next_list() {
    let fixture = format!("{MODULES}#- /manifests/site.pp\nfile {{ '/x': $0 }}\n");
    let (analysis, position) = cursor(&fixture);
    let items = analysis.completion(position).expect("not cancelled").items;
    let opens = |label: &str| {
        let item = items.iter().find(|it| it.label == label);
        item.map(|it| it.opens_values)
    };
    let found = ["ensure", "recurse", "content", "owner"].map(opens);
    assert_eq!(found, [Some(true), Some(true), Some(false), Some(false)]);
}
