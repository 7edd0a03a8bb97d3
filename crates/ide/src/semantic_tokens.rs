//! Semantic tokens: the kind of each name of a file, for semantic highlighting.

use std::collections::HashMap;

use puppet_db::FileKind;
use puppet_library::{FactStub, Library};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::is_given;
use puppet_syntax::ast;
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::TextRange;

use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{AttributeOwner, NameRef, NameRefKind, name_of};
use puppet_ide_db::local_scopes::{BindingKind, Scopes, parent_class};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::{self, enclosing_definition};

/// A word with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SemanticToken {
    /// Where; may span lines.
    pub range: TextRange,
    /// What it is.
    pub kind: TokenKind,
    /// What else there is to say.
    pub modifiers: Modifiers,
}

/// What a [`SemanticToken`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TokenKind {
    Class,
    /// A resource type.
    ResourceType,
    DataType,
    Function,
    Parameter,
    Variable,
    /// An attribute of a resource, or a parameter of a class that is given a value.
    Attribute,
    Keyword,
    Text,
    Number,
    Regexp,
    Comment,
}

impl TokenKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 12] = [
        Self::Class,
        Self::ResourceType,
        Self::DataType,
        Self::Function,
        Self::Parameter,
        Self::Variable,
        Self::Attribute,
        Self::Keyword,
        Self::Text,
        Self::Number,
        Self::Regexp,
        Self::Comment,
    ];
}

/// A set of [`Modifier`]s: bit `n` is the modifier with number `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Modifiers(pub u32);

/// What else there is to say about a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// It is defined here.
    Declaration,
    /// Puppet ships it.
    DefaultLibrary,
    /// It should not be used any more.
    Deprecated,
    /// A fact.
    Fact,
    /// The attribute that identifies the resource.
    Namevar,
    /// Nothing of this name is known.
    Unresolved,
}

impl Modifier {
    /// All modifiers, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Declaration,
        Self::DefaultLibrary,
        Self::Deprecated,
        Self::Fact,
        Self::Namevar,
        Self::Unresolved,
    ];
}

impl Modifiers {
    fn with(self, modifier: Modifier) -> Self {
        Self(self.0 | 1 << modifier as u32)
    }

    /// Whether a modifier is in the set.
    #[must_use]
    pub fn has(self, modifier: Modifier) -> bool {
        self.0 & (1 << modifier as u32) != 0
    }
}

/// What a word is.
type TokenClass = (TokenKind, Modifiers);

/// The tokens of a file, or of a part of it, in the order of the text.
pub(crate) fn semantic_tokens(
    context: FileContext<'_>,
    within: Option<TextRange>,
) -> Vec<SemanticToken> {
    let root = syntax_ext::root(context.db, context.file);
    let mut words = Words {
        context,
        scopes: Scopes::new(&root),
        types: HashMap::new(),
        functions: HashMap::new(),
        classes: HashMap::new(),
        unknown: HashMap::new(),
    };
    let whole = root.text_range();
    let within = within
        .and_then(|range| range.intersect(whole))
        .unwrap_or(whole);
    let mut tokens = Vec::new();
    let mut next = puppet_syntax::tokens_at(&root, within.start()).right_biased();
    while let Some(token) = next {
        if token.text_range().start() >= within.end() && !token.text_range().is_empty() {
            break;
        }
        tokens.extend(words.meaning(&token));
        next = syntax_ext::next_token(&token);
    }
    tokens
}

struct Words<'a> {
    context: FileContext<'a>,
    scopes: Scopes,
    /// What types mean that occurred before.
    types: HashMap<String, TokenClass>,
    functions: HashMap<String, TokenClass>,
    classes: HashMap<String, TokenClass>,
    /// Whether nothing sets a variable, by the class from which the definition inherits that reads it.
    unknown: HashMap<(Option<String>, String), bool>,
}

impl Words<'_> {
    fn meaning(&mut self, token: &SyntaxToken) -> Option<SemanticToken> {
        if let Some(kind) = plain(token.kind()) {
            return Some(SemanticToken {
                range: token.text_range(),
                kind,
                modifiers: Modifiers::default(),
            });
        }
        let named = name_of(token).and_then(|at| Some((self.name(&at)?, at)));
        if let Some(((kind, modifiers), at)) = named {
            let is_variable = matches!(kind, TokenKind::Variable | TokenKind::Parameter);
            let with_sigil = is_variable && token.kind() == SyntaxKind::VARIABLE;
            return Some(SemanticToken {
                range: if with_sigil {
                    token.text_range()
                } else {
                    at.range
                },
                kind,
                modifiers,
            });
        }
        let kind = match token.kind() {
            SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING => TokenKind::Text,
            kind if kind.is_keyword() => TokenKind::Keyword,
            _ => return None,
        };
        Some(SemanticToken {
            range: token.text_range(),
            kind,
            modifiers: Modifiers::default(),
        })
    }

    fn name(&mut self, at: &NameRef) -> Option<TokenClass> {
        let none = Modifiers::default();
        Some(match &at.name {
            NameRefKind::Variable(name) => self.variable(at, name),
            NameRefKind::Type(name) => self.type_reference(name),
            NameRefKind::Class(name) => self.class(name),
            NameRefKind::ResourceType(name) => self.resource_type(name),
            NameRefKind::Function(name) => self.function(name),
            NameRefKind::Attribute { of, name } => (TokenKind::Attribute, namevar(of, name)),
            NameRefKind::Definition(definition) => {
                let (kind, ..) = puppet_ide_db::symbol_index::named_definition(definition)?;
                (definition_kind(kind)?, none.with(Modifier::Declaration))
            }
            NameRefKind::Fact(_) => (TokenKind::Text, none.with(Modifier::Fact)),
            NameRefKind::Given(_)
            | NameRefKind::Key(_)
            | NameRefKind::Plan(_)
            | NameRefKind::MaybeClass(_) => return None,
        })
    }

    fn variable(&mut self, at: &NameRef, name: &str) -> TokenClass {
        let none = Modifiers::default();
        let local = at
            .token
            .parent()
            .filter(|_| !name.contains("::"))
            .and_then(|node| self.scopes.first(&node, name));
        if let Some(binding) = local {
            let kind = match &binding.kind {
                BindingKind::Parameter(_) | BindingKind::LambdaParameter(_) => TokenKind::Parameter,
                BindingKind::Assignment(_) => TokenKind::Variable,
            };
            let is_here = binding.token == at.token
                || matches!(binding.kind, BindingKind::Assignment(_)) && is_assigned(&at.token);
            return (
                kind,
                if is_here {
                    none.with(Modifier::Declaration)
                } else {
                    none
                },
            );
        }
        let set_by_puppet = matches!(
            name,
            "facts"
                | "trusted"
                | "server_facts"
                | "environment"
                | "title"
                | "name"
                | "module_name"
                | "caller_module_name"
        );
        if set_by_puppet {
            return (TokenKind::Variable, none.with(Modifier::DefaultLibrary));
        }
        let modifiers = fact(name);
        match modifiers == none && self.is_unknown(at, name) {
            true => (TokenKind::Variable, none.with(Modifier::Unresolved)),
            false => (TokenKind::Variable, modifiers),
        }
    }

    /// Whether a variable that its own definition does not set is set by nothing that is known. Templates are not asked:
    /// they see what is around them where they are used.
    fn is_unknown(&mut self, at: &NameRef, name: &str) -> bool {
        let context = self.context;
        let Some(environment) = owner(context.db, context.file).map(|it| it.environment) else {
            return false;
        };
        if name.contains("::")
            || context.file.kind(context.db) != FileKind::Manifest
            || is_given(context.db, environment, name)
        {
            return false;
        }
        let around = at.token.parent().and_then(|it| enclosing_definition(&it));
        let parent = around.as_ref().and_then(parent_class);
        let key = (parent, name.to_owned());
        if let Some(known) = self.unknown.get(&key) {
            return *known;
        }
        let is_parent_known = key
            .0
            .as_ref()
            .is_none_or(|parent| resolve::item(context, SymbolKind::Class, parent).is_some());
        let is_unknown = is_parent_known && resolve::find(context, at).is_empty();
        self.unknown.insert(key, is_unknown);
        is_unknown
    }

    fn type_reference(&mut self, name: &str) -> TokenClass {
        if let Some(known) = self.types.get(name) {
            return *known;
        }
        let none = Modifiers::default();
        let shipped = none.with(Modifier::DefaultLibrary);
        let context = self.context;
        let meaning = if Library.language_type(name).is_some() {
            (TokenKind::DataType, shipped)
        } else if resolve::item(context, SymbolKind::TypeAlias, name).is_some() {
            (TokenKind::DataType, none)
        } else {
            self.resource_type(name)
        };
        self.types.insert(name.to_owned(), meaning);
        meaning
    }

    fn class(&mut self, name: &str) -> TokenClass {
        if let Some(known) = self.classes.get(name) {
            return *known;
        }
        let none = Modifiers::default();
        let modifiers = match resolve::item(self.context, SymbolKind::Class, name) {
            Some(Definition::Item(_, definition)) => deprecation(&definition),
            Some(_) => none,
            None => none.with(Modifier::Unresolved),
        };
        let meaning = (TokenKind::Class, modifiers);
        self.classes.insert(name.to_owned(), meaning);
        meaning
    }

    fn resource_type(&mut self, name: &str) -> TokenClass {
        let key = name.to_lowercase();
        if let Some(known) = self.types.get(&key) {
            return *known;
        }
        let none = Modifiers::default();
        let context = self.context;
        let modifiers = if Library.resource_type(&key).is_some() {
            none.with(Modifier::DefaultLibrary)
        } else if let Some(Definition::Item(_, definition)) =
            resolve::item(context, SymbolKind::DefinedType, &key)
        {
            deprecation(&definition)
        } else if puppet_ide_db::ruby::definitions::resource_type(context, &key).is_some()
            || puppet_ide_db::ruby::definitions::data_type(context, name).is_some()
        {
            none
        } else {
            none.with(Modifier::Unresolved)
        };
        let meaning = (TokenKind::ResourceType, modifiers);
        self.types.insert(key, meaning);
        meaning
    }

    fn function(&mut self, name: &str) -> TokenClass {
        if let Some(known) = self.functions.get(name) {
            return *known;
        }
        let none = Modifiers::default();
        let context = self.context;
        let modifiers = if Library.function(name).is_some() {
            none.with(Modifier::DefaultLibrary)
        } else {
            match resolve::item(context, SymbolKind::Function, name) {
                Some(Definition::Item(_, definition)) => deprecation(&definition),
                Some(_) => none,
                None if puppet_ide_db::ruby::definitions::function(context, name).is_some() => none,
                None => none.with(Modifier::Unresolved),
            }
        };
        let meaning = (TokenKind::Function, modifiers);
        self.functions.insert(name.to_owned(), meaning);
        meaning
    }
}

/// Whether the comment above a definition says that it should not be used any more.
fn deprecation(definition: &ast::Definition) -> Modifiers {
    let none = Modifiers::default();
    let comment = definition.documentation();
    match comment.is_some_and(|it| it.tag("deprecated").is_some()) {
        true => none.with(Modifier::Deprecated),
        false => none,
    }
}

/// Whether a variable that the code does not set is a fact.
fn fact(name: &str) -> Modifiers {
    let none = Modifiers::default();
    let facts = Library.facts();
    let is_old = |fact: &&FactStub| {
        fact.legacy && fact.name == name || fact.legacy_names.iter().any(|old| old == name)
    };
    if facts.iter().any(|fact| is_old(&fact)) {
        return none.with(Modifier::Fact).with(Modifier::Deprecated);
    }
    match facts.iter().any(|fact| fact.name == name) {
        true => none.with(Modifier::Fact),
        false => none,
    }
}

/// Tokens whose kind says all.
fn plain(kind: SyntaxKind) -> Option<TokenKind> {
    use SyntaxKind::*;
    Some(match kind {
        COMMENT | BLOCK_COMMENT | EPP_COMMENT => TokenKind::Comment,
        STRING_START | STRING_TEXT | STRING_END | HEREDOC_TAG | HEREDOC_TEXT | HEREDOC_END => {
            TokenKind::Text
        }
        INTEGER | FLOAT => TokenKind::Number,
        REGEX => TokenKind::Regexp,
        _ => return None,
    })
}

fn definition_kind(kind: SymbolKind) -> Option<TokenKind> {
    Some(match kind {
        SymbolKind::Class => TokenKind::Class,
        SymbolKind::DefinedType => TokenKind::ResourceType,
        SymbolKind::Function | SymbolKind::Plan => TokenKind::Function,
        SymbolKind::TypeAlias => TokenKind::DataType,
        _ => return None,
    })
}

/// Whether the attribute identifies the resource.
fn namevar(of: &AttributeOwner, name: &str) -> Modifiers {
    let none = Modifiers::default();
    let AttributeOwner::ResourceType(of) = of else {
        return none;
    };
    let stub = Library.resource_type(&of.to_ascii_lowercase());
    let attribute = stub.and_then(|stub| stub.attributes.iter().find(|it| it.name == name));
    match attribute {
        Some(attribute) if attribute.namevar => none.with(Modifier::Namevar),
        _ => none,
    }
}

fn is_assigned(token: &SyntaxToken) -> bool {
    use puppet_syntax::ast::{AssignExpr, AstNode as _};
    let Some(variable) = token.parent() else {
        return false;
    };
    let assignment = variable.parent().and_then(AssignExpr::cast);
    assignment
        .and_then(|it| it.lhs())
        .is_some_and(|lhs| *lhs.syntax() == variable)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::test_fixture::single;

    fn check(fixture: &str, expected: &Expect) {
        let (analysis, file) = single(fixture);
        let text = analysis.text(file).expect("not cancelled");
        let tokens = analysis.semantic_tokens(file, None).expect("not cancelled");
        let lines: Vec<String> = tokens
            .iter()
            .map(|token| {
                let modifiers: String = Modifier::ALL
                    .into_iter()
                    .filter(|it| token.modifiers.has(*it))
                    .map(|it| format!(" {it:?}"))
                    .collect();
                format!("{:?} {:?}{modifiers}", &text[token.range], token.kind)
            })
            .collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn names_are_distinguished() {
        check(
            "class a(Integer $p) {\n  $x = $p\n  include b, 'c'\n  file { \"/${x}\": path => abs(1), mode => '1' }\n  [1].each |$e| { nosuch($e, $ipaddress, $facts['os']) }\n}\n",
            &expect![[r#"
                "class" Keyword
                "a" Class Declaration
                "Integer" DataType DefaultLibrary
                "$p" Parameter Declaration
                "$x" Variable Declaration
                "$p" Parameter
                "include" Function DefaultLibrary
                "b" Class Unresolved
                "c" Class Unresolved
                "file" ResourceType DefaultLibrary
                "\"" Text
                "/" Text
                "x" Variable
                "\"" Text
                "path" Attribute Namevar
                "abs" Function DefaultLibrary
                "1" Number
                "mode" Attribute
                "'1'" Text
                "1" Number
                "each" Function DefaultLibrary
                "$e" Parameter Declaration
                "nosuch" Function Unresolved
                "$e" Parameter
                "$ipaddress" Variable Deprecated Fact
                "$facts" Variable DefaultLibrary
                "os" Text Fact"#]],
        );
    }

    #[test]
    fn names_of_other_files_are_resolved() {
        check(
            "#- /manifests/site.pp\nweb::site { 'x': w => 1 }\nWeb::Site['x'] -> No::Such['y']\n$y = 1 =~ Web::Port\nweb::old()\ninclude web::gone\n\
             #- /modules/web/manifests/gone.pp\n# @deprecated no\nclass web::gone { }\n\
             #- /environment.conf\n#- /modules/web/manifests/site.pp\ndefine web::site($w) { }\n\
             #- /modules/web/types/port.pp\ntype Web::Port = Integer\n\
             #- /modules/web/functions/old.pp\n# @deprecated no\nfunction web::old() { 1 }\n",
            &expect![[r#"
                "web::site" ResourceType
                "'x'" Text
                "w" Attribute
                "1" Number
                "Web::Site" ResourceType
                "'x'" Text
                "No::Such" ResourceType Unresolved
                "'y'" Text
                "$y" Variable Declaration
                "1" Number
                "Web::Port" DataType
                "web::old" Function Deprecated
                "include" Function DefaultLibrary
                "web::gone" Class Deprecated"#]],
        );
    }

    #[test]
    fn variables_that_nothing_sets() {
        check(
            "#- /modules/web/manifests/init.pp\nclass web inherits web::params { $x = [$own, $user, $top, $fqdn, $site_fact, $clientcert, $1, $nosuch] }\n\
             class web::b inherits gone { $x = $nosuch }\nclass web::c { notice($user, $nosu\n\
             #- /environment.conf\n#- /manifests/site.pp\n$top = 1\n#- /modules/web/manifests/params.pp\nclass web::params { $user = 1 }\n\
             #- /modules/web/lib/facter/site_fact.rb\nFacter.add(:site_fact) do\nend\n",
            &expect![[r#"
                "class" Keyword
                "web" Class Declaration
                "inherits" Keyword
                "web::params" Class
                "$x" Variable Declaration
                "$own" Variable Unresolved
                "$user" Variable
                "$top" Variable
                "$fqdn" Variable Deprecated Fact
                "$site_fact" Variable
                "$clientcert" Variable
                "$1" Variable
                "$nosuch" Variable Unresolved
                "class" Keyword
                "web::b" Class Declaration
                "inherits" Keyword
                "gone" Class Unresolved
                "$x" Variable Declaration
                "$nosuch" Variable
                "class" Keyword
                "web::c" Class Declaration
                "notice" Function DefaultLibrary
                "$user" Variable Unresolved
                "$nosu" Variable Unresolved"#]],
        );
    }

    #[test]
    fn incomplete_code_keeps_its_colours() {
        check(
            "# c\n$x = 'a\nclass b {\n",
            &expect![[r##"
            "# c" Comment
            "$x" Variable Declaration
            "'a" Text
            "class" Keyword
            "b" Class Declaration"##]],
        );
        check(
            "if $x { file { $y: ",
            &expect![[r#"
                "if" Keyword
                "$x" Variable Unresolved
                "file" ResourceType DefaultLibrary
                "$y" Variable Unresolved"#]],
        );
    }

    #[test]
    fn a_part_of_a_file_has_the_same_tokens() {
        let (analysis, file) = single("$a = 1\n$b = $a\n$c = $b\n");
        let all = analysis.semantic_tokens(file, None).expect("not cancelled");
        let line = TextRange::new(7.into(), 14.into());
        let part = analysis
            .semantic_tokens(file, Some(line))
            .expect("not cancelled");
        let inside: Vec<_> = all
            .into_iter()
            .filter(|it| line.contains_range(it.range))
            .collect();
        assert_eq!(part, inside);
    }
}
