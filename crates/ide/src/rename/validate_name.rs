//! Validation of new names.

use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::Entry;

use crate::rename::target::{ResolvedTarget, TargetKind};
use crate::rename::{RenameError, refuse};
use puppet_ide_db::context::IdeContext;
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_text::capitalized;

/// The new name as definitions write it.
pub(super) fn check(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    name: &str,
) -> Result<String, RenameError> {
    let name = name.trim();
    match &target.kind {
        TargetKind::Variable => variable(name.trim_start_matches('$'), true),
        TargetKind::Parameter => variable(name.trim_start_matches('$'), false),
        TargetKind::Item(kind, old) => item(context, target, *kind, old, name),
    }
}

fn variable(name: &str, may_be_private: bool) -> Result<String, RenameError> {
    let fits = name.starts_with(|c: char| c.is_ascii_lowercase() || (may_be_private && c == '_'))
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !fits {
        return refuse(format!(
            "`{name}` is no name of a variable: it starts with a small letter, and has only letters, digits and `_`"
        ));
    }
    Ok(name.to_owned())
}

fn item(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    kind: SymbolKind,
    old: &str,
    name: &str,
) -> Result<String, RenameError> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let mut name = match kind {
        SymbolKind::TypeAlias => name.to_owned(),
        // `Web::Site` where a reference was renamed.
        _ if name == capitalized(&canonical(name)) => canonical(name).to_string(),
        _ => name.to_owned(),
    };
    let module = target
        .definition()
        .and_then(|(file, _)| owner(context.db, file)?.module);
    // The last part alone: the rest stays, unless it is the name of the module.
    if let Some(module) = module
        && !name.contains("::")
        && canonical(&name) != canonical(module.name(context.db))
        && let Some((prefix, _)) = old.rsplit_once("::")
    {
        name = format!("{prefix}::{name}");
    }
    if !is_name(kind, &name) {
        return refuse(match kind {
            SymbolKind::TypeAlias => {
                format!("`{name}` is no name of a type: each part starts with a capital letter")
            }
            _ => format!(
                "`{name}` is no name of a {}: each part starts with a small letter, and has only small letters, digits and `_`",
                word(kind)
            ),
        });
    }
    if let Some(module) = module {
        let module = module.name(context.db);
        let first = name.split("::").next().unwrap_or_default();
        if canonical(first) != canonical(module) {
            return refuse(format!(
                "Puppet looks for `{name}` in another module: the name must start with `{module}::`"
            ));
        }
        let needs_two = matches!(kind, SymbolKind::TypeAlias | SymbolKind::Function);
        if needs_two && !name.contains("::") {
            return refuse(format!(
                "the name of a {} has at least two parts",
                word(kind)
            ));
        }
    }
    Ok(name)
}

/// Whether Puppet's parser takes the name.
fn is_name(kind: SymbolKind, name: &str) -> bool {
    let is_alias = kind == SymbolKind::TypeAlias;
    let segment = |segment: &str| {
        let starts = |c: char| {
            if is_alias {
                c.is_ascii_uppercase()
            } else {
                c.is_ascii_lowercase()
            }
        };
        segment.starts_with(starts)
            && segment.chars().all(|c| {
                c.is_ascii_lowercase()
                    || c.is_ascii_digit()
                    || c == '_'
                    || is_alias && c.is_ascii_uppercase()
            })
    };
    let text = match kind {
        SymbolKind::Class => format!("class {name} {{ }}"),
        SymbolKind::DefinedType => format!("define {name} {{ }}"),
        SymbolKind::TypeAlias => format!("type {name} = Any"),
        // Plans have names as functions do, but `plan` is a keyword only in their files.
        _ => format!("function {name}() {{ }}"),
    };
    name.split("::").all(segment)
        && puppet_syntax::parse(&text, Entry::Manifest)
            .errors()
            .is_empty()
}

fn word(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Class => "class",
        SymbolKind::DefinedType => "defined type",
        SymbolKind::Plan => "plan",
        SymbolKind::TypeAlias => "type",
        _ => "function",
    }
}

#[cfg(test)]
mod tests {
    use super::is_name;
    use puppet_ide_db::symbol_index::SymbolKind;

    #[test]
    fn plans_have_names_as_functions_do() {
        assert!(is_name(SymbolKind::Plan, "web::deploy_all"));
        for name in ["Web::deploy", "web::", "web::2", "web::de-ploy"] {
            assert!(!is_name(SymbolKind::Plan, name), "{name}");
        }
    }
}
