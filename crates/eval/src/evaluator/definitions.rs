//! Definitions of the program: functions, type aliases, classes and defined types.

use puppet_text::capitalized;
use std::rc::Rc;
use std::sync::Arc;

use puppet_hir::model::DefinitionKind;
use puppet_hir::{Body, BodyId, Definition, ExprId, Program};
use puppet_types::{Named, TypeContext, TypeExpr};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

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

/// The definitions of a program by their names, with the bodies.
pub struct Definitions {
    bodies: Vec<Arc<Body>>,
    functions: FxHashMap<SmolStr, BodyId>,
    types: puppet_types::Definitions,
    /// Classes and defined types, by the name in lower case.
    classes: FxHashMap<String, (DefinitionKind, BodyId)>,
    has_nodes: bool,
    /// Puppet's text about the first name that is defined twice.
    conflict: Option<String>,
    world: Assumptions,
}

impl Definitions {
    /// The definitions of a program whose text is not at hand.
    pub fn new(program: &Program, world: Assumptions) -> Rc<Self> {
        Self::with_texts(program, world, &|_, _| None)
    }

    /// The definitions of a program; Puppet's messages quote the texts of expressions.
    pub fn with_texts(
        program: &Program,
        world: Assumptions,
        text: &dyn Fn(BodyId, ExprId) -> Option<Arc<str>>,
    ) -> Rc<Self> {
        let mut definitions = Definitions {
            bodies: Vec::new(),
            functions: FxHashMap::default(),
            types: puppet_types::Definitions::new(),
            classes: FxHashMap::default(),
            has_nodes: false,
            conflict: None,
            world,
        };
        for (id, body) in program.bodies() {
            definitions.add(id, body, text);
        }
        Rc::new(definitions)
    }

    fn add(
        &mut self,
        id: BodyId,
        body: &Arc<Body>,
        text: &dyn Fn(BodyId, ExprId) -> Option<Arc<str>>,
    ) {
        self.bodies.push(body.clone());
        match body.definition() {
            Definition::Function { name, .. } => {
                let earlier = self.functions.insert(name.clone(), id);
                self.note_conflict_if(earlier.is_some(), "function", name);
            }
            Definition::TypeAlias {
                name,
                type_expr: Some(expr),
            } => {
                if puppet_types::builtin::core_type(name).is_some() {
                    self.note_conflict(
                        "type",
                        name,
                        " Originally set by Puppet-Type-System/Static-Loader.",
                    );
                } else if puppet_types::builtin::lookup(name).is_some() {
                    self.note_conflict("type", name, " Set at unknown location");
                } else if self.types.lookup(name) != Named::Missing {
                    self.note_conflict("type", name, "");
                }
                let source = text(id, *expr);
                let expr = type_expr::type_expr(body, *expr, &|expr| text(id, expr));
                self.types
                    .add(name.clone(), as_quoted(name, expr, source.as_deref()));
            }
            Definition::Class { name, .. } | Definition::DefinedType { name, .. } => {
                self.classes
                    .insert(name.to_lowercase(), (body.definition().kind(), id));
            }
            Definition::Node { .. } => self.has_nodes = true,
            _ => {}
        }
    }

    fn note_conflict(&mut self, kind: &str, name: &str, origin: &str) {
        let name = name.to_lowercase().replace("::", "/");
        let text = format!(
            "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{kind}/{name}'.{origin}"
        );
        self.conflict.get_or_insert(text);
    }

    fn note_conflict_if(&mut self, is_conflict: bool, kind: &str, name: &str) {
        if is_conflict {
            self.note_conflict(kind, name, "");
        }
    }

    /// Puppet's text about a name that the program defines twice.
    pub fn conflict(&self) -> Option<&str> {
        self.conflict.as_deref()
    }

    /// The kind of a class or defined type of the program.
    pub fn class(&self, name: &str) -> Option<DefinitionKind> {
        self.classes
            .get(&name.strip_prefix("::").unwrap_or(name).to_lowercase())
            .map(|(kind, _)| *kind)
    }

    /// The body of a class of the program, by its name in lower case.
    pub fn class_body(&self, name: &str) -> Option<BodyId> {
        match self.classes.get(name) {
            Some((DefinitionKind::Class, id)) => Some(*id),
            _ => None,
        }
    }

    /// A body of the program; none for the id of another program.
    pub fn body(&self, id: BodyId) -> Option<Arc<Body>> {
        self.bodies.get(id.index()).cloned()
    }

    /// The function with that name.
    pub fn function(&self, name: &str) -> Option<BodyId> {
        self.functions
            .get(name.strip_prefix("::").unwrap_or(name))
            .copied()
    }

    /// Whether the program has node definitions.
    pub fn has_nodes(&self) -> bool {
        self.has_nodes
    }
}

impl TypeContext for Definitions {
    fn lookup(&self, name: &str) -> Named {
        match self.types.lookup(name) {
            Named::Missing => {}
            found => return found,
        }
        let lower = name.to_lowercase();
        if let Some((DefinitionKind::DefinedType, _)) = self.classes.get(&lower) {
            return Named::Resource(capitalized(&lower).into());
        }
        match self.world {
            Assumptions::Open => Named::Unknown,
            Assumptions::Closed => Named::Missing,
        }
    }
}
