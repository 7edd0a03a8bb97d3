//! Fix: add a module that is used to the dependencies in metadata.json.

use puppet_diagnostics::Subject;
use puppet_project::metadata::Metadata;
use puppet_semantic::index::file_origin::owner;
use puppet_text::{TextRange, TextSize};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// The module that is used, among the dependencies: with its author and a range of versions, as it tells them itself.
pub fn add_dependency(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let db = site.context.db;
    let owner = owner(db, site.context.file)?;
    let metadata = owner.module?.metadata(db)?;
    let Some(Subject::Module(used)) = diagnostic.subject.as_deref() else {
        return None;
    };
    let mut modules = owner.environment.modules(db).iter();
    let used = modules.find(|it| **it.name(db) == **used)?.metadata(db)?;
    let used = Metadata::parse(used.text(db));
    let name = used.name?.replacen('-', "/", 1);
    let versions = used.version.and_then(|version| versions_from(&version));
    let versions = versions.map(|it| format!(", \"version_requirement\": \"{it}\""));
    let entry = format!("{{ \"name\": \"{name}\"{} }}", versions.unwrap_or_default());
    Some(ProposedFix {
        file: Some(metadata),
        ..ProposedFix::unsafe_(
            format!("Add '{name}' to the dependencies in metadata.json"),
            vec![insert(metadata.text(db), &entry)?],
        )
    })
}

/// This version, and those that are compatible with it.
fn versions_from(version: &str) -> Option<String> {
    let major: u32 = version.split('.').next()?.parse().ok()?;
    Some(format!(">= {version} < {}.0.0", major.saturating_add(1)))
}

/// Writes an entry at the start of the list of dependencies, on a line of its own.
fn insert(text: &str, entry: &str) -> Option<TextEdit> {
    let key = text.find("\"dependencies\"")?;
    let open = key + text.get(key..)?.find('[')? + 1;
    let rest = text.get(open..)?;
    let spaces = rest.len() - rest.trim_start().len();
    let line = text.get(..key)?.rsplit('\n').next()?;
    let indent = line.get(..line.len() - line.trim_start().len())?;
    let at = TextSize::try_from(open).ok()?;
    let (length, end) = match rest.trim_start().starts_with(']') {
        true => (TextSize::try_from(spaces).ok()?, format!("\n{indent}")),
        false => (TextSize::default(), ",".to_owned()),
    };
    let entry = format!("\n{indent}  {entry}{end}");
    Some(TextEdit::replace(TextRange::at(at, length), entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_on_lines_of_their_own() {
        for (dependencies, expected) in [
            ("[]", "[\n    {}\n  ]"),
            ("[\n\n  ]", "[\n    {}\n  ]"),
            ("[\n    {a}\n  ]", "[\n    {},\n    {a}\n  ]"),
        ] {
            let text = |list: &str| format!("{{\n  \"dependencies\": {list}\n}}\n");
            let mut edited = text(dependencies);
            let edit = insert(&edited, "{}").expect("a list");
            edited.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
            assert_eq!(edited, text(expected), "{dependencies}");
        }
    }

    #[test]
    fn ranges_of_versions() {
        for (version, expected) in [
            ("8.5.0", Some(">= 8.5.0 < 9.0.0")),
            ("0.1.0", Some(">= 0.1.0 < 1.0.0")),
            ("x", None),
        ] {
            assert_eq!(versions_from(version).as_deref(), expected, "{version}");
        }
    }
}
