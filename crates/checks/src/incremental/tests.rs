//! Chunks have the diagnostics of the whole body.

use std::path::Path;

use proptest::prelude::*;
use puppet_db::{Workspace, program};
use puppet_diagnostics::Diagnostic;
use puppet_project::ProjectInputs;
use puppet_project::fs::Memory;

use crate::file_diagnostics;
use crate::incremental::check;
use crate::runner::check_whole;
use puppet_db::RootDatabase;
use puppet_inference::body_context::Context;
use puppet_inference::infer::{chunk_bases, infer};
use puppet_semantic::index::item_tree::{Item, body};
use puppet_semantic::resolve::name_resolver::NameResolver;

const PATH: &str = "/modules/x/manifests/init.pp";

/// Code in which something is wrong, and code that decides about it.
const STATEMENTS: [&str; 48] = [
    "$a = 1",
    "$a = 'text'",
    "$b = { 'mode' => 1, 'nope' => 2 }",
    "$b = { 'title' => { 'mode' => 1, 'nope' => 2 } }",
    "$c = ''",
    "if $p { $a = 2 } else { $a = 'file' }",
    "if $p { $b = 3 $c = 'x' } else { $b = undef $c = ['x', ''] }",
    "File { mode => 7, nope => 1 }",
    "File { owner => ['x'] }",
    "X::Type { size => 'x' }",
    "Exec { path => '/bin' }",
    "file { '/a': ensure => 'maybe', nope => 1 }",
    "file { '/a': ensure => $a, mode => $b, nope => 1 }",
    "file { '/a': mode => '0644' } file { '/a': }",
    "file { $c: * => $b }",
    "file { default: mode => 7; '/b': owner => 'x'; '/b': }",
    "@file { '/v': ensure => 'maybe', mode => 7, nope => 1 }",
    "@file { $c: mode => $a, nope => 1 }",
    "@@file { '/v': nope => 1, before => 'x' }",
    "realize(File['/v'])",
    "realize(File['/v', '/w'])",
    "File <| |>",
    "if $p { File <| |> }",
    "File <| title == '/v' |> { mode => 7 }",
    "File['/a'] { mode => 7, nope => 1 }",
    "create_resources('file', $b)",
    "create_resources('@file', { '/v' => { 'mode' => 7 } })",
    "ensure_resource('file', '/v', $b)",
    "x::type { 'one': size => $a }",
    "x::type { 'two': }",
    "x::type { $c: size => 'x', nope => $b }",
    "if $p { x::type { 'three': nope => 1 } } else { class { 'x::other': size => $a } }",
    "class { 'x::other': size => 'x' }",
    "include x::other, x::nowhere",
    "exec { 'ls': }",
    "exec { 'ls -l': command => $c }",
    "notice($a + 1, $b['mode'] - 'x', size($a))",
    "notice(size(1), nope(2), Integer('x'))",
    "[1, 2].each |String $i| { file { \"/tmp/${i}\": nope => $i } }",
    "[1, 2].each |$i, $j, $k, $name| { notice $i }",
    "notice(template('x/nowhere.erb'), epp('x/t.epp', { 'size' => $a }))",
    "lookup('k', String, 'wrong')",
    "File['/a'] -> Class['x::nowhere'] -> 'x'",
    "if $a == 'x' and $c { notice Integer[1-3], Nope }",
    "case $p { 1: { $d = 1 } default: { } } notice $d",
    "notice $facts['nope']['x'], $::osfamily, $nowhere",
    "cron { 'c': special => 'daily', hour => 1, provider => 'nope' }",
    "fail('here')",
];

const OTHERS: [(&str, &str); 5] = [
    ("/environment.conf", "modulepath = modules\n"),
    (
        "/modules/x/metadata.json",
        "{\"name\": \"me-x\", \"version\": \"1.0.0\"}",
    ),
    (
        "/modules/x/manifests/other.pp",
        "class x::other(Integer $size) { }\n",
    ),
    (
        "/modules/x/manifests/type.pp",
        "define x::type($size = 1) { if $size == 'x' { fail('no') } notice($size + 1) }\n",
    ),
    ("/modules/x/templates/t.epp", "<%- | String $size | -%>\n"),
];

fn project(text: &str) -> (RootDatabase, ProjectInputs) {
    let files = OTHERS.into_iter().chain([(PATH, text)]);
    let memory: Memory = files.collect();
    let (db, inputs) = ProjectInputs::open(&memory, Path::new("/"));
    (db, inputs)
}

/// Many statements, so that the body is a long one.
fn long(statements: &str) -> String {
    let head = "class x(Optional[Integer] $p = 'x', $q = size(1)) {\n";
    let rest = "  notice 1\n\n".repeat(24);
    format!("{head}{statements}{rest}}}\n")
}

fn manifest(statements: &[(usize, bool)]) -> String {
    let mut text = String::new();
    for (number, divides) in statements {
        text.push_str("  ");
        text.push_str(STATEMENTS[*number]);
        text.push_str(if *divides { "\n\n" } else { "\n" });
    }
    long(&text)
}

/// Checks all bodies both ways.
fn compare(db: &RootDatabase, inputs: &ProjectInputs) {
    let file = inputs.file(PATH).expect("the file");
    let environment = Workspace::get(db).environments(db)[0];
    for (id, _) in program(db, file).bodies() {
        let item = Item { file, body: id };
        let body = body(db, item);
        let inference = infer(db, environment, item);
        let names = NameResolver::new(db, environment, file);
        let context = Context::new(names, item, &body, inference, 0);
        match check(&context) {
            Some(diagnostics) => assert_eq!(diagnostics, check_whole(&context)),
            None => assert!(body.name().is_none(), "the class is long"),
        }
    }
}

fn said(db: &RootDatabase, inputs: &ProjectInputs) -> Vec<String> {
    let show = |it: &Diagnostic<puppet_db::FilePlace>| {
        let related = it.related.iter();
        let related = related.map(|it| (it.place.file.path(db), it.place.range, &it.message));
        let related: Vec<_> = related.collect();
        let fixes: Vec<_> = it.fixes.iter().map(|it| &it.title).collect();
        let what = (
            it.place.range,
            it.severity,
            it.code(),
            &it.message,
            &it.help,
        );
        format!("{what:?} {related:?} {fixes:?}")
    };
    let file = inputs.file(PATH).expect("the file");
    file_diagnostics(db, file).iter().map(show).collect()
}

#[test]
fn few_large_chunks_are_checked_in_chunks() {
    let large = |number: usize| {
        let statements = "  notice 1 + 'x'\n".repeat(100);
        format!("  if $p == {number} {{\n{statements}  }}\n\n")
    };
    let statements: String = (0..8).map(large).collect();
    let (db, inputs) = project(&format!("class x($p) {{\n{statements}}}\n"));
    let file = inputs.file(PATH).expect("the file");
    let environment = Workspace::get(&db).environments(&db)[0];
    let bodies: Vec<_> = program(&db, file).bodies().map(|(id, _)| id).collect();
    let is_in_chunks = bodies.iter().map(|body| {
        let item = Item { file, body: *body };
        chunk_bases(&db, environment, item).is_some()
    });
    assert_eq!(is_in_chunks.collect::<Vec<_>>(), [false, true]);
    compare(&db, &inputs);
}

#[test]
fn a_chunk_sees_what_its_values_come_from() {
    let text = |key: &str| {
        let hash = format!("  $b = {{ 'mode' => '0644', '{key}' => 2 }}\n\n");
        long(&format!(
            "{hash}  notice 2\n\n  file {{ '/x': * => $b }}\n\n"
        ))
    };
    let (mut db, mut inputs) = project(&text("owner"));
    for key in ["nope", "none", "group"] {
        inputs.set_text(&mut db, PATH, Some(text(key).into()));
        compare(&db, &inputs);
        let said = said(&db, &inputs).join("\n");
        let message = format!("no parameter named '{key}'");
        assert_eq!(said.contains(&message), key != "group", "{said}");
    }
}

#[test]
fn a_chunk_sees_what_is_written_in_its_texts() {
    let text =
        "  $text = \"Defaults:${p} a\"\n\n  notice 2\n\n  file { '/x': source => $text }\n\n";
    let (db, inputs) = project(&long(text));
    compare(&db, &inputs);
    let said = said(&db, &inputs).join("\n");
    assert!(
        said.contains("Cannot use URLs of type 'Defaults'"),
        "{said}"
    );
}

/// What is said about each, without the places.
fn messages(text: &str) -> Vec<(String, String)> {
    let (db, inputs) = project(text);
    let file = inputs.file(PATH).expect("the file");
    let diagnostics = file_diagnostics(&db, file).iter();
    let messages = diagnostics.map(|it| (it.code().to_owned(), it.message.clone()));
    messages.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn many_chunks_tell_what_few_tell(
        statements in prop::collection::vec(0..STATEMENTS.len(), 12..24),
    ) {
        let text = |end: &str| {
            let statements = statements.iter();
            let statements: String = statements.map(|it| format!("{}{end}", STATEMENTS[*it])).collect();
            format!("class x(Optional[Integer] $p = 'x', $q = size(1)) {{\n{statements}}}\n")
        };
        assert_eq!(messages(&text("\n\n")), messages(&text("\n")));
    }

    #[test]
    fn chunks_tell_what_the_whole_tells(
        statements in prop::collection::vec((0..STATEMENTS.len(), prop::bool::weighted(0.8)), 1..20),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..STATEMENTS.len(), 0..3_u8), 1..5),
    ) {
        let mut statements = statements;
        let (mut db, mut inputs) = project(&manifest(&statements));
        compare(&db, &inputs);
        for (place, number, what) in edits {
            let at = place.index(statements.len());
            match what {
                0 => statements.insert(at, (number, true)),
                1 if statements.len() > 1 => drop(statements.remove(at)),
                _ => statements[at].0 = number,
            }
            let text = manifest(&statements);
            inputs.set_text(&mut db, PATH, Some(text.as_str().into()));
            compare(&db, &inputs);
            let (fresh, fresh_inputs) = project(&text);
            assert_eq!(said(&db, &inputs), said(&fresh, &fresh_inputs));
        }
    }
}
