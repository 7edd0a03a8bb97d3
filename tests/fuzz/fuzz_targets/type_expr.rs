//! Text of types: the tree and the tokens are the text.

#![cfg_attr(fuzzing, no_main)]

use puppet_syntax::Entry;

puppet_fuzz::fuzz_target!(|text: &str| puppet_fuzz::syntax::check(text, Entry::TypeExpr));
