//! The user's stub files: those that cannot be read, that contradict themselves, or whose texts are no types.

use puppet_db::{Db, Environment, File, FileKind, FilePlace};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_library::{DataTypeStub, FunctionStub, Stub, StubEntry, StubPlaces};
use puppet_scalars::Regexp;
use puppet_text::{TextRange, TextSize};
use puppet_types::{Relate, Type, TypeContext, read_text};

use puppet_inference::functions::callable::stub_signatures;
use puppet_semantic::index::file_origin::{Role, owner};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::ruby::user_stubs::stub_in;
use puppet_text::capitalized;

declare_rule! {
    /// A stub file is not valid, or contradicts another declaration.
    pub INVALID_STUB = {
        code: "M717", name: "invalid-stub", level: Error,
        help: "Correct this entry: `docs/stubs.md` describes the form of stubs",
    }
}

/// Reports what is wrong in stubs of the user.
pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
    if file.kind(db) != FileKind::Stub || file.problem(db).is_some() {
        return;
    }
    let Some(owner) = owner(db, file).filter(|owner| owner.role == Role::Stub) else {
        return;
    };
    let read = stub_in(db, file);
    let (stub, errors) = &*read;
    let mut report = |range: Option<std::ops::Range<usize>>, message: String| {
        let range = range.and_then(text_range).unwrap_or_default();
        let place = Place::new(file, range);
        out.push(Diagnostic::new(&INVALID_STUB, place, message));
    };
    for error in errors {
        report(error.range.clone(), error.message.clone());
    }
    let names = NameResolver::new(db, owner.environment, file);
    let mut problems = problems(&names, stub);
    problems.extend(contradictions(db, owner.environment, file, stub));
    if !problems.is_empty() {
        let places = StubPlaces::from_text(file.text(db));
        for (entry, message) in problems {
            report(places.range(entry), message);
        }
    }
}

fn text_range(range: std::ops::Range<usize>) -> Option<TextRange> {
    let start = TextSize::try_from(range.start).ok()?;
    let end = TextSize::try_from(range.end).ok()?;
    (start <= end).then(|| TextRange::new(start, end))
}

/// What is wrong with the types and regular expressions of a stub file.
fn problems(context: &dyn TypeContext, stub: &Stub) -> Vec<(StubEntry, String)> {
    let mut out = Vec::new();
    for (n, function) in stub.functions.iter().enumerate() {
        check_function(context, n, function, &mut out);
    }
    for (n, ty) in stub.types.iter().enumerate() {
        for (m, attribute) in ty.attributes.iter().enumerate() {
            let at = StubEntry::Attribute(n, m);
            if let Some(text) = &attribute.ty {
                out.extend(no_type(context, text).map(|message| (at, message)));
            }
            let forms = attribute.accepts.iter();
            let patterns = forms.filter_map(|form| form.pattern.as_deref());
            out.extend(patterns.filter_map(|it| Some((at, no_regexp(it)?))));
        }
    }
    for (n, variable) in stub.variables.iter().enumerate() {
        let message = no_type(context, &variable.ty);
        out.extend(message.map(|message| (StubEntry::Variable(n), message)));
    }
    for (n, fact) in stub.facts.iter().enumerate() {
        let message = no_type(context, &fact.ty);
        out.extend(message.map(|message| (StubEntry::FactType(n), message)));
        let message = fact.pattern.as_deref().and_then(no_regexp);
        out.extend(message.map(|message| (StubEntry::Fact(n), message)));
    }
    out
}

fn check_function(
    context: &dyn TypeContext,
    n: usize,
    function: &FunctionStub,
    out: &mut Vec<(StubEntry, String)>,
) {
    let before = out.len();
    // Local types are known to the function alone.
    if function.local_types.is_empty() {
        for (m, signature) in function.signatures.iter().enumerate() {
            let parameters = signature.parameters.iter().map(|it| it.ty.as_str());
            let block = signature.block.iter().map(|block| block.ty.as_str());
            let texts = parameters
                .chain(block)
                .chain(signature.return_type.as_deref());
            let faults = texts.filter_map(|text| no_type(context, text));
            out.extend(faults.map(|message| (StubEntry::Signature(n, m), message)));
        }
    }
    let is_versioned = function
        .signatures
        .iter()
        .any(|it| !it.versions.is_always());
    if out.len() == before && !is_versioned {
        check_reach(context, n, function, out);
    }
}

/// What an earlier stub file describes in another way: that counts, and this says nothing.
fn contradictions(
    db: &dyn Db,
    environment: Environment,
    file: File,
    stub: &Stub,
) -> Vec<(StubEntry, String)> {
    let mut out = Vec::new();
    let files = environment.stubs(db).iter().copied();
    for earlier in files.take_while(|it| *it != file) {
        let read = stub_in(db, earlier);
        let mut add = |entry: StubEntry, what: &str, name: &str| {
            let (path, what) = (earlier.path(db), capitalized(what));
            let message = format!(
                "{what} '{name}' is declared differently in {path}, which takes precedence"
            );
            out.push((entry, message));
        };
        let other = &read.0;
        for (n, it) in stub.functions.iter().enumerate() {
            if other
                .functions
                .iter()
                .any(|one| one.name == it.name && one != it)
            {
                add(StubEntry::Function(n), "function", &it.name);
            }
        }
        for (n, it) in stub.types.iter().enumerate() {
            if other
                .types
                .iter()
                .any(|one| one.name.eq_ignore_ascii_case(&it.name) && one != it)
            {
                add(StubEntry::Type(n), "type", &it.name);
            }
        }
        for (n, it) in stub.data_types.iter().enumerate() {
            let is_other =
                |one: &DataTypeStub| one.name.eq_ignore_ascii_case(&it.name) && one != it;
            if other.data_types.iter().any(is_other) {
                add(StubEntry::DataType(n), "data type", &it.name);
            }
        }
        for (n, it) in stub.facts.iter().enumerate() {
            if other
                .facts
                .iter()
                .any(|one| one.name == it.name && one.ty != it.ty)
            {
                add(StubEntry::Fact(n), "fact", &it.name);
            }
        }
        for (n, it) in stub.variables.iter().enumerate() {
            if other
                .variables
                .iter()
                .any(|one| one.name == it.name && one.ty != it.ty)
            {
                add(StubEntry::Variable(n), "variable", &it.name);
            }
        }
    }
    out
}

/// A signature is never reached if one before it accepts all that it accepts.
fn check_reach(
    context: &dyn TypeContext,
    n: usize,
    function: &FunctionStub,
    out: &mut Vec<(StubEntry, String)>,
) {
    let Some(callables) = stub_signatures(context, function) else {
        return;
    };
    let types: Vec<Type> = callables
        .overloads
        .into_iter()
        .map(|overload| {
            let mut callable = overload.callable;
            callable.returns = None;
            Type::callable_of(callable)
        })
        .collect();
    for (m, later) in types.iter().enumerate() {
        let hides = |earlier: &&Type| {
            let relate = Relate::new(context);
            relate.assignable(later, earlier) && relate.doubt().is_none()
        };
        if let Some(earlier) = types.iter().take(m).position(|earlier| hides(&earlier)) {
            let message = format!(
                "Signature {} of function '{}' is never reached: signature {} accepts all its arguments",
                m + 1,
                function.name,
                earlier + 1
            );
            out.push((StubEntry::Signature(n, m), message));
        }
    }
}

fn no_type(context: &dyn TypeContext, text: &str) -> Option<String> {
    let error = read_text(context, text).err()?;
    Some(format!("Invalid type '{text}': {error}"))
}

fn no_regexp(source: &str) -> Option<String> {
    let error = Regexp::new(source).err()?;
    Some(format!("Invalid regular expression /{source}/: {error}"))
}
