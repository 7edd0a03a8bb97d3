//! Laws of the scalars over generated input: no text makes a parser panic or hang, and what is written is read again.

use proptest::prelude::*;
use puppet_scalars::{
    Base64Format, Binary, Regexp, SemVer, SemVerRange, Timespan, TimespanFormat, Timestamp, Uri,
};

/// Texts made of what means something in a regular expression.
fn pattern() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "a",
        "b",
        "é",
        "ß",
        ".",
        "\\w",
        "\\d",
        "\\b",
        "\\A",
        "\\z",
        "\\Z",
        "^",
        "$",
        "(",
        "(",
        ")",
        ")",
        "(?:",
        "(?=",
        "(?!",
        "(?<=",
        "(?<!",
        "(?>",
        "(?<n>",
        "(?i)",
        "(?m:",
        "(?~",
        "(?(1)",
        "|",
        "|",
        "*",
        "+",
        "?",
        "{2}",
        "{,3}",
        "{1,2}",
        "*?",
        "++",
        "[",
        "[^",
        "]",
        "-",
        "&&",
        "[:alpha:]",
        "\\p{Alpha}",
        "\\1",
        "\\k<n>",
        "\\g<n>",
        "\\g<0>",
        "\\R",
        "\\X",
        "\\K",
        "\\G",
        "\\x41",
        "\\u00e9",
        "\\",
        " ",
        "#",
    ]);
    prop::collection::vec(part, 0..14).prop_map(|parts| parts.concat())
}

/// Texts made of what means something in a format of times.
fn time_format() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "%", "%", "-", "_", "0", "^", "#", ":", "1", "3", "9", "99", "E", "O", "D", "H", "M", "S",
        "L", "N", "Y", "m", "d", "j", "z", "Z", "c", "F", "T", "s", "p", "q", " ", "x",
    ]);
    prop::collection::vec(part, 0..10).prop_map(|parts| parts.concat())
}

/// Texts made of what means something in a range of versions.
fn range() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "1",
        "2",
        "0",
        ".",
        "1.2.3",
        "x",
        "*",
        "-",
        " - ",
        "rc1",
        "+b",
        ">",
        "<",
        "=",
        ">=",
        "~",
        "^",
        " ",
        "||",
        "v",
        "99999999999999999999",
    ]);
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn regular_expressions_are_bounded(source in pattern(), text in "[ab é1\\n]{0,30}") {
        if let Ok(regexp) = Regexp::new(source.as_str()) {
            if let Ok(Some(captures)) = regexp.captures_from(&text, 0) {
                for (start, end) in captures.groups.into_iter().flatten() {
                    prop_assert!(start > end || text.get(start..end).is_some());
                }
            }
            prop_assert_eq!(regexp.source(), source);
        }
    }

    #[test]
    fn any_text_is_checked(source in any::<String>()) {
        let _ = Regexp::new(source.as_str());
        let _ = SemVer::parse(&source);
        let _ = SemVerRange::parse(&source);
        let _ = Uri::parse(&source);
        let _ = Timespan::parse(&source);
        let _ = Timestamp::parse(&source);
        let _ = TimespanFormat::parse(&source);
        for format in [Base64Format::Relaxed, Base64Format::Strict, Base64Format::UrlSafe] {
            let _ = Binary::parse(&source, format);
        }
    }

    #[test]
    fn an_escaped_text_matches_itself(text in "[ -~éß\\n\\t]{0,20}") {
        let regexp = Regexp::new(format!("\\A{}\\z", Regexp::escape(&text)));
        prop_assert_eq!(regexp.map(|regexp| regexp.is_match(&text)), Ok(Ok(true)));
    }

    #[test]
    fn versions_are_written_as_read(major: u32, minor: u32, patch: u32, pre in "(-[a-z][a-z0-9]{0,3}(\\.[1-9][0-9]?)?)?") {
        let text = format!("{major}.{minor}.{patch}{pre}");
        let version = SemVer::parse(&text);
        prop_assert_eq!(version.map(|version| version.to_string()), Ok(text));
    }

    #[test]
    fn ranges_keep_their_text(text in range()) {
        if let Ok(range) = SemVerRange::parse(&text) {
            prop_assert!(range.to_string() == text || range == SemVerRange::all());
            // The normal form need not be a range again: see `normal_forms_are_rubys`.
            let _ = SemVerRange::parse(&range.normalized_text());
        }
    }

    #[test]
    fn timespans_of_whole_seconds_are_read_as_written(seconds in any::<i32>()) {
        // Puppet leaves out zeros in the fraction that count, so that it does not hold for other timespans.
        let span = Timespan::from_secs(i64::from(seconds));
        prop_assert_eq!(Timespan::parse(&span.to_string()), Ok(span));
    }

    #[test]
    fn time_formats_are_bounded(format in time_format(), nanos in any::<i64>(), text in "[0-9:. a-zA-Z+-]{0,20}") {
        let time = Timestamp::from_nanos(i128::from(nanos));
        let _ = time.format(&format, Some("+01:00"));
        let _ = Timestamp::parse_one(&text, &format, None);
        if let Ok(format) = TimespanFormat::parse(&format) {
            let _ = format.format(Timespan::from_nanos(i128::from(nanos)));
            let _ = format.read(&text);
        }
    }

    #[test]
    fn timestamps_are_read_as_written(nanos in -10_i128.pow(19)..10_i128.pow(20)) {
        let time = Timestamp::from_nanos(nanos);
        prop_assert_eq!(Timestamp::parse(&time.to_string()), Ok(time));
    }

    #[test]
    fn bytes_are_read_as_written(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let binary = Binary::from_bytes(bytes);
        for (text, format) in [
            (binary.strict(), Base64Format::Strict),
            (binary.to_base64_lines(), Base64Format::Relaxed),
            (binary.url_safe(), Base64Format::UrlSafe),
        ] {
            prop_assert_eq!(Binary::parse(&text, format), Ok(binary.clone()));
        }
    }

    #[test]
    fn uris_are_written_as_read(text in "http://[a-z]{1,8}(:[1-9][0-9]{2,3})?(/[a-z]{0,3}){0,3}(\\?[a-z]{1,3})?") {
        let uri = Uri::parse(&text).expect("a URI");
        prop_assert_eq!(uri.to_string(), text);
    }
}

/// Deep nesting, long repetitions and backtracking without end are given up in time.
#[test]
fn hard_expressions_end() {
    let deep = format!("{}a{}", "(".repeat(5000), ")".repeat(5000));
    let nested = format!("a{}", "*".repeat(5000));
    let brackets = format!("{}a{}", "[".repeat(5000), "]".repeat(5000));
    let wide = "(?:a|b){100000}".repeat(20);
    let text = "a".repeat(5000);
    for source in [
        &*deep,
        &nested,
        &brackets,
        &wide,
        "(a*)*b",
        "(a|aa)+$b",
        "(?:a?){50}a{50}",
        "((a+)+)+b",
    ] {
        if let Ok(regexp) = Regexp::new(source) {
            let _ = regexp.is_match(&text);
        }
    }
}

/// Ruby's `inspect` of ranges, some of which cannot be read again, or are read as another range.
#[test]
fn normal_forms_are_rubys() {
    for (text, normal) in [
        ("1 - 1", "1.0.0"),
        ("1.x || 1.2.x", ">=1.0.0 <2.0.0"),
        ("1.2.3 x", "1.2.3 1.2.3"),
        ("x||1", "<=Infinity.0.0"),
        (" ", "<0.0.0"),
    ] {
        let range = SemVerRange::parse(text).map(|range| range.normalized_text());
        assert_eq!(range.as_deref(), Ok(normal), "{text:?}");
    }
}
