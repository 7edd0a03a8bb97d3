//! The literate tests.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use puppet_inference::type_at;
use puppet_test_support::literate::{Case, CaseFile, cases, difference};
use puppet_text::{TextRange, TextSize};

use crate::support::Project;

/// How many cases there are at least.
const LEAST: usize = 250;

#[test]
fn literate_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = Vec::new();
    collect(&root.join("tests/literate"), &mut pages);
    pages.push(root.join("docs/house-rules.md"));
    assert!(!pages.is_empty());
    let (mut report, mut count) = (String::new(), 0);
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        for case in cases(&text) {
            count += 1;
            let failures = run(&case);
            if !failures.is_empty() {
                let _ = writeln!(
                    report,
                    "{}:{}: {}\n{failures}",
                    page.display(),
                    case.line,
                    case.name
                );
            }
        }
    }
    assert!(report.is_empty(), "\n{report}");
    assert!(count >= LEAST, "there are only {count} cases");
    let _ = writeln!(std::io::stderr(), "{count} literate cases");
}

fn collect(directory: &Path, pages: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

fn run(case: &Case) -> String {
    let project = Project::new(
        case.files
            .iter()
            .map(|file| (file.path.as_str(), file.text.as_str())),
    );
    case.files
        .iter()
        .map(|file| run_file(&project, file))
        .collect()
}

fn run_file(project: &Project, file: &CaseFile) -> String {
    let mut failures = difference(
        &file.path,
        &file.diagnostics,
        &project.diagnostics(&file.path),
    );
    for mark in &file.types {
        let range = TextRange::new(
            TextSize::new(mark.range.start),
            TextSize::new(mark.range.end),
        );
        let found = type_at(&project.db, project.file(&file.path), range);
        let found = found.map_or_else(|| "no expression".to_owned(), |ty| ty.to_string());
        if found != mark.label {
            let text = &file.text[range];
            let _ = writeln!(
                failures,
                "  {}: the type of `{text}` is {found}, not {}",
                file.path, mark.label
            );
        }
    }
    failures
}
