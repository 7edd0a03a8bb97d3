//! The values of the expressions of a file on one node.
//!
//! Each class and defined type of the file is evaluated as if it were declared without attributes, and again with
//! parameters that are not known: a branch that is not taken then is not taken however the class is declared.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puppet_eval::operators::is_true;
use puppet_eval::{
    Definitions, Limits, ObservationSubject, ParameterValues, PuppetVersion, Strict, Trace, Traced,
};
use puppet_hir::{Body, BodyId, BodyOwner, Expr, ExprId};
use puppet_lookup::Node;
use puppet_text::TextRange;
use puppet_types::Value;
use smol_str::SmolStr;

use crate::compile::{NodeCompiler, Request, options_for, partial_hashes};
use crate::functions;
use crate::modules::{ModuleFile, ModuleSet};
use crate::node_modules::DataSources;

/// The bounds of one evaluation, while the user waits for it.
const LIMITS: Limits = Limits {
    steps: 300_000,
    memory: 64 << 20,
    depth: 1_500,
};

/// A place of a file with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct ObservedValue {
    /// Where the value is told.
    pub range: TextRange,
    /// What is there.
    pub kind: ObservedKind,
    /// Its value.
    pub value: Traced,
}

/// What has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObservedKind {
    /// A variable that is read, by its name.
    Variable(SmolStr),
    /// A fact that is read, by its path: `os.family`.
    Fact(String),
    /// A key of a hash or an index of an array that is read.
    Element,
    /// The left side of an assignment, with the right side if it is more than a literal.
    Assignment(Option<TextRange>),
    /// A parameter of a class or defined type, with its key in Hiera.
    Parameter(String),
    /// A call that looks a key up in Hiera.
    Lookup(Option<String>),
}

/// Code that the node does not use.
#[derive(Debug, Clone, PartialEq)]
pub struct UnusedBranch {
    /// The code.
    pub range: TextRange,
    /// The condition that decides.
    pub condition: TextRange,
    /// The value of the condition.
    pub value: Value,
}

/// What is known of a file on a node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ObservedFile {
    /// The places that have a value, or where it is not known.
    pub values: Vec<ObservedValue>,
    /// The branches that are not used.
    pub unused: Vec<UnusedBranch>,
}

impl ObservedFile {
    /// The smallest place around an offset.
    #[must_use]
    pub fn value_at(&self, offset: puppet_text::TextSize) -> Option<&ObservedValue> {
        let around = self.values.iter();
        let around = around.filter(|it| it.range.contains_inclusive(offset));
        around.min_by_key(|it| it.range.len())
    }
}

/// What a file is observed with.
#[derive(Debug, Clone)]
pub struct Observation {
    /// The modules that can be seen.
    pub modules: Arc<ModuleSet>,
    /// Their data.
    pub data: Arc<DataSources>,
    /// The node.
    pub node: Arc<Node>,
    /// The version whose rules apply.
    pub target: PuppetVersion,
    /// Ends the evaluation when another thread sets it.
    pub stop: Arc<AtomicBool>,
}

/// A file that is observed.
struct Observer<'a> {
    around: &'a Observation,
    file: &'a ModuleFile,
    /// Its number among the files of the modules; none for a manifest of the site.
    number: Option<u32>,
}

impl Observation {
    /// A manifest of a module. It needs [`STACK_SIZE`](crate::STACK_SIZE) bytes of stack.
    #[must_use]
    pub fn module_file(&self, path: &str) -> ObservedFile {
        let mut observed = ObservedFile::default();
        let Some((number, file)) = self.modules.numbered(path) else {
            return observed;
        };
        let observer = Observer {
            around: self,
            file: &file,
            number: Some(number),
        };
        for name in file.names() {
            observer.observe("", &[name], None, &mut observed);
        }
        observed
    }

    /// A manifest that is always loaded, with the node definition that the node gets if it is in the file. It needs
    /// [`STACK_SIZE`](crate::STACK_SIZE) bytes of stack.
    #[must_use]
    pub fn site_file(&self, text: &str, definition: Option<TextRange>) -> ObservedFile {
        let mut observed = ObservedFile::default();
        let Some(file) = ModuleFile::parse("", text) else {
            return observed;
        };
        let observer = Observer {
            around: self,
            file: &file,
            number: None,
        };
        let definition = definition.and_then(|range| node_body(&file, range));
        observer.observe(text, &[], definition, &mut observed);
        observed
    }
}

/// The node definition whose name or regular expression has a range.
fn node_body(file: &ModuleFile, range: TextRange) -> Option<BodyId> {
    let is_it = |id: BodyId, body: &Body| match body.definition() {
        BodyOwner::Node { host_matches, .. } => host_matches.iter().any(|expr| {
            let span = file.source.map.expr(id, *expr);
            span.is_some_and(|span| span.full == range)
        }),
        _ => false,
    };
    let mut bodies = file.source.program.bodies();
    bodies.find(|(id, body)| is_it(*id, body)).map(|(id, _)| id)
}

impl Observer<'_> {
    fn observe(
        &self,
        code: &str,
        subjects: &[SmolStr],
        node: Option<BodyId>,
        observed: &mut ObservedFile,
    ) {
        let request = Request {
            code,
            subjects,
            node: &self.around.node,
            target: self.around.target,
            strict: Strict::Warning,
        };
        let options = options_for(&request, LIMITS);
        let trace = |parameters: ParameterValues| {
            let Observation {
                modules,
                data,
                node: facts,
                stop,
                ..
            } = self.around;
            let data = match parameters {
                ParameterValues::Declared => Arc::clone(data),
                ParameterValues::Unknown => data.certain(modules),
            };
            let evaluator = NodeCompiler::new(modules, &data, &request, &options)?.evaluator();
            let definitions = Rc::clone(&evaluator.definitions);
            let subject = ObservationSubject {
                definitions: subjects,
                node,
                partial_hashes: partial_hashes(facts),
                parameters,
                stop: Some(Arc::clone(stop)),
            };
            Some((evaluator.observe(functions::find, subject), definitions))
        };
        let declared = trace(ParameterValues::Declared);
        let unknown = trace(ParameterValues::Unknown);
        let (Some(declared), Some(unknown)) = (declared, unknown) else {
            return;
        };
        for (id, body) in self.file.source.program.bodies() {
            if !is_observed(body, subjects) {
                continue;
            }
            let body = ObservedBody {
                file: self.file,
                id,
                body,
            };
            if let Some(global) = self.global(&declared.1, id) {
                body.add_values(&declared.0, global, observed);
            }
            if let Some(global) = self.global(&unknown.1, id) {
                body.add_unused(&unknown.0, global, observed);
            }
        }
    }

    fn global(&self, definitions: &Definitions, id: BodyId) -> Option<BodyId> {
        definitions.loaded_body(self.number, id)
    }
}

/// Whether what a body gives belongs to the subjects: functions depend on their arguments.
fn is_observed(body: &Body, subjects: &[SmolStr]) -> bool {
    match body.definition() {
        BodyOwner::File | BodyOwner::Node { .. } => subjects.is_empty(),
        BodyOwner::Class { name, .. } | BodyOwner::DefinedType { name, .. } => {
            let name = name.trim_start_matches("::");
            subjects.iter().any(|it| it.eq_ignore_ascii_case(name))
        }
        _ => false,
    }
}

struct ObservedBody<'a> {
    file: &'a ModuleFile,
    id: BodyId,
    body: &'a Body,
}

impl ObservedBody<'_> {
    fn range(&self, expr: ExprId) -> Option<TextRange> {
        Some(self.file.source.map.expr(self.id, expr)?.full)
    }

    fn add_values(&self, trace: &Trace, global: BodyId, observed: &mut ObservedFile) {
        for (id, expr) in self.body.exprs() {
            let Some((place, kind)) = self.observed(id, expr) else {
                continue;
            };
            if let (Some(value), Some(range)) = (trace.expr(global, id), self.range(place)) {
                let value = value.clone();
                observed.values.push(ObservedValue { range, kind, value });
            }
        }
        let class = self.body.name().map(|name| name.to_lowercase());
        for parameter in self.body.parameters() {
            let part = self.file.source.map.part(self.id, parameter.part);
            let name = part.and_then(|part| part.name);
            if let (Some(value), Some(range)) = (trace.parameter(global, &parameter.name), name) {
                let class = class.as_deref().unwrap_or_default();
                let key = format!("{}::{}", class.trim_start_matches("::"), parameter.name);
                observed.values.push(ObservedValue {
                    range,
                    kind: ObservedKind::Parameter(key),
                    value: value.clone(),
                });
            }
        }
    }

    /// The place where the value of an expression is told, and what it is.
    fn observed(&self, id: ExprId, expr: &Expr) -> Option<(ExprId, ObservedKind)> {
        match expr {
            Expr::Variable(_) => {
                let name = self.body.variable_name(id)?;
                Some((id, ObservedKind::Variable(name.clone())))
            }
            Expr::Access { left, keys } => {
                let [key] = &keys[..] else { return None };
                if let Expr::QualifiedReference(_) = self.body.expr(*left) {
                    return None;
                }
                let kind = match self.fact_path(id) {
                    Some(path) => ObservedKind::Fact(path),
                    None => ObservedKind::Element,
                };
                Some((*key, kind))
            }
            Expr::Assignment { left, right, .. } => {
                let right = self.body.without_parentheses(*right);
                let computed = (!is_literal(self.body.expr(right))).then(|| self.range(right));
                Some((*left, ObservedKind::Assignment(computed.flatten())))
            }
            Expr::CallNamedFunction {
                functor, arguments, ..
            } => match self.body.expr(*functor) {
                Expr::QualifiedName(name)
                    if matches!(
                        name.as_str(),
                        "lookup" | "hiera" | "hiera_array" | "hiera_hash"
                    ) =>
                {
                    let key = arguments.first().map(|key| self.body.expr(*key));
                    let key = match key {
                        Some(Expr::LiteralString(key) | Expr::QualifiedName(key)) => {
                            Some(key.to_string())
                        }
                        _ => None,
                    };
                    Some((*functor, ObservedKind::Lookup(key)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The path of a fact, if an expression reads `$facts` with keys that are literals.
    fn fact_path(&self, id: ExprId) -> Option<String> {
        let mut keys_of_path = Vec::new();
        let mut id = id;
        loop {
            match self.body.expr(id) {
                Expr::Access { left, keys } => {
                    let [key] = &keys[..] else { return None };
                    match self.body.expr(*key) {
                        Expr::LiteralString(key) | Expr::QualifiedName(key) => {
                            keys_of_path.push(key.as_str());
                        }
                        _ => return None,
                    }
                    id = *left;
                }
                Expr::Variable(_) => {
                    let name = self.body.variable_name(id)?;
                    keys_of_path.reverse();
                    return (name.trim_start_matches("::") == "facts")
                        .then(|| keys_of_path.join("."));
                }
                _ => return None,
            }
        }
    }

    fn add_unused(&self, trace: &Trace, global: BodyId, observed: &mut ObservedFile) {
        let value = |expr: ExprId| match trace.expr(global, expr) {
            Some(Traced::Value(value)) => Some(value),
            _ => None,
        };
        let is_evaluated = |expr: ExprId| trace.expr(global, expr).is_some();
        // An option that was evaluated is one value; after the one that fits, none is.
        let is_decided = |expr: &ExprId| !is_evaluated(*expr) || value(*expr).is_some();
        for (_, expr) in self.body.exprs() {
            let (condition, branches) = match expr {
                Expr::If {
                    test,
                    then,
                    otherwise,
                } => (*test, self.untaken(value(*test), true, *then, *otherwise)),
                Expr::Unless {
                    test,
                    then,
                    otherwise,
                } => (*test, self.untaken(value(*test), false, *then, *otherwise)),
                Expr::Case { test, options }
                    if options.iter().any(|it| it.then.is_some_and(is_evaluated))
                        && options.iter().all(|it| it.values.iter().all(is_decided)) =>
                {
                    let branches = options.iter().filter_map(|it| {
                        let range = self.range(it.then?)?;
                        let first = it.values.first().and_then(|first| self.range(*first));
                        Some((it.then?, first.map_or(range, |first| first.cover(range))))
                    });
                    (*test, branches.collect())
                }
                Expr::Selector { left, selectors }
                    if selectors.iter().any(|it| is_evaluated(it.value))
                        && selectors.iter().all(|it| is_decided(&it.matching)) =>
                {
                    let branches = selectors.iter().filter_map(|it| {
                        let range = self.range(it.value)?;
                        let matching = self.range(it.matching)?;
                        Some((it.value, matching.cover(range)))
                    });
                    (*left, branches.collect())
                }
                _ => continue,
            };
            let (Some(value), Some(condition)) = (value(condition), self.range(condition)) else {
                continue;
            };
            let branches: Vec<(ExprId, TextRange)> = branches;
            for (branch, range) in branches {
                if !is_evaluated(branch) && !range.is_empty() {
                    observed.unused.push(UnusedBranch {
                        range,
                        condition,
                        value: value.clone(),
                    });
                }
            }
        }
    }

    /// The branch of a condition that is not taken.
    fn untaken(
        &self,
        test: Option<&Value>,
        when: bool,
        then: Option<ExprId>,
        otherwise: Option<ExprId>,
    ) -> Vec<(ExprId, TextRange)> {
        let Some(test) = test else { return Vec::new() };
        let untaken = if is_true(test) == when {
            otherwise
        } else {
            then
        };
        let branch = untaken.and_then(|branch| Some((branch, self.range(branch)?)));
        branch.into_iter().collect()
    }
}

fn is_literal(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::LiteralString(_)
            | Expr::QualifiedName(_)
            | Expr::LiteralInteger { .. }
            | Expr::LiteralFloat(_)
            | Expr::LiteralBoolean(_)
            | Expr::LiteralUndef
            | Expr::LiteralList(_)
            | Expr::LiteralHash(_)
    )
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use puppet_lookup::LookupSettings;

    use super::*;
    use crate::System;
    use crate::tests::{module_set, run_on_large_stack};

    fn check(fixture: &str, path: &str, expected: &Expect) {
        let modules = module_set(fixture, false);
        let data = Arc::new(DataSources::new(&modules, None, LookupSettings::default()));
        let node = System::find("debian-12")
            .unwrap()
            .partial_node(PuppetVersion::V8);
        let text = modules.files().read(path).unwrap();
        let observation = observation(modules, data, node);
        let observed = run_on_large_stack(|| observation.module_file(path));
        expected.assert_eq(&shown(&observed, &text));
    }

    fn observation(modules: Arc<ModuleSet>, data: Arc<DataSources>, node: Node) -> Observation {
        Observation {
            modules,
            data,
            node: Arc::new(node),
            target: PuppetVersion::V8,
            stop: Arc::default(),
        }
    }

    fn shown(observed: &ObservedFile, text: &str) -> String {
        let text_at = |range: TextRange| &text[range.start().into()..range.end().into()];
        let value = |value: &Value| {
            puppet_eval::to_string::ruby(&puppet_types::BuiltinContext, value).to_string()
        };
        let mut lines = String::new();
        for it in &observed.values {
            let told = match &it.value {
                Traced::Value(it) => value(it),
                Traced::Several => "several".to_owned(),
                Traced::Unknown => "unknown".to_owned(),
            };
            // What a fact has besides is of no interest.
            if told.len() < 60 {
                let kind = match &it.kind {
                    ObservedKind::Assignment(_) => "Assignment".to_owned(),
                    kind => format!("{kind:?}"),
                };
                lines += &format!("{kind} {}: {told}\n", text_at(it.range));
            }
        }
        for it in &observed.unused {
            let (code, condition) = (text_at(it.range), text_at(it.condition));
            lines += &format!("unused `{code}`: {condition} is {}\n", value(&it.value));
        }
        lines
    }

    #[test]
    fn facts_decide_and_parameters_do_not() {
        check(
            "# /web/manifests/init.pp\n\
             class web(String $name_of = 'apache', Optional[Integer] $port = undef) {\n\
             \x20 $family = $facts['os']['family']\n\
             \x20 $package = $family ? { 'RedHat' => 'httpd', default => 'apache2' }\n\
             \x20 if $family == 'RedHat' { notice('a') } elsif $port { notice('b') } else { notice('c') }\n\
             \x20 if $name_of == 'apache' { notice('d') } else { notice('e') }\n\
             \x20 unless $family == 'Debian' { notice('f') }\n\
             \x20 case $facts['os']['name'] {\n\
             \x20   'RedHat', 'Rocky': { notice('g') }\n\
             \x20   /^Deb/: { notice('h') }\n\
             \x20   default: { notice('i') }\n\
             \x20 }\n\
             }\n",
            "/web/manifests/init.pp",
            &expect![[r#"
                Fact("os.family") 'family': Debian
                Assignment $family: Debian
                Variable("family") $family: Debian
                Assignment $package: apache2
                Variable("family") $family: Debian
                Variable("port") $port: 
                Variable("name_of") $name_of: apache
                Variable("family") $family: Debian
                Fact("os.name") 'name': Debian
                Parameter("web::name_of") $name_of: apache
                Parameter("web::port") $port: 
                unused `'RedHat' => 'httpd'`: $family is Debian
                unused `notice('a')`: $family == 'RedHat' is false
                unused `notice('f')`: $family == 'Debian' is true
                unused `'RedHat', 'Rocky': { notice('g') }`: $facts['os']['name'] is Debian
                unused `default: { notice('i') }`: $facts['os']['name'] is Debian
            "#]],
        );
    }

    #[test]
    fn what_others_may_declare_or_set_is_not_known() {
        check(
            "# /web/manifests/init.pp\n\
             class web inherits web::params {\n\
             \x20 if defined(Package['a']) { notice('a') }\n\
             \x20 if defined(Class['other']) { notice('b') }\n\
             \x20 if $other::x { notice('c') }\n\
             \x20 if $custom_fact { notice('d') }\n\
             \x20 if $web::params::p == 'deb' { notice('e') } else { notice('f') }\n\
             \x20 ['Debian', 'RedHat'].each |$it| { if $it == $facts['os']['family'] { notice('g') } }\n\
             \x20 if $facts['no_such'] { notice('h') }\n\
             }\n\
             # /web/manifests/params.pp\n\
             class web::params {\n\
             \x20 $p = $facts['os']['family'] ? { 'Debian' => 'deb', default => 'rpm' }\n\
             }\n\
             # /other/manifests/init.pp\n\
             class other { $x = 1 }\n",
            "/web/manifests/init.pp",
            &expect![[r#"
                Variable("other::x") $other::x: unknown
                Variable("custom_fact") $custom_fact: unknown
                Variable("web::params::p") $web::params::p: deb
                Variable("it") $it: several
                Fact("os.family") 'family': Debian
                Variable("facts") $facts: unknown
                Fact("no_such") 'no_such': unknown
                unused `notice('f')`: $web::params::p == 'deb' is true
            "#]],
        );
    }

    #[test]
    fn what_several_branches_may_set_is_not_known() {
        check(
            "# /web/manifests/init.pp\n\
             class web($ip = undef, $port = undef) {\n\
             \x20 if $ip {\n\
             \x20   if $port { $address = 'a' } else { $address = undef }\n\
             \x20 } else {\n\
             \x20   if $port { $address = 'b' } else { $address = undef }\n\
             \x20 }\n\
             \x20 if $address { notice('c') } else { notice('d') }\n\
             }\n",
            "/web/manifests/init.pp",
            &expect![[r#"
                Variable("ip") $ip: 
                Variable("port") $port: 
                Assignment $address: 
                Variable("address") $address: 
                Parameter("web::ip") $ip: 
                Parameter("web::port") $port: 
            "#]],
        );
    }

    #[test]
    fn defined_types_have_no_title() {
        check(
            "# /web/manifests/host.pp\n\
             define web::host(String $root = \"/srv/${title}\", $mode = '0644') {\n\
             \x20 if $title == 'a' { notice('a') } else { notice('b') }\n\
             \x20 if $facts['kernel'] == 'windows' { notice('c') } else { notice($mode) }\n\
             \x20 $found = lookup('web::x', { default_value => 3 })\n\
             }\n",
            "/web/manifests/host.pp",
            &expect![[r#"
                Variable("title") title: unknown
                Variable("title") $title: unknown
                Fact("kernel") 'kernel': Linux
                Variable("mode") $mode: 0644
                Lookup(Some("web::x")) lookup: 3
                Assignment $found: 3
                Parameter("web::host::root") $root: unknown
                Parameter("web::host::mode") $mode: 0644
                unused `notice('c')`: $facts['kernel'] == 'windows' is false
            "#]],
        );
    }

    #[test]
    fn a_node_definition_is_observed_for_its_node() {
        let modules = module_set("# /web/manifests/init.pp\nclass web { $x = 1 }\n", false);
        let data = Arc::new(DataSources::new(&modules, None, LookupSettings::default()));
        let facts = Value::hash([(Value::from("kernel"), Value::from("Linux"))]);
        let node = Node {
            facts,
            is_complete: true,
            ..Node::new("a.example.com")
        };
        let text = "node 'a' {\n  $x = $facts['kernel']\n  if $x == 'windows' { include web }\n}\n\
                    node 'b' { $y = $facts['kernel'] }\n$z = $trusted['certname']\n";
        let range = TextRange::new(5.into(), 8.into());
        let observation = observation(modules, data, node);
        let observed = run_on_large_stack(|| observation.site_file(text, Some(range)));
        let expected = expect![[r#"
            Element 'certname': a.example.com
            Assignment $z: a.example.com
            Variable("facts") $facts: {"kernel"=>"Linux"}
            Fact("kernel") 'kernel': Linux
            Assignment $x: Linux
            Variable("x") $x: Linux
            unused `include web`: $x == 'windows' is false
        "#]];
        expected.assert_eq(&shown(&observed, text));
    }
}
