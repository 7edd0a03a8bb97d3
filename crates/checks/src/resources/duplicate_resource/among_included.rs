//! Resources that two classes declare which a body includes, and classes that one of them declares like a resource after
//! another has included them.
//!
//! Sources: `Puppet::Resource::Catalog#add_one_resource`, `Puppet::Parser::Compiler#evaluate_classes`.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_diagnostics::Severity;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::{
    DeclarationSource, Items, TitleKey, TransitiveDeclaration, certain_by_resource, diagnostic_at,
    is_decided,
};
use puppet_inference::body_context::Context;
use puppet_inference::catalog::definite::DefiniteDeclaration;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declarations::BodyDeclarations;
use puppet_semantic::index::item_tree::Item;

/// A resource by its type and title, with the bodies that bring it along.
type Repeated = ((SmolStr, SmolStr), Vec<(Item, DefiniteDeclaration)>);

/// Whether a body includes several classes, or declares them like resources.
pub(super) fn brings_several(declared: &BodyDeclarations) -> bool {
    let classes = declared
        .resources()
        .filter(|it| it.ty.as_deref() == Some("class"));
    declared.inclusions().count() + classes.count() > 1
}

pub(super) fn check(
    context: &Context<'_>,
    brought: &TransitiveDeclaration<'_>,
    out: &mut Vec<BodyDiagnostic>,
) {
    // Of two classes, one resource is enough.
    let mut reported = FxHashSet::default();
    for ((ty, title), bringing) in repeated(context.db, context.environment(), brought.items).iter()
    {
        // A class is evaluated where it is included first.
        let first_place = |item: &Item| brought.places.get(item)?.first().copied();
        let mut sources: Vec<(usize, &DefiniteDeclaration)> = bringing
            .iter()
            .filter_map(|(item, certain)| Some((first_place(item)?, certain)))
            .collect();
        sources.sort_unstable_by_key(|(place, _)| brought.sources.get(*place).map(|it| it.order));
        for (index, later) in sources.iter().enumerate() {
            let before = sources.get(..index).unwrap_or_default().iter();
            let mut before = before.filter(|it| conflicts(context, brought, ty, it, later));
            if let Some(first) = before.next()
                && reported.insert((first.0, later.0))
                && let Some(source) = brought.sources.get(later.0)
            {
                let key = TitleKey::Text(title.clone());
                out.push(diagnostic(context, (ty, &key), source, (first.1, later.1)));
            }
        }
    }
}

/// The resources that several bodies bring along by declarations of their own, in the order of their names.
#[salsa::tracked(returns(clone))]
fn repeated<'db>(db: &'db dyn Db, environment: Environment, items: Items<'db>) -> Arc<[Repeated]> {
    let by_resource = certain_by_resource(db, environment, items);
    let differs = |bringing: &[(Item, DefiniteDeclaration)]| {
        let mut pairs = bringing.windows(2);
        pairs.any(|pair| (pair[0].1.item, pair[0].1.part) != (pair[1].1.item, pair[1].1.part))
    };
    let repeated = by_resource.iter().filter(|(_, bringing)| differs(bringing));
    let mut repeated: Vec<Repeated> = repeated
        .map(|(resource, bringing)| (resource.clone(), bringing.clone()))
        .collect();
    repeated.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    repeated.into()
}

/// Whether Puppet refuses the second of two declarations that come one after the other.
fn conflicts(
    context: &Context<'_>,
    brought: &TransitiveDeclaration<'_>,
    ty: &str,
    (first_at, first): &(usize, &DefiniteDeclaration),
    (later_at, later): &(usize, &DefiniteDeclaration),
) -> bool {
    let (Some(first_source), Some(later_source)) = (
        brought.sources.get(*first_at),
        brought.sources.get(*later_at),
    ) else {
        return false;
    };
    let is_evaluated_with =
        |one: &DeclarationSource<'_>, other: &DeclarationSource<'_>| match (one.path, other.path) {
            (Some(one), Some(other)) => is_decided(context, one, other),
            (one, _) => one.is_none(),
        };
    let is_other = (first.item, first.part) != (later.item, later.part);
    let are_together = is_evaluated_with(first_source, later_source);
    match ty {
        // A class may be included after it was declared, and as often as one likes.
        "class" => is_other && are_together && later.part.is_some() && !first.is_late,
        _ => is_other && (are_together || is_evaluated_with(later_source, first_source)),
    }
}

fn diagnostic(
    context: &Context<'_>,
    (ty, key): (&str, &TitleKey),
    source: &DeclarationSource<'_>,
    (first, later): (&DefiniteDeclaration, &DefiniteDeclaration),
) -> BodyDiagnostic {
    let at = source.at.map_or(Anchor::ParentClass, Anchor::Expr);
    let place = |it: &DefiniteDeclaration| (it.item, it.part.map_or(Anchor::Name, Anchor::Part));
    let diagnostic = diagnostic_at(ty, key, at)
        .with_help("Two of the classes that are included here declare it: let one of them do so")
        .with_related(place(first), "First declared here")
        .with_related(place(later), "Declared again here");
    // Code that supports several versions of another module has branches for those that are not here. And who includes the
    // later class before this body gets its declaration first.
    let is_certain = source.path.is_none_or(|path| path.is_certain());
    let is_foreign = [first, later]
        .iter()
        .any(|it| context.is_foreign(it.item.file));
    match ty == "class" || !is_certain && is_foreign {
        true => diagnostic.with_severity(Severity::Warning),
        false => diagnostic,
    }
}
