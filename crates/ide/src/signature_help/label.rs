//! Labels of signatures, with the places of their parameters.

use puppet_text::{TextRange, TextSize};

use super::{Importance, ParameterInfo, SignatureInfo};

/// What stands between the parameters of a function and its block.
pub(super) const BEFORE_BLOCK: &str = ") ";

/// A label while it is written.
pub(super) struct Label {
    signature: SignatureInfo,
    separator: &'static str,
}

impl Label {
    /// `head` stands before the first parameter, `separator` between two.
    pub(super) fn new(head: String, separator: &'static str) -> Self {
        let signature = SignatureInfo {
            label: head,
            ..SignatureInfo::default()
        };
        Self {
            signature,
            separator,
        }
    }

    /// Adds a parameter.
    pub(super) fn parameter(
        &mut self,
        text: &str,
        documentation: Option<String>,
        importance: Importance,
    ) {
        let separator = match self.signature.parameters.is_empty() {
            true => "",
            false => self.separator,
        };
        self.part(separator, text, documentation, importance);
    }

    /// Adds the block after the closing parenthesis of the parameters.
    pub(super) fn block(&mut self, text: &str) {
        self.part(BEFORE_BLOCK, text, None, Importance::Other);
    }

    fn part(
        &mut self,
        separator: &str,
        text: &str,
        documentation: Option<String>,
        importance: Importance,
    ) {
        let label = &mut self.signature.label;
        label.push_str(separator);
        let start = TextSize::of(label.as_str());
        label.push_str(text);
        self.signature.parameters.push(ParameterInfo {
            range: TextRange::new(start, TextSize::of(label.as_str())),
            documentation,
            importance,
        });
    }

    /// The whole, with what follows the last parameter.
    pub(super) fn finish(mut self, tail: &str, documentation: Option<String>) -> SignatureInfo {
        self.signature.label.push_str(tail);
        self.signature.documentation = documentation;
        self.signature
    }
}
