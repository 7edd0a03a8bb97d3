//! The user's settings for checking, as an input.

#![expect(
    missing_docs,
    reason = "salsa generates public methods without documentation"
)]

/// What users say about checking that is about the whole run. Without it, the defaults count; all else is in the settings
/// of environments ([`settings`](crate::settings)).
#[salsa::input(singleton, debug)]
pub struct Settings {
    /// Whether every assignment's type is reported.
    #[returns(copy)]
    pub reveal: bool,
    /// Whether the diagnostics of most files will be requested: then what they say about names is gathered once, and
    /// else only from the files that mention a name.
    #[returns(copy)]
    pub expects_all: bool,
}

/// See [`Settings::expects_all`].
pub fn expects_all(db: &dyn crate::Db) -> bool {
    Settings::try_get(db).is_some_and(|settings| settings.expects_all(db))
}
