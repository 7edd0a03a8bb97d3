//! What users say about checking, as an input.

#![expect(
    missing_docs,
    reason = "salsa generates public methods without documentation"
)]

use std::sync::Arc;

use puppet_db::Db;
use puppet_diagnostics::Policy;

use crate::targets::Requirement;

/// What users say about checking. Without it, the defaults count.
#[salsa::input(singleton, debug)]
pub struct Settings {
    /// How serious findings are.
    #[returns(ref)]
    pub policy: Arc<Policy>,
    /// The versions that the code is for; empty: what the module's `metadata.json` says.
    #[returns(ref)]
    pub targets: Arc<[Requirement]>,
    /// Whether every assignment's type is told.
    #[returns(copy)]
    pub reveal: bool,
}

/// How serious findings are to the user.
pub(crate) fn policy(db: &dyn Db) -> Arc<Policy> {
    Settings::try_get(db).map_or_else(Arc::default, |settings| Arc::clone(settings.policy(db)))
}
