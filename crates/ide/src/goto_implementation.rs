//! Go to implementation: the providers of a resource type, in the Ruby code of modules; the levels of Hiera that set a
//! parameter; the classes that inherit from a class.

use puppet_syntax::ast;
use puppet_text::{TextRange, TextSize};
use puppet_vfs::FileId;

use crate::hierarchy;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::providers;
use puppet_ide_db::defs::{Classified, Definition, NameRefKind, classify};
use puppet_ide_db::position::NavigationTarget;

/// The providers of a resource type, or the data of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Implementation {
    /// The name that was asked about.
    pub origin: TextRange,
    /// The type, in small letters; empty for a parameter.
    pub of: String,
    /// The keys of Hiera's data that give a parameter its value, in the order in which Hiera looks at them; or the
    /// classes that inherit.
    pub values: Vec<NavigationTarget>,
    /// The files of the providers. Their texts are not kept: [`provider_names`] says where in a text the
    /// providers are.
    pub files: Vec<FileId>,
}

pub(crate) fn implementation(context: FileContext<'_>, offset: TextSize) -> Option<Implementation> {
    let classified = classify(context, offset)?;
    let first = classified.definitions.first()?;
    let (mut of, mut values, mut files) = (String::new(), Vec::new(), Vec::new());
    if let Some(key) = first.hiera_key() {
        values = Definition::HieraKey(key).nav_targets(context);
    } else if let Definition::Item(declared_in, ast::Definition::ClassDef(_)) = first {
        values = inheriting(context.file_context(*declared_in), first);
    } else if let Definition::Provider(ty, name) = first {
        of.clone_from(ty);
        files = providers::files_named(context, ty, name);
    } else if let Some(ty) = resource_type_name(&classified) {
        files = providers::files(context, &ty);
        of = ty;
    }
    (!values.is_empty() || !files.is_empty()).then_some(Implementation {
        origin: classified.range,
        of,
        values,
        files,
    })
}

/// The resource type that is named, in small letters.
fn resource_type_name(classified: &Classified) -> Option<String> {
    match &classified.name.as_ref()?.name {
        NameRefKind::ResourceType(name) | NameRefKind::Type(name) => {
            Some(name.trim_start_matches("::").to_lowercase())
        }
        _ => None,
    }
}

/// The classes that inherit from a class.
fn inheriting(context: FileContext<'_>, class: &Definition) -> Vec<NavigationTarget> {
    let name = class.declared_at().map(|(_, range)| range.start());
    let below = name.map(|at| hierarchy::subtypes(context, at));
    let target = |item: hierarchy::HierarchyItem| NavigationTarget {
        file: item.file,
        full_range: item.full_range,
        focus_range: item.focus_range,
    };
    below.into_iter().flatten().map(target).collect()
}

/// Where the Ruby code of a file names the providers that it defines for a type. None where it does so in another way
/// than by `provide`, as classes of the Resource API do.
#[must_use]
pub fn provider_names(ruby: &str, of: &str) -> Vec<TextRange> {
    let facts = puppet_ruby::read(ruby);
    let found = facts.providers.iter().filter(|it| it.type_name == of);
    found.map(|it| it.range).collect()
}

#[cfg(test)]
mod tests {
    use super::provider_names;
    use crate::test_fixture::cursor;

    fn providers_of(code: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /manifests/site.pp\n{code}\n\
             #- /modules/db/lib/puppet/type/db.rb\nPuppet::Type.newtype(:db) do\n  newparam(:name)\nend\n\
             #- /modules/db/lib/puppet/provider/db/b.rb\nPuppet::Type.type(:db).provide(:b) do\nend\n\
             #- /modules/other/lib/puppet/provider/db/a.rb\nPuppet::Type.type(:db).provide(:a, :parent => :b) do\nend\n"
        ));
        let found = analysis
            .goto_implementation(position)
            .expect("not cancelled");
        let files = found.map(|it| it.files).unwrap_or_default();
        let lines: Vec<String> = files
            .iter()
            .map(|file| analysis.path(*file).to_string())
            .collect();
        lines.join("\n")
    }

    #[test]
    fn of_types_are_their_providers() {
        const BOTH: &str = "/modules/db/lib/puppet/provider/db/b.rb\n\
                            /modules/other/lib/puppet/provider/db/a.rb";
        for code in [
            "d$0b { 'x': }",
            "notice(D$0b['x'])",
            "class x { d$0b { 'x': ",
        ] {
            assert_eq!(providers_of(code), BOTH, "{code}");
        }
        for code in ["fi$0le { 'x': }", "$d$0b = 1"] {
            assert_eq!(providers_of(code), "", "{code}");
        }
    }

    #[test]
    fn a_provider_is_found_by_its_name() {
        const A: &str = "/modules/other/lib/puppet/provider/db/a.rb";
        for code in [
            "db { 'x': provider => a$0 }",
            "db { 'x': provider => '$0a' }",
            "db { 'x': provider => 'a$0'",
        ] {
            assert_eq!(providers_of(code), A, "{code}");
        }
        for code in ["db { 'x': provider => c$0 }", "db { 'x': name => a$0 }"] {
            assert_eq!(providers_of(code), "", "{code}");
        }
    }

    #[test]
    fn classes_are_implemented_by_those_that_inherit() {
        let (analysis, position) = cursor(
            "#- /environment.conf\n#- /modules/a/manifests/init.pp\nclass a { }\n\
             #- /modules/b/manifests/init.pp\nclass b inherits a {\n#- /manifests/site.pp\ninclude a$0\n",
        );
        let found = analysis
            .goto_implementation(position)
            .expect("not cancelled");
        let values = found.map(|it| it.values).unwrap_or_default();
        assert_eq!(values.len(), 1);
    }

    #[test]
    fn providers_have_their_names_in_a_file() {
        let names = |ruby: &str| -> Vec<String> {
            let found = provider_names(ruby, "db");
            found.iter().map(|it| ruby[*it].to_owned()).collect()
        };
        assert_eq!(
            names(
                "require 'x'\nPuppet::Type.type(:db).provide(:a) do\nend\n\
                 Puppet::Type.type(:other).provide(:b) do\nend\n\
                 Puppet::Type.type(:db).provide :c, parent: :a do\nend\n"
            ),
            ["a", "c"]
        );
        // Incomplete, and of the Resource API.
        assert_eq!(names("Puppet::Type.type(:db).provide(:a) do\n"), ["a"]);
        assert!(names("class Puppet::Provider::Db::Db\nend\n").is_empty());
    }
}
