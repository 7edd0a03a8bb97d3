//! The type of what stands at a place, for editors.

use puppet_db::{Db, File, program, source_map};
use puppet_hir::model::ExprId;
use puppet_text::TextRange;
use puppet_types::Type;
use rustc_hash::FxHashMap;

use crate::infer::infer;
use puppet_semantic::index::file_origin::{FileOrigin, owner};
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// The inferred type of the expression that covers exactly this range; of several, the outermost.
#[must_use]
pub fn type_at(db: &dyn Db, file: File, range: TextRange) -> Option<Type> {
    let owner = owner(db, file)?;
    let (body, expr) = source_map(db, file).expr_at(range)?;
    let names = NameResolver::new(db, owner.environment, file);
    let item = Item { file, body };
    Some(infer(db, owner.environment, item).result(expr).ty(&names))
}

/// The expressions of a file by their places: for many questions about one file.
pub struct FileTypes<'db> {
    db: &'db dyn Db,
    file: File,
    owner: Option<FileOrigin>,
    exprs: FxHashMap<TextRange, (Item, ExprId)>,
}

impl<'db> FileTypes<'db> {
    /// Finds the places of all expressions.
    #[must_use]
    pub fn new(db: &'db dyn Db, file: File) -> Self {
        let map = source_map(db, file);
        let mut exprs = FxHashMap::default();
        for (id, body) in program(db, file).bodies() {
            for (expr, _) in body.exprs() {
                if let Some(span) = map.expr(id, expr) {
                    exprs.insert(span.full, (Item { file, body: id }, expr));
                }
            }
        }
        Self {
            db,
            file,
            owner: owner(db, file),
            exprs,
        }
    }

    /// What is known about the expression that covers exactly this range; of several, the outermost.
    #[must_use]
    pub fn inferred_at(&self, range: TextRange) -> Option<&'db Inferred> {
        let (item, expr) = self.exprs.get(&range)?;
        Some(infer(self.db, self.owner?.environment, *item).result(*expr))
    }

    /// The type of the expression that covers exactly this range.
    #[must_use]
    pub fn type_at(&self, range: TextRange) -> Option<Type> {
        let names = NameResolver::new(self.db, self.owner?.environment, self.file);
        Some(self.inferred_at(range)?.ty(&names))
    }
}
