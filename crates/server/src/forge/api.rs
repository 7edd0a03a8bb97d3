//! The form of the Forge's answers (<https://forgeapi.puppet.com>, version 3), as far as they matter. In the same form they
//! are kept on disk.

use puppet_ide::ForgeModule;
use serde::{Deserialize, Serialize};

/// What `/v3/modules` says.
#[derive(Debug, Deserialize)]
pub(super) struct ModulePage {
    #[serde(default)]
    pub(super) pagination: Pagination,
    pub(super) results: Vec<Module>,
}

/// Which part of all results a page has.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Pagination {
    /// The path of the next page.
    pub(super) next: Option<String>,
}

/// What `/v3/modules/AUTHOR-NAME` says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Module {
    slug: String,
    #[serde(default)]
    downloads: Option<u64>,
    #[serde(default)]
    deprecated_at: Option<String>,
    #[serde(default)]
    deprecated_for: Option<String>,
    #[serde(default)]
    superseded_by: Option<Successor>,
    #[serde(default)]
    current_release: Option<PublishedRelease>,
    /// Not requested by searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    releases: Option<Vec<ReleaseName>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Successor {
    slug: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct PublishedRelease {
    version: String,
    #[serde(default)]
    metadata: ModuleMetadata,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct ModuleMetadata {
    #[serde(default)]
    summary: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct ReleaseName {
    version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deleted_at: Option<String>,
}

impl Module {
    /// `author-module`.
    pub(super) fn name(&self) -> String {
        self.slug.replacen('/', "-", 1)
    }

    /// Takes the newest release for the list of them, where a Forge has no such list.
    pub(super) fn name_release(&mut self) {
        let newest = self.current_release.iter().map(|release| ReleaseName {
            version: release.version.clone(),
            deleted_at: None,
        });
        self.releases.get_or_insert_with(|| newest.collect());
    }

    /// Takes the list of releases of what was known before, if there is none and no newer release.
    pub(super) fn keep_releases(&mut self, known: &Self) {
        let newest = |module: &Self| module.current_release.as_ref().map(|it| it.version.clone());
        if self.releases.is_none() && newest(self) == newest(known) {
            self.releases.clone_from(&known.releases);
        }
    }
}

impl From<&Module> for ForgeModule {
    fn from(module: &Module) -> Self {
        let release = module.current_release.as_ref();
        let versions = module.releases.as_ref().map(|releases| {
            let there = releases.iter().filter(|it| it.deleted_at.is_none());
            there.map(|it| it.version.clone()).collect()
        });
        let reason = module.deprecated_for.clone().unwrap_or_default();
        Self {
            name: module.name(),
            summary: release
                .and_then(|release| release.metadata.summary.clone())
                .unwrap_or_default(),
            newest: release.map(|it| it.version.clone()).unwrap_or_default(),
            versions,
            downloads: module.downloads.unwrap_or_default(),
            deprecated: module.deprecated_at.is_some().then_some(reason),
            successor: module.superseded_by.as_ref().map(|it| it.slug.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_is_read() {
        let text = r#"{
            "uri": "/v3/modules/puppetlabs-old", "slug": "puppetlabs-old", "name": "old", "downloads": 12,
            "created_at": "2010-05-19 05:46:26 -0700", "deprecated_at": "2020-01-01 00:00:00 -0800",
            "deprecated_for": "No longer maintained", "superseded_by": {"uri": "/v3/modules/me-new", "slug": "me-new"},
            "endorsement": null, "owner": {"slug": "puppetlabs", "username": "puppetlabs"},
            "current_release": {"slug": "puppetlabs-old-2.0.0", "version": "2.0.0", "metadata": {
                "name": "puppetlabs-old", "summary": "Old things.", "dependencies": []}, "tags": ["old"]},
            "releases": [{"version": "2.0.0", "deleted_at": null},
                {"version": "1.9.9", "deleted_at": "2019-01-01 00:00:00 -0800"}, {"version": "1.0.0"}]
        }"#;
        let module: Module = serde_json::from_str(text).expect("a module");
        let expected = ForgeModule {
            name: "puppetlabs-old".into(),
            summary: "Old things.".into(),
            newest: "2.0.0".into(),
            versions: Some(vec!["2.0.0".into(), "1.0.0".into()]),
            downloads: 12,
            deprecated: Some("No longer maintained".into()),
            successor: Some("me-new".into()),
        };
        assert_eq!(ForgeModule::from(&module), expected);
        // What is kept says the same.
        let kept = serde_json::to_string(&module).expect("JSON");
        let module: Module = serde_json::from_str(&kept).expect("a module");
        assert_eq!(ForgeModule::from(&module), expected);
    }

    #[test]
    fn a_module_without_releases_is_one() {
        let text =
            r#"{"slug": "me-web", "current_release": null, "releases": [], "superseded_by": null}"#;
        let module: Module = serde_json::from_str(text).expect("a module");
        assert_eq!(ForgeModule::from(&module).versions, Some(Vec::new()));
    }
}
