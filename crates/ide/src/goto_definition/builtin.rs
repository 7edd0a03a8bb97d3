//! Go to definition of what Puppet ships: a page describes it, since its source is written in Ruby and may not be here.

pub(crate) mod documentation_page;

use puppet_library::Documented;
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{Definition, classify};
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
pub(crate) fn definition(context: FileContext<'_>, offset: TextSize) -> Option<BuiltinLocation> {
    let classified = classify(context, offset)?;
    let &Definition::Builtin(_, documented) = classified.definitions.first()? else {
        return None;
    };
    if !classified.nav_targets(*context).is_empty() {
        return None;
    }
    let (subject, heading) = match documented {
        Documented::Attribute(ty, attribute) => {
            (Documented::Type(ty), format!("\n## {}\n", attribute.name))
        }
        _ => (documented, format!("# {}\n", documented.name())),
    };
    let text = documentation_page::page_about(context, subject);
    let start = text.find(&heading)? + heading.find(' ').unwrap_or_default() + 1;
    let start = TextSize::try_from(start).ok()?;
    Some(BuiltinLocation {
        origin: syntax_ext::token_range_with_sigil(
            &syntax_ext::root(context.db, context.file),
            classified.range,
            offset,
        ),
        path: documentation_page::path(subject),
        range: TextRange::at(start, TextSize::of(documented.name())),
        text,
    })
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
