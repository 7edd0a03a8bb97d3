//! Providers of resource types: `service { 'x': provider => systemd }`, and the Ruby files that define them.

use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxToken;
use puppet_syntax::ast::{AstNode as _, Attribute};
use puppet_text::TextRange;
use puppet_vfs::FileId;

use crate::context::FileContext;
use crate::defs::{AttributeOwner, attribute_owner};
use crate::syntax_ext::string_of;

/// A provider that a resource names.
#[derive(Debug, PartialEq, Eq)]
pub struct ProviderValue {
    /// The resource type, in small letters.
    pub of: String,
    /// The name of the provider.
    pub name: String,
    /// Where the name stands, without quotes.
    pub range: TextRange,
}

/// The provider that a token names: `provider => HERE`.
pub fn value(token: &SyntaxToken) -> Option<ProviderValue> {
    let node = token.parent()?;
    let attribute = Attribute::cast(node.parent()?)?;
    if attribute.attribute_name()?.token()?.text() != "provider" {
        return None;
    }
    let value = attribute.value().filter(|it| *it.syntax() == node)?;
    let (name, range) = string_of(&value)?;
    let AttributeOwner::ResourceType(of) = attribute_owner(&attribute.syntax().parent()?)? else {
        return None;
    };
    let of = of.to_lowercase();
    Some(ProviderValue { of, name, range })
}

/// The files of the providers that the modules of an environment have for a type (in small letters): Puppet finds them
/// by their paths.
pub fn files(context: FileContext<'_>, of: &str) -> Vec<FileId> {
    let db = context.db;
    let Some(owner) = owner(db, context.file) else {
        return Vec::new();
    };
    let folder = format!("lib/puppet/provider/{of}/");
    let mut files = Vec::new();
    for module in owner.environment.modules(db).iter() {
        let root = module.root(db);
        for path in module.assets(db).paths().unwrap_or_default() {
            if path.starts_with(&folder) && path.ends_with(".rb") {
                files.push(context.files.id_of_path(&format!("{root}/{path}")));
            }
        }
    }
    files
}

/// The same of those with a name.
pub fn files_named(context: FileContext<'_>, of: &str, name: &str) -> Vec<FileId> {
    let own = format!("/{name}.rb");
    let path = |file: &FileId| context.files.path(*file);
    let mut files = files(context, of);
    files.retain(|file| path(file).is_some_and(|it| it.ends_with(&own)));
    files
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::{cursor, describe};

    const FILES: &str = "#- /environment.conf\n\
        #- /modules/web/manifests/init.pp\nclass web {\n  service { 'a': provider => systemd }\n  \
        package { 'b': provider => 'systemd' }\n  Service { provider => 'systemd' }\n}\n\
        #- /modules/gem/manifests/init.pp\nclass gem { package { 'c': provider => 'gem', name => 'gem' } }\n";

    fn places(code: &str) -> String {
        let (analysis, position) = cursor(&format!("{FILES}#- /manifests/site.pp\n{code}\n"));
        let found = analysis.references(position).expect("not cancelled");
        let lines: Vec<String> = found
            .iter()
            .map(|it| describe(&analysis, it.at.file, it.at.range))
            .collect();
        lines.join("\n")
    }

    #[test]
    fn providers_of_the_same_type_are_the_same() {
        for code in [
            "service { 'x': provider => sys$0temd }",
            "service { 'x': provider => 'sys$0temd' }",
            // Incomplete.
            "service { 'x': provider => 'sys$0temd'",
        ] {
            let found = places(code);
            let expected = "/manifests/site.pp:1: systemd\n/modules/web/manifests/init.pp:2: systemd\n\
                            /modules/web/manifests/init.pp:4: systemd";
            let mut lines: Vec<&str> = found.lines().collect();
            lines.sort_unstable();
            assert_eq!(lines.join("\n"), expected, "{code}");
        }
    }

    #[test]
    fn a_provider_is_no_class() {
        let found = places("package { 'x': provider => 'g$0em' }");
        assert_eq!(found.lines().count(), 2, "{found}");
        assert!(found.contains("/modules/gem/manifests/init.pp:1: gem"));
    }

    #[test]
    fn highlights_are_those_of_the_file() {
        let (analysis, position) = cursor(&format!(
            "{FILES}#- /manifests/site.pp\nservice {{ ['x', 'y']: provider => sys$0temd }}\nService['z'] {{ provider => systemd }}\n"
        ));
        let found = analysis.highlight(position).expect("not cancelled");
        assert_eq!(found.len(), 2);
    }
}
