//! Hover of the name of a module.

use puppet_data::{DataEntry, DataValue, json};
use puppet_db::FileKind;
use puppet_ide_db::module_metadata::description::describe;
use puppet_library::Library;
use puppet_text::TextSize;

use crate::hover::Hover;
use crate::hover::markup::Markup;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::module_metadata::{NamedModule, module_of};

/// A module, as it is on disk and on the Forge.
pub(super) fn describe_module(context: FileContext<'_>, named: &NamedModule) -> Markup {
    let module = module_of(context.db, context.file, &named.name);
    let name = module.and_then(|it| it.full_name);
    let name = named.full_name.clone().or(name);
    let name = name.unwrap_or_else(|| named.name.clone());
    Markup::new(String::new(), Some(describe(context, &name)))
}

/// What a key means.
pub(super) fn key(context: FileContext<'_>, offset: TextSize) -> Option<Hover> {
    let text = context.file.text(context.db);
    let (range, about) = match context.file.kind(context.db) {
        FileKind::Metadata => {
            let root = json::parse(text).ok()?;
            let entry = entry_at(&root, offset)?;
            let about = Library.document_key("metadata.json", &entry.key)?;
            (entry.key_range, about)
        }
        FileKind::Puppetfile => {
            let at = usize::from(offset);
            let is_part = |c: char| c.is_ascii_alphanumeric() || "_:".contains(c);
            let before = text.get(..at)?;
            let start = before.rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
            let rest = text.get(start..)?;
            let word = rest.get(..rest.find(|c| !is_part(c)).unwrap_or(rest.len()))?;
            let name = word.trim_matches(':');
            let mut known = Library.document_keys("Puppetfile mod").iter();
            let (_, about) = known.find(|(key, _)| key == name)?;
            let start = TextSize::try_from(start).ok()?;
            let range = puppet_text::TextRange::at(start, TextSize::of(word));
            (range, &**about)
        }
        _ => return None,
    };
    Some(Hover {
        range,
        code: Vec::new(),
        documentation: Some(about.to_owned()),
    })
}

/// The entry whose key stands at an offset.
fn entry_at(root: &DataValue, offset: TextSize) -> Option<&DataEntry> {
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        open.extend(value.as_sequence().unwrap_or_default());
        for entry in value.as_mapping().unwrap_or_default() {
            if entry.key_range.contains_inclusive(offset) {
                return Some(entry);
            }
            open.push(&entry.value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::{cursor, definitions};

    const FIXTURE: &str = r#"
#- /environment.conf
#- /modules/apt/metadata.json
{"name": "puppetlabs-apt", "version": "9.1.0", "author": "x", "license": "x", "source": "x", "summary": "Packages.", "dependencies": [{"name": "puppetlabs/stdlib"}]}
#- /modules/apt/manifests/init.pp
class apt { }
#- /Puppetfile
mod 'puppetlabs-apt', :git => 'https://example.org/apt.git'
mod 'me-gone', '1.0.0'
"#;

    fn hover(from: &str, to: &str) -> String {
        let (analysis, position) = cursor(&FIXTURE.replacen(from, to, 1));
        let hover = analysis.hover(position).expect("not cancelled");
        hover.map(|it| it.plain_text()).unwrap_or_default()
    }

    #[test]
    fn modules_and_keys_are_explained() {
        assert_eq!(
            hover("'puppetlabs-apt'", "'puppetlabs-a$0pt'"),
            "**puppetlabs-apt** 9.1.0\n\nPackages.\n\nin `/modules/apt`"
        );
        assert!(hover("me-gone", "me-go$0ne").ends_with("is not on disk: nothing is known of it."));
        assert!(hover("puppetlabs/stdlib", "puppetlabs/std$0lib").contains("is not on disk"));
        assert!(hover(":git", ":gi$0t").contains("repository"));
        assert!(hover("\"dependencies\"", "\"depen$0dencies\"").contains("modules"));
        let described = "mod 'puppetlabs-firewall', '8.1.0'";
        assert!(
            hover(
                "mod 'me-gone', '1.0.0'",
                &described.replace("fire", "fi$0re")
            )
            .contains("the bundled description of version 8.")
        );
        // Incomplete.
        assert!(hover("'me-gone', '1.0.0'", "'me-go$0ne").contains("is not on disk"));
    }

    #[test]
    fn names_lead_to_modules() {
        let found = definitions(&FIXTURE.replacen("'puppetlabs-apt'", "'puppetlabs-a$0pt'", 1));
        assert_eq!(found, "/modules/apt/metadata.json:1: ");
        let (analysis, position) = cursor(&FIXTURE.replacen("mod 'me", "$0mod 'me", 1));
        let links = analysis.links(position.file).expect("not cancelled");
        let targets: Vec<String> = links
            .iter()
            .map(|link| format!("{:?}", link.target))
            .collect();
        assert_eq!(
            targets,
            [
                "Path(\"/modules/apt/metadata.json\")",
                "Url(\"https://forge.puppet.com/modules/me/gone\")"
            ]
        );
    }
}
