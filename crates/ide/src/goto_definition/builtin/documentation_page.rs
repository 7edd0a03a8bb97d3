//! Pages about built-in definitions, in Markdown: the targets of go to definition, since their source is in Ruby and
//! may not be on this computer.

use std::fmt::Write as _;

use puppet_library::{Documented, Library};

use crate::signature_help;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{NameRefKind, builtin as named};
use puppet_ide_db::documentation::builtin;

/// The folder of the page about something.
fn folder(subject: Documented<'_>) -> &'static str {
    match subject {
        Documented::Function(_) => "function",
        Documented::Type(_) | Documented::Attribute(..) => "type",
        Documented::Metaparameter(_) => "metaparameter",
        Documented::DataType(_) | Documented::ObjectType(_) => "datatype",
        Documented::Fact(_) | Documented::FactParts(_) | Documented::LegacyFact(..) => "fact",
        Documented::Variable(_) => "variable",
    }
}

/// The path of the page about something: `function/split.md`.
pub(crate) fn path(subject: Documented<'_>) -> String {
    let name = subject.name().replace("::", "__");
    format!("{}/{name}.md", folder(subject))
}

/// The page at a path, as a file sees it.
pub(crate) fn page(context: FileContext<'_>, path: &str) -> Option<String> {
    let (folder, name) = path.trim_start_matches('/').split_once('/')?;
    let name = name.strip_suffix(".md")?.replace("__", "::");
    let name = match folder {
        "metaparameter" => {
            let stub = Library.metaparameter(&name)?;
            return Some(page_about(context, Documented::Metaparameter(stub)));
        }
        "function" => NameRefKind::Function(name),
        "type" => NameRefKind::ResourceType(name),
        "datatype" => NameRefKind::Type(name),
        "fact" => NameRefKind::Fact(name),
        "variable" => NameRefKind::Variable(name),
        _ => return None,
    };
    let subject = named::find(&name).filter(|it| self::folder(*it) == folder)?;
    Some(page_about(context, subject))
}

/// The page about something; that of a resource type has all of its attributes below.
pub(crate) fn page_about(context: FileContext<'_>, subject: Documented<'_>) -> String {
    let code = match subject {
        Documented::Function(stub) => signature_help::overloads(context, &stub.name),
        _ => builtin::code(subject),
    };
    let whole = builtin::whole(context, code, subject);
    let mut page = format!("# {}\n\n{whole}\n", subject.name());
    if let Documented::Type(ty) = subject {
        for attribute in &ty.attributes {
            let attribute = Documented::Attribute(ty, attribute);
            let code = builtin::code(attribute);
            let docs = builtin::documentation(attribute).unwrap_or_default();
            // Writing to a text cannot fail.
            let _ = write!(
                page,
                "\n## {}\n\n```puppet\n{code}\n```\n\n{docs}\n",
                attribute.name()
            );
        }
    }
    page
}
