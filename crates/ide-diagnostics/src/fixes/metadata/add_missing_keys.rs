//! Fix: add the keys that metadata.json lacks.

use puppet_text::TextSize;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// The members that are missing, to be filled in.
pub fn add_missing_keys(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let keys = diagnostic.missing_names();
    if keys.is_empty() {
        return None;
    }
    let text: String = keys
        .iter()
        .map(|key| match &**key {
            "dependencies" => format!("  \"{key}\": [],\n"),
            "version" => format!("  \"{key}\": \"0.1.0\",\n"),
            _ => format!("  \"{key}\": \"unknown\",\n"),
        })
        .collect();
    let open = site.text().find('{')?;
    let rest = site.text().get(open + 1..)?;
    let is_empty = rest.trim_start().starts_with('}');
    let at = TextSize::try_from(open + 1).ok()?;
    let text = match is_empty {
        true => format!("\n{}\n", text.trim_end_matches(",\n")),
        false => format!("\n{text}"),
    };
    let text = match rest.starts_with('\n') {
        true => text.trim_end_matches('\n').to_owned(),
        false => text,
    };
    Some(ProposedFix::unsafe_(
        "Add the missing keys",
        vec![TextEdit::insert(at, text)],
    ))
}
