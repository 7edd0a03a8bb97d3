//! The fixes of what may fail: after each of them the diagnostic is gone, and no new one is there.

use puppet_db::{File, FilePlace};
use puppet_diagnostics::Fix;

use crate::possible::{found_in, project};
use crate::strict_conversions::FAILING_CONVERSIONS;
use crate::strict_lines::FAILING;
use crate::support::Project;

/// Makes the changes of a fix in a project of the same files.
fn apply(fix: &Fix<FilePlace>, from: &Project, to: &mut Project) {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.place.range.start()));
    let files: Vec<(String, File)> = from
        .inputs
        .files()
        .map(|(path, file)| (path.to_owned(), file))
        .collect();
    for (path, file) in files {
        let of_file = edits.iter().filter(|edit| edit.place.file == file);
        let mut text = file.text(&from.db).to_string();
        for edit in of_file {
            let range = std::ops::Range::<usize>::from(edit.place.range);
            text.replace_range(range, &edit.text);
        }
        if *text != **file.text(&from.db) {
            to.set_text(&path, &text);
        }
    }
}

#[test]
fn after_its_fix_a_diagnostic_is_gone() {
    let (mut kept, mut count) = (Vec::new(), 0);
    for (parameters, line) in FAILING.iter().chain(FAILING_CONVERSIONS) {
        let before = project(parameters, line, "strict");
        let reported = found_in(&before);
        for (diagnostic, fix) in reported
            .iter()
            .flat_map(|it| it.fixes.iter().map(move |fix| (it, fix)))
        {
            let mut after = project(parameters, line, "strict");
            apply(fix, &before, &mut after);
            count += 1;
            let mut left = found_in(&after);
            // A parameter that is declared without undef need not be tested any more.
            left.retain(|it| !["T213", "T218"].contains(&it.code()));
            if left.len() >= reported.len() {
                let left: Vec<&str> = left.iter().map(|it| &*it.message).collect();
                kept.push(format!(
                    "{parameters}: {line}\n  {}\n  {}: {left:?}",
                    diagnostic.message, fix.title
                ));
            }
        }
    }
    assert!(kept.is_empty(), "{}", kept.join("\n"));
    assert!(count >= 150, "{count}");
}
