//! Numbers that are meant as texts, and texts that are meant as numbers.

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// `0999` to `'0999'`, unless the rule has a fix that knows what the number means.
pub fn quote(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let text = site.slice(diagnostic.place.range);
    let is_number = text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    (is_number && diagnostic.fixes.is_empty()).then(|| {
        let edit = TextEdit::replace(diagnostic.place.range, format!("'{text}'"));
        crate::fixes::proposed_fix::ProposedFix::unsafe_("Put in quotes", vec![edit])
    })
}

/// `'41' + 1` to `Numeric('41') + 1`: what Puppet does by itself where it is not strict.
pub fn convert(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let text = site.slice(diagnostic.place.range);
    let is_literal = text.starts_with(['\'', '"']) && !text.contains(['$', '\\']);
    // Spaces after the digits are too much for `Numeric`, and not for an operator.
    if is_literal && text.contains(char::is_whitespace) {
        return None;
    }
    let is_value = is_literal || text.starts_with(['$', '"']);
    is_value.then(|| {
        let edit = TextEdit::replace(diagnostic.place.range, format!("Numeric({text})"));
        let title = "Convert to a number";
        match is_literal {
            true => crate::fixes::proposed_fix::ProposedFix::safe(title, vec![edit]),
            false => crate::fixes::proposed_fix::ProposedFix::unsafe_(title, vec![edit]),
        }
    })
}
