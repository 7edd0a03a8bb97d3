//! Fixtures, cursor marks, literate tests, processor time and folders of texts (development only).

pub mod fixture;
pub mod literate;
mod processor_time;
mod text_files;

pub use fixture::{Fixture, FixtureFile, Mark};
pub use processor_time::processor_time;
pub use text_files::text_files;
