//! Fixes that follow from the text around a finding. What needs to know more comes with the finding itself.

mod attribute;
mod byte_order_mark;
mod comment;
mod condition;
mod default_option;
mod dig;
mod duplicate;
mod else_if;
mod epp_parameter;
mod metadata;
mod missing_token;
mod name;
mod number;
mod optional;
mod reference;
mod return_type;
mod shadowed;
mod statement;
mod struct_key;
mod template_variable;
#[cfg(test)]
mod tests;
mod undeclared;
mod unset_branch;
mod unused_parameter;
mod virtual_resource;

use puppet_db::File;
use puppet_diagnostics::{Edit, Fix, Place, Safety};
use puppet_text::{TextRange, TextSize};

use super::site::AssistContext;
use crate::context::Context;
use crate::source_change::TextEdit;

/// A finding. Its message is for people: what fixes need to know is data.
type Diagnostic = puppet_diagnostics::Diagnostic<File>;

/// A change that mends a finding.
struct ProposedFix {
    /// What it does, as an order.
    title: String,
    /// Whether the code does the same behind it.
    safety: Safety,
    /// The file, if it is another one.
    file: Option<File>,
    edits: Vec<TextEdit>,
}

impl ProposedFix {
    fn unsafe_(title: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        Self {
            title: title.into(),
            safety: Safety::Unsafe,
            file: None,
            edits,
        }
    }

    /// With a value to begin with, where somebody has to put in what is meant.
    fn placeholder(title: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        Self {
            safety: Safety::Placeholder,
            ..Self::unsafe_(title, edits)
        }
    }

    fn safe(title: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        Self {
            safety: Safety::Safe,
            ..Self::unsafe_(title, edits)
        }
    }
}

type FixHandler = fn(&AssistContext<'_>, &Diagnostic) -> Option<ProposedFix>;

/// What mends the findings of a rule.
const FIXES: [(&str, FixHandler); 51] = [
    ("C401", duplicate::remove_option),
    ("C402", condition::unwrap),
    ("C403", default_option::in_selector),
    ("C405", duplicate::remove_entry),
    ("F502", epp_parameter::give),
    ("F504", template_variable::spell),
    ("F504", undeclared::parameter),
    ("F504", undeclared::set),
    ("M702", metadata::add_dependency),
    ("M705", metadata::add_keys),
    ("M707", comment::sync),
    ("N101", undeclared::parameter),
    ("N101", undeclared::set),
    ("N102", unset_branch::set),
    ("N111", unused_parameter::remove),
    ("N114", shadowed::rename),
    ("R301", duplicate::remove_attribute),
    ("R302", attribute::required),
    ("R303", duplicate::remove_attribute),
    ("R305", number::quote),
    ("R306", reference::spell),
    ("R308", statement::include_it),
    ("R308", statement::remove_include),
    ("R308", statement::move_behind),
    ("R310", attribute::refresh_only),
    ("R311", attribute::path),
    ("R312", number::quote),
    ("R313", virtual_resource::declare),
    ("S001", missing_token::insert),
    ("S001", else_if::to_elsif),
    ("S002", statement::remove),
    ("S003", name::append_underscore),
    ("S005", missing_token::end_heredoc),
    ("S006", missing_token::close_tag),
    ("S009", name::spell),
    ("S010", name::without_scope),
    ("S011", duplicate::remove_parameter),
    ("S012", virtual_resource::declare),
    ("S013", statement::without_assignment),
    ("S014", number::quote),
    ("S015", missing_token::without_syntax),
    ("S018", byte_order_mark::remove),
    ("T205", number::convert),
    ("T209", optional::unwrap),
    ("T211", dig::dig),
    ("T213", condition::leave_out),
    ("T214", default_option::add),
    ("T215", duplicate::remove_option),
    ("T216", return_type::widen),
    ("T219", struct_key::rename),
    ("V803", metadata::raise_version),
];

/// The fixes of a finding, the best first.
pub(crate) fn fixes(context: Context<'_>, diagnostic: &Diagnostic) -> Vec<Fix<File>> {
    let mut fixes = diagnostic.fixes.clone();
    let site = AssistContext::new(context, diagnostic.place.file, diagnostic.place.range);
    let mends = FIXES.iter().filter(|(code, _)| *code == diagnostic.code());
    fixes.extend(mends.filter_map(|(_, mend)| {
        let mending = mend(&site, diagnostic)?;
        let file = mending.file.unwrap_or(site.file);
        let edits = mending.edits.into_iter().map(|edit| Edit {
            place: Place::new(file, edit.range),
            text: edit.text,
        });
        Some(Fix {
            title: mending.title,
            safety: mending.safety,
            edits: edits.collect(),
        })
    }));
    fixes
}

/// The best fix of a finding, if it is safe or all may be made that leave nothing to fill in. A long file has many
/// findings: of rules whose fixes are never safe, none is made in vain.
pub(crate) fn best_fix(
    context: Context<'_>,
    diagnostic: &Diagnostic,
    unsafe_too: bool,
) -> Option<Fix<File>> {
    let is_wanted = |safety: Safety| match safety {
        Safety::Safe => true,
        Safety::Unsafe => unsafe_too,
        Safety::Placeholder => false,
    };
    let best = match diagnostic.fixes.first() {
        Some(fix) => Some(fix.clone()),
        None if diagnostic.rule.fix.is_some_and(is_wanted) => {
            fixes(context, diagnostic).into_iter().next()
        }
        None => None,
    };
    best.filter(|fix| is_wanted(fix.safety))
}

/// What an element takes with it: the comma behind it, or else the one before, and its line if nothing else stands there.
fn with_comma(site: &AssistContext<'_>, element: TextRange) -> TextRange {
    let behind = site.text().get(usize::from(element.end())..);
    let behind = behind.unwrap_or_default();
    let before = site.slice(TextRange::up_to(element.start()));
    let size = |length: usize| TextSize::try_from(length).unwrap_or_default();
    let is_blank = |c: char| matches!(c, ' ' | '\t');
    if let Some(rest) = behind.trim_start().strip_prefix(',') {
        let end = element.end() + size(behind.len() - rest.len());
        let whole = site.with_line(TextRange::new(element.start(), end));
        if whole.end() != end {
            return whole;
        }
        let next = rest.trim_start_matches(is_blank);
        // What stands before it ends the line then.
        let start = match next.starts_with(['\r', '\n']) {
            true => size(before.trim_end_matches(is_blank).len()),
            false => element.start(),
        };
        return TextRange::new(start, end + size(rest.len() - next.len()));
    }
    let whole = site.with_line(element);
    if whole != element {
        return whole;
    }
    if let Some(kept) = before.trim_end().strip_suffix(',') {
        return TextRange::new(size(kept.len()), element.end());
    }
    // Between others in a line, one blank is enough.
    let kept = before.trim_end_matches(is_blank);
    let is_between = behind.starts_with([' ', '\r', '\n']) && !kept.ends_with('\n');
    let start = if is_between { kept.len() } else { before.len() };
    TextRange::new(size(start), element.end())
}
