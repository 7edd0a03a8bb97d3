//! The modules that a `Puppetfile` names: `mod 'puppetlabs-stdlib', '9.0.0'`. It is Ruby, and is not run.

use puppet_text::TextRange;

use crate::lower;
use crate::tree::{Descend, Kind, Node, RubyCall, walk};

/// A module that a `Puppetfile` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuppetfileModule {
    /// The name as written, mostly with the author in front.
    pub name: String,
    /// Where the name is written.
    pub range: TextRange,
    /// The version, where it is the second argument: `'9.0.0'`.
    pub version: Option<String>,
    /// Where the version is written.
    pub version_range: Option<TextRange>,
    /// Where the module comes from; none for a directory, an archive, a repository of another kind than Git, or an
    /// address that is computed.
    pub source: Option<ModuleSource>,
}

/// Where a module comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModuleSource {
    /// A Forge.
    Forge {
        /// The full name, as written.
        name: String,
        /// The version or range of versions, if one is written.
        range: Option<String>,
    },
    /// A Git repository.
    Git {
        /// Its address.
        url: String,
        /// The commit, tag or branch, if one is written.
        reference: Option<String>,
    },
}

/// Reads a `Puppetfile`. Names that are computed are left out, and what cannot be parsed.
pub(crate) fn read(source: &str) -> Vec<PuppetfileModule> {
    let mut modules = Vec::new();
    for_each_module(source, |call, name| {
        let Some(text) = name.as_text() else { return };
        let version = call.args.get(1).and_then(|argument| match &argument.kind {
            Kind::String(version) => Some((version.clone(), argument.range)),
            _ => None,
        });
        modules.push(PuppetfileModule {
            source: source_of(call, text, version.as_ref()),
            name: text.to_owned(),
            range: name.range,
            version_range: version.as_ref().map(|(_, range)| *range),
            version: version.map(|(version, _)| version),
        });
    });
    modules
}

/// Whether it declares modules whose names are computed.
pub(crate) fn has_computed_modules(source: &str) -> bool {
    let mut is_computed = false;
    for_each_module(source, |_, name| is_computed |= name.as_text().is_none());
    is_computed
}

/// Goes through the calls of `mod`, with the names that they declare.
fn for_each_module(source: &str, mut visit: impl FnMut(&RubyCall, &Node)) {
    walk(&lower::lower(source).statements, &mut |node| {
        if let Some(call) = node.as_call().filter(|call| call.is_bare("mod"))
            && let Some(name) = call.args.first()
        {
            visit(call, name);
        }
        Descend::Yes
    });
}

/// Options that only modules have which come from no Forge and no Git repository.
const OTHER_SOURCES: [&str; 5] = ["local", "svn", "path", "github_tarball", "tarball"];

fn source_of(
    call: &RubyCall,
    name: &str,
    version: Option<&(String, TextRange)>,
) -> Option<ModuleSource> {
    let written = |key: &str| match &call.option(key)?.kind {
        Kind::String(text) => Some(text.clone()),
        _ => None,
    };
    let first = |keys: &[&str]| keys.iter().find_map(|key| written(key));
    let kind = call.option("type").and_then(Node::as_text);
    if kind == Some("git") || call.option("git").is_some() {
        return Some(ModuleSource::Git {
            url: first(&["git", "source"])?,
            reference: first(&[
                "commit",
                "ref",
                "tag",
                "version",
                "branch",
                "default_branch",
            ]),
        });
    }
    let is_other = kind.is_some_and(|kind| kind != "forge")
        || OTHER_SOURCES.iter().any(|key| call.option(key).is_some());
    (!is_other).then(|| ModuleSource::Forge {
        name: name.to_owned(),
        range: version
            .map(|(version, _)| version.clone())
            .or_else(|| written("version")),
    })
}

#[cfg(test)]
mod tests {
    use super::ModuleSource;

    #[test]
    fn modules_have_sources() {
        for (module, expected) in [
            ("mod 'a/x', '1.0.0'", "a/x Some(\"1.0.0\")"),
            ("mod 'a/x', :latest", "a/x None"),
            ("mod 'a/x'", "a/x None"),
            (
                "mod 'a/x', type: 'forge', version: '1.0.0'",
                "a/x Some(\"1.0.0\")",
            ),
            (
                "mod 'x', git: 'https://x', tag: 'v1'",
                "https://x Some(\"v1\")",
            ),
            ("mod 'x', :git => 'https://x'", "https://x None"),
            (
                "mod 'x', git: 'https://x', branch: :control_branch, default_branch: 'main'",
                "https://x Some(\"main\")",
            ),
            (
                "mod 'x', type: 'git', source: 'https://x', version: 'v2'",
                "https://x Some(\"v2\")",
            ),
            ("mod 'x', git: url", "none"),
            ("mod 'x', svn: 'https://x'", "none"),
            ("mod 'x', local: true", "none"),
            ("mod 'x', type: 'tarball', source: 'https://x'", "none"),
        ] {
            let modules = crate::declared_modules(module);
            let found = match &modules[0].source {
                Some(ModuleSource::Forge { name, range }) => format!("{name} {range:?}"),
                Some(ModuleSource::Git { url, reference }) => format!("{url} {reference:?}"),
                None => "none".to_owned(),
            };
            assert_eq!(found, expected, "{module}");
        }
    }

    #[test]
    fn modules_are_named_in_several_ways() {
        let source = "forge 'https://x'\nmoduledir 'thirdparty'\nmod 'puppetlabs-stdlib', '9.0.0'\nmod('puppetlabs/apt')\n\
                      mod 'own',\n  git: 'https://x',\n  branch: BRANCH\nmod 'newest', :latest\nmod name, :latest\n# mod 'no'\n";
        let modules = crate::declared_modules(source);
        let names: Vec<&str> = modules.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(
            names,
            ["puppetlabs-stdlib", "puppetlabs/apt", "own", "newest"]
        );
        let versions = modules.iter().map(|it| it.version.as_deref());
        assert_eq!(
            versions.collect::<Vec<_>>(),
            [Some("9.0.0"), None, None, None]
        );
        let range = std::ops::Range::<usize>::from(modules[0].range);
        assert_eq!(&source[range], "'puppetlabs-stdlib'");
        assert!(crate::has_computed_modules(source));
        assert!(!crate::has_computed_modules("mod 'a', branch\nname 'b'\n"));
        let own = "def github(name, *args)\n  mod name, args.first\nend\ngithub 'a', '1'\n";
        assert!(crate::has_computed_modules(own));
        assert_eq!(
            crate::declared_modules("mod 'a'\nmod ("),
            crate::declared_modules("mod 'a'\n")
        );
    }
}
