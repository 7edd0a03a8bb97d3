//! The values that a type names: those of an `Enum`, `true` and `false`.

use puppet_inference::type_at;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxToken;
use puppet_syntax::ast::{AccessExpr, AstNode as _, Expr, TypeRef};
use puppet_text::TextRange;
use puppet_types::Type;

use crate::completions::attribute_values;
use crate::context;
use crate::context::expected_type::ExpectedValue;
use crate::item::{CompletionItem, CompletionKind};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::dataflow::type_path::{LiteralMember, fixed, types_below};
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{AttributeOwner, Definition};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::syntax_ext::one_line;
use puppet_ide_db::syntax_ext::{string_content, string_of};

/// The fixed values of a type that a file writes.
pub fn values_of_written_type(
    context: FileContext<'_>,
    ty: &Expr,
    quoted: bool,
) -> Vec<CompletionItem> {
    let mut values = Values::default();
    values.add_type(context, ty, 0);
    values.items(quoted, false)
}

/// The attribute that is given the value at a token, if it is one of those that it names.
pub fn fixed_value(
    context: FileContext<'_>,
    token: &SyntaxToken,
) -> Option<(AttributeOwner, String)> {
    let ExpectedValue::Attribute { of, name, item } = context::values::wanted(token)? else {
        return None;
    };
    let (text, _) = string_content(token)?;
    let values = attribute_values::values(context, &of, &name, (true, item));
    let is_known = values.iter().any(|it| it.label == text);
    is_known.then_some((of, name))
}

/// Whether a type that a file writes names a value.
pub fn is_fixed_value_of(context: FileContext<'_>, ty: TypeRef, value: &str) -> bool {
    let values = values_of_written_type(context, &Expr::TypeRef(ty), true);
    values.iter().any(|it| it.label == value)
}

/// Those of the expression at a place of the code.
pub fn values_of_expression(
    context: FileContext<'_>,
    at: TextRange,
    quoted: bool,
) -> Vec<CompletionItem> {
    let types = Vec::from_iter(type_at(context.db, context.file, at));
    values_of_arguments(context, &types, quoted)
}

/// Those of types that may be aliases and unions.
pub fn values_of_arguments(
    context: FileContext<'_>,
    types: &[Type],
    quoted: bool,
) -> Vec<CompletionItem> {
    let Some(owner) = owner(context.db, context.file) else {
        return Vec::new();
    };
    let names = NameResolver::new(context.db, owner.environment, context.file);
    let flat: Vec<Type> = types
        .iter()
        .flat_map(|ty| types_below(&names, ty, &[]))
        .collect();
    values_of_types(&flat, quoted)
}

/// Those of types without aliases and unions.
pub fn values_of_types(types: &[Type], quoted: bool) -> Vec<CompletionItem> {
    let value = |fixed| match fixed {
        LiteralMember::Text(text) => ProposedValue::Text(text),
        LiteralMember::Word(word) => ProposedValue::Word(word),
        LiteralMember::Undef => ProposedValue::Word("undef"),
    };
    let values = Values {
        all: fixed(types).into_iter().map(value).collect(),
        ..Values::default()
    };
    values.items(quoted, false)
}

/// A value that a type names.
pub enum ProposedValue {
    Text(String),
    Word(&'static str),
}

impl ProposedValue {
    fn item(self, quoted: bool, is_bare: bool) -> Option<CompletionItem> {
        match (self, quoted) {
            (Self::Text(text), true) => Some(CompletionItem::new(text, CompletionKind::Value)),
            (Self::Text(text), false)
                if matches!(&*text, "true" | "false" | "present" | "absent")
                    || is_bare && text.bytes().all(|it| it.is_ascii_lowercase()) =>
            {
                Some(CompletionItem::new(text, CompletionKind::Value))
            }
            (Self::Text(text), false) => Some(CompletionItem::new(
                format!("'{text}'"),
                CompletionKind::Value,
            )),
            (Self::Word(_), true) => None,
            (Self::Word(word), false) => Some(CompletionItem::new(word, CompletionKind::Value)),
        }
    }
}

/// The fixed values of a type.
#[derive(Default)]
pub struct Values {
    /// The element of a list at this place is wanted.
    pub item: Option<usize>,
    pub all: Vec<ProposedValue>,
}

impl Values {
    /// Each once.
    pub fn items(self, quoted: bool, is_bare: bool) -> Vec<CompletionItem> {
        let mut items: Vec<CompletionItem> = Vec::new();
        for value in self.all {
            let item = value.item(quoted, is_bare);
            let new = item.filter(|it| items.iter().all(|other| other.label != it.label));
            items.extend(new.map(|it| it.rank(5)));
        }
        items
    }

    /// Those of a type, through aliases.
    pub fn add_type(&mut self, context: FileContext<'_>, ty: &Expr, depth: u8) {
        // An alias that is deeper than this is recursive.
        if depth > 16 {
            return;
        }
        match ty {
            Expr::TypeRef(name) => match &*name.text() {
                "Boolean" => self.all.extend(["true", "false"].map(ProposedValue::Word)),
                "Undef" => self.all.push(ProposedValue::Word("undef")),
                name => {
                    if let Some(Definition::Item(declared_in, definition)) =
                        resolve::item(context, SymbolKind::TypeAlias, name)
                        && let puppet_syntax::ast::Definition::TypeAlias(alias) = definition
                        && let Some(rhs) = alias.rhs()
                    {
                        self.add_type(context.file_context(declared_in), &rhs, depth + 1);
                    }
                }
            },
            Expr::AccessExpr(access) => self.add_access(context, access, depth),
            _ => {}
        }
    }

    /// Those of the elements of a list.
    fn add_element(&mut self, context: FileContext<'_>, ty: Option<&Expr>, depth: u8) {
        let item = self.item.take();
        if let Some(ty) = ty.filter(|_| item.is_some()) {
            self.add_type(context, ty, depth + 1);
        }
        self.item = item;
    }

    fn add_access(&mut self, context: FileContext<'_>, access: &AccessExpr, depth: u8) {
        let Some(Expr::TypeRef(base)) = access.base() else {
            return;
        };
        let keys = access.access_keys().into_iter();
        let keys: Vec<Expr> = keys.flat_map(|keys| keys.keys()).collect();
        let texts = || keys.iter().filter_map(string_of).map(|(text, _)| text);
        match &*base.text() {
            "Enum" => self.all.extend(texts().map(ProposedValue::Text)),
            "Array" => self.add_element(context, keys.first(), depth),
            "Tuple" => {
                let types = keys.iter().filter(|it| !matches!(it, Expr::NumberExpr(_)));
                let types: Vec<&Expr> = types.collect();
                let own = self
                    .item
                    .and_then(|index| types.get(index).or(types.last()));
                self.add_element(context, own.copied(), depth);
            }
            "Optional" | "Variant" | "NotUndef" | "Sensitive" => {
                if &*base.text() == "Optional" && self.item.is_none() {
                    self.all.push(ProposedValue::Word("undef"));
                }
                for key in &keys {
                    match string_of(key) {
                        Some((text, _)) => self.all.push(ProposedValue::Text(text)),
                        None => self.add_type(context, key, depth + 1),
                    }
                }
            }
            "Boolean" => {
                let written = keys.iter().map(|key| one_line(key.syntax()));
                let words =
                    written.filter_map(|text| ["true", "false"].into_iter().find(|it| *it == text));
                self.all.extend(words.map(ProposedValue::Word));
            }
            _ => {}
        }
    }
}
