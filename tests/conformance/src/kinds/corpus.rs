//! Kind `corpus`: Puppet's verdict on a file of a module, and what the file defines.

use std::{
    cell::OnceCell,
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use puppet_hir::{
    Body, BodyId, ExprId, Program, ProgramSourceMap,
    model::{BodyOwner, Parameter},
    validate::Strict,
};
use puppet_syntax::{Entry, Keywords, ParseOptions};
use puppet_text::{LineIndex, TextRange};
use puppet_types::{Definitions, Form, format_type, read_text, parse};
use serde_json::{Map, Value, json};

use crate::{
    case::Case,
    compare::{self, Texts},
    kinds::{
        CaseAnswer, CaseKind,
        validate::{self, Questions},
    },
};

/// The kind `corpus`.
pub struct Corpus;

/// Issues that only say that a file is in the wrong place.
const PLACEMENT: &[&str] = &["ILLEGAL_TOP_CONSTRUCT_LOCATION", "ILLEGAL_DEFINITION_LOCATION"];

impl CaseKind for Corpus {
    fn name(&self) -> &'static str {
        "corpus"
    }

    fn texts(&self) -> Texts {
        Texts::OurOwn
    }

    fn answer(&self, case: &Case) -> CaseAnswer {
        let (module, file) = (case.text("module").unwrap_or_default(), case.text("file").unwrap_or_default());
        let Ok(source) = fs::read_to_string(module_folder(&case.corpus, module).join(file)) else {
            return CaseAnswer::NotImplemented;
        };
        let questions = Questions {
            epp: file.ends_with(".epp"),
            strict: Strict::Warning,
            tasks: file.starts_with("plans/") || file.contains("/plans/"),
            module_file: Some(&format!("{module}/{file}")),
            puppet: validate::puppet(case.target),
        };
        let issues = validate::issues(&source, &questions);
        let (errors, warnings): (Vec<Value>, Vec<Value>) =
            issues.into_iter().partition(|issue| issue["severity"] == "error");
        let ok = errors.is_empty();
        let is_placement = |error: &Value| error["issue"].as_str().is_some_and(|issue| PLACEMENT.contains(&issue));
        let mut answer = json!({
            "ok": ok,
            "definitions": with_aliases(&case.corpus, |aliases| definitions(&source, &questions, aliases)),
        });
        if !ok && errors.iter().all(is_placement) {
            answer["ok_elsewhere"] = true.into();
        }
        answer["errors"] = errors.into();
        if !warnings.is_empty() {
            answer["warnings"] = warnings.into();
        }
        CaseAnswer::Json(answer)
    }

    fn is_here(&self, case: &Case) -> bool {
        let (module, file) = (case.text("module").unwrap_or_default(), case.text("file").unwrap_or_default());
        module_folder(&case.corpus, module).join(file).is_file()
    }

    fn differences(&self, case: &Case, ours: &Value) -> Vec<String> {
        compare::answers(&comparable(&case.expect), &comparable(ours), self.texts())
    }
}

/// An answer with its lists in a fixed order, and without what other kinds compare.
fn comparable(answer: &Value) -> Value {
    let mut comparable = validate::comparable(answer);
    for error in comparable["errors"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        for field in ["severity", "offset", "length"] {
            error.remove(field);
        }
    }
    for warning in comparable["warnings"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        for field in ["offset", "length"] {
            warning.remove(field);
        }
    }
    if let Some(definitions) = comparable["definitions"].as_array_mut() {
        definitions.sort_by_key(|definition| (definition["lines"].to_string(), definition["name"].to_string()));
    }
    comparable
}

/// The folder of a module; the names of the folders of packages may have the author in front, or something behind
/// (`augeas_core` for `augeas`).
pub fn module_folder(modules: &Path, module: &str) -> PathBuf {
    let plain = modules.join(module);
    if plain.is_dir() {
        return plain;
    }
    let is_of_author = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.strip_suffix(module).is_some_and(|author| author.ends_with('-'))
            || name.strip_prefix(module).is_some_and(|more| more.starts_with('_'))
    };
    let entries = fs::read_dir(modules).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.into_iter().find(is_of_author).unwrap_or(plain)
}

/// What a file defines.
fn definitions(source: &str, questions: &Questions<'_>, aliases: &Definitions) -> Vec<Value> {
    let entry = if questions.epp { Entry::Epp } else { Entry::Manifest };
    let keywords = if questions.tasks { Keywords::Tasks } else { Keywords::Manifest };
    let parse = puppet_syntax::parse_with(source, ParseOptions { entry, keywords });
    if parse.stop().is_some() {
        return Vec::new();
    }
    let (program, map) = puppet_hir::lower(&parse);
    let reader = CorpusReader { source, index: LineIndex::new(source), map: &map, aliases };
    let template = program.file().and_then(|file| reader.template(file));
    let others = program.bodies().skip(1).map(|(id, body)| reader.definition(id, body));
    template.into_iter().chain(others).collect()
}

struct CorpusReader<'a> {
    source: &'a str,
    index: LineIndex,
    map: &'a ProgramSourceMap,
    aliases: &'a Definitions,
}

impl CorpusReader<'_> {
    /// The parameters of a template.
    fn template(&self, file: &Body) -> Option<Value> {
        let puppet_hir::Expr::Lambda { parameters, .. } = file.expr(file.root()?) else { return None };
        let parameters = self.parameters(Program::FILE, parameters);
        (!parameters.is_empty()).then(|| json!({"kind": "epp", "params": parameters}))
    }

    fn definition(&self, id: BodyId, body: &Body) -> Value {
        let range = self.map.definition(id).map(|part| part.span.reported).unwrap_or_default();
        let (first, last) = validate::lines(&self.index, range);
        let definition = body.definition();
        let mut value = json!({"kind": kind(definition), "lines": [first, last]});
        if let Some(name) = definition.name() {
            value["name"] = name.as_str().into();
        }
        let parameters = self.parameters(id, definition.parameters());
        if !parameters.is_empty() {
            value["params"] = parameters.into();
        }
        match definition {
            BodyOwner::Class { parent_class: Some(parent), .. } => value["inherits"] = parent.as_str().into(),
            BodyOwner::Function { return_type: Some(it), .. } | BodyOwner::Plan { return_type: Some(it), .. } => {
                value["return_type"] = self.type_text(id, *it);
            }
            BodyOwner::TypeAlias { type_expr: Some(it), .. } => value["type"] = self.type_text(id, *it),
            BodyOwner::Node { host_matches, .. } => {
                let text = |host: &ExprId| self.text(self.map.expr(id, *host).map(|span| span.reported));
                value["matches"] = host_matches.iter().map(text).collect::<Vec<_>>().into();
            }
            _ => {}
        }
        value
    }

    fn parameters(&self, id: BodyId, parameters: &[Parameter]) -> Vec<Value> {
        let value = |parameter: &Parameter| {
            let mut value = Map::new();
            value.insert("name".to_owned(), parameter.name.as_str().into());
            if let Some(type_expr) = parameter.type_expr {
                value.insert("type".to_owned(), self.type_text(id, type_expr));
            }
            if parameter.value.is_some() {
                value.insert("default".to_owned(), true.into());
            }
            if parameter.captures_rest {
                value.insert("captures_rest".to_owned(), true.into());
            }
            Value::Object(value)
        };
        parameters.iter().map(value).collect()
    }

    /// A type in canonical form; null if it is not a literal.
    fn type_text(&self, id: BodyId, type_expr: ExprId) -> Value {
        let text = self.text(self.map.expr(id, type_expr).map(|span| span.full));
        let read = read_text(self.aliases, text);
        read.map_or(Value::Null, |read| format_type(self.aliases, &read, Form::Plain).into())
    }

    fn text(&self, range: Option<TextRange>) -> &str {
        range.and_then(|range| self.source.get(Range::<usize>::from(range))).unwrap_or_default()
    }
}

fn kind(definition: &BodyOwner) -> &'static str {
    match definition {
        BodyOwner::File => "epp",
        BodyOwner::Class { .. } => "class",
        BodyOwner::DefinedType { .. } => "define",
        BodyOwner::Function { .. } => "function",
        BodyOwner::Plan { .. } => "plan",
        BodyOwner::Node { .. } => "node",
        BodyOwner::TypeAlias { .. } => "type",
        BodyOwner::TypeMapping { .. } => "mapping",
        BodyOwner::TypeDefinition { .. } => "typedef",
    }
}

thread_local! {
    /// The type aliases of all modules: read once.
    static ALIASES: OnceCell<Definitions> = const { OnceCell::new() };
}

/// Calls a function with the type aliases of all modules.
fn with_aliases<T>(modules: &Path, call: impl FnOnce(&Definitions) -> T) -> T {
    ALIASES.with(|aliases| {
        call(aliases.get_or_init(|| {
            let mut found = Definitions::new();
            for module in fs::read_dir(modules).into_iter().flatten().flatten() {
                collect_aliases(&module.path().join("types"), &mut found);
            }
            found
        }))
    })
}

fn collect_aliases(folder: &Path, found: &mut Definitions) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect_aliases(&path, found);
            continue;
        }
        let Ok(source) = fs::read_to_string(&path) else { continue };
        let (program, map) = puppet_hir::lower(&puppet_syntax::parse(&source, Entry::Manifest));
        for (id, body) in program.bodies() {
            let BodyOwner::TypeAlias { name, type_expr: Some(right_side) } = body.definition() else { continue };
            let range = map.expr(id, *right_side).map(|span| Range::<usize>::from(span.full));
            let text = range.and_then(|range| source.get(range)).unwrap_or_default();
            if let Ok(right_side) = parse::parse(text) {
                found.add(name.clone(), right_side);
            }
        }
    }
}
