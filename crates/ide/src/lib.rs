//! Editor features over offsets and file ids.
