//! The input of every feature.

use puppet_project::installed_puppet::InstalledPuppet;
use puppet_semantic::RootDatabase;

use crate::files::FileTable;
use crate::forge::ForgeView;

/// Input of every feature: a snapshot of the database and the files behind its ids.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) db: &'a RootDatabase,
    pub(crate) files: &'a FileTable,
    pub(crate) forge: ForgeView<'a>,
    /// The Puppet of this computer, if its documentation may be shown.
    pub(crate) installed: Option<&'a InstalledPuppet>,
}
