//! Names that are not allowed.

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// `web-server` to `web_server`
pub fn spell(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let name = site.slice(diagnostic.place.range);
    let (sigil, bare) = match name.strip_prefix('$') {
        Some(bare) => ("$", bare),
        None => ("", name),
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-');
    let spelled = bare.to_ascii_lowercase().replace('-', "_");
    let starts = spelled.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, ':' | '_'));
    (bare.chars().all(is_name) && starts && spelled != bare).then(|| {
        let edit = TextEdit::replace(diagnostic.place.range, format!("{sigil}{spelled}"));
        crate::fixes::proposed_fix::ProposedFix::unsafe_(
            format!("Rename to `{sigil}{spelled}`"),
            vec![edit],
        )
    })
}

/// `string` to `string_`
pub fn append_underscore(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let name = site.slice(diagnostic.place.range);
    let is_name = name
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | ':'));
    (is_name && !name.is_empty()).then(|| {
        let edit = TextEdit::insert(diagnostic.place.range.end(), "_");
        crate::fixes::proposed_fix::ProposedFix::unsafe_(format!("Rename to `{name}_`"), vec![edit])
    })
}

/// `$web::port = 80` to `$port = 80`
pub fn without_scope(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let name = site.slice(diagnostic.place.range).strip_prefix('$')?;
    let (_, last) = name.rsplit_once("::")?;
    let edit = TextEdit::replace(diagnostic.place.range, format!("${last}"));
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        format!("Assign to `${last}`"),
        vec![edit],
    ))
}
