//! Templates in Embedded Ruby (`*.erb`): the variables of Puppet that they read, and the errors in their code.
//!
//! Source: `Puppet::Parser::TemplateWrapper`, which gives a template each variable that is in scope as an instance
//! variable, and the scope itself as `scope`.

mod compile;
mod reader;

use puppet_text::TextRange;
use ruby_prism as prism;

use compile::compile;
use reader::{ErbReader, code_range};

/// What a template reads, and what is wrong in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TemplateReads {
    /// The variables that it reads by name, in the order of the source.
    pub variables: Vec<TemplateVariable>,
    /// It may read others: by names that it computes, in other templates, or in code that cannot be read.
    pub is_open: bool,
    /// What is wrong in its code, in the order of the source.
    pub problems: Vec<TemplateProblem>,
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
    /// The variables that the conditions around it test.
    pub guards: Vec<String>,
    /// The variables that are not set here, by the conditions around it: `<% if @port.nil? %>`.
    pub absent: Vec<String>,
}

/// Something that is wrong in the code of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateProblem {
    /// What is wrong.
    pub kind: TemplateProblemKind,
    /// Where, in bytes of the template.
    pub range: TextRange,
    /// The code is run whenever the template is.
    pub is_certain: bool,
}

/// What can be wrong in the code of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateProblemKind {
    /// Ruby cannot parse it; with the words of the Ruby parser.
    Syntax(String),
    /// A name that is neither a local variable nor a method; a constant or a class variable (`@@name`) that does not
    /// exist.
    UnknownName(String),
    /// A tag `<% … %>` has a value that nothing prints.
    UnusedValue,
}

/// Reads a template. One whose Ruby code is broken has no variables, and is open.
pub fn read_template(template: &str) -> TemplateReads {
    let open = TemplateReads {
        is_open: true,
        ..TemplateReads::default()
    };
    crate::with_large_stack(|| read_here(template)).unwrap_or(open)
}

fn read_here(template: &str) -> TemplateReads {
    let code = compile(template);
    let result = prism::parse(code.text.as_bytes());
    if let Some(error) = result.errors().next() {
        let location = error.location();
        let message = String::from_utf8_lossy(error.message()).into_owned();
        return TemplateReads {
            is_open: true,
            problems: vec![TemplateProblem {
                kind: TemplateProblemKind::Syntax(message),
                range: code.template_range(code_range(&location)),
                is_certain: true,
            }],
            ..TemplateReads::default()
        };
    }
    ErbReader::new(&code).read_all(&result.node())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{TemplateProblemKind, read_template};

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
    fn variables_of_classes_are_no_tests() {
        check(
            "<% if scope['a::b'] && scope['c'] %><% end %><% if scope.include?('d::e') %><% end %>\
             <%= scope['f::g'] rescue 1 %><%= scope.lookupvar('::h::i') || scope['::j'] %>",
            expect![[r#"
                a::b: 'a::b'
                c: 'c', a test
                d::e: 'd::e', a test
                f::g: 'f::g', a test
                h::i: '::h::i'
                j: '::j', a test
            "#]],
        );
    }

    #[test]
    fn unknown_names_are_reported() {
        let template = "<% if @a == True || None %><%= Array.new %><% end %><%= @@b %><% @@c = 1 %><%= @@c %>\
                        <%= defined?(@@d) %><%= A::Undef %><%= bare %>";
        let problems = read_template(template).problems.into_iter();
        let names = problems.filter_map(|it| match it.kind {
            TemplateProblemKind::UnknownName(name) => Some(name),
            _ => None,
        });
        assert_eq!(names.collect::<Vec<_>>(), ["True", "None", "@@b", "bare"]);
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
                e: @e
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
        check(
            &deep,
            expect![[r#"
                a: @a
            "#]],
        );
    }
}
