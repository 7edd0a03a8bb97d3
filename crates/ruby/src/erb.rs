//! Templates in Embedded Ruby (`*.erb`): which of Puppet's variables they read.
//!
//! Source: `Puppet::Parser::TemplateWrapper`, which gives a template each variable that is in scope as an instance
//! variable, and the scope itself as `scope`.

use puppet_text::{TextRange, TextSize};
use ruby_prism as prism;
use ruby_prism::Visit;

/// What a template reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TemplateReads {
    /// The variables that it reads by name, in the order of the source.
    pub variables: Vec<TemplateVariable>,
    /// It may read others: by names that it computes, in other templates, or in code that cannot be read.
    pub is_open: bool,
}

/// A place of a template that reads a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateVariable {
    /// The name as Puppet has it: `port`, `web::port`.
    pub name: String,
    /// Where it stands, in bytes of the template.
    pub range: TextRange,
    /// The place asks whether there is a value: nothing is wrong if there is none.
    pub is_test: bool,
}

/// Methods that ask about a value, `nil` included.
const TESTS: [&str; 13] = [
    "!",
    "!=",
    "==",
    "===",
    "=~",
    "empty?",
    "instance_of?",
    "is_a?",
    "kind_of?",
    "nil?",
    "respond_to?",
    "to_a",
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

/// Reads a template. One whose Ruby code is broken has no variables, and is open.
pub fn read_template(template: &str) -> TemplateReads {
    let open = TemplateReads {
        is_open: true,
        ..TemplateReads::default()
    };
    crate::with_large_stack(|| read_here(template)).unwrap_or(open)
}

fn read_here(template: &str) -> TemplateReads {
    let code = code(template);
    let result = prism::parse(code.as_bytes());
    let mut reader = Reader::default();
    if result.errors().next().is_some() {
        reader.reads.is_open = true;
        return reader.reads;
    }
    reader.visit(&result.node());
    let Reader { mut reads, own, .. } = reader;
    reads.variables.retain(|it| !own.contains(&it.name));
    reads
}

/// The Ruby code of a template, each part at its offset, with spaces for the rest.
fn code(template: &str) -> String {
    let mut code = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(start) = rest.find("<%") {
        let (text, tag) = rest.split_at(start);
        add_spaces(text.len(), &mut code);
        rest = if let Some(literal) = tag.strip_prefix("<%%") {
            add_spaces(3, &mut code);
            literal
        } else {
            let (tag, rest) = tag.split_at(end_of_tag(tag));
            add_tag(tag, &mut code);
            rest
        };
    }
    add_spaces(rest.len(), &mut code);
    code
}

fn add_spaces(count: usize, code: &mut String) {
    code.extend(std::iter::repeat_n(' ', count));
}

/// Where the tag at the start of the text ends; `%%>` does not end it.
fn end_of_tag(text: &str) -> usize {
    let ends = text.match_indices("%>").map(|(at, _)| at);
    let mut ends = ends.filter(|at| !text[..*at].ends_with('%'));
    ends.next().map_or(text.len(), |at| at + 2)
}

/// `<% code %>`, `<%= code -%>`, `<%# comment %>`.
fn add_tag(tag: &str, code: &mut String) {
    let inner = tag.strip_prefix("<%").unwrap_or(tag);
    if inner.starts_with('#') {
        return add_spaces(tag.len(), code);
    }
    let inner_start = inner.trim_start_matches(['=', '-']);
    code.push('\n');
    add_spaces(tag.len() - inner_start.len() - 1, code);
    let Some(inner) = inner_start.strip_suffix("%>") else {
        return code.push_str(inner_start);
    };
    match inner.strip_suffix('-') {
        Some(inner) => code.extend([inner, " \n "]),
        None => code.extend([inner, "\n "]),
    }
}

#[derive(Default)]
struct Reader {
    reads: TemplateReads,
    /// Instance variables that the template sets itself.
    own: Vec<String>,
    /// How many tests are around the place.
    tests: usize,
}

impl Reader {
    fn read(&mut self, name: &[u8], location: &prism::Location<'_>) {
        let range = TextRange::new(
            TextSize::new(location.start()),
            TextSize::new(location.end()),
        );
        let name = String::from_utf8_lossy(name);
        self.reads.variables.push(TemplateVariable {
            name: name.trim_start_matches("::").to_owned(),
            range,
            is_test: self.tests > 0,
        });
    }

    fn set(&mut self, name: prism::ConstantId<'_>) {
        let name = String::from_utf8_lossy(name.as_slice());
        self.own.push(name.trim_start_matches('@').to_owned());
    }

    fn visit_test(&mut self, node: &prism::Node<'_>) {
        self.tests += 1;
        self.visit(node);
        self.tests -= 1;
    }

    /// `scope['name']`, `scope.lookupvar('name')`: reads the variable that the first argument names.
    fn read_named(&mut self, call: &prism::CallNode<'_>) {
        match first_text(call) {
            Some(name) => self.read(name.unescaped(), &name.location()),
            None => self.reads.is_open = true,
        }
    }

    /// A call of a method of `scope`.
    fn visit_scope_call(&mut self, call: &prism::CallNode<'_>, name: &str) {
        match name {
            "[]" | "lookupvar" => self.read_named(call),
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
}

/// The first argument of a call, if it is a string.
fn first_text<'pr>(call: &prism::CallNode<'pr>) -> Option<prism::StringNode<'pr>> {
    let first = call.arguments()?.arguments().iter().next()?;
    first.as_string_node()
}

/// Whether it is the method `scope` of the template.
fn is_scope(node: &prism::Node<'_>) -> bool {
    let call = node.as_call_node();
    call.is_some_and(|call| call.receiver().is_none() && call.name().as_slice() == b"scope")
}

impl<'pr> Visit<'pr> for Reader {
    fn visit_instance_variable_read_node(&mut self, node: &prism::InstanceVariableReadNode<'pr>) {
        let name = node.name();
        let name = name.as_slice();
        self.read(name.strip_prefix(b"@").unwrap_or(name), &node.location());
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
        self.visit_test(&node.predicate());
        if let Some(statements) = node.statements() {
            self.visit_statements_node(&statements);
        }
        if let Some(subsequent) = node.subsequent() {
            self.visit(&subsequent);
        }
    }

    fn visit_unless_node(&mut self, node: &prism::UnlessNode<'pr>) {
        self.visit_test(&node.predicate());
        if let Some(statements) = node.statements() {
            self.visit_statements_node(&statements);
        }
        if let Some(other) = node.else_clause() {
            self.visit_else_node(&other);
        }
    }

    fn visit_case_node(&mut self, node: &prism::CaseNode<'pr>) {
        if let Some(predicate) = node.predicate() {
            self.visit_test(&predicate);
        }
        for condition in node.conditions().iter() {
            self.visit(&condition);
        }
        if let Some(other) = node.else_clause() {
            self.visit_else_node(&other);
        }
    }

    fn visit_and_node(&mut self, node: &prism::AndNode<'pr>) {
        self.visit_test(&node.left());
        self.visit_test(&node.right());
    }

    fn visit_or_node(&mut self, node: &prism::OrNode<'pr>) {
        self.visit_test(&node.left());
        self.visit_test(&node.right());
    }

    fn visit_defined_node(&mut self, node: &prism::DefinedNode<'pr>) {
        self.visit_test(&node.value());
    }

    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        let name = node.name();
        let name = String::from_utf8_lossy(name.as_slice());
        match node.receiver() {
            Some(receiver) if is_scope(&receiver) => return self.visit_scope_call(node, &name),
            Some(receiver) if TESTS.contains(&&*name) || node.is_safe_navigation() => {
                self.visit_test(&receiver);
            }
            Some(receiver) => self.visit(&receiver),
            None if name == "has_variable?" => {
                self.tests += 1;
                self.read_named(node);
                self.tests -= 1;
            }
            None => self.reads.is_open |= name == "scope" || OPEN.contains(&&*name),
        }
        if let Some(arguments) = node.arguments() {
            self.visit_arguments_node(&arguments);
        }
        if let Some(block) = node.block() {
            self.visit(&block);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{code, read_template};

    fn check(template: &str, expected: Expect) {
        let reads = read_template(template);
        let lines = reads.variables.iter().map(|it| {
            let text = &template[std::ops::Range::<usize>::from(it.range)];
            let test = if it.is_test { ", a test" } else { "" };
            format!("{}: {text}{test}\n", it.name)
        });
        let open = if reads.is_open { "and others\n" } else { "" };
        expected.assert_eq(&(lines.collect::<String>() + open));
    }

    #[test]
    fn instance_variables_are_read_where_there_is_code() {
        check(
            "@no <%= @port %> <%# @no %> <%%= @no %>\n<% @list.each do |item| -%>\n\u{e9} <%= \"#{item} #{@name}\" %>\n<% end -%>",
            expect![[r#"
                port: @port
                list: @list
                name: @name
            "#]],
        );
    }

    #[test]
    fn the_scope_has_variables_of_classes() {
        check(
            "<%= scope['web::port'] %><%= scope.lookupvar('::web::user') %><%= scope[name] %>",
            expect![[r#"
                web::port: 'web::port'
                web::user: '::web::user'
                and others
            "#]],
        );
        check(
            "<%= scope.function_versioncmp([@a, '1']) %><%= scope.call_function('f', [@b]) %>",
            expect![[r#"
                a: @a
                b: @b
            "#]],
        );
        check(
            "<%= scope.function_template(['a/b.erb']) %>",
            expect!["and others\n"],
        );
        check("<% h = scope.to_hash %>", expect!["and others\n"]);
    }

    #[test]
    fn tests_are_told_from_uses() {
        check(
            "<% if @a %><%= @b %><% end %><%= @c.nil? ? 1 : @d %><% unless @e.empty? %><% else %><%= @f || @g %><% end %>\
             <% if has_variable?('h') %><% end %><%= @i&.size %><% case @j when @k %><% end %><%= 1 if defined?(@l) %>",
            expect![[r#"
                a: @a, a test
                b: @b
                c: @c, a test
                d: @d
                e: @e, a test
                f: @f, a test
                g: @g, a test
                h: 'h', a test
                i: @i, a test
                j: @j, a test
                k: @k
                l: @l, a test
            "#]],
        );
    }

    #[test]
    fn what_a_template_sets_is_its_own() {
        check(
            "<% @own = @given %><%= @own %><% @list ||= [] %><%= @list %><% @x, @y = 1, 2 %><%= @x %>\
             <% scope.setvar('z', 1) %><%= scope['z'] %>",
            expect![["given: @given\n"]],
        );
    }

    #[test]
    fn broken_and_deep_code_hides_everything() {
        check("<% if @a %>", expect!["and others\n"]);
        check("<%= binding %>", expect!["and others\n"]);
        check(
            &format!("<%= {} %>", "(".repeat(100_000)),
            expect!["and others\n"],
        );
        let deep = format!("<%= {}@a{} %>", "(".repeat(900), ")".repeat(900));
        check(&deep, expect!["a: @a\n"]);
    }

    #[test]
    fn code_stays_at_its_place() {
        let template = "a <%- if @x -%>\n b<%= @y # why %> c <% end";
        let code = code(template);
        assert_eq!(code.len(), template.len());
        expect![["\"  \\n   if @x  \\n    \\n   @y # why \\n    \\n  end\""]]
            .assert_eq(&format!("{code:?}"));
    }
}
