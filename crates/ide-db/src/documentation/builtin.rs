//! The documentation of stubs as Markdown: a description, an example, attributes or values, versions, and a link to the
//! official documentation.

use puppet_library::{
    AttributeStub, Availability, DataTypeStub, Documented, FactStub, FunctionStub, LanguageType,
    Library, Publisher, TypeStub, VariableStub, link,
};
use puppet_semantic::is_for_openvox;

use crate::context::FileContext;
use crate::documentation::installed;

/// No more attributes of a type are listed.
const MOST_ATTRIBUTES: usize = 10;

/// The parts of a documentation, in the order in which they are shown.
#[derive(Default)]
struct DocumentationParts(Vec<String>);

impl DocumentationParts {
    fn prose(summary: &str, doc: Option<&str>) -> Self {
        let mut parts = Self::default();
        parts.add(summary);
        parts.add(doc.unwrap_or_default());
        parts
    }

    fn add(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.0.push(text.to_owned());
        }
    }

    fn example(mut self, code: Option<&str>) -> Self {
        if let Some(code) = code.filter(|code| !code.trim().is_empty()) {
            self.add(&format!("```puppet\n{}\n```", code.trim_end()));
        }
        self
    }

    fn versions(mut self, versions: &Availability) -> Self {
        if let Some(version) = &versions.since {
            self.add(&format!("*Since* Puppet {version}"));
        }
        if let Some(version) = &versions.until {
            self.add(&format!("*Gone* in Puppet {version}"));
        }
        self
    }

    fn finish(self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.join("\n\n"))
    }
}

/// The documentation of a resource type.
fn resource_type(stub: &TypeStub) -> Option<String> {
    let mut parts = DocumentationParts::prose(&stub.summary, stub.doc.as_deref())
        .example(stub.example.as_deref());
    parts.add(&attributes(stub));
    parts.versions(&stub.versions).finish()
}

/// The attributes to set first: those that are required, then common ones.
fn attributes(stub: &TypeStub) -> String {
    let is_listed = |it: &&AttributeStub| it.required || stub.common.contains(&it.name);
    let listed = stub.ordered_attributes().filter(is_listed);
    let listed: Vec<&AttributeStub> = listed.take(MOST_ATTRIBUTES).collect();
    if listed.is_empty() {
        return String::new();
    }
    let mut lines: Vec<String> = listed
        .iter()
        .map(|it| {
            let required = if it.required { " (required)" } else { "" };
            item(&format!("{}`{required}", it.name), &it.summary)
        })
        .collect();
    let others = stub.attributes.len() - listed.len();
    if others > 0 {
        lines.push(format!("- and {others} more"));
    }
    lines.join("\n")
}

/// A line of a list: "- `name`: text".
fn item(name: &str, text: &str) -> String {
    format!("- `{name}: {}", text.trim())
}

/// The documentation of an attribute or a metaparameter.
fn attribute(stub: &AttributeStub) -> Option<String> {
    let mut parts = DocumentationParts::prose(&stub.summary, stub.doc.as_deref());
    parts.add(&values(stub));
    parts
        .example(stub.example.as_deref())
        .versions(&stub.versions)
        .finish()
}

/// The values with what they mean, in the order in which they are listed.
fn values(stub: &AttributeStub) -> String {
    let listed = stub.accepted();
    let mut docs: Vec<(&String, &String)> = stub.value_docs.iter().collect();
    docs.sort_by_key(|(value, _)| {
        let at = listed.iter().position(|it| it == value);
        at.unwrap_or(listed.len())
    });
    let lines = docs.into_iter();
    let lines = lines.map(|(value, text)| item(&format!("{value}`"), text));
    lines.collect::<Vec<_>>().join("\n")
}

/// The documentation of a function.
fn function(stub: &FunctionStub) -> Option<String> {
    let mut parts = DocumentationParts::prose(&stub.summary, stub.doc.as_deref());
    if let Some(instead) = &stub.deprecated {
        parts.add(&format!("**Deprecated.** {instead}"));
    }
    parts
        .example(stub.example.as_deref())
        .versions(&stub.versions)
        .finish()
}

/// The documentation of a data type of the language.
fn data_type(data_type: &LanguageType) -> Option<String> {
    let mut parts = DocumentationParts::prose(&data_type.summary, data_type.doc.as_deref())
        .example(data_type.example.as_deref());
    for remark in Library.type_remarks(&data_type.name) {
        parts.add(&remark);
    }
    parts.finish()
}

/// The documentation of an object type.
fn object_type(stub: &DataTypeStub) -> Option<String> {
    DocumentationParts::prose(&stub.summary, stub.doc.as_deref())
        .example(stub.example.as_deref())
        .finish()
}

/// The documentation of a fact.
fn fact(stub: &FactStub) -> Option<String> {
    DocumentationParts::prose(&stub.summary, stub.doc.as_deref())
        .example(stub.example.as_deref())
        .finish()
}

/// What replaces a legacy fact.
fn legacy_fact(name: &str, stub: &FactStub) -> String {
    let path = format!("$facts{}", in_brackets(&stub.name));
    let value = stub.legacy_values.get(name).unwrap_or(&path);
    format!(
        "A legacy fact: Puppet 8 leaves it out by default. Use `{value}`.\n\n{}",
        stub.summary
    )
}

/// The documentation of a variable that Puppet sets.
fn variable(stub: &VariableStub) -> Option<String> {
    DocumentationParts::prose(&stub.summary, stub.doc.as_deref())
        .example(stub.example.as_deref())
        .versions(&stub.versions)
        .finish()
}

/// The documentation of a stub, as Markdown.
pub fn documentation(of: Documented<'_>) -> Option<String> {
    match of {
        Documented::Type(stub) => resource_type(stub),
        Documented::Attribute(_, stub) | Documented::Metaparameter(stub) => attribute(stub),
        Documented::Function(stub) => function(stub),
        Documented::DataType(stub) => data_type(stub),
        Documented::ObjectType(stub) => object_type(stub),
        Documented::Fact(stub) => fact(stub),
        Documented::LegacyFact(name, stub) => Some(legacy_fact(name, stub)),
        Documented::FactParts(path) => {
            let parts = Library.fact_parts(path);
            let lines = parts.map(|it| format!("- `{}`: {}", it.name, it.summary));
            Some(lines.collect::<Vec<_>>().join("\n"))
        }
        Documented::Variable(stub) => variable(stub),
    }
}

/// The declaration of a built-in definition, or how code names it.
pub fn code(of: Documented<'_>) -> String {
    match of {
        Documented::Type(stub) => format!("{} {{ … }}", stub.name),
        Documented::Attribute(_, stub) | Documented::Metaparameter(stub) => attribute_code(stub),
        Documented::Function(stub) => {
            let signatures = stub.signatures.iter();
            let signatures = signatures.map(|it| format!("{}{it}", stub.name));
            let code = signatures.collect::<Vec<_>>().join("\n");
            match code.is_empty() {
                true => stub.name.clone(),
                false => code,
            }
        }
        Documented::DataType(stub) => data_type_code(stub),
        Documented::ObjectType(stub) => format!("type {}", stub.name),
        Documented::Fact(stub) => typed_fact(stub),
        Documented::LegacyFact(name, stub) => {
            // A value in another unit can be of another type.
            let ty = match stub.legacy_values.contains_key(name) {
                true => String::new(),
                false => format!("{} ", stub.ty),
            };
            format!("{ty}$facts{}", in_brackets(name))
        }
        Documented::FactParts(path) => {
            let parts = Library.fact_parts(path).map(typed_fact);
            parts.collect::<Vec<_>>().join("\n")
        }
        // `Hash $trusted['extensions']`
        Documented::Variable(stub) => {
            let (variable, keys) = stub.name.split_once('.').unwrap_or((&stub.name, ""));
            format!("{} ${variable}{}", stub.ty, in_brackets(keys))
        }
    }
}

/// `String $facts['os']['family']`
fn typed_fact(stub: &FactStub) -> String {
    format!("{} $facts{}", stub.ty, in_brackets(&stub.name))
}

/// `['a']['b']` for `a.b`.
fn in_brackets(keys: &str) -> String {
    let keys = keys.split('.').filter(|key| !key.is_empty());
    keys.map(|key| format!("['{key}']")).collect()
}

/// All of it: the code, the documentation, a link, and what an installed Puppet says.
pub fn whole(context: FileContext<'_>, code: String, of: Documented<'_>) -> String {
    let code = (!code.is_empty()).then(|| format!("```puppet\n{code}\n```"));
    let parts = [code, documentation(of), further(context, of)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// A link to the official documentation, for the product that a file's code is for, and what an installed Puppet says.
pub fn further(context: FileContext<'_>, of: Documented<'_>) -> Option<String> {
    let (publisher, product) = match is_for_openvox(context.db, context.file) {
        true => (Publisher::OpenVox, "OpenVox"),
        false => (Publisher::Puppet, "Puppet"),
    };
    let product = match of {
        Documented::Type(ty) | Documented::Attribute(ty, _) if ty.module.is_some() => {
            "Puppet Forge"
        }
        _ => product,
    };
    let link = format!("[{product} documentation]({})", link(publisher, of));
    let installed = installed::documentation(context, of);
    let parts = std::iter::once(link).chain(installed);
    Some(parts.collect::<Vec<_>>().join("\n\n"))
}

/// An attribute of a resource type with what it accepts.
pub fn attribute_code(stub: &AttributeStub) -> String {
    let accepts = stub.accepted();
    match (&stub.ty, accepts.is_empty()) {
        (Some(ty), _) => format!("{} => {ty}", stub.name),
        (None, false) => format!("{} => {}", stub.name, accepts.join(" | ")),
        (None, true) => stub.name.clone(),
    }
}

/// `Array[element type, minimum size, maximum size]`
fn data_type_code(data_type: &LanguageType) -> String {
    let parameters: Vec<&str> = data_type
        .parameters
        .iter()
        .map(|parameter| parameter.label.as_str())
        .collect();
    match parameters.is_empty() {
        true => data_type.name.clone(),
        false => format!(
            "{}[{}{}]",
            data_type.name,
            parameters.join(", "),
            if data_type.repeats { ", …" } else { "" }
        ),
    }
}

#[cfg(test)]
mod example_tests;
