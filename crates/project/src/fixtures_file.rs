//! The `.fixtures.yml` of a module: the modules that its tests need.

use puppet_data::{Value, yaml};
use puppet_text::TextRange;

/// The parts of the file whose keys are names of modules (puppetlabs_spec_helper).
const PARTS: [&str; 2] = ["forge_modules", "repositories"];

/// The names of modules in a `.fixtures.yml`, and where they stand.
#[must_use]
pub fn named_modules(text: &str) -> Vec<(String, TextRange)> {
    let root = yaml::parse(text).ok();
    let fixtures = root.as_ref().and_then(|root| root.get("fixtures"));
    let parts = PARTS.iter().filter_map(|part| fixtures?.get(part));
    let entries = parts.filter_map(Value::as_mapping).flatten();
    entries
        .map(|entry| (entry.key.clone(), entry.key_range))
        .collect()
}
