//! Text positions: ranges, line index, columns in bytes, characters and UTF-16 units.
//!
//! Everything else in the project speaks of byte offsets ([`TextSize`], [`TextRange`]); this crate turns them into
//! what people and editors count, and back. It also knows which [names are like](closest) misspelled ones,
//! and finds [words](occurrences).

mod capitalize;
mod char_boundary;
mod common_affix;
mod count;
mod did_you_mean;
mod indentation;
mod line_ending;
mod line_index;
mod text_change;
mod word_search;

pub use crate::capitalize::{capitalize_first, capitalized};
pub use crate::char_boundary::floor_char_boundary;
pub use crate::common_affix::{common_prefix, common_suffix};
pub use crate::count::count;
pub use crate::did_you_mean::{
    MOST_NAMES, abbreviation_of, closest, closest_within, differs_by_a_letter, is_near,
    misspelled_name, typo_of,
};
pub use crate::text_change::TextChange;
pub use crate::word_search::{occurrences, whole_names, word_offsets, words};
pub use indentation::indentation;
pub use line_ending::LineEnding;
pub use line_index::{Column, LineCol, LineIndex, editor_line_starts, has_lone_cr};
pub use text_size::{TextLen, TextRange, TextSize};
