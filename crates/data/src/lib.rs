//! Spanned JSON and YAML values.
