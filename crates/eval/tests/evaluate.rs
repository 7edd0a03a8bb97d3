//! Tests of whole sources: values, errors with their positions, logs, and limits.

use proptest::prelude::*;
use puppet_eval::evaluate_source::{EvaluatedSource, EvaluationOutput, Message, evaluate};
use puppet_eval::{Assumptions, Definitions, Evaluator, Limits, Options, Strict, Unknown};
use puppet_syntax::Entry;
use puppet_types::Value;

/// The value and its type, or the error with its issue and place, on one line.
fn answer(source: &str) -> String {
    shown(&evaluate(source, &Options::default()).0)
}

fn shown(answer: &EvaluationOutput) -> String {
    let message = |message: &Message| {
        let place = message
            .position
            .map(|at| (at.line, at.column.unwrap_or_default()));
        let (line, column) = place.unwrap_or_default();
        format!(
            "{} {line}:{column} {}",
            message.issue.unwrap_or("-"),
            message.text
        )
    };
    match answer {
        EvaluationOutput::Value { text, ty, .. } => format!("{text} {ty}"),
        EvaluationOutput::Error(error) => message(error),
        EvaluationOutput::Refused(messages) => {
            messages.iter().map(message).collect::<Vec<_>>().join("; ")
        }
        EvaluationOutput::Unknown(reason) => format!("unknown: {reason}"),
    }
}

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(answer(source), *expected, "{source}");
    }
}

#[test]
fn arithmetic() {
    check(&[
        ("1 + 2 * 3", "7 Integer[7, 7]"),
        ("-7 / 2", "-4 Integer[-4, -4]"),
        ("5 % -3", "-1 Integer[-1, -1]"),
        ("1 << -1", "0 Integer[0, 0]"),
        ("1 / 0", "DIV_BY_ZERO 1:5 Division by 0"),
        (
            "1 / 0.0",
            "RESULT_IS_INFINITY 1:1 The result of the / expression is Infinity",
        ),
        (
            "2.5 % 2",
            "OPERATOR_NOT_APPLICABLE 1:1 Operator '%' is not applicable to a Float.",
        ),
        (
            "9223372036854775807 + 1",
            "NUMERIC_OVERFLOW 1:21 A '+' expression resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'",
        ),
        (
            "Timespan(10) * 2",
            "Timespan('0-00:00:20.000000000') Timespan['0-00:00:20.0']",
        ),
        (
            "10 - Timespan(3)",
            "Timespan('0-00:00:07.000000000') Timespan['0-00:00:07.0']",
        ),
        (
            "Timestamp(10) + Timestamp(2)",
            "RUNTIME_ERROR 1:15 Error while evaluating a '+' expression, A Timestamp cannot be added to a Timestamp",
        ),
        (
            "1 << SemVer('1.0.0')",
            "OPERATOR_NOT_APPLICABLE 1:1 Operator '<<' is not applicable to an Integer.",
        ),
    ]);
}

#[test]
fn integers_beyond_64_bits() {
    check(&[
        (
            "Integer('12345678901234567890')",
            "12345678901234567890 Integer[12345678901234567890, 12345678901234567890]",
        ),
        (
            "Integer(1e20) / 10",
            "NUMERIC_OVERFLOW 1:15 A '/' expression resulted in a value outside of Puppet Integer max range, got '+0x8ac7230489e80000'",
        ),
        (
            "Integer(1e20) / 100",
            "1000000000000000000 Integer[1000000000000000000, 1000000000000000000]",
        ),
        (
            "[Integer(1e20) =~ Integer[0], Integer(1e20) =~ Integer[0, 10], 5 =~ Integer[0, Integer(1e20)]]",
            "[true, false, true] Tuple[Boolean[true], Boolean[false], Boolean[true]]",
        ),
        ("Integer(1e20) == 1e20", "true Boolean[true]"),
        (
            "String(Integer(1e20), '%#x')",
            "'0x56bc75e2d63100000' String",
        ),
        (
            "Integer[0, 1](1e20)",
            "RUNTIME_ERROR 1:1 Error while evaluating a Function Call, Converted value from Integer[0, 1].new() has wrong type, expects an Integer[0, 1] value, got Integer[100000000000000000000, 100000000000000000000]",
        ),
        (
            "sprintf('%d', Integer(1e20))",
            "RUNTIME_ERROR 1:1 Error while evaluating a Function Call, Use of a Ruby Integer outside of Puppet Integer max range, got '0x56bc75e2d63100000'",
        ),
    ]);
}

#[test]
fn widths_are_bounded() {
    for source in [
        "sprintf('%.70000f', 1.0)",
        "sprintf('%.*f', 70000, 1.0)",
        "sprintf('%.70000e', 1.5)",
        "sprintf('%#.70000g', 1.5)",
        "String(1.5, '%.70000a')",
        "strftime(Timestamp(0), '%70000Y')",
        "strftime(Timestamp(0), '%_70000d')",
        "strftime(Timestamp(0), '%70000z')",
        "strftime(Timespan(0), '%70000H')",
        "strftime(Timespan(0), '%70000N')",
    ] {
        assert!(answer(source).starts_with("unknown: "), "{source}");
    }
    for source in [
        "strftime(Timestamp(0), '%65000z')",
        "sprintf('%.65000g', 0.00015)",
    ] {
        assert!(!answer(source).starts_with("unknown: "), "{source}");
    }
}

#[test]
fn texts_of_types() {
    let refused = |text: &str| {
        format!(
            "RUNTIME_ERROR 1:1 Error while evaluating a Function Call, The expression <{text}> is not a valid type specification."
        )
    };
    check(&[
        (
            "Type('Array[Integer[\\'a\\']]')",
            &refused("Array[Integer['a']]"),
        ),
        ("Type('Integer[$x]')", &refused("$x")),
        ("Type('Integer[1+1]')", &refused("1+1")),
        ("Type('Enum[\"a${x}\"]')", &refused("\"a${x}\"")),
        (
            "Type('Integer[12345678901234567890]')",
            "Integer[12345678901234567890] Type[Integer[12345678901234567890]]",
        ),
        (
            "type A = Array[ Integer['a'] , 1]\nA",
            "RUNTIME_ERROR 2:1 Error while evaluating a Type-Name, The expression <A = Array[ Integer['a'] , 1> is not a valid type specification.",
        ),
        (
            "Timespan[1.5, 2]",
            "Timespan['0-00:00:01.500000000', '0-00:00:02.0'] Type[Timespan['0-00:00:01.500000000', '0-00:00:02.0']]",
        ),
    ]);
}

#[test]
fn collections() {
    check(&[
        (
            "[1, 2, 3] - 2.0",
            "[1, 3] Tuple[Integer[1, 1], Integer[3, 3]]",
        ),
        (
            "{a => 1} + [b, 2]",
            "{'a' => 1, 'b' => 2} Struct[{'a' => Integer[1, 1], 'b' => Integer[2, 2]}]",
        ),
        ("[1, *[2, 3]].length", "3 Integer[3, 3]"),
        ("{a => {b => [1, 2]}}.dig(a, b, 1)", "2 Integer[2, 2]"),
        ("'hello'[1, -2]", "'ell' String"),
        ("[1, 2][5]", "undef Undef"),
        (
            "{} << 1",
            "OPERATOR_NOT_APPLICABLE 1:1 Operator '<<' is not applicable to a Hash.",
        ),
    ]);
}

#[test]
fn what_is_wrong_with_types() {
    check(&[
        (
            "type A = Integer[1 + 1]\n$x = A",
            "RUNTIME_ERROR 2:6 Error while evaluating a Type-Name, The expression <1 + 1> is not a valid type specification.",
        ),
        (
            "Timestamp[{format => '%Y'}]",
            "RUNTIME_ERROR 1:1 Error while evaluating a '[]' expression, no implicit conversion of nil into String",
        ),
        (
            "Timestamp[{string => 3}]",
            "RUNTIME_ERROR 1:1 Error while evaluating a '[]' expression, no implicit conversion of Integer into String",
        ),
        (
            "Regexp[1, 2]",
            "BAD_TYPE_SLICE_ARITY 1:11 A Regexp-Type[] accepts 1 argument. Got 2",
        ),
        (
            "Regexp[*[1, 2]]",
            "BAD_TYPE_SLICE_ARITY 0:0 A Regexp-Type[] accepts 1 argument. Got 2",
        ),
    ]);
}

#[test]
fn comparison_and_match() {
    check(&[
        ("'a' == 'A'", "true Boolean[true]"),
        ("1 < 1.5", "true Boolean[true]"),
        ("Timespan(10.5) == 10", "true Boolean[true]"),
        ("Integer < Numeric", "true Boolean[true]"),
        (
            "Optional[Integer] == Variant[Integer, Undef]",
            "true Boolean[true]",
        ),
        ("'b' in ['A', /[bB]/]", "true Boolean[true]"),
        (
            "'abc' =~ /(b)(c)/ and [$0, $1, $2] == ['bc', b, c]",
            "true Boolean[true]",
        ),
        ("if 'abc' =~ /b/ { } $0", "undef Undef"),
        (
            "[] < 1",
            "COMPARISON_NOT_POSSIBLE 1:4 Comparison of: Array < Integer, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.",
        ),
    ]);
}

#[test]
fn branches() {
    check(&[
        (
            "case 'aB' { /b$/: { 1 } 'AB': { 2 } default: { 3 } }",
            "2 Integer[2, 2]",
        ),
        (
            "case [1, 'x'] { [Integer, default]: { yes } }",
            "'yes' String",
        ),
        (
            "5 ? { Integer[0, 3] => low, default => high }",
            "'high' String",
        ),
        (
            "1 ? { 2 => 3 }",
            "UNMATCHED_SELECTOR 1:1 No matching entry for selector parameter with value '1'",
        ),
        ("unless '' { 1 } else { 2 }", "2 Integer[2, 2]"),
    ]);
}

#[test]
fn variables_and_functions() {
    check(&[
        ("[$a, [$b]] = [1, [2]] $a + $b", "3 Integer[3, 3]"),
        (
            "$x = 1\n$x = 2",
            "ILLEGAL_REASSIGNMENT 2:4 Cannot reassign variable '$x'",
        ),
        (
            "$nosuch",
            "UNKNOWN_VARIABLE 1:1 Unknown variable: 'nosuch'.",
        ),
        (
            "function f(Integer $n) { if $n < 2 { 1 } else { $n * f($n - 1) } }\nf(20)",
            "2432902008176640000 Integer[2432902008176640000, 2432902008176640000]",
        ),
        (
            "function f($a, $b = $a * 2, *$c) { [$a, $b, $c] }\nf(1)",
            "[1, 2, []] Tuple[Integer[1, 1], Integer[2, 2], Array[0, 0]]",
        ),
        (
            "function f(Integer $a) { }\nf('x')",
            "RUNTIME_ERROR 2:1 Error while evaluating a Function Call, 'f' parameter 'a' expects an Integer value, got String",
        ),
        (
            "function f() >> String { 1 }\nf()",
            "RUNTIME_ERROR 2:1 Error while evaluating a Function Call, value returned from f has wrong type, expects a String value, got Integer",
        ),
        (
            "type Even = Variant[Integer[2, 2], Integer[4, 4]]\n[2, 3].map |$x| { $x =~ Even }",
            "[true, false] Tuple[Boolean[true], Boolean[false]]",
        ),
    ]);
}

#[test]
fn lambdas() {
    check(&[
        (
            "[1, 2, 3].map |$i, $x| { $i * $x }",
            "[0, 2, 6] Tuple[Integer[0, 0], Integer[2, 2], Integer[6, 6]]",
        ),
        ("[1, 2, 3].reduce |$m, $x| { $m + $x }", "6 Integer[6, 6]"),
        (
            "[1, 2, 3].map |$x| { if $x == 2 { break() } $x }",
            "[1] Tuple[Integer[1, 1]]",
        ),
        (
            "function f() { [1, 2].map |$x| { return(7) } }\nf()",
            "7 Integer[7, 7]",
        ),
        (
            "return()",
            "- 1:0 return() from context where this is illegal",
        ),
        (
            "with() |$a = $b, $b = 2| { $a }",
            "RUNTIME_ERROR 1:1 Error while evaluating a Function Call, lambda: default expression for $a tries to illegally access not yet evaluated $b",
        ),
        ("{a => 1}.filter |$k, $v| { $v > 1 }", "{} Hash[0, 0]"),
        (
            "Integer[1, 10].step(3).reverse_each",
            "Iterator([10, 7, 4, 1]) Iterator[Integer[1, 10]]",
        ),
        (
            "[3, 1, 2].sort |$a, $b| { compare($b, $a) }",
            "[3, 2, 1] Tuple[Integer[3, 3], Integer[2, 2], Integer[1, 1]]",
        ),
    ]);
}

#[test]
fn templates() {
    check(&[
        (
            "inline_epp('<%- | Integer $x = 2 | -%>\n<%= $x * 2 %>!', {x => 4})",
            "'8!' String",
        ),
        (
            "inline_epp('a\n<%= 1 / 0 %>')",
            "DIV_BY_ZERO 2:9 Division by 0",
        ),
        (
            "inline_epp('<%- | $x | -%>')",
            "RUNTIME_ERROR 1:1 Error while evaluating a Function Call, lambda: expects a value for parameter 'x'",
        ),
    ]);
}

#[test]
fn classes_that_only_set_variables() {
    check(&[
        (
            "class a($x = 1) { $y = $x + 1 }\ninclude a\n[$a::y, Class[a][x]]",
            "[2, 1] Tuple[Integer[2, 2], Integer[1, 1]]",
        ),
        (
            "class a { $v = 7 }\n[$v] = Class[a]",
            "UNKNOWN_RESOURCE 2:8 Resource not found: Class['a']",
        ),
        (
            "class a { $v = 7 }\ninclude a\n[$v] = Class[a]\n$v",
            "7 Integer[7, 7]",
        ),
        (
            "class a($x) { }\ninclude a",
            "RUNTIME_ERROR 2:1 Error while evaluating a Function Call, Class[A]: expects a value for parameter 'x'",
        ),
        (
            "class a { notify { 'x': } }\ninclude a",
            "unknown: it depends on the catalog",
        ),
        (
            "class a { $v = 1 }\n$a::v",
            "UNKNOWN_VARIABLE 2:1 Unknown variable: 'a::v'.",
        ),
    ]);
}

#[test]
fn what_is_not_known() {
    check(&[
        ("$facts['os']", "unknown: it depends on the environment"),
        ("notify { 'a': }", "unknown: it depends on the catalog"),
        (
            "notify { 1: }",
            "ILLEGAL_TITLE_TYPE_AT 1:10 Illegal title type at index 0. Expected String, got Integer",
        ),
        ("strftime('%Y')", "unknown: it depends on the environment"),
        (
            "nosuch(1)",
            "UNKNOWN_FUNCTION 1:1 Unknown function: 'nosuch'.",
        ),
    ]);
    let open = Options {
        assumptions: Assumptions::Open,
        ..Options::default()
    };
    for source in ["nosuch(1)", "$nosuch", "Nosuch::Type", "[1].nosuch"] {
        assert_eq!(
            shown(&evaluate(source, &open).0),
            "unknown: it depends on a definition that is not known"
        );
    }
}

#[test]
fn strictness_decides_about_coercion() {
    let with = |strict| {
        evaluate(
            "'3' + 1",
            &Options {
                strict,
                ..Options::default()
            },
        )
    };
    let (answer, logs) = with(Strict::Error);
    let text = "The string '3' was automatically coerced to the numerical value 3";
    assert_eq!(
        (shown(&answer), logs.len()),
        (format!("NUMERIC_COERCION 1:1 {text}"), 0)
    );
    let (answer, logs) = with(Strict::Warning);
    assert_eq!(
        (shown(&answer).as_str(), logs.len()),
        ("4 Integer[4, 4]", 1)
    );
    let (answer, logs) = with(Strict::Off);
    assert_eq!(
        (shown(&answer).as_str(), logs.len()),
        ("4 Integer[4, 4]", 0)
    );
}

#[test]
fn constants_of_a_body() {
    let options = Options::default();
    let text = "class a($x = 1 + 2, $y = $x, $z = $facts) { }";
    let source =
        EvaluatedSource::read(text, Entry::Manifest, &options).expect("a source without errors");
    let definitions = Definitions::new(&source.program, options.assumptions);
    let (id, body) = source.program.bodies().nth(1).expect("a class");
    let defaults = body.parameters().iter().map(|parameter| {
        let value = parameter.value.expect("a default value");
        let mut evaluator = Evaluator::for_body(definitions.clone(), id, &options);
        evaluator.evaluate(value).ok()
    });
    assert_eq!(
        defaults.collect::<Vec<_>>(),
        [Some(Value::Integer(3)), None, None]
    );
}

#[test]
fn everything_is_bounded() {
    let sources = [
        "function f($x) { f($x + 1) }\nf(0)".to_owned(),
        "Integer[0, 9223372036854775807].each |$x| { }".to_owned(),
        "9223372036854775807.reverse_each".to_owned(),
        "Integer[1, 40].reduce('x') |$m, $i| { \"${m}${m}\" }".to_owned(),
        "Integer[1, 60].reduce([1]) |$m, $i| { $m + $m }".to_owned(),
    ];
    let limits = Limits {
        steps: 20_000,
        memory: 1 << 20,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    for source in sources {
        assert_eq!(
            shown(&evaluate(&source, &options).0),
            format!("unknown: {}", Unknown::Limit),
            "{source}"
        );
    }
    let nested = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(!matches!(
        evaluate(&nested, &Options::default()).0,
        EvaluationOutput::Error(_)
    ));
}

#[test]
fn the_default_depth_fits_a_small_stack() {
    let recursion =
        "function f($x) { [1].map |$y| { if true { case 1 { 1: { f(\"${$x + 1}\") } } } } }\nf(0)";
    let nested = format!("{}1{}", "[".repeat(100), "]".repeat(100));
    let run = move || {
        for text in [recursion, &nested] {
            let options = Options {
                strict: Strict::Off,
                ..Options::default()
            };
            let source = EvaluatedSource::read(text, Entry::Manifest, &options)
                .expect("a source without errors");
            Evaluator::new(&source.program, &options).run();
        }
    };
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .expect("a thread");
    thread.join().expect("no overflow");
}

/// Sources that are more often right than random text.
fn any_source() -> impl Strategy<Value = String> {
    let value = prop::sample::select(vec![
        "1",
        "-2.5",
        "'a'",
        "undef",
        "true",
        "default",
        "/a/",
        "[1, [2]]",
        "{a => 1}",
        "Integer",
        "Timespan(3)",
        "Timestamp(0)",
        "SemVer('1.2.3')",
        "Binary('YWJj')",
        "$x",
        "[3, 1].reverse_each",
        "'0x1F'",
        "Optional[String]",
    ]);
    let operator = prop::sample::select(vec![
        "+", "-", "*", "/", "%", "<<", ">>", "==", "<", "in", "=~", "and",
    ]);
    let call = prop::sample::select(vec![
        "",
        ".length",
        ".map |$y| { $y }",
        ".join('-')",
        "[0]",
        ".flatten",
        ".upcase",
        ".sort",
        ".unique",
        "[1, 2]",
        ".dig(0)",
        ".each |$i, $y| { $i }",
        ".tree_each",
        ".abs",
        ".type",
        ".slice(2)",
        ".reduce |$m, $y| { $m }",
    ]);
    let term = (value, call).prop_map(|(value, call)| format!("({value}){call}"));
    prop::collection::vec((term, operator), 1..4).prop_map(|terms| {
        let mut source = "$x = 3\n".to_owned();
        for (term, operator) in terms {
            source.push_str(&format!("{term} {operator} "));
        }
        source + "1"
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_source_makes_it_panic(source in any_source()) {
        let (first, _) = evaluate(&source, &Options::default());
        let (second, _) = evaluate(&source, &Options::default());
        prop_assert_eq!(shown(&first), shown(&second));
    }

    #[test]
    fn no_text_makes_it_panic(source in "[ -~\\n]{0,40}") {
        evaluate(&source, &Options::default());
    }
}
