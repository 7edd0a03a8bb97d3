//! Keys that stand for something else in the paths of places: keys of the code are quoted there, and never one of these.

/// The last key of a path that stands for each of the elements.
pub(crate) const ELEMENT: &str = "*";

/// The last key of a path that stands for an entry which is there, whatever its value is.
pub(crate) const PRESENT: &str = "?";

/// What stands for an element in the path of a place.
pub(crate) const PLACEHOLDER: char = '\0';
