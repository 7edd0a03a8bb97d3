//! The typed AST: a struct for each node, an enum for each choice between nodes.

use std::{fmt::Write, fs};

use anyhow::{Context, Result, bail};
use ungrammar::Rule;

use super::table::SyntaxTable;
use crate::{
    generated::{self, Mode},
    shell,
};

const GRAMMAR: &str = "crates/syntax/puppet.ungram";
const OUTPUT: &str = "crates/syntax/src/generated/ast.rs";

/// What the grammar says, in the form in which code is written.
pub struct Grammar {
    structs: Vec<NodeStruct>,
    enums: Vec<Choice>,
}

struct NodeStruct {
    name: String,
    fields: Vec<Field>,
}

struct Field {
    method: String,
    what: What,
}

enum What {
    /// A child node of this type; the number tells which one of several.
    Child(String, usize),
    /// All child nodes of this type.
    Children(String),
    /// The first token of one of these kinds.
    Token(Vec<String>),
}

struct Choice {
    name: String,
    variants: Vec<String>,
}

impl Grammar {
    /// Reads the grammar.
    pub fn read(table: &SyntaxTable) -> Result<Grammar> {
        let text = fs::read_to_string(shell::root().join(GRAMMAR))
            .with_context(|| format!("cannot read {GRAMMAR}"))?;
        let grammar: ungrammar::Grammar = text.parse().with_context(|| format!("in {GRAMMAR}"))?;
        let mut result = Grammar {
            structs: Vec::new(),
            enums: Vec::new(),
        };
        for node in grammar.iter() {
            let data = &grammar[node];
            if let Some(variants) = choice(&grammar, &data.rule) {
                result.enums.push(Choice {
                    name: data.name.clone(),
                    variants,
                });
                continue;
            }
            let mut fields = Vec::new();
            collect(&grammar, table, &data.rule, None, false, &mut fields)
                .with_context(|| format!("in rule {}", data.name))?;
            number(&mut fields);
            result.structs.push(NodeStruct {
                name: data.name.clone(),
                fields,
            });
        }
        Ok(result)
    }

    /// The names of all nodes.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.structs.iter().map(|it| it.name.as_str())
    }
}

/// The kind of a node.
pub fn node_kind(node: &str) -> String {
    let snake = snake_case(node);
    snake.to_uppercase()
}

fn snake_case(name: &str) -> String {
    let mut result = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !result.is_empty() {
            result.push('_');
        }
        result.extend(c.to_lowercase());
    }
    result
}

/// The nodes of a rule that is only a choice between nodes.
fn choice(grammar: &ungrammar::Grammar, rule: &Rule) -> Option<Vec<String>> {
    let Rule::Alt(rules) = rule else {
        return None;
    };
    rules
        .iter()
        .map(|it| match it {
            Rule::Node(node) => Some(grammar[*node].name.clone()),
            _ => None,
        })
        .collect()
}

fn collect(
    grammar: &ungrammar::Grammar,
    table: &SyntaxTable,
    rule: &Rule,
    label: Option<&str>,
    many: bool,
    fields: &mut Vec<Field>,
) -> Result<()> {
    match rule {
        Rule::Labeled { label, rule } => {
            collect(grammar, table, rule, Some(label), many, fields)?;
        }
        Rule::Opt(rule) => collect(grammar, table, rule, label, many, fields)?,
        Rule::Rep(rule) => collect(grammar, table, rule, label, true, fields)?,
        Rule::Seq(rules) => {
            for rule in rules {
                collect(grammar, table, rule, None, many, fields)?;
            }
        }
        Rule::Alt(rules) => match (label, token_kinds(grammar, table, rules)) {
            (Some(label), Some(kinds)) => fields.push(Field {
                method: format!("{label}_token"),
                what: What::Token(kinds),
            }),
            _ => {
                for rule in rules {
                    collect(grammar, table, rule, None, many, fields)?;
                }
            }
        },
        Rule::Node(node) => {
            let ty = grammar[*node].name.clone();
            let plain = snake_case(&ty);
            fields.push(match many {
                true => Field {
                    method: label.map_or(format!("{plain}s"), str::to_owned),
                    what: What::Children(ty),
                },
                false => Field {
                    method: label.map_or(plain, str::to_owned),
                    what: What::Child(ty, 0),
                },
            });
        }
        Rule::Token(token) => {
            let spelling = &grammar[*token].name;
            let Some(kind) = table.kind_of(spelling) else {
                bail!("no such token: {spelling}");
            };
            let name = label.map_or(kind.to_lowercase(), str::to_owned);
            let name = name.strip_suffix("_kw").unwrap_or(&name);
            fields.push(Field {
                method: format!("{name}_token"),
                what: What::Token(vec![kind]),
            });
        }
    }
    Ok(())
}

fn token_kinds(
    grammar: &ungrammar::Grammar,
    table: &SyntaxTable,
    rules: &[Rule],
) -> Option<Vec<String>> {
    rules
        .iter()
        .map(|it| match it {
            Rule::Token(token) => table.kind_of(&grammar[*token].name),
            _ => None,
        })
        .collect()
}

/// Tells children of the same type apart.
fn number(fields: &mut [Field]) {
    let mut seen: Vec<String> = Vec::new();
    for field in fields {
        if let What::Child(ty, number) = &mut field.what {
            *number = seen.iter().filter(|it| *it == ty).count();
            seen.push(ty.clone());
        }
    }
}

/// Writes (or checks) the typed AST.
pub fn write(_table: &SyntaxTable, grammar: &Grammar, mode: Mode) -> Result<()> {
    let mut text = generated::header("puppet.ungram");
    writeln!(
        text,
        "use crate::{{SyntaxKind::{{self, *}}, SyntaxNode, SyntaxToken, ast::{{AstChildren, AstNode, support}}}};\n"
    )?;
    for node in &grammar.structs {
        structure(&mut text, node)?;
    }
    for choice in &grammar.enums {
        enumeration(&mut text, grammar, choice)?;
    }
    generated::rust_file(OUTPUT, &text, mode)
}

fn structure(text: &mut String, node: &NodeStruct) -> Result<()> {
    let name = &node.name;
    let kind = node_kind(name);
    writeln!(
        text,
        "/// A node of kind [`{kind}`].\n\
         #[derive(Debug, Clone, PartialEq, Eq, Hash)]\n\
         pub struct {name} {{\npub(crate) syntax: SyntaxNode,\n}}\n\n\
         impl AstNode for {name} {{\n\
         fn can_cast(kind: SyntaxKind) -> bool {{\nkind == {kind}\n}}\n\
         fn cast(syntax: SyntaxNode) -> Option<Self> {{\n\
         Self::can_cast(syntax.kind()).then_some({name} {{ syntax }})\n}}\n\
         fn syntax(&self) -> &SyntaxNode {{\n&self.syntax\n}}\n}}\n"
    )?;
    if node.fields.is_empty() {
        return Ok(());
    }
    writeln!(text, "impl {name} {{")?;
    for field in &node.fields {
        accessor(text, field)?;
    }
    writeln!(text, "}}\n")?;
    Ok(())
}

fn accessor(text: &mut String, field: &Field) -> Result<()> {
    let method = &field.method;
    match &field.what {
        What::Child(ty, 0) => writeln!(
            text,
            "/// The child `{method}`.\npub fn {method}(&self) -> Option<{ty}> {{\nsupport::child(&self.syntax)\n}}\n"
        )?,
        What::Child(ty, number) => writeln!(
            text,
            "/// The child `{method}`.\npub fn {method}(&self) -> Option<{ty}> {{\nsupport::nth_child(&self.syntax, {number})\n}}\n"
        )?,
        What::Children(ty) => writeln!(
            text,
            "/// The children `{method}`.\npub fn {method}(&self) -> AstChildren<{ty}> {{\nsupport::children(&self.syntax)\n}}\n"
        )?,
        What::Token(kinds) => writeln!(
            text,
            "/// The token `{}`.\npub fn {method}(&self) -> Option<SyntaxToken> {{\nsupport::token(&self.syntax, &[{}])\n}}\n",
            method.trim_end_matches("_token"),
            kinds.join(", ")
        )?,
    }
    Ok(())
}

fn enumeration(text: &mut String, grammar: &Grammar, choice: &Choice) -> Result<()> {
    let name = &choice.name;
    writeln!(
        text,
        "/// Any of these nodes.\n#[derive(Debug, Clone, PartialEq, Eq, Hash)]\npub enum {name} {{"
    )?;
    for variant in &choice.variants {
        if !grammar.nodes().any(|it| it == variant) {
            bail!("{name} can only have structs as variants, and {variant} is none");
        }
        writeln!(text, "/// See [`{variant}`].\n{variant}({variant}),")?;
    }
    writeln!(text, "}}\n\nimpl AstNode for {name} {{")?;
    let kinds: Vec<_> = choice.variants.iter().map(|it| node_kind(it)).collect();
    writeln!(
        text,
        "fn can_cast(kind: SyntaxKind) -> bool {{\nmatches!(kind, {})\n}}\n",
        kinds.join(" | ")
    )?;
    writeln!(
        text,
        "fn cast(syntax: SyntaxNode) -> Option<Self> {{\nSome(match syntax.kind() {{"
    )?;
    for variant in &choice.variants {
        writeln!(
            text,
            "{} => {name}::{variant}({variant} {{ syntax }}),",
            node_kind(variant)
        )?;
    }
    writeln!(
        text,
        "_ => return None,\n}})\n}}\n\nfn syntax(&self) -> &SyntaxNode {{\nmatch self {{"
    )?;
    for variant in &choice.variants {
        writeln!(text, "{name}::{variant}(it) => &it.syntax,")?;
    }
    writeln!(text, "}}\n}}\n}}\n")?;
    for variant in &choice.variants {
        writeln!(
            text,
            "impl From<{variant}> for {name} {{\nfn from(node: {variant}) -> Self {{\n{name}::{variant}(node)\n}}\n}}\n"
        )?;
    }
    Ok(())
}
