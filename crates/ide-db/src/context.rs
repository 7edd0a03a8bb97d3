//! The input of every feature.

use std::ops::Deref;

use puppet_db::{File, RootDatabase};
use puppet_nodes::{NodeView, SystemFailures};
use puppet_project::installed_puppet::InstalledPuppet;

use crate::file_table::FileTable;
use crate::forge::ForgeView;

/// Input of every feature: a snapshot of the database and the files of its ids.
#[derive(Clone, Copy)]
pub struct IdeContext<'a> {
    /// The database.
    pub db: &'a RootDatabase,
    /// The files by their ids.
    pub files: &'a FileTable,
    /// The answers of the Forge.
    pub forge: ForgeView<'a>,
    /// The Puppet of this computer, if its documentation may be shown.
    pub installed: Option<&'a InstalledPuppet>,
    /// What holds for the chosen node, if one is chosen.
    pub node: Option<&'a NodeView>,
    /// What fails on operating systems that modules claim, as far as that was checked.
    pub systems: Option<&'a SystemFailures>,
}

/// A file, in the [`IdeContext`] of a question about it.
#[derive(Clone, Copy)]
pub struct FileContext<'a> {
    context: IdeContext<'a>,
    /// The file.
    pub file: File,
}

impl<'a> IdeContext<'a> {
    /// The context of a question about a file.
    #[must_use]
    pub fn file_context(self, file: File) -> FileContext<'a> {
        FileContext {
            context: self,
            file,
        }
    }
}

impl<'a> Deref for FileContext<'a> {
    type Target = IdeContext<'a>;

    fn deref(&self) -> &IdeContext<'a> {
        &self.context
    }
}
