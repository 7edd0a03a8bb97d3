//! Diagnostics: problems of a file, with ranges and fixes.
//!
//! - [`Rule`]: what can be reported. Each check declares its own with [`declare_rule!`].
//! - [`Diagnostic`]: one problem in a file, as a plain value. It is generic over what names a file, so that it knows no database.
//! - [`Policy`]: how serious the diagnostics of a rule are to a user.
//! - `render` (feature `render`): diagnostics on a terminal, in the look of rustc.

mod diagnostic;
mod policy;
#[cfg(feature = "render")]
pub mod render;
mod rule;
mod subject;

pub use diagnostic::{Diagnostic, Edit, Fix, NamePlace, Place, Related, Safety, Tag};
pub use policy::{Policy, RuleLevels};
pub use rule::{Certainty, Level, Levels, Rule, Severity, Strictness};
pub use subject::Subject;

/// The first word of a comment that suppresses diagnostics: `# puppet-analyzer: ignore[RULE]`.
pub const SUPPRESSION_MARKER: &str = "puppet-analyzer:";
