//! Tests of the Ruby reader: one case for each form, as in real modules.

use expect_test::{Expect, expect};
use puppet_library::ParameterArity;
use puppet_ruby::{DefaultValue, Dispatch, FunctionApi, RubyFacts, TypeAttribute, read};

fn signature(dispatch: &Dispatch) -> String {
    let params = dispatch.params.iter().map(|param| {
        let ty = param.ty.text.as_deref().unwrap_or("?");
        let mark = match param.arity {
            ParameterArity::Required => "",
            ParameterArity::Optional => "?",
            ParameterArity::Repeated => "*",
            ParameterArity::RequiredRepeated => "+",
        };
        format!("{ty} {}{mark}", param.name)
    });
    let mut text = format!(
        "{}({})",
        dispatch.method,
        params.collect::<Vec<_>>().join(", ")
    );
    if let Some(block) = &dispatch.block {
        let ty = block
            .ty
            .as_ref()
            .map_or("Callable", |ty| ty.text.as_deref().unwrap_or("?"));
        text += &format!(
            " &{} {ty}{}",
            block.name,
            if block.optional { "?" } else { "" }
        );
    }
    if let Some(ty) = &dispatch.return_type {
        text += &format!(" >> {}", ty.text.as_deref().unwrap_or("?"));
    }
    for (set, word) in [
        (dispatch.mismatch_handler, "mismatch"),
        (dispatch.opaque, "opaque"),
    ] {
        if set {
            text += &format!(" [{word}]");
        }
    }
    text
}

fn functions(facts: &RubyFacts) -> String {
    let mut out = String::new();
    for function in &facts.functions {
        out += &function.name;
        match &function.api {
            FunctionApi::Legacy(legacy) => {
                out += &format!(
                    " 3x rvalue={} arity={:?}\n",
                    legacy.returns_value, legacy.arity
                );
            }
            FunctionApi::Modern(modern) => {
                for (set, word) in [
                    (modern.internal, "internal"),
                    (modern.default_dispatch, "default"),
                    (modern.custom_call, "call"),
                    (modern.opaque, "opaque"),
                ] {
                    if set {
                        out += &format!(" [{word}]");
                    }
                }
                out += "\n";
                for local in &modern.local_types {
                    out += &format!("  type {}\n", local.definition);
                }
                for dispatch in &modern.dispatches {
                    out += &format!("  {}\n", signature(dispatch));
                }
            }
        }
        if let Some(docs) = &function.docs {
            out += &format!("  # {}\n", docs.replace('\n', " | "));
        }
    }
    out
}

fn attribute(attribute: &TypeAttribute) -> String {
    let values = attribute
        .values
        .iter()
        .map(|value| match value.features.as_slice() {
            [] => value.text.clone(),
            features => format!("{}<{}>", value.text, features.join(" ")),
        });
    let mut out = format!("{:?} {}", attribute.kind, attribute.name);
    for (set, word) in [
        (attribute.namevar, "namevar"),
        (attribute.required, "required"),
        (attribute.boolean, "boolean"),
        (attribute.array, "array"),
        (attribute.validates, "validates"),
        (attribute.munges, "munges"),
        (attribute.values_computed, "values?"),
        (attribute.conditional, "conditional"),
    ] {
        if set {
            out += &format!(" {word}");
        }
    }
    out += &format!(
        " [{}]",
        values
            .chain(attribute.value_regexes.iter().cloned())
            .collect::<Vec<_>>()
            .join(", ")
    );
    match &attribute.default {
        Some(DefaultValue::Literal(literal)) => out += &format!(" = {literal:?}"),
        Some(DefaultValue::Computed) => out += " = ?",
        None => {}
    }
    if let Some(ty) = &attribute.ty {
        out += &format!(" : {}", ty.text.as_deref().unwrap_or("?"));
    }
    out
}

fn types(facts: &RubyFacts) -> String {
    let mut out = String::new();
    for ty in &facts.resource_types {
        out += &ty.name;
        for (set, word) in [
            (ty.resource_api, "resource_api"),
            (ty.validates, "validates"),
            (!ty.isomorphic, "not isomorphic"),
            (ty.opaque, "opaque"),
        ] {
            if set {
                out += &format!(" [{word}]");
            }
        }
        out += "\n";
        for feature in &ty.features {
            out += &format!("  feature {feature}\n");
        }
        for relation in &ty.auto_relations {
            out += &format!("  auto{} {}\n", relation.relation, relation.type_name);
        }
        for item in &ty.attributes {
            out += &format!("  {}\n", attribute(item));
        }
    }
    for extension in &facts.type_extensions {
        out += &format!(
            "{} += {}\n",
            extension.type_name,
            attribute(&extension.attribute)
        );
    }
    out
}

fn check(source: &str, show: fn(&RubyFacts) -> String, expected: Expect) {
    expected.assert_eq(&show(&read(source)));
}

#[test]
fn dispatches_of_a_function() {
    check(
        r#"
# Joins things.
#
# @param sep between
Puppet::Functions.create_function(:'my::join', Puppet::Functions::InternalFunction) do
  local_types do
    type 'Sep = String[1]'
  end
  dispatch :one do
    scope_param
    param 'Array', :list
    optional_param 'Sep', :sep
    optional_block_param 'Callable[1]', :handler
    return_type 'String'
  end
  dispatch(:many) { required_repeated_param('String', :parts) }
  dispatch(:any) { repeated_param "Optional[#{x}]", :rest; block_param }
  argument_mismatch :fail do
    param 'Undef', :nothing
  end
  def one(scope, list, sep = nil); end
end
"#,
        functions,
        expect![[r#"
            my::join [internal]
              type Sep = String[1]
              one(Array list, Sep sep?) &handler Callable[1]? >> String
              many(String parts+)
              any(? rest*) &block Callable
              fail(Undef nothing) [mismatch]
              # Joins things. |  | @param sep between
        "#]],
    );
}

#[test]
fn function_without_dispatch_takes_the_method() {
    check(
        "Puppet::Functions.create_function(:'a::b') do\n  def b(x, y = 1, *z)\n  end\n  def call(scope, *args)\n  end\nend\n",
        functions,
        expect![[r#"
            a::b [default] [call]
              b(Any x, Any y?, Any z*)
        "#]],
    );
}

#[test]
fn dispatch_in_a_loop_is_opaque() {
    check(
        "Puppet::Functions.create_function(:f) do\n  TYPES.each do |t|\n    dispatch(:f) { param t, :x }\n  end\nend\n",
        functions,
        expect![[r#"
            f [opaque]
        "#]],
    );
}

#[test]
fn legacy_functions() {
    check(
        "module Puppet::Parser::Functions\n  newfunction(:old, :type => :rvalue, :arity => -2, :doc => <<-EOS\n    Does it.\n    EOS\n  ) do |args|\n  end\n  Puppet::Parser::Functions::newfunction('say') { |args| }\nend\n",
        functions,
        expect![[r#"
            old 3x rvalue=true arity=Some(-2)
              # Does it.
            say 3x rvalue=false arity=Some(-1)
        "#]],
    );
}

#[test]
fn attributes_of_a_type() {
    check(
        r#"
Puppet::Type.newtype(:thing) do
  @isomorphic = false
  feature :flaggable, 'It takes flags.', :methods => [:flag]
  ensurable
  newparam(:title_name, namevar: true) { validate { |v| } }
  newparam(:force, boolean: true, parent: Puppet::Parameter::Boolean) { defaultto false }
  newproperty(:mode, array_matching: :all, required_features: :flaggable) do
    newvalues(:on, 'off', %r{^a/b$}i)
    newvalue(:auto, required_features: %w[flaggable]) { }
    aliasvalue :true, :on
    defaultto { 1 + 1 }
    munge { |v| v }
  end
  [:a, :b].each do |name|
    newparam(name) { isrequired }
  end
  newproperty(:odd) if Puppet.features.odd?
  autorequire(:file) { [] }
  validate { }
  def refresh; end
end
Puppet::Type.type(:file).newparam(:extra)
"#,
        types,
        expect![[r#"
            thing [validates] [not isomorphic]
              feature flaggable
              autorequire file
              Property ensure [present, absent] = ?
              Param title_name namevar validates []
              Param force boolean munges [true, false, yes, no] = Boolean(false)
              Property mode array munges [on, off, auto<flaggable>, /^a\/b$/i] = ?
              Param a required []
              Param b required []
              Property odd conditional []
            file += Param extra []
        "#]],
    );
}

#[test]
fn attributes_that_cannot_be_named_make_the_type_opaque() {
    check(
        "Puppet::Type.newtype(:t) do\n  NAMES.each { |n| newparam(n) }\nend\n",
        types,
        expect![[r#"
            t [opaque]
        "#]],
    );
}

#[test]
fn a_helper_of_the_module_may_add_attributes() {
    check(
        "Puppet::X::Web::Type.newtype(:site) do\n  newparam(:name, namevar: true)\nend\n",
        types,
        expect![[r#"
            site [opaque]
              Param name namevar []
        "#]],
    );
}

#[test]
fn types_that_are_handed_over_are_opaque() {
    for source in [
        "Puppet::Type.newtype(:t) do\n  Own::Type.define(self)\nend\n",
        "Puppet::Type.newtype(:t) do |type|\n  Own::Type.define(type)\nend\n",
    ] {
        check(
            source,
            types,
            expect![[r#"
                t [opaque]
            "#]],
        );
    }
}

#[test]
fn resource_api_type() {
    check(
        "Puppet::ResourceApi.register_type(\n  name: 'device',\n  attributes: {\n    ensure: { type: 'Enum[present, absent]', default: 'present' },\n    name: { type: 'String', behaviour: :namevar },\n    port: { type: 'Integer' },\n    note: { type: 'Optional[String]' },\n  },\n  autorequire: { file: '$x' },\n)\n",
        types,
        expect![[r#"
            device [resource_api]
              autorequire file
              Property ensure [] = String("present") : Enum[present, absent]
              Param name namevar [] : String
              Property port required [] : Integer
              Property note [] : Optional[String]
        "#]],
    );
}

#[test]
fn providers_facts_data_types_and_mixins() {
    let facts = read(
        r#"
Puppet::Type.type(:service).provide(:fancy, parent: Puppet::Type::Service::ProviderInit) do
  has_feature :flaggable
  commands ctl: 'fancyctl'
end
Facter.add('Cloud', type: :aggregate) do
  confine kernel: 'Linux'
  chunk(:a) { }
end
Puppet::DataTypes.create_type('My::Point') do
  interface <<-PUPPET
    attributes => { x => Integer }
  PUPPET
end
module PuppetX::Shared
  def create
    newparam(:shared)
  end
end
"#,
    );
    expect![[r#"
        (
            [
                "service/fancy parent Some(\"Puppet::Type::Service::ProviderInit\") features [\"flaggable\"]",
            ],
            [
                "Some(\"cloud\") aggregate=true [\"a\"]",
            ],
            [
                "My::Point Some(\"    attributes => { x => Integer }\\n\")",
            ],
            [
                "PuppetX::Shared [\"shared\"]",
            ],
        )
    "#]]
    .assert_debug_eq(&(
        facts
            .providers
            .iter()
            .map(|p| format!("{}/{} parent {:?} features {:?}", p.type_name, p.name, p.parent, p.features))
            .collect::<Vec<_>>(),
        facts
            .facts
            .iter()
            .map(|f| format!("{:?} aggregate={} {:?}", f.name, f.aggregate, f.chunks))
            .collect::<Vec<_>>(),
        facts
            .data_types
            .iter()
            .map(|d| format!("{} {:?}", d.name, d.interface.as_ref().and_then(|ty| ty.text.as_deref()).unwrap_or("?")).replace(" \"", " Some(\"").replacen("\\n\"", "\\n\")", 1))
            .collect::<Vec<_>>(),
        facts
            .mixins
            .iter()
            .map(|m| format!("{} {:?}", m.name, m.attributes.iter().map(|a| &a.name).collect::<Vec<_>>()))
            .collect::<Vec<_>>(),
    ));
}

#[test]
fn broken_ruby_gives_what_can_be_read() {
    let facts = read(
        "Puppet::Functions.create_function(:ok) do\n  dispatch(:ok) { param 'String', :x }\n  def ok(x)\n    foo(\n  end\nend\n",
    );
    assert_eq!(facts.functions.len(), 1);
    assert!(!facts.errors.is_empty());
}

#[test]
fn deep_code_is_no_danger() {
    for source in [
        "a.b".repeat(50_000),
        "(".repeat(50_000),
        "[".repeat(50_000),
        "a && ".repeat(50_000),
    ] {
        let _ = read(&source);
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(source in "(Puppet::Type.newtype|newparam|create_function|dispatch|do|end|\\(|\\)|:x|'a'|,|\\{|\\}|\\[|\\]| |\n|=>|[a-z#@%<\"\\\\]){0,40}") {
        let _ = read(&source);
    }
}

#[test]
fn types_have_the_documentation_that_they_assign() {
    for (body, expected) in [
        ("@doc = 'Manages it.'", Some("Manages it.")),
        (
            "@doc = <<-EOT\n    Manages it.\n      And more.\n  EOT",
            Some("Manages it.\nAnd more."),
        ),
        ("desc 'Manages it.'", Some("Manages it.")),
        ("desc 'Manages it.'\n@doc = computed", Some("Manages it.")),
        ("@doc = \"a #{b}\"", None),
    ] {
        let facts = read(&format!("Puppet::Type.newtype(:x) do\n  {body}\nend\n"));
        let docs = facts
            .resource_types
            .first()
            .and_then(|it| it.docs.as_deref());
        assert_eq!(docs, expected, "{body}");
    }
}
