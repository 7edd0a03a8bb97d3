//! Links to the official documentation of what Puppet ships.

use crate::model::TypeStub;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

const TEXT: &str = include_str!("../links.toml");

/// Whose documentation is linked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Publisher {
    /// Puppet's own.
    #[default]
    Puppet,
    /// That of OpenVox.
    OpenVox,
}

/// A name that official documentation describes.
#[derive(Debug, Clone, Copy)]
pub enum DocumentedName<'a> {
    /// A resource type.
    Type(&'a TypeStub),
    /// An attribute of a resource type.
    Attribute(&'a TypeStub, &'a str),
    /// An attribute that every resource has.
    Metaparameter(&'a str),
    /// A function.
    Function(&'a str),
    /// A data type of the language.
    DataType(&'a str),
    /// A fact, by its path with dots.
    Fact(&'a str),
    /// A variable that Puppet sets.
    Variable,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Links {
    puppet: Templates,
    openvox: Templates,
    pages: BTreeMap<String, String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Templates {
    #[serde(rename = "type")]
    ty: String,
    attribute: String,
    module_type: String,
    metaparameter: String,
    function: String,
    data_type: String,
    fact: String,
    variable: String,
}

/// A test reads the checked-in file, so an unreadable one is never released.
fn links() -> &'static Links {
    static LINKS: OnceLock<Links> = OnceLock::new();
    LINKS.get_or_init(|| toml::from_str(TEXT).unwrap_or_default())
}

/// The address of the official page about a name.
#[must_use]
pub fn link(publisher: Publisher, subject: DocumentedName<'_>) -> String {
    let links = links();
    let templates = match publisher {
        Publisher::Puppet => &links.puppet,
        Publisher::OpenVox => &links.openvox,
    };
    let of_module = |ty: &TypeStub| {
        let module = ty.module.as_deref()?;
        Some(templates.module_type.replace("{module}", module))
    };
    match subject {
        DocumentedName::Type(ty) => {
            of_module(ty).unwrap_or_else(|| templates.ty.replace("{name}", &ty.name))
        }
        DocumentedName::Attribute(ty, name) => of_module(ty).unwrap_or_else(|| {
            let of_type = templates.attribute.replace("{type}", &ty.name);
            of_type.replace("{name}", name)
        }),
        DocumentedName::Metaparameter(name) => templates.metaparameter.replace("{name}", name),
        DocumentedName::Function(name) => templates.function.replace("{name}", name),
        DocumentedName::DataType(name) => {
            let page = links.pages.get(name).map(String::as_str);
            let page = page.unwrap_or("lang_data_type");
            templates.data_type.replace("{page}", page)
        }
        DocumentedName::Fact(path) => {
            let (first, _) = path.split_once('.').unwrap_or((path, ""));
            templates.fact.replace("{fact}", first)
        }
        DocumentedName::Variable => templates.variable.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;

    #[test]
    fn every_kind_of_name_has_a_link_without_placeholders() {
        assert!(toml::from_str::<Links>(TEXT).is_ok());
        let file = Library.resource_type("file").expect("a type");
        let cron = Library.resource_type("cron").expect("a type");
        let cases = [
            (DocumentedName::Type(file), "/file.htm"),
            (DocumentedName::Type(cron), "/cron_core/"),
            (
                DocumentedName::Attribute(file, "mode"),
                "#file-attribute-mode",
            ),
            (DocumentedName::Metaparameter("noop"), "#noop"),
            (DocumentedName::Function("split"), "#split"),
            (DocumentedName::DataType("Integer"), "/lang_data_number.htm"),
            (DocumentedName::DataType("Timespan"), "/lang_data_type.htm"),
            (DocumentedName::Fact("os.family"), "#os"),
            (DocumentedName::Variable, "builtin_var"),
        ];
        for publisher in [Publisher::Puppet, Publisher::OpenVox] {
            for (subject, part) in cases {
                let link = link(publisher, subject);
                assert!(link.starts_with("https://"), "{link}");
                assert!(link.contains(part) && !link.contains('{'), "{link}");
            }
        }
    }

    #[test]
    fn pages_are_of_data_types() {
        let unknown = links().pages.keys();
        let mut unknown = unknown.filter(|name| Library.language_type(name).is_none());
        assert_eq!(unknown.next(), None);
    }
}
