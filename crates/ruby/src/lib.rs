//! Static reader of the Ruby files in which modules define functions, resource types, providers, data types and facts,
//! and of templates in Embedded Ruby.
//!
//! Purpose: Ruby source in, plain facts out, with places and documentation. No Ruby is ever run. What the code computes
//! when it runs is marked as opaque, computed or conditional, so that nothing false follows from it.
//! Allowed inputs: the text of one file. Forbidden knowledge: files, modules, the database, Puppet types as values
//! (types stay texts of the Puppet language).

mod attribute;
mod bases;
mod data_type;
mod definitions;
mod deprecation;
mod docs;
mod erb;
mod fact;
mod fact_value;
mod function3;
mod function4;
mod literal;
mod lower;
mod mixin;
mod provider;
mod puppetfile;
mod resource_api;
mod resource_type;
mod spec;
mod tree;

pub use definitions::{
    AttributeValue, AutoRelation, BlockParam, DataType, DefaultValue, Dispatch, Fact, Function,
    FunctionApi, LegacyFunction, Literal, LocalType, Mixin, ModernFunction, Param, Provider,
    ResourceType, RubyError, RubyFacts, TypeAttribute, TypeExtension, TypeText,
};
pub use erb::{
    TemplateProblem, TemplateProblemKind, TemplateReads, TemplateVariable, read_template,
};
pub use fact_value::FactValue;

pub use puppetfile::{ModuleSource, PuppetfileModule};
pub use spec::SpecName;

use puppet_text::{TextRange, TextSize};
use std::panic::{self, AssertUnwindSafe};

use tree::{Descend, Kind, Node, RubyCall, walk};

/// The Ruby parser recurses on nested code up to a limit of its own, which needs about 8 MB of stack.
const STACK_NEEDED: usize = 12 << 20;

/// The stack that is made where there is less left.
const STACK_SIZE: usize = 16 << 20;

/// Reads what a Ruby file defines. Broken code gives what can be read, and its errors.
pub fn read(source: &str) -> RubyFacts {
    with_large_stack(|| read_here(source)).unwrap_or_else(|| RubyFacts {
        errors: vec![unreadable()],
        ..RubyFacts::default()
    })
}

/// Words in the code of functions that may declare resources or classes.
const DECLARING: [&str; 7] = [
    "create_resources",
    "ensure_",
    "add_resource",
    "Resource.new",
    "evaluate_classes",
    "include_class",
    "compiler",
];

/// Whether a function with this code may declare resources or classes. It is taken for one that does if in doubt.
#[must_use]
pub fn may_declare(code: &str) -> bool {
    DECLARING.iter().any(|word| code.contains(word))
}

/// Reads the modules that a `Puppetfile` names, in order.
pub fn declared_modules(source: &str) -> Vec<PuppetfileModule> {
    with_large_stack(|| puppetfile::read(source)).unwrap_or_default()
}

/// Whether a `Puppetfile` names modules whose names are computed, as in a method of its own.
pub fn has_computed_modules(source: &str) -> bool {
    with_large_stack(|| puppetfile::has_computed_modules(source)).unwrap_or_default()
}

/// Reads what a spec of a module names: classes, defined types, and their parameters.
pub fn spec_names(source: &str) -> Vec<SpecName> {
    with_large_stack(|| spec::read(source)).unwrap_or_default()
}

/// Runs the Ruby parser where it has room; `None` if it broke down.
fn with_large_stack<T>(parse: impl FnOnce() -> T) -> Option<T> {
    let parse = || stacker::maybe_grow(STACK_NEEDED, STACK_SIZE, parse);
    panic::catch_unwind(AssertUnwindSafe(parse)).ok()
}

fn unreadable() -> RubyError {
    RubyError {
        range: Default::default(),
        message: "this file could not be read".to_owned(),
    }
}

fn read_here(source: &str) -> RubyFacts {
    let file = lower::lower(source);
    let docs = Docs {
        source,
        comments: &file.comments,
    };
    let mut facts = RubyFacts {
        errors: file.errors,
        ..RubyFacts::default()
    };
    walk(&file.statements, &mut |node| {
        read_node(node, &docs, &mut facts)
    });
    facts.mixins = mixin::read(&file.statements);
    facts
}

fn read_node(node: &Node, docs: &Docs<'_>, facts: &mut RubyFacts) -> Descend {
    let Some(call) = node.as_call() else {
        return Descend::Yes;
    };
    if call.is_call_of("Puppet::Functions", "create_function") {
        facts.functions.extend(function4::read(node, call, docs));
    } else if call.is_call_of("Puppet::Parser::Functions", "newfunction") {
        facts.functions.extend(function3::read(node, call, docs));
    } else if call.is_call_of("Puppet::Type", "newtype") || resource_type::is_of_helper(call) {
        facts.resource_types.extend(resource_type::read(node, call));
    } else if call.is_call_of("Puppet::ResourceApi", "register_type") {
        facts.resource_types.extend(resource_api::read(node, call));
    } else if let Some(provider) = provider::read(node, call) {
        facts.providers.push(provider);
    } else if let Some(extension) = resource_type::extension(call) {
        facts.type_extensions.push(extension);
    } else if call.is_bare("newmetaparam") {
        facts
            .metaparameters
            .extend(defined_name(call).map(|(name, _)| attribute::read(call, name)));
    } else if call.is_call_of("Puppet::DataTypes", "create_type") {
        facts.data_types.extend(data_type::read(node, call, docs));
    } else if call.is_call_of("Facter", "add") && call.receiver.is_some() {
        facts.facts.push(fact::read(node, call));
    } else {
        return Descend::Yes;
    }
    Descend::No
}

/// The comments of a file, to look documentation up.
struct Docs<'s> {
    source: &'s str,
    comments: &'s [lower::Comment],
}

impl Docs<'_> {
    fn above(&self, node: &Node) -> Option<String> {
        docs::comment_above(self.source, self.comments, node.range)
    }
}

/// The name that the first argument of a defining call gives, and its range.
fn defined_name(call: &RubyCall) -> Option<(String, TextRange)> {
    let node = call.args.first()?;
    let name = node.as_text()?;
    let range = without_quotes(node.range, name);
    Some((name.strip_prefix("::").unwrap_or(name).to_owned(), range))
}

/// The range of a text within its literal: `name` of `:name`, `'name'` and `:'name'`.
fn without_quotes(literal: TextRange, text: &str) -> TextRange {
    let quotes = usize::from(literal.len()).saturating_sub(text.len());
    let start = match quotes {
        1 | 2 => 1,
        3 => 2,
        // Some of it is escaped, or written in another way.
        _ => return literal,
    };
    TextRange::at(literal.start() + TextSize::new(start), TextSize::of(text))
}

/// The calls among statements, those in conditions and loops included, with whether they always run.
fn statement_calls<'t>(
    statements: &'t [Node],
    always: bool,
    out: &mut Vec<(&'t Node, &'t RubyCall, bool)>,
) {
    for node in statements {
        match &node.kind {
            Kind::Call(call) => out.push((node, call, always)),
            Kind::Statements(inner) => statement_calls(inner, always, out),
            Kind::Other(inner) => statement_calls(inner, false, out),
            _ => {}
        }
    }
}
