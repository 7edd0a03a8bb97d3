//! No box is higher than five lines, and resources open none by themselves.

use puppet_library::Library;
use puppet_text::TextSize;

use super::{SignatureHelp, SignatureTrigger};
use crate::test_fixture::cursor;

/// The columns of VS Code's box, for code and for text.
const CODE: usize = 48;
const TEXT: usize = 62;

const HOST: &str = r"
#- /environment.conf
#- /modules/web/manifests/init.pp
# @summary Serves pages.
class web(
  Struct[{ port => Integer[1, 65535], names => Array[String[1]], Optional[tls] => Struct[{ key => String, cert => String, chain => Optional[String] }] }] $listen,
  String $p01 = '', String $p02 = '', String $p03 = '', String $p04 = '', String $p05 = '', String $p06 = '',
  String $p07 = '', String $p08 = '', String $p09 = '', String $p10 = '', String $p11 = '', String $p12 = '',
  String $p13 = '', String $p14 = '', String $p15 = '', String $p16 = '', String $p17 = '', String $p18 = '',
) { }
#- /modules/web/manifests/easy.pp
define web::easy(
  String $first = 'of many', String $second = 'of many', String $third = 'of many', String $fourth = 'of many',
) { }
#- /modules/web/manifests/small.pp
define web::small(Integer $weight, String $mode = 'a', Boolean $on = true) { }
#- /modules/web/functions/long.pp
# Joins.
# @param a A text about the first parameter that has more words, with `code` in it, and that is too long to read in a box
#   which opens while a call is typed, since it is about many matters at once.
function web::long(Variant[Hash[String, Array[Integer]], Array[Hash[String, Integer]], Undef] $a, Hash[String, Struct[{a => Integer, b => String}]] $b, Enum['one', 'two', 'three', 'four', 'five'] $c) >> Array[Hash[String, Variant[String, Integer]]] { [] }
";

fn help(code: &str, trigger: &SignatureTrigger) -> Option<SignatureHelp> {
    let (analysis, position) = cursor(&format!("{HOST}#- /manifests/site.pp\n{code}\n"));
    let help = analysis.signature_help_for(position, trigger);
    help.expect("not cancelled")
}

fn invoked(code: &str) -> SignatureHelp {
    help(code, &SignatureTrigger::Invoked).unwrap_or_default()
}

/// The lines that the highest of several boxes needs.
fn height(help: &SignatureHelp) -> usize {
    let lines = |text: Option<&str>, columns: usize| {
        let lines = text.unwrap_or_default().lines();
        let heights = lines.map(|line| line.chars().count().div_ceil(columns).max(1));
        heights.sum::<usize>()
    };
    let heights = help.signatures.iter().map(|signature| {
        let parameters = signature.parameters.iter();
        let texts = parameters.map(|it| lines(it.documentation.as_deref(), TEXT));
        lines(Some(&signature.label), CODE)
            + lines(signature.documentation.as_deref(), TEXT)
            + texts.max().unwrap_or_default()
    });
    heights.max().unwrap_or_default()
}

/// The active label, with its active parameter in brackets.
fn label(help: &SignatureHelp) -> String {
    let Some(signature) = help.signatures.get(help.active) else {
        return String::new();
    };
    let mut label = signature.label.clone();
    if let Some(active) = signature.active_parameter {
        let range = signature.parameters[active].range;
        label.insert(range.end().into(), ']');
        label.insert(range.start().into(), '[');
    }
    label
}

#[test]
fn no_box_has_more_than_five_lines() {
    let mut codes: Vec<String> = Vec::new();
    for name in Library.function_names() {
        let arguments = ["", "'a', ", "'a', {}, ", "'a', {}, 1, "];
        codes.extend(arguments.map(|given| format!("$x = {name}({given}$0)")));
        codes.push(format!("$x = $y.{name} |$0|"));
    }
    for data_type in Library.language_types() {
        codes.push(format!("$x = {}[$0]", data_type.name));
        codes.push(format!("$x = {}($0)", data_type.name));
    }
    for name in Library.resource_type_names() {
        let stub = Library.resource_type(name).expect("it has a stub");
        codes.push(format!("{name} {{ 'x': $0 }}"));
        let attributes = stub.attributes.iter();
        codes.extend(attributes.map(|it| format!("{name} {{ 'x': {} => $0 }}", it.name)));
    }
    for parameter in ["listen", "p01", "p18", "noop", "none"] {
        codes.push(format!("class {{ 'web': {parameter} => $0 }}"));
    }
    let long = ["", "1, ", "1, 2, ", "1, 2, 3, "];
    codes.extend(long.map(|given| format!("web::long({given}$0)")));
    let mut count = 0;
    for code in &codes {
        let help = invoked(code);
        count += usize::from(!help.signatures.is_empty());
        assert!(height(&help) <= 5, "{code}: {help:#?}");
        for signature in &help.signatures {
            assert!(!signature.label.contains("[/"), "{}", signature.label);
            let active = signature.active_parameter;
            let active = active.map(|index| signature.parameters[index].range.end());
            assert!(active.is_none_or(|end| end <= TextSize::of(&*signature.label)));
        }
    }
    assert!(count > codes.len() / 2, "{count} of {}", codes.len());
}

#[test]
fn the_attribute_at_hand_comes_first_then_the_required_ones_and_a_count() {
    for (code, expected) in [
        ("file { '/x': mode => $0 }", "file { [mode], … 30 more }"),
        (
            "file { '/x': ensure => $0 }",
            "file { [ensure => file | directory | link | absent | present | a path to link to], … 30 more }",
        ),
        (
            "class { 'web': p07 => $0 }",
            "class { 'web': [p07 => String = ''], listen => Struct[{ port => Inte…, … 17 more }",
        ),
        (
            "web::small { 'x': mode => $0 }",
            "web::small { [mode => String = 'a'], weight => Integer, on => Boolean = true }",
        ),
        (
            "web::long(1, $0)",
            "web::long($a, [Hash[String, Struct[{a => Integer, b => String}]] $b], $c)",
        ),
        ("file { '/x': en$0 }", ""),
        (
            "file { '/x': $0 }",
            "file { ensure => file | directory | li…, content, source, owner, group, mode, target => notlink | a path, … 24 more }",
        ),
        (
            "web::easy { 'x': $0 }",
            "web::easy { first => String = 'of many', second => String = 'of many', third => String = 'of many', … 1 more }",
        ),
    ] {
        let found = label(&invoked(code));
        if expected.is_empty() {
            assert!(
                found.ends_with(" more }") && !found.contains("[path"),
                "{found}"
            );
        } else {
            assert_eq!(found, expected, "{code}");
        }
    }
}

#[test]
fn documentation_is_cut_between_words() {
    let help = invoked("web::long($0)");
    let signature = &help.signatures[0];
    assert_eq!(signature.documentation, None);
    let text = signature.parameters[0].documentation.as_deref();
    assert_eq!(
        text,
        Some(
            "A text about the first parameter that has more words, with `code` in it, and that is too long to read in a box which…"
        )
    );
}

#[test]
fn resources_open_no_box_by_themselves() {
    let typed = |shown: Option<&str>| SignatureTrigger::Typed {
        shown: shown.map(str::to_owned),
    };
    let resources = [
        "file { '/x': ensure => file, $0 }",
        "class { 'web': p01 => 'x', $0 }",
        "web::small { 'x': $0 }",
    ];
    for code in resources {
        assert_eq!(help(code, &typed(None)), None, "{code}");
        assert_eq!(help(code, &typed(Some("epp('web/x.epp', { a })"))), None);
        let shown = help(code, &SignatureTrigger::Invoked).expect("asked for");
        let shown = &shown.signatures[0].label;
        assert!(help(code, &typed(Some(shown))).is_some(), "{code}");
    }
    for code in ["web::long($0)", "web::long(1, $0)"] {
        assert!(help(code, &typed(None)).is_some(), "{code}");
    }
}
