//! Fixtures, cursor marks, literate tests and processor time (development only).

pub mod fixture;
pub mod literate;
mod processor_time;

pub use fixture::{Fixture, FixtureFile, Mark};
pub use processor_time::processor_time;
