//! Values of data files have their places in the text, within those of the values that hold them.

#![cfg_attr(fuzzing, no_main)]

use puppet_data::{DataValue, ValueKind, environment_conf, hocon, json, yaml};

puppet_fuzz::fuzz_target!(|text: &str| {
    for read in [yaml::parse(text), json::parse(text)] {
        match read {
            Ok(value) => check(text, &value),
            Err(error) => {
                let range = std::ops::Range::<usize>::from(error.range);
                assert!(text.get(range).is_some(), "{error:?}");
            }
        }
    }
    check(text, &yaml::parse_tolerantly(text).0);
    let _ = hocon::parse(text);
    let _ = environment_conf::parse(text);
});

fn check(text: &str, value: &DataValue) {
    let range = std::ops::Range::<usize>::from(value.range);
    assert!(text.get(range).is_some(), "{:?}", value.range);
    match &value.kind {
        ValueKind::Sequence(items) => items.iter().for_each(|it| check(text, it)),
        ValueKind::Mapping(entries) => entries.iter().for_each(|it| check(text, &it.value)),
        _ => {}
    }
}
