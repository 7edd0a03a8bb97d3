//! Giving things other names, in all places at once.
//!
//! What is ours can be renamed: variables, parameters with all who give them a value (also in Hiera's data), classes, defined types, functions
//! and type aliases with the file in which Puppet looks for them. What cannot be renamed says why.

mod comments;
mod conflicts;
mod data;
mod edits;
mod files;
mod new_name;
mod ruby;
mod target;
mod templates;
#[cfg(test)]
mod tests;

use std::fmt;

use puppet_db::File;
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::elsewhere::NamesElsewhere;
use crate::source_change::SourceChange;
use data::DataNames;
use target::{Target, TargetKind};

pub(crate) use files::renamed_files;
pub(crate) use target::is_ours;

/// What the user is asked: the old name, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameTarget {
    /// The part of the text that will change.
    pub range: TextRange,
    /// The name to start from.
    pub placeholder: String,
}

/// Why something cannot be renamed, or not like this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameError(pub String);

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RenameError {}

fn refuse<T>(why: impl Into<String>) -> Result<T, RenameError> {
    Err(RenameError(why.into()))
}

pub(crate) fn prepare(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Result<RenameTarget, RenameError> {
    let target = target::at(context, file, offset)?;
    Ok(RenameTarget {
        range: target.range(),
        placeholder: target.old_name(),
    })
}

pub(crate) fn rename(
    context: Context<'_>,
    file: File,
    offset: TextSize,
    new_name: &str,
) -> Result<SourceChange, RenameError> {
    let target = target::at(context, file, offset)?;
    let new_name = new_name::check(context, &target, new_name)?;
    change(context, file, &target, &new_name, true)
}

/// All edits of a renaming; `moves` says whether the file moves too, or has been moved by the user.
fn change(
    context: Context<'_>,
    file: File,
    target: &Target,
    new_name: &str,
    moves: bool,
) -> Result<SourceChange, RenameError> {
    if new_name == target.old_name() {
        return Ok(SourceChange::default());
    }
    let in_data = DataNames::of(target, new_name);
    conflicts::check(context, file, target, new_name)?;
    data::conflicts(context, &in_data)?;
    let mut change = edits::edits(context, file, target, new_name);
    data::add_edits(context, target, &in_data, &mut change);
    templates::add_edits(context, target, new_name, &mut change)?;
    ruby::add_edits(context, target, new_name, &mut change);
    if let TargetKind::Item(kind, old) = &target.kind
        && let Some((declared_in, _)) = target.definition()
    {
        let names = NamesElsewhere::to_rename(context, declared_in, (*kind, old), new_name);
        change.elsewhere.push(names);
    }
    if moves {
        change
            .moves
            .extend(files::moved(context, target, new_name)?);
    }
    Ok(change)
}
