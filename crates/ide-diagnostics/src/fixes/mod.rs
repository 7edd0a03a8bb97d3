//! Fixes that follow from the text around a diagnostic, one file each. Others come with the diagnostic itself.

pub mod add_default_branch;
pub mod add_required_attribute;
pub mod add_struct_key;
pub mod assign_in_branch;
pub mod convert_to_dig;
pub mod declare_variable;
pub mod insert_missing_token;
pub mod make_virtual;
pub mod metadata;
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
pub mod replace_misspelled_title;
pub mod replace_template_variable;
#[cfg(test)]
mod tests;
pub mod unwrap_constant_condition;
pub mod widen_return_type;
pub mod wrap_in_if;
pub mod wrap_in_optional;

use proposed_fix::{FileDiagnostic, FixHandler};
use puppet_db::FilePlace;
use puppet_diagnostics::{Edit, Fix, Place, Rule, Safety};
use puppet_text::{TextRange, TextSize};

use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::context::IdeContext;

/// The fixes of the rules; those of one rule in the order in which they are offered.
static FIXES: &[(&Rule, FixHandler)] = {
    use puppet_checks::rules::*;
    &[
        (&DUPLICATE_CASE_OPTION, remove_duplicate::remove_option),
        (&CONSTANT_CONDITION, unwrap_constant_condition::unwrap),
        (&SELECTOR_MAY_NOT_MATCH, add_default_branch::add_to_selector),
        (&DUPLICATE_KEY, remove_duplicate::remove_entry),
        (&EPP_MISSING_PARAMETER, pass_epp_parameter::give),
        (&ERB_UNKNOWN_VARIABLE, replace_template_variable::spell),
        (&ERB_UNKNOWN_VARIABLE, declare_variable::parameter),
        (&ERB_UNKNOWN_VARIABLE, declare_variable::set),
        (
            &UNDECLARED_DEPENDENCY,
            metadata::add_dependency::add_dependency,
        ),
        (
            &METADATA_INVALID,
            metadata::add_missing_keys::add_missing_keys,
        ),
        (&UNKNOWN_VARIABLE, declare_variable::parameter),
        (&UNKNOWN_VARIABLE, declare_variable::set),
        (&POSSIBLY_UNDEFINED_VARIABLE, assign_in_branch::set),
        (&UNUSED_PARAMETER, remove_unused_parameter::remove),
        (&SHADOWED_VARIABLE, rename_shadowing_parameter::rename),
        (&UNKNOWN_ATTRIBUTE, remove_duplicate::remove_attribute),
        (
            &MISSING_REQUIRED_ATTRIBUTE,
            add_required_attribute::required,
        ),
        (&DUPLICATE_ATTRIBUTE, remove_duplicate::remove_attribute),
        (&INVALID_ATTRIBUTE_VALUE, quote_number::quote),
        (&UNRESOLVED_REFERENCE, replace_misspelled_title::spell),
        (&CLASS_DECLARED_TWICE, remove_statement::include_it),
        (&CLASS_DECLARED_TWICE, remove_statement::remove_include),
        (&CLASS_DECLARED_TWICE, remove_statement::move_after),
        (&EXEC_NOT_IDEMPOTENT, add_required_attribute::refresh_only),
        (&EXEC_UNQUALIFIED_COMMAND, add_required_attribute::path),
        (&BAD_TITLE, quote_number::quote),
        (&VIRTUAL_NEVER_REALIZED, make_virtual::declare),
        (&SYNTAX_ERROR, insert_missing_token::insert),
        (&SYNTAX_ERROR, replace_else_if::to_elsif),
        (&STATEMENT_WITHOUT_EFFECT, remove_statement::remove),
        (&RESERVED_WORD, replace_invalid_name::append_underscore),
        (&HEREDOC_TAG, insert_missing_token::end_heredoc),
        (&EPP_UNBALANCED, insert_missing_token::close_tag),
        (&INVALID_NAME, replace_invalid_name::spell),
        (&INVALID_ASSIGNMENT, replace_invalid_name::without_scope),
        (&INVALID_PARAMETER, remove_duplicate::remove_parameter),
        (&INVALID_RESOURCE, make_virtual::declare),
        (&NO_VALUE, remove_statement::without_assignment),
        (&INVALID_NUMBER, quote_number::quote),
        (&INVALID_HEREDOC_TEXT, insert_missing_token::without_syntax),
        (&INVALID_ENCODING, remove_bom::remove),
        (&IMPLICIT_NUMBER_COERCION, quote_number::convert),
        (&OPTIONAL_NEVER_UNDEF, wrap_in_optional::unwrap),
        (&POSSIBLY_UNDEF_ACCESS, convert_to_dig::dig),
        (&POSSIBLY_UNDEF_ACCESS, wrap_in_if::wrap),
        (&ARGUMENT_TYPE_MISMATCH, wrap_in_if::wrap),
        (&NO_MATCHING_OVERLOAD, wrap_in_if::wrap),
        (&OPERATOR_TYPE_MISMATCH, wrap_in_if::wrap),
        (&BAD_TITLE, wrap_in_if::wrap),
        (&REDUNDANT_TEST, unwrap_constant_condition::leave_out),
        (&NON_EXHAUSTIVE_MATCH, add_default_branch::add),
        (&UNREACHABLE_ARM, remove_duplicate::remove_option),
        (&RETURN_TYPE_MISMATCH, widen_return_type::widen),
        (&STRUCT_KEY, add_struct_key::rename),
        (
            &NEEDS_NEWER_PUPPET,
            metadata::raise_version_requirement::raise_version_requirement,
        ),
    ]
};

/// The fixes of a diagnostic, the best first.
pub fn fixes(context: IdeContext<'_>, diagnostic: &FileDiagnostic) -> Vec<Fix<FilePlace>> {
    let mut fixes = diagnostic.fixes.clone();
    let site = AssistContext::new(
        context.file_context(diagnostic.place.file),
        diagnostic.place.range,
    );
    let of_rule = FIXES.iter().filter(|(rule, _)| *rule == diagnostic.rule);
    fixes.extend(of_rule.filter_map(|(_, handler)| {
        let proposed = handler(&site, diagnostic)?;
        let file = proposed.file.unwrap_or(site.context.file);
        let edits = proposed.edits.into_iter().map(|edit| Edit {
            place: Place::new(file, edit.range),
            text: edit.text,
        });
        Some(Fix {
            title: proposed.title,
            safety: proposed.safety,
            edits: edits.collect(),
        })
    }));
    fixes
}

/// The best fix of a diagnostic, if it is safe or all may be made that leave nothing to fill in. A long file has many
/// diagnostics: no fix is computed for rules whose fixes are never safe.
pub fn best_fix(
    context: IdeContext<'_>,
    diagnostic: &FileDiagnostic,
    unsafe_too: bool,
) -> Option<Fix<FilePlace>> {
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

/// What an element takes with it: the comma after it, or else the one before, and its line if nothing else stands there.
fn with_comma(site: &AssistContext<'_>, element: TextRange) -> TextRange {
    let after = site.text().get(usize::from(element.end())..);
    let after = after.unwrap_or_default();
    let before = site.slice(TextRange::up_to(element.start()));
    let size = |length: usize| TextSize::try_from(length).unwrap_or_default();
    let is_blank = |c: char| matches!(c, ' ' | '\t');
    if let Some(rest) = after.trim_start().strip_prefix(',') {
        let end = element.end() + size(after.len() - rest.len());
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
    let is_between = after.starts_with([' ', '\r', '\n']) && !kept.ends_with('\n');
    let start = if is_between { kept.len() } else { before.len() };
    TextRange::new(size(start), element.end())
}
