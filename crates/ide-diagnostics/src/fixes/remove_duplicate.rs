//! Fix: remove a duplicate, or code that is never reached.

use puppet_syntax::ast::{
    AstNode, Attribute, CaseOption, Expr, HashEntry, HashExpr, Param, ParamList, SelectorEntry,
};
use puppet_text::TextRange;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use crate::fixes::with_comma;
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{string_of, trimmed_range};

const REMOVE_OPTION: &str = "Remove the option";

/// An option of a `case` or selector.
pub fn remove_option(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    if let Some(entry) = site.node::<SelectorEntry>() {
        let pattern = trimmed_range(entry.pattern()?.syntax());
        let is_it = pattern.contains_range(diagnostic.place.range);
        let range = trimmed_range(entry.syntax());
        return is_it.then(|| removed(site, range, REMOVE_OPTION));
    }
    let option: CaseOption = site.node()?;
    let values: Vec<Expr> = option.values().collect();
    let is_it =
        |value: &&Expr| trimmed_range(value.syntax()).contains_range(diagnostic.place.range);
    let value = values.iter().find(is_it)?;
    if values.len() == 1 {
        let range = trimmed_range(option.syntax());
        return Some(removed(site, range, REMOVE_OPTION));
    }
    let index = values.iter().position(|it| it.syntax() == value.syntax())?;
    let range = trimmed_range(value.syntax());
    let range = match (index.checked_sub(1), values.get(index + 1)) {
        (_, Some(next)) => TextRange::new(range.start(), trimmed_range(next.syntax()).start()),
        (Some(before), None) => TextRange::new(
            trimmed_range(values.get(before)?.syntax()).end(),
            range.end(),
        ),
        (None, None) => return None,
    };
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        REMOVE_OPTION,
        vec![TextEdit::replace(range, "")],
    ))
}

/// The entry of a hash before the one that has the same key: the last one counts.
pub fn remove_entry(site: &AssistContext<'_>, _: &FileDiagnostic) -> Option<ProposedFix> {
    let entry: HashEntry = site.node()?;
    let hash = HashExpr::cast(entry.syntax().parent()?)?;
    let key = |entry: &HashEntry| {
        let key = entry.key()?;
        let text = string_of(&key).map(|(text, _)| text);
        Some(text.unwrap_or_else(|| site.source(key.syntax()).to_owned()))
    };
    let before = hash.entries().take_while(|it| *it != entry);
    let lost = before.filter(|it| key(it) == key(&entry)).last()?;
    let range = with_comma(site, trimmed_range(lost.syntax()));
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        "Remove the earlier entry",
        vec![TextEdit::replace(range, "")],
    ))
}

/// An attribute of a resource: the one that a diagnostic is about.
pub fn remove_attribute(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let attribute: Attribute = site.node()?;
    let name = trimmed_range(attribute.attribute_name()?.syntax());
    let is_it = name.intersect(diagnostic.place.range).is_some();
    let range = trimmed_range(attribute.syntax());
    is_it.then(|| removed(site, range, "Remove the attribute"))
}

/// A parameter that another one has the name of: of the two, the one that says less.
pub fn remove_parameter(
    site: &AssistContext<'_>,
    diagnostic: &FileDiagnostic,
) -> Option<ProposedFix> {
    let parameter: Param = site.node()?;
    if diagnostic.issue.as_deref() != Some("DUPLICATE_PARAMETER") {
        return None;
    }
    let list = ParamList::cast(parameter.syntax().parent()?)?;
    let before = list.parameters().take_while(|it| *it != parameter);
    let other = before.filter(|it| it.name() == parameter.name()).last()?;
    let says = |it: &Param| (it.default_value().is_some(), it.ty().is_some());
    let (title, less) = match says(&other) < says(&parameter) {
        true => ("Remove the earlier parameter", other),
        false => ("Remove the parameter", parameter),
    };
    let range = with_comma(site, trimmed_range(less.syntax()));
    Some(crate::fixes::proposed_fix::ProposedFix::unsafe_(
        title,
        vec![TextEdit::replace(range, "")],
    ))
}

fn removed(site: &AssistContext<'_>, element: TextRange, title: &str) -> ProposedFix {
    let range = with_comma(site, element);
    crate::fixes::proposed_fix::ProposedFix::unsafe_(title, vec![TextEdit::replace(range, "")])
}
