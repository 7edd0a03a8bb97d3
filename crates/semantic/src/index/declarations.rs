//! Declarations of a body: resources, included classes, and other sources of resources in the catalog.
//!
//! All of it is read from the body alone, without inference: a whole environment can be asked at once.

use std::sync::Arc;

use puppet_db::{Db, File};
use puppet_hir::model::{
    Body, BodyId, BodyOwner, ChunkRef, Expr, ExprId, Operation, PartId, QueryKind, ResourceBody,
    ResourceForm, Step, Summary,
};
use smol_str::SmolStr;

use crate::index::declaring_functions::{
    DeclaringCall, declarations_of_call, is_including_function,
};
use crate::index::item_tree::{Item, canonical};
use puppet_hir::Call;

/// What a body declares, in the order of the source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BodyDeclarations {
    /// The class that is inherited.
    inherited: Option<Inclusion>,
    chunks: Box<[Arc<ChunkDeclarations>]>,
}

/// What a chunk of a body declares, in the order of the source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct ChunkDeclarations {
    resources: Box<[Declaration]>,
    overrides: Box<[Override]>,
    inclusions: Box<[Inclusion]>,
    calls: Box<[SmolStr]>,
    declaring_calls: Box<[PlacedCall]>,
    imported: Box<[SmolStr]>,
    may_end_early: bool,
}

impl BodyDeclarations {
    /// The resources, classes declared like resources among them.
    pub fn resources(&self) -> impl Iterator<Item = &Declaration> + Clone {
        self.chunks.iter().flat_map(|it| &it.resources)
    }

    /// The same, each with its place.
    pub fn placed_resources(&self) -> impl Iterator<Item = ((usize, usize), &Declaration)> {
        let chunks = self.chunks.iter().enumerate();
        chunks.flat_map(|(chunk, it)| {
            let resources = it.resources.iter().enumerate();
            resources.map(move |(index, resource)| ((chunk, index), resource))
        })
    }

    /// The resource at a place.
    pub fn resource(&self, (chunk, index): (usize, usize)) -> Option<&Declaration> {
        self.chunks.get(chunk)?.resources.get(index)
    }

    /// The overrides of resources.
    pub fn overrides(&self) -> impl Iterator<Item = &Override> {
        self.chunks.iter().flat_map(|it| &it.overrides)
    }

    /// The classes that are included; the one that is inherited comes first.
    pub fn inclusions(&self) -> impl Iterator<Item = &Inclusion> {
        let chunks = self.chunks.iter().flat_map(|it| &it.inclusions);
        self.inherited.iter().chain(chunks)
    }

    /// The names of the functions that are called, but for those that include classes or declare resources.
    pub fn calls(&self) -> impl Iterator<Item = &SmolStr> {
        self.chunks.iter().flat_map(|it| &it.calls)
    }

    /// The calls of functions that declare resources.
    pub fn declaring_calls(&self) -> impl Iterator<Item = &DeclaringCall> {
        self.placed_calls().map(|it| &it.call)
    }

    /// The same, each with its place.
    pub fn placed_calls(&self) -> impl Iterator<Item = &PlacedCall> {
        self.chunks.iter().flat_map(|it| &it.declaring_calls)
    }

    /// The types (in lower case) whose exported resources are collected.
    pub fn imported(&self) -> impl Iterator<Item = &SmolStr> {
        self.chunks.iter().flat_map(|it| &it.imported)
    }

    /// Whether the body may end before its last statement.
    #[must_use]
    pub fn may_end_early(&self) -> bool {
        self.chunks.iter().any(|it| it.may_end_early)
    }
}

/// One body of a resource expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The type in lower case, `class` for classes; `None` if it is computed.
    pub ty: Option<SmolStr>,
    /// The resource expression.
    pub expr: ExprId,
    /// The title, or array of titles.
    pub title_at: ExprId,
    /// What is known about the titles.
    pub titles: Box<[Title]>,
    /// The body of the resource expression.
    pub part: PartId,
    /// Regular, virtual or exported.
    pub form: ResourceForm,
    /// The attributes that are given by name, those of the same expression's `default` among them, with their values.
    pub attributes: Box<[(SmolStr, ExprId)]>,
    /// There may be other attributes: those of a hash.
    pub has_more: bool,
    /// The hashes that give them.
    pub splats: Box<[ExprId]>,
    /// When it is evaluated.
    pub path: BranchPath,
    /// Its place among all that the body evaluates.
    pub order: usize,
}

/// Attributes that are set on resources that other code declares: `File['/a'] { … }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The references to the resources.
    pub resources: ExprId,
    /// The attributes that are set by name.
    pub attributes: Box<[(SmolStr, PartId)]>,
    /// When it is evaluated.
    pub path: BranchPath,
    /// Its place among all that the body evaluates.
    pub order: usize,
}

/// A call of a function that declares resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedCall {
    /// What it declares.
    pub call: DeclaringCall,
    /// When it is evaluated.
    pub path: BranchPath,
    /// Its place among all that the body evaluates.
    pub order: usize,
}

/// A class that is included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inclusion {
    /// The name, as written; `None` if it is computed.
    pub class: Option<SmolStr>,
    /// What is known about the name.
    pub title: Title,
    /// The argument that names it; `None` for the class that a class inherits from.
    pub at: Option<ExprId>,
    /// When it is evaluated.
    pub path: BranchPath,
    /// Its place among all that the body evaluates.
    pub order: usize,
}

/// What the source says about a title.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Title {
    /// It is this.
    Text(SmolStr),
    /// Its parts, those that are not known left out: `"a-${b}"` is `a-` and something.
    Parts(Box<[Option<SmolStr>]>),
    /// It is the value of this expression.
    Any(ExprId),
}

impl Title {
    /// Whether it may be this text, as far as it can be seen.
    #[must_use]
    pub fn may_be(&self, text: &str) -> bool {
        match self {
            Self::Text(title) => title == text,
            Self::Parts(parts) => may_match(parts, text),
            Self::Any(_) => true,
        }
    }
}

/// Whether a text can be made of these parts, `None` being any text.
fn may_match(parts: &[Option<SmolStr>], text: &str) -> bool {
    let mut rest = text;
    let mut is_anchored = true;
    for (index, part) in parts.iter().enumerate() {
        let Some(part) = part else {
            is_anchored = false;
            continue;
        };
        let is_last = index + 1 == parts.len();
        let found = match (is_anchored, is_last) {
            (true, true) => (rest == part.as_str()).then_some(""),
            (true, false) => rest.strip_prefix(part.as_str()),
            (false, true) => rest.ends_with(part.as_str()).then_some(""),
            (false, false) => rest.split_once(part.as_str()).map(|(_, rest)| rest),
        };
        match found {
            Some(found) => rest = found,
            None => return false,
        }
        is_anchored = true;
    }
    !is_anchored || rest.is_empty()
}

/// The branches around an expression, from the outermost: each a branch_point (`if`, `case`, `and`, a lambda, …) with that of
/// its expressions that is evaluated in some cases only.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct BranchPath(pub Box<[(ExprId, ExprId)]>);

impl BranchPath {
    /// Whether the expression is evaluated whenever its body is.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is evaluated whenever the other is, if it comes first.
    #[must_use]
    pub fn dominates(&self, other: &Self) -> bool {
        other.0.starts_with(&self.0)
    }

    /// The branches of the other in which this is not.
    #[must_use]
    pub fn further<'a>(&self, other: &'a Self) -> &'a [(ExprId, ExprId)] {
        other.0.get(self.0.len()..).unwrap_or_default()
    }
}

/// What a definition's body declares, or a file's own statements.
pub fn body_declarations(db: &dyn Db, item: Item) -> &BodyDeclarations {
    declared_in(db, item.file, item.body)
}

#[salsa::tracked(returns(ref))]
fn declared_in(db: &dyn Db, file: File, body: BodyId) -> BodyDeclarations {
    read(&crate::index::item_tree::body(db, Item { file, body }))
}

fn read(body: &Body) -> BodyDeclarations {
    let parent = match body.definition() {
        BodyOwner::Class { parent_class, .. } => parent_class.as_ref(),
        _ => None,
    };
    BodyDeclarations {
        inherited: parent.map(|parent| Inclusion {
            class: Some(parent.clone()),
            title: Title::Text(parent.clone()),
            at: None,
            path: BranchPath::default(),
            order: 0,
        }),
        chunks: body.summaries().into(),
    }
}

impl Summary for ChunkDeclarations {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let body = chunk.body;
        // Ids grow with the places, and a chunk has at least as many as expressions.
        let first = body.exprs().next().map_or(0, |(id, _)| id.index());
        let mut reader = DeclarationReader {
            order: first,
            ..DeclarationReader::default()
        };
        for step in chunk.preorder() {
            match step {
                Step::Enter(id) => reader.enter(body, id),
                Step::Leave(id) => reader.leave(id),
            }
        }
        Self {
            resources: reader.resources.into(),
            overrides: reader.overrides.into(),
            inclusions: reader.inclusions.into(),
            calls: reader.calls.into(),
            declaring_calls: reader.declaring_calls.into(),
            imported: reader.imported.into(),
            may_end_early: reader.may_end_early,
        }
    }
}

#[derive(Default)]
struct DeclarationReader {
    resources: Vec<Declaration>,
    overrides: Vec<Override>,
    inclusions: Vec<Inclusion>,
    calls: Vec<SmolStr>,
    declaring_calls: Vec<PlacedCall>,
    imported: Vec<SmolStr>,
    may_end_early: bool,
    /// The branch points around the current expression, with those of their branches that are still to come, the next one last.
    branch_points: Vec<(ExprId, Vec<ExprId>)>,
    path: Vec<(ExprId, ExprId)>,
    order: usize,
}

impl DeclarationReader {
    fn enter(&mut self, body: &Body, id: ExprId) {
        self.order += 1;
        if let Some((branch_point, branches)) = self.branch_points.last_mut()
            && branches.pop_if(|branch| *branch == id).is_some()
        {
            self.path.push((*branch_point, id));
        }
        let expr = body.expr(id);
        let mut branches = branches(expr);
        branches.reverse();
        if !branches.is_empty() {
            self.branch_points.push((id, branches));
        }
        match expr {
            Expr::Resource {
                form,
                type_name,
                bodies,
            } => {
                let ty = type_of(body, *type_name);
                let is_default = |it: &&ResourceBody| {
                    let title = it.title.map(|title| body.expr(title));
                    matches!(title, Some(Expr::LiteralDefault))
                };
                let defaults: Vec<&Operation> = bodies
                    .iter()
                    .filter(is_default)
                    .flat_map(|it| &it.operations)
                    .collect();
                for it in bodies {
                    self.add_resource(body, (id, *form), ty.clone(), it, &defaults);
                }
            }
            Expr::ResourceOverride {
                resources,
                operations,
                ..
            } => self.add_override(*resources, operations),
            Expr::Collect {
                type_expr, query, ..
            } if query.kind == QueryKind::Exported => {
                self.imported.extend(type_of(body, *type_expr));
            }
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                if let Some(call) = Call::from_expr(body, id) {
                    self.add_call(body, &call);
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, id: ExprId) {
        self.branch_points
            .pop_if(|(branch_point, _)| *branch_point == id);
        self.path.pop_if(|(_, branch)| *branch == id);
    }

    fn add_resource(
        &mut self,
        body: &Body,
        (expr, form): (ExprId, ResourceForm),
        ty: Option<SmolStr>,
        resource: &ResourceBody,
        defaults: &[&Operation],
    ) {
        let Some(title_at) = resource.title else {
            return;
        };
        let mut titles = Vec::new();
        add_titles(body, title_at, &mut titles);
        let operations = || resource.operations.iter().chain(defaults.iter().copied());
        let attributes = operations().filter_map(|it| match it {
            // What is undefined is not given.
            Operation::Attribute(attribute) => {
                let is_given = *body.expr(attribute.value) != Expr::LiteralUndef;
                is_given.then(|| (attribute.name.clone(), attribute.value))
            }
            Operation::Attributes { .. } => None,
        });
        let splats = operations().filter_map(|it| match it {
            Operation::Attributes { expr, .. } => Some(*expr),
            Operation::Attribute(_) => None,
        });
        let splats: Box<[ExprId]> = splats.collect();
        self.resources.push(Declaration {
            ty,
            expr,
            title_at,
            titles: titles.into(),
            part: resource.part,
            form,
            attributes: attributes.collect(),
            has_more: !splats.is_empty(),
            splats,
            path: BranchPath(self.path.clone().into()),
            order: self.order,
        });
    }

    fn add_override(&mut self, resources: ExprId, operations: &[Operation]) {
        let attributes = operations.iter().filter_map(|it| match it {
            Operation::Attribute(attribute) => Some((attribute.name.clone(), attribute.part)),
            Operation::Attributes { .. } => None,
        });
        self.overrides.push(Override {
            resources,
            attributes: attributes.collect(),
            path: BranchPath(self.path.clone().into()),
            order: self.order,
        });
    }

    fn add_call(&mut self, body: &Body, call: &Call<'_>) {
        match call.name {
            Some(name) if is_including_function(name) => {
                for argument in &call.arguments {
                    self.add_inclusion(body, *argument);
                }
            }
            Some("return" | "next" | "break") => self.may_end_early = true,
            Some(name) => match declarations_of_call(body, call) {
                Some(call) => self.declaring_calls.push(PlacedCall {
                    call,
                    path: BranchPath(self.path.clone().into()),
                    order: self.order,
                }),
                None => self.calls.push(name.into()),
            },
            None => {}
        }
    }

    fn add_inclusion(&mut self, body: &Body, argument: ExprId) {
        let mut titles = Vec::new();
        let argument_of_reference = match body.expr(argument) {
            Expr::Access { left, keys } if matches!(body.expr(*left), Expr::QualifiedReference(name) if name.eq_ignore_ascii_case("class")) => {
                keys.to_vec()
            }
            _ => vec![argument],
        };
        for argument in argument_of_reference {
            add_titles(body, argument, &mut titles);
        }
        for title in titles {
            self.inclusions.push(Inclusion {
                class: match &title {
                    Title::Text(class) => Some(class.clone()),
                    Title::Parts(_) | Title::Any(_) => None,
                },
                title,
                at: Some(argument),
                path: BranchPath(self.path.clone().into()),
                order: self.order,
            });
        }
    }
}

/// The expressions of a branch point that are evaluated in some cases only, or not exactly once.
fn branches(expr: &Expr) -> Vec<ExprId> {
    match expr {
        Expr::If {
            then, otherwise, ..
        }
        | Expr::Unless {
            then, otherwise, ..
        } => then.iter().chain(otherwise).copied().collect(),
        Expr::Case { options, .. } => options.iter().filter_map(|option| option.then).collect(),
        Expr::Selector { selectors, .. } => selectors.iter().map(|entry| entry.value).collect(),
        Expr::And { right, .. } | Expr::Or { right, .. } => vec![*right],
        // Each block of a plan that is applied makes a catalog of its own.
        Expr::Lambda { body, .. } | Expr::Apply { body, .. } => body.iter().copied().collect(),
        _ => Vec::new(),
    }
}

/// The expressions that decide whether a branch of a branch point is taken.
pub fn conditions(expr: &Expr) -> impl Iterator<Item = ExprId> {
    let (test, options) = match expr {
        Expr::If { test, .. } | Expr::Unless { test, .. } => (Some(*test), None),
        Expr::Case { test, options } => (Some(*test), Some(options)),
        Expr::Selector { left, .. } | Expr::And { left, .. } | Expr::Or { left, .. } => {
            (Some(*left), None)
        }
        _ => (None, None),
    };
    let values = options.into_iter().flatten().flat_map(|it| &it.values);
    test.into_iter().chain(values.copied())
}

/// The type that a resource expression names: `file`, `File`, `Resource['file']`.
fn type_of(body: &Body, type_name: ExprId) -> Option<SmolStr> {
    match body.expr(type_name) {
        Expr::QualifiedName(name) | Expr::QualifiedReference(name) => Some(canonical(name)),
        Expr::Access { left, keys } => match (body.expr(*left), &keys[..]) {
            (Expr::QualifiedReference(name), [key]) if name.eq_ignore_ascii_case("resource") => {
                match body.expr(*key) {
                    Expr::LiteralString(name)
                    | Expr::QualifiedName(name)
                    | Expr::QualifiedReference(name) => Some(canonical(name)),
                    _ => None,
                }
            }
            _ => None,
        },
        _ => None,
    }
}

fn add_titles(body: &Body, title: ExprId, out: &mut Vec<Title>) {
    // Arrays of titles are nested only as deep as in the source.
    let mut waiting = vec![title];
    while let Some(title) = waiting.pop() {
        match body.expr(title) {
            Expr::LiteralString(text) | Expr::QualifiedName(text) => {
                out.push(Title::Text(text.clone()));
            }
            Expr::LiteralDefault => {}
            Expr::Parenthesized(inner) => waiting.push(*inner),
            Expr::LiteralList(items) => waiting.extend(items.iter().rev()),
            Expr::ConcatenatedString(parts) => {
                let parts = parts.iter().map(|part| match body.expr(*part) {
                    Expr::LiteralString(text) => Some(text.clone()),
                    _ => None,
                });
                out.push(Title::Parts(parts.collect()));
            }
            _ => out.push(Title::Any(title)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_parts_are_recognised() {
        let parts = |parts: &[&str]| -> Title {
            let parts = parts
                .iter()
                .map(|part| (*part != "*").then(|| (*part).into()));
            Title::Parts(parts.collect())
        };
        for (title, text, expected) in [
            (parts(&["a-", "*"]), "a-b", true),
            (parts(&["a-", "*"]), "b-a-", false),
            (parts(&["*", ".conf"]), "x.conf", true),
            (parts(&["*", ".conf"]), "x.conf.d", false),
            (parts(&["*", "-", "*"]), "a-b", true),
            (parts(&["*", "-", "*"]), "ab", false),
            (parts(&["a", "*", "b", "*", "c"]), "a-b-c", true),
            (parts(&["a", "*", "b", "*", "c"]), "acb", false),
            (parts(&["*"]), "", true),
        ] {
            assert_eq!(title.may_be(text), expected, "{title:?} {text}");
        }
    }
}
