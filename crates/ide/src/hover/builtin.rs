//! Hovers of built-ins.

use puppet_db::File;
use puppet_library::{
    AttributeStub, DocumentedName, FactStub, FunctionStub, LanguageType, Library, TypeStub,
    VariableStub,
};
use puppet_types::versions;

use crate::hover::markup::Markup;
use crate::signature_help;
use puppet_ide_db::bolt_builtins;
use puppet_ide_db::context::Context;
use puppet_ide_db::defs::{AttributeOwner, NameRef, NameRefKind};
use puppet_ide_db::documentation::builtin::{self, attribute_code, data_type_code};

/// What Puppet itself has under a name, with links and with what an installed Puppet says of it.
pub(super) fn describe(context: Context<'_>, file: File, at: &NameRef) -> Option<Markup> {
    let library = Shipped { context, file };
    match &at.name {
        NameRefKind::Type(name) => {
            let data_type = Library.language_type(name).map(|it| library.data_type(it));
            let resource_type = || library.resource_type(name);
            data_type.or_else(resource_type).or_else(|| old_type(name))
        }
        NameRefKind::ResourceType(name) => library.resource_type(name),
        NameRefKind::Function(name) => library.function(name, at),
        NameRefKind::Attribute { of, name } => library.attribute(of, name),
        NameRefKind::Variable(name) => fact(at, name)
            .map(|stub| library.linked(fact_variable(stub), DocumentedName::Fact(&stub.name)))
            .or_else(|| library.builtin_variable(name)),
        NameRefKind::Fact(name) => library.fact(name),
        NameRefKind::Given(name) => library.builtin_variable(name),
        NameRefKind::Class(_)
        | NameRefKind::Key(_)
        | NameRefKind::Plan(_)
        | NameRefKind::MaybeClass(_)
        | NameRefKind::Definition(_) => None,
    }
}

/// The library, as a file sees it.
#[derive(Clone, Copy)]
struct Shipped<'a> {
    context: Context<'a>,
    file: File,
}

impl Shipped<'_> {
    fn linked(self, mut text: Markup, subject: DocumentedName<'_>) -> Markup {
        let Self { context, file } = self;
        text.add(Some(builtin::official(context, file, subject)));
        text.add(builtin::installed_documentation(context, file, subject));
        text
    }

    fn data_type(self, data_type: &LanguageType) -> Markup {
        self.linked(
            of_data_type(data_type),
            DocumentedName::DataType(&data_type.name),
        )
    }

    fn resource_type(self, name: &str) -> Option<Markup> {
        let stub = Library.resource_type(&name.to_ascii_lowercase())?;
        Some(self.linked(resource_type(stub), DocumentedName::Type(stub)))
    }

    fn function(self, name: &str, at: &NameRef) -> Option<Markup> {
        let stub = Library.function(name)?;
        let ways = signature_help::overloads_at(self.context, self.file, name, &at.token);
        let mut text = function(stub);
        if !ways.is_empty() {
            text.code = vec![ways];
        }
        Some(self.linked(text, DocumentedName::Function(&stub.name)))
    }

    fn attribute(self, of: &AttributeOwner, name: &str) -> Option<Markup> {
        if let AttributeOwner::Template(_) | AttributeOwner::Plan(_) = of {
            return None;
        }
        let own = match of {
            AttributeOwner::ResourceType(of) => Library.resource_type(&of.to_ascii_lowercase()),
            _ => None,
        };
        let named = |all: &'static [AttributeStub]| all.iter().find(|it| it.name == name);
        if let Some(ty) = own
            && let Some(stub) = named(&ty.attributes)
        {
            return Some(self.linked(described(stub), DocumentedName::Attribute(ty, name)));
        }
        let stub = named(Library.metaparameters())?;
        Some(self.linked(described(stub), DocumentedName::Metaparameter(name)))
    }

    fn fact(self, path: &str) -> Option<Markup> {
        let stub = core_fact(path)?;
        Some(self.linked(fact_text(stub), DocumentedName::Fact(&stub.name)))
    }

    fn builtin_variable(self, name: &str) -> Option<Markup> {
        let name = name.trim_start_matches("::");
        if let Some(path) = name.strip_prefix("facts.") {
            return self.fact(path);
        }
        let stub = variable(name)?;
        Some(self.linked(set_variable(stub), DocumentedName::Variable))
    }
}

fn of_data_type(data_type: &LanguageType) -> Markup {
    Markup::new(data_type_code(data_type), builtin::data_type(data_type))
}

/// The name of a type that Puppet once had.
fn old_type(name: &str) -> Option<Markup> {
    let old = versions::old_name(name)?;
    Some(Markup::new(
        old.name.to_owned(),
        Some(versions::remarks(old.name).join("\n\n")),
    ))
}

pub(super) fn resource_type(stub: &TypeStub) -> Markup {
    Markup::new(
        format!("{} {{ … }}", stub.name),
        builtin::resource_type(stub),
    )
}

pub(super) fn function(stub: &FunctionStub) -> Markup {
    let signatures = stub
        .signatures
        .iter()
        .map(|signature| format!("{}{signature}", stub.name));
    let code = signatures.collect::<Vec<_>>().join("\n");
    let code = match code.is_empty() {
        true => stub.name.clone(),
        false => code,
    };
    Markup::new(code, builtin::function(stub))
}

pub(super) fn described(stub: &AttributeStub) -> Markup {
    Markup::new(attribute_code(stub), builtin::attribute(stub))
}

/// The fact that a variable of top scope is.
fn fact(at: &NameRef, name: &str) -> Option<&'static FactStub> {
    let range_is_plain = !at.token.text().contains("::") || at.token.text().contains("$::");
    core_fact(name).filter(|_| range_is_plain && !name.contains('.'))
}

fn fact_variable(stub: &FactStub) -> Markup {
    let code = format!("{} ${}", stub.ty, stub.name);
    Markup::new(code, builtin::fact(stub))
}

/// A variable that Puppet sets, `settings::environment`, or a key of one, `trusted.certname`.
pub(crate) fn builtin_variable(name: &str) -> Option<Markup> {
    let name = name.trim_start_matches("::");
    match name.strip_prefix("facts.") {
        Some(fact) => core_fact(fact).map(fact_text),
        None => variable(name).map(set_variable),
    }
}

fn variable(name: &str) -> Option<&'static VariableStub> {
    let mut all = Library.variables().iter();
    all.find(|variable| variable.name == name)
}

pub(super) fn set_variable(stub: &VariableStub) -> Markup {
    Markup::new(typed_variable(stub), builtin::variable(stub))
}

/// `Hash $trusted['extensions']`
pub(crate) fn typed_variable(stub: &VariableStub) -> String {
    let (variable, keys) = stub.name.split_once('.').unwrap_or((&stub.name, ""));
    format!("{} ${variable}{}", stub.ty, in_brackets(keys))
}

/// `['a']['b']` for `a.b`.
fn in_brackets(keys: &str) -> String {
    let keys = keys.split('.').filter(|key| !key.is_empty());
    keys.map(|key| format!("['{key}']")).collect()
}

/// `$facts['name']`
fn core_fact(name: &str) -> Option<&'static FactStub> {
    let mut facts = Library.facts().iter();
    facts.find(|fact| fact.name == name)
}

pub(super) fn fact_text(stub: &FactStub) -> Markup {
    Markup::new(typed_fact(stub), builtin::fact(stub))
}

/// `String $facts['os']['family']`
pub(crate) fn typed_fact(stub: &FactStub) -> String {
    format!("{} $facts{}", stub.ty, in_brackets(&stub.name))
}

/// `HERE('web::restart', $targets)`
pub(super) fn plan_function(context: Context<'_>, file: File, at: &NameRef) -> Option<Markup> {
    let NameRefKind::Function(name) = &at.name else {
        return None;
    };
    let function = bolt_builtins::find(context.db, file, name)?;
    Some(Markup::new(
        bolt_builtins::label(function),
        Some(function.summary.clone()),
    ))
}
