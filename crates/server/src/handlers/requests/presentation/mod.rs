//! Requests about what an editor shows in and beside the text.

pub(crate) mod code_lens;
pub(crate) mod code_lens_resolve;
pub(crate) mod folding_range;
pub(crate) mod hover;
pub(crate) mod inlay_hint;
pub(crate) mod selection_range;
pub(crate) mod semantic_tokens;
pub(crate) mod semantic_tokens_delta;
pub(crate) mod semantic_tokens_range;
