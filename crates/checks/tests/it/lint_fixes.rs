//! The fixes of the lint family: their results on the examples; the safe ones keep real programs.

use std::path::PathBuf;
use std::sync::Arc;

use puppet_checks::file_diagnostics;
use puppet_checks::rules;
use puppet_db::FilePlace;
use puppet_db::RootDatabase;
use puppet_db::settings::{RuleLevels, Settings};
use puppet_diagnostics::{Diagnostic, Fix, Rule, Safety, Severity};
use puppet_hir::{dump, lower};
use puppet_project::ProjectInputs;
use puppet_project::discover::{DiscoveryOptions, discover};
use puppet_project::fs::Disk;
use puppet_syntax::{Entry, parse};
use puppet_test_support::literate::CaseFile;

use crate::debian::MODULES;
use crate::rule_pages::page;
use crate::support::Project;

/// Rules whose fixes change the program by intent: names without `::`, the order or the spelling of attributes.
const CHANGE_PROGRAM: [&str; 6] = ["L111", "L112", "L201", "L202", "L203", "L403"];

/// The rules of the family.
fn lint_rules() -> impl Iterator<Item = &'static Rule> {
    rules::ALL
        .iter()
        .copied()
        .filter(|rule| rule.code.starts_with('L'))
}

/// A text after fixes; one that overlaps another is left out.
fn fixed<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix<FilePlace>>) -> String {
    let mut edits = Vec::new();
    for fix in fixes {
        let overlaps = |at: &puppet_diagnostics::Edit<FilePlace>| {
            let mut edits = edits.iter();
            edits.any(|it: &&puppet_diagnostics::Edit<FilePlace>| {
                it.place.range.intersect(at.place.range).is_some()
            })
        };
        if !fix.edits.iter().any(overlaps) {
            edits.extend(&fix.edits);
        }
    }
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.place.range.start()));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(std::ops::Range::<usize>::from(edit.place.range), &edit.text);
    }
    text
}

/// The text of an example without the comments that say what is expected.
fn bare(file: &CaseFile) -> String {
    let lines = file
        .text
        .split('\n')
        .map(|line| match line.find(" # warning: [L") {
            Some(end) => &line[..end],
            None => line,
        });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_fix_of_a_bad_example_gives_the_good_one() {
    for rule in lint_rules().filter(|rule| rule.fix.is_some()) {
        let (bad, good) = page(rule).expect("a page");
        for (bad, good) in bad.iter().zip(&good) {
            let [bad] = &bad.files[..] else {
                panic!("{}: one file", rule.code)
            };
            let settings = format!("[rules]\n{} = 'warning'\n", rule.code);
            let text = bare(bad);
            let project =
                Project::new([(&*bad.path, &*text), ("/puppet-analyzer.toml", &settings)]);
            let found = file_diagnostics(&project.db, project.file(&bad.path));
            let found = found.iter().filter(|it| it.rule == rule);
            let fixes = found.filter_map(|it| it.fixes.first());
            assert_eq!(fixed(&text, fixes), good.files[0].text, "{}", rule.code);
        }
    }
}

/// What puppet-lint would fix, in code where it is easy to do it wrong.
#[test]
fn fixes_look_at_what_is_around() {
    let rows = [
        (
            "L404",
            "$b = \"$a[0] $a-b $a\"",
            "$b = \"${a}[0] ${a}-b ${a}\"",
        ),
        (
            "L402",
            "$b = \"$::x ${::x} ${::x['a']}\"",
            "$b = \"${facts['x']} ${facts['x']} ${facts['x']['a']}\"",
        ),
        (
            "L405",
            "$b = \"${facts['osfamily']} $::osfamily\"",
            "$b = \"${facts['os']['family']} ${facts['os']['family']}\"",
        ),
        ("L307", "/* a\n * b\n */\n$a = 1", "# a\n# b\n$a = 1"),
        ("L307", "$a = /* a */ 1", "$a = /* a */ 1"),
        ("L715", "$a = 1", "$a = 1\n"),
        ("L209", "node a.b.d, e {}", "node 'a.b.d', 'e' {}"),
        (
            "L201",
            "file { '/a': mode => '0644', ensure => file }",
            "file { '/a': ensure => file, mode => '0644' }",
        ),
        (
            "L201",
            "file { '/a':\n  mode => @(A),\n    x\n    | A\n  ensure => file,\n}",
            "file { '/a':\n  mode => @(A),\n    x\n    | A\n  ensure => file,\n}",
        ),
        ("L302", "$b = \"${a['b'][0]}\"", "$b = $a['b'][0]"),
        ("L301", "$b = \"a\\tb\"", "$b = \"a\\tb\""),
        (
            "L210",
            "A['a'] ->  # c\n  B['b']",
            "A['a']  # c\n  -> B['b']",
        ),
        (
            "L609",
            "$a = [\n  'b', # c\n  'd' # e\n]",
            "$a = [\n  'b', # c\n  'd' # e\n]",
        ),
        (
            "L609",
            "$a = [\n  [1],\n  [2]\n]",
            "$a = [\n  [1],\n  [2],\n]",
        ),
    ];
    for (code, text, expected) in rows {
        let settings = format!("[rules]\n{code} = 'warning'\n");
        let project = Project::new([
            ("/manifests/site.pp", text),
            ("/puppet-analyzer.toml", &settings),
        ]);
        let found = file_diagnostics(&project.db, project.file("/manifests/site.pp"));
        let found = found.iter().filter(|it| it.code() == code);
        let fixes: Vec<_> = found.filter_map(|it| it.fixes.first()).collect();
        assert_eq!(fixed(text, fixes), expected, "{code}");
    }
}

/// The program of a text, as Puppet's model has it; a name is a string.
fn program(text: &str) -> String {
    let parsed = parse(text, Entry::Manifest);
    assert!(parsed.errors().is_empty(), "{:?}\n{text}", parsed.errors());
    let program = dump(&lower(&parsed).0, None);
    program.replace("(QualifiedName ", "(LiteralString ")
}

#[test]
fn safe_fixes_keep_real_programs() {
    let path = PathBuf::from(MODULES);
    if !path.is_dir() {
        return;
    }
    let levels: RuleLevels = lint_rules()
        .map(|rule| (Arc::from(rule.code), Some(Severity::Warning)))
        .collect();
    let options = DiscoveryOptions {
        settings: Settings {
            rules: levels,
            ..Settings::default()
        },
        ..DiscoveryOptions::default()
    };
    let mut db = RootDatabase::default();
    let mut inputs = ProjectInputs::default();
    inputs.apply(&mut db, &Disk, &discover(&Disk, &[path], &options));
    let (mut count, mut broken) = (0, Vec::new());
    for (path, file) in inputs.files() {
        let mut found: Vec<Diagnostic<FilePlace>> = Vec::new();
        puppet_checks_lint::check(&db, file, &mut found);
        found.retain(|it| !CHANGE_PROGRAM.contains(&it.code()));
        let fixes: Vec<(&str, &Fix<FilePlace>)> = found
            .iter()
            .filter_map(|it| Some((it.code(), it.fixes.first()?)))
            .filter(|(_, fix)| fix.safety == Safety::Safe)
            .collect();
        if fixes.is_empty() {
            continue;
        }
        count += fixes.len();
        let text = file.text(&db);
        let before = program(text);
        let keeps = |fixes: &[(&str, &Fix<FilePlace>)]| {
            program(&fixed(text, fixes.iter().map(|(_, fix)| *fix))) == before
        };
        if !keeps(&fixes) {
            let alone = fixes.iter().filter(|fix| !keeps(std::slice::from_ref(fix)));
            broken.extend(alone.map(|fix| format!("{path}: {fix:?}")));
            broken.push(format!("{path}: all together"));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(count > 1_000, "{count}");
}
