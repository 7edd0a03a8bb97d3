//! Fixes that follow from the text around a diagnostic, one file each. Others come with the diagnostic itself.

pub mod add_default_branch;
pub mod add_metadata_key;
pub mod add_required_attribute;
pub mod add_struct_key;
pub mod assign_in_branch;
pub mod convert_to_dig;
pub mod declare_variable;
pub mod insert_missing_token;
pub mod make_virtual;
pub mod pass_epp_parameter;
mod proposed_fix;
pub mod quote_number;
pub mod remove_bom;
pub mod remove_duplicate;
pub mod remove_statement;
pub mod remove_unused_parameter;
pub mod rename_shadowing_parameter;
pub mod replace_else_if;
pub mod replace_invalid_name;
pub mod replace_misspelled_reference;
pub mod replace_template_variable;
pub mod sync_param_tags;
#[cfg(test)]
mod tests;
pub mod unwrap_constant_condition;
pub mod widen_return_type;
pub mod wrap_in_optional;

use proposed_fix::{Diagnostic, FixHandler};
use puppet_db::File;
use puppet_diagnostics::{Edit, Fix, Place, Safety};
use puppet_text::{TextRange, TextSize};

use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::context::Context;

/// The fixes of each rule.
const FIXES: [(&str, FixHandler); 51] = [
    ("C401", remove_duplicate::remove_option),
    ("C402", unwrap_constant_condition::unwrap),
    ("C403", add_default_branch::in_selector),
    ("C405", remove_duplicate::remove_entry),
    ("F502", pass_epp_parameter::give),
    ("F504", replace_template_variable::spell),
    ("F504", declare_variable::parameter),
    ("F504", declare_variable::set),
    ("M702", add_metadata_key::add_dependency),
    ("M705", add_metadata_key::add_keys),
    ("M707", sync_param_tags::sync),
    ("N101", declare_variable::parameter),
    ("N101", declare_variable::set),
    ("N102", assign_in_branch::set),
    ("N111", remove_unused_parameter::remove),
    ("N114", rename_shadowing_parameter::rename),
    ("R301", remove_duplicate::remove_attribute),
    ("R302", add_required_attribute::required),
    ("R303", remove_duplicate::remove_attribute),
    ("R305", quote_number::quote),
    ("R306", replace_misspelled_reference::spell),
    ("R308", remove_statement::include_it),
    ("R308", remove_statement::remove_include),
    ("R308", remove_statement::move_behind),
    ("R310", add_required_attribute::refresh_only),
    ("R311", add_required_attribute::path),
    ("R312", quote_number::quote),
    ("R313", make_virtual::declare),
    ("S001", insert_missing_token::insert),
    ("S001", replace_else_if::to_elsif),
    ("S002", remove_statement::remove),
    ("S003", replace_invalid_name::append_underscore),
    ("S005", insert_missing_token::end_heredoc),
    ("S006", insert_missing_token::close_tag),
    ("S009", replace_invalid_name::spell),
    ("S010", replace_invalid_name::without_scope),
    ("S011", remove_duplicate::remove_parameter),
    ("S012", make_virtual::declare),
    ("S013", remove_statement::without_assignment),
    ("S014", quote_number::quote),
    ("S015", insert_missing_token::without_syntax),
    ("S018", remove_bom::remove),
    ("T205", quote_number::convert),
    ("T209", wrap_in_optional::unwrap),
    ("T211", convert_to_dig::dig),
    ("T213", unwrap_constant_condition::leave_out),
    ("T214", add_default_branch::add),
    ("T215", remove_duplicate::remove_option),
    ("T216", widen_return_type::widen),
    ("T219", add_struct_key::rename),
    ("V803", add_metadata_key::raise_version),
];

/// The fixes of a finding, the best first.
pub fn fixes(context: Context<'_>, diagnostic: &Diagnostic) -> Vec<Fix<File>> {
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
pub fn best_fix(
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
