//! Links to the official documentation of what Puppet ships.

use crate::language_types::LanguageType;
use crate::model::{AttributeStub, DataTypeStub, FactStub, FunctionStub, TypeStub, VariableStub};
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

/// What the entry of a stub documents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Documented<'a> {
    /// A resource type.
    Type(&'a TypeStub),
    /// An attribute of a resource type.
    Attribute(&'a TypeStub, &'a AttributeStub),
    /// An attribute that every resource has.
    Metaparameter(&'a AttributeStub),
    /// A function.
    Function(&'a FunctionStub),
    /// A data type of the language.
    DataType(&'a LanguageType),
    /// An object type or a set of types.
    ObjectType(&'a DataTypeStub),
    /// A fact.
    Fact(&'a FactStub),
    /// The name that a fact had before facts were structured, and the fact.
    LegacyFact(&'a str, &'a FactStub),
    /// The path of a fact whose parts are documented, and not itself.
    FactParts(&'a str),
    /// A variable that Puppet sets.
    Variable(&'a VariableStub),
}

impl<'a> Documented<'a> {
    /// The name or path.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self {
            Self::Type(it) => &it.name,
            Self::Attribute(_, it) | Self::Metaparameter(it) => &it.name,
            Self::Function(it) => &it.name,
            Self::DataType(it) => &it.name,
            Self::ObjectType(it) => &it.name,
            Self::Fact(it) => &it.name,
            Self::FactParts(path) | Self::LegacyFact(path, _) => path,
            Self::Variable(it) => &it.name,
        }
    }
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
pub fn link(publisher: Publisher, subject: Documented<'_>) -> String {
    let links = links();
    let templates = match publisher {
        Publisher::Puppet => &links.puppet,
        Publisher::OpenVox => &links.openvox,
    };
    let of_module = |ty: &TypeStub| {
        let module = ty.module.as_deref()?;
        Some(templates.module_type.replace("{module}", module))
    };
    let named = |template: &str| template.replace("{name}", subject.name());
    match subject {
        Documented::Type(ty) => of_module(ty).unwrap_or_else(|| named(&templates.ty)),
        Documented::Attribute(ty, _) => {
            of_module(ty).unwrap_or_else(|| named(&templates.attribute.replace("{type}", &ty.name)))
        }
        Documented::Metaparameter(_) => named(&templates.metaparameter),
        Documented::Function(_) => named(&templates.function),
        Documented::DataType(_) | Documented::ObjectType(_) => {
            let page = links.pages.get(subject.name()).map(String::as_str);
            let page = page.unwrap_or("lang_data_type");
            templates.data_type.replace("{page}", page)
        }
        Documented::Fact(_) | Documented::FactParts(_) => {
            let first = subject.name().split('.').next().unwrap_or_default();
            templates.fact.replace("{fact}", first)
        }
        Documented::LegacyFact(_, stub) => link(publisher, Documented::Fact(stub)),
        Documented::Variable(_) => templates.variable.clone(),
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
        let mode = file.attributes.iter().find(|it| it.name == "mode");
        let data_type = |name| Library.language_type(name).map(Documented::DataType);
        let cases = [
            (Some(Documented::Type(file)), "/file.htm"),
            (Some(Documented::Type(cron)), "/cron_core/"),
            (
                mode.map(|it| Documented::Attribute(file, it)),
                "#file-attribute-mode",
            ),
            (
                Library.metaparameter("noop").map(Documented::Metaparameter),
                "#noop",
            ),
            (
                Library.function("split").map(Documented::Function),
                "#split",
            ),
            (data_type("Integer"), "/lang_data_number.htm"),
            (data_type("Timespan"), "/lang_data_type.htm"),
            (Library.fact("os.family").map(Documented::Fact), "#os"),
            (
                Library
                    .fact("networking.fqdn")
                    .map(|it| Documented::LegacyFact("fqdn", it)),
                "#networking",
            ),
            (
                Library.variable("trusted").map(Documented::Variable),
                "builtin_var",
            ),
        ];
        for publisher in [Publisher::Puppet, Publisher::OpenVox] {
            for (subject, part) in cases {
                let subject = subject.expect(part);
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
