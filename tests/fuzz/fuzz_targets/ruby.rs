//! Any Ruby text can be read, as each kind of file.

#![cfg_attr(fuzzing, no_main)]

puppet_fuzz::fuzz_target!(|text: &str| {
    let facts = puppet_ruby::read(text);
    for error in &facts.errors {
        assert!(
            text.get(std::ops::Range::<usize>::from(error.range))
                .is_some()
        );
    }
    for function in &facts.functions {
        assert!(
            text.get(std::ops::Range::<usize>::from(function.range))
                .is_some()
        );
    }
    puppet_ruby::declared_modules(text);
    puppet_ruby::spec_names(text);
});
