//! Attributes that a resource type accepts, built-in or from a module's Ruby code.
//!
//! Known from the library's stubs and from Ruby files that are read and never run; what cannot be read is open, and
//! nothing follows from it. Sources: `Puppet::Type.validattr?`, `Puppet::Parameter#unsafe_validate`.

pub mod existence;
pub mod providers;
pub mod ruby;
pub mod value;

use std::sync::Arc;

use indexmap::IndexMap;
use puppet_db::{Db, Environment, File};
use puppet_library::{AttributeKind, AttributeStub, Form, Library, TypeStub, ValueKind};
use puppet_scalars::Regexp;
use puppet_text::TextRange;
use smol_str::SmolStr;

use crate::index::file_origin::owner;
use crate::index::module_dependencies::modules_of_puppetfile;
use crate::resolve::module_items::module_named;
use crate::ruby::plugins::{PluginKind, plugin};
use crate::ruby::user_stubs::user_stubs;

pub use value::{inspect, refusal, refusal_of_value};

/// A resource type, as the resources that are declared see it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResourceTypeInfo {
    /// The name, in lower case.
    pub name: SmolStr,
    /// The attributes by their names; the last of a name counts.
    pub attributes: IndexMap<SmolStr, AttributeInfo>,
    /// There may be attributes that could not be read.
    pub is_open: bool,
    /// Titles are taken apart before they become the namevar.
    pub has_title_patterns: bool,
    /// What is known of the providers: their names, if those of Puppet itself are all listed.
    pub providers: Vec<SmolStr>,
    /// The Ruby file, if a module defines the type.
    pub file: Option<File>,
    /// What it manages, in one sentence.
    pub summary: SmolStr,
}

/// An attribute of a resource type.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AttributeInfo {
    /// The name.
    pub name: SmolStr,
    /// Each element of an array is a value of its own, as for every property.
    pub is_property: bool,
    /// It identifies the resource; the title stands in for it.
    pub is_namevar: bool,
    /// The values that it accepts as text; all of them, unless it is open.
    pub values: Vec<SmolStr>,
    /// Other spellings of values.
    pub aliases: Vec<SmolStr>,
    /// Regular expressions of which one must match, where no value does.
    pub patterns: Vec<Regexp>,
    /// What the patterns accept, in words.
    pub pattern_words: Option<SmolStr>,
    /// Values other than those listed may be accepted too.
    pub is_open: bool,
    /// Forms of values of which one must fit.
    pub accepts: Vec<AcceptedForm>,
    /// What Puppet says of a value that no form fits.
    pub refusal: Option<SmolStr>,
    /// What Puppet says of a value of a kind that no form has, where that is another text.
    pub kind_refusal: Option<SmolStr>,
    /// The forms are those of the elements of arrays.
    pub each: bool,
    /// What a provider must be able to do, so that the attribute counts at all.
    pub features: Vec<SmolStr>,
    /// The type in the Puppet language, of the Resource API.
    pub ty: Option<SmolStr>,
    /// Where a module's Ruby file defines it.
    pub range: Option<TextRange>,
    /// What it is for.
    pub summary: SmolStr,
}

/// A form of values that an attribute accepts.
#[derive(Debug, Clone, PartialEq)]
pub struct AcceptedForm {
    /// The kind of value.
    pub kind: ValueKind,
    /// What must match the text of a string.
    pub pattern: Option<Regexp>,
    /// The least number.
    pub min: Option<i64>,
    /// The greatest number.
    pub max: Option<i64>,
}

impl AcceptedForm {
    fn of(form: &Form) -> Self {
        Self {
            kind: form.kind,
            pattern: form
                .pattern
                .as_deref()
                .and_then(|pattern| Regexp::new(pattern).ok()),
            min: form.min,
            max: form.max,
        }
    }
}

impl AttributeInfo {
    /// Whether it accepts nothing but the texts that are listed.
    #[must_use]
    pub fn is_closed_list(&self) -> bool {
        !self.is_open && !self.values.is_empty() && self.patterns.is_empty() && self.ty.is_none()
    }

    /// Takes over what a stub says of the values that the code accepts.
    fn set_forms(&mut self, stub: &AttributeStub) {
        self.accepts = stub.accepts.iter().map(AcceptedForm::of).collect();
        self.refusal = stub.refusal.as_deref().map(SmolStr::from);
        self.kind_refusal = stub.kind_refusal.as_deref().map(SmolStr::from);
        self.each = stub.each;
    }

    /// Adds regular expressions in Ruby's notation; after one that cannot be read, other values may be accepted.
    fn add_patterns<'p>(&mut self, patterns: impl IntoIterator<Item = &'p String>) {
        for pattern in patterns {
            match Regexp::new(without_slashes(pattern)) {
                Ok(regexp) => self.patterns.push(regexp),
                Err(_) => self.is_open = true,
            }
        }
    }
}

impl ResourceTypeInfo {
    fn add_attributes(&mut self, attributes: impl Iterator<Item = AttributeInfo>) {
        let named = attributes.map(|attribute| (attribute.name.clone(), attribute));
        self.attributes.extend(named);
    }

    /// The attribute of a name, metaparameters not included.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&AttributeInfo> {
        self.attributes.get(name)
    }

    /// The only attribute that the title stands in for.
    #[must_use]
    pub fn namevar(&self) -> Option<&AttributeInfo> {
        let mut namevars = self.attributes.values().filter(|it| it.is_namevar);
        let first = namevars.next()?;
        namevars.next().is_none().then_some(first)
    }
}

/// The resource type of a name in lower case, of Puppet itself or of Ruby; `None` if there is none, or none is known.
pub fn resource_type(
    db: &dyn Db,
    environment: Environment,
    name: &str,
) -> Option<Arc<ResourceTypeInfo>> {
    if name.contains("::") {
        return None;
    }
    resource_type_named(db, environment, name.into())
}

#[salsa::tracked(returns(clone))]
fn resource_type_named(
    db: &dyn Db,
    environment: Environment,
    name: SmolStr,
) -> Option<Arc<ResourceTypeInfo>> {
    let stub = Library.resource_type(&name);
    // Types of Puppet itself are loaded before those of modules; those of bundled modules come with the module.
    if let Some(stub) = stub.filter(|stub| stub.module.is_none()) {
        return Some(Arc::new(of_stub(stub)));
    }
    // The user knows better what their code does than what can be read of it.
    if let Some(stub) = user_stubs(db, environment).resource_type(&name) {
        return Some(Arc::new(of_stub(stub)));
    }
    let file = plugin(db, environment, PluginKind::ResourceType, &name);
    let read = file.and_then(|file| ruby::resource_type_of(db, environment, file, name));
    let read = read.map(|mut info| {
        if file.is_some_and(|file| may_be_shadowed(db, environment, file)) {
            Arc::make_mut(&mut info).is_open = true;
        }
        info
    });
    match (read, stub) {
        (Some(mut info), Some(stub)) => {
            let info_mut = Arc::make_mut(&mut info);
            add_forms(info_mut, stub);
            Some(info)
        }
        (Some(info), None) => Some(info),
        (None, Some(stub)) if file.is_none() => Some(Arc::new(of_stub(stub))),
        (None, _) => None,
    }
}

/// Whether a file is of a module outside of the environment, while modules are missing that the `Puppetfile` names: one
/// of these may be meant, and comes first.
fn may_be_shadowed(db: &dyn Db, environment: Environment, file: File) -> bool {
    let module = owner(db, file).and_then(|owner| owner.module);
    let root = environment.root(db).trim_end_matches('/');
    let is_outside = module.is_some_and(|module| {
        let rest = module.root(db).strip_prefix(root);
        !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    is_outside
        && modules_of_puppetfile(db, environment)
            .iter()
            .any(|name| module_named(db, environment, name).is_none())
}

/// Whether some Ruby file of a module adds an attribute of this name to a type that another file defines, or to all.
pub fn is_added_by_plugins(
    db: &dyn Db,
    environment: Environment,
    ty: &str,
    attribute: &str,
) -> bool {
    ruby::additions(db, environment).has(ty, attribute)
}

/// The attributes that every resource has.
#[must_use]
pub fn metaparameter(name: &str) -> Option<&'static AttributeStub> {
    Library
        .metaparameters()
        .iter()
        .find(|attribute| attribute.name == name)
}

fn of_stub(stub: &TypeStub) -> ResourceTypeInfo {
    let mut info = ResourceTypeInfo {
        name: stub.name.as_str().into(),
        is_open: stub.opaque,
        has_title_patterns: stub.title_patterns,
        providers: stub.providers.iter().map(SmolStr::from).collect(),
        summary: stub.summary.as_str().into(),
        ..ResourceTypeInfo::default()
    };
    info.add_attributes(stub.attributes.iter().map(stub_attribute));
    info
}

/// What a stub says of an attribute or metaparameter.
pub fn stub_attribute(stub: &AttributeStub) -> AttributeInfo {
    let texts = |texts: &[String]| texts.iter().map(SmolStr::from).collect();
    let mut info = AttributeInfo {
        name: stub.name.as_str().into(),
        is_property: stub.kind == AttributeKind::Property,
        is_namevar: stub.namevar,
        values: texts(&stub.values),
        aliases: texts(&stub.aliases),
        is_open: stub.validates || stub.open_values,
        features: texts(&stub.features),
        ty: stub.ty.as_deref().map(SmolStr::from),
        summary: stub.summary.as_str().into(),
        ..AttributeInfo::default()
    };
    info.set_forms(stub);
    info.add_patterns(&stub.patterns);
    info.pattern_words = stub.pattern_docs.first().map(SmolStr::from);
    info
}

/// What is known of the code of a bundled module beyond what can be read from it.
fn add_forms(info: &mut ResourceTypeInfo, stub: &TypeStub) {
    for known in &stub.attributes {
        if let Some(attribute) = info.attributes.get_mut(known.name.as_str()) {
            attribute.set_forms(known);
            attribute.summary = known.summary.as_str().into();
        }
    }
}

/// The source of a regular expression that is written with slashes and options.
fn without_slashes(pattern: &str) -> String {
    let inner = pattern
        .strip_prefix('/')
        .and_then(|rest| rest.rsplit_once('/'));
    match inner {
        Some((source, "")) => source.to_owned(),
        Some((source, options)) => format!("(?{options}:{source})"),
        None => pattern.to_owned(),
    }
}
