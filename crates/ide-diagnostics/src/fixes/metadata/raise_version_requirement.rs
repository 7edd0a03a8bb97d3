//! Fix: require the first version of Puppet that has what is used, in metadata.json.

use puppet_diagnostics::Subject;
use puppet_project::metadata::Metadata;
use puppet_semantic::index::file_origin::owner;
use puppet_text::{TextRange, TextSize};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// Replaces the required version by the first one that has what is used.
pub fn raise_version_requirement(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let db = site.context.db;
    let metadata = owner(db, site.context.file)?.module?.metadata(db)?;
    let Some(Subject::Since {
        product,
        first,
        required,
    }) = diagnostic.subject.as_deref()
    else {
        return None;
    };
    let text = metadata.text(db);
    let written = Metadata::parse(text).requirements.into_iter();
    let mut written = written.filter(|it| it.name.eq_ignore_ascii_case(product));
    let versions = written.find_map(|it| it.version_range)?;
    let lowest = format!(">= {required}");
    let start = text
        .get(std::ops::Range::<usize>::from(versions))?
        .find(&lowest)?;
    let start = versions.start() + TextSize::try_from(start).ok()?;
    let range = TextRange::at(start, TextSize::of(&*lowest));
    Some(ProposedFix {
        file: Some(metadata),
        ..ProposedFix::unsafe_(
            format!("Require {product} {first} in metadata.json"),
            vec![TextEdit::replace(range, format!(">= {first}"))],
        )
    })
}
