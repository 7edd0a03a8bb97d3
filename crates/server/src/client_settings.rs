//! The user's settings as the client sends them.

use std::path::Path;
use std::sync::Arc;

use puppet_ide::{ClientSettings, HintKinds};
use serde::Deserialize;
use serde_json::Value;

/// The name of our section in the client's settings.
pub(crate) const SECTION: &str = "puppet-analyzer";

/// The section `puppet-analyzer`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SettingsSection {
    /// What is diagnosed.
    pub(crate) diagnostics: DiagnosticsSettings,
    /// Which hints stand between the code.
    pub(crate) inlay_hints: InlayHintsSettings,
    /// What stands above definitions.
    pub(crate) code_lenses: CodeLensesSettings,
    /// Whether the Forge is asked, and where it is.
    pub(crate) forge: ForgeSettings,
    /// The settings that a `puppet-analyzer.toml` can have, too.
    #[serde(skip)]
    pub(crate) client: Arc<ClientSettings>,
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
    /// The values that Hiera has for parameters of classes.
    pub(crate) hiera_values: bool,
    /// The attributes whose values the titles of resources are.
    pub(crate) namevars: bool,
    /// Newer versions of modules, as far as the Forge is asked.
    pub(crate) newer_versions: bool,
}

impl Default for InlayHintsSettings {
    fn default() -> Self {
        let kinds = HintKinds::default();
        Self {
            variable_types: kinds.variable_types,
            lambda_types: kinds.lambda_types,
            parameter_names: kinds.parameter_names,
            defaults: kinds.defaults,
            hiera_values: kinds.hiera_values,
            namevars: kinds.namevars,
            newer_versions: kinds.newer_versions,
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
            hiera_values: self.hiera_values,
            namevars: self.namevars,
            newer_versions: self.newer_versions,
        }
    }
}

/// The section `puppet-analyzer.codeLenses`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct CodeLensesSettings {
    /// How often a definition is used, and by whom.
    pub(crate) references: bool,
    /// How many resources a definition declares.
    pub(crate) resources: bool,
}

impl Default for CodeLensesSettings {
    fn default() -> Self {
        Self {
            references: true,
            resources: true,
        }
    }
}

/// The section `puppet-analyzer.diagnostics`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct DiagnosticsSettings {
    /// Whether there are any.
    pub(crate) enable: bool,
    /// Whether also those of files that are not open are reported.
    pub(crate) workspace: bool,
    /// Whether open modules are checked on the operating systems that they claim.
    pub(crate) operating_systems: bool,
}

impl Default for DiagnosticsSettings {
    fn default() -> Self {
        Self {
            enable: true,
            workspace: false,
            operating_systems: true,
        }
    }
}

/// The section `puppet-analyzer.forge`. It is no part of `puppet-analyzer.toml`: the opened folder must not make us speak
/// over the network.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ForgeSettings {
    /// Whether it is asked.
    enable: bool,
    /// Its address.
    url: String,
}

impl Default for ForgeSettings {
    fn default() -> Self {
        Self {
            enable: false,
            url: "https://forgeapi.puppet.com".into(),
        }
    }
}

impl ForgeSettings {
    /// The address of the Forge, if it is to be asked.
    pub(crate) fn url(&self) -> Option<&str> {
        let is_web = self.url.starts_with("https://") || self.url.starts_with("http://");
        Some(&*self.url).filter(|_| self.enable && is_web)
    }
}

impl SettingsSection {
    /// Reads the section, or the settings that hold it; relative paths start at `base`. Gives also what is wrong with
    /// single settings, which then count as not set.
    ///
    /// # Errors
    /// Says what is wrong; the settings stay as they were then.
    pub(crate) fn parse(value: &Value, base: &Path) -> Result<(Self, Vec<String>), String> {
        let section = value.get(SECTION).unwrap_or(value);
        if section.is_null() {
            return Ok((Self::default(), Vec::new()));
        }
        let mut settings =
            Self::deserialize(section).map_err(|error| format!("setting {SECTION}: {error}"))?;
        let (client, problems) = ClientSettings::parse(&section.to_string(), base);
        settings.client = Arc::new(client);
        let problems = problems.into_iter();
        let problems = problems.map(|problem| format!("settings of {SECTION}: {problem}"));
        Ok((settings, problems.collect()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_section_may_be_wrapped_or_missing() {
        let off = SettingsSection {
            diagnostics: DiagnosticsSettings {
                enable: false,
                workspace: false,
                operating_systems: true,
            },
            ..SettingsSection::default()
        };
        for (value, expected) in [
            (json!(null), SettingsSection::default()),
            (json!({}), SettingsSection::default()),
            (
                json!({ "puppet-analyzer": null }),
                SettingsSection::default(),
            ),
            (
                json!({ "server": { "path": "x" } }),
                SettingsSection::default(),
            ),
            (json!({ "diagnostics": { "enable": false } }), off.clone()),
            (
                json!({ "puppet-analyzer": { "diagnostics": { "enable": false } } }),
                off,
            ),
        ] {
            let read = SettingsSection::parse(&value, Path::new("/"));
            assert_eq!(read, Ok((expected, Vec::new())), "{value}");
        }
    }

    #[test]
    fn a_wrong_value_is_named() {
        let wrong = json!({ "diagnostics": { "enable": "no" } });
        let error = SettingsSection::parse(&wrong, Path::new("/")).expect_err("wrong type");
        assert!(
            error.contains("puppet-analyzer") && error.contains("boolean"),
            "{error}"
        );
    }

    #[test]
    fn single_settings_that_are_wrong_are_named_and_the_others_count() {
        let value = json!({ "strictness": "strict", "target": ["ruby"], "excldue": [] });
        let (settings, problems) =
            SettingsSection::parse(&value, Path::new("/")).expect("settings");
        assert_ne!(settings.client, Arc::default());
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(
            problems[1].ends_with("Did you mean 'exclude'?"),
            "{problems:?}"
        );
    }
}
