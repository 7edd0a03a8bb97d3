//! Where the stubs that are shipped with us describe what Puppet has: its source is written in Ruby, and may not be here.

use puppet_db::File;
use puppet_library::{Library, Source};
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::name_at::{AttributeOwner, Name, name_at};
use crate::stubs::{self, Wanted};
use crate::{resolve, syntax};

/// A place in a stub file that is on no disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippedDefinition {
    /// The name that was asked about.
    pub origin: TextRange,
    /// The path of the file among the shipped stubs, with `/` between its parts.
    pub path: String,
    /// Its text.
    pub text: &'static str,
    /// The name in it.
    pub range: TextRange,
}

/// What describes the thing at a place, if neither the workspace nor the user's stubs define it.
pub(crate) fn definition(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Option<ShippedDefinition> {
    let root = syntax::root(context.db, file);
    let at = name_at(&root, offset)?;
    let is_known = !resolve::find(context, file, &at).is_empty()
        || stubs::place(context, file, &at.name).is_some();
    if is_known {
        return None;
    }
    let (source, range) = described(&at.name)?;
    let path = match source.folder {
        "" => format!("{}.toml", source.name),
        folder => format!("{folder}/{}.toml", source.name),
    };
    Some(ShippedDefinition {
        origin: syntax::marked(&root, at.range, offset),
        path,
        text: source.text,
        range,
    })
}

/// The file that describes a name, and where.
fn described(name: &Name) -> Option<(Source, TextRange)> {
    let own = match name {
        Name::Function(name) => Library.function_source(name),
        Name::ResourceType(name)
        | Name::Attribute {
            of: AttributeOwner::ResourceType(name),
            ..
        } => Library.resource_type_source(&name.to_lowercase()),
        Name::Type(name) => Library.resource_type_source(&name.to_lowercase()),
        _ => None,
    };
    let mut sources = own.into_iter().chain(Library.shared_sources());
    let find = |source: Source, wanted: &Wanted<'_>| {
        let range = stubs::described(source.text, wanted)?;
        Some((source, range))
    };
    let wanted = Wanted::of(name);
    let found = wanted.and_then(|wanted| sources.find_map(|it| find(it, &wanted)));
    found.or_else(|| match name {
        Name::Attribute { name, .. } => {
            let wanted = Wanted::metaparameter(name);
            let mut shared = Library.shared_sources().into_iter();
            shared.find_map(|it| find(it, &wanted))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::cursor;

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
            ("$x = ab$0s(1)", "functions/abs.toml: name = \"abs"),
            ("$x = [1].ea$0ch", "functions/each.toml: name = \"each"),
            ("fi$0le { '/a': }", "types/file.toml: name = \"file"),
            (
                "notify { 'x': require => Fi$0le['/a'] }",
                "types/file.toml: name = \"file",
            ),
            (
                "file { '/a': mo$0de => '0644' }",
                "types/file.toml: name = \"mode",
            ),
            (
                "file { '/a': req$0uire => Class['x'] }",
                "metaparameters.toml: name = \"require",
            ),
            ("file { '/a': mo$0de => ", "types/file.toml: name = \"mode"),
            (
                "notice($facts['o$0s'])",
                "facts.toml: name = \"os.architecture",
            ),
            (
                "notice($enviro$0nment)",
                "variables.toml: name = \"environment",
            ),
            ("$x = Defer$0red('a')", "datatypes.toml: name = \"Deferred"),
            ("$x = web::si$0ze()", ""),
            ("$x = web::none$0()", ""),
            ("$x$0 = 1", ""),
        ] {
            assert_eq!(shipped(code), expected, "{code}");
        }
    }
}
