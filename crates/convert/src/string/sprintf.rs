//! Formats of numbers and texts, which `sprintf` writes.

use super::StringFormat;
use crate::{
    ConvertError,
    sprintf::{FormatArgument, format_arguments},
};

impl StringFormat {
    /// Writes an argument by the format itself.
    pub(super) fn apply(&self, argument: FormatArgument) -> Result<String, ConvertError> {
        format_arguments(&self.source, &[argument])
    }

    /// Writes a text by the format with another letter.
    pub(super) fn apply_as(
        &self,
        letter: char,
        text: impl Into<String>,
    ) -> Result<String, ConvertError> {
        let source = self.source.replace(self.letter, &letter.to_string());
        format_arguments(&source, &[FormatArgument::Text(text.into())])
    }

    /// Writes a text with the width, the precision and the side of the format only.
    pub(super) fn fit(&self, text: impl Into<String>) -> Result<String, ConvertError> {
        if !self.left && self.width.is_none() && self.precision.is_none() {
            return Ok(text.into());
        }
        let side = if self.left { "-" } else { "" };
        let width = self
            .width
            .map(|width| width.to_string())
            .unwrap_or_default();
        let precision = self
            .precision
            .map(|precision| format!(".{precision}"))
            .unwrap_or_default();
        format_arguments(
            &format!("%{side}{width}{precision}s"),
            &[FormatArgument::Text(text.into())],
        )
    }
}
