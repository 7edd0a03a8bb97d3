//! Diagnostics: what is wrong in a file, where, and how to mend it.
//!
//! - [`Rule`]: what can be reported. The table is `rules.toml`; [`rules`] has a constant for each of its rows.
//! - [`Diagnostic`]: one finding, as a plain value. It is generic over what names a file, so that it knows no database.
//! - [`Policy`]: how serious the findings of a rule are to a user.
//! - `render` (feature `render`): findings on a terminal, in the look of rustc.

mod diagnostic;
mod generated;
mod policy;
#[cfg(feature = "render")]
pub mod render;
mod rule;
mod subject;

pub use diagnostic::{Diagnostic, Edit, Fix, Place, Related, Safety, Tag};
pub use generated::rules;
pub use policy::Policy;
pub use rule::{Levels, Rule, Severity, Strictness};
pub use subject::Subject;
