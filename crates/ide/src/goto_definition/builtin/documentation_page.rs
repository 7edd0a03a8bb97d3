//! Pages about what Puppet ships, in Markdown: what go to definition leads to, since its source is written in Ruby and may
//! not be on this computer.

use std::fmt::Write as _;

use puppet_db::File;
use puppet_library::{AttributeStub, DocumentedName, FactStub, Library, TypeStub};

use crate::hover::{typed_fact, typed_variable};
use crate::signature_help;
use puppet_ide_db::context::Context;
use puppet_ide_db::documentation::builtin::{self, attribute_code, data_type_code};

/// The kinds of pages: the folder of their paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageKind {
    Function,
    Type,
    Metaparameter,
    DataType,
    Fact,
    Variable,
}

impl PageKind {
    const ALL: [Self; 6] = [
        Self::Function,
        Self::Type,
        Self::Metaparameter,
        Self::DataType,
        Self::Fact,
        Self::Variable,
    ];

    fn folder(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Type => "type",
            Self::Metaparameter => "metaparameter",
            Self::DataType => "datatype",
            Self::Fact => "fact",
            Self::Variable => "variable",
        }
    }

    /// The path of the page about a name: `function/split.md`.
    pub(crate) fn path(self, name: &str) -> String {
        format!("{}/{}.md", self.folder(), name.replace("::", "__"))
    }
}

/// The page at a path, as a file sees it.
pub(crate) fn page(context: Context<'_>, file: File, path: &str) -> Option<String> {
    let (folder, name) = path.trim_start_matches('/').split_once('/')?;
    let name = name.strip_suffix(".md")?.replace("__", "::");
    let kind = PageKind::ALL.into_iter().find(|it| it.folder() == folder)?;
    page_about(context, file, kind, &name)
}

/// The page about a name.
pub(crate) fn page_about(
    context: Context<'_>,
    file: File,
    kind: PageKind,
    name: &str,
) -> Option<String> {
    let whole = |code, docs, subject| builtin::whole(context, file, code, docs, subject);
    let text = match kind {
        PageKind::Function => {
            let mut stubs = Library.plan_functions().iter();
            let stub = Library
                .function(name)
                .or_else(|| stubs.find(|it| it.name == name))?;
            let code = signature_help::overloads(context, file, name);
            whole(
                code,
                builtin::function(stub),
                DocumentedName::Function(name),
            )
        }
        PageKind::Type => {
            let stub = Library.resource_type(name)?;
            return Some(of_type(context, file, stub));
        }
        PageKind::Metaparameter => {
            let stub = attribute(Library.metaparameters(), name)?;
            let docs = builtin::attribute(stub);
            whole(
                attribute_code(stub),
                docs,
                DocumentedName::Metaparameter(name),
            )
        }
        PageKind::DataType => match Library.language_type(name) {
            Some(ty) => {
                let docs = builtin::data_type(ty);
                whole(data_type_code(ty), docs, DocumentedName::DataType(name))
            }
            None => {
                let stub = Library.data_type(name)?;
                let code = format!("type {}", stub.name);
                whole(
                    code,
                    Some(stub.summary.clone()),
                    DocumentedName::DataType(name),
                )
            }
        },
        PageKind::Fact => of_fact(context, file, name)?,
        PageKind::Variable => {
            let mut all = Library.variables().iter();
            let stub = all.find(|it| it.name == name)?;
            let docs = builtin::variable(stub);
            whole(typed_variable(stub), docs, DocumentedName::Variable)
        }
    };
    Some(format!("# {name}\n\n{text}\n"))
}

fn attribute<'a>(all: &'a [AttributeStub], name: &str) -> Option<&'a AttributeStub> {
    all.iter().find(|it| it.name == name)
}

/// A resource type, and below it all of its attributes.
fn of_type(context: Context<'_>, file: File, stub: &TypeStub) -> String {
    let code = format!("{} {{ … }}", stub.name);
    let docs = builtin::resource_type(stub);
    let whole = builtin::whole(context, file, code, docs, DocumentedName::Type(stub));
    let mut page = format!("# {}\n\n{whole}\n", stub.name);
    for attribute in &stub.attributes {
        let code = attribute_code(attribute);
        let docs = builtin::attribute(attribute).unwrap_or_default();
        // Writing to a text cannot fail.
        let _ = write!(
            page,
            "\n## {}\n\n```puppet\n{code}\n```\n\n{docs}\n",
            attribute.name
        );
    }
    page
}

/// A fact; one that has keys with all below it.
fn of_fact(context: Context<'_>, file: File, path: &str) -> Option<String> {
    let mut facts = Library.facts().iter();
    if let Some(fact) = facts.find(|it| it.name == path) {
        let docs = builtin::fact(fact);
        let code = typed_fact(fact);
        return Some(builtin::whole(
            context,
            file,
            code,
            docs,
            DocumentedName::Fact(path),
        ));
    }
    let below: Vec<&FactStub> = facts_below(path).collect();
    if below.is_empty() {
        return None;
    }
    let code = below
        .iter()
        .map(|it| typed_fact(it))
        .collect::<Vec<_>>()
        .join("\n");
    let lines: Vec<String> = below
        .iter()
        .map(|it| format!("- `{}`: {}", it.name, it.summary))
        .collect();
    let docs = Some(lines.join("\n"));
    Some(builtin::whole(
        context,
        file,
        code,
        docs,
        DocumentedName::Fact(path),
    ))
}

/// The facts that are parts of a structured one.
pub(crate) fn facts_below(path: &str) -> impl Iterator<Item = &'static FactStub> {
    let start = format!("{path}.");
    let all = Library.facts().iter();
    all.filter(move |it| it.name.starts_with(&start))
}
