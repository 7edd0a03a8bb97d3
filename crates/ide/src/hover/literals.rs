//! Hover of literals: accepted values, providers and file names.

use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::assets::{Asset, AssetKind, asset};
use puppet_semantic::resolve::module_items::module_named;
use puppet_syntax::ast::{AstNode as _, TypeRef};
use puppet_syntax::{SyntaxNode, SyntaxToken};
use puppet_text::TextSize;

use crate::hover::declaration::describe;
use crate::hover::markup::Markup;
use crate::hover::{Hover, builtin, user_stubs};
use crate::signature_help::template_label;
use puppet_ide_completion::{fixed_value, is_fixed_value_of};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::providers;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{AttributeOwner, NameRef, NameRefKind};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{self, string_content};

/// The value at a cursor.
pub(super) fn literal_at(
    context: FileContext<'_>,
    root: &SyntaxNode,
    offset: TextSize,
) -> Option<Hover> {
    let token = syntax_ext::word_at(root, offset)?;
    let said = attribute(context, &token)?;
    Some(Hover {
        range: syntax_ext::token_range_with_sigil(root, said.range, offset),
        ..said
    })
}

/// `ensure => HERE`: the attribute that accepts the value, and the alias that names it.
fn attribute(context: FileContext<'_>, token: &SyntaxToken) -> Option<Hover> {
    let (of, name) = fixed_value(context, token)?;
    let (value, range) = string_content(token)?;
    let provider = (name == "provider").then(|| provider(context, &of, &value));
    let at = NameRef {
        name: NameRefKind::Attribute { of, name },
        range,
        token: token.clone(),
        outside: None,
    };
    let found = resolve::find(context, &at).into_iter().next();
    let text = found.as_ref().map(|found| describe(context, found));
    let mut text = text
        .or_else(|| builtin::describe(context, &at))
        .or_else(|| user_stubs::describe(context, &at))?;
    text.add(provider.flatten());
    if let Some(found) = found
        && let Some(alias) = alias_with(*context, &found, &value)
    {
        text.code.extend(alias.code);
        text.add(alias.documentation);
    }
    Some(Hover {
        range,
        code: text.code,
        documentation: text.documentation,
    })
}

/// The alias in the type of a parameter that names a value.
fn alias_with(context: IdeContext<'_>, parameter: &Definition, value: &str) -> Option<Markup> {
    let Definition::Parameter(file, _, parameter) = parameter else {
        return None;
    };
    let ty = parameter.ty()?;
    let mut names = ty.syntax().descendants().filter_map(TypeRef::cast);
    names.find_map(|name| {
        let alias = resolve::item(
            context.file_context(*file),
            SymbolKind::TypeAlias,
            &name.text(),
        )?;
        is_fixed_value_of(context.file_context(*file), name, value)
            .then(|| describe(context.file_context(*file), &alias))
    })
}

/// Where a provider is defined.
fn provider(context: FileContext<'_>, of: &AttributeOwner, value: &str) -> Option<String> {
    let AttributeOwner::ResourceType(of) = of else {
        return None;
    };
    let of = of.to_lowercase();
    let files = providers::files_named(context, &of, value);
    let places = files.iter().filter_map(|file| context.files.path(*file));
    let places: Vec<String> = places.map(|path| format!("`{path}`")).collect();
    let stub = Library.resource_type(&of);
    let is_known = stub.is_some_and(|it| it.providers.iter().any(|it| it == value));
    match places.is_empty() {
        true => is_known.then(|| format!("`{value}` is a provider that Puppet brings along.")),
        false => Some(format!(
            "The provider `{value}` is defined in {}.",
            places.join(", ")
        )),
    }
}

/// `template('HERE')`, `puppet:///modules/HERE`: the parameters of a template that has some; else the file, or that there
/// is none.
pub(super) fn named_file(context: FileContext<'_>, kind: AssetKind, name: &str) -> Option<Markup> {
    let db = context.db;
    if kind == AssetKind::Template
        && let Some(label) = template_label(context, name)
    {
        return Some(Markup::new(label, None));
    }
    let environment = owner(db, context.file)?.environment;
    let (module, path) = name.split_once('/')?;
    let folder = match kind {
        AssetKind::Template => "templates",
        AssetKind::File => "files",
    };
    let said = match asset(db, environment, kind, name) {
        Asset::Found(_) => {
            let root = module_named(db, environment, module)?.root(db);
            format!("`{root}/{folder}/{path}`")
        }
        Asset::Absent(_) => format!("The module `{module}` has no `{folder}/{path}`."),
        Asset::Unknown if module_named(db, environment, module).is_none() => {
            format!("The module `{module}` is not on disk.")
        }
        Asset::Unknown => return None,
    };
    Some(Markup::new(String::new(), Some(said)))
}

/// `$module_name`
pub(super) fn module_name(context: FileContext<'_>, at: &NameRef) -> Option<Markup> {
    let is_meant = matches!(&at.name, NameRefKind::Variable(name) if name == "module_name");
    let module = owner(context.db, context.file)?
        .module
        .filter(|_| is_meant)?;
    let said = format!("The name of the module, `{}`.", module.name(context.db));
    Some(Markup::new("String $module_name".to_owned(), Some(said)))
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    fn of(code: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n\
             #- /modules/web/types/mode.pp\n# How fast it is.\ntype Web::Mode = Enum['fast', 'slow']\n\
             #- /modules/web/manifests/site.pp\n# @param mode The speed.\ndefine web::site(Optional[Web::Mode] $mode = undef) {{ }}\n\
             #- /modules/web/lib/puppet/type/webtree.rb\nPuppet::Type.newtype(:webtree) do\n  newparam(:mode) do\n    desc 'How far.'\n    newvalues(:deep, :flat)\n  end\nend\n\
             #- /modules/web/lib/puppet/provider/package/own.rb\nPuppet::Type.type(:package).provide(:own) do\nend\n\
             #- /modules/web/files/a/x.conf\ny\n#- /modules/web/templates/a.erb\nx\n\
             #- /modules/web/manifests/init.pp\nclass web {{\n{code}\n}}\n"
        ));
        let hover = analysis.hover(position).expect("not cancelled");
        let text = analysis.text(position.file).expect("not cancelled");
        let shown = hover.map(|it| format!("{}: {}", &text[it.range], it.plain_text()));
        shown.unwrap_or_default()
    }

    #[test]
    fn values_tell_the_attribute_that_accepts_them() {
        for code in [
            "file { '/a': ensure => direc$0tory }",
            "file { '/a': ensure => 'direc$0tory' }",
            "file { '/a': ensure => $x ? { 1 => direc$0tory } }",
            // Incomplete.
            "file { '/a': ensure => direc$0tory",
        ] {
            let said = of(code);
            assert!(said.starts_with("directory: ensure => "), "{code}: {said}");
        }
        let member = of("web::site { 'a': mode => 'fa$0st' }");
        for part in ["Web::Mode", "The speed.", "How fast it is.", "fast: "] {
            assert!(member.contains(part), "{member}");
        }
        assert!(of("webtree { 'a': mode => de$0ep }").contains("How far."));
        assert_eq!(of("file { '/a': ensure => oth$0er }"), "");
        assert_eq!(of("file { '/a': owner => 'direc$0tory' }"), "");
    }

    #[test]
    fn providers() {
        let own = of("package { 'a': provider => 'ow$0n' }");
        assert!(
            own.contains("`/modules/web/lib/puppet/provider/package/own.rb`"),
            "{own}"
        );
        assert!(of("package { 'a': provider => ap$0t }").contains("Puppet brings along"));
    }

    #[test]
    fn files() {
        for (code, expected) in [
            (
                "file { '/a': source => 'puppet:///modules/web/a/x$0.conf' }",
                "web/a/x.conf: `/modules/web/files/a/x.conf`",
            ),
            (
                "$x = template('web/a$0.erb')",
                "web/a.erb: `/modules/web/templates/a.erb`",
            ),
            (
                "$x = template('web/b$0.erb')",
                "web/b.erb: The module `web` has no `templates/b.erb`.",
            ),
            (
                "$x = file('other/b$0.txt')",
                "other/b.txt: The module `other` is not on disk.",
            ),
            (
                "$x = template('web/a.erb'$0)",
                "'web/a.erb': `/modules/web/templates/a.erb`",
            ),
            // Incomplete.
            (
                "$x = template('web/a$0.erb'",
                "web/a.erb: `/modules/web/templates/a.erb`",
            ),
        ] {
            assert_eq!(of(code), expected, "{code}");
        }
    }

    #[test]
    fn name_of_the_module() {
        assert_eq!(
            of("notice($module$0_name)"),
            "module_name: $module_name: String\n\nThe name of the module, `web`."
        );
        assert!(of("notice(\"${module$0_name}/x\")").contains("`web`"));
    }
}
