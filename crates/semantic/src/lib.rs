//! Item index, name resolution, inference and checks.
