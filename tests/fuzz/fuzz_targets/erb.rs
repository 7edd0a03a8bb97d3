//! Templates in Embedded Ruby: their problems have places in the text.

#![cfg_attr(fuzzing, no_main)]

puppet_fuzz::fuzz_target!(|text: &str| {
    let read = puppet_ruby::read_template(text);
    for problem in &read.problems {
        assert!(
            text.get(std::ops::Range::<usize>::from(problem.range))
                .is_some()
        );
    }
});
