//! Formatting keeps the program, and a formatted text stays as it is.

#![cfg_attr(fuzzing, no_main)]

use puppet_format::{apply, format};
use puppet_syntax::{Entry, Keywords, Parse, ParseOptions, parse_with};

puppet_fuzz::fuzz_target!(|text: &str| {
    for entry in [Entry::Manifest, Entry::Epp] {
        let options = ParseOptions {
            entry,
            keywords: Keywords::Tasks,
        };
        let before = parse_with(text, options);
        let formatted = apply(text, &format(text, &before, options));
        let after = parse_with(&formatted, options);
        assert_eq!(
            program(&before),
            program(&after),
            "{text:?} became {formatted:?}"
        );
        let twice = apply(&formatted, &format(&formatted, &after, options));
        assert_eq!(twice, formatted, "from {text:?}");
    }
});

/// The model of a program, without positions.
fn program(parse: &Parse) -> String {
    puppet_hir::dump(&puppet_hir::lower(parse).0, None)
}
