//! Fixtures, cursor marks and literate tests (development only).

pub mod fixture;

pub use fixture::{Fixture, FixtureFile, Mark};
