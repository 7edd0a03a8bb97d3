//! Text positions: ranges, line index, columns in bytes, characters and UTF-16 units.

pub use text_size::{TextLen, TextRange, TextSize};
