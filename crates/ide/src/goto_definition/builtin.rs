//! Go to definition of what Puppet ships: a page describes it, since its source is written in Ruby and may not be here.

pub(crate) mod documentation_page;

use puppet_db::File;
use puppet_library::Library;
use puppet_text::{TextRange, TextSize};

use crate::goto_definition::builtin::documentation_page::PageKind;
use puppet_ide_db::context::Context;
use puppet_ide_db::defs::{AttributeOwner, Definition, NameRefKind, classify};
use puppet_ide_db::syntax_ext;

/// A range of a page that is on no disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltinLocation {
    /// The name that was asked about.
    pub origin: TextRange,
    /// The path of the page, `function/split.md`.
    pub path: String,
    /// Its text, Markdown.
    pub text: String,
    /// The heading in it.
    pub range: TextRange,
}

/// The page about the name at an offset, if neither the workspace nor the user's stubs define it.
pub(crate) fn definition(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Option<BuiltinLocation> {
    let classified = classify(context, file, offset)?;
    let Definition::Unresolved(name) = classified.definitions.first()? else {
        return None;
    };
    if !classified.nav_targets(context).is_empty() {
        return None;
    }
    let (kind, name, attribute) = described(name)?;
    let text = documentation_page::page_about(context, file, kind, &name)?;
    let heading = match attribute {
        Some(attribute) => format!("\n## {attribute}\n"),
        None => format!("# {name}\n"),
    };
    let start = text.find(&heading)? + heading.find(' ').unwrap_or_default() + 1;
    let end = start + attribute.map_or(name.len(), str::len);
    Some(BuiltinLocation {
        origin: syntax_ext::token_range_with_sigil(
            &syntax_ext::root(context.db, file),
            classified.range,
            offset,
        ),
        path: kind.path(&name),
        range: TextRange::new(
            TextSize::try_from(start).ok()?,
            TextSize::try_from(end).ok()?,
        ),
        text,
    })
}

/// The page about a name, and the attribute that has a section of its own there.
fn described(name: &NameRefKind) -> Option<(PageKind, String, Option<&str>)> {
    match name {
        NameRefKind::Function(name) => {
            let mut of_plans = Library.plan_functions().iter();
            let is_known = Library.function(name).is_some() || of_plans.any(|it| it.name == *name);
            is_known.then(|| (PageKind::Function, name.clone(), None))
        }
        NameRefKind::ResourceType(name) => of_type(name),
        NameRefKind::Type(name) => match Library.language_type(name) {
            Some(ty) => Some((PageKind::DataType, ty.name.clone(), None)),
            None => of_type(name).or_else(|| {
                let ty = Library.data_type(name)?;
                Some((PageKind::DataType, ty.name.clone(), None))
            }),
        },
        NameRefKind::Attribute { of, name } => of_attribute(of, name),
        NameRefKind::Fact(path) => of_fact(path),
        NameRefKind::Variable(name) | NameRefKind::Given(name) => {
            let name = name.trim_start_matches("::");
            match name.strip_prefix("facts.") {
                Some(path) => of_fact(path),
                None => of_variable(name).or_else(|| of_fact(name)),
            }
        }
        _ => None,
    }
}

fn of_type(name: &str) -> Option<(PageKind, String, Option<&str>)> {
    let ty = Library.resource_type(&name.to_lowercase())?;
    Some((PageKind::Type, ty.name.clone(), None))
}

fn of_attribute<'a>(
    of: &AttributeOwner,
    name: &'a str,
) -> Option<(PageKind, String, Option<&'a str>)> {
    let ty = match of {
        AttributeOwner::ResourceType(of) => Library.resource_type(&of.to_lowercase()),
        AttributeOwner::Class(_) => None,
        AttributeOwner::Template(_) | AttributeOwner::Plan(_) => return None,
    };
    if let Some(ty) = ty
        && ty.attributes.iter().any(|it| it.name == name)
    {
        return Some((PageKind::Type, ty.name.clone(), Some(name)));
    }
    let mut all = Library.metaparameters().iter();
    let is_known = all.any(|it| it.name == name);
    is_known.then(|| (PageKind::Metaparameter, name.to_owned(), None))
}

fn of_fact(path: &str) -> Option<(PageKind, String, Option<&'static str>)> {
    let mut all = Library.facts().iter();
    let is_known =
        all.any(|it| it.name == path) || documentation_page::facts_below(path).next().is_some();
    is_known.then(|| (PageKind::Fact, path.to_owned(), None))
}

fn of_variable(name: &str) -> Option<(PageKind, String, Option<&'static str>)> {
    let mut all = Library.variables().iter();
    let is_known = all.any(|it| it.name == name);
    is_known.then(|| (PageKind::Variable, name.to_owned(), None))
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    const WORKSPACE: &str =
        "#- /modules/web/functions/size.pp\nfunction web::size() {}\n#- /manifests/site.pp\n";

    /// The file, and the line in it, to which a name leads.
    fn shipped(code: &str) -> String {
        let (analysis, position) = cursor(&format!("{WORKSPACE}{code}"));
        let found = analysis
            .shipped_definition(position)
            .expect("not cancelled");
        let Some(found) = found else {
            return String::new();
        };
        let name = &found.text[found.range];
        let before = &found.text[..usize::from(found.range.start())];
        let line = before.lines().last().unwrap_or_default();
        format!("{}: {line}{name}", found.path)
    }

    #[test]
    fn what_puppet_has_leads_to_its_description() {
        for (code, expected) in [
            ("$x = ab$0s(1)", "function/abs.md: # abs"),
            ("$x = [1].ea$0ch", "function/each.md: # each"),
            ("fi$0le { '/a': }", "type/file.md: # file"),
            (
                "notify { 'x': require => Fi$0le['/a'] }",
                "type/file.md: # file",
            ),
            ("file { '/a': mo$0de => '0644' }", "type/file.md: ## mode"),
            (
                "file { '/a': req$0uire => Class['x'] }",
                "metaparameter/require.md: # require",
            ),
            ("file { '/a': mo$0de => ", "type/file.md: ## mode"),
            ("notice($facts['o$0s'])", "fact/os.md: # os"),
            (
                "notice($enviro$0nment)",
                "variable/environment.md: # environment",
            ),
            ("$x = Defer$0red('a')", "datatype/Deferred.md: # Deferred"),
            ("$x = web::si$0ze()", ""),
            ("$x = web::none$0()", ""),
            ("$x$0 = 1", ""),
        ] {
            assert_eq!(shipped(code), expected, "{code}");
        }
    }
}
