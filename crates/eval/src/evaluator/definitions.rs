//! Definitions of the program: functions, type aliases, classes and defined types.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use puppet_hir::canonical;
use puppet_hir::model::DefinitionKind;
use puppet_hir::{Body, BodyId, BodyOwner, Expr, ExprId, Program};
use puppet_text::capitalized;
use puppet_types::{Named, TypeContext, TypeExpr};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::error::Unknown;
use crate::modules::{LoadedFile, Modules, Wanted};
use crate::options::Assumptions;
use crate::type_expr;

/// The right side of an alias, with the text by which Puppet quotes it: from the name of the alias to the last parameter.
fn as_quoted(name: &str, right_side: TypeExpr, source: Option<&str>) -> TypeExpr {
    match (right_side, source) {
        (TypeExpr::Access { left, keys, .. }, Some(source)) => {
            let is_end = |c: char| c.is_whitespace() || c == ',';
            let inner = source.strip_suffix(']').unwrap_or(source);
            let text = format!("{name} = {}", inner.trim_end_matches(is_end)).into();
            TypeExpr::Access { left, keys, text }
        }
        (other, _) => other,
    }
}

/// The definitions of a program by their names, with the bodies, and those of modules that were loaded so far.
#[derive(Clone)]
pub struct Definitions {
    /// Puppet's text about the first name that is defined twice.
    conflict: Option<String>,
    assumptions: Assumptions,
    modules: Option<Rc<dyn Modules>>,
    loaded: RefCell<LoadedDefinitions>,
}

#[derive(Clone, Default)]
struct LoadedDefinitions {
    bodies: Vec<LoadedBody>,
    functions: FxHashMap<SmolStr, BodyId>,
    types: puppet_types::Definitions,
    /// Classes and defined types, by the name in lower case.
    classes: FxHashMap<String, (DefinitionKind, BodyId)>,
    has_nodes: bool,
    /// What was asked of the modules before, and whether the answer was that it is not known.
    asked: FxHashMap<(Wanted, SmolStr), bool>,
    files: FxHashSet<u32>,
    /// The type aliases that were asked for, and whether it is not known what they are.
    aliases: FxHashMap<SmolStr, bool>,
    /// The classes and defined types whose heads were not evaluated since they were loaded.
    new: Vec<BodyId>,
}

/// A body with its file, and its id there.
#[derive(Clone)]
struct LoadedBody {
    body: Arc<Body>,
    file: Option<u32>,
    id: BodyId,
}

impl Definitions {
    /// The definitions of a program whose text is not at hand.
    pub fn new(program: &Program, assumptions: Assumptions) -> Rc<Self> {
        Self::with_texts(program, assumptions, &|_, _| None)
    }

    /// The definitions of a program; Puppet's messages quote the texts of expressions.
    pub fn with_texts(
        program: &Program,
        assumptions: Assumptions,
        text: &dyn Fn(BodyId, ExprId) -> Option<Arc<str>>,
    ) -> Rc<Self> {
        let mut definitions = Definitions {
            conflict: None,
            assumptions,
            modules: None,
            loaded: RefCell::default(),
        };
        let loaded = definitions.loaded.get_mut();
        for (id, body) in program.bodies() {
            let conflict = loaded.add(None, id, body, text);
            definitions.conflict = definitions.conflict.or(conflict);
        }
        Rc::new(definitions)
    }

    /// The definitions of a program that may use those of modules.
    pub fn with_modules(program: &Program, modules: Rc<dyn Modules>) -> Rc<Self> {
        let mut loaded = LoadedDefinitions::default();
        for (id, body) in program.bodies() {
            loaded.add(None, id, body, &|_, _| None);
        }
        Rc::new(Definitions {
            conflict: None,
            assumptions: Assumptions::Closed,
            modules: Some(modules),
            loaded: RefCell::new(loaded),
        })
    }

    /// What is around the program.
    pub fn modules(&self) -> Option<&Rc<dyn Modules>> {
        self.modules.as_ref()
    }

    /// Puppet's text about a name that the program defines twice.
    pub fn conflict(&self) -> Option<&str> {
        self.conflict.as_deref()
    }

    /// The class or defined type of that name; the error says that it is not known whether there is one.
    pub fn find_class(&self, name: &str) -> Result<Option<(DefinitionKind, BodyId)>, Unknown> {
        let name = canonical(name);
        let known = |this: &Self| this.loaded.borrow().classes.get(name.as_str()).copied();
        if let Some(found) = known(self) {
            return Ok(Some(found));
        }
        let module = name.split("::").next().unwrap_or_default();
        match (&self.modules, self.assumptions) {
            // Puppet reads `init.pp` with every other manifest of a module.
            (Some(_), _) if self.load(Wanted::ClassOrDefinedType, module) => {
                Err(Unknown::Definition)
            }
            (Some(_), _) => match self.load(Wanted::ClassOrDefinedType, &name) {
                true => Err(Unknown::Definition),
                false => Ok(known(self)),
            },
            (None, Assumptions::Open) => Err(Unknown::Definition),
            (None, Assumptions::Closed) => Ok(None),
        }
    }

    /// Loads the file that defines a name; true if it is not known whether there is one.
    fn load(&self, wanted: Wanted, name: &str) -> bool {
        let Some(modules) = &self.modules else {
            return false;
        };
        let key = (wanted, SmolStr::new(name));
        if let Some(is_unknown) = self.loaded.borrow().asked.get(&key) {
            return *is_unknown;
        }
        let answer = modules.load(wanted, name);
        let mut loaded = self.loaded.borrow_mut();
        loaded
            .asked
            .insert(key, matches!(answer, LoadedFile::Unknown));
        match answer {
            LoadedFile::File(file, program) if loaded.files.insert(file) => {
                for (id, body) in program.bodies() {
                    loaded.add(Some(file), id, body, &|_, _| None);
                }
                false
            }
            LoadedFile::File(..) | LoadedFile::Missing => false,
            LoadedFile::Unknown => true,
        }
    }

    /// Loads a type alias, and those that it names; true if it is not known what one of them is.
    fn load_alias(&self, name: &str) -> bool {
        if let Some(is_unknown) = self.loaded.borrow().aliases.get(name) {
            return *is_unknown;
        }
        let mut is_unknown = false;
        let mut seen: FxHashSet<SmolStr> = FxHashSet::default();
        let mut open = vec![SmolStr::new(name)];
        while let Some(name) = open.pop() {
            if seen.insert(name.clone()) {
                is_unknown |= self.load(Wanted::TypeAlias, &name);
                open.extend(self.loaded.borrow().named_by_alias(&name));
            }
        }
        let mut loaded = self.loaded.borrow_mut();
        loaded.aliases.insert(name.into(), is_unknown);
        is_unknown
    }

    /// The classes and defined types that were loaded since the last time.
    pub(super) fn take_loaded(&self) -> Vec<BodyId> {
        std::mem::take(&mut self.loaded.borrow_mut().new)
    }

    /// The kind of a class or defined type.
    pub fn class(&self, name: &str) -> Result<Option<DefinitionKind>, Unknown> {
        self.find_class(name)
            .map(|found| found.map(|(kind, _)| kind))
    }

    /// The body of a class, by its name in lower case.
    pub fn class_body(&self, name: &str) -> Result<Option<BodyId>, Unknown> {
        self.find_class(name).map(|found| match found {
            Some((DefinitionKind::Class, id)) => Some(id),
            _ => None,
        })
    }

    /// A body; none for the id of another program.
    pub fn body(&self, id: BodyId) -> Option<Arc<Body>> {
        let loaded = self.loaded.borrow();
        loaded.bodies.get(id.index()).map(|it| it.body.clone())
    }

    /// The file of a module that has a body, and the id of the body in it; none for the program itself.
    pub fn origin(&self, id: BodyId) -> Option<(u32, BodyId)> {
        let loaded = self.loaded.borrow();
        let body = loaded.bodies.get(id.index())?;
        Some((body.file?, body.id))
    }

    /// The body of a file of the modules, by its id there, if it was loaded; without a file, one of the program itself.
    pub fn loaded_body(&self, file: Option<u32>, id: BodyId) -> Option<BodyId> {
        let loaded = self.loaded.borrow();
        let mut bodies = loaded.bodies.iter();
        let index = bodies.position(|body| body.file == file && body.id == id)?;
        Some(BodyId::from(index))
    }

    /// The function with that name.
    pub fn function(&self, name: &str) -> Option<BodyId> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let known = |this: &Self| this.loaded.borrow().functions.get(name).copied();
        known(self).or_else(|| {
            // Functions without a namespace are of no module.
            if !name.contains("::") || self.load(Wanted::Function, name) {
                return None;
            }
            known(self)
        })
    }

    /// Whether the program has node definitions.
    pub fn has_nodes(&self) -> bool {
        self.loaded.borrow().has_nodes
    }
}

impl LoadedDefinitions {
    /// The names of other modules' types that an alias of a module has on its right side.
    fn named_by_alias(&self, name: &str) -> Vec<SmolStr> {
        let is_it = |body: &&LoadedBody| match body.body.definition() {
            BodyOwner::TypeAlias { name: other, .. } => other.eq_ignore_ascii_case(name),
            _ => false,
        };
        let Some(alias) = self.bodies.iter().find(is_it) else {
            return Vec::new();
        };
        let named = alias.body.exprs().filter_map(|(_, expr)| match expr {
            Expr::QualifiedReference(name) if name.contains("::") => {
                Some(name.trim_start_matches("::").to_lowercase().into())
            }
            _ => None,
        });
        named.collect()
    }

    /// Adds a body; returns Puppet's text about a name that is defined twice.
    fn add(
        &mut self,
        file: Option<u32>,
        id: BodyId,
        body: &Arc<Body>,
        text: &dyn Fn(BodyId, ExprId) -> Option<Arc<str>>,
    ) -> Option<String> {
        let index = BodyId::from(self.bodies.len());
        self.bodies.push(LoadedBody {
            body: body.clone(),
            file,
            id,
        });
        match body.definition() {
            BodyOwner::Function { name, .. } => {
                let earlier = self.functions.insert(name.clone(), index);
                return earlier.map(|_| conflict("function", name, ""));
            }
            BodyOwner::TypeAlias {
                name,
                type_expr: Some(expr),
            } => {
                let conflict = if puppet_types::builtin::core_type(name).is_some() {
                    let origin = " Originally set by Puppet-Type-System/Static-Loader.";
                    Some(conflict("type", name, origin))
                } else if puppet_types::builtin::lookup(name).is_some() {
                    Some(conflict("type", name, " Set at unknown location"))
                } else if self.types.lookup(name) != Named::Missing {
                    Some(conflict("type", name, ""))
                } else {
                    None
                };
                let source = text(id, *expr);
                let expr = type_expr::type_expr(body, *expr, &|expr| text(id, expr));
                self.types
                    .add(name.clone(), as_quoted(name, expr, source.as_deref()));
                return conflict;
            }
            BodyOwner::Class { name, .. } | BodyOwner::DefinedType { name, .. } => {
                self.classes
                    .insert(name.to_lowercase(), (body.definition().kind(), index));
                self.new.push(index);
            }
            BodyOwner::Node { .. } => self.has_nodes = true,
            _ => {}
        }
        None
    }
}

fn conflict(kind: &str, name: &str, origin: &str) -> String {
    let name = name.to_lowercase().replace("::", "/");
    format!("Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{kind}/{name}'.{origin}")
}

impl TypeContext for Definitions {
    fn lookup(&self, name: &str) -> Named {
        let lower = name.to_lowercase();
        let Some(modules) = &self.modules else {
            return match self.loaded.borrow().types.lookup(name) {
                Named::Missing => self.resource_type(&lower),
                found => found,
            };
        };
        let mut is_unknown = lower.contains("::") && self.load_alias(&lower);
        if is_unknown {
            return Named::Unknown;
        }
        match self.loaded.borrow().types.lookup(name) {
            Named::Missing => {}
            found => return found,
        }
        match self.find_class(&lower) {
            Ok(Some((DefinitionKind::DefinedType, _))) => {
                return Named::Resource(capitalized(&lower).into());
            }
            Ok(_) => {}
            Err(_) => is_unknown = true,
        }
        match modules.has_resource_type(&lower) {
            Some(true) => Named::Resource(capitalized(&lower).into()),
            Some(false) if !is_unknown => Named::Missing,
            _ => Named::Unknown,
        }
    }
}

impl Definitions {
    /// A defined type of a program without modules.
    fn resource_type(&self, name: &str) -> Named {
        match (self.find_class(name), self.assumptions) {
            (Ok(Some((DefinitionKind::DefinedType, _))), _) => {
                Named::Resource(capitalized(name).into())
            }
            (_, Assumptions::Open) => Named::Unknown,
            (_, Assumptions::Closed) => Named::Missing,
        }
    }
}
