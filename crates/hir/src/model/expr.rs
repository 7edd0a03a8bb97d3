//! The expressions.

use smol_str::SmolStr;

use super::ids::{DefinitionIndex, ExprId};
use super::literal::{FloatLiteral, IntegerLiteral, Radix};
use super::operator::{
    ArithmeticOperator, AssignmentOperator, ComparisonOperator, MatchOperator,
    RelationshipOperator, ResourceForm,
};
use crate::model::sub_node::{
    CaseOption, KeyedEntry, Operation, Parameter, Query, ResourceBody, SelectorEntry,
};

/// One expression; its operands are expressions of the same [`Body`](super::Body).
///
/// The variants are the expression classes of Puppet's model ([`Expr::class_name`]), without the abstract ones;
/// [`Expr::Missing`] and [`Expr::Definition`] are ours.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A hole where the source has an error. It has no counterpart in Puppet, and evaluates to Unknown.
    Missing,
    /// `Nop`: nothing, as the body of an empty source.
    Nop,
    /// A definition that stands here; its body is another one of the [`Program`](super::Program).
    Definition(DefinitionIndex),

    /// `undef`
    LiteralUndef,
    /// `default`
    LiteralDefault,
    /// `true`, `false`
    LiteralBoolean(bool),
    /// `42`, `052`, `0x2a`
    LiteralInteger {
        /// The value.
        value: IntegerLiteral,
        /// The notation.
        radix: Radix,
    },
    /// `1.5e3`
    LiteralFloat(FloatLiteral),
    /// A string without interpolation, with the escapes resolved; also text between interpolations.
    LiteralString(SmolStr),
    /// `/pattern/`: the pattern, as Ruby's regular expression has it (`\/` is `/`).
    LiteralRegularExpression(SmolStr),
    /// A name in lower case: `file`, `stdlib::merge`, and the name within a [`Expr::Variable`].
    QualifiedName(SmolStr),
    /// A name in upper case, as written: `File`, `Stdlib::Port`.
    QualifiedReference(SmolStr),
    /// A word that cannot be used as a name.
    ReservedWord {
        /// The word.
        word: SmolStr,
        /// Whether it is reserved for the future only (a warning).
        future: bool,
    },

    /// `$x`: the operand is the name ([`Body::variable_name`](super::Body::variable_name)), or what `${…}` holds
    /// where that is no name.
    Variable(ExprId),
    /// A string with interpolations: literal strings and [`Expr::Text`]s.
    ConcatenatedString(Box<[ExprId]>),
    /// `${expr}` within a string.
    Text(ExprId),
    /// `@(END)` and its text.
    Heredoc {
        /// The syntax of the text: `json` of `@(END:json)`.
        syntax: Option<SmolStr>,
        /// A literal or concatenated string.
        text: ExprId,
    },

    /// `[1, 2]`
    LiteralList(Box<[ExprId]>),
    /// `{ a => 1 }`
    LiteralHash(Box<[KeyedEntry]>),
    /// Statements in sequence.
    Block(Box<[ExprId]>),
    /// `(expr)`
    Parenthesized(ExprId),

    /// `!x`
    Not(ExprId),
    /// `-x`
    UnaryMinus(ExprId),
    /// `*x`
    Unfold(ExprId),
    /// `a + b`
    Arithmetic {
        /// The operator.
        operator: ArithmeticOperator,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `a < b`
    Comparison {
        /// The operator.
        operator: ComparisonOperator,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `a =~ b`
    Match {
        /// The operator.
        operator: MatchOperator,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `a in b`
    In {
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `a and b`
    And {
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `a or b`
    Or {
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `a = b`
    Assignment {
        /// The operator.
        operator: AssignmentOperator,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `A['x'] -> B['y']`
    Relationship {
        /// The operator.
        operator: RelationshipOperator,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },

    /// `left[keys]`
    Access {
        /// What is accessed.
        left: ExprId,
        /// The keys.
        keys: Box<[ExprId]>,
    },
    /// `left.right`: the functor of a method call.
    NamedAccess {
        /// Left of the dot.
        left: ExprId,
        /// Right of the dot.
        right: ExprId,
    },
    /// `f(x) |$y| { }`
    CallNamedFunction {
        /// Whether the value is used (not a statement).
        rval_required: bool,
        /// What is called: a name, as a rule.
        functor: ExprId,
        /// The arguments.
        arguments: Box<[ExprId]>,
        /// An [`Expr::Lambda`].
        lambda: Option<ExprId>,
    },
    /// `x.f(y) |$z| { }`
    CallMethod {
        /// Whether the value is used (not a statement).
        rval_required: bool,
        /// An [`Expr::NamedAccess`].
        functor: ExprId,
        /// The arguments.
        arguments: Box<[ExprId]>,
        /// An [`Expr::Lambda`].
        lambda: Option<ExprId>,
    },
    /// `|$x| >> Type { … }`
    Lambda {
        /// The parameters.
        parameters: Box<[Parameter]>,
        /// The type after `>>`.
        return_type: Option<ExprId>,
        /// A block, as a rule.
        body: Option<ExprId>,
    },

    /// `if test { … } else { … }`; `elsif` is an `if` in `otherwise`.
    If {
        /// The condition.
        test: ExprId,
        /// The block; nothing when the braces are empty.
        then: Option<ExprId>,
        /// What follows `else`; [`Expr::Nop`] without it.
        otherwise: Option<ExprId>,
    },
    /// `unless test { … } else { … }`
    Unless {
        /// The condition.
        test: ExprId,
        /// The block; nothing when the braces are empty.
        then: Option<ExprId>,
        /// What follows `else`; [`Expr::Nop`] without it.
        otherwise: Option<ExprId>,
    },
    /// `case test { … }`
    Case {
        /// The value that is tested.
        test: ExprId,
        /// The options.
        options: Box<[CaseOption]>,
    },
    /// `left ? { … }`
    Selector {
        /// The value that is tested.
        left: ExprId,
        /// The entries.
        selectors: Box<[SelectorEntry]>,
    },

    /// `file { … }`
    Resource {
        /// Regular, virtual or exported.
        form: ResourceForm,
        /// The type of the resources.
        type_name: ExprId,
        /// The resources.
        bodies: Box<[ResourceBody]>,
    },
    /// `File { … }`
    ResourceDefaults {
        /// Regular, virtual or exported (validation reports the latter two).
        form: ResourceForm,
        /// The type.
        type_ref: Option<ExprId>,
        /// The defaults.
        operations: Box<[Operation]>,
    },
    /// `File['x'] { … }`
    ResourceOverride {
        /// Regular, virtual or exported (validation reports the latter two).
        form: ResourceForm,
        /// The references.
        resources: ExprId,
        /// The operations.
        operations: Box<[Operation]>,
    },
    /// `File <| … |> { … }`
    Collect {
        /// The type.
        type_expr: ExprId,
        /// The query.
        query: Query,
        /// The operations.
        operations: Box<[Operation]>,
    },

    /// `apply(targets) { … }`
    Apply {
        /// The arguments.
        arguments: Box<[ExprId]>,
        /// An [`Expr::ApplyBlock`].
        body: Option<ExprId>,
    },
    /// The block of an [`Expr::Apply`].
    ApplyBlock(Box<[ExprId]>),

    /// A template.
    Epp {
        /// Whether it has `<%- | … | -%>`.
        parameters_specified: bool,
        /// Its text and expressions.
        body: Option<ExprId>,
    },
    /// Text of a template.
    RenderString(SmolStr),
    /// `<%= expr %>` of a template.
    Render(ExprId),
}

impl Expr {
    /// The parameters of the scope that the expression opens for its body: a lambda, or an `apply`, whose block is
    /// compiled by itself.
    #[must_use]
    pub fn parameters_of_scope(&self) -> Option<&[Parameter]> {
        match self {
            Expr::Lambda { parameters, .. } => Some(parameters),
            Expr::Apply { .. } => Some(&[]),
            _ => None,
        }
    }

    /// Whether it calls a function.
    #[must_use]
    pub fn is_call(&self) -> bool {
        matches!(
            self,
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. }
        )
    }

    /// The name of the class in Puppet's model; none for [`Expr::Missing`] and [`Expr::Definition`].
    pub fn class_name(&self) -> Option<&'static str> {
        Some(match self {
            Expr::Missing | Expr::Definition(_) => return None,
            Expr::Nop => "Nop",
            Expr::LiteralUndef => "LiteralUndef",
            Expr::LiteralDefault => "LiteralDefault",
            Expr::LiteralBoolean(_) => "LiteralBoolean",
            Expr::LiteralInteger { .. } => "LiteralInteger",
            Expr::LiteralFloat(_) => "LiteralFloat",
            Expr::LiteralString(_) => "LiteralString",
            Expr::LiteralRegularExpression(_) => "LiteralRegularExpression",
            Expr::QualifiedName(_) => "QualifiedName",
            Expr::QualifiedReference(_) => "QualifiedReference",
            Expr::ReservedWord { .. } => "ReservedWord",
            Expr::Variable(_) => "VariableExpression",
            Expr::ConcatenatedString(_) => "ConcatenatedString",
            Expr::Text(_) => "TextExpression",
            Expr::Heredoc { .. } => "HeredocExpression",
            Expr::LiteralList(_) => "LiteralList",
            Expr::LiteralHash(_) => "LiteralHash",
            Expr::Block(_) => "BlockExpression",
            Expr::Parenthesized(_) => "ParenthesizedExpression",
            Expr::Not(_) => "NotExpression",
            Expr::UnaryMinus(_) => "UnaryMinusExpression",
            Expr::Unfold(_) => "UnfoldExpression",
            Expr::Arithmetic { .. } => "ArithmeticExpression",
            Expr::Comparison { .. } => "ComparisonExpression",
            Expr::Match { .. } => "MatchExpression",
            Expr::In { .. } => "InExpression",
            Expr::And { .. } => "AndExpression",
            Expr::Or { .. } => "OrExpression",
            Expr::Assignment { .. } => "AssignmentExpression",
            Expr::Relationship { .. } => "RelationshipExpression",
            Expr::Access { .. } => "AccessExpression",
            Expr::NamedAccess { .. } => "NamedAccessExpression",
            Expr::CallNamedFunction { .. } => "CallNamedFunctionExpression",
            Expr::CallMethod { .. } => "CallMethodExpression",
            Expr::Lambda { .. } => "LambdaExpression",
            Expr::If { .. } => "IfExpression",
            Expr::Unless { .. } => "UnlessExpression",
            Expr::Case { .. } => "CaseExpression",
            Expr::Selector { .. } => "SelectorExpression",
            Expr::Resource { .. } => "ResourceExpression",
            Expr::ResourceDefaults { .. } => "ResourceDefaultsExpression",
            Expr::ResourceOverride { .. } => "ResourceOverrideExpression",
            Expr::Collect { .. } => "CollectExpression",
            Expr::Apply { .. } => "ApplyExpression",
            Expr::ApplyBlock(_) => "ApplyBlockExpression",
            Expr::Epp { .. } => "EppExpression",
            Expr::RenderString(_) => "RenderStringExpression",
            Expr::Render(_) => "RenderExpression",
        })
    }
}
