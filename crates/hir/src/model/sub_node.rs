//! Sub-nodes: parts of expressions that have a position of their own but are not expressions.

use smol_str::SmolStr;

use crate::model::ids::{ExprId, PartId};

/// `key => value` of a hash.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyedEntry {
    /// Where it is.
    pub part: PartId,
    /// Left of the arrow.
    pub key: ExprId,
    /// Right of the arrow.
    pub value: ExprId,
}

/// `v1, v2: { … }` of a case expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CaseOption {
    /// Where it is.
    pub part: PartId,
    /// The values to match: never empty.
    pub values: Box<[ExprId]>,
    /// What to evaluate: a block, or nothing when the braces are empty.
    pub then: Option<ExprId>,
}

/// `match => value` of a selector.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SelectorEntry {
    /// Where it is.
    pub part: PartId,
    /// Left of the arrow.
    pub matching: ExprId,
    /// Right of the arrow.
    pub value: ExprId,
}

/// `<| … |>` or `<<| … |>>` of a collector.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Query {
    /// Where it is.
    pub part: PartId,
    /// Which brackets.
    pub kind: QueryKind,
    /// The query; nothing collects all.
    pub expr: Option<ExprId>,
}

/// The two kinds of queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QueryKind {
    /// `<| |>`
    Virtual,
    /// `<<| |>>`
    Exported,
}

/// The operator of an [`AttributeOperation`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeOperator {
    /// `=>`
    Set,
    /// `+>`
    Append,
}

impl AttributeOperator {
    /// The operator's spelling in the source.
    pub fn text(self) -> &'static str {
        match self {
            AttributeOperator::Set => "=>",
            AttributeOperator::Append => "+>",
        }
    }
}

/// `name => value` of a resource.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AttributeOperation {
    /// Where it is; its name's range is the part's name range.
    pub part: PartId,
    /// The attribute.
    pub name: SmolStr,
    /// `=>` or `+>`.
    pub operator: AttributeOperator,
    /// The value.
    pub value: ExprId,
}

/// One operation in a resource's body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `name => value`
    Attribute(AttributeOperation),
    /// `* => hash`
    Attributes {
        /// Where it is.
        part: PartId,
        /// The hash.
        expr: ExprId,
    },
}

impl Operation {
    /// Where the operation is.
    pub fn part(&self) -> PartId {
        match self {
            Operation::Attribute(attribute) => attribute.part,
            Operation::Attributes { part, .. } => *part,
        }
    }

    /// The expression of the value, or of the hash.
    pub fn value(&self) -> ExprId {
        match self {
            Operation::Attribute(attribute) => attribute.value,
            Operation::Attributes { expr, .. } => *expr,
        }
    }
}

/// `title: attribute => value, …` of a resource expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResourceBody {
    /// Where it is.
    pub part: PartId,
    /// The title; without one it is a resource default written in lower case, which validation reports.
    pub title: Option<ExprId>,
    /// The attributes.
    pub operations: Box<[Operation]>,
}

/// A parameter of a definition, lambda or template.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// Where it is; the range of its variable is the part's name range.
    pub part: PartId,
    /// The name, without `$`.
    pub name: SmolStr,
    /// The type, when there is one.
    pub type_expr: Option<ExprId>,
    /// The default value, when there is one.
    pub value: Option<ExprId>,
    /// `*$rest`
    pub captures_rest: bool,
}

/// A borrowed view of any part, for walks that treat all alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubNode<'a> {
    /// An entry of a hash.
    KeyedEntry(&'a KeyedEntry),
    /// An option of a case expression.
    CaseOption(&'a CaseOption),
    /// An entry of a selector.
    SelectorEntry(&'a SelectorEntry),
    /// The query of a collector.
    Query(&'a Query),
    /// An operation on an attribute.
    Operation(&'a Operation),
    /// One body of a resource expression.
    ResourceBody(&'a ResourceBody),
    /// A parameter.
    Parameter(&'a Parameter),
}

impl SubNode<'_> {
    /// The part's id.
    pub fn id(&self) -> PartId {
        match self {
            SubNode::KeyedEntry(it) => it.part,
            SubNode::CaseOption(it) => it.part,
            SubNode::SelectorEntry(it) => it.part,
            SubNode::Query(it) => it.part,
            SubNode::Operation(it) => it.part(),
            SubNode::ResourceBody(it) => it.part,
            SubNode::Parameter(it) => it.part,
        }
    }

    /// Calls `visit` for each operand that stands in the part, and in no part of it.
    pub(super) fn for_each_child(&self, visit: &mut dyn FnMut(ExprId)) {
        match self {
            SubNode::KeyedEntry(it) => [it.key, it.value].into_iter().for_each(visit),
            SubNode::CaseOption(it) => it.values.iter().copied().chain(it.then).for_each(visit),
            SubNode::SelectorEntry(it) => [it.matching, it.value].into_iter().for_each(visit),
            SubNode::Query(it) => it.expr.into_iter().for_each(visit),
            SubNode::Operation(it) => visit(it.value()),
            SubNode::ResourceBody(it) => it.title.into_iter().for_each(visit),
            SubNode::Parameter(it) => it
                .type_expr
                .iter()
                .chain(&it.value)
                .copied()
                .for_each(visit),
        }
    }
}
