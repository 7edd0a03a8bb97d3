//! The user's settings as the client tells them.

use serde::Deserialize;
use serde_json::Value;

/// The name of our section in the client's settings.
pub(crate) const SECTION: &str = "puppet-analyzer";

/// The section `puppet-analyzer`. Unknown keys are ignored: they may belong to the client's extension.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Settings {
    /// What is diagnosed.
    pub(crate) diagnostics: DiagnosticsSettings,
}

/// The section `puppet-analyzer.diagnostics`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct DiagnosticsSettings {
    /// Whether there are any.
    pub(crate) enable: bool,
}

impl Default for DiagnosticsSettings {
    fn default() -> Self {
        Self { enable: true }
    }
}

impl Settings {
    /// Reads the section, or the settings that hold it.
    ///
    /// # Errors
    /// Says what is wrong; the settings stay as they were then.
    pub(crate) fn parse(value: &Value) -> Result<Self, String> {
        let section = value.get(SECTION).unwrap_or(value);
        if section.is_null() {
            return Ok(Self::default());
        }
        Self::deserialize(section).map_err(|error| format!("setting {SECTION}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_section_may_be_wrapped_or_missing() {
        let off = Settings {
            diagnostics: DiagnosticsSettings { enable: false },
        };
        for (value, expected) in [
            (json!(null), Settings::default()),
            (json!({}), Settings::default()),
            (json!({ "puppet-analyzer": null }), Settings::default()),
            (json!({ "server": { "path": "x" } }), Settings::default()),
            (json!({ "diagnostics": { "enable": false } }), off.clone()),
            (
                json!({ "puppet-analyzer": { "diagnostics": { "enable": false } } }),
                off,
            ),
        ] {
            assert_eq!(Settings::parse(&value), Ok(expected), "{value}");
        }
    }

    #[test]
    fn a_wrong_value_is_named() {
        let error =
            Settings::parse(&json!({ "diagnostics": { "enable": "no" } })).expect_err("wrong type");
        assert!(
            error.contains("puppet-analyzer") && error.contains("boolean"),
            "{error}"
        );
    }
}
