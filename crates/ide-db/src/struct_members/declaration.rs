//! The declaration of a struct member in a type expression.

use puppet_db::File;
use puppet_syntax::ast::{self, AccessExpr, AccessKeys, AstNode, Expr, HashEntry, HashExpr};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextRange;

use crate::context::IdeContext;
use crate::dataflow::hash_argument_keys::entry_of_key;
use crate::dataflow::type_path::PathSegment;
use crate::defs::Definition;
use crate::defs::resolve;
use crate::struct_members::member::Member;
use crate::symbol_index::SymbolKind;
use crate::syntax_ext::string_of;

/// Aliases that lead to aliases, so often.
const MAX_DEPTH: u8 = 16;

fn member(file: File, entry: HashEntry) -> Option<Member> {
    let (name, range) = name_of(&entry)?;
    Some(Member {
        file,
        entry,
        name,
        range,
    })
}

/// A type, as it is written.
#[derive(Debug, Clone)]
pub struct TypeSource {
    /// The type expression.
    pub ty: Expr,
    /// The file that sees what it names.
    pub seen_from: File,
    /// Whether it stands in that file; else it is what was inferred.
    pub is_there: bool,
}

impl TypeSource {
    fn part(&self, ty: Expr) -> Self {
        Self { ty, ..self.clone() }
    }

    /// The members of a name in a part of the values of the type.
    pub fn members(
        &self,
        context: IdeContext<'_>,
        path: &[PathSegment],
        name: &str,
    ) -> Vec<Member> {
        self.find(context, path, name, 0)
    }

    fn find(
        &self,
        context: IdeContext<'_>,
        path: &[PathSegment],
        name: &str,
        depth: u8,
    ) -> Vec<Member> {
        if depth > MAX_DEPTH {
            return Vec::new();
        }
        let access = match &self.ty {
            Expr::TypeRef(alias) => {
                let alias = self.alias(context, &alias.text());
                let members = alias.map(|it| it.find(context, path, name, depth + 1));
                return members.unwrap_or_default();
            }
            Expr::AccessExpr(access) => access,
            _ => return Vec::new(),
        };
        let Some(Expr::TypeRef(of)) = access.base() else {
            return Vec::new();
        };
        let arguments = arguments(access);
        let below = |ty: Option<&Expr>, path: &[PathSegment]| {
            let found = ty.map(|ty| self.part(ty.clone()).find(context, path, name, depth + 1));
            found.unwrap_or_default()
        };
        match (&*of.text(), path) {
            ("Optional" | "NotUndef" | "Sensitive" | "Variant", _) => arguments
                .iter()
                .flat_map(|ty| below(Some(ty), path))
                .collect(),
            ("Array" | "Iterable", [PathSegment::Item(_), rest @ ..]) => {
                below(arguments.first(), rest)
            }
            ("Hash", [PathSegment::Key(_), rest @ ..]) => below(arguments.get(1), rest),
            ("Tuple", [PathSegment::Item(index), rest @ ..]) => {
                below(arguments.get(*index).or(arguments.last()), rest)
            }
            ("Struct", []) => {
                let entry = entry(arguments.first(), name).filter(|_| self.is_there);
                let found = entry.and_then(|it| member(self.seen_from, it));
                found.into_iter().collect()
            }
            ("Struct", [PathSegment::Key(key), rest @ ..]) => {
                let value = entry(arguments.first(), key).and_then(|it| it.value());
                below(value.as_ref(), rest)
            }
            _ => Vec::new(),
        }
    }

    /// The right side of an alias.
    fn alias(&self, context: IdeContext<'_>, name: &str) -> Option<Self> {
        let name = name.trim_start_matches("::");
        match resolve::item(
            context.file_context(self.seen_from),
            SymbolKind::TypeAlias,
            name,
        )? {
            Definition::Item(file, ast::Definition::TypeAlias(alias)) => Some(Self {
                ty: alias.rhs()?,
                seen_from: file,
                is_there: true,
            }),
            _ => None,
        }
    }
}

fn arguments(access: &AccessExpr) -> Vec<Expr> {
    let keys = access.syntax().children().find_map(AccessKeys::cast);
    let keys = keys
        .into_iter()
        .flat_map(|it| it.syntax().children().collect::<Vec<_>>());
    keys.filter_map(Expr::cast).collect()
}

/// The entry of a member in the hash of a `Struct`.
fn entry(hash: Option<&Expr>, name: &str) -> Option<HashEntry> {
    let hash = HashExpr::cast(hash?.syntax().clone())?;
    let mut entries = hash.syntax().children().filter_map(HashEntry::cast);
    entries.find(|entry| name_of(entry).is_some_and(|(it, _)| it == name))
}

/// The name of a member: `port`, `'port'`, `Optional['port']`.
fn name_of(entry: &HashEntry) -> Option<(String, TextRange)> {
    match entry.key()? {
        Expr::AccessExpr(access) => string_of(arguments(&access).first()?),
        key => string_of(&key),
    }
}

/// The member that a node names where it is declared.
pub fn member_declared_by(file: File, name: &SyntaxNode) -> Option<Member> {
    let keys = name
        .parent()
        .filter(|it| it.kind() == SyntaxKind::ACCESS_KEYS);
    let key = match keys {
        Some(keys) => keys.parent()?,
        None => name.clone(),
    };
    let entry = entry_of_key(&key)?;
    let hash = entry.syntax().parent()?;
    let access = AccessExpr::cast(AccessKeys::cast(hash.parent()?)?.syntax().parent()?)?;
    let Expr::TypeRef(of) = access.base()? else {
        return None;
    };
    let member = member(file, entry).filter(|_| of.text() == "Struct")?;
    name.text_range()
        .contains_range(member.range)
        .then_some(member)
}
