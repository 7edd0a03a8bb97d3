//! The modules of an environment: their files by the names that they define.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use puppet_eval::evaluate_source::{EvaluatedSource, Position};
use puppet_eval::{LoadedFile, Options, Place, RubyFunction, Site, Strict, Wanted};
use puppet_hir::{Body, BodyOwner, Expr, ExprId, Program};
use puppet_lookup::{Files, PathKind};
use puppet_syntax::Entry;
use puppet_text::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

/// How deep folders of Ruby files are searched.
const MAX_DEPTH: usize = 8;

/// The modules that can be seen together. What was read is kept: files that change need a new one.
pub struct ModuleSet {
    files: Arc<dyn Files>,
    parsed: Arc<ParsedFiles>,
    /// The folder of each module.
    roots: BTreeMap<String, String>,
    /// Whether there are no other modules.
    pub(crate) is_complete: bool,
    read: Mutex<ReadFiles>,
    plugins: OnceLock<Plugins>,
}

/// Manifests with the texts that they were parsed from. Sets of modules may share them: a file that has not changed is not
/// parsed again.
#[derive(Default)]
pub struct ParsedFiles(Mutex<FxHashMap<String, ParsedFile>>);

struct ParsedFile {
    text: Arc<str>,
    /// None if the text has errors.
    file: Option<Arc<ModuleFile>>,
}

#[derive(Default)]
struct ReadFiles {
    by_path: FxHashMap<String, Option<u32>>,
    by_name: FxHashMap<(Wanted, SmolStr), Answer>,
    files: Vec<Arc<ModuleFile>>,
    functions: FxHashMap<String, RubyFunction>,
}

#[derive(Debug, Clone, Copy)]
enum Answer {
    File(u32),
    Missing,
    Unknown,
}

/// A manifest.
#[derive(Debug)]
pub struct ModuleFile {
    /// Its path.
    pub path: String,
    pub(crate) source: EvaluatedSource,
    pub(crate) program: Arc<Program>,
}

/// What the Ruby files of all modules define, by the names of the files.
#[derive(Debug, Default)]
struct Plugins {
    functions: FxHashMap<String, String>,
    types: FxHashSet<String>,
}

impl std::fmt::Debug for ModuleSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModuleSet")
            .field("roots", &self.roots)
            .finish_non_exhaustive()
    }
}

impl ModuleSet {
    /// Modules by their names, with their folders. Unless they are complete, others may be there as well.
    #[must_use]
    pub fn new(files: Arc<dyn Files>, roots: BTreeMap<String, String>, is_complete: bool) -> Self {
        Self::with_parsed(files, roots, is_complete, Arc::default())
    }

    /// The same, where files may have been parsed before.
    #[must_use]
    pub fn with_parsed(
        files: Arc<dyn Files>,
        roots: BTreeMap<String, String>,
        is_complete: bool,
        parsed: Arc<ParsedFiles>,
    ) -> Self {
        ModuleSet {
            files,
            parsed,
            roots,
            is_complete,
            read: Mutex::default(),
            plugins: OnceLock::new(),
        }
    }

    /// The folder of a module.
    #[must_use]
    pub fn root(&self, module: &str) -> Option<&str> {
        self.roots.get(module).map(String::as_str)
    }

    /// The modules, with their folders.
    pub fn roots(&self) -> impl Iterator<Item = (&str, &str)> {
        self.roots
            .iter()
            .map(|(name, root)| (name.as_str(), root.as_str()))
    }

    /// The files that are read.
    #[must_use]
    pub fn files(&self) -> &Arc<dyn Files> {
        &self.files
    }

    /// A file that was read.
    #[must_use]
    pub fn file(&self, number: u32) -> Option<Arc<ModuleFile>> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.files.get(number as usize).cloned()
    }

    pub(crate) fn load(&self, wanted: Wanted, name: &str) -> LoadedFile {
        let key = (wanted, SmolStr::new(name));
        let known = {
            let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
            read.by_name.get(&key).copied()
        };
        let answer = known.unwrap_or_else(|| {
            let answer = self.find(wanted, name);
            let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
            read.by_name.insert(key, answer);
            answer
        });
        match answer {
            Answer::Missing => LoadedFile::Missing,
            Answer::Unknown => LoadedFile::Unknown,
            Answer::File(number) => match self.file(number) {
                Some(file) => LoadedFile::File(number, Arc::clone(&file.program)),
                None => LoadedFile::Unknown,
            },
        }
    }

    fn find(&self, wanted: Wanted, name: &str) -> Answer {
        let segments: Vec<&str> = name.split("::").collect();
        let Some((&module, rest)) = segments.split_first() else {
            return Answer::Missing;
        };
        if rest.iter().chain([&module]).any(|it| !is_plain(it)) {
            return Answer::Missing;
        }
        let Some(root) = self.root(module) else {
            return if self.is_complete {
                Answer::Missing
            } else {
                Answer::Unknown
            };
        };
        let folder = match wanted {
            Wanted::ClassOrDefinedType => "manifests",
            Wanted::Function => "functions",
            Wanted::TypeAlias => "types",
        };
        let mut paths = Vec::new();
        if !rest.is_empty() {
            paths.push(format!("{root}/{folder}/{}.pp", rest.join("/")));
        }
        if wanted == Wanted::ClassOrDefinedType {
            // A file also defines what is nested in its class.
            for end in (1..rest.len()).rev() {
                let outer = rest.get(..end).unwrap_or_default();
                paths.push(format!("{root}/{folder}/{}.pp", outer.join("/")));
            }
            paths.push(format!("{root}/{folder}/init.pp"));
        }
        for path in paths {
            match self.read_file(&path) {
                FileState::Missing => {}
                FileState::Broken => return Answer::Unknown,
                FileState::Read(number, file) if defines(&file.program, wanted, name) => {
                    return Answer::File(number);
                }
                FileState::Read(..) => {}
            }
        }
        Answer::Missing
    }

    fn read_file(&self, path: &str) -> FileState {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        match read.by_path.get(path) {
            Some(Some(number)) => {
                let file = read.files.get(*number as usize).cloned();
                return file.map_or(FileState::Broken, |file| FileState::Read(*number, file));
            }
            Some(None) => return FileState::Broken,
            None => {}
        }
        if self.files.kind(path) != PathKind::File {
            return FileState::Missing;
        }
        let Some(file) = self.parse(path) else {
            read.by_path.insert(path.to_owned(), None);
            return FileState::Broken;
        };
        let number = u32::try_from(read.files.len()).unwrap_or(u32::MAX);
        read.files.push(Arc::clone(&file));
        read.by_path.insert(path.to_owned(), Some(number));
        FileState::Read(number, file)
    }

    fn parse(&self, path: &str) -> Option<Arc<ModuleFile>> {
        let text = self.files.read(path).ok()?;
        self.parsed.parse(path, text)
    }

    /// A manifest, with its number.
    pub(crate) fn numbered(&self, path: &str) -> Option<(u32, Arc<ModuleFile>)> {
        match self.read_file(path) {
            FileState::Read(number, file) => Some((number, file)),
            FileState::Missing | FileState::Broken => None,
        }
    }

    /// The manifests of a module that can be read.
    pub(crate) fn manifests(&self, module: &str) -> Vec<Arc<ModuleFile>> {
        let Some(root) = self.root(module) else {
            return Vec::new();
        };
        let mut paths = Vec::new();
        self.files_below(
            &format!("{root}/manifests"),
            ".pp",
            "",
            0,
            &mut |_, path| paths.push(path),
        );
        paths.sort();
        let read = paths.iter().filter_map(|path| self.numbered(path));
        read.map(|(_, file)| file).collect()
    }

    /// The file of a function in Ruby.
    pub(crate) fn function_file(&self, name: &str) -> Option<&str> {
        self.plugins().functions.get(name).map(String::as_str)
    }

    /// What the text of a function in Ruby says about it.
    pub(crate) fn opaque_function(&self, path: &str) -> RubyFunction {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.functions.get(path) {
            return *known;
        }
        let text = self.files.read(path).unwrap_or_default();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let function = if has(&["call_function('deprecation'", "call_function(:deprecation"]) {
            RubyFunction::Deprecated
        } else {
            RubyFunction::Opaque {
                may_fail: has(&["raise", "fail"]),
                may_declare: has(&[
                    "add_resource",
                    "create_resources",
                    "ensure_resource",
                    "include",
                ]),
            }
        };
        read.functions.insert(path.to_owned(), function);
        function
    }

    /// Whether a module has a resource type in Ruby.
    pub(crate) fn has_type(&self, name: &str) -> bool {
        self.plugins().types.contains(name)
    }

    fn plugins(&self) -> &Plugins {
        self.plugins.get_or_init(|| {
            let mut plugins = Plugins::default();
            for root in self.roots.values() {
                for folder in ["lib/puppet/functions", "lib/puppet/parser/functions"] {
                    self.files_below(
                        &format!("{root}/{folder}"),
                        ".rb",
                        "",
                        0,
                        &mut |name, path| {
                            plugins.functions.entry(name).or_insert(path);
                        },
                    );
                }
                self.files_below(
                    &format!("{root}/lib/puppet/type"),
                    ".rb",
                    "",
                    0,
                    &mut |name, _| {
                        plugins.types.insert(name);
                    },
                );
            }
            plugins
        })
    }

    /// The files below a folder whose names have an extension, with the names that they are loaded by.
    fn files_below(
        &self,
        folder: &str,
        extension: &str,
        prefix: &str,
        depth: usize,
        add: &mut dyn FnMut(String, String),
    ) {
        if depth > MAX_DEPTH {
            return;
        }
        for entry in self.files.list(folder) {
            let path = format!("{folder}/{}", entry.name);
            match entry.name.strip_suffix(extension) {
                Some(name) if !entry.is_folder => add(format!("{prefix}{name}"), path),
                _ if entry.is_folder => {
                    let prefix = format!("{prefix}{}::", entry.name);
                    self.files_below(&path, extension, &prefix, depth + 1, add);
                }
                _ => {}
            }
        }
    }
}

impl ParsedFiles {
    fn parse(&self, path: &str, text: Arc<str>) -> Option<Arc<ModuleFile>> {
        let known = {
            let parsed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let known = parsed.get(path).filter(|it| it.text == text);
            known.map(|it| it.file.clone())
        };
        known.unwrap_or_else(|| {
            let file = ModuleFile::parse(path, &text).map(Arc::new);
            let mut parsed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = ParsedFile {
                text,
                file: file.clone(),
            };
            parsed.insert(path.to_owned(), entry);
            file
        })
    }
}

impl std::fmt::Debug for ParsedFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParsedFiles").finish_non_exhaustive()
    }
}

enum FileState {
    Read(u32, Arc<ModuleFile>),
    Missing,
    Broken,
}

impl ModuleFile {
    /// Parses a text; none if it has errors.
    pub(crate) fn parse(path: &str, text: &str) -> Option<Self> {
        // What is only doubtful does not keep Puppet from reading a file.
        let options = Options {
            strict: Strict::Warning,
            ..Options::default()
        };
        let source = EvaluatedSource::read(text, Entry::Manifest, &options).ok()?;
        Some(ModuleFile {
            path: path.to_owned(),
            program: Arc::new(source.program.clone()),
            source,
        })
    }

    /// The line and the column of a place in the file.
    #[must_use]
    pub fn position(&self, place: Place) -> Option<Position> {
        self.source.position(place)
    }

    /// The range of a place in the file.
    #[must_use]
    pub fn range(&self, place: Place) -> Option<TextRange> {
        let map = &self.source.map;
        match place.site {
            Site::Expr(id) | Site::Line(id) => map.expr(place.body, id).map(|span| span.full),
            Site::Part(id) => map.part(place.body, id).map(|part| part.span.full),
            Site::Template { .. } => None,
        }
    }

    /// The names of the classes that the file declares or inherits from, in lower case.
    pub(crate) fn declared_classes(&self) -> Vec<SmolStr> {
        let mut names = Vec::new();
        for (_, body) in self.program.bodies() {
            if let BodyOwner::Class {
                parent_class: Some(parent),
                ..
            } = body.definition()
            {
                names.push(parent.clone());
            }
            for (_, expr) in body.exprs() {
                declared_in(body, expr, &mut names);
            }
        }
        let plain = |name: SmolStr| name.trim_start_matches("::").to_lowercase().into();
        names.into_iter().map(plain).collect()
    }

    /// The range of the name of a definition, given in lower case.
    pub(crate) fn head(&self, name: &str) -> Option<TextRange> {
        let has_name = |body: &Body| body.name().is_some_and(|it| it.eq_ignore_ascii_case(name));
        let mut bodies = self.program.bodies();
        let (id, _) = bodies.find(|(_, body)| has_name(body))?;
        let place = self.source.map.definition(id)?;
        Some(place.name.unwrap_or(place.span.full))
    }

    /// The names of the classes and defined types of the file, in lower case.
    pub(crate) fn names(&self) -> Vec<SmolStr> {
        let bodies = self.program.bodies();
        let named = bodies.filter(|(_, body)| {
            matches!(
                body.definition(),
                BodyOwner::Class { .. } | BodyOwner::DefinedType { .. }
            )
        });
        named
            .filter_map(|(_, body)| Some(body.name()?.to_lowercase().into()))
            .collect()
    }
}

/// The names of classes that an expression declares, as far as they are written there.
fn declared_in(body: &Body, expr: &Expr, names: &mut Vec<SmolStr>) {
    let is_name = |id: ExprId, expected: &[&str]| match body.expr(id) {
        Expr::QualifiedName(name) => expected.contains(&name.as_str()),
        _ => false,
    };
    let mut open: Vec<ExprId> = match expr {
        Expr::CallNamedFunction {
            functor, arguments, ..
        } if is_name(*functor, &["include", "contain", "require"]) => arguments.to_vec(),
        Expr::Resource {
            type_name, bodies, ..
        } if is_name(*type_name, &["class"]) => bodies.iter().filter_map(|it| it.title).collect(),
        _ => return,
    };
    while let Some(id) = open.pop() {
        match body.expr(id) {
            Expr::LiteralList(items) => open.extend(items.iter()),
            Expr::Parenthesized(inner) => open.push(*inner),
            Expr::LiteralString(name) | Expr::QualifiedName(name) => names.push(name.clone()),
            _ => {}
        }
    }
}

fn is_plain(segment: &str) -> bool {
    !segment.is_empty()
        && segment
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn defines(program: &Program, wanted: Wanted, name: &str) -> bool {
    program.bodies().any(|(_, body)| {
        let fits = match body.definition() {
            BodyOwner::Class { .. } | BodyOwner::DefinedType { .. } => {
                wanted == Wanted::ClassOrDefinedType
            }
            BodyOwner::Function { .. } => wanted == Wanted::Function,
            BodyOwner::TypeAlias { .. } => wanted == Wanted::TypeAlias,
            _ => false,
        };
        fits && body
            .name()
            .is_some_and(|it| it.trim_start_matches("::").eq_ignore_ascii_case(name))
    })
}
