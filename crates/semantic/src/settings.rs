//! What users say about checking, as an input.

#![expect(
    missing_docs,
    reason = "salsa generates public methods without documentation"
)]

/// What users say about checking that is about the whole run. Without it, the defaults count; all else is in the settings
/// of environments ([`puppet_db::settings`]).
#[salsa::input(singleton, debug)]
pub struct Settings {
    /// Whether every assignment's type is told.
    #[returns(copy)]
    pub reveal: bool,
}
