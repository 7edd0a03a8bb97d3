//! Formatter of the Puppet language.
//!
//! Purpose: the layout of manifests, and of the code in templates, as Puppet's style guide and the modules of Debian and
//! Vox Pupuli have it. As gofmt does, it keeps the line breaks of the author, and decides about everything else:
//! indentation, spaces between tokens, arrows below each other, blank lines, commas after the last element. Long lines
//! stay long.
//!
//! Allowed inputs: a text and its tree. Forbidden knowledge: files, the database, what names mean.
//!
//! Only spaces change, and commas before closing brackets are added: each result is read again and compared with
//! the original, and is dropped if it is not the same program with the same comments. Texts of strings, heredocs,
//! comments and templates stay as they are, byte by byte.

mod alignment;
mod commas;
mod edits;
mod equivalence_check;
mod indent;
mod lines;
mod range;
mod spacing;
mod token_gaps;
mod verbatim_regions;

pub use edits::{FormatEdit, apply};

use puppet_syntax::{Parse, ParseOptions, TextRange, parse_with};

use crate::token_gaps::TokenRow;
use lines::Gap;

/// The edits that format a text, in its order. Statements with syntax errors stay as they are; the text as a whole does if
/// it is unclear which statement an error belongs to.
///
/// `parse` must be the tree of `text` that was read with `options`.
#[must_use]
pub fn format(text: &str, parse: &Parse, options: ParseOptions) -> Vec<FormatEdit> {
    let row = TokenRow::new(text, parse);
    let edits = layout(&row, parse).unwrap_or_default();
    proven(&row, parse, options, edits)
}

/// The edits that format the statements that a range touches.
///
/// `parse` must be the tree of `text` that was read with `options`.
#[must_use]
pub fn format_range(
    text: &str,
    parse: &Parse,
    options: ParseOptions,
    range: TextRange,
) -> Vec<FormatEdit> {
    let row = TokenRow::new(text, parse);
    let mut edits = layout(&row, parse).unwrap_or_default();
    let statements = range::statements_at(&row, range);
    edits.retain(|edit| statements.contains_range(edit.range));
    proven(&row, parse, options, edits)
}

fn layout(row: &TokenRow<'_>, parse: &Parse) -> Option<Vec<FormatEdit>> {
    let kept = verbatim_regions::verbatim_gaps(row, parse)?;
    let mut gaps: Vec<Gap> = lines::gaps(row, &kept);
    spacing::space(row, &mut gaps);
    indent::indent(row, &mut gaps);
    let mut commas = commas::missing_commas(row, &gaps);
    commas.retain(|it| gaps.get(it + 1) != Some(&Gap::Kept));
    alignment::align(row, &mut gaps, &commas);
    Some(edits::edits(row, &gaps, &commas))
}

/// The edits if they only change how the text looks, and nothing otherwise.
fn proven(
    row: &TokenRow<'_>,
    parse: &Parse,
    options: ParseOptions,
    edits: Vec<FormatEdit>,
) -> Vec<FormatEdit> {
    if edits.is_empty() {
        return edits;
    }
    let after = apply(row.text, &edits);
    let reparse = parse_with(&after, options);
    match equivalence_check::is_same(row, parse, &TokenRow::new(&after, &reparse), &reparse) {
        true => edits,
        false => Vec::new(),
    }
}
