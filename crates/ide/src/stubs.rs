//! Where the user's own stubs describe something.

use puppet_db::File;
use puppet_semantic::owner::owner;
use puppet_text::{TextRange, TextSize};

use crate::NavigationTarget;
use crate::analysis::Context;
use crate::name_at::Name;

/// The place in a stub file that describes what a name means.
pub(crate) fn place(context: Context<'_>, from: File, name: &Name) -> Option<NavigationTarget> {
    let (tables, name): (&[&str], &str) = match name {
        Name::Function(name) => (&["function"], name),
        Name::ResourceType(name) => (&["type"], name),
        Name::Type(name) => (&["data_type", "type"], name),
        Name::Fact(name) => (&["fact"], name),
        Name::Variable(name) | Name::Given(name) => (&["variable", "fact"], name),
        _ => return None,
    };
    let environment = owner(context.db, from)?.environment;
    for file in environment.stubs(context.db).iter() {
        let text = file.text(context.db);
        if let Some(range) = tables.iter().find_map(|table| described(text, table, name)) {
            return Some(NavigationTarget {
                file: context.files.id(context.db, *file),
                full_range: range,
                focus_range: range,
            });
        }
    }
    None
}

/// Where `name = "…"` of a table stands: the name without its quotes.
fn described(text: &str, table: &str, name: &str) -> Option<TextRange> {
    let mut is_inside = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if content.starts_with('[') {
            let header = content.trim_start_matches('[');
            is_inside = header.split(']').next().map(str::trim) == Some(table);
        } else if is_inside && let Some(found) = named(line) {
            let (at, value) = found;
            if value.eq_ignore_ascii_case(name) {
                let at = TextSize::try_from(start + at).ok()?;
                return Some(TextRange::at(at, TextSize::of(value)));
            }
        }
        start += line.len();
    }
    None
}

/// The value of a line `name = "value"`, with its place in the line.
fn named(line: &str) -> Option<(usize, &str)> {
    let value = line.trim_start().strip_prefix("name")?.trim_start();
    let value = value.strip_prefix('=')?.trim_start();
    let quoted = value.strip_prefix(['"', '\''])?;
    let value = quoted.get(..quoted.find(['"', '\''])?)?;
    Some((line.len() - quoted.len(), value))
}

#[cfg(test)]
mod tests {
    use crate::testing::definitions;

    fn described(code: &str) -> String {
        definitions(&format!(
            "#- /environment.conf\n#- /manifests/site.pp\n{code}\n\
             #- /.puppet-analyzer/stubs/site.toml\n\
             # name = \"site::f\"\n[[function]]\nname = \"site::f\"\nsignatures = [\"() >> Any\"]\n\
             [[type]]\nname = 'site_record'\n[[type.attribute]]\nname = \"site::f\"\nkind = \"param\"\n\
             [[fact]]\nname = \"site_role\"\ntype = \"String\"\n"
        ))
    }

    #[test]
    fn names_lead_to_stubs() {
        const STUBS: &str = "/.puppet-analyzer/stubs/site.toml";
        for (code, expected) in [
            ("site::f$0()", "3: site::f"),
            ("site_rec$0ord { 'x': ", "6: site_record"),
            ("Site_re$0cord['x']", "6: site_record"),
            ("notice($facts['site_r$0ole']", "11: site_role"),
        ] {
            assert_eq!(described(code), format!("{STUBS}:{expected}"), "{code}");
        }
        assert_eq!(described("site::g$0()"), "");
    }
}
