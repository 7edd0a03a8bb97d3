//! Hover of a resource type that Ruby code defines: its attributes.

use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resource_types::resource_type;

use puppet_ide_db::context::FileContext;

/// More attributes than these are only counted.
const MOST: usize = 10;

/// The attributes in the order of the code; none for a type that has none.
pub(super) fn attributes(context: FileContext<'_>, name: &str) -> Option<String> {
    let environment = owner(context.db, context.file)?.environment;
    let info = resource_type(context.db, environment, name)?;
    let listed: Vec<_> = info.attributes.values().take(MOST).collect();
    let more = match info.attributes.len() - listed.len() {
        0 => None,
        more => Some(format!("and {more} more")),
    };
    let names = listed.iter().map(|it| format!("`{}`", it.name));
    if listed.is_empty() {
        None
    } else if listed.iter().all(|it| it.summary.is_empty()) {
        let names: Vec<String> = names.chain(more).collect();
        Some(format!("Attributes: {}", names.join(", ")))
    } else {
        let lines = names.zip(&listed).map(|(name, it)| match &*it.summary {
            "" => name,
            summary => format!("{name}: {summary}"),
        });
        let lines: Vec<String> = lines.chain(more).map(|line| format!("- {line}")).collect();
        Some(lines.join("\n"))
    }
}
