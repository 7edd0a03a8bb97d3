//! Conversions between values: new for every type, String formats.
