//! Type expressions: whatever the text, all relations answer in bounded time without a panic.

#![cfg_attr(fuzzing, no_main)]

use puppet_types::{Definitions, Relate, Value, parse, read_type, resolve_name};

puppet_fuzz::fuzz_target!(|source: &str| {
    // Each line is an alias `A`, `B`, …; the last one is also the type that the others are compared with.
    let mut definitions = Definitions::new();
    let mut names = Vec::new();
    for (index, line) in source.lines().take(6).enumerate() {
        let Ok(expr) = parse::parse(line) else {
            continue;
        };
        let name = char::from(b'A' + u8::try_from(index).unwrap_or(0)).to_string();
        definitions.add(name.as_str(), expr.clone());
        names.push(name);
        let _ = read_type(&definitions, &expr);
    }
    let relate = Relate::new(&definitions);
    let types: Vec<_> = names
        .iter()
        .map(|name| resolve_name(&definitions, name))
        .collect();
    for a in &types {
        let text = relate.to_text(a);
        let _ = parse::parse(&text);
        let normal = relate.normalize(&relate.generalize(a));
        let _ = relate.iterable_element(&normal);
        let _ = relate.is_instance(a, &Value::Type(normal.clone()));
        let _ = relate.describe("x", a, &normal);
        for b in &types {
            let accepts = relate.assignable(a, b);
            let _ = (
                accepts,
                relate.common(a, b),
                relate.disjoint(a, b),
                relate.callable(a, b),
            );
            relate.reset();
        }
    }
});
