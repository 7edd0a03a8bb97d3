//! The user's settings as the client tells them.

use puppet_ide::HintKinds;
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
    /// Which hints stand between the code.
    pub(crate) inlay_hints: InlayHintsSettings,
    /// What stands above definitions.
    pub(crate) code_lenses: CodeLensesSettings,
}

/// The section `puppet-analyzer.inlayHints`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct InlayHintsSettings {
    /// The types of variables.
    pub(crate) variable_types: bool,
    /// The types of parameters of lambdas.
    pub(crate) lambda_types: bool,
    /// The names of parameters before arguments.
    pub(crate) parameter_names: bool,
    /// The defaults of what a resource is not given.
    pub(crate) defaults: bool,
}

impl Default for InlayHintsSettings {
    fn default() -> Self {
        let kinds = HintKinds::default();
        Self {
            variable_types: kinds.variable_types,
            lambda_types: kinds.lambda_types,
            parameter_names: kinds.parameter_names,
            defaults: kinds.defaults,
        }
    }
}

impl InlayHintsSettings {
    /// The same for the analysis.
    pub(crate) fn kinds(&self) -> HintKinds {
        HintKinds {
            variable_types: self.variable_types,
            lambda_types: self.lambda_types,
            parameter_names: self.parameter_names,
            defaults: self.defaults,
        }
    }
}

/// The section `puppet-analyzer.codeLenses`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct CodeLensesSettings {
    /// How often a definition is used.
    pub(crate) references: bool,
}

impl Default for CodeLensesSettings {
    fn default() -> Self {
        Self { references: true }
    }
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
            ..Settings::default()
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
