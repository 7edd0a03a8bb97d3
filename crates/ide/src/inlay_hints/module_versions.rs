//! Beside the versions of modules: that there is a newer one on the Forge, or that the module should not be used any
//! more.

use puppet_scalars::{SemVer, SemVerRange};
use puppet_text::TextRange;

use crate::inlay_hints::{HintKind, InlayHint};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::forge::ForgeModule;
use puppet_ide_db::module_metadata::named_in;

/// Only what names a version comes from a Forge; nothing else is asked for.
pub(crate) fn hints(context: FileContext<'_>, within: TextRange) -> Vec<InlayHint> {
    let named = named_in(context.db, context.file).into_iter();
    let hints = named.filter_map(|named| {
        let (version, range) = named.version?;
        within.intersect(range)?;
        let module = context.forge.module(&named.full_name?)?;
        let label = successor(module).or_else(|| newer(module, &version))?;
        Some(InlayHint::new(
            range.end(),
            format!(" {label}"),
            HintKind::Version,
        ))
    });
    hints.collect()
}

/// That a module is deprecated.
fn successor(module: &ForgeModule) -> Option<String> {
    module.deprecated.as_ref()?;
    let successor = module.successor.as_ref();
    Some(successor.map_or_else(
        || "deprecated".to_owned(),
        |successor| format!("deprecated, use {successor}"),
    ))
}

/// That there is a version of a module after the one, or the last one, that is asked for.
fn newer(module: &ForgeModule, asked_for: &str) -> Option<String> {
    let newest = SemVer::parse(&module.newest).ok()?;
    let is_older = match SemVer::parse(asked_for) {
        Ok(version) => version.precedence(&newest).is_lt(),
        Err(_) => {
            let range = SemVerRange::parse(asked_for).ok()?;
            let end = range.end()?;
            !range.includes(&newest) && end.precedence(&newest).is_le()
        }
    };
    is_older.then(|| format!("{newest} is newer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_versions() {
        let module = ForgeModule {
            newest: "10.2.0".to_owned(),
            ..ForgeModule::default()
        };
        for (asked_for, is_newer) in [
            ("10.1.9", true),
            ("10.2.0", false),
            ("11.0.0", false),
            ("10.2.0-rc1", true),
            (">= 4.0.0 < 10.0.0", true),
            (">= 4.0.0 < 10.2.0", true),
            (">= 4.0.0 <= 10.2.0", false),
            (">= 4.0.0 < 11.0.0", false),
            (">= 4.0.0", false),
            (">= 11.0.0 < 12.0.0", false),
            ("9.x", true),
            ("latest", false),
            ("main", false),
            ("", false),
        ] {
            assert_eq!(newer(&module, asked_for).is_some(), is_newer, "{asked_for}");
        }
    }
}
