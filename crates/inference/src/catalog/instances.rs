//! The resources of an instance: those that every instance of a defined type declares, so that two may have one title.
//!
//! Source: `Puppet::Parser::Resource#evaluate`, which evaluates the body once for each instance that is not virtual.

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Expr, ExprId, PartId, ResourceForm};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use puppet_semantic::index::declarations::{Declaration, Title, body_declarations};
use puppet_semantic::index::item_tree::{Item, body};

/// A resource that every instance of a defined type declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceResource {
    /// The type in lower case.
    pub ty: SmolStr,
    /// The declaration.
    pub part: PartId,
    title: Box<[TitlePart]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum TitlePart {
    Text(SmolStr),
    /// The value of a parameter, or the title of the instance.
    Parameter(SmolStr),
}

impl InstanceResource {
    /// The title that the resource of one instance has, if the values of the parameters in it are known.
    pub fn title_for(&self, value: impl Fn(&str) -> Option<SmolStr>) -> Option<SmolStr> {
        let parts = self.title.iter().map(|part| match part {
            TitlePart::Text(text) => Some(text.clone()),
            TitlePart::Parameter(name) => value(name),
        });
        let parts: Option<Vec<SmolStr>> = parts.collect();
        Some(parts?.concat().into())
    }
}

/// The resources that every instance of a defined type declares, as far as their titles are texts, its parameters, or
/// made of these.
#[salsa::tracked(returns(ref))]
pub fn instance_resources(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Box<[InstanceResource]> {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let declared = body_declarations(db, item);
    if declared.may_end_early() {
        return Box::default();
    }
    let body = body(db, item);
    let certain = declared.resources().filter(|it| it.path.is_certain());
    certain
        .filter_map(|resource| {
            let mut title = Vec::new();
            add_parts(&body, resource.title_at, &mut title)?;
            Some(InstanceResource {
                ty: resource.ty.clone()?,
                part: resource.part,
                title: title.into(),
            })
        })
        .collect()
}

fn add_parts(body: &Body, at: ExprId, parts: &mut Vec<TitlePart>) -> Option<()> {
    match body.expr(at) {
        Expr::LiteralString(text) | Expr::QualifiedName(text) => {
            parts.push(TitlePart::Text(text.clone()));
        }
        Expr::Variable(_) => {
            let name = body.variable_name(at)?;
            let mut parameters = body.parameters().iter();
            let is_own = ["title", "name"].contains(&name.as_str())
                || parameters.any(|parameter| parameter.name == *name);
            parts.push(is_own.then(|| TitlePart::Parameter(name.clone()))?);
        }
        Expr::Text(inner) | Expr::Parenthesized(inner) => add_parts(body, *inner, parts)?,
        Expr::ConcatenatedString(segments) => {
            for segment in segments {
                add_parts(body, *segment, parts)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// Whether most resources of a defined type have the title of the instance in theirs, or what is made of it.
#[must_use]
pub fn is_for_several(db: &dyn Db, item: Item) -> bool {
    let body = &body(db, item);
    let mut own: FxHashSet<&str> = FxHashSet::from_iter(["name", "title"]);
    let has_own = |own: &FxHashSet<&str>, at: ExprId| {
        let mut all = body.preorder(at).entered();
        all.any(|(id, _)| {
            body.variable_name(id)
                .is_some_and(|it| own.contains(it.as_str()))
        })
    };
    for parameter in body.parameters() {
        if parameter.value.is_some_and(|value| has_own(&own, value)) {
            own.insert(&parameter.name);
        }
    }
    for (_, expr) in body.exprs() {
        if let Expr::Assignment { left, right, .. } = expr
            && let Some(name) = body.variable_name(*left)
            && has_own(&own, *right)
        {
            own.insert(name);
        }
    }
    let is_own = |it: &&Declaration| has_own(&own, it.title_at);
    let is_fixed = |it: &&Declaration| it.titles.iter().all(|it| matches!(it, Title::Text(_)));
    // What is only logged shows nothing.
    let declared = body_declarations(db, item).resources();
    let declared = declared.filter(|it| it.ty.as_deref() != Some("notify"));
    let several = declared.clone().filter(is_own).count();
    several > 0 && several >= declared.filter(is_fixed).count()
}

/// Whether a declaration of a defined type makes instances: those that are virtual are evaluated only if they are
/// realized, and exported ones on other nodes.
#[must_use]
pub fn makes_instances(resource: &Declaration) -> bool {
    resource.form == ResourceForm::Regular
}
