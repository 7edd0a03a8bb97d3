//! Names in the specs of modules (rspec-puppet): the definitions under test, the resources that they expect in the
//! catalog, and the parameters that they pass or expect.
//!
//! Specs are no part of what Puppet loads. They are read for find-references, or are open in an editor.

use puppet_db::{File, Workspace};
use puppet_ruby::spec_names;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;
use puppet_text::{TextRange, TextSize};

use crate::context::{FileContext, IdeContext};
use crate::defs::AttributeOwner;
use crate::defs::Definition;
use crate::defs::resolve;
use crate::ruby::definitions;
use crate::symbol_index::{SymbolKind, named_definition};
use puppet_text::word_offsets;

/// Whether a file is a spec, by its path.
#[must_use]
pub fn is_spec(path: &str) -> bool {
    path.ends_with("_spec.rb")
}

/// A reference to a definition in a spec.
pub fn names(spec: &str, definition: &Definition) -> Vec<TextRange> {
    let holder = match definition {
        Definition::Item(_, item) => named_definition(item),
        _ => definition
            .bound_in()
            .and_then(|(_, holder)| named_definition(&holder)),
    };
    let parameter = definition.parameter().and_then(|it| it.name());
    let holder = match (holder, definition) {
        (_, Definition::Ruby(_, definition)) => definition.name.clone(),
        (Some((_, name, _)), _) => canonical(&name).to_string(),
        (None, _) => return Vec::new(),
    };
    let names = spec_names(spec).into_iter();
    let meant = names.filter(|it| it.holder == holder && it.parameter == parameter);
    meant.map(|it| it.range).collect()
}

/// A reference in a spec to a parameter of a class or defined type.
pub fn parameters(spec: &str, holder: &str, parameter: &str) -> Vec<TextRange> {
    if word_offsets(spec, parameter).next().is_none() {
        return Vec::new();
    }
    let names = spec_names(spec).into_iter();
    let meant =
        names.filter(|it| it.holder == holder && it.parameter.as_deref() == Some(parameter));
    meant.map(|it| it.range).collect()
}

/// The name at an offset of a spec, with its range and its kind.
pub fn name_at(
    context: IdeContext<'_>,
    spec: File,
    offset: TextSize,
) -> Option<(TextRange, String, Definition)> {
    let mut names = spec_names(spec.text(context.db)).into_iter();
    let name = names.find(|it| it.range.contains_inclusive(offset))?;
    let from = viewing_file(context.file_context(spec));
    let item = |kind| resolve::item(context.file_context(from), kind, &name.holder);
    let found = match &name.parameter {
        None => [
            SymbolKind::Class,
            SymbolKind::DefinedType,
            SymbolKind::Function,
        ]
        .into_iter()
        .find_map(item)
        .or_else(|| {
            let (file, definition) =
                definitions::resource_type(context.file_context(from), &name.holder)?;
            Some(Definition::Ruby(file, definition))
        })?,
        Some(parameter) => {
            let class = AttributeOwner::Class(name.holder.clone());
            let resource_type = AttributeOwner::ResourceType(name.holder.clone());
            let owners = [class, resource_type];
            let mut found = owners.iter();
            found.find_map(|of| resolve::attribute(context.file_context(from), of, parameter))?
        }
    };
    Some((name.range, name.parameter.unwrap_or(name.holder), found))
}

/// A file that sees what a file of Ruby does: itself, or one of the module in whose folder it is.
pub fn viewing_file(context: FileContext<'_>) -> File {
    let db = context.db;
    if owner(db, context.file).is_some() {
        return context.file;
    }
    let path = &**context.file.path(db);
    let environments = Workspace::try_get(db).map(|it| it.environments(db).iter());
    let modules = environments
        .into_iter()
        .flatten()
        .flat_map(|it| it.modules(db).iter());
    let around = modules.filter(|module| {
        let below = path.strip_prefix(&**module.root(db));
        below.is_some_and(|below| below.starts_with('/'))
    });
    let module = around.max_by_key(|module| module.root(db).len());
    let seen = module.and_then(|module| module.files(db).first().copied().or(module.metadata(db)));
    seen.unwrap_or(context.file)
}

#[cfg(test)]
mod tests {
    use puppet_ide::TextFileKind;
    use puppet_ide::apply_edits;
    use puppet_ide::test_fixture::{cursor, definitions};

    const MODULES: &str = "\
#- /modules/web/metadata.json
{\"name\": \"me-web\", \"version\": \"1.0.0\"}
#- /modules/web/manifests/init.pp
class web($port) { notice($port) }
#- /modules/web/manifests/site.pp
define web::site($port, $root = 1) { }
#- /modules/web/lib/puppet/type/webtree.rb
Puppet::Type.newtype(:webtree) do
  newparam(:path, namevar: true)
end
";

    const SPEC: &str = "describe 'web::site' do
  let(:params) { { port: 80, 'root' => 1 } }
  it { is_expected.to contain_class('web').with_port(80) }
  it { is_expected.to contain_web__site('x').with(port: 80).without_root }
  it { is_expected.to contain_webtree('x').with_path('/') }
end
";

    #[test]
    fn names_lead_to_definitions() {
        for (from, to, expected) in [
            (
                "'web::site'",
                "'web::si$0te'",
                "manifests/site.pp:1: web::site",
            ),
            ("port: 80,", "po$0rt: 80,", "manifests/site.pp:1: $port"),
            ("'root'", "'ro$0ot'", "manifests/site.pp:1: $root"),
            ("'web')", "'w$0eb')", "manifests/init.pp:1: web"),
            ("with_port", "with_po$0rt", "manifests/init.pp:1: $port"),
            ("web__site", "$0web__site", "manifests/site.pp:1: web::site"),
            ("with(port", "with(port$0", "manifests/site.pp:1: $port"),
            (
                "without_root",
                "without_$0root",
                "manifests/site.pp:1: $root",
            ),
            (
                "_webtree",
                "_web$0tree",
                "lib/puppet/type/webtree.rb:1: webtree",
            ),
            (
                "with_path",
                "with_pa$0th",
                "lib/puppet/type/webtree.rb:2: :path",
            ),
            // Incomplete.
            (
                "root' => 1 } }",
                "ro$0ot' => } }",
                "manifests/site.pp:1: $root",
            ),
            (
                "with_port(80) }",
                "with_po$0rt(",
                "manifests/init.pp:1: $port",
            ),
        ] {
            let spec = SPEC.replacen(from, to, 1);
            let found = definitions(&format!("{MODULES}#- /modules/web/spec/a_spec.rb\n{spec}"));
            assert_eq!(found, format!("/modules/web/{expected}"), "{to}");
        }
    }

    /// The texts after a renaming.
    fn renamed(fixture: &str, new_name: &str, texts: &[(&str, TextFileKind)]) -> Vec<String> {
        let (analysis, position) = cursor(fixture);
        let change = analysis.rename(position, new_name).expect("not cancelled");
        let change = change.expect("a file").expect("a change");
        let names = change.text_files.first().expect("names in specs");
        let renamed = texts
            .iter()
            .map(|(text, outside)| apply_edits(text, &names.edits(text, *outside)));
        renamed.collect()
    }

    #[test]
    fn parameters_follow_a_renaming() {
        let page = "* [`port`](#-web--site--port)\n* [`port`](#-web--port)\n##### <a name=\"-web--site--port\"></a>`port`\nport `port`\n";
        let page_after = "* [`number`](#-web--site--number)\n* [`port`](#-web--port)\n##### <a name=\"-web--site--number\"></a>`number`\nport `port`\n";
        let texts = [(SPEC, TextFileKind::Spec), (page, TextFileKind::Page)];
        let spec_after = SPEC.replace("port: 80", "number: 80");
        let of_site = MODULES.replace("site($port", "site($po$0rt");
        assert_eq!(
            renamed(&of_site, "number", &texts),
            [spec_after.as_str(), page_after]
        );
        // From the spec itself.
        let open = SPEC.replacen("port: 80", "po$0rt: 80", 1);
        let from_spec = format!("{MODULES}#- /modules/web/spec/a_spec.rb\n{open}");
        assert_eq!(
            renamed(&from_spec, "number", &texts),
            [spec_after.as_str(), page_after]
        );
        let of_class = MODULES.replace("web($port", "web($po$0rt");
        let after = SPEC.replace("with_port", "with_number");
        assert_eq!(renamed(&of_class, "number", &texts[..1]), [after]);
    }

    #[test]
    fn parameters_have_references() {
        let (analysis, position) = cursor(&MODULES.replace("site($port", "site($po$0rt"));
        let references = analysis.references(position).expect("not cancelled");
        let names = analysis
            .text_file_references(position, &references)
            .expect("not cancelled");
        let places = names
            .expect("a parameter")
            .name_ranges(SPEC, TextFileKind::Spec);
        assert_eq!(places.len(), 2);
    }
}
