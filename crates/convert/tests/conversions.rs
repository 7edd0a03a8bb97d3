//! Conversions: examples, and laws over generated values.

use expect_test::expect;
use proptest::prelude::*;
use puppet_convert::{
    ConvertError, format_value, literal_form, new_instance, sprintf, to_display_string,
};
use puppet_types::{BuiltinContext, Type, Value, parse, read_text, read_value};

const CONTEXT: BuiltinContext = BuiltinContext;

fn value(source: &str) -> Value {
    read_value(&CONTEXT, &parse::parse(source).expect("an expression")).expect("a literal")
}

/// The result of `T.new(args…)`, or its error.
fn new(ty: &str, args: &str) -> String {
    let ty = read_text(&CONTEXT, ty).expect("a type");
    let Value::Array(args) = value(&format!("[{args}]")) else {
        unreachable!("it is an array")
    };
    match new_instance(&CONTEXT, &ty, &args) {
        Ok(value) => literal_form(&CONTEXT, &value),
        Err(error) => format!("error: {error}"),
    }
}

fn lines(cases: &[(&str, &str)], answer: impl Fn(&str, &str) -> String) -> String {
    cases
        .iter()
        .map(|(a, b)| format!("{a}({b}) = {}\n", answer(a, b)))
        .collect()
}

#[test]
fn new_follows_the_signatures() {
    let cases = [
        ("Integer", "'0xFF', 16"),
        ("Integer", "'010'"),
        ("Integer", "'010', 10"),
        ("Integer", "- 38, 10, true"),
        ("Integer", "{from => '-0b101', abs => true}"),
        ("Integer", "'abc'"),
        ("Integer", "'1', 3"),
        ("Integer[0]", "'-1'"),
        ("Float", "'0x10'"),
        ("Numeric", "'3.14'"),
        ("Numeric", "true"),
        ("Boolean", "'Yes'"),
        ("Boolean", "'on'"),
        ("Array", "{a => 1}"),
        ("Array", "'abc', true"),
        ("Hash", "[a, 1, b, 2]"),
        ("Hash", "[a, 1, b]"),
        ("Hash", "[[[a, b], 1], [[a, c], 2]], 'tree'"),
        ("SemVer", "1, 2, 3, 'rc.1'"),
        ("SemVer", "'1.2'"),
        ("SemVerRange", "'>=1.0.0 <2.0.0'"),
        ("Timespan", "'13:20', '%H:%M'"),
        ("Timespan", "4, 0, 0, 2"),
        ("Timestamp", "'2016-08-24 12:13:14', '%F %T', 'PST'"),
        ("Timestamp", "'2016', '%F'"),
        ("Binary", "[97, 98, 99]"),
        ("URI", "{scheme => 'http', host => 'h', port => 81}"),
        ("Init[Integer, 16]", "'80'"),
        ("Optional[Integer]", "undef"),
        ("Sensitive", "1"),
        ("Variant[Integer, String]", "1.5"),
    ];
    expect![[r#"
        Integer('0xFF', 16) = 255
        Integer('010') = 8
        Integer('010', 10) = 10
        Integer(- 38, 10, true) = 38
        Integer({from => '-0b101', abs => true}) = 5
        Integer('abc') = error: 'new' The string 'abc' cannot be converted to Integer
        Integer('1', 3) = error: Illegal radix: 3, expected 2, 8, 10, 16, or default
        Integer[0]('-1') = error: Converted value from Integer[0].new() has wrong type, expects an Integer[0] value, got Integer[-1, -1]
        Float('0x10') = 16.0
        Numeric('3.14') = 3.14
        Numeric(true) = 1
        Boolean('Yes') = true
        Boolean('on') = error: 'new_boolean' The string 'on' cannot be converted to Boolean
        Array({a => 1}) = [['a', 1]]
        Array('abc', true) = ['abc']
        Hash([a, 1, b, 2]) = {'a' => 1, 'b' => 2}
        Hash([a, 1, b]) = error: odd number of arguments for Hash
        Hash([[[a, b], 1], [[a, c], 2]], 'tree') = {'a' => {'b' => 1, 'c' => 2}}
        SemVer(1, 2, 3, 'rc.1') = SemVer('1.2.3-rc.1')
        SemVer('1.2') = error: 'new_Version' The string '1.2' cannot be converted to a SemVer
        SemVerRange('>=1.0.0 <2.0.0') = SemVerRange('>=1.0.0 <2.0.0')
        Timespan('13:20', '%H:%M') = Timespan('0-13:20:00.000000000')
        Timespan(4, 0, 0, 2) = Timespan('4-00:00:02.000000000')
        Timestamp('2016-08-24 12:13:14', '%F %T', 'PST') = Timestamp('2016-08-24T20:13:14.000000000 UTC')
        Timestamp('2016', '%F') = error: Unable to parse '2016' using format '%F'
        Binary([97, 98, 99]) = Binary('YWJj')
        URI({scheme => 'http', host => 'h', port => 81}) = URI('http://h:81')
        Init[Integer, 16]('80') = 128
        Optional[Integer](undef) = undef
        Sensitive(1) = Sensitive(1)
        Variant[Integer, String](1.5) = error: Creation of new instance of type 'Variant[Integer, String]' is not supported
    "#]]
    .assert_eq(&lines(&cases, new));
}

#[test]
fn strings_follow_their_formats() {
    let cases = [
        ("255", "'%#x'"),
        ("-255", "'%x'"),
        ("3.14159", "'%+.2f'"),
        ("1e20", "'%s'"),
        ("'Hello'", "'%#10.3u'"),
        ("true", "'%#y'"),
        ("undef", "'%v'"),
        ("[1, ['a', {b => 2}]]", "'%#a'"),
        (
            "[1, 2]",
            "{Array => {format => '%(a', separator => ';', string_formats => {Integer => '%#x'}}}",
        ),
        ("{a => [1]}", "'%#h'"),
        ("/a/", "'%#s'"),
        ("1", "'%z'"),
        ("1", "'%##d'"),
    ];
    let answer =
        |source: &str, format: &str| match format_value(&CONTEXT, &value(source), &value(format)) {
            Ok(text) => text,
            Err(error) => format!("error: {error}"),
        };
    expect![[r#"
        255('%#x') = 0xff
        -255('%x') = ..f01
        3.14159('%+.2f') = +3.14
        1e20('%s') = 1.0e+20
        'Hello'('%#10.3u') =        'HE
        true('%#y') = y
        undef('%v') = n/a
        [1, ['a', {b => 2}]]('%#a') = [1,
          ['a',
            {'b' => 2}]]
        [1, 2]({Array => {format => '%(a', separator => ';', string_formats => {Integer => '%#x'}}}) = (0x1;0x2)
        {a => [1]}('%#h') = {
          'a' => [1]
        }
        /a/('%#s') = 'a'
        1('%z') = error: Illegal format 'z' specified for value of Integer type - expected one of the characters 'dxXobBeEfgGaAspc'
        1('%##d') = error: The same flag can only be used once, got '%##d'
    "#]]
    .assert_eq(&lines(&cases, answer));
}

#[test]
fn sprintf_is_that_of_ruby() {
    let cases = [
        ("%05.1f|%-6s|%+d|%%", "[3.14159, 'ab', 5]"),
        ("%b %o %x %X %#b", "[10, 10, 255, 255, 5]"),
        ("%x %o", "[-255, -8]"),
        ("%e %g %g %a", "[12345.678, 0.0001, 1e10, 1.5]"),
        ("%2$s %1$s", "[a, b]"),
        ("%<n>03d %{n}", "[{n => 7}]"),
        ("%c%c", "[65, 'x']"),
        ("%*d|%-*d|", "[5, 1, 5, 2]"),
        ("%s", "[]"),
        ("%d", "['x']"),
        ("%y", "[1]"),
    ];
    let answer = |format: &str, args: &str| {
        let Value::Array(args) = value(args) else {
            unreachable!("it is an array")
        };
        match sprintf(format, &args) {
            Ok(text) => text,
            Err(error) => format!("error: {error}"),
        }
    };
    expect![[r#"
        %05.1f|%-6s|%+d|%%([3.14159, 'ab', 5]) = 003.1|ab    |+5|%
        %b %o %x %X %#b([10, 10, 255, 255, 5]) = 1010 12 ff FF 0b101
        %x %o([-255, -8]) = ..f01 ..70
        %e %g %g %a([12345.678, 0.0001, 1e10, 1.5]) = 1.234568e+04 0.0001 1e+10 0x1.8p+0
        %2$s %1$s([a, b]) = b a
        %<n>03d %{n}([{n => 7}]) = 007 7
        %c%c([65, 'x']) = Ax
        %*d|%-*d|([5, 1, 5, 2]) =     1|2    |
        %s([]) = error: too few arguments
        %d(['x']) = error: invalid value for Integer(): "x"
        %y([1]) = error: malformed format string - %y
    "#]]
    .assert_eq(&lines(&cases, answer));
}

/// Values without floats that are no numbers.
fn any_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Undef),
        Just(Value::Default),
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(Value::Integer),
        (-1e20..1e20).prop_map(Value::Float),
        "[ -~é\\n\\t]{0,8}".prop_map(Value::from),
        Just(Value::Type(Type::INTEGER)),
    ];
    scalar.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((inner.clone(), inner), 0..3).prop_map(Value::hash),
        ]
    })
}

fn any_format() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "%", "#", "-", "+", " ", "0", "(", "<", "{", "|", "[", "1", "3", "12", ".", ".2", "*", "$",
        "d", "x", "o", "b", "e", "f", "g", "a", "s", "p", "c", "t", "y", "u", "h", "q", "n",
    ]);
    prop::collection::vec(part, 0..7).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn formats_are_bounded(value in any_value(), format in any_format()) {
        let _ = format_value(&CONTEXT, &value, &Value::from(format!("%{format}")));
        let _ = sprintf(&format, &[value.clone(), value]);
    }

    #[test]
    fn types_take_any_value(value in any_value(), argument in any_value()) {
        let types = ["Integer", "Float", "Numeric", "Boolean", "String", "Array", "Hash", "Tuple", "Struct", "Regexp",
            "SemVer", "SemVerRange", "Timespan", "Timestamp", "Binary", "URI", "Sensitive", "Type", "Init[Integer]",
            "Optional[Float]", "NotUndef", "Deferred", "Any"];
        for ty in types {
            let ty = read_text(&CONTEXT, ty).expect("a type");
            for args in [vec![value.clone()], vec![value.clone(), argument.clone()]] {
                if let Ok(made) = new_instance(&CONTEXT, &ty, &args) {
                    prop_assert!(matches!(ty, Type::Init(_)) || puppet_types::is_instance(&CONTEXT, &ty, &made));
                }
            }
        }
    }

    #[test]
    fn integers_are_read_as_written(number: i64) {
        for (format, radix) in [("%d", 10), ("%+#x", 16), ("%+o", 8), ("%+#b", 2)] {
            let text = sprintf(format, &[Value::Integer(number)]).expect("a text");
            let args = [Value::from(text), Value::Integer(radix)];
            prop_assert_eq!(new_instance(&CONTEXT, &Type::INTEGER, &args), Ok(Value::Integer(number)));
        }
    }

    #[test]
    fn floats_are_read_as_written(number in -1e20..1e20) {
        let text = Value::from(to_display_string(&Value::Float(number)).expect("a text"));
        match new_instance(&CONTEXT, &Type::FLOAT, &[text]) {
            Ok(made) => prop_assert_eq!(made, Value::Float(number)),
            // Puppet does not read `1.0e+20`.
            Err(ConvertError::Raised(_)) => prop_assert!(number.abs() >= 1e15),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }

    #[test]
    fn literal_forms_mean_the_value(value in any_value()) {
        let form = literal_form(&CONTEXT, &value);
        // Puppet's own quoting loses a backslash before a quote; the reader of literals knows no double quotes.
        if !form.contains(['"', '\\']) {
            prop_assert_eq!(self::value(&form), value);
        }
    }
}
