//! Fixtures, cursor marks and literate tests (development only).
