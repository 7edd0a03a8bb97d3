//! Specs of modules follow: the names of what they describe.
//!
//! Specs are Ruby and no part of the analysis: their texts are read only when something is renamed, and only what can
//! mean nothing else changes. Parameters are keys of hashes there as much else is, and stay.

use puppet_db::File;
use puppet_semantic::item::canonical;
use puppet_semantic::owner::owner;
use puppet_text::{TextRange, TextSize};

use super::target::{Target, TargetKind, is_ours};
use super::words::whole_names;
use crate::analysis::Context;
use crate::source_change::TextEdit;
use crate::symbols::{SymbolKind, capitalized};

/// What changes in the specs of modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecNames {
    /// The directories of the modules whose specs may name it (`/` between the parts).
    pub modules: Vec<String>,
    /// What is replaced, and by what.
    names: Vec<(Spelling, String)>,
}

/// A way to write a name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Spelling {
    /// A name with `::`, anywhere.
    Whole(String),
    /// The same, between quotes or in front of a `[`: in Ruby it may be a constant.
    Reference(String),
    /// A name without `::`, where a class is described.
    Described(String),
    /// `contain_web__site`
    Matcher(String),
}

impl SpecNames {
    /// The names that change with a class, defined type, function or alias.
    pub(super) fn of(context: Context<'_>, target: &Target, new_name: &str) -> Option<Self> {
        let TargetKind::Item(kind, old) = &target.kind else {
            return None;
        };
        let mut names = Vec::new();
        let mut add = |spelling: Spelling, new: String| names.push((spelling, new));
        match kind {
            SymbolKind::TypeAlias => add(Spelling::Reference(old.clone()), new_name.to_owned()),
            _ => {
                let (old, new) = (canonical(old).to_string(), canonical(new_name).to_string());
                if matches!(kind, SymbolKind::Class | SymbolKind::DefinedType) {
                    let matcher = |name: &str| format!("contain_{}", name.replace("::", "__"));
                    add(Spelling::Reference(capitalized(&old)), capitalized(&new));
                    add(Spelling::Matcher(matcher(&old)), matcher(&new));
                }
                match old.contains("::") {
                    true => add(Spelling::Whole(old), new),
                    false => add(Spelling::Described(old), new),
                }
            }
        }
        Some(Self {
            modules: own_modules(context, target.definition()?.0),
            names,
        })
    }

    /// The edits of a spec.
    #[must_use]
    pub fn edits(&self, ruby: &str) -> Vec<TextEdit> {
        let mut edits = Vec::new();
        for (spelling, new) in &self.names {
            let (Spelling::Whole(old)
            | Spelling::Reference(old)
            | Spelling::Described(old)
            | Spelling::Matcher(old)) = spelling;
            for at in whole_names(ruby, old).filter(|at| spelling.fits(ruby, *at)) {
                if let Ok(at) = TextSize::try_from(at) {
                    let range = TextRange::at(at, TextSize::of(old.as_str()));
                    edits.push(TextEdit::replace(range, new));
                }
            }
        }
        edits.sort_by_key(|edit| edit.range.start());
        edits
    }
}

impl Spelling {
    /// Whether the name at a place can mean nothing else.
    fn fits(&self, ruby: &str, at: usize) -> bool {
        let around = |old: &str| {
            let before = ruby.get(..at).unwrap_or_default();
            (before, ruby.get(at + old.len()..).unwrap_or_default())
        };
        match self {
            Self::Whole(_) | Self::Matcher(_) => true,
            Self::Reference(old) => {
                let (before, after) = around(old);
                let is_quoted = before.ends_with(['\'', '"']) && after.starts_with(['\'', '"']);
                let is_reference = after.starts_with('[') || before.ends_with("Class[");
                is_quoted || (old.contains("::") && is_reference)
            }
            Self::Described(old) => {
                let (before, after) = around(old);
                let Some(before) = before.strip_suffix(['\'', '"']) else {
                    return false;
                };
                let before = before.trim_end_matches([' ', '(']);
                let is_named = ["describe", "contain_class", "create_class"]
                    .iter()
                    .any(|word| before.ends_with(word));
                after.starts_with(['\'', '"']) && is_named
            }
        }
    }
}

/// The directories of the modules of the workspace that can see a file.
fn own_modules(context: Context<'_>, file: File) -> Vec<String> {
    let db = context.db;
    let Some(owner) = owner(db, file) else {
        return Vec::new();
    };
    let modules = owner.environment.modules(db).iter();
    modules
        .filter(|module| is_ours(db, **module))
        .map(|module| module.root(db).to_string())
        .collect()
}
