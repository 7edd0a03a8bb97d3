use expect_test::{Expect, expect};

use crate::test_fixture::cursor;

const MODULES: &str = r"
#- /environment.conf
#- /modules/web/manifests/init.pp
# @summary Serves pages.
# @param port Where it listens.
class web(Web::Port $port, String $host = 'h') { }
#- /modules/web/manifests/site.pp
define web::site(Integer[0] $weight, Optional[String] $root = undef) { }
#- /modules/web/types/port.pp
type Web::Port = Integer[1, 65535]
#- /modules/web/functions/join.pp
# Joins.
# @param a The first.
function web::join(String $a, Integer *$b) >> String { $a }
#- /modules/web/templates/conf.epp
<%- | String $name, Integer $port = 80 | -%>
<%= $name %>
#- /modules/web/lib/puppet/type/webtree.rb
Puppet::Type.newtype(:webtree) do
  @doc = 'A tree of pages.'
  newparam(:path, namevar: true)
  newparam(:mode) do
    desc 'How far.'
    newvalues(:deep, :flat)
  end
end
#- /modules/web/lib/puppet/functions/web/two.rb
Puppet::Functions.create_function(:'web::two') do
  dispatch :text do
    param 'String', :text
    optional_param 'Integer', :times
    return_type 'String'
  end
  dispatch :number do
    param 'Numeric', :number
    block_param 'Callable[1,1]', :each
  end
end
";

/// The signatures, the active one with `>`, its active parameter in brackets.
fn shown(code: &str) -> String {
    let (analysis, position) = cursor(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"));
    let Some(help) = analysis.signature_help(position).expect("not cancelled") else {
        return String::new();
    };
    let mut lines = Vec::new();
    for (index, signature) in help.signatures.iter().enumerate() {
        let mut label = signature.label.clone();
        let parameter = signature
            .active_parameter
            .map(|active| &signature.parameters[active]);
        if let Some(parameter) = parameter {
            let range = parameter.range;
            label.insert(range.end().into(), ']');
            label.insert(range.start().into(), '[');
        }
        let mark = if index == help.active { ">" } else { " " };
        lines.push(format!("{mark} {label}"));
        let text = parameter.and_then(|it| it.documentation.clone());
        lines.extend(text.map(|text| format!("    {text}")));
    }
    lines.join("\n")
}

fn check(code: &str, expected: &Expect) {
    expected.assert_eq(&shown(code));
}

#[test]
fn functions_of_modules_in_both_languages() {
    check(
        "web::join('a', $0)",
        &expect!["> web::join(String $a, [Integer *$b]) >> String"],
    );
    check(
        "web::join($0)",
        &expect![[r"
            > web::join([String $a], Integer *$b) >> String
                The first."]],
    );
    check(
        "'x'.web::join(1, $0)",
        &expect!["> web::join(String $a, [Integer *$b]) >> String"],
    );
    check(
        "web::two($0)",
        &expect![[r"
            > web::two([String $text], Integer $times?) >> String
              web::two([Numeric $number]) |$value| { … }"]],
    );
}

#[test]
fn the_overload_is_picked_by_the_types_so_far() {
    check(
        "web::two(1, $0)",
        &expect![[r#"
              web::two(String $text, [Integer $times?]) >> String
            > web::two(Numeric $number) |$value| { … }"#]],
    );
    check(
        "$n = 'a'\nweb::two($n, $0)",
        &expect![[r"
            > web::two(String $text, [Integer $times?]) >> String
              web::two(Numeric $number) |$value| { … }"]],
    );
}

#[test]
fn statements_without_parentheses() {
    check(
        "include $0",
        &expect!["> include([Any +$names]) >> Array[Class]"],
    );
    check(
        "include web, $0\n",
        &expect!["> include([Any +$names]) >> Array[Class]"],
    );
    check(
        "notice 'a', $0\n",
        &expect!["> notice([Any *$values]) >> Undef"],
    );
    check("notice 'a'\n$0\n", &expect![""]);
}

#[test]
fn new_of_types() {
    check(
        "Integer('1', $0)",
        &expect![[r#"
            > Integer($from, [$radix?], Boolean $abs?)
                `Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]`
              Integer(Hash $hash_args)"#]],
    );
    check(
        "$x = Boolean.new($0)",
        &expect![
            "> Boolean([Variant[Integer, Float, Boolean, Enum['false', 'n', 'no', 'true', 'y', 'yes', true]] $from])"
        ],
    );
    check(
        "$x = Web::Port($0",
        &expect![[r#"
            > Web::Port([$from], $radix?, Boolean $abs?)
                `Variant[Numeric, Boolean, Pattern, Timespan, Timestamp]`
              Web::Port([Hash $hash_args])"#]],
    );
}

#[test]
fn resources_and_classes() {
    check(
        "web::site { 'x': $0 }",
        &expect!["> web::site { weight => Integer[0], root => Optional[String] = undef }"],
    );
    check(
        "web::site { 'x': weight => $0 }",
        &expect!["> web::site { [weight => Integer[0]], root => Optional[String] = undef }"],
    );
    check(
        "web::site { 'x': weight => 1, root => $0",
        &expect!["> web::site { [root => Optional[String] = undef], weight => Integer[0] }"],
    );
    check(
        "class { 'web': port => $0 }",
        &expect![[r#"
        > class { 'web': [port => Web::Port], host => String = 'h' }
            Where it listens."#]],
    );
    check(
        "web::site { 'x': noop => $0 }",
        &expect![[r#"
            > web::site { [noop => true | false], weight => Integer[0], root => Optional[String] = undef }
                Whether changes are only reported, not made."#]],
    );
    check("web::site { $0'x': noop => true }", &expect![""]);
    check(
        "webtree { 'x': mode => $0",
        &expect![[r#"
            > webtree { [mode => deep | flat], path }
                How far."#]],
    );
    check("web::site { 'x': weight => 1 }\n$0", &expect![""]);
}

#[test]
fn parameters_of_templates() {
    check(
        "$x = epp('web/conf.epp', { $0 })",
        &expect!["> epp('web/conf.epp', { name => String, port => Integer = 80 })"],
    );
    check(
        "$x = epp('web/conf.epp', { name => $0 })",
        &expect!["> epp('web/conf.epp', { [name => String], port => Integer = 80 })"],
    );
    check(
        "$x = epp('web/conf.epp', { 'name' => 'x', $0 })",
        &expect!["> epp('web/conf.epp', { name => String, port => Integer = 80 })"],
    );
    check(
        "$x = epp('web/conf.epp', $0)",
        &expect![
            "> epp(String $path, [Hash[Pattern, Any] $parameters?]) >> Variant[String, Sensitive[String]]"
        ],
    );
}

#[test]
fn incomplete_code_and_what_is_no_argument() {
    check(
        "web::join('a', $0",
        &expect!["> web::join(String $a, [Integer *$b]) >> String"],
    );
    check(
        "web::join('a', $0\n$x = 1\n",
        &expect!["> web::join(String $a, [Integer *$b]) >> String"],
    );
    check(
        "class x {\n  $y = web::join($0\n}\n",
        &expect![[r#"
        > web::join([String $a], Integer *$b) >> String
            The first."#]],
    );
    check("[1].each |$x| { $0 }", &expect![""]);
    check("web::join('a')$0", &expect![""]);
    check("web::none($0)", &expect![""]);
}

#[test]
fn functions_in_ruby_whose_calls_cannot_be_checked() {
    let of = |code: &str| {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n\
             #- /modules/web/lib/puppet/functions/every.rb\n\
             # Takes all.\nPuppet::Functions.create_function(:every) do\n  def every(first, *others)\n  end\nend\n\
             #- /modules/web/lib/puppet/functions/own.rb\n\
             Puppet::Functions.create_function(:own) do\n  dispatch :own do\n    param 'Any', :scope\n    param 'String', :name\n    optional_param 'Integer', :size\n  end\n  \
             def call(scope, *args)\n    super(scope, scope, *args)\n  end\nend\n\
             #- /modules/web/lib/puppet/parser/functions/old.rb\n\
             module Puppet::Parser::Functions\n  newfunction(:old, :doc => 'Of old times.', :arity => ARITY) do |args|\n  end\nend\n\
             #- /manifests/site.pp\n{code}\n"
        ));
        let help = analysis.signature_help(position).expect("not cancelled");
        help.map_or_else(String::new, |help| {
            let signature = &help.signatures[help.active];
            let active = signature.active_parameter;
            let active = active.map(|it| &signature.label[signature.parameters[it].range]);
            format!("{} at {}", signature.label, active.unwrap_or("none"))
        })
    };
    for (code, expected) in [
        ("every($0)", "every(Any $first, Any *$others) at Any $first"),
        (
            "every(1, 2, $0",
            "every(Any $first, Any *$others) at Any *$others",
        ),
        (
            "own($0)",
            "own(String $name, Integer $size?) at String $name",
        ),
        (
            "own('a', $0)",
            "own(String $name, Integer $size?) at Integer $size?",
        ),
        (
            "own('a', 1, $0)",
            "own(String $name, Integer $size?) at none",
        ),
        ("old($0)", "old(…) at none"),
        ("nothing($0)", ""),
    ] {
        assert_eq!(of(code), expected, "{code}");
    }
}

/// The label, with the active parameter, of what is active.
fn active_in(code: &str) -> String {
    let (analysis, position) = cursor(&format!(
        "#- /environment.conf\n#- /modules/web/plans/deploy.pp\n\
         # @param count How many.\nplan web::deploy(TargetSpec $targets, Integer $count = 1) {{ }}\n\
         #- /manifests/site.pp\n{code}\n"
    ));
    let help = analysis.signature_help(position).expect("not cancelled");
    help.map_or_else(String::new, |help| {
        let signature = &help.signatures[help.active];
        let active = signature.active_parameter;
        let active = active.map(|it| &signature.label[signature.parameters[it].range]);
        format!("{} at {}", signature.label, active.unwrap_or("none"))
    })
}

#[test]
fn brackets_of_types() {
    let size = "Array[element type, minimum size, maximum size]";
    for (code, expected) in [
        ("$x = Array[$0]", format!("{size} at element type")),
        ("$x = Array[String, $0]", format!("{size} at minimum size")),
        ("$x = Array[String, 1, 2, $0]", format!("{size} at none")),
        (
            "define x(Hash[String, Array[$0",
            format!("{size} at element type"),
        ),
        (
            "type X = Array[\n  String,\n  $0\n]",
            format!("{size} at minimum size"),
        ),
        ("$x = File[$0]", String::new()),
        ("$x = $y[$0]", String::new()),
    ] {
        assert_eq!(active_in(code), expected, "{code}");
    }
    assert!(active_in("$x = Variant[String, Integer, $0]").contains(", …] at "));
}

#[test]
fn parameters_of_lambdas() {
    for code in [
        "[1].each |$0| { }",
        "each([1]) |$x$0| { }",
        "[1].each |$x, $0",
        "$y.map |$0$x| { }",
    ] {
        let found = active_in(code);
        assert!(found.contains(" at |$"), "{code}: {found}");
    }
    assert_eq!(active_in("define x($0) { }"), "");
}

#[test]
fn parameters_of_plans() {
    let label = "run_plan('web::deploy', targets => TargetSpec, count => Integer = 1)";
    for (code, active) in [
        ("run_plan('web::deploy', $0)", "none"),
        (
            "run_plan('web::deploy', $t, 'count' => $0)",
            "count => Integer = 1",
        ),
        (
            "run_plan('web::deploy', { count => $0",
            "count => Integer = 1",
        ),
    ] {
        let label = match active {
            "none" => label,
            _ => "run_plan('web::deploy', count => Integer = 1, targets => TargetSpec)",
        };
        assert_eq!(active_in(code), format!("{label} at {active}"), "{code}");
    }
}

#[test]
fn what_is_called_later() {
    for (code, expected) in [
        (
            "$x = Deferred('web::join', [$0])",
            "> web::join([String $a], Integer *$b) >> String\n    The first.",
        ),
        (
            "$x = Deferred.new('web::join', ['a', 2, $0",
            "> web::join(String $a, [Integer *$b]) >> String",
        ),
        (
            "$x = call('web::join', 'a', $0)",
            "> web::join(String $a, [Integer *$b]) >> String",
        ),
    ] {
        assert_eq!(shown(code), expected, "{code}");
    }
    // A list anywhere else.
    assert!(shown("web::join([$0])").starts_with("> web::join([String $a]"));
}

#[test]
fn hashes_that_are_given_as_attributes() {
    for code in [
        "create_resources('web::site', { 'a' => { weight => $0 } })",
        "create_resources('web::site', { 'a' => { weight => 1, root => 2 } }, { 'weight' => $0 })",
        "web::site { 'a': * => { weight => $0 } }",
        "web::site { 'a': * => { 'weight' => $0",
    ] {
        assert_eq!(
            shown(code),
            "> web::site { [weight => Integer[0]], root => Optional[String] = undef }",
            "{code}"
        );
    }
}

#[test]
fn parameters_of_tasks() {
    let of = |code: &str| {
        let fixture = format!(
            "#- /environment.conf\n#- /modules/web/tasks/restart.json\n\
             {{\"description\": \"Restarts.\", \"parameters\": {{\"name\": {{\"type\": \"String[1]\"}}, \"force\": {{\"type\": \"Optional[Boolean]\", \"description\": \"Kill it.\"}}}}}}\n\
             #- /modules/web/plans/x.pp\nplan web::x($t) {{\n{code}\n}}\n"
        );
        let (analysis, position) = cursor(&fixture);
        let help = analysis.signature_help(position).expect("not cancelled");
        let signature = help.expect("help").signatures.remove(0);
        let active = signature.active_parameter;
        let active = active.map(|it| signature.label[signature.parameters[it].range].to_owned());
        (signature.label, active.unwrap_or_default())
    };
    let label = "run_task('web::restart', $targets, name => String[1], force => Optional[Boolean])";
    for (code, expected) in [
        ("run_task('web::restart', $t, $0)", ""),
        ("run_task('web::restart', $t,\n  $0)", ""),
        (
            "run_task('web::restart', $t, 'force' => $0)",
            "force => Optional[Boolean]",
        ),
        (
            "run_task('web::restart', $t, 'Why',\n  'name' => 'a',\n  'force' => $0",
            "force => Optional[Boolean]",
        ),
        (
            "run_task('web::restart', $t, { 'name' => $0",
            "name => String[1]",
        ),
        (
            "run_task_with('web::restart', $t) |$x| { { 'name' => $0 } }",
            "name => String[1]",
        ),
    ] {
        let found = of(code);
        let label = match expected.starts_with("force") {
            true => {
                "run_task('web::restart', $targets, force => Optional[Boolean], name => String[1])"
            }
            false => label,
        };
        assert_eq!((&*found.0, &*found.1), (label, expected), "{code}");
    }
    for code in [
        "run_task('web::restart', $0)",
        "run_task('web::none', $t, $0)",
    ] {
        assert!(of(code).0.starts_with("run_task(String"), "{code}");
    }
}
