//! Fix: add a key that metadata.json lacks.

use puppet_diagnostics::Subject;
use puppet_project::metadata::Metadata;
use puppet_semantic::index::file_origin::owner;
use puppet_text::{TextRange, TextSize};

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// The members that are missing, to be filled in.
pub fn add_keys(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
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
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        "Add the missing keys",
        vec![TextEdit::insert(at, text)],
    ))
}

/// The module that is used, among the dependencies.
pub fn add_dependency(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let db = site.context.db;
    let owner = owner(db, site.file)?;
    let metadata = owner.module?.metadata(db)?;
    let Some(Subject::Module(used)) = diagnostic.subject.as_deref() else {
        return None;
    };
    let name = full_name(site, used).unwrap_or_else(|| format!("puppetlabs/{used}"));
    let text = metadata.text(db);
    let key = text.find("\"dependencies\"")?;
    let open = key + text.get(key..)?.find('[')? + 1;
    let rest = text.get(open..)?;
    let is_empty = rest.trim_start().starts_with(']');
    let line = text.get(..key)?.rsplit('\n').next()?;
    let indent = line.get(..line.len() - line.trim_start().len())?;
    let entry = format!("\n{indent}  {{ \"name\": \"{name}\" }}");
    let end = if is_empty {
        format!("\n{indent}")
    } else {
        ",".to_owned()
    };
    let spaces = if is_empty {
        rest.len() - rest.trim_start().len()
    } else {
        0
    };
    let at = TextSize::try_from(open).ok()?;
    let range = TextRange::at(at, TextSize::try_from(spaces).ok()?);
    Some(ProposedFix {
        file: Some(metadata),
        ..ProposedFix::unsafe_(
            format!("Add '{name}' to the dependencies in metadata.json"),
            vec![TextEdit::replace(range, format!("{entry}{end}"))],
        )
    })
}

/// The first version that has what is used, in the place of the one that is required.
pub fn raise_version(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let db = site.context.db;
    let metadata = owner(db, site.file)?.module?.metadata(db)?;
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

/// The name with the author, as the module itself tells it.
fn full_name(site: &AssistContext<'_>, module: &str) -> Option<String> {
    let db = site.context.db;
    let environment = owner(db, site.file)?.environment;
    let modules = environment.modules(db);
    let module = modules.iter().find(|it| &**it.name(db) == module)?;
    let text = module.metadata(db)?.text(db);
    let (_, rest) = text.split_once("\"name\"")?;
    let name = rest.split('"').nth(1)?;
    (!name.is_empty()).then(|| name.replacen('-', "/", 1))
}
