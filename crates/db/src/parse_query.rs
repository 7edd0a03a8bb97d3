//! Queries on the text of a single file.

use puppet_syntax::{DefinitionStarts, Entry, Keywords, Parse, ParseOptions, parse_with};
use puppet_text::{LineIndex, has_lone_cr};

use crate::input::folders_from_module_part;
use crate::{Db, File, FileKind};

/// The tree of a manifest or template, with what is wrong with its text; an empty one for other kinds of files.
///
/// It is not compared with the one before: a tree has all of its text, so it is another one whenever that is.
#[salsa::tracked(lru = 128, no_eq)]
pub fn parse(db: &dyn Db, file: File) -> Parse {
    let Some(options) = parse_options(db, file) else {
        return parse_with("", ParseOptions::default());
    };
    let text = file.text(db);
    match db.recent_parses() {
        Some(recent) => recent.parse(file, text, options),
        None => parse_with(text, options),
    }
}

/// How the text of a manifest or template is read; nothing for other kinds of files.
pub fn parse_options(db: &dyn Db, file: File) -> Option<ParseOptions> {
    let entry = match file.kind(db) {
        FileKind::Manifest => Entry::Manifest,
        FileKind::Epp => Entry::Epp,
        FileKind::Erb
        | FileKind::Metadata
        | FileKind::EnvironmentConf
        | FileKind::Ruby
        | FileKind::HieraConfig
        | FileKind::Settings
        | FileKind::Puppetfile
        | FileKind::Fixtures
        | FileKind::Stub
        | FileKind::Data
        | FileKind::Task
        | FileKind::Other => return None,
    };
    let keywords = if is_plan(file.path(db)) {
        Keywords::Tasks
    } else {
        Keywords::Manifest
    };
    Some(ParseOptions { entry, keywords })
}

/// Whether the text of a manifest or template has mistakes with which Puppet refuses it.
#[salsa::tracked(returns(copy))]
pub fn has_syntax_errors(db: &dyn Db, file: File) -> bool {
    parse(db, file).is_refused()
}

/// Where the lines of a file begin, as Puppet counts them.
#[salsa::tracked(lru = 128, no_eq)]
pub fn line_index(db: &dyn Db, file: File) -> LineIndex {
    LineIndex::new(file.text(db))
}

/// Where the lines of a file begin, as editors count them.
pub fn editor_line_index(db: &dyn Db, file: File) -> &LineIndex {
    editor_lines(db, file).unwrap_or_else(|| line_index(db, file))
}

/// The lines for editors, where they differ from those for Puppet.
#[salsa::tracked(returns(as_ref), lru = 128, no_eq)]
fn editor_lines(db: &dyn Db, file: File) -> Option<LineIndex> {
    let text = file.text(db);
    has_lone_cr(text.as_bytes()).then(|| LineIndex::new_for_editor(text))
}

/// Where definitions may start in a file.
///
/// Not a query of its own: its result changes only with the definitions.
pub fn definition_starts(db: &dyn Db, file: File) -> DefinitionStarts {
    DefinitionStarts::new(file.text(db))
}

/// Whether a file is a plan: it is in the folder `plans` of a module or project, and so has keywords of its own.
pub fn is_plan(path: &str) -> bool {
    folders_from_module_part(path).next() == Some("plans")
}

#[cfg(test)]
mod tests {
    use super::is_plan;

    #[test]
    fn plans_are_known_by_their_folder() {
        for (path, expected) in [
            ("/m/a/plans/init.pp", true),
            ("/m/a/plans/deep/x.pp", true),
            ("/m/plans/manifests/init.pp", false),
            ("/m/a/manifests/plans.pp", false),
        ] {
            assert_eq!(is_plan(path), expected, "{path}");
        }
    }
}
