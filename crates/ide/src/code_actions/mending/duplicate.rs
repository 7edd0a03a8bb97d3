//! What stands there twice, or is never reached.

use puppet_syntax::ast::{AstNode, Attribute, CaseOption, Expr, HashEntry, Param, SelectorEntry};
use puppet_text::TextRange;

use super::{Diagnostic, Mending, with_comma};
use crate::code_actions::site::Site;
use crate::source_change::TextEdit;
use crate::syntax::trimmed_range;

/// An option of a `case` or selector.
pub(super) fn remove_option(site: &Site<'_>, diagnostic: &Diagnostic) -> Option<Mending> {
    if let Some(entry) = site.node::<SelectorEntry>() {
        let pattern = trimmed_range(entry.pattern()?.syntax());
        let is_it = pattern.contains_range(diagnostic.place.range);
        return is_it.then(|| removed(site, trimmed_range(entry.syntax())));
    }
    let option: CaseOption = site.node()?;
    let values: Vec<Expr> = option.values().collect();
    let is_it =
        |value: &&Expr| trimmed_range(value.syntax()).contains_range(diagnostic.place.range);
    let value = values.iter().find(is_it)?;
    if values.len() == 1 {
        return Some(removed(site, trimmed_range(option.syntax())));
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
    Some(Mending::unsafe_(
        "remove it",
        vec![TextEdit::replace(range, "")],
    ))
}

/// An entry of a hash.
pub(super) fn remove_entry(site: &Site<'_>, _: &Diagnostic) -> Option<Mending> {
    let entry: HashEntry = site.node()?;
    Some(removed(site, trimmed_range(entry.syntax())))
}

/// An attribute of a resource.
pub(super) fn remove_attribute(site: &Site<'_>, _: &Diagnostic) -> Option<Mending> {
    let attribute: Attribute = site.node()?;
    Some(removed(site, trimmed_range(attribute.syntax())))
}

/// A parameter that another one has the name of.
pub(super) fn remove_parameter(site: &Site<'_>, diagnostic: &Diagnostic) -> Option<Mending> {
    let parameter: Param = site.node()?;
    let is_twice = diagnostic.issue.as_deref() == Some("DUPLICATE_PARAMETER");
    is_twice.then(|| removed(site, trimmed_range(parameter.syntax())))
}

fn removed(site: &Site<'_>, element: TextRange) -> Mending {
    let range = with_comma(site, element);
    Mending::unsafe_("remove it", vec![TextEdit::replace(range, "")])
}
