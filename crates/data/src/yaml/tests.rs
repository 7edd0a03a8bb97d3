use super::*;

fn scalar_of(text: &str) -> Scalar {
    match parse(text).expect("YAML").kind {
        ValueKind::Scalar(scalar) => scalar,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn comments_need_no_space_where_something_ends_by_itself() {
    let cases = [
        ("a: \"x\"# c\nb: 'y'#c", "xy"),
        ("a: [x]#c\nb: {c: y}#c\n", "xy"),
        ("a: [x,#c\n  y]\nb:", "xy"),
        ("a: \"x\"#c # '\nb: \"y\"", "xy"),
        ("a: x#c\nb: 'y'", "x#cy"),
    ];
    for (text, expected) in cases {
        let value = parse(text).expect(text);
        let mut found = String::new();
        let mut open = vec![&value];
        while let Some(value) = open.pop() {
            match &value.kind {
                ValueKind::Scalar(Scalar::String(text)) => found += text,
                ValueKind::Scalar(_) => {}
                ValueKind::Sequence(elements) => open.extend(elements.iter().rev()),
                ValueKind::Mapping(entries) => {
                    open.extend(entries.iter().rev().map(|entry| &entry.value));
                }
            }
        }
        assert_eq!(found, expected, "{text}");
    }
    let many = "a: \"x\"#\n".repeat(MAX_REPAIRS + 1);
    assert!(parse(&many).is_err());
}

#[test]
fn plain_scalars_are_what_ruby_takes_them_for() {
    let string = |text: &str| Scalar::String(text.to_owned());
    let number = |text: &str| Scalar::Number(text.to_owned());
    let other = |special, text: &str| Scalar::Other(special, text.to_owned());
    for (text, expected) in [
        ("", Scalar::Null),
        ("~", Scalar::Null),
        ("Null", Scalar::Null),
        ("yes", Scalar::Boolean(true)),
        ("Off", Scalar::Boolean(false)),
        ("y", string("y")),
        ("'yes'", string("yes")),
        ("!!str 1", string("1")),
        ("0644", number("420")),
        ("0999", string("0999")),
        ("-0x1F", number("-31")),
        ("1_000", number("1000")),
        ("1.5", number("1.5")),
        ("1e3", string("1e3")),
        ("1.0e+3", number("1.0e+3")),
        ("1.2.3", string("1.2.3")),
        (".", string(".")),
        (":sym", other(Special::Symbol, "sym")),
        (":\"a b\"", other(Special::Symbol, "a b")),
        ("2001-01-01", other(Special::Date, "2001-01-01")),
        ("2001-13-01", string("2001-13-01")),
        (
            "2001-01-01 1:02:03.5 +01:00",
            other(Special::Time, "2001-01-01 1:02:03.5 +01:00"),
        ),
        ("12:30", number("45000")),
        ("-1:30:05", number("-1795")),
        ("1:30.5", number("5430.0")),
        ("1:60", string("1:60")),
        (".inf", other(Special::Float, ".inf")),
        ("!!int '5'", number("5")),
        ("!!float 5", number("5.0")),
        ("!!binary aGk=", other(Special::Binary, "aGk=")),
        (
            "!ruby/regexp /x/",
            other(Special::Class("Regexp".into()), "/x/"),
        ),
        (
            "!!set {a, b}",
            other(Special::Class("Psych::Set".into()), ""),
        ),
        ("!unknown yes", Scalar::Boolean(true)),
        ("a: b: c", string("never read")),
    ] {
        if text == "a: b: c" {
            assert!(parse(text).is_err());
        } else {
            assert_eq!(scalar_of(text), expected, "{text:?}");
        }
    }
}

#[test]
fn colons_and_tabs_are_those_of_libyaml() {
    for (text, is_yaml) in [
        ("a: [:b]", false),
        ("a: {:b: 1}", false),
        ("a: {b: ?c}", false),
        ("a: :b", true),
        (":a: 1", true),
        ("a: [b:c, ':d']", true),
        ("a:\t1", true),
        ("\ta: 1", false),
        ("a: 1\n\tb: 2", false),
    ] {
        assert_eq!(parse(text).is_ok(), is_yaml, "{text}");
    }
    let tag = scalar_of("!<tag:yaml.org,2002:str> 1");
    assert_eq!(tag, Scalar::String("1".to_owned()));
}

#[test]
fn keys_and_starts_are_those_of_libyaml() {
    for (text, is_yaml) in [
        ("foo\nj: 1", false),
        ("'foo'\nj: 1", true),
        ("...\nk: 7", false),
        ("# c\n\n...\n", false),
        ("---\n...\nk: 7", true),
        ("%FOO bar\n---\nk: 7", false),
        ("%YAML 2.0\n---\nk: 7", false),
        ("%YAML 1.1\n---\nk: 7", true),
        ("%TAG ! tag:x,2000:\n---\nk: 7", true),
        (": 1\nk: 2", false),
        ("- : 1", false),
        ("!!null : 1\nk: 2", true),
        ("&a : 1\nk: 2", true),
        ("? k\n: 7", true),
        ("?\n: 7", true),
        ("k: {a\n: 1}", false),
        ("k: {a:\n 1}", true),
        ("k: {? a\n: 1}", true),
        ("k: {'a' : 1}", true),
    ] {
        assert_eq!(parse(text).is_ok(), is_yaml, "{text:?}");
    }
    let many = "k: [a]\n".repeat(200_000);
    assert!(parse(&many).is_ok());
    let aliases = format!("a: &a [1, 2, 3]\nb: [{}]\n", "*a, ".repeat(100_000));
    assert!(parse(&aliases).is_err());
}

#[test]
fn tabs_may_indent_within_brackets() {
    for (text, is_yaml) in [
        ("a: {\n\tb: 2}", true),
        ("a: {\r\n\tb: 2\r\n}", true),
        ("a: [\n\t'x',\n \t'y']", true),
        ("a: {\n\t# c\n\t\"b\": 2}\nc: 1", true),
        ("a: [\n\t]", true),
        ("a: {b: 'x',\n\tc: 1}", true),
        ("a: {\n\tb: 2\n\t}", false),
        ("a: [x\n\t,y]", false),
        ("a:\n\t{b: 1}", false),
        ("a:\n\tb: 1", false),
        ("a:\n\t- b", false),
        ("- 'x'\n\t- 'y'", false),
        ("a: {\n\tb: [\n\t1,\n\t2\n]\n}\nc: {\n\td: 1\n}", true),
        ("a: '['\nb:\n\tc: 1", false),
    ] {
        assert_eq!(parse(text).is_ok(), is_yaml, "{text:?}");
    }
}

#[test]
fn closing_brackets_need_no_indentation() {
    let text = "a:\n  b: [\n    'x', # \u{e9}\n    \"#\"\n  # no trailing comma!\n\n  ]\n  c: {\n    d: 1\n  }\n";
    let value = parse(text).expect("Ruby reads it");
    let inner = value.get("a").expect("an entry");
    let list = inner.get("b").and_then(DataValue::as_sequence);
    let texts: Vec<_> = list.into_iter().flatten().map(DataValue::as_str).collect();
    assert_eq!(texts, [Some("x"), Some("#")]);
    let number = inner.get("c").and_then(|it| it.get("d")).expect("an entry");
    assert_eq!(&text[std::ops::Range::<usize>::from(number.range)], "1");
}

#[test]
fn values_know_their_places() {
    let text = "\u{feff}\né: [1, two]\n\"a::b\":\n  c: 'ö'\n";
    let value = parse(text).expect("YAML");
    let entries = value.as_mapping().expect("a mapping");
    assert_eq!(&text[entries[0].key_range], "é");
    assert_eq!(&text[entries[0].value.range], "[1, two]");
    assert_eq!(&text[entries[1].key_range], "\"a::b\"");
    let inner = entries[1].value.get("c").expect("a value");
    assert_eq!(&text[inner.range], "'ö'");
}

#[test]
fn a_byte_order_mark_indents_the_first_line() {
    let keys = |text: &str| {
        let value = parse(text).ok()?;
        let keys = value.as_mapping()?.iter().map(|entry| entry.key.clone());
        Some(keys.collect::<Vec<_>>().join(" "))
    };
    for (text, expected) in [
        ("\u{feff}a: 1\nb: 2", Some("a")),
        ("\u{feff}# c\na: 1\nb: 2", Some("a b")),
        ("\u{feff}{a: 1,\nb: 2}", Some("a b")),
        ("\u{feff}---\na: 1", None),
    ] {
        assert_eq!(keys(text).as_deref(), expected, "{text:?}");
    }
}

#[test]
fn aliases_and_merges_are_written_out() {
    let text = "base: &base {a: 1, b: 2}\nuse:\n  a: 0\n  <<: *base\n  b: 3\nsame: *base\n";
    let value = parse(text).expect("YAML");
    let used = value.get("use").expect("a mapping");
    let number = |key| used.get(key).map(|value| value.kind.clone());
    let scalar = |text: &str| Some(ValueKind::Scalar(Scalar::Number(text.to_owned())));
    assert_eq!((number("a"), number("b")), (scalar("1"), scalar("3")));
    assert_eq!(
        value.get("same").map(|value| value.kind.clone()),
        value.get("base").map(|value| value.kind.clone())
    );
}

#[test]
fn broken_texts_keep_their_other_entries() {
    let text = "---\n\u{e9}: 1\na::b: [1,\n  2\nc::d:\n  e: {x: 1}\n'f::g'\nh: \"\ni: 2\n";
    let (value, error) = parse_tolerantly(text);
    assert!(error.is_some());
    let entries = value.as_mapping().expect("a mapping");
    let keys: Vec<&str> = entries.iter().map(|it| &text[it.key_range]).collect();
    assert_eq!(keys, ["\u{e9}", "a::b", "c::d", "f::g", "h", "i"]);
    let inner = value
        .get("c::d")
        .and_then(|it| it.get("e"))
        .expect("a value");
    assert_eq!(&text[inner.range], "{x: 1}");
    let (value, error) = parse_tolerantly("a: 1\n");
    assert!(error.is_none() && value.get("a").is_some());
}

#[test]
fn keys_are_what_they_are() {
    let value = parse("80: a\n'80': b\n~: c\n").expect("YAML");
    let keys = value.as_mapping().expect("a mapping").iter();
    let keys: Vec<Scalar> = keys.map(|entry| entry.key_scalar.clone()).collect();
    let number = Scalar::Number("80".to_owned());
    assert_eq!(
        keys,
        [number, Scalar::String("80".to_owned()), Scalar::Null]
    );
}

#[test]
fn hostile_texts_are_errors_and_end() {
    let mut bomb = "a0: &a0 [x]\n".to_owned();
    for level in 1..40 {
        let below = format!("*a{}", level - 1);
        bomb.push_str(&format!("a{level}: &a{level} [{below}, {below}]\n"));
    }
    let deep = "- ".repeat(10_000);
    for text in [&*bomb, "a: &a [*a]\n", &deep, &"[".repeat(100_000), "a: ["] {
        let start: String = text.chars().take(20).collect();
        assert!(parse(text).is_err(), "{start}");
    }
}
