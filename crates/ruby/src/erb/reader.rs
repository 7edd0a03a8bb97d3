//! One walk through the code of a template.

use std::ops::Range;
use std::sync::LazyLock;

use puppet_text::TextRange;
use ruby_prism as prism;
use ruby_prism::Visit;

use super::compile::TemplateCode;
use super::{TemplateProblem, TemplateProblemKind, TemplateReads, TemplateVariable};

/// Methods of `nil` that ask about a value, or are of use without one.
const TESTS: [&str; 16] = [
    "!",
    "!=",
    "&",
    "==",
    "===",
    "=~",
    "instance_of?",
    "is_a?",
    "kind_of?",
    "nil?",
    "respond_to?",
    "then",
    "to_a",
    "to_h",
    "to_i",
    "to_s",
];

/// Methods that find variables by means that are not read here.
const OPEN: [&str; 7] = [
    "binding",
    "eval",
    "instance_eval",
    "instance_exec",
    "instance_variable_get",
    "instance_variables",
    "send",
];

/// Methods of the scope that give what is no variable.
const NO_VARIABLES: [&str; 6] = [
    "call_function",
    "catalog",
    "compiler",
    "environment",
    "resource",
    "tags",
];

/// Methods that change nothing: what they are called for is their value.
const CONVERSIONS: [&str; 10] = [
    "[]",
    "capitalize",
    "downcase",
    "join",
    "to_i",
    "to_json",
    "to_s",
    "to_sym",
    "to_yaml",
    "upcase",
];

/// What other languages write for `true`, `false` and `nil`: Ruby has no such constants.
const NO_CONSTANTS: [&str; 7] = ["True", "False", "None", "Nil", "Null", "NULL", "Undef"];

/// Methods of `File` that only compute a name.
const OF_FILE: [&str; 5] = ["basename", "dirname", "expand_path", "extname", "join"];

/// The methods that a template can call without a receiver, of `Puppet::Parser::TemplateWrapper` in Puppet 7 and 8.
static METHODS: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("template_methods.txt").lines().collect());

/// The local variables of the method `result` of `Puppet::Parser::TemplateWrapper`, with whose binding a template is run.
const LOCALS: [&str; 5] = [
    "escaped_template_source",
    "result",
    "string",
    "template",
    "template_source",
];

pub(super) struct ErbReader<'c> {
    code: &'c TemplateCode,
    reads: TemplateReads,
    /// Instance variables that the template sets itself.
    own: Vec<String>,
    /// Methods and class variables that the template defines.
    defined: Vec<String>,
    /// How many tests are around the place.
    tests: usize,
    /// How much around the place may be left out.
    conditions: usize,
    /// How many handlers of failures are around the place.
    rescues: usize,
    /// The variables that the conditions around the place test.
    guards: Vec<String>,
    /// The variables that have no value at the place, by the conditions around it.
    absent: Vec<String>,
}

impl<'c> ErbReader<'c> {
    pub fn new(code: &'c TemplateCode) -> Self {
        Self {
            code,
            reads: TemplateReads::default(),
            own: Vec::new(),
            defined: Vec::new(),
            tests: 0,
            conditions: 0,
            rescues: 0,
            guards: Vec::new(),
            absent: Vec::new(),
        }
    }

    pub fn read_all(mut self, node: &prism::Node<'_>) -> TemplateReads {
        self.visit(node);
        let Self {
            mut reads,
            own,
            defined,
            ..
        } = self;
        reads.variables.retain(|it| !own.contains(&it.name));
        reads.problems.retain(|it| match &it.kind {
            TemplateProblemKind::UnknownName(name) => !defined.contains(name),
            _ => true,
        });
        reads
    }

    fn read(&mut self, name: &[u8], location: &prism::Location<'_>) {
        let name = String::from_utf8_lossy(name);
        self.reads.variables.push(TemplateVariable {
            name: name.trim_start_matches("::").to_owned(),
            range: self.template_range(location),
            is_test: self.tests > 0,
            guards: self.guards.clone(),
            absent: self.absent.clone(),
        });
    }

    fn report(&mut self, kind: TemplateProblemKind, location: &prism::Location<'_>) {
        self.reads.problems.push(TemplateProblem {
            kind,
            range: self.template_range(location),
            is_certain: self.conditions == 0,
        });
    }

    fn template_range(&self, location: &prism::Location<'_>) -> TextRange {
        self.code.template_range(code_range(location))
    }

    fn set(&mut self, name: prism::ConstantId<'_>) {
        self.own.push(variable_name(name));
    }

    fn define(&mut self, name: prism::ConstantId<'_>) {
        let name = String::from_utf8_lossy(name.as_slice());
        self.defined.push(name.into_owned());
    }

    fn visit_test(&mut self, node: &prism::Node<'_>) {
        self.tests += 1;
        self.visit(node);
        self.tests -= 1;
    }

    /// Visits what may be left out.
    fn visit_conditional(&mut self, visit: impl FnOnce(&mut Self)) {
        self.conditions += 1;
        visit(self);
        self.conditions -= 1;
    }

    /// Visits the branch in which a condition holds: its variables guard what is in it.
    fn visit_guarded(
        &mut self,
        predicate: &prism::Node<'_>,
        branch: Option<prism::StatementsNode<'_>>,
    ) {
        let reads = self.reads.variables.len();
        self.visit_test(predicate);
        let guards = self.reads.variables[reads..].iter();
        let guards: Vec<String> = guards.map(|it| it.name.clone()).collect();
        let outer = self.guards.len();
        self.guards.extend(guards);
        if let Some(branch) = branch {
            self.visit_branch(predicate, true, |it| it.visit_statements_node(&branch));
        }
        self.guards.truncate(outer);
    }

    /// Visits the branch in which a condition holds, or the one in which it does not.
    fn visit_branch(
        &mut self,
        predicate: &prism::Node<'_>,
        holds: bool,
        visit: impl FnOnce(&mut Self),
    ) {
        let outer = (self.guards.len(), self.absent.len());
        if let Some((variable, when_set)) = tested_variable(predicate) {
            let list = match when_set == holds {
                true => &mut self.guards,
                false => &mut self.absent,
            };
            list.push(variable);
        }
        self.visit_conditional(visit);
        self.guards.truncate(outer.0);
        self.absent.truncate(outer.1);
    }

    /// `scope['name']`, `scope.lookupvar('name')`: reads the variable that the first argument names. Of a class, it must be
    /// there even if it is only tested (`strict_variables`).
    fn read_in_scope(&mut self, call: &prism::CallNode<'_>) {
        let is_of_class = first_text(call).is_some_and(|name| {
            let name = name.unescaped();
            let name = name.strip_prefix(b"::").unwrap_or(name);
            name.windows(2).any(|it| it == b"::")
        });
        let outer = self.tests;
        if is_of_class {
            self.tests = usize::from(self.rescues > 0);
        }
        self.read_named(call);
        self.tests = outer;
    }

    /// Reads the variable that the first argument names.
    fn read_named(&mut self, call: &prism::CallNode<'_>) {
        match first_text(call) {
            Some(name) => self.read(name.unescaped(), &name.location()),
            None => self.reads.is_open = true,
        }
    }

    /// A call of a method of `scope`.
    fn visit_scope_call(&mut self, call: &prism::CallNode<'_>, name: &str) {
        match name {
            "[]" | "lookupvar" => self.read_in_scope(call),
            "setvar" => match first_text(call) {
                Some(name) => {
                    let name = String::from_utf8_lossy(name.unescaped()).into_owned();
                    self.own.push(name);
                }
                None => self.reads.is_open = true,
            },
            "include?" | "exist?" | "bound?" => {
                self.tests += 1;
                self.read_named(call);
                self.tests -= 1;
            }
            _ => {
                let is_function = name.starts_with("function_") && !name.ends_with("template");
                self.reads.is_open |= !is_function && !NO_VARIABLES.contains(&name);
            }
        }
        if let Some(arguments) = call.arguments() {
            self.visit_arguments_node(&arguments);
        }
    }

    /// A call without a receiver.
    fn visit_own_call(&mut self, call: &prism::CallNode<'_>, name: &str) {
        if name == "has_variable?" {
            self.tests += 1;
            self.read_named(call);
            self.tests -= 1;
        }
        self.reads.is_open |= name == "scope" || OPEN.contains(&name);
        let is_known = METHODS.contains(&name) || LOCALS.contains(&name);
        if call.is_variable_call() && !is_known {
            self.report_unknown(name, &call.location());
        }
    }

    /// Reports a name that does not exist, unless a failure is caught.
    fn report_unknown(&mut self, name: &str, location: &prism::Location<'_>) {
        if self.rescues == 0 {
            self.report(TemplateProblemKind::UnknownName(name.to_owned()), location);
        }
    }

    /// The object that a method is called on, by a call that fails for `nil` or asks about it.
    fn visit_receiver(
        &mut self,
        receiver: &prism::Node<'_>,
        call: &prism::CallNode<'_>,
        name: &str,
    ) {
        if TESTS.contains(&name) || call.is_safe_navigation() {
            return self.visit_test(receiver);
        }
        // A method that `nil` does not have fails for it, whatever is around the call.
        let is_variable = receiver.as_instance_variable_read_node().is_some();
        let outer = self.tests;
        if is_variable && self.rescues == 0 {
            self.tests = 0;
        }
        self.visit(receiver);
        self.tests = outer;
    }

    /// Whether an expression has a value and does nothing else.
    fn is_mere_value(node: &prism::Node<'_>) -> bool {
        if let Some(call) = node.as_call_node() {
            let name = call.name();
            let name = String::from_utf8_lossy(name.as_slice());
            let is_harmless = call.block().is_none() && CONVERSIONS.contains(&&*name);
            return call.receiver().is_some_and(|receiver| {
                let of_scope = is_scope(&receiver) && matches!(&*name, "[]" | "lookupvar");
                // A local variable may be a lambda, which brackets call: its body may print.
                let may_call = name == "[]" && receiver.as_local_variable_read_node().is_some();
                let of_file = receiver
                    .as_constant_read_node()
                    .is_some_and(|it| it.name().as_slice() == b"File" && OF_FILE.contains(&&*name));
                of_scope || of_file || is_harmless && !may_call && Self::is_mere_value(&receiver)
            });
        }
        node.as_instance_variable_read_node().is_some()
            || node.as_local_variable_read_node().is_some()
            || node.as_string_node().is_some()
            || node.as_interpolated_string_node().is_some()
    }
}

/// The range of a location in the code.
pub(super) fn code_range(location: &prism::Location<'_>) -> Range<usize> {
    location.start() as usize..location.end() as usize
}

/// The first argument of a call, if it is a string.
fn first_text<'pr>(call: &prism::CallNode<'pr>) -> Option<prism::StringNode<'pr>> {
    let first = call.arguments()?.arguments().iter().next()?;
    first.as_string_node()
}

/// The name of an instance variable, without `@`.
fn variable_name(name: prism::ConstantId<'_>) -> String {
    let name = String::from_utf8_lossy(name.as_slice());
    name.trim_start_matches('@').to_owned()
}

/// The variable that a condition asks only for being set, and whether the condition holds if it is.
fn tested_variable(node: &prism::Node<'_>) -> Option<(String, bool)> {
    if let Some(group) = node.as_parentheses_node() {
        let body = group.body()?;
        let statements = body.as_statements_node()?;
        let mut statements = statements.body().iter();
        let only = statements.next().filter(|_| statements.next().is_none())?;
        return tested_variable(&only);
    }
    let call = node.as_call_node()?;
    let named = || {
        let name = first_text(&call)?;
        let name = String::from_utf8_lossy(name.unescaped()).into_owned();
        Some((name, true))
    };
    match (call.name().as_slice(), call.receiver()) {
        (b"!", Some(receiver)) => {
            tested_variable(&receiver).map(|(name, when_set)| (name, !when_set))
        }
        (b"nil?", Some(receiver)) => {
            let variable = receiver.as_instance_variable_read_node()?;
            Some((variable_name(variable.name()), false))
        }
        (b"has_variable?", None) => named(),
        (b"include?" | b"exist?" | b"bound?", Some(receiver)) if is_scope(&receiver) => named(),
        _ => None,
    }
}

/// Whether it is the method `scope` of the template.
fn is_scope(node: &prism::Node<'_>) -> bool {
    let call = node.as_call_node();
    call.is_some_and(|call| call.receiver().is_none() && call.name().as_slice() == b"scope")
}

impl<'pr> Visit<'pr> for ErbReader<'_> {
    fn visit_statements_node(&mut self, node: &prism::StatementsNode<'pr>) {
        for statement in node.body().iter() {
            let location = statement.location();
            let range = code_range(&location);
            if self.code.statements.contains(&range) && Self::is_mere_value(&statement) {
                self.report(TemplateProblemKind::UnusedValue, &location);
            }
        }
        prism::visit_statements_node(self, node);
    }

    fn visit_instance_variable_read_node(&mut self, node: &prism::InstanceVariableReadNode<'pr>) {
        let name = node.name();
        let name = name.as_slice();
        self.read(name.strip_prefix(b"@").unwrap_or(name), &node.location());
    }

    fn visit_class_variable_read_node(&mut self, node: &prism::ClassVariableReadNode<'pr>) {
        let name = node.name();
        let name = String::from_utf8_lossy(name.as_slice());
        self.report_unknown(&name, &node.location());
    }

    fn visit_class_variable_write_node(&mut self, node: &prism::ClassVariableWriteNode<'pr>) {
        self.define(node.name());
        prism::visit_class_variable_write_node(self, node);
    }

    fn visit_class_variable_or_write_node(&mut self, node: &prism::ClassVariableOrWriteNode<'pr>) {
        self.define(node.name());
        prism::visit_class_variable_or_write_node(self, node);
    }

    fn visit_constant_read_node(&mut self, node: &prism::ConstantReadNode<'pr>) {
        let name = node.name();
        let name = String::from_utf8_lossy(name.as_slice());
        if NO_CONSTANTS.contains(&&*name) {
            self.report_unknown(&name, &node.location());
        }
    }

    fn visit_constant_write_node(&mut self, node: &prism::ConstantWriteNode<'pr>) {
        self.define(node.name());
        prism::visit_constant_write_node(self, node);
    }

    fn visit_instance_variable_write_node(&mut self, node: &prism::InstanceVariableWriteNode<'pr>) {
        self.set(node.name());
        prism::visit_instance_variable_write_node(self, node);
    }

    fn visit_instance_variable_or_write_node(
        &mut self,
        node: &prism::InstanceVariableOrWriteNode<'pr>,
    ) {
        self.set(node.name());
        prism::visit_instance_variable_or_write_node(self, node);
    }

    fn visit_instance_variable_target_node(
        &mut self,
        node: &prism::InstanceVariableTargetNode<'pr>,
    ) {
        self.set(node.name());
    }

    fn visit_if_node(&mut self, node: &prism::IfNode<'pr>) {
        let predicate = node.predicate();
        self.visit_guarded(&predicate, node.statements());
        if let Some(subsequent) = node.subsequent() {
            self.visit_branch(&predicate, false, |it| it.visit(&subsequent));
        }
    }

    fn visit_unless_node(&mut self, node: &prism::UnlessNode<'pr>) {
        let predicate = node.predicate();
        self.visit_test(&predicate);
        if let Some(statements) = node.statements() {
            self.visit_branch(&predicate, false, |it| {
                it.visit_statements_node(&statements);
            });
        }
        if let Some(other) = node.else_clause() {
            self.visit_branch(&predicate, true, |it| it.visit_else_node(&other));
        }
    }

    fn visit_case_node(&mut self, node: &prism::CaseNode<'pr>) {
        if let Some(predicate) = node.predicate() {
            self.visit_test(&predicate);
        }
        self.visit_conditional(|it| {
            for condition in node.conditions().iter() {
                it.visit(&condition);
            }
            if let Some(other) = node.else_clause() {
                it.visit_else_node(&other);
            }
        });
    }

    fn visit_while_node(&mut self, node: &prism::WhileNode<'pr>) {
        self.visit_conditional(|it| prism::visit_while_node(it, node));
    }

    fn visit_until_node(&mut self, node: &prism::UntilNode<'pr>) {
        self.visit_conditional(|it| prism::visit_until_node(it, node));
    }

    fn visit_for_node(&mut self, node: &prism::ForNode<'pr>) {
        self.visit_conditional(|it| prism::visit_for_node(it, node));
    }

    fn visit_block_node(&mut self, node: &prism::BlockNode<'pr>) {
        self.visit_conditional(|it| prism::visit_block_node(it, node));
    }

    fn visit_lambda_node(&mut self, node: &prism::LambdaNode<'pr>) {
        self.visit_conditional(|it| prism::visit_lambda_node(it, node));
    }

    fn visit_def_node(&mut self, node: &prism::DefNode<'pr>) {
        self.define(node.name());
        self.visit_conditional(|it| prism::visit_def_node(it, node));
    }

    fn visit_begin_node(&mut self, node: &prism::BeginNode<'pr>) {
        let handlers = usize::from(node.rescue_clause().is_some());
        self.rescues += handlers;
        prism::visit_begin_node(self, node);
        self.rescues -= handlers;
    }

    fn visit_rescue_modifier_node(&mut self, node: &prism::RescueModifierNode<'pr>) {
        self.rescues += 1;
        prism::visit_rescue_modifier_node(self, node);
        self.rescues -= 1;
    }

    fn visit_and_node(&mut self, node: &prism::AndNode<'pr>) {
        self.visit_test(&node.left());
        self.visit_conditional(|it| it.visit_test(&node.right()));
    }

    fn visit_or_node(&mut self, node: &prism::OrNode<'pr>) {
        self.visit_test(&node.left());
        self.visit_conditional(|it| it.visit_test(&node.right()));
    }

    fn visit_defined_node(&mut self, node: &prism::DefinedNode<'pr>) {
        self.rescues += 1;
        self.visit_test(&node.value());
        self.rescues -= 1;
    }

    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        let name = node.name();
        let name = String::from_utf8_lossy(name.as_slice());
        match node.receiver() {
            Some(receiver) if is_scope(&receiver) => return self.visit_scope_call(node, &name),
            Some(receiver) => self.visit_receiver(&receiver, node, &name),
            None => self.visit_own_call(node, &name),
        }
        if let Some(arguments) = node.arguments() {
            self.visit_arguments_node(&arguments);
        }
        if let Some(block) = node.block() {
            self.visit(&block);
        }
    }
}
