//! Definitions in the user's own stubs.

use puppet_semantic::index::file_origin::owner;
use puppet_text::{TextRange, TextSize};

use crate::context::FileContext;
use crate::defs::{AttributeOwner, NameRefKind};
use crate::position::NavigationTarget;

/// The place in a stub file that describes what a name means.
pub fn place(context: FileContext<'_>, name: &NameRefKind) -> Option<NavigationTarget> {
    let wanted = StubKey::of(name)?;
    let environment = owner(context.db, context.file)?.environment;
    for file in environment.stubs(context.db).iter() {
        if let Some(range) = described(file.text(context.db), &wanted) {
            return Some(NavigationTarget {
                file: context.files.id(context.db, *file),
                full_range: range,
                focus_range: range,
            });
        }
    }
    None
}

/// What is looked for.
struct StubKey<'n> {
    /// The tables that may describe it.
    tables: &'static [&'static str],
    /// The resource type that has it, if it is an attribute.
    of: Option<&'n str>,
    name: &'n str,
}

impl<'n> StubKey<'n> {
    fn of(name: &'n NameRefKind) -> Option<Self> {
        let (tables, of, name): (&[&str], _, &str) = match name {
            NameRefKind::Function(name) => (&["function"], None, name),
            NameRefKind::ResourceType(name) => (&["type"], None, name),
            NameRefKind::Type(name) => (&["datatype", "type"], None, name),
            NameRefKind::Attribute {
                of: AttributeOwner::ResourceType(of),
                name,
            } => (&["type.attribute"], Some(&**of), name),
            NameRefKind::Fact(name) => (&["fact"], None, name),
            NameRefKind::Variable(name) | NameRefKind::Given(name) => {
                let name = name.trim_start_matches("::");
                match name.strip_prefix("facts.") {
                    Some(fact) => (&["fact"], None, fact),
                    None => (&["variable", "fact"], None, name),
                }
            }
            _ => return None,
        };
        Some(Self { tables, of, name })
    }

    /// Whether a name in one of the tables is meant. A variable may be described by its keys alone.
    fn is(&self, table: &str, value: &str) -> bool {
        let has_keys = matches!(table, "variable" | "fact");
        let rest = value
            .split_at_checked(self.name.len())
            .filter(|(start, _)| start.eq_ignore_ascii_case(self.name))
            .map(|(_, rest)| rest);
        let is_meant = rest.is_some_and(|it| it.is_empty() || has_keys && it.starts_with('.'));
        is_meant && self.tables.contains(&table)
    }
}

/// Where `name = "…"` of a table stands: the name without its quotes.
fn described(text: &str, wanted: &StubKey<'_>) -> Option<TextRange> {
    let mut table = "";
    let mut resource_type = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(header) = line.trim().strip_prefix('[') {
            let header = header.trim_start_matches('[');
            table = header.split(']').next().unwrap_or_default().trim();
        } else if let Some((at, value)) = named(line) {
            let is_of_it = wanted
                .of
                .is_none_or(|of| resource_type.is_some_and(|it| of.eq_ignore_ascii_case(it)));
            if is_of_it && wanted.is(table, value) {
                let at = TextSize::try_from(start + at).ok()?;
                return Some(TextRange::at(at, TextSize::of(value)));
            }
            if table == "type" {
                resource_type = Some(value);
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
    use puppet_ide::test_fixture::definitions;

    const STUBS: &str = "\
# name = \"site::f\"
[[function]]
name = \"site::f\"
signatures = [\"() >> Any\"]

[[type]]
name = 'site_record'
[[type.attribute]]
name = \"port\"
kind = \"param\"
[[type]]
name = 'site_host'
[[type.attribute]]
name = \"port\"
kind = \"property\"
[[type.attribute]]
name = \"site::f\"
kind = \"param\"

[[datatype]]
name = \"Site::Endpoint\"

[[fact]]
name = \"site_role\"
type = \"String\"

[[variable]]
name = \"site_zone\"
type = \"String\"
[[variable]]
name = \"site_net.mtu\"
type = \"Integer\"
[[variable]]
name = \"web::port\"
type = \"Integer\"
";

    fn described(code: &str) -> String {
        definitions(&format!(
            "#- /environment.conf\n#- /manifests/site.pp\n{code}\n\
             #- /.puppet-analyzer/stubs/site.toml\n{STUBS}"
        ))
    }

    #[test]
    fn names_lead_to_stubs() {
        const FILE: &str = "/.puppet-analyzer/stubs/site.toml";
        for (code, expected) in [
            ("site::f$0()", "3: site::f"),
            ("site_rec$0ord { 'x': ", "7: site_record"),
            ("Site_re$0cord['x']", "7: site_record"),
            ("site_host { 'x': po$0rt => 1 }", "14: port"),
            ("Site_host { po$0rt => 1 }", "14: port"),
            ("Site_host['x'] { po$0rt => 1 }", "14: port"),
            ("$x = $y =~ Site::End$0point", "21: Site::Endpoint"),
            ("function f(Site::End$0point $x) { }", "21: Site::Endpoint"),
            ("notice($facts['site_r$0ole'])", "24: site_role"),
            ("notice($site_r$0ole)", "24: site_role"),
            ("notice($site_zo$0ne)", "28: site_zone"),
            ("notice($::site_zo$0ne)", "28: site_zone"),
            ("notice(\"${site_zo$0ne}\")", "28: site_zone"),
            ("notice($site_n$0et['mtu'])", "31: site_net.mtu"),
            ("notice($web::po$0rt)", "34: web::port"),
        ] {
            assert_eq!(described(code), format!("{FILE}:{expected}"), "{code}");
        }
        assert_eq!(described("site::g$0()"), "");
        assert_eq!(described("site_record { 'x': oth$0er => 1 }"), "");
        assert_eq!(described("file { 'x': po$0rt => 1 }"), "");
    }

    #[test]
    fn incomplete_names_lead_to_stubs() {
        const FILE: &str = "/.puppet-analyzer/stubs/site.toml";
        for (code, expected) in [
            ("site_record { 'x': po$0rt", "9: port"),
            ("site_record { 'x':\n  po$0rt =>\n", "9: port"),
            ("site_host { 'x': a => 1, po$0rt =>", "14: port"),
            ("function f(Site::End$0point", "21: Site::Endpoint"),
            ("$x = $y =~ Site::End$0point[", "21: Site::Endpoint"),
            ("notice($facts['site_r$0ole'", "24: site_role"),
            ("notice($site_zo$0ne", "28: site_zone"),
            ("notice($site_n$0et[", "31: site_net.mtu"),
        ] {
            assert_eq!(described(code), format!("{FILE}:{expected}"), "{code}");
        }
    }

    #[test]
    fn variables_of_the_code_come_first() {
        for code in [
            "$site_zone = 1\nnotice($site_zo$0ne)",
            "function f($site_role) { $site_r$0ole }",
        ] {
            assert!(
                described(code).starts_with("/manifests/site.pp:1:"),
                "{code}"
            );
        }
    }
}
