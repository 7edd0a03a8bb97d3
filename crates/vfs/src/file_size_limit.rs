//! The largest size of files that are read.

/// Files above this size (in bytes) are not read: no manifest written by people comes near.
pub const MAX_FILE_SIZE: u64 = 16 * 1024 * 1024;
