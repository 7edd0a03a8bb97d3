//! Whole lookups in environments in memory. Puppet's own answers are compared by the conformance kind `lookup`.

use std::collections::BTreeMap;
use std::sync::Arc;

use expect_test::{Expect, expect};
use puppet_types::{BuiltinContext, Value};

use crate::{
    Answer, Files, FolderEntry, Layer, LookupEnvironment, LookupQuestion, LookupSettings,
    LookupStop, Node, PathKind, Session, Sources,
};

/// Files below `/e`.
struct InMemory(BTreeMap<String, String>);

impl Files for InMemory {
    fn kind(&self, path: &str) -> PathKind {
        if self.0.contains_key(path) {
            return PathKind::File;
        }
        let folder = format!("{path}/");
        if self.0.keys().any(|file| file.starts_with(&folder)) {
            PathKind::Folder
        } else {
            PathKind::Missing
        }
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        self.0
            .get(path)
            .map(|text| text.as_str().into())
            .ok_or_else(|| "no such file".to_owned())
    }

    fn list(&self, folder: &str) -> Vec<FolderEntry> {
        let folder = format!("{folder}/");
        let below = self.0.keys().filter_map(|file| file.strip_prefix(&folder));
        let mut entries: Vec<FolderEntry> = below
            .map(|rest| match rest.split_once('/') {
                Some((name, _)) => FolderEntry {
                    name: name.to_owned(),
                    is_folder: true,
                },
                None => FolderEntry {
                    name: rest.to_owned(),
                    is_folder: false,
                },
            })
            .collect();
        entries.dedup();
        entries
    }
}

/// Answers a question in an environment with a node of one fact.
fn ask(files: &[(&str, &str)], node: &Node, question: &LookupQuestion) -> Answer {
    let files = files
        .iter()
        .map(|(path, text)| (format!("/e/{path}"), (*text).to_owned()));
    let sources = Sources::new(Box::new(InMemory(files.collect())));
    let environment = LookupEnvironment {
        name: "production".to_owned(),
        root: "/e".to_owned(),
        modulepath: vec!["/e/modules".to_owned()],
        data_provider: None,
        global_config: None,
    };
    let settings = LookupSettings::default();
    Session::new(&sources, &environment, &settings, node, &BuiltinContext).look_up(question)
}

fn debian() -> Node {
    Node {
        facts: Value::hash([(Value::from("family"), Value::from("Debian"))]),
        is_complete: true,
        ..Node::new("web.example.com")
    }
}

fn key(key: &str) -> LookupQuestion {
    LookupQuestion {
        key: key.to_owned(),
        ..LookupQuestion::default()
    }
}

/// The value, and each level with its status.
fn shown(answer: &Answer) -> String {
    let value = match &answer.found {
        Ok(Some(found)) => puppet_convert::literal_form(&BuiltinContext, &found.value),
        Ok(None) | Err(LookupStop::NotFound) => "not found".to_owned(),
        Err(LookupStop::Failed(error)) => format!("error: {}", error.message),
        Err(LookupStop::Unknown(reason)) => format!("unknown: {reason}"),
    };
    let levels = answer.levels.iter().map(|level| {
        let layer = match &level.layer {
            None => "-",
            Some(Layer::Global) => "global",
            Some(Layer::Environment) => "environment",
            Some(Layer::Module(name)) => name,
        };
        let line = level
            .line
            .map(|line| format!(":{line}"))
            .unwrap_or_default();
        format!(
            "{layer} {}{line} {}\n",
            level.name.as_deref().unwrap_or("-"),
            level.status.name()
        )
    });
    format!("{value}\n{}", levels.collect::<String>())
}

fn check(files: &[(&str, &str)], node: &Node, question: &LookupQuestion, expected: &Expect) {
    expected.assert_eq(&shown(&ask(files, node, question)));
}

const HIERARCHY: &str = "version: 5\nhierarchy:\n- {name: os, path: '%{facts.family}.yaml'}\n- {name: common, path: common.yaml}\n";

#[test]
fn the_first_level_with_the_key_counts() {
    let files = [
        ("hiera.yaml", HIERARCHY),
        ("data/Debian.yaml", "a: 1\nb: {x: 1}\n"),
        (
            "data/common.yaml",
            "a: 2\nb: {x: 0, y: 2}\nc: '%{lookup(\"a\")} %{facts.family}'\n",
        ),
    ];
    check(
        &files,
        &debian(),
        &key("a"),
        &expect![[r#"
        1
        environment os:1 found
    "#]],
    );
    check(
        &files,
        &debian(),
        &key("c"),
        &expect![[r#"
        '1 Debian'
        environment os not_found
        environment common:3 found
    "#]],
    );
    check(
        &files,
        &debian(),
        &key("b.y"),
        &expect![[r#"
        not found
        environment os:2 found
    "#]],
    );
    let deep = LookupQuestion {
        merge: Some(Value::from("deep")),
        ..key("b")
    };
    check(
        &files,
        &debian(),
        &deep,
        &expect![[r#"
        {'x' => 1, 'y' => 2}
        environment os:2 found
        environment common:2 found
    "#]],
    );
}

#[test]
fn options_decide_about_merges_and_conversions() {
    let files = [
        ("hiera.yaml", HIERARCHY),
        ("data/Debian.yaml", "a: [1]\ns: secret\n"),
        (
            "data/common.yaml",
            "lookup_options:\n  a: {merge: unique}\n  '^s': {convert_to: Sensitive}\na: [2, 1]\n",
        ),
    ];
    check(
        &files,
        &debian(),
        &key("a"),
        &expect![[r#"
        [1, 2]
        environment os:1 found
        environment common:4 found
    "#]],
    );
    check(
        &files,
        &debian(),
        &key("s"),
        &expect![[r#"
        Sensitive('secret')
        environment os:2 found
    "#]],
    );
}

#[test]
fn what_is_not_known_stays_unknown() {
    let files = [("hiera.yaml", HIERARCHY), ("data/common.yaml", "a: 1\n")];
    check(
        &files,
        &Node::new("web"),
        &key("a"),
        &expect![[r#"
        unknown: the fact facts.family is not known
        environment os unknown
    "#]],
    );
    let files = [
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n- {name: common, path: common.yaml}\n- {name: vault, lookup_key: vault::get}\n",
        ),
        ("data/common.yaml", "a: 1\n"),
    ];
    let answer = ask(&files, &debian(), &key("a"));
    assert_eq!(shown(&answer), "1\nenvironment common:1 found\n");
    assert_eq!(
        answer.assumptions,
        [
            "level 'vault' has no lookup_options (what the lookup_key function 'vault::get' returns is not known)"
        ]
    );
    check(
        &files,
        &debian(),
        &key("b"),
        &expect![[r#"
        unknown: what the lookup_key function 'vault::get' returns is not known
        environment common not_found
        environment vault unknown
    "#]],
    );
}

#[test]
fn encrypted_texts_are_opaque() {
    let files = [
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n- {name: s, path: s.yaml, lookup_key: eyaml_lookup_key}\n",
        ),
        ("data/s.yaml", "a: 'x ENC[PKCS7,aGk=] y'\n"),
    ];
    check(
        &files,
        &debian(),
        &key("a"),
        &expect![[r#"
        'x <encrypted> y'
        environment s:1 found
    "#]],
    );
    let of_type = |text: &str| LookupQuestion {
        value_type: Some(text.to_owned()),
        ..key("a")
    };
    check(
        &files,
        &debian(),
        &of_type("Integer"),
        &expect![[r#"
        error: Found value has wrong type, expects an Integer value, got String
        environment s:1 found
    "#]],
    );
    check(
        &files,
        &debian(),
        &of_type("String[12]"),
        &expect![[r#"
        unknown: the value is encrypted
        environment s:1 found
    "#]],
    );
}

#[test]
fn data_of_modules_and_their_defaults() {
    let files = [
        (
            "modules/m/hiera.yaml",
            "version: 5\nhierarchy: [{name: own, path: own.yaml}]\ndefault_hierarchy: [{name: default, path: default.yaml}]\n",
        ),
        ("modules/m/data/own.yaml", "m::a: 1\n"),
        ("modules/m/data/default.yaml", "m::b: 2\n"),
        ("modules/n/manifests/init.pp", ""),
    ];
    check(
        &files,
        &debian(),
        &key("m::b"),
        &expect![[r#"
        2
        m own not_found
        m default:1 found
    "#]],
    );
    check(
        &files,
        &debian(),
        &key("n::a"),
        &expect![[r#"
        not found
        n - no_module_data
    "#]],
    );
    check(
        &files,
        &debian(),
        &key("o::a"),
        &expect![[r#"
        not found
        o - module_missing
    "#]],
    );
}

#[test]
fn hostile_data_end_with_a_message() {
    let only = "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n";
    let cycle = [
        ("hiera.yaml", only),
        (
            "data/common.yaml",
            "a: '%{lookup(\"b\")}'\nb: '%{alias(\"a\")}'\n",
        ),
    ];
    check(
        &cycle,
        &debian(),
        &key("a"),
        &expect![[r#"
            error: Lookup of key 'a' failed: Recursive lookup detected in [a, b]
            environment common error
        "#]],
    );
    let doubled: String = (0..40)
        .map(|n| {
            format!(
                "a{n}: '%{{lookup(\"a{}\")}}%{{lookup(\"a{}\")}}'\n",
                n + 1,
                n + 1
            )
        })
        .collect();
    let bomb = [("hiera.yaml", only), ("data/common.yaml", &*doubled)];
    check(
        &bomb,
        &debian(),
        &key("a0"),
        &expect![[r#"
        unknown: it takes too many steps
        environment common unknown
    "#]],
    );
    let anchors: String = (1..40)
        .map(|n| format!("a{n}: &a{n} [*a{}, *a{}]\n", n - 1, n - 1))
        .collect();
    let laughs = [
        ("hiera.yaml", only),
        ("data/common.yaml", &*format!("a0: &a0 [x]\n{anchors}")),
    ];
    check(
        &laughs,
        &debian(),
        &key("a0"),
        &expect![[r#"
            error: Unable to parse (/e/data/common.yaml): There are too many values at line 17
        "#]],
    );
}

#[test]
fn functions_of_data_take_no_options_but_the_path() {
    let files = [
        (
            "hiera.yaml",
            "version: 5\nhierarchy: [{name: common, path: common.yaml, options: {x: 1}}]\n",
        ),
        ("data/common.yaml", "a: 1\n"),
    ];
    let answer = ask(&files, &debian(), &key("a"));
    assert!(
        matches!(&answer.found, Err(LookupStop::Failed(error)) if error.message.starts_with("'yaml_data' one of 'path'")),
        "{answer:?}"
    );
}

#[test]
fn hocon_data_with_substitutions() {
    let files = [
        (
            "hiera.yaml",
            "version: 5\nhierarchy: [{name: common, path: common.conf, data_hash: hocon_data}]\n",
        ),
        (
            "data/common.conf",
            "base = /srv\na { dir = ${base}/www }\nb = ${HOME}\n",
        ),
        (
            "modules/m/hiera.yaml",
            "version: 5\nhierarchy: [{name: own, path: own.conf, data_hash: hocon_data}]\n",
        ),
        ("modules/m/data/own.conf", "x = 1\n"),
    ];
    check(
        &files[..1],
        &debian(),
        &key("a.dir"),
        &expect![[r#"
            not found
            environment common path_missing
        "#]],
    );
    let without_home =
        files.map(|(path, text)| (path, text.split("b =").next().unwrap_or_default()));
    check(
        &without_home,
        &debian(),
        &key("a.dir"),
        &expect![[r#"
            '/srv/www'
            environment common:2 found
        "#]],
    );
    check(
        &files,
        &debian(),
        &key("a.dir"),
        &expect![[r#"
            unknown: /e/data/common.conf: the variable HOME of the process
            environment common unknown
        "#]],
    );
}

#[test]
fn functions_in_the_puppet_language_give_data() {
    let hierarchy = "version: 5\nhierarchy:\n- {name: key, lookup_key: 'f::key', options: {x: '%{facts.family}'}}\n\
                     - {name: hash, data_hash: 'f::hash'}\n- {name: dig, data_dig: 'f::dig'}\n";
    let files = [
        ("hiera.yaml", hierarchy),
        (
            "modules/f/functions/key.pp",
            "function f::key(String $key, Hash $options, Puppet::LookupContext $context) {\n\
             if $key == 'a' { \"${options['x']} ${facts['family']}\" } else { $context.not_found }\n}\n",
        ),
        (
            "modules/f/functions/hash.pp",
            "function f::hash(Hash $options, Puppet::LookupContext $context) { { 'b' => '%{facts.family}' } }\n",
        ),
        (
            "modules/f/functions/dig.pp",
            "function f::dig(Array $key, Hash $options, Puppet::LookupContext $context) {\n\
             if $key[0] == 'c' { $key.join('/') } else { $context.not_found() }\n}\n",
        ),
    ];
    check(
        &files,
        &debian(),
        &key("a"),
        &expect![[r#"
            'Debian Debian'
            environment key found
        "#]],
    );
    check(
        &files,
        &debian(),
        &key("b"),
        &expect![[r#"
            'Debian'
            environment key not_found
            environment hash found
        "#]],
    );
    check(
        &files,
        &debian(),
        &key("c.x.1"),
        &expect![[r#"
            'c/x/1'
            environment key not_found
            environment hash not_found
            environment dig found
        "#]],
    );
}

#[test]
fn functions_ask_for_other_data() {
    let functions = "function f::key(String $key, Hash $options, Puppet::LookupContext $context) {\n\
                     $context.explain || { 'x' }\n\
                     case $key {\n\
                     'a': { $context.interpolate({ 'x' => ['%{facts.family}', 1, '%{lookup(\"b\")}'] }) }\n\
                     'b': { f::helper(lookup('c')) }\n\
                     'd': { $context.cached_file_data('/e/some.txt') }\n\
                     'e': { $context.cached_file_data('/e/some.txt') |$text| { $text } }\n\
                     'f': { lookup('f') }\n\
                     'g': { assert_type(F::Short, 'x') }\n\
                     default: { $context.not_found() }\n}\n}\n";
    let files = [
        (
            "hiera.yaml",
            "version: 5\nhierarchy: [{name: key, lookup_key: 'f::key'}, {name: own, path: c.yaml}]\n",
        ),
        ("data/c.yaml", "c: see\n"),
        ("some.txt", "text\n"),
        ("modules/f/functions/key.pp", functions),
        (
            "modules/f/functions/helper.pp",
            "function f::helper(F::Short $text) >> String { \"<${text}>\" }\n",
        ),
        ("modules/f/types/short.pp", "type F::Short = String[1, 3]\n"),
    ];
    for (asked, expected) in [
        ("a", "{'x' => ['Debian', 1, '<see>']}"),
        ("b", "'<see>'"),
        ("d", "\"text\\n\""),
        (
            "e",
            "unknown: what the function 'f::key' returns is not known: it reads a file with a block",
        ),
        (
            "f",
            "error: Lookup of key 'f' failed: Recursive lookup detected in [f]",
        ),
        ("g", "'x'"),
        ("h", "not found"),
    ] {
        let answer = shown(&ask(&files, &debian(), &key(asked)));
        assert_eq!(answer.lines().next(), Some(expected), "{asked}: {answer}");
    }
}

#[test]
fn calls_that_ask_for_much_end() {
    let hierarchy = "version: 5\nhierarchy: [{name: key, lookup_key: 'f::key'}]\n";
    let twice = "function f::key($key, $options, $context) {\n\
                 if $key == 'lookup_options' { $context.not_found }\n\
                 $next = $key[0, -3]\n\
                 if $key.length < 2 { 'x' } else { \"${lookup(\"${next}a\")} ${lookup(\"${next}b\")}\" }\n}\n";
    let slow = "function f::key($key, $options, $context) {\n\
                if $key == 'lookup_options' { $context.not_found }\n\
                Integer[1, 100000].each |$n| { [$n, $n] }\n\
                Integer[1, 900].map |$n| { $context.interpolate(\"${n}\") }\n}\n";
    for (function, asked) in [(twice, "a".repeat(60)), (slow, "a".to_owned())] {
        let files = [
            ("hiera.yaml", hierarchy),
            ("modules/f/functions/key.pp", function),
        ];
        let start = std::time::Instant::now();
        let answer = shown(&ask(&files, &debian(), &key(&asked)));
        assert!(answer.starts_with("unknown: "), "{answer}");
        assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    }
}

#[test]
fn types_of_modules_are_read() {
    let files = [
        (
            "hiera.yaml",
            "version: 5\nhierarchy: [{name: own, path: c.yaml}]\n",
        ),
        (
            "data/c.yaml",
            "lookup_options: {a: {convert_to: 'M::Port'}, b: {convert_to: 'M::Port'}}\na: '3'\nb: '9'\nc: 9\n",
        ),
        ("modules/m/types/port.pp", "type M::Port = M::Number\n"),
        (
            "modules/m/types/number.pp",
            "type M::Number = Integer[1, 5]\n",
        ),
    ];
    let first = |question: &LookupQuestion| {
        let answer = shown(&ask(&files, &debian(), question));
        answer.lines().next().unwrap_or_default().to_owned()
    };
    let typed = |name: &str| LookupQuestion {
        value_type: Some(name.to_owned()),
        ..key("c")
    };
    assert_eq!(first(&key("a")), "3");
    let refused = first(&key("b"));
    assert!(refused.starts_with("error: "), "{refused}");
    let refused = first(&typed("M::Port"));
    assert!(
        refused.starts_with("error: Found value has wrong type"),
        "{refused}"
    );
    assert_eq!(first(&typed("Integer")), "9");
}

#[test]
fn a_module_is_missing_if_its_metadata_lack_what_puppet_requires() {
    for (metadata, status) in [
        ("{}", "found"),
        (
            "{\"name\": \"me-m\", \"version\": \"1.0.0\"}",
            "module_missing",
        ),
        (
            "{\"source\": \"x\", \"author\": \"me\", \"version\": \"1.0.0\", \"license\": \"x\", \"dependencies\": []}",
            "found",
        ),
        (
            "{\"source\": \"x\", \"author\": \"me\", \"version\": \"1.0.0\", \"license\": \"x\"}",
            "module_missing",
        ),
    ] {
        let files = [
            ("modules/m/metadata.json", metadata),
            (
                "modules/m/hiera.yaml",
                "version: 5\nhierarchy: [{name: own, path: common.yaml}]\n",
            ),
            ("modules/m/data/common.yaml", "m::a: 1\n"),
        ];
        let answer = shown(&ask(&files, &debian(), &key("m::a")));
        assert!(answer.trim_end().ends_with(status), "{metadata}: {answer}");
    }
}

#[test]
fn an_environment_has_functions_by_their_whole_names() {
    let function =
        |name: &str| format!("function {name}($options, $context) {{ {{ 'a' => '{name}' }} }}\n");
    for (file, name, result) in [
        (
            "functions/environment/x.pp",
            "environment::x",
            "'environment::x'",
        ),
        ("functions/x.pp", "x", "'x'"),
        (
            "functions/x.pp",
            "environment::x",
            "error: Unable to find 'data_hash' function named 'environment::x'",
        ),
    ] {
        let hierarchy = format!("version: 5\nhierarchy: [{{name: own, data_hash: '{name}'}}]\n");
        let files = [("hiera.yaml", &*hierarchy), (file, &*function(name))];
        let answer = shown(&ask(&files, &debian(), &key("a")));
        assert_eq!(answer.lines().next(), Some(result), "{file}");
    }
}
