//! The interface of a Ruby file: functions, resource types, data types and facts, as declarations without code.

use std::fmt::Write as _;

use puppet_library::{AttributeKind, ParameterArity};
use puppet_ruby::{
    DataType, DefaultValue, Dispatch, FactValue, Function, FunctionApi, Literal, Mixin,
    ModernFunction, ResourceType, RubyFacts, TypeAttribute,
};

/// What stands for everything that a stub does not say.
const COMPUTED: &str = "computed";

/// Puppet's own classes of attributes, whose behaviour the reader knows.
const BASES: [&str; 3] = [
    "Puppet::Parameter",
    "Puppet::Property",
    "Puppet::Type::File",
];

/// Puppet's own modules, which add no attributes.
const HELPERS: [&str; 2] = ["Puppet::Util", "Puppet::ResourceApi"];

/// What one Ruby file declares.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct RubyInterface {
    functions: Vec<Function>,
    types: Vec<ResourceType>,
    /// Attributes that it adds to types of other files, by the names of the types.
    extensions: Vec<(String, TypeAttribute)>,
    metaparameters: Vec<TypeAttribute>,
    data_types: Vec<DataType>,
    facts: Vec<(FactName, FactValue)>,
    /// Code that may declare resources.
    declares: bool,
    /// It could not be read in full.
    is_broken: bool,
}

/// The name of a fact, as far as it is written down.
#[derive(Debug, Clone, PartialEq)]
enum FactName {
    Literal(String),
    StartsWith(String),
    Computed,
}

/// What a Ruby file declares; `mixins` are the classes and modules of the whole module.
pub(super) fn read(text: &str, facts: RubyFacts, mixins: &[Mixin]) -> RubyInterface {
    let resolved = |it: &TypeAttribute| resolved(it, mixins);
    RubyInterface {
        types: facts
            .resource_types
            .iter()
            .map(|ty| of_type(ty, mixins))
            .collect(),
        extensions: facts
            .type_extensions
            .iter()
            .map(|it| (it.type_name.clone(), resolved(&it.attribute)))
            .collect(),
        metaparameters: facts.metaparameters.iter().map(resolved).collect(),
        data_types: facts.data_types,
        facts: facts
            .facts
            .into_iter()
            .map(|fact| (fact_name(text, fact.name, fact.range), fact.value))
            .collect(),
        declares: !facts.functions.is_empty() && puppet_ruby::may_declare(text),
        functions: facts.functions,
        is_broken: !facts.errors.is_empty(),
    }
}

/// The facts of a text file below `facts.d`: a name and a value a line.
pub(super) fn external_facts(text: &str) -> RubyInterface {
    let names = text.lines().filter_map(|line| line.split_once('='));
    let names = names.map(|(name, _)| FactName::Literal(name.trim().to_lowercase()));
    RubyInterface {
        facts: names.map(|name| (name, FactValue::String)).collect(),
        ..RubyInterface::default()
    }
}

fn fact_name(text: &str, name: Option<String>, range: puppet_syntax::TextRange) -> FactName {
    if let Some(name) = name {
        return FactName::Literal(name);
    }
    let source = text
        .get(std::ops::Range::<usize>::from(range))
        .unwrap_or_default();
    let prefix = source
        .strip_prefix(['"', ':'])
        .and_then(|rest| rest.split_once("#{"));
    match prefix {
        Some((prefix, _)) => FactName::StartsWith(prefix.trim_start_matches('"').to_owned()),
        None => FactName::Computed,
    }
}

/// A type with the attributes that it takes from the classes and modules of its module.
fn of_type(ty: &ResourceType, mixins: &[Mixin]) -> ResourceType {
    let mut whole = ty.clone();
    whole.docs = None;
    whole.attributes.clear();
    for name in &ty.mixins {
        match find(mixins, name) {
            Some(mixin) => whole.attributes.extend(mixin.attributes.iter().cloned()),
            None => whole.opaque |= !HELPERS.iter().any(|helper| name.starts_with(helper)),
        }
    }
    whole.attributes.extend(ty.attributes.iter().cloned());
    whole.attributes = whole
        .attributes
        .iter()
        .map(|it| resolved(it, mixins))
        .collect();
    whole.mixins.clear();
    whole
}

/// An attribute with the behaviour of the classes that it derives from.
fn resolved(attribute: &TypeAttribute, mixins: &[Mixin]) -> TypeAttribute {
    let mut whole = attribute.clone();
    whole.docs = None;
    let parents = whole.parent.take().into_iter();
    let parents = parents.filter(|it| {
        !BASES
            .iter()
            .any(|base| it.trim_start_matches("::").starts_with(base))
    });
    for name in parents.chain(std::mem::take(&mut whole.mixins)) {
        let Some(mixin) = find(mixins, &name) else {
            whole.values_computed = true;
            continue;
        };
        let superclass = mixin
            .superclass
            .as_deref()
            .unwrap_or_default()
            .trim_start_matches("::");
        let behaviour = &mixin.behaviour;
        if behaviour.kind == AttributeKind::Property || superclass.contains("Property") {
            whole.kind = AttributeKind::Property;
        }
        whole.validates |= behaviour.validates;
        whole.values_computed |= behaviour.values_computed
            || !matches!(superclass, "" | "Puppet::Parameter" | "Puppet::Property");
        whole.values.extend(behaviour.values.iter().cloned());
        whole
            .value_regexes
            .extend(behaviour.value_regexes.iter().cloned());
        whole.aliases.extend(behaviour.aliases.iter().cloned());
    }
    whole
}

fn find<'m>(mixins: &'m [Mixin], name: &str) -> Option<&'m Mixin> {
    let name = name.trim_start_matches("::");
    let ending = format!("::{name}");
    mixins
        .iter()
        .find(|it| !name.is_empty() && (it.name == name || it.name.ends_with(&ending)))
}

impl RubyInterface {
    /// Whether it declares nothing.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what an older version of the file accepts.
    pub(super) fn widen(&mut self, older: &RubyInterface) {
        self.declares |= older.declares;
        self.is_broken |= older.is_broken;
        for function in &older.functions {
            match self
                .functions
                .iter_mut()
                .find(|it| it.name == function.name)
            {
                Some(known) => widen_function(&mut known.api, &function.api),
                None => self.functions.push(function.clone()),
            }
        }
        for ty in &older.types {
            match self.types.iter_mut().find(|it| it.name == ty.name) {
                Some(known) => widen_resource_type(known, ty),
                None => self.types.push(ty.clone()),
            }
        }
        for (name, attribute) in &older.extensions {
            let is_known =
                |it: &&(String, TypeAttribute)| it.0 == *name && it.1.name == attribute.name;
            if self.extensions.iter().find(is_known).is_none() {
                self.extensions.push((name.clone(), attribute.clone()));
            }
        }
        widen_attributes(&mut self.metaparameters, &older.metaparameters);
        for ty in &older.data_types {
            match self.data_types.iter_mut().find(|it| it.name == ty.name) {
                Some(known) if text_of(known) != text_of(ty) => known.interface = None,
                Some(_) => {}
                None => self.data_types.push(ty.clone()),
            }
        }
        for (name, value) in &older.facts {
            match self.facts.iter_mut().find(|it| it.0 == *name) {
                Some((_, known)) => *known = std::mem::take(known).or(value.clone()),
                None => self.facts.push((name.clone(), value.clone())),
            }
        }
    }
}

fn text_of(ty: &DataType) -> Option<&str> {
    ty.interface.as_ref()?.text.as_deref()
}

/// Whether the signatures are all of the truth.
fn is_readable(function: &ModernFunction) -> bool {
    !function.opaque
        && !function.custom_call
        && !function.default_dispatch
        && function.dispatches.iter().all(|it| !it.opaque)
}

fn widen_function(known: &mut FunctionApi, older: &FunctionApi) {
    match (known, older) {
        (FunctionApi::Modern(known), FunctionApi::Modern(older)) => {
            let locals = |of: &ModernFunction| -> Vec<String> {
                of.local_types
                    .iter()
                    .map(|it| it.definition.clone())
                    .collect()
            };
            known.opaque |= !is_readable(older) || locals(known) != locals(older);
            // Which signature a call takes, and so what it returns, depends on the version.
            if known
                .dispatches
                .iter()
                .chain(&older.dispatches)
                .any(|it| returns(it) != first_return(known))
            {
                known
                    .dispatches
                    .iter_mut()
                    .for_each(|it| it.return_type = None);
            }
            for dispatch in &older.dispatches {
                let is_same = |it: &&mut Dispatch| parameters(it) == parameters(dispatch);
                match known.dispatches.iter_mut().find(is_same) {
                    Some(same) if returns(same) != returns(dispatch) => same.return_type = None,
                    Some(_) => {}
                    None => {
                        let return_type = dispatch
                            .return_type
                            .clone()
                            .filter(|_| first_return(known).is_some());
                        known.dispatches.push(Dispatch {
                            return_type,
                            ..dispatch.clone()
                        });
                    }
                }
            }
        }
        (FunctionApi::Legacy(known), FunctionApi::Legacy(older)) => {
            known.returns_value |= older.returns_value;
            if known.arity != older.arity {
                let least = |arity: i64| if arity < 0 { -arity - 1 } else { arity };
                let both = known.arity.zip(older.arity);
                known.arity = both.map(|(one, other)| -1 - least(one).min(least(other)));
            }
        }
        (FunctionApi::Modern(known), FunctionApi::Legacy(_)) => known.opaque = true,
        (FunctionApi::Legacy(known), FunctionApi::Modern(_)) => known.arity = None,
    }
}

fn first_return(function: &ModernFunction) -> Option<&str> {
    function.dispatches.first().and_then(returns)
}

fn returns(dispatch: &Dispatch) -> Option<&str> {
    dispatch.return_type.as_ref()?.text.as_deref()
}

fn widen_resource_type(known: &mut ResourceType, older: &ResourceType) {
    known.opaque |= older.opaque
        || known.resource_api != older.resource_api
        || namevars(known) != namevars(older);
    known.title_patterns |= older.title_patterns;
    known.isomorphic &= older.isomorphic;
    for feature in &older.features {
        if !known.features.contains(feature) {
            known.features.push(feature.clone());
        }
    }
    widen_attributes(&mut known.attributes, &older.attributes);
}

fn namevars(ty: &ResourceType) -> Vec<&str> {
    let namevars = ty.attributes.iter().filter(|it| it.namevar);
    namevars.map(|it| it.name.as_str()).collect()
}

fn widen_attributes(known: &mut Vec<TypeAttribute>, older: &[TypeAttribute]) {
    for attribute in known.iter_mut() {
        match older.iter().rfind(|it| it.name == attribute.name) {
            Some(older) => widen_attribute(attribute, older),
            None => attribute.required = false,
        }
    }
    for attribute in older {
        if !known.iter().any(|it| it.name == attribute.name) {
            let required = false;
            known.push(TypeAttribute {
                required,
                ..attribute.clone()
            });
        }
    }
}

fn widen_attribute(known: &mut TypeAttribute, older: &TypeAttribute) {
    let is_closed = |it: &TypeAttribute| !it.values.is_empty() || !it.value_regexes.is_empty();
    known.values_computed |=
        older.values_computed || is_closed(known) != is_closed(older) || known.kind != older.kind;
    known.validates |= older.validates || known.array != older.array;
    known.required &= older.required;
    known.conditional |= older.conditional;
    known.boolean |= older.boolean;
    for value in &older.values {
        if !known.values.iter().any(|it| it.text == value.text) {
            known.values.push(value.clone());
        }
    }
    for regex in &older.value_regexes {
        if !known.value_regexes.contains(regex) {
            known.value_regexes.push(regex.clone());
        }
    }
    for alias in &older.aliases {
        if !known.aliases.contains(alias) {
            known.aliases.push(alias.clone());
        }
    }
    if text_of_type(known) != text_of_type(older)
        && let Some(ty) = &mut known.ty
    {
        ty.text = None;
    }
}

fn text_of_type(attribute: &TypeAttribute) -> Option<&str> {
    attribute.ty.as_ref()?.text.as_deref()
}

/// The declarations as Ruby code that holds nothing else.
pub(super) fn print(interface: &RubyInterface) -> String {
    let mut printer = Printer::default();
    if interface.is_broken {
        // What cannot be read may define anything.
        printer.line("(");
    }
    if interface.declares {
        printer.line("# create_resources");
    }
    for function in &interface.functions {
        printer.function(function);
    }
    for ty in &interface.types {
        match ty.resource_api {
            true => printer.resource_api(ty),
            false => printer.resource_type(ty),
        }
    }
    for (ty, attribute) in &interface.extensions {
        printer.attribute(&format!("Puppet::Type.type({}).", quoted(ty)), attribute);
    }
    for attribute in &interface.metaparameters {
        printer.attribute("", attribute);
    }
    for ty in &interface.data_types {
        printer.line(&format!(
            "Puppet::DataTypes.create_type({}) do",
            quoted(&ty.name)
        ));
        if let Some(text) = text_of(ty) {
            printer.line(&format!("interface {}", quoted(text)));
        }
        printer.line("end");
    }
    for (name, value) in &interface.facts {
        let name = match name {
            FactName::Literal(name) => quoted(name),
            FactName::StartsWith(prefix) => format!("\"{prefix}#{{{COMPUTED}}}\""),
            FactName::Computed => COMPUTED.to_owned(),
        };
        printer.line(&format!(
            "Facter.add({name}) {{ setcode {{ {} }} }}",
            value_text(value)
        ));
    }
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
}

impl Printer {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn function(&mut self, function: &Function) {
        let name = quoted(&function.name);
        match &function.api {
            FunctionApi::Legacy(legacy) => {
                let arity = legacy
                    .arity
                    .map_or_else(|| COMPUTED.to_owned(), |arity| arity.to_string());
                let kind = if legacy.returns_value {
                    ", type: :rvalue"
                } else {
                    ""
                };
                self.line(&format!(
                    "Puppet::Parser::Functions.newfunction({name}, arity: {arity}{kind})"
                ));
            }
            FunctionApi::Modern(modern) if !is_readable(modern) => {
                self.line(&format!(
                    "Puppet::Functions.create_function({name}, Computed)"
                ));
            }
            FunctionApi::Modern(modern) => {
                self.line(&format!("Puppet::Functions.create_function({name}) do"));
                if !modern.local_types.is_empty() {
                    let types = modern
                        .local_types
                        .iter()
                        .map(|it| format!("type {}", quoted(&it.definition)));
                    self.line(&format!(
                        "local_types do\n{}\nend",
                        types.collect::<Vec<_>>().join("\n")
                    ));
                }
                for dispatch in modern.dispatches.iter().filter(|it| !it.mismatch_handler) {
                    self.line("dispatch :call do");
                    self.text.push_str(&parameters(dispatch));
                    if let Some(ty) = &dispatch.return_type {
                        self.line(&format!("return_type {}", ty_text(ty.text.as_deref())));
                    }
                    self.line("end");
                }
                self.line("end");
            }
        }
    }

    fn resource_type(&mut self, ty: &ResourceType) {
        self.line(&format!("Puppet::Type.newtype({}) do", quoted(&ty.name)));
        if !ty.isomorphic {
            self.line("@isomorphic = false");
        }
        if ty.title_patterns {
            self.line("def self.title_patterns; end");
        }
        if ty.opaque {
            self.line(&format!("send({COMPUTED})"));
        }
        for feature in &ty.features {
            self.line(&format!("feature {}, ''", quoted(feature)));
        }
        for relation in &ty.auto_relations {
            self.line(&format!(
                "auto{}({}) {{}}",
                relation.relation,
                quoted(&relation.type_name)
            ));
        }
        for attribute in &ty.attributes {
            self.attribute("", attribute);
        }
        self.line("end");
    }

    fn attribute(&mut self, receiver: &str, attribute: &TypeAttribute) {
        let verb = match attribute.kind {
            AttributeKind::Property => "newproperty",
            AttributeKind::Param => "newparam",
            AttributeKind::Meta => "newmetaparam",
        };
        let mut head = format!("{receiver}{verb}({}", quoted(&attribute.name));
        if attribute.boolean {
            head.push_str(", boolean: true");
        }
        if attribute.array {
            head.push_str(", array_matching: :all");
        }
        if !attribute.features.is_empty() {
            let _ = write!(head, ", required_features: {}", list(&attribute.features));
        }
        head.push(')');
        let body = attribute_body(attribute);
        if attribute.conditional {
            self.line(&format!("if {COMPUTED}"));
        }
        match body.is_empty() {
            true => self.line(&head),
            false => self.line(&format!("{head} do\n{body}end")),
        }
        if attribute.conditional {
            self.line("end");
        }
    }

    fn resource_api(&mut self, ty: &ResourceType) {
        self.line(&format!(
            "Puppet::ResourceApi.register_type(name: {},",
            quoted(&ty.name)
        ));
        if ty.title_patterns {
            self.line("title_patterns: [],");
        }
        self.line(&format!(
            "features: {},\nattributes: {{",
            list(&ty.features)
        ));
        for attribute in &ty.attributes {
            let mut line = format!("{} => {{ ", quoted(&attribute.name));
            if let Some(ty) = &attribute.ty {
                let _ = write!(line, "type: {}, ", ty_text(ty.text.as_deref()));
            }
            if let Some(behaviour) = &attribute.behaviour {
                let _ = write!(line, "behaviour: {}, ", quoted(behaviour));
            }
            if let Some(default) = &attribute.default {
                let _ = write!(line, "default: {} ", default_text(default));
            } else if !attribute.required && attribute.behaviour.is_none() {
                let _ = write!(line, "default: {COMPUTED} ");
            }
            self.line(&format!("{line}}},"));
        }
        if ty.opaque {
            self.line(&format!("{COMPUTED} => {{}},"));
        }
        self.line("})");
    }
}

fn attribute_body(attribute: &TypeAttribute) -> String {
    let mut body = String::new();
    let is_implied = attribute.kind == AttributeKind::Param && attribute.name == "name";
    if attribute.namevar && !is_implied {
        body.push_str("isnamevar\n");
    }
    if attribute.required {
        body.push_str("isrequired\n");
    }
    let (plain, special): (Vec<_>, Vec<_>) = attribute
        .values
        .iter()
        .partition(|it| it.features.is_empty());
    let mut values: Vec<String> = plain.iter().map(|value| quoted(&value.text)).collect();
    values.extend(attribute.value_regexes.iter().cloned());
    if attribute.values_computed {
        values.push(COMPUTED.to_owned());
    }
    if !values.is_empty() {
        let _ = writeln!(body, "newvalues({})", values.join(", "));
    }
    for value in special {
        let _ = writeln!(
            body,
            "newvalue({}, required_features: {})",
            quoted(&value.text),
            list(&value.features)
        );
    }
    for (other, value) in &attribute.aliases {
        let _ = writeln!(body, "aliasvalue({}, {})", quoted(other), quoted(value));
    }
    if let Some(default) = &attribute.default {
        let _ = writeln!(body, "defaultto({})", default_text(default));
    }
    if attribute.validates {
        body.push_str("validate {}\n");
    }
    body
}

/// The parameters and the block of a signature.
fn parameters(dispatch: &Dispatch) -> String {
    let mut text = String::new();
    for parameter in &dispatch.params {
        let verb = match parameter.arity {
            ParameterArity::Required => "param",
            ParameterArity::Optional => "optional_param",
            ParameterArity::Repeated => "repeated_param",
            ParameterArity::RequiredRepeated => "required_repeated_param",
        };
        let _ = writeln!(
            text,
            "{verb} {}, {}",
            ty_text(parameter.ty.text.as_deref()),
            quoted(&parameter.name)
        );
    }
    if let Some(block) = &dispatch.block {
        let verb = if block.optional {
            "optional_block_param"
        } else {
            "block_param"
        };
        let ty = block
            .ty
            .as_ref()
            .map(|ty| format!("{}, ", ty_text(ty.text.as_deref())));
        let _ = writeln!(
            text,
            "{verb} {}{}",
            ty.unwrap_or_default(),
            quoted(&block.name)
        );
    }
    text
}

fn ty_text(text: Option<&str>) -> String {
    let text = text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    text.map_or_else(|| COMPUTED.to_owned(), |text| quoted(&text))
}

fn default_text(default: &DefaultValue) -> String {
    match default {
        DefaultValue::Literal(literal) => literal_text(literal),
        DefaultValue::Computed => COMPUTED.to_owned(),
    }
}

fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::Nil => "nil".to_owned(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Integer(value) => value.to_string(),
        Literal::Float(value) => format!("{value:?}"),
        Literal::Symbol(text) => format!(":{}", quoted(text)),
        Literal::String(text) => quoted(text),
        Literal::Array(elements) => {
            format!(
                "[{}]",
                elements
                    .iter()
                    .map(literal_text)
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
        Literal::Hash(pairs) => {
            let pairs = pairs
                .iter()
                .map(|(key, value)| format!("{} => {}", literal_text(key), literal_text(value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A value of the kind that a fact has.
fn value_text(value: &FactValue) -> String {
    match value {
        FactValue::Unknown => COMPUTED.to_owned(),
        FactValue::String => "''".to_owned(),
        FactValue::Integer => "1".to_owned(),
        FactValue::Float => "1.0".to_owned(),
        FactValue::Boolean => "true".to_owned(),
        FactValue::Array => "[]".to_owned(),
        FactValue::Hash { entries, open } => {
            let mut pairs: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{} => {}", quoted(key), value_text(value)))
                .collect();
            if *open {
                pairs.push(format!("{COMPUTED} => {COMPUTED}"));
            }
            format!("{{ {} }}", pairs.join(", "))
        }
    }
}

fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(", "))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> RubyInterface {
        let facts = puppet_ruby::read(text);
        let mixins = facts.mixins.clone();
        read(text, facts, &mixins)
    }

    /// What is printed, and what is read from that.
    fn printed(text: &str) -> String {
        let text = print(&read_text(text));
        assert_eq!(
            print(&read_text(&text)),
            text,
            "a stub says what it was made from"
        );
        text
    }

    #[test]
    fn declarations_stay_and_code_goes() {
        let text = printed(
            "# docs\nPuppet::Functions.create_function(:'m::f') do\n  local_types { type 'T = Integer' }\n\
             dispatch :f do\n param 'T', :a\n optional_repeated_param \"Any\", :b\n return_type 'String'\n end\n\
             def f(a, *b)\n a.to_s\n end\nend\n",
        );
        assert_eq!(
            text,
            "Puppet::Functions.create_function('m::f') do\nlocal_types do\ntype 'T = Integer'\nend\n\
             dispatch :call do\nparam 'T', 'a'\nrepeated_param 'Any', 'b'\nreturn_type 'String'\nend\nend\n"
        );
        let text = printed(
            "Facter.add(:f) do\n setcode do\n { a: 1, 'b' => `x` }\n end\nend\nFacter.add(\"x_#{y}\") { }\n",
        );
        assert_eq!(
            text,
            "Facter.add('f') { setcode { { 'a' => 1, 'b' => computed } } }\nFacter.add(\"x_#{computed}\") { setcode { computed } }\n"
        );
    }

    #[test]
    fn types_keep_what_their_attributes_accept() {
        let text = printed(
            "Puppet::Type.newtype(:t) do\n @doc = 'd'\n ensurable\n newparam(:path, namevar: true) do\n desc 'x'\n \
             validate { |v| raise 'no' }\n end\n newproperty(:mode, array_matching: :all) do\n newvalues(:a, /^b\\d/)\n \
             defaultto :a\n aliasvalue(:c, :a)\n end\n newproperty(:own, parent: Base)\n newproperty(:o, parent: Other)\nend\n\
             class Base < Puppet::Property\n newvalues(:x)\nend\n",
        );
        assert_eq!(
            text,
            "Puppet::Type.newtype('t') do\nnewproperty('ensure') do\nnewvalues('present', 'absent')\ndefaultto(computed)\nend\n\
             newparam('path') do\nisnamevar\nvalidate {}\nend\n\
             newproperty('mode', array_matching: :all) do\nnewvalues('a', /^b\\d/)\naliasvalue('c', 'a')\ndefaultto(:'a')\nend\n\
             newproperty('own') do\nnewvalues('x')\nend\nnewproperty('o') do\nnewvalues(computed)\nend\nend\n"
        );
    }

    #[test]
    fn several_versions_accept_what_each_does() {
        let function = |dispatches: &str| {
            format!("Puppet::Functions.create_function(:f) do\n{dispatches}\nend\n")
        };
        let mut newer = read_text(&function(
            "dispatch :a do\nparam 'String', :x\nreturn_type 'String'\nend",
        ));
        newer.widen(&read_text(&function(
            "dispatch :a do\nparam 'Integer', :x\nend",
        )));
        assert_eq!(
            print(&newer),
            function("dispatch :call do\nparam 'String', 'x'\nend\ndispatch :call do\nparam 'Integer', 'x'\nend").replace(":f", "'f'")
        );
        let ty = |body: &str| format!("Puppet::Type.newtype(:t) do\n{body}\nend\n");
        let mut newer = read_text(&ty("newparam(:a) do\nisrequired\nnewvalues('x')\nend"));
        newer.widen(&read_text(&ty(
            "newparam(:a) do\nnewvalues('y')\nend\nnewparam(:b)",
        )));
        assert_eq!(
            print(&newer),
            ty("newparam('a') do\nnewvalues('x', 'y')\nend\nnewparam('b')").replace(":t", "'t'")
        );
    }
}
