//! The active parameter of a signature: the one that gets the argument at the cursor.

use puppet_types::Signature;

use crate::signature_help::active_signature::PassedArguments;
use crate::signature_help::call_site::BLOCK;

impl PassedArguments {
    /// The parameter that gets the argument at the cursor.
    pub(super) fn parameter(&self, signature: &Signature) -> Option<usize> {
        let count = signature.parameter_names.len();
        let repeats = signature
            .callable
            .params
            .as_ref()
            .is_some_and(|params| params.size_range().upper_bound().is_none());
        match self.active {
            BLOCK => signature.callable.block.is_some().then_some(count),
            active if active < count => Some(active),
            _ if repeats => count.checked_sub(1),
            _ => None,
        }
    }
}
