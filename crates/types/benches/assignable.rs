//! The speed of assignability: of small types, and of structs with many keys.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use puppet_types::{
    BuiltinContext, Definitions, Type, TypeContext, Value, assignable, infer_set, is_instance,
    parse, read_text,
};

fn read(context: &dyn TypeContext, source: &str) -> Type {
    read_text(context, source).unwrap_or(Type::Unknown)
}

fn small(criterion: &mut Criterion) {
    let context = BuiltinContext;
    let cases = [
        ("Integer[1, 65535]", "Integer[22, 22]"),
        ("Optional[String[1]]", "Enum['a', 'b']"),
        ("Variant[Integer, String, Boolean]", "Boolean[true]"),
        (
            "Array[Variant[String, Integer]]",
            "Tuple[String, Integer[1, 1]]",
        ),
        (
            "Hash[String, Array[Integer]]",
            "Hash[String[1], Array[Integer[1, 2]], 1, 2]",
        ),
        ("Data", "Integer"),
    ];
    for (to, from) in cases {
        let (to_type, from_type) = (read(&context, to), read(&context, from));
        criterion.bench_function(&format!("{to} <- {from}"), |bencher| {
            bencher.iter(|| assignable(&context, black_box(&to_type), black_box(&from_type)));
        });
    }
}

/// A settings type as modules have them: aliases for the values, most keys optional.
fn large(criterion: &mut Criterion) {
    let mut definitions = Definitions::new();
    let mut add = |name: &str, source: &str| {
        if let Ok(expr) = parse::parse(source) {
            definitions.add(name, expr);
        }
    };
    add("Port", "Integer[0, 65535]");
    add("Host", "Variant[Pattern[/\\A[a-z0-9.-]+\\z/], Enum['*']]");
    add("Switch", "Variant[Boolean, Enum['on', 'off', 'yes', 'no']]");
    let kinds = [
        "Port",
        "Host",
        "Switch",
        "String[1]",
        "Array[Host]",
        "Optional[Hash[String, Switch]]",
    ];
    let keys: Vec<String> = (0..40)
        .map(|index| {
            format!(
                "Optional[setting_{index}] => {}",
                kinds[index % kinds.len()]
            )
        })
        .collect();
    add("Settings", &format!("Struct[{{{}}}]", keys.join(", ")));
    let settings = read(&definitions, "Settings");
    let values = [
        Value::from(80),
        Value::from("*"),
        Value::from(true),
        Value::from("x"),
    ];
    let entries = (0..20).filter(|index| index % 6 < 4).map(|index: usize| {
        (
            Value::from(format!("setting_{index}")),
            values[index % 6].clone(),
        )
    });
    let value = Value::hash(entries);
    let given = infer_set(&definitions, &value);
    criterion.bench_function("struct of 40 keys accepts a struct of 14", |bencher| {
        bencher.iter(|| assignable(&definitions, black_box(&settings), black_box(&given)));
    });
    criterion.bench_function("struct of 40 keys accepts itself", |bencher| {
        bencher.iter(|| assignable(&definitions, black_box(&settings), black_box(&settings)));
    });
    criterion.bench_function(
        "a hash of 14 keys is an instance of a struct of 40",
        |bencher| {
            bencher.iter(|| is_instance(&definitions, black_box(&settings), black_box(&value)));
        },
    );
}

/// The largest struct of settings that we know of has about a hundred keys, mostly texts with a pattern and switches.
fn largest(criterion: &mut Criterion) {
    let mut definitions = Definitions::new();
    let mut add = |name: &str, source: &str| {
        if let Ok(expr) = parse::parse(source) {
            definitions.add(name, expr);
        }
    };
    add("SecureUrl", "Pattern[/(?i:\\Ahttps:\\/\\/.*\\z)/]");
    add("PlainUrl", "Pattern[/(?i:\\Ahttps?:\\/\\/.*\\z)/]");
    let kinds = [
        (
            "Variant[SecureUrl, PlainUrl]",
            Value::from("http://a.example/b"),
        ),
        ("String", Value::from("text")),
        ("SecureUrl", Value::from("https://login.example/token")),
        ("Enum['On', 'Off']", Value::from("Off")),
        ("Integer", Value::from(300)),
        ("String", Value::from("/var/cache")),
        (
            "Enum['header', 'query', 'cookie', 'none']",
            Value::from("none"),
        ),
        ("Pattern[/^[a-z0-9]+$/]", Value::from("abc")),
    ];
    let keys: Vec<String> = (0..104)
        .map(|index| {
            format!(
                "Optional['Setting{index}'] => {}",
                kinds[index % kinds.len()].0
            )
        })
        .collect();
    add("Largest", &format!("Struct[{{{}}}]", keys.join(", ")));
    let settings = read(&definitions, "Largest");
    let given = (0..104).filter(|index| index % 9 == 0).map(|index: usize| {
        let name = Value::from(format!("Setting{index}"));
        (name, kinds[index % kinds.len()].1.clone())
    });
    let given = infer_set(&definitions, &Value::hash(given));
    assert!(settings != given && assignable(&definitions, &settings, &given));
    assert!(!assignable(&definitions, &given, &settings));
    criterion.bench_function("struct of 104 keys accepts a struct of 12", |bencher| {
        bencher.iter(|| assignable(&definitions, black_box(&settings), black_box(&given)));
    });
    criterion.bench_function("struct of 104 keys accepts itself", |bencher| {
        bencher.iter(|| assignable(&definitions, black_box(&settings), black_box(&settings)));
    });
}

criterion_group!(benches, small, large, largest);
criterion_main!(benches);
