//! Salsa inputs and parse queries.
//!
//! This crate holds what everything that is computed depends on: the texts of files ([`File`]) and how files form
//! modules and environments ([`Module`], [`Environment`], [`Workspace`]). It does no I/O: paths are opaque strings
//! with `/` between their parts, and texts come from the layers above, which may read them when they are needed first.
//!
//! Queries take `&dyn Db`; [`RootDatabase`] is the database.

pub mod check_settings;
mod file_contents;
mod git_ignore;
mod incremental;
mod input;
mod lower_query;
mod parse_query;
mod root_database;
pub mod settings;
pub mod version_requirement;

pub use crate::file_contents::{ContentSource, Contents, FileProblem, LazyContents};
pub use crate::git_ignore::{is_git_ignored, is_git_submodule};
pub use crate::incremental::ReparseCache;
pub use crate::lower_query::{program, source_map};
pub use crate::parse_query::{
    definition_starts, editor_line_index, has_syntax_errors, is_plan, line_index, parse,
    parse_options,
};
pub use crate::root_database::RootDatabase;
pub use input::{
    Assets, Environment, File, FileKind, HiddenModule, HieraData, Module, ModuleOrigin,
    OutsidePath, Workspace,
};

/// A range of bytes in a file.
pub type FilePlace = puppet_diagnostics::Place<File>;

/// The database as queries see it.
#[salsa::db]
pub trait Db: salsa::Database {
    /// The last trees of files that are edited, where there is a use for them.
    fn recent_parses(&self) -> Option<&ReparseCache> {
        None
    }

    /// Counts a search of all texts for a name: how many there were. It decides how names are found, never which.
    fn count_name_search(&self) -> usize;
}
