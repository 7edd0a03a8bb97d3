//! Lists, hashes, access, and arguments.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{
    AccessExpr, AccessKeys, AstNode, Expr as AstExpr, HashEntry, HashExpr, ListExpr,
};

use super::{Lowerer, token_range};
use crate::model::{Expr, ExprId, KeyedEntry};

impl Lowerer {
    pub(super) fn list(&mut self, list: &ListExpr) -> ExprId {
        let range = list.syntax().text_range();
        let values = self.arguments(list.elements());
        self.hole_unless_closed(list.syntax(), SyntaxKind::R_BRACK);
        self.add(Expr::LiteralList(values), range, range)
    }

    pub(super) fn hash(&mut self, hash: &HashExpr) -> ExprId {
        self.hash_with(hash, None)
    }

    /// A hash with one more entry at its end.
    pub(super) fn hash_with(&mut self, hash: &HashExpr, last: Option<KeyedEntry>) -> ExprId {
        let range = hash.syntax().text_range();
        let mut entries = self.entries(&hash.entries().collect::<Vec<_>>());
        self.hole_unless_closed(hash.syntax(), SyntaxKind::R_BRACE);
        entries.extend(last);
        self.add(Expr::LiteralHash(entries.into()), range, range)
    }

    /// Entries `a => b` without braces: one hash, whose place is the arrow of the first.
    pub(super) fn unfolded_hash(&mut self, entries: &[HashEntry]) -> ExprId {
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            return self.missing(Default::default());
        };
        let full = first
            .syntax()
            .text_range()
            .cover(last.syntax().text_range());
        let arrow = token_range(first.fat_arrow_token(), first.syntax());
        let entries = self.entries(entries).into();
        self.add(Expr::LiteralHash(entries), arrow, full)
    }

    fn entries(&mut self, entries: &[HashEntry]) -> Vec<KeyedEntry> {
        entries.iter().map(|it| self.entry(it)).collect()
    }

    fn entry(&mut self, entry: &HashEntry) -> KeyedEntry {
        let node = entry.syntax();
        let key = self.operand(entry.key(), node);
        let value = self.operand(entry.value(), node);
        let arrow = token_range(entry.fat_arrow_token(), node);
        KeyedEntry {
            part: self.part(arrow, node.text_range(), None),
            key,
            value,
        }
    }

    /// Values in order; adjacent entries `a => b` are one hash.
    pub(super) fn arguments(&mut self, arguments: impl Iterator<Item = AstExpr>) -> Box<[ExprId]> {
        let mut result = Vec::new();
        let mut entries = Vec::new();
        for argument in arguments {
            if let AstExpr::HashEntry(entry) = argument {
                entries.push(entry);
                continue;
            }
            if !entries.is_empty() {
                result.push(self.unfolded_hash(&std::mem::take(&mut entries)));
            }
            result.push(self.expr(&argument));
        }
        if !entries.is_empty() {
            result.push(self.unfolded_hash(&entries));
        }
        result.into()
    }

    pub(super) fn access(&mut self, access: &AccessExpr, left: ExprId) -> ExprId {
        let keys = self.keys(access.access_keys());
        let node = access.syntax();
        self.add(
            Expr::Access { left, keys },
            self.reported_from(left, node),
            node.text_range(),
        )
    }

    pub(super) fn keys(&mut self, keys: Option<AccessKeys>) -> Box<[ExprId]> {
        let Some(keys) = keys else {
            return Box::default();
        };
        let found = self.arguments(keys.keys());
        match found.is_empty() {
            // What is between the brackets is still to be written.
            true => [self.missing(keys.syntax().text_range().end())].into(),
            false => found,
        }
    }
}
