//! The values that are set most often come first, each in one form, and the user's own names before those of others.

use crate::tests::first_labels;
use puppet_ide::test_fixture::cursor;
use puppet_ide::{CompletionItem, CompletionKind};

fn items(code: &str) -> Vec<CompletionItem> {
    let (analysis, position) = cursor(&format!(
        "#- /environment.conf\n#- /manifests/site.pp\n{code}\n"
    ));
    analysis.completion(position).expect("not cancelled").items
}

#[test]
fn values_come_in_the_order_of_their_use() {
    for (code, count, expected) in [
        (
            "package { 'a': ensure => $0 }",
            6,
            "installed latest absent purged present disabled",
        ),
        (
            "package { 'a': ensure => '$0' }",
            4,
            "installed latest absent purged",
        ),
        (
            "file { '/a': ensure => $0 }",
            5,
            "file directory link absent present",
        ),
        ("service { 'a': ensure => $0 }", 2, "running stopped"),
        (
            "service { 'a': enable => $0 }",
            6,
            "true false manual mask delayed abs",
        ),
        ("file { '/a': force => $0 }", 2, "true false"),
        ("package { 'a': ensure => ins$0 }", 1, "installed"),
    ] {
        assert_eq!(first_labels(code, count), expected, "{code}");
    }
}

#[test]
fn values_are_offered_in_one_form() {
    let code = "file { '/a': ensure => 'file' }\nfile { '/b': ensure => 'link' }\nfile { '/c': ensure => $0 }";
    let labels: Vec<String> = items(code).into_iter().map(|it| it.label).collect();
    for value in ["file", "link"] {
        let forms = labels.iter().filter(|it| it.trim_matches('\'') == value);
        assert_eq!(forms.collect::<Vec<_>>(), [value]);
    }
}

#[test]
fn functions_without_a_value_are_no_values() {
    for code in ["package { 'a': ensure => $0 }", "$x = $0", "$x = inc$0"] {
        let labels: Vec<String> = items(code).into_iter().map(|it| it.label).collect();
        for name in ["include", "fail", "notice"] {
            assert!(!labels.contains(&name.to_owned()), "{code}: {name}");
        }
    }
}

#[test]
fn read_only_attributes_are_not_offered() {
    let labels = |code| -> Vec<String> {
        let all = items(code).into_iter();
        let attributes = all.filter(|it| it.kind == CompletionKind::Parameter);
        attributes.map(|it| it.label).collect()
    };
    let of_file = labels("file { '/a': $0 }");
    assert_eq!(of_file.first().map(String::as_str), Some("ensure"));
    assert!(of_file.contains(&"mode".to_owned()));
    for name in ["type", "ctime", "mtime"] {
        assert!(!of_file.contains(&name.to_owned()), "{name}");
    }
    let metaparameter = of_file.iter().position(|it| it == "noop");
    let last = of_file.iter().position(|it| it == "validate_cmd");
    assert!(metaparameter > last, "{of_file:?}");
    assert!(!labels("package { 'a': $0 }").contains(&"vendor".to_owned()));
}

#[test]
fn details_say_words_and_no_patterns() {
    for (code, label, expected) in [
        (
            "package { 'a': $0 }",
            "ensure",
            "installed | latest | absent | purged | present | disabled | a version",
        ),
        ("file { '/a': $0 }", "recurselimit", "a number"),
    ] {
        let found = items(code).into_iter().find(|it| it.label == label);
        let detail = found.and_then(|it| it.detail);
        assert_eq!(detail.as_deref(), Some(expected), "{code}");
    }
}

#[test]
fn own_names_come_before_those_of_the_puppetfile_and_of_others() {
    let fixture = "#- /environment.conf\nmodulepath = site:modules\n\
         #- /Puppetfile\nmod 'puppetlabs-redis', '1.0.0'\n\
         #- /modules/redis/manifests/init.pp\nclass redis { }\n\
         #- /site/role/manifests/web.pp\nclass role::web { }\n\
         #- /site/profile/manifests/rest.pp\nclass profile::rest { }\n\
         #- /manifests/site.pp\ninclude redis\ninclude $0\n";
    let (analysis, position) = cursor(fixture);
    let items = analysis.completion(position).expect("not cancelled").items;
    let labels: Vec<&str> = items.iter().map(|it| &*it.label).collect();
    let expected = ["profile::rest", "role::web", "redis", "profile", "role"];
    assert_eq!(labels, expected, "namespaces are last");
}
