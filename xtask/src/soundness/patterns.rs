//! The tests and uses of a value in generated programs, as texts with gaps.

use std::sync::LazyLock;

use serde::Deserialize;

/// The rows of `patterns.toml`. A seed chooses them by their index.
pub static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    toml::from_str(include_str!("patterns.toml")).expect("patterns.toml is valid")
});

/// See the comments in `patterns.toml`.
#[derive(Deserialize)]
pub struct Patterns {
    pub uses: Vec<String>,
    pub callees: Vec<[String; 2]>,
    pub ruby: Vec<[String; 3]>,
    pub templates: Vec<[String; 2]>,
    pub guards: Vec<String>,
    pub stdlib: Vec<[String; 2]>,
}
