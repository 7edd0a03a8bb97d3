//! Properties that hold for any text.

pub mod project;
pub mod syntax;

/// Declares a fuzz target: a closure that takes any input. Only `cargo xtask fuzz` links the fuzzer; in other builds, the
/// target is compiled and does nothing.
#[macro_export]
macro_rules! fuzz_target {
    (|$input:ident: $input_type:ty| $body:expr) => {
        #[cfg(fuzzing)]
        ::libfuzzer_sys::fuzz_target!(|$input: $input_type| $body);

        #[cfg(not(fuzzing))]
        fn main() {
            let _ = |$input: $input_type| $body;
        }
    };
}
