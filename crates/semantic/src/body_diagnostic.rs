//! A diagnostic within a body, without positions in the text.
//!
//! It stays valid when the text around its definition moves; the source map adds the positions. Queries compare it:
//! with ranges in it, each edit would change the diagnostics of all bodies after.

use puppet_db::{Db, FilePlace, line_index, parse, source_map};
use puppet_diagnostics::{Diagnostic, Fix, NamePlace, Place};
use puppet_hir::model::{ExprId, PartId};
use puppet_syntax::ast::{AstNode, ClassDef};
use puppet_syntax::tokens_at;
use puppet_text::{TextRange, TextSize};

pub use crate::body_fix::EditAnchor;
use crate::body_fix::to_file_edit;
use crate::index::file_origin::{owner, path_in_module};
use crate::index::item_tree::Item;

/// Something in a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The whole of an expression.
    Expr(ExprId),
    /// The whole of a part.
    Part(PartId),
    /// The name of a part: a parameter's variable, the name of an attribute.
    PartName(PartId),
    /// The name of the definition.
    Name,
    /// The name after `inherits`.
    ParentClass,
    /// A range of the text that a string stands for; the whole string where that is not written as it is.
    Within(ExprId, TextRange),
    /// A range of a file that has no expressions: of a template in Embedded Ruby.
    Text(TextRange),
}

impl Anchor {
    /// Where it is in the text.
    #[must_use]
    pub fn place(self, db: &dyn Db, item: Item) -> FilePlace {
        let map = source_map(db, item.file);
        let range = match self {
            Self::Expr(id) => map.expr(item.body, id).map(|span| span.full),
            Self::Part(id) => map.part(item.body, id).map(|part| part.span.full),
            Self::PartName(id) => map
                .part(item.body, id)
                .map(|part| part.name.unwrap_or(part.span.full)),
            Self::Name => map
                .definition(item.body)
                .map(|part| part.name.unwrap_or(part.span.full)),
            Self::ParentClass => parent_class_range(db, item),
            Self::Within(id, range) => map.expr(item.body, id).map(|span| {
                let text = item.file.text(db);
                within(text, span.full, range).unwrap_or(span.full)
            }),
            Self::Text(range) => Some(range),
        };
        Place::new(item.file, range.unwrap_or(TextRange::default()))
    }
}

/// Where the name after `inherits` stands.
fn parent_class_range(db: &dyn Db, item: Item) -> Option<TextRange> {
    let definition = source_map(db, item.file).definition(item.body)?;
    let root = parse(db, item.file).syntax();
    let name = tokens_at(&root, definition.name?.start()).right_biased()?;
    let class = name.parent_ancestors().find_map(ClassDef::cast)?;
    Some(class.inherits_clause()?.name()?.text_range())
}

/// The place of a range of a string's text, if the text stands as it is between its quotes.
fn within(source: &str, string: TextRange, range: TextRange) -> Option<TextRange> {
    let written = source.get(std::ops::Range::<usize>::from(string))?;
    let quote = written.chars().next().filter(|c| ['\'', '"'].contains(c))?;
    let text = written.get(1..)?.strip_suffix(quote)?;
    let start = string.start() + TextSize::of(quote);
    let is_there = !text.contains('\\') && range.end() <= TextSize::of(text);
    is_there.then(|| range + start)
}

/// Stands in a message for the file and line of the first related place, which may move.
pub const MESSAGE_PLACE: &str = "\u{fffc}";

/// A place of a body, without positions in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BodyPlace {
    /// The definition that it is in, if it is another one.
    pub item: Option<Item>,
    /// What is there.
    pub anchor: Anchor,
    /// Where an edit puts its text.
    pub spot: EditAnchor,
}

impl From<Anchor> for BodyPlace {
    fn from(anchor: Anchor) -> Self {
        (anchor, EditAnchor::Instead).into()
    }
}

impl From<(Anchor, EditAnchor)> for BodyPlace {
    fn from((anchor, spot): (Anchor, EditAnchor)) -> Self {
        let item = None;
        Self { item, anchor, spot }
    }
}

impl From<(Item, Anchor)> for BodyPlace {
    fn from((item, anchor): (Item, Anchor)) -> Self {
        Self {
            item: Some(item),
            ..anchor.into()
        }
    }
}

impl NamePlace for BodyPlace {
    fn of_name(mut self) -> Self {
        self.spot = EditAnchor::Name;
        self
    }
}

/// A diagnostic of a body.
pub type BodyDiagnostic = Diagnostic<BodyPlace>;

/// A fix of a diagnostic, without positions in the text.
pub type BodyFix = Fix<BodyPlace>;

/// The diagnostic of a definition, with the positions of now.
#[must_use]
pub fn to_file_diagnostic(
    db: &dyn Db,
    item: Item,
    diagnostic: &BodyDiagnostic,
) -> Diagnostic<FilePlace> {
    let place = |place: &BodyPlace| place.anchor.place(db, place.item.unwrap_or(item));
    let mut found = diagnostic.relocate(place, |edit| to_file_edit(edit, db, item));
    if let Some(declared) = found.related.first()
        && found.message.contains(MESSAGE_PLACE)
    {
        let shown = file_and_line(db, declared.place);
        found.message = found.message.replace(MESSAGE_PLACE, &shown);
    }
    found
}

/// The path and line of a place, for a message: "manifests/init.pp:3".
fn file_and_line(db: &dyn Db, Place { file, range }: FilePlace) -> String {
    let line = line_index(db, file).line(range.start()) + 1;
    let module = owner(db, file).and_then(|owner| owner.module);
    let path = module.and_then(|module| path_in_module(db, module, file));
    let path = path.unwrap_or_else(|| {
        let path = file.path(db);
        path.rsplit('/').next().unwrap_or(path)
    });
    format!("{path}:{line}")
}
