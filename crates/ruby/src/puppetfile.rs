//! The modules that a `Puppetfile` names: `mod 'puppetlabs-stdlib', '9.0.0'`. It is Ruby, and is not run.

use puppet_text::TextRange;

use crate::lower;
use crate::tree::{Descend, Kind, Node, walk};

/// A module that a `Puppetfile` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredModule {
    /// The name as written, mostly with the author in front.
    pub name: String,
    /// Where the name is written.
    pub range: TextRange,
    /// The version, where it is the second argument: `'9.0.0'`.
    pub version: Option<String>,
    /// Where the version is written.
    pub version_range: Option<TextRange>,
}

/// Reads a `Puppetfile`. Names that are computed are left out, and what cannot be parsed.
pub(crate) fn read(source: &str) -> Vec<DeclaredModule> {
    let file = lower::lower(source);
    let mut modules = Vec::new();
    walk(&file.statements, &mut |node| {
        let call = node.as_call().filter(|call| call.is_bare("mod"));
        if let Some((name, text)) = call
            .and_then(|call| call.args.first())
            .and_then(|name| Some((name, name.as_text()?)))
        {
            let version = call.and_then(|call| match call.args.get(1)? {
                argument @ Node {
                    kind: Kind::String(version),
                    ..
                } => Some((version.clone(), argument.range)),
                _ => None,
            });
            modules.push(DeclaredModule {
                name: text.to_owned(),
                range: name.range,
                version_range: version.as_ref().map(|(_, range)| *range),
                version: version.map(|(version, _)| version),
            });
        }
        Descend::Yes
    });
    modules
}

#[cfg(test)]
mod tests {
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
        assert_eq!(
            crate::declared_modules("mod 'a'\nmod ("),
            crate::declared_modules("mod 'a'\n")
        );
    }
}
