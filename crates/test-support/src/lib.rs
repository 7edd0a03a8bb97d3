//! Fixtures, cursor marks and literate tests (development only).

pub mod fixture;
pub mod literate;

pub use fixture::{Fixture, FixtureFile, Mark};
