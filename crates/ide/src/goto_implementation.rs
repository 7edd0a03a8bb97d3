//! Go to implementation: the providers of a resource type, in the Ruby code of modules; the levels of Hiera that set a
//! parameter; the classes that inherit from a class.

use puppet_db::File;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxToken;
use puppet_syntax::ast::Definition;
use puppet_text::{TextRange, TextSize};
use puppet_vfs::FileId;

use crate::hierarchy;
use puppet_ide_db::context::Context;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{NameRef, NameRefKind, name_at};
use puppet_ide_db::hiera::hierarchy_levels::levels;
use puppet_ide_db::hiera::keys;
use puppet_ide_db::hiera::keys::HieraName;
use puppet_ide_db::position::NavigationTarget;
use puppet_ide_db::search::key_of;
use puppet_ide_db::search::providers;
use puppet_ide_db::syntax_ext;

/// The providers of a type of resources, or the data of a parameter.
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

pub(crate) fn implementation(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Option<Implementation> {
    if let Some(found) = values(context, file, offset) {
        return Some(found);
    }
    let root = syntax_ext::root(context.db, file);
    let Some(at) = name_at(&root, offset) else {
        return named_provider(context, file, &syntax_ext::word_at(&root, offset)?);
    };
    if matches!(
        at.name,
        NameRefKind::Class(_) | NameRefKind::Definition(Definition::ClassDef(_))
    ) {
        return inheriting(context, file, &at);
    }
    let (NameRefKind::ResourceType(name) | NameRefKind::Type(name)) = &at.name else {
        return named_provider(context, file, &at.token);
    };
    let of = name.trim_start_matches("::").to_lowercase();
    let files = providers::files(context, file, &of);
    (!files.is_empty()).then_some(Implementation {
        origin: at.range,
        of,
        values: Vec::new(),
        files,
    })
}

/// The classes that inherit from a class.
fn inheriting(context: Context<'_>, file: File, at: &NameRef) -> Option<Implementation> {
    let found = resolve::find(context, file, at).into_iter().next()?;
    let below = hierarchy::subtypes(context, found.file(), found.focus_range().start());
    let values: Vec<_> = below
        .into_iter()
        .map(|item| NavigationTarget {
            file: item.file,
            full_range: item.full_range,
            focus_range: item.focus_range,
        })
        .collect();
    (!values.is_empty()).then_some(Implementation {
        origin: at.range,
        of: String::new(),
        values,
        files: Vec::new(),
    })
}

/// The provider that a resource names: `provider => gem`.
pub(crate) fn named_provider(
    context: Context<'_>,
    file: File,
    token: &SyntaxToken,
) -> Option<Implementation> {
    let provider = providers::value(token)?;
    let files = providers::files_named(context, file, &provider.of, &provider.name);
    (!files.is_empty()).then_some(Implementation {
        origin: provider.range,
        of: provider.of,
        values: Vec::new(),
        files,
    })
}

/// The levels that have a value for the parameter at a place of code or data.
fn values(context: Context<'_>, file: File, offset: TextSize) -> Option<Implementation> {
    let environment = owner(context.db, file)?.environment;
    let (key, origin) = match keys::place_at(context.db, file, offset) {
        Some(place) => match place.name {
            HieraName::Key(key) => (key, place.range),
            _ => return None,
        },
        None => {
            let at = name_at(&syntax_ext::root(context.db, file), offset)?;
            match at.name {
                NameRefKind::Key(key) => (key, at.range),
                _ => {
                    let found = resolve::find(context, file, &at);
                    (found.first().and_then(key_of)?, at.range)
                }
            }
        }
    };
    let (_, levels) = levels(context.db, environment, &key);
    let values: Vec<_> = levels.iter().map(|level| level.target(context)).collect();
    (!values.is_empty()).then_some(Implementation {
        origin,
        of: String::new(),
        values,
        files: Vec::new(),
    })
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
            [":a", ":c"]
        );
        // Incomplete, and of the Resource API.
        assert_eq!(names("Puppet::Type.type(:db).provide(:a) do\n"), [":a"]);
        assert!(names("class Puppet::Provider::Db::Db\nend\n").is_empty());
    }
}
