//! Labels of signatures, with the places of their parameters.

use puppet_text::{TextRange, TextSize};

use super::{Importance, ParameterInfo, SignatureInfo};

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
        let label = &mut self.signature.label;
        if !self.signature.parameters.is_empty() {
            label.push_str(self.separator);
        }
        let start = TextSize::of(label.as_str());
        label.push_str(text);
        self.signature.parameters.push(ParameterInfo {
            range: TextRange::new(start, TextSize::of(label.as_str())),
            documentation,
            importance,
        });
    }

    /// Adds the block after the closing parenthesis of the parameters.
    pub(super) fn block(&mut self, text: &str) {
        let label = &mut self.signature.label;
        label.push_str(") ");
        let start = TextSize::of(label.as_str());
        label.push_str(text);
        self.signature.parameters.push(ParameterInfo {
            range: TextRange::new(start, TextSize::of(label.as_str())),
            documentation: None,
            importance: Importance::Other,
        });
    }

    /// The whole, with what stands behind the last parameter.
    pub(super) fn finish(mut self, tail: &str, documentation: Option<String>) -> SignatureInfo {
        self.signature.label.push_str(tail);
        self.signature.documentation = documentation;
        self.signature
    }
}
