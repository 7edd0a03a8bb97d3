//! File ids, overlay of unsaved text over the disk.
