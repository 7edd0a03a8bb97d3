//! The `.fixtures.yml` of a module: the modules that its tests need.

use puppet_data::{DataValue, yaml};
use puppet_ruby::ModuleSource;
use puppet_text::TextRange;

/// A module of a `.fixtures.yml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixtureModule {
    /// The name of its directory.
    pub name: String,
    /// Where the name is written.
    pub range: TextRange,
    /// Where the module comes from, as far as that can be read.
    pub source: Option<ModuleSource>,
}

/// The modules in a `.fixtures.yml`, by puppetlabs_spec_helper.
#[must_use]
pub fn fixture_modules(text: &str) -> Vec<FixtureModule> {
    let root = yaml::parse(text).ok();
    let fixtures = root.as_ref().and_then(|root| root.get("fixtures"));
    let part = |name: &str| {
        let entries = fixtures.and_then(|it| it.get(name)?.as_mapping());
        entries.unwrap_or_default().iter()
    };
    let forge = part("forge_modules").map(|entry| (entry, forge_source(&entry.value)));
    let git = part("repositories").map(|entry| (entry, git_source(&entry.value)));
    let modules = forge.chain(git).map(|(entry, source)| FixtureModule {
        name: entry.key.clone(),
        range: entry.key_range,
        source,
    });
    modules.collect()
}

/// `author/module`, or `{ repo: author/module, ref: 1.0.0 }`.
fn forge_source(value: &DataValue) -> Option<ModuleSource> {
    Some(ModuleSource::Forge {
        name: address(value)?,
        range: text(value, "ref"),
    })
}

/// An address, or `{ repo: ADDRESS, ref: v1.0.0 }`; a list of those for several versions of Puppet.
fn git_source(value: &DataValue) -> Option<ModuleSource> {
    if let Some(choices) = value.as_sequence() {
        return choices.iter().rev().find_map(git_source);
    }
    let is_git = text(value, "scm").is_none_or(|it| it == "git");
    let mut references = ["ref", "tag", "branch"].iter();
    Some(ModuleSource::Git {
        url: address(value).filter(|_| is_git && value.get("subdir").is_none())?,
        reference: references.find_map(|key| text(value, key)),
    })
}

fn address(value: &DataValue) -> Option<String> {
    let text_of_value = value.as_str().map(str::to_owned);
    text_of_value.or_else(|| text(value, "repo"))
}

fn text(value: &DataValue, key: &str) -> Option<String> {
    value.get(key)?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixtures_have_sources() {
        let text = "fixtures:\n  forge_modules:\n    apt: puppetlabs/apt\n    php: {repo: puppet/php, ref: 1.0.0}\n\
                    \x20 repositories:\n    concat: https://x/concat\n    nginx: {repo: https://x/nginx, ref: v1}\n    \
                    web: {repo: https://x/web, scm: hg}\n    many: {repo: https://x/many, subdir: one}\n    \
                    core: [{repo: https://x/5, puppet_version: '< 6'}, {repo: https://x/6, branch: main}]\n  symlinks:\n    me: x\n";
        let modules = fixture_modules(text);
        let found: Vec<String> = modules
            .iter()
            .map(|it| match &it.source {
                Some(ModuleSource::Forge { name, range }) => {
                    format!("{}: {name} {range:?}", it.name)
                }
                Some(ModuleSource::Git { url, reference }) => {
                    format!("{}: {url} {reference:?}", it.name)
                }
                None => it.name.clone(),
            })
            .collect();
        let expected = [
            "apt: puppetlabs/apt None",
            "php: puppet/php Some(\"1.0.0\")",
            "concat: https://x/concat None",
            "nginx: https://x/nginx Some(\"v1\")",
            "web",
            "many",
            "core: https://x/6 Some(\"main\")",
        ];
        assert_eq!(found, expected);
    }
}
