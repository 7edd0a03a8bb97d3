//! Text positions: ranges, line index, columns in bytes, characters and UTF-16 units.
//!
//! Everything else in the project speaks of byte offsets ([`TextSize`], [`TextRange`]); this crate turns them into
//! what people and editors count, and back.

mod line_ending;
mod line_index;

pub use line_ending::LineEnding;
pub use line_index::{Column, LineCol, LineIndex};
pub use text_size::{TextLen, TextRange, TextSize};
