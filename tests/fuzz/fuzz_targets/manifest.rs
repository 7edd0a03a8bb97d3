#![no_main]

use puppet_syntax::Entry;

libfuzzer_sys::fuzz_target!(|text: &str| puppet_fuzz::syntax::check(text, Entry::Manifest));
