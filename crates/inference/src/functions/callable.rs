//! The callables of a name, from all sources: built-in functions, and the functions of modules in both languages.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, is_plan};
use puppet_library::{FunctionStub, Library, ParameterArity, Target};
use puppet_ruby::{Dispatch, FunctionApi};
use puppet_types::{Signature, SignatureBuilder, Type, TypeContext, read_text};
use smol_str::SmolStr;

use crate::functions::existence;
use crate::functions::item_signature::signature;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, ItemKind};
use puppet_semantic::resolve::module_items::{Resolution, module_named, resolve};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::ruby::plugins::{PluginKind, plugin};
use puppet_semantic::ruby::user_stubs::user_stubs;

/// What a name can be called with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallableSet {
    /// Its signatures, in the order in which Puppet tries them.
    pub overloads: Vec<Signature>,
    /// The definition, if it is in the Puppet language.
    pub item: Option<Item>,
    /// The file that defines it, if it is in the Ruby language.
    pub file: Option<File>,
}

/// Whether a name can be called, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Callee {
    /// Like this.
    Known(Arc<CallableSet>),
    /// It exists, but how it is called cannot be read.
    Opaque,
    /// It certainly does not exist.
    Absent,
    /// It cannot be known whether it exists.
    Unknown,
}

/// What a name can be called with, as seen from a file.
pub fn callee(db: &dyn Db, environment: Environment, from: File, name: &str) -> Callee {
    let name = name.strip_prefix("::").unwrap_or(name);
    // Puppet's own functions hide all others of their names.
    if Library.function(name).is_none()
        && let Resolution::Found(item) = resolve(db, environment, from, ItemKind::Function, name)
    {
        return Callee::Known(of_item(db, environment, item));
    }
    if is_plan(from.path(db))
        && let Some(stub) = Library.plan_function(name)
    {
        return of_plans(db, environment, stub);
    }
    match callee_of_modules(db, environment, name.into()) {
        Callee::Unknown if existence::is_absent(db, environment, from, name) => Callee::Absent,
        callee => callee,
    }
}

/// What the types stand for that Bolt's functions name: of its objects, no more is known than that they are some.
const TYPES_OF_PLANS: [&str; 4] = [
    "TargetSpec = Variant[String[1], Object, Array]",
    "Target = Object",
    "Future = Object",
    "ResourceInstance = Object",
];

/// A function that only plans have.
fn of_plans(db: &dyn Db, environment: Environment, stub: &FunctionStub) -> Callee {
    let types = TypeReader {
        context: &AnyContext(db, environment),
        locals: TYPES_OF_PLANS.to_vec(),
    };
    // Of what they return, more is known to editors than checks may rely on.
    let mut stub = stub.clone();
    for signature in &mut stub.signatures {
        signature.return_type = None;
    }
    signatures_with(&types, &stub).map_or(Callee::Opaque, |callables| {
        Callee::Known(Arc::new(callables))
    })
}

#[salsa::tracked(returns(clone))]
fn callee_of_modules(db: &dyn Db, environment: Environment, name: SmolStr) -> Callee {
    if let Some(stub) = Library
        .function(&name)
        .filter(|stub| stub.versions.includes(TARGET))
    {
        let anything = AnyContext(db, environment);
        return stub_signatures(&anything, stub).map_or(Callee::Opaque, |callables| {
            Callee::Known(Arc::new(callables))
        });
    }
    if let Some(stub) = user_stubs(db, environment).function(&name) {
        let anything = AnyContext(db, environment);
        return stub_signatures(&anything, stub).map_or(Callee::Opaque, |callables| {
            Callee::Known(Arc::new(callables))
        });
    }
    if let Some(file) = plugin(db, environment, PluginKind::Function, &name) {
        return from_ruby(db, environment, file, &name);
    }
    if let Some(file) = plugin(db, environment, PluginKind::LegacyFunction, &name) {
        return from_ruby3(db, environment, file, &name);
    }
    match name.split_once("::") {
        // Functions of a module can only come from that module.
        Some((module, _)) => match module_named(db, environment, module) {
            Some(module) if !existence::may_lack(db, environment, module, &name) => Callee::Absent,
            _ => Callee::Unknown,
        },
        None => Callee::Unknown,
    }
}

/// The version whose functions are known.
const TARGET: Target = Target::Puppet8;

/// Whether a name is that of one of Puppet's own functions.
pub fn is_core_function(name: &str) -> bool {
    Library
        .function(name)
        .is_some_and(|stub| stub.versions.includes(TARGET))
}

fn of_item(db: &dyn Db, environment: Environment, item: Item) -> Arc<CallableSet> {
    let signature = signature(db, environment, item);
    let mut overload = SignatureBuilder::default();
    for parameter in &signature.parameters {
        let arity = match (parameter.captures_rest, parameter.has_default) {
            (true, _) => ParameterArity::Repeated,
            (false, true) => ParameterArity::Optional,
            (false, false) => ParameterArity::Required,
        };
        overload.push(&parameter.name, parameter.element_type(), arity);
    }
    let overloads = vec![overload.finish(signature.returns.clone())];
    Arc::new(CallableSet {
        overloads,
        item: Some(item),
        file: None,
    })
}

/// What a stub says of a function; `None` if it says that it cannot be known.
pub fn stub_signatures(context: &dyn TypeContext, stub: &FunctionStub) -> Option<CallableSet> {
    let types = TypeReader {
        context,
        locals: stub.local_types.iter().map(String::as_str).collect(),
    };
    signatures_with(&types, stub)
}

fn signatures_with(types: &TypeReader<'_>, stub: &FunctionStub) -> Option<CallableSet> {
    if stub.opaque || stub.signatures.is_empty() {
        return None;
    }
    let signatures = stub
        .signatures
        .iter()
        .filter(|signature| signature.versions.includes(TARGET));
    let overloads = signatures.map(|written| Signature::from_written(written, |ty| types.read(ty)));
    Some(CallableSet {
        overloads: overloads.collect(),
        item: None,
        file: None,
    })
}

fn from_ruby(db: &dyn Db, environment: Environment, file: File, name: &str) -> Callee {
    let ruby = puppet_ruby::read(file.text(db));
    let function = ruby.functions.iter().find(|function| function.name == name);
    let Some(FunctionApi::Modern(modern)) = function.map(|function| &function.api) else {
        return Callee::Opaque;
    };
    // The old name of a function without the name of its module.
    if let Some(target) = &modern.delegate
        && target
            .rsplit_once("::")
            .is_some_and(|(_, last)| last == name)
        && let Callee::Known(callables) = callee_of_modules(db, environment, target.into())
    {
        return Callee::Known(Arc::new(CallableSet {
            file: Some(file),
            ..CallableSet::clone(&callables)
        }));
    }
    let is_readable =
        !modern.opaque && !modern.custom_call && !modern.default_dispatch && ruby.errors.is_empty();
    if !is_readable || modern.dispatches.iter().any(|dispatch| dispatch.opaque) {
        return Callee::Opaque;
    }
    let anything = AnyContext(db, environment);
    let locals = modern
        .local_types
        .iter()
        .map(|local| local.definition.as_str())
        .collect();
    let types = TypeReader {
        context: &anything,
        locals,
    };
    let dispatches = modern
        .dispatches
        .iter()
        .filter(|dispatch| !dispatch.mismatch_handler);
    let overloads: Vec<_> = dispatches
        .map(|dispatch| of_dispatch(&types, dispatch))
        .collect();
    match overloads.is_empty() {
        true => Callee::Opaque,
        false => Callee::Known(Arc::new(CallableSet {
            overloads,
            item: None,
            file: Some(file),
        })),
    }
}

/// What is known of a function of a well-known module, by the file that defines it.
pub(crate) fn module_stub(db: &dyn Db, file: File, name: &str) -> Option<&'static FunctionStub> {
    let module = owner(db, file)?.module?;
    Library.module_function(module.name(db), name)
}

/// A function of the older API says how many arguments it takes, if anything.
fn from_ruby3(db: &dyn Db, environment: Environment, file: File, name: &str) -> Callee {
    if let Some(stub) = module_stub(db, file, name)
        && let Some(callables) = stub_signatures(&AnyContext(db, environment), stub)
    {
        return Callee::Known(Arc::new(callables));
    }
    let ruby = puppet_ruby::read(file.text(db));
    let function = ruby.functions.iter().find(|function| function.name == name);
    let Some(FunctionApi::Legacy(legacy)) = function.map(|function| &function.api) else {
        return Callee::Opaque;
    };
    let Some(arity) = legacy.arity.filter(|_| ruby.errors.is_empty()) else {
        return Callee::Opaque;
    };
    let (least, takes_more) = match arity {
        0.. => (arity, false),
        _ => (-(arity + 1), true),
    };
    // More arguments than any function takes: the number was computed.
    if least > 64 {
        return Callee::Opaque;
    }
    let mut overload = SignatureBuilder::default();
    for _ in 0..least {
        overload.push("argument", Type::Unknown, ParameterArity::Required);
    }
    if takes_more {
        overload.push("argument", Type::Unknown, ParameterArity::Repeated);
    }
    overload.block("block", Type::Unknown, true);
    let returns = match legacy.returns_value {
        true => Type::Unknown,
        false => Type::Undef,
    };
    Callee::Known(Arc::new(CallableSet {
        overloads: vec![overload.finish(Some(returns))],
        item: None,
        file: Some(file),
    }))
}

fn of_dispatch(types: &TypeReader<'_>, dispatch: &Dispatch) -> Signature {
    let read = |text: Option<&str>| text.map_or(Type::Unknown, |text| types.read(text));
    let mut overload = SignatureBuilder::default();
    for parameter in &dispatch.params {
        let ty = read(parameter.ty.text.as_deref());
        overload.push(&parameter.name, ty, parameter.arity);
    }
    if let Some(block) = &dispatch.block {
        let ty = block.ty.as_ref();
        let ty = ty.map_or(Type::CALLABLE, |ty| read(ty.text.as_deref()));
        overload.block(&block.name, ty, block.optional);
    }
    let returns = dispatch.return_type.as_ref();
    overload.finish(returns.map(|ty| read(ty.text.as_deref())))
}

/// Reads the texts of types.
struct TypeReader<'a> {
    context: &'a dyn TypeContext,
    /// Type definitions that only the function knows: `Name = Type`.
    locals: Vec<&'a str>,
}

impl TypeReader<'_> {
    /// The type that a text means; unknown if it cannot be read.
    fn read(&self, text: &str) -> Type {
        read_text(self.context, &self.expanded(text)).unwrap_or(Type::Unknown)
    }

    /// The text without names that only the function knows. Those that stand for themselves, or for too much, are
    /// anything below their first parts.
    fn expanded(&self, text: &str) -> String {
        let mut text = text.to_owned();
        let mut short = None;
        for depth in 0..MAX_LOCAL_NESTING {
            if depth == RECURSIVE_NESTING {
                short = self.expanded_once(&text, |_| Some("Any"));
            }
            match self.expanded_once(&text, |name| self.meaning(name)) {
                Some(more) if more.len() <= MAX_LOCAL_LENGTH => text = more,
                Some(_) => break,
                None => return text,
            }
        }
        short.unwrap_or_else(|| "Any".to_owned())
    }

    /// The text with each local name replaced by what it means; `None` if there is none.
    fn expanded_once<'t>(
        &'t self,
        text: &str,
        meaning_of: impl Fn(&str) -> Option<&'t str>,
    ) -> Option<String> {
        let is_part = |c: char| c.is_alphanumeric() || c == ':' || c == '_';
        let mut expanded = String::with_capacity(text.len());
        let mut has_local = false;
        let mut quote = None;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = match is_part(first) {
                true => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
                false => first.len_utf8(),
            };
            let (word, after) = rest.split_at(end);
            rest = after;
            match (quote, first) {
                (None, '\'' | '"') => quote = Some(first),
                (Some(open), _) if open == first => quote = None,
                _ => {}
            }
            let is_local = quote.is_none() && self.meaning(word).is_some();
            let meaning = is_local.then(|| meaning_of(word)).flatten();
            has_local |= meaning.is_some();
            expanded.push_str(meaning.unwrap_or(word));
        }
        has_local.then_some(expanded)
    }

    /// The text of a local type.
    fn meaning(&self, name: &str) -> Option<&str> {
        self.locals.iter().find_map(|local| {
            let (local, meaning) = local.trim_start_matches("type ").split_once('=')?;
            (local.trim() == name).then(|| meaning.trim())
        })
    }
}

/// How deep local types are made of others, and how long they may become (in bytes): enough for all that people write.
const MAX_LOCAL_NESTING: usize = 16;
/// How deep a local type that is made of itself is known.
const RECURSIVE_NESTING: usize = 3;
const MAX_LOCAL_LENGTH: usize = 1 << 14;

/// NameResolver as any file of the environment sees them.
struct AnyContext<'db>(&'db dyn Db, Environment);

impl TypeContext for AnyContext<'_> {
    fn lookup(&self, name: &str) -> puppet_types::Named {
        let Self(db, environment) = *self;
        let module = environment.modules(db).first().copied();
        match module.and_then(|module| module.files(db).first().copied()) {
            Some(file) => NameResolver::new(db, environment, file).lookup(name),
            None => puppet_types::Named::Unknown,
        }
    }
}
