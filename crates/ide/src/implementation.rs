//! What carries out a thing: the providers of a type of resources, in the Ruby code of modules.

use puppet_db::File;
use puppet_semantic::owner::owner;
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::definition::Definition;
use crate::name_at::{Name, name_at};
use crate::{NavigationTarget, syntax};

pub(crate) fn implementation(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Option<Definition> {
    let at = name_at(&syntax::root(context.db, file), offset)?;
    let (Name::ResourceType(name) | Name::Type(name)) = &at.name else {
        return None;
    };
    let targets = providers(context, file, &name.trim_start_matches("::").to_lowercase());
    (!targets.is_empty()).then_some(Definition {
        origin: at.range,
        targets,
    })
}

/// The files of the providers that the modules of an environment have for a type: Puppet finds them by their paths.
fn providers(context: Context<'_>, from: File, of: &str) -> Vec<NavigationTarget> {
    let db = context.db;
    let Some(owner) = owner(db, from) else {
        return Vec::new();
    };
    let folder = format!("lib/puppet/provider/{of}/");
    let mut targets = Vec::new();
    for module in owner.environment.modules(db).iter() {
        let root = module.root(db);
        for path in module.assets(db).paths().unwrap_or_default() {
            if path.starts_with(&folder) && path.ends_with(".rb") {
                targets.push(NavigationTarget {
                    file: context.files.id_of_path(&format!("{root}/{path}")),
                    full_range: TextRange::default(),
                    focus_range: TextRange::default(),
                });
            }
        }
    }
    targets
}

#[cfg(test)]
mod tests {
    use crate::testing::cursor;

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
        let targets = found.map(|it| it.targets).unwrap_or_default();
        let lines: Vec<String> = targets
            .iter()
            .map(|target| analysis.path(target.file).to_string())
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
}
