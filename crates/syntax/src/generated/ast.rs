//! Generated from `puppet.ungram` by `cargo xtask codegen`: edit the table, not this file.

use crate::{
    SyntaxKind::{self, *},
    SyntaxNode, SyntaxToken,
    ast::{AstChildren, AstNode, support},
};

/// A node of kind [`SOURCE_FILE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourceFile {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for SourceFile {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SOURCE_FILE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(SourceFile { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl SourceFile {
    /// The children `statements`.
    pub fn statements(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
}

/// A node of kind [`EPP_TEMPLATE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EppTemplate {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for EppTemplate {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == EPP_TEMPLATE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(EppTemplate { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl EppTemplate {
    /// The child `param_list`.
    pub fn param_list(&self) -> Option<ParamList> {
        support::child(&self.syntax)
    }

    /// The children `statements`.
    pub fn statements(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
}

/// A node of kind [`PARAM_LIST`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParamList {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ParamList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PARAM_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ParamList { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ParamList {
    /// The children `parameters`.
    pub fn parameters(&self) -> AstChildren<Param> {
        support::children(&self.syntax)
    }
}

/// A node of kind [`TYPE_SOURCE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeSource {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for TypeSource {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_SOURCE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(TypeSource { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TypeSource {
    /// The child `expr`.
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`BLOCK`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Block {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for Block {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BLOCK
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Block { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Block {
    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `statements`.
    pub fn statements(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`NAME_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NameExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for NameExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NAME_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(NameExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl NameExpr {
    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[NAME, TYPE_KW, CLASS_KW])
    }
}

/// A node of kind [`TYPE_REF`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeRef {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for TypeRef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_REF
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(TypeRef { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TypeRef {
    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[CLASS_REF])
    }
}

/// A node of kind [`VARIABLE_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VariableExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for VariableExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == VARIABLE_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(VariableExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl VariableExpr {
    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[VARIABLE, IMPLICIT_VARIABLE])
    }
}

/// A node of kind [`STRING_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StringExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for StringExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == STRING_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(StringExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl StringExpr {
    /// The token `text`.
    pub fn text_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[SQ_STRING, DQ_STRING, WORD])
    }
}

/// A node of kind [`INTERPOLATED_STRING`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InterpolatedString {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for InterpolatedString {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == INTERPOLATED_STRING
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(InterpolatedString { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl InterpolatedString {
    /// The token `string_start`.
    pub fn string_start_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[STRING_START])
    }

    /// The children `variable_exprs`.
    pub fn variable_exprs(&self) -> AstChildren<VariableExpr> {
        support::children(&self.syntax)
    }

    /// The children `interpolations`.
    pub fn interpolations(&self) -> AstChildren<Interpolation> {
        support::children(&self.syntax)
    }

    /// The token `string_end`.
    pub fn string_end_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[STRING_END])
    }
}

/// A node of kind [`HEREDOC`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Heredoc {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for Heredoc {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == HEREDOC
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Heredoc { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Heredoc {
    /// The token `tag`.
    pub fn tag_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[HEREDOC_TAG])
    }
}

/// A node of kind [`NUMBER_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NumberExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for NumberExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NUMBER_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(NumberExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl NumberExpr {
    /// The token `text`.
    pub fn text_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[INTEGER, FLOAT])
    }
}

/// A node of kind [`BOOLEAN_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BooleanExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for BooleanExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BOOLEAN_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(BooleanExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl BooleanExpr {
    /// The token `value`.
    pub fn value_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[TRUE_KW, FALSE_KW])
    }
}

/// A node of kind [`DEFAULT_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DefaultExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for DefaultExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DEFAULT_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(DefaultExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl DefaultExpr {
    /// The token `default`.
    pub fn default_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[DEFAULT_KW])
    }
}

/// A node of kind [`UNDEF_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UndefExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for UndefExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == UNDEF_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(UndefExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl UndefExpr {
    /// The token `undef`.
    pub fn undef_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[UNDEF_KW])
    }
}

/// A node of kind [`REGEX_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RegexExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for RegexExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == REGEX_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(RegexExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl RegexExpr {
    /// The token `regex`.
    pub fn regex_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[REGEX])
    }
}

/// A node of kind [`RESERVED_WORD_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReservedWordExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ReservedWordExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RESERVED_WORD_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ReservedWordExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ReservedWordExpr {
    /// The token `word`.
    pub fn word_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[PRIVATE_KW, ATTR_KW])
    }
}

/// A node of kind [`KEYWORD_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeywordExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for KeywordExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == KEYWORD_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(KeywordExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl KeywordExpr {
    /// The token `word`.
    pub fn word_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[TYPE_KW, FUNCTION_KW])
    }
}

/// A node of kind [`LIST_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ListExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ListExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LIST_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ListExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ListExpr {
    /// The token `l_brack`.
    pub fn l_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACK])
    }

    /// The children `elements`.
    pub fn elements(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }

    /// The token `r_brack`.
    pub fn r_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACK])
    }
}

/// A node of kind [`HASH_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HashExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for HashExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == HASH_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(HashExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl HashExpr {
    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `entries`.
    pub fn entries(&self) -> AstChildren<HashEntry> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`HASH_ENTRY`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HashEntry {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for HashEntry {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == HASH_ENTRY
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(HashEntry { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl HashEntry {
    /// The child `key`.
    pub fn key(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `fat_arrow`.
    pub fn fat_arrow_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[FAT_ARROW])
    }

    /// The child `value`.
    pub fn value(&self) -> Option<Expr> {
        support::nth_child(&self.syntax, 1)
    }
}

/// A node of kind [`PAREN_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParenExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ParenExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PAREN_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ParenExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ParenExpr {
    /// The token `l_paren`.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_PAREN])
    }

    /// The child `expr`.
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `r_paren`.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_PAREN])
    }
}

/// A node of kind [`PREFIX_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PrefixExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for PrefixExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PREFIX_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(PrefixExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl PrefixExpr {
    /// The token `op`.
    pub fn op_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[MINUS, BANG, STAR])
    }

    /// The child `expr`.
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`BIN_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BinExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for BinExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BIN_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(BinExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl BinExpr {
    /// The child `lhs`.
    pub fn lhs(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `op`.
    pub fn op_token(&self) -> Option<SyntaxToken> {
        support::token(
            &self.syntax,
            &[
                IN_KW, EQ_TILDE, BANG_TILDE, STAR, SLASH, PERCENT, MINUS, PLUS, SHL, SHR, BANG_EQ,
                EQ_EQ, GT_EQ, GT, LT, LT_EQ, AND_KW, OR_KW,
            ],
        )
    }

    /// The child `rhs`.
    pub fn rhs(&self) -> Option<Expr> {
        support::nth_child(&self.syntax, 1)
    }
}

/// A node of kind [`ASSIGN_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AssignExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for AssignExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ASSIGN_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(AssignExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl AssignExpr {
    /// The child `lhs`.
    pub fn lhs(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `op`.
    pub fn op_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[EQ, PLUS_EQ, MINUS_EQ])
    }

    /// The child `rhs`.
    pub fn rhs(&self) -> Option<Expr> {
        support::nth_child(&self.syntax, 1)
    }
}

/// A node of kind [`RELATIONSHIP_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RelationshipExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for RelationshipExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RELATIONSHIP_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(RelationshipExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl RelationshipExpr {
    /// The child `lhs`.
    pub fn lhs(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `op`.
    pub fn op_token(&self) -> Option<SyntaxToken> {
        support::token(
            &self.syntax,
            &[IN_EDGE, IN_EDGE_SUB, OUT_EDGE, OUT_EDGE_SUB],
        )
    }

    /// The child `rhs`.
    pub fn rhs(&self) -> Option<Expr> {
        support::nth_child(&self.syntax, 1)
    }
}

/// A node of kind [`SELECTOR_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SelectorExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for SelectorExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SELECTOR_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(SelectorExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl SelectorExpr {
    /// The child `subject`.
    pub fn subject(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `question`.
    pub fn question_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[QUESTION])
    }

    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `entries`.
    pub fn entries(&self) -> AstChildren<SelectorEntry> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`ACCESS_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AccessExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for AccessExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ACCESS_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(AccessExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl AccessExpr {
    /// The child `base`.
    pub fn base(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The child `access_keys`.
    pub fn access_keys(&self) -> Option<AccessKeys> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`CALL_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for CallExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CALL_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(CallExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CallExpr {
    /// The child `functor`.
    pub fn functor(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The child `arg_list`.
    pub fn arg_list(&self) -> Option<ArgList> {
        support::child(&self.syntax)
    }

    /// The child `lambda`.
    pub fn lambda(&self) -> Option<Lambda> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`METHOD_CALL_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodCallExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for MethodCallExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == METHOD_CALL_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(MethodCallExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl MethodCallExpr {
    /// The child `receiver`.
    pub fn receiver(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `dot`.
    pub fn dot_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[DOT])
    }

    /// The child `method_name`.
    pub fn method_name(&self) -> Option<MethodName> {
        support::child(&self.syntax)
    }

    /// The child `arg_list`.
    pub fn arg_list(&self) -> Option<ArgList> {
        support::child(&self.syntax)
    }

    /// The child `lambda`.
    pub fn lambda(&self) -> Option<Lambda> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`STATEMENT_CALL`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StatementCall {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for StatementCall {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == STATEMENT_CALL
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(StatementCall { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl StatementCall {
    /// The children `operands`.
    pub fn operands(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
}

/// A node of kind [`COMMA_LIST`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CommaList {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for CommaList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == COMMA_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(CommaList { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CommaList {
    /// The children `operands`.
    pub fn operands(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
}

/// A node of kind [`APPLY_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ApplyExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ApplyExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == APPLY_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ApplyExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ApplyExpr {
    /// The token `apply`.
    pub fn apply_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[APPLY_KW])
    }

    /// The child `arg_list`.
    pub fn arg_list(&self) -> Option<ArgList> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`IF_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IfExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for IfExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == IF_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(IfExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl IfExpr {
    /// The token `keyword`.
    pub fn keyword_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[IF_KW, ELSIF_KW])
    }

    /// The child `condition`.
    pub fn condition(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The child `then`.
    pub fn then(&self) -> Option<Block> {
        support::child(&self.syntax)
    }

    /// The child `else_clause`.
    pub fn else_clause(&self) -> Option<ElseClause> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`UNLESS_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnlessExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for UnlessExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == UNLESS_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(UnlessExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl UnlessExpr {
    /// The token `unless`.
    pub fn unless_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[UNLESS_KW])
    }

    /// The child `condition`.
    pub fn condition(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The child `then`.
    pub fn then(&self) -> Option<Block> {
        support::child(&self.syntax)
    }

    /// The child `else_clause`.
    pub fn else_clause(&self) -> Option<ElseClause> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`CASE_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CaseExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for CaseExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CASE_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(CaseExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CaseExpr {
    /// The token `case`.
    pub fn case_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[CASE_KW])
    }

    /// The child `subject`.
    pub fn subject(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `options`.
    pub fn options(&self) -> AstChildren<CaseOption> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`VIRTUAL_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VirtualExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for VirtualExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == VIRTUAL_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(VirtualExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl VirtualExpr {
    /// The token `at`.
    pub fn at_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[AT, AT_AT])
    }

    /// The child `expr`.
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`RESOURCE_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResourceExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ResourceExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RESOURCE_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ResourceExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ResourceExpr {
    /// The child `type_name`.
    pub fn type_name(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `bodies`.
    pub fn bodies(&self) -> AstChildren<ResourceBody> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`RESOURCE_OVERRIDE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResourceOverride {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ResourceOverride {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RESOURCE_OVERRIDE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ResourceOverride { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ResourceOverride {
    /// The child `reference`.
    pub fn reference(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `operations`.
    pub fn operations(&self) -> AstChildren<AttributeOperation> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`RESOURCE_DEFAULTS`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResourceDefaults {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ResourceDefaults {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RESOURCE_DEFAULTS
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ResourceDefaults { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ResourceDefaults {
    /// The child `type_ref`.
    pub fn type_ref(&self) -> Option<TypeRef> {
        support::child(&self.syntax)
    }

    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `operations`.
    pub fn operations(&self) -> AstChildren<AttributeOperation> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`UNTITLED_RESOURCE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UntitledResource {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for UntitledResource {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == UNTITLED_RESOURCE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(UntitledResource { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl UntitledResource {
    /// The child `expr`.
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `operations`.
    pub fn operations(&self) -> AstChildren<AttributeOperation> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`COLLECT_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CollectExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for CollectExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == COLLECT_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(CollectExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CollectExpr {
    /// The child `type_expr`.
    pub fn type_expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The child `query`.
    pub fn query(&self) -> Option<Query> {
        support::child(&self.syntax)
    }

    /// The token `l_brace`.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACE])
    }

    /// The children `operations`.
    pub fn operations(&self) -> AstChildren<AttributeOperation> {
        support::children(&self.syntax)
    }

    /// The token `r_brace`.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACE])
    }
}

/// A node of kind [`CLASS_DEF`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClassDef {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ClassDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CLASS_DEF
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ClassDef { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ClassDef {
    /// The token `class`.
    pub fn class_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[CLASS_KW])
    }

    /// The child `def_name`.
    pub fn def_name(&self) -> Option<DefName> {
        support::child(&self.syntax)
    }

    /// The child `param_list`.
    pub fn param_list(&self) -> Option<ParamList> {
        support::child(&self.syntax)
    }

    /// The child `inherits_clause`.
    pub fn inherits_clause(&self) -> Option<InheritsClause> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`DEFINE_DEF`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DefineDef {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for DefineDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DEFINE_DEF
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(DefineDef { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl DefineDef {
    /// The token `define`.
    pub fn define_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[DEFINE_KW])
    }

    /// The child `def_name`.
    pub fn def_name(&self) -> Option<DefName> {
        support::child(&self.syntax)
    }

    /// The child `param_list`.
    pub fn param_list(&self) -> Option<ParamList> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`FUNCTION_DEF`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionDef {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for FunctionDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == FUNCTION_DEF
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(FunctionDef { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl FunctionDef {
    /// The token `function`.
    pub fn function_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[FUNCTION_KW])
    }

    /// The child `def_name`.
    pub fn def_name(&self) -> Option<DefName> {
        support::child(&self.syntax)
    }

    /// The child `param_list`.
    pub fn param_list(&self) -> Option<ParamList> {
        support::child(&self.syntax)
    }

    /// The child `return_type`.
    pub fn return_type(&self) -> Option<ReturnType> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`PLAN_DEF`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlanDef {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for PlanDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PLAN_DEF
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(PlanDef { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl PlanDef {
    /// The token `plan`.
    pub fn plan_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[PLAN_KW])
    }

    /// The child `def_name`.
    pub fn def_name(&self) -> Option<DefName> {
        support::child(&self.syntax)
    }

    /// The child `param_list`.
    pub fn param_list(&self) -> Option<ParamList> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`NODE_DEF`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NodeDef {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for NodeDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NODE_DEF
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(NodeDef { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl NodeDef {
    /// The token `node`.
    pub fn node_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[NODE_KW])
    }

    /// The child `host_matches`.
    pub fn host_matches(&self) -> Option<HostMatches> {
        support::child(&self.syntax)
    }

    /// The child `inherits_clause`.
    pub fn inherits_clause(&self) -> Option<InheritsClause> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`TYPE_ALIAS`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeAlias {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for TypeAlias {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_ALIAS
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(TypeAlias { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TypeAlias {
    /// The token `type`.
    pub fn type_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[TYPE_KW])
    }

    /// The child `lhs`.
    pub fn lhs(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `eq`.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[EQ])
    }

    /// The child `rhs`.
    pub fn rhs(&self) -> Option<Expr> {
        support::nth_child(&self.syntax, 1)
    }
}

/// A node of kind [`TYPE_MAPPING`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeMapping {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for TypeMapping {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_MAPPING
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(TypeMapping { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TypeMapping {
    /// The token `type`.
    pub fn type_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[TYPE_KW])
    }

    /// The child `lhs`.
    pub fn lhs(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `eq`.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[EQ])
    }

    /// The child `rhs`.
    pub fn rhs(&self) -> Option<Expr> {
        support::nth_child(&self.syntax, 1)
    }
}

/// A node of kind [`TYPE_DEF`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeDef {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for TypeDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_DEF
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(TypeDef { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TypeDef {
    /// The token `type`.
    pub fn type_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[TYPE_KW])
    }

    /// The child `def_name`.
    pub fn def_name(&self) -> Option<DefName> {
        support::child(&self.syntax)
    }

    /// The child `inherits_clause`.
    pub fn inherits_clause(&self) -> Option<InheritsClause> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`RENDER_TEXT`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RenderText {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for RenderText {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RENDER_TEXT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(RenderText { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl RenderText {
    /// The token `epp_text`.
    pub fn epp_text_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[EPP_TEXT])
    }
}

/// A node of kind [`RENDER_EXPR`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RenderExpr {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for RenderExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RENDER_EXPR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(RenderExpr { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl RenderExpr {
    /// The token `epp_open_expr`.
    pub fn epp_open_expr_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[EPP_OPEN_EXPR])
    }

    /// The child `expr`.
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }

    /// The token `close`.
    pub fn close_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[EPP_CLOSE, EPP_CLOSE_TRIM])
    }
}

/// A node of kind [`INTERPOLATION`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Interpolation {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for Interpolation {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == INTERPOLATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Interpolation { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Interpolation {
    /// The token `interpolation_start`.
    pub fn interpolation_start_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[INTERPOLATION_START])
    }

    /// The child `expr`.
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `interpolation_end`.
    pub fn interpolation_end_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[INTERPOLATION_END])
    }
}

/// A node of kind [`HEREDOC_BODY`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HeredocBody {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for HeredocBody {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == HEREDOC_BODY
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(HeredocBody { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl HeredocBody {
    /// The children `variable_exprs`.
    pub fn variable_exprs(&self) -> AstChildren<VariableExpr> {
        support::children(&self.syntax)
    }

    /// The children `interpolations`.
    pub fn interpolations(&self) -> AstChildren<Interpolation> {
        support::children(&self.syntax)
    }

    /// The token `end`.
    pub fn end_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[HEREDOC_END])
    }
}

/// A node of kind [`SELECTOR_ENTRY`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SelectorEntry {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for SelectorEntry {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SELECTOR_ENTRY
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(SelectorEntry { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl SelectorEntry {
    /// The child `pattern`.
    pub fn pattern(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `fat_arrow`.
    pub fn fat_arrow_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[FAT_ARROW])
    }

    /// The child `value`.
    pub fn value(&self) -> Option<Expr> {
        support::nth_child(&self.syntax, 1)
    }
}

/// A node of kind [`ACCESS_KEYS`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AccessKeys {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for AccessKeys {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ACCESS_KEYS
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(AccessKeys { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl AccessKeys {
    /// The token `l_brack`.
    pub fn l_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_BRACK])
    }

    /// The children `keys`.
    pub fn keys(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }

    /// The token `r_brack`.
    pub fn r_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_BRACK])
    }
}

/// A node of kind [`ARG_LIST`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArgList {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ArgList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ARG_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ArgList { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ArgList {
    /// The token `l_paren`.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_PAREN])
    }

    /// The children `args`.
    pub fn args(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }

    /// The token `r_paren`.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_PAREN])
    }
}

/// A node of kind [`LAMBDA`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lambda {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for Lambda {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LAMBDA
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Lambda { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Lambda {
    /// The child `param_list`.
    pub fn param_list(&self) -> Option<ParamList> {
        support::child(&self.syntax)
    }

    /// The child `return_type`.
    pub fn return_type(&self) -> Option<ReturnType> {
        support::child(&self.syntax)
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`METHOD_NAME`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodName {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for MethodName {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == METHOD_NAME
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(MethodName { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl MethodName {
    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[NAME, TYPE_KW])
    }
}

/// A node of kind [`RETURN_TYPE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReturnType {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ReturnType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RETURN_TYPE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ReturnType { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ReturnType {
    /// The token `shr`.
    pub fn shr_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[SHR])
    }

    /// The child `ty`.
    pub fn ty(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`ELSE_CLAUSE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ElseClause {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ElseClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ELSE_CLAUSE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ElseClause { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ElseClause {
    /// The token `else`.
    pub fn else_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[ELSE_KW])
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }

    /// The child `if_expr`.
    pub fn if_expr(&self) -> Option<IfExpr> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`CASE_OPTION`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CaseOption {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for CaseOption {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CASE_OPTION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(CaseOption { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CaseOption {
    /// The children `values`.
    pub fn values(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }

    /// The token `colon`.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[COLON])
    }

    /// The child `block`.
    pub fn block(&self) -> Option<Block> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`RESOURCE_BODY`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResourceBody {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for ResourceBody {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RESOURCE_BODY
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(ResourceBody { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ResourceBody {
    /// The child `title`.
    pub fn title(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `colon`.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[COLON])
    }

    /// The children `operations`.
    pub fn operations(&self) -> AstChildren<AttributeOperation> {
        support::children(&self.syntax)
    }
}

/// A node of kind [`ATTRIBUTE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Attribute {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for Attribute {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ATTRIBUTE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Attribute { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Attribute {
    /// The child `attribute_name`.
    pub fn attribute_name(&self) -> Option<AttributeName> {
        support::child(&self.syntax)
    }

    /// The token `op`.
    pub fn op_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[FAT_ARROW, PLUS_ARROW])
    }

    /// The child `value`.
    pub fn value(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`ATTRIBUTE_SPLAT`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AttributeSplat {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for AttributeSplat {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ATTRIBUTE_SPLAT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(AttributeSplat { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl AttributeSplat {
    /// The token `star`.
    pub fn star_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[STAR])
    }

    /// The token `fat_arrow`.
    pub fn fat_arrow_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[FAT_ARROW])
    }

    /// The child `value`.
    pub fn value(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`ATTRIBUTE_NAME`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AttributeName {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for AttributeName {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ATTRIBUTE_NAME
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(AttributeName { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl AttributeName {
    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[NAME])
    }
}

/// A node of kind [`QUERY`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Query {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for Query {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == QUERY
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Query { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Query {
    /// The token `open`.
    pub fn open_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[L_COLLECT, LL_COLLECT])
    }

    /// The child `expr`.
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }

    /// The token `close`.
    pub fn close_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[R_COLLECT, RR_COLLECT])
    }
}

/// A node of kind [`DEF_NAME`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DefName {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for DefName {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DEF_NAME
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(DefName { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl DefName {
    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[NAME, WORD, CLASS_REF])
    }
}

/// A node of kind [`INHERITS_CLAUSE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InheritsClause {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for InheritsClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == INHERITS_CLAUSE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(InheritsClause { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl InheritsClause {
    /// The token `inherits`.
    pub fn inherits_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[INHERITS_KW])
    }

    /// The child `name_ref`.
    pub fn name_ref(&self) -> Option<NameRef> {
        support::child(&self.syntax)
    }

    /// The child `host_match`.
    pub fn host_match(&self) -> Option<HostMatch> {
        support::child(&self.syntax)
    }
}

/// A node of kind [`HOST_MATCHES`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HostMatches {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for HostMatches {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == HOST_MATCHES
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(HostMatches { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl HostMatches {
    /// The children `host_matchs`.
    pub fn host_matchs(&self) -> AstChildren<HostMatch> {
        support::children(&self.syntax)
    }
}

/// A node of kind [`NAME_REF`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NameRef {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for NameRef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NAME_REF
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(NameRef { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl NameRef {
    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[NAME, WORD, CLASS_REF, DEFAULT_KW])
    }
}

/// A node of kind [`HOST_NAME`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HostName {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for HostName {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == HOST_NAME
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(HostName { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl HostName {
    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[NAME])
    }
}

/// A node of kind [`PARAM`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Param {
    pub(crate) syntax: SyntaxNode,
}

impl AstNode for Param {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PARAM
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Param { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Param {
    /// The token `star`.
    pub fn star_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[STAR])
    }

    /// The token `name`.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, &[VARIABLE])
    }
}

/// Any of these nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// See [`NameExpr`].
    NameExpr(NameExpr),
    /// See [`TypeRef`].
    TypeRef(TypeRef),
    /// See [`VariableExpr`].
    VariableExpr(VariableExpr),
    /// See [`StringExpr`].
    StringExpr(StringExpr),
    /// See [`InterpolatedString`].
    InterpolatedString(InterpolatedString),
    /// See [`Heredoc`].
    Heredoc(Heredoc),
    /// See [`NumberExpr`].
    NumberExpr(NumberExpr),
    /// See [`BooleanExpr`].
    BooleanExpr(BooleanExpr),
    /// See [`DefaultExpr`].
    DefaultExpr(DefaultExpr),
    /// See [`UndefExpr`].
    UndefExpr(UndefExpr),
    /// See [`RegexExpr`].
    RegexExpr(RegexExpr),
    /// See [`ReservedWordExpr`].
    ReservedWordExpr(ReservedWordExpr),
    /// See [`KeywordExpr`].
    KeywordExpr(KeywordExpr),
    /// See [`ListExpr`].
    ListExpr(ListExpr),
    /// See [`HashExpr`].
    HashExpr(HashExpr),
    /// See [`HashEntry`].
    HashEntry(HashEntry),
    /// See [`ParenExpr`].
    ParenExpr(ParenExpr),
    /// See [`PrefixExpr`].
    PrefixExpr(PrefixExpr),
    /// See [`BinExpr`].
    BinExpr(BinExpr),
    /// See [`AssignExpr`].
    AssignExpr(AssignExpr),
    /// See [`RelationshipExpr`].
    RelationshipExpr(RelationshipExpr),
    /// See [`SelectorExpr`].
    SelectorExpr(SelectorExpr),
    /// See [`AccessExpr`].
    AccessExpr(AccessExpr),
    /// See [`CallExpr`].
    CallExpr(CallExpr),
    /// See [`MethodCallExpr`].
    MethodCallExpr(MethodCallExpr),
    /// See [`StatementCall`].
    StatementCall(StatementCall),
    /// See [`CommaList`].
    CommaList(CommaList),
    /// See [`ApplyExpr`].
    ApplyExpr(ApplyExpr),
    /// See [`IfExpr`].
    IfExpr(IfExpr),
    /// See [`UnlessExpr`].
    UnlessExpr(UnlessExpr),
    /// See [`CaseExpr`].
    CaseExpr(CaseExpr),
    /// See [`VirtualExpr`].
    VirtualExpr(VirtualExpr),
    /// See [`ResourceExpr`].
    ResourceExpr(ResourceExpr),
    /// See [`ResourceOverride`].
    ResourceOverride(ResourceOverride),
    /// See [`ResourceDefaults`].
    ResourceDefaults(ResourceDefaults),
    /// See [`UntitledResource`].
    UntitledResource(UntitledResource),
    /// See [`CollectExpr`].
    CollectExpr(CollectExpr),
    /// See [`ClassDef`].
    ClassDef(ClassDef),
    /// See [`DefineDef`].
    DefineDef(DefineDef),
    /// See [`FunctionDef`].
    FunctionDef(FunctionDef),
    /// See [`PlanDef`].
    PlanDef(PlanDef),
    /// See [`NodeDef`].
    NodeDef(NodeDef),
    /// See [`TypeAlias`].
    TypeAlias(TypeAlias),
    /// See [`TypeMapping`].
    TypeMapping(TypeMapping),
    /// See [`TypeDef`].
    TypeDef(TypeDef),
    /// See [`RenderText`].
    RenderText(RenderText),
    /// See [`RenderExpr`].
    RenderExpr(RenderExpr),
}

impl AstNode for Expr {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            NAME_EXPR
                | TYPE_REF
                | VARIABLE_EXPR
                | STRING_EXPR
                | INTERPOLATED_STRING
                | HEREDOC
                | NUMBER_EXPR
                | BOOLEAN_EXPR
                | DEFAULT_EXPR
                | UNDEF_EXPR
                | REGEX_EXPR
                | RESERVED_WORD_EXPR
                | KEYWORD_EXPR
                | LIST_EXPR
                | HASH_EXPR
                | HASH_ENTRY
                | PAREN_EXPR
                | PREFIX_EXPR
                | BIN_EXPR
                | ASSIGN_EXPR
                | RELATIONSHIP_EXPR
                | SELECTOR_EXPR
                | ACCESS_EXPR
                | CALL_EXPR
                | METHOD_CALL_EXPR
                | STATEMENT_CALL
                | COMMA_LIST
                | APPLY_EXPR
                | IF_EXPR
                | UNLESS_EXPR
                | CASE_EXPR
                | VIRTUAL_EXPR
                | RESOURCE_EXPR
                | RESOURCE_OVERRIDE
                | RESOURCE_DEFAULTS
                | UNTITLED_RESOURCE
                | COLLECT_EXPR
                | CLASS_DEF
                | DEFINE_DEF
                | FUNCTION_DEF
                | PLAN_DEF
                | NODE_DEF
                | TYPE_ALIAS
                | TYPE_MAPPING
                | TYPE_DEF
                | RENDER_TEXT
                | RENDER_EXPR
        )
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            NAME_EXPR => Expr::NameExpr(NameExpr { syntax }),
            TYPE_REF => Expr::TypeRef(TypeRef { syntax }),
            VARIABLE_EXPR => Expr::VariableExpr(VariableExpr { syntax }),
            STRING_EXPR => Expr::StringExpr(StringExpr { syntax }),
            INTERPOLATED_STRING => Expr::InterpolatedString(InterpolatedString { syntax }),
            HEREDOC => Expr::Heredoc(Heredoc { syntax }),
            NUMBER_EXPR => Expr::NumberExpr(NumberExpr { syntax }),
            BOOLEAN_EXPR => Expr::BooleanExpr(BooleanExpr { syntax }),
            DEFAULT_EXPR => Expr::DefaultExpr(DefaultExpr { syntax }),
            UNDEF_EXPR => Expr::UndefExpr(UndefExpr { syntax }),
            REGEX_EXPR => Expr::RegexExpr(RegexExpr { syntax }),
            RESERVED_WORD_EXPR => Expr::ReservedWordExpr(ReservedWordExpr { syntax }),
            KEYWORD_EXPR => Expr::KeywordExpr(KeywordExpr { syntax }),
            LIST_EXPR => Expr::ListExpr(ListExpr { syntax }),
            HASH_EXPR => Expr::HashExpr(HashExpr { syntax }),
            HASH_ENTRY => Expr::HashEntry(HashEntry { syntax }),
            PAREN_EXPR => Expr::ParenExpr(ParenExpr { syntax }),
            PREFIX_EXPR => Expr::PrefixExpr(PrefixExpr { syntax }),
            BIN_EXPR => Expr::BinExpr(BinExpr { syntax }),
            ASSIGN_EXPR => Expr::AssignExpr(AssignExpr { syntax }),
            RELATIONSHIP_EXPR => Expr::RelationshipExpr(RelationshipExpr { syntax }),
            SELECTOR_EXPR => Expr::SelectorExpr(SelectorExpr { syntax }),
            ACCESS_EXPR => Expr::AccessExpr(AccessExpr { syntax }),
            CALL_EXPR => Expr::CallExpr(CallExpr { syntax }),
            METHOD_CALL_EXPR => Expr::MethodCallExpr(MethodCallExpr { syntax }),
            STATEMENT_CALL => Expr::StatementCall(StatementCall { syntax }),
            COMMA_LIST => Expr::CommaList(CommaList { syntax }),
            APPLY_EXPR => Expr::ApplyExpr(ApplyExpr { syntax }),
            IF_EXPR => Expr::IfExpr(IfExpr { syntax }),
            UNLESS_EXPR => Expr::UnlessExpr(UnlessExpr { syntax }),
            CASE_EXPR => Expr::CaseExpr(CaseExpr { syntax }),
            VIRTUAL_EXPR => Expr::VirtualExpr(VirtualExpr { syntax }),
            RESOURCE_EXPR => Expr::ResourceExpr(ResourceExpr { syntax }),
            RESOURCE_OVERRIDE => Expr::ResourceOverride(ResourceOverride { syntax }),
            RESOURCE_DEFAULTS => Expr::ResourceDefaults(ResourceDefaults { syntax }),
            UNTITLED_RESOURCE => Expr::UntitledResource(UntitledResource { syntax }),
            COLLECT_EXPR => Expr::CollectExpr(CollectExpr { syntax }),
            CLASS_DEF => Expr::ClassDef(ClassDef { syntax }),
            DEFINE_DEF => Expr::DefineDef(DefineDef { syntax }),
            FUNCTION_DEF => Expr::FunctionDef(FunctionDef { syntax }),
            PLAN_DEF => Expr::PlanDef(PlanDef { syntax }),
            NODE_DEF => Expr::NodeDef(NodeDef { syntax }),
            TYPE_ALIAS => Expr::TypeAlias(TypeAlias { syntax }),
            TYPE_MAPPING => Expr::TypeMapping(TypeMapping { syntax }),
            TYPE_DEF => Expr::TypeDef(TypeDef { syntax }),
            RENDER_TEXT => Expr::RenderText(RenderText { syntax }),
            RENDER_EXPR => Expr::RenderExpr(RenderExpr { syntax }),
            _ => return None,
        })
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Expr::NameExpr(it) => &it.syntax,
            Expr::TypeRef(it) => &it.syntax,
            Expr::VariableExpr(it) => &it.syntax,
            Expr::StringExpr(it) => &it.syntax,
            Expr::InterpolatedString(it) => &it.syntax,
            Expr::Heredoc(it) => &it.syntax,
            Expr::NumberExpr(it) => &it.syntax,
            Expr::BooleanExpr(it) => &it.syntax,
            Expr::DefaultExpr(it) => &it.syntax,
            Expr::UndefExpr(it) => &it.syntax,
            Expr::RegexExpr(it) => &it.syntax,
            Expr::ReservedWordExpr(it) => &it.syntax,
            Expr::KeywordExpr(it) => &it.syntax,
            Expr::ListExpr(it) => &it.syntax,
            Expr::HashExpr(it) => &it.syntax,
            Expr::HashEntry(it) => &it.syntax,
            Expr::ParenExpr(it) => &it.syntax,
            Expr::PrefixExpr(it) => &it.syntax,
            Expr::BinExpr(it) => &it.syntax,
            Expr::AssignExpr(it) => &it.syntax,
            Expr::RelationshipExpr(it) => &it.syntax,
            Expr::SelectorExpr(it) => &it.syntax,
            Expr::AccessExpr(it) => &it.syntax,
            Expr::CallExpr(it) => &it.syntax,
            Expr::MethodCallExpr(it) => &it.syntax,
            Expr::StatementCall(it) => &it.syntax,
            Expr::CommaList(it) => &it.syntax,
            Expr::ApplyExpr(it) => &it.syntax,
            Expr::IfExpr(it) => &it.syntax,
            Expr::UnlessExpr(it) => &it.syntax,
            Expr::CaseExpr(it) => &it.syntax,
            Expr::VirtualExpr(it) => &it.syntax,
            Expr::ResourceExpr(it) => &it.syntax,
            Expr::ResourceOverride(it) => &it.syntax,
            Expr::ResourceDefaults(it) => &it.syntax,
            Expr::UntitledResource(it) => &it.syntax,
            Expr::CollectExpr(it) => &it.syntax,
            Expr::ClassDef(it) => &it.syntax,
            Expr::DefineDef(it) => &it.syntax,
            Expr::FunctionDef(it) => &it.syntax,
            Expr::PlanDef(it) => &it.syntax,
            Expr::NodeDef(it) => &it.syntax,
            Expr::TypeAlias(it) => &it.syntax,
            Expr::TypeMapping(it) => &it.syntax,
            Expr::TypeDef(it) => &it.syntax,
            Expr::RenderText(it) => &it.syntax,
            Expr::RenderExpr(it) => &it.syntax,
        }
    }
}

impl From<NameExpr> for Expr {
    fn from(node: NameExpr) -> Self {
        Expr::NameExpr(node)
    }
}

impl From<TypeRef> for Expr {
    fn from(node: TypeRef) -> Self {
        Expr::TypeRef(node)
    }
}

impl From<VariableExpr> for Expr {
    fn from(node: VariableExpr) -> Self {
        Expr::VariableExpr(node)
    }
}

impl From<StringExpr> for Expr {
    fn from(node: StringExpr) -> Self {
        Expr::StringExpr(node)
    }
}

impl From<InterpolatedString> for Expr {
    fn from(node: InterpolatedString) -> Self {
        Expr::InterpolatedString(node)
    }
}

impl From<Heredoc> for Expr {
    fn from(node: Heredoc) -> Self {
        Expr::Heredoc(node)
    }
}

impl From<NumberExpr> for Expr {
    fn from(node: NumberExpr) -> Self {
        Expr::NumberExpr(node)
    }
}

impl From<BooleanExpr> for Expr {
    fn from(node: BooleanExpr) -> Self {
        Expr::BooleanExpr(node)
    }
}

impl From<DefaultExpr> for Expr {
    fn from(node: DefaultExpr) -> Self {
        Expr::DefaultExpr(node)
    }
}

impl From<UndefExpr> for Expr {
    fn from(node: UndefExpr) -> Self {
        Expr::UndefExpr(node)
    }
}

impl From<RegexExpr> for Expr {
    fn from(node: RegexExpr) -> Self {
        Expr::RegexExpr(node)
    }
}

impl From<ReservedWordExpr> for Expr {
    fn from(node: ReservedWordExpr) -> Self {
        Expr::ReservedWordExpr(node)
    }
}

impl From<KeywordExpr> for Expr {
    fn from(node: KeywordExpr) -> Self {
        Expr::KeywordExpr(node)
    }
}

impl From<ListExpr> for Expr {
    fn from(node: ListExpr) -> Self {
        Expr::ListExpr(node)
    }
}

impl From<HashExpr> for Expr {
    fn from(node: HashExpr) -> Self {
        Expr::HashExpr(node)
    }
}

impl From<HashEntry> for Expr {
    fn from(node: HashEntry) -> Self {
        Expr::HashEntry(node)
    }
}

impl From<ParenExpr> for Expr {
    fn from(node: ParenExpr) -> Self {
        Expr::ParenExpr(node)
    }
}

impl From<PrefixExpr> for Expr {
    fn from(node: PrefixExpr) -> Self {
        Expr::PrefixExpr(node)
    }
}

impl From<BinExpr> for Expr {
    fn from(node: BinExpr) -> Self {
        Expr::BinExpr(node)
    }
}

impl From<AssignExpr> for Expr {
    fn from(node: AssignExpr) -> Self {
        Expr::AssignExpr(node)
    }
}

impl From<RelationshipExpr> for Expr {
    fn from(node: RelationshipExpr) -> Self {
        Expr::RelationshipExpr(node)
    }
}

impl From<SelectorExpr> for Expr {
    fn from(node: SelectorExpr) -> Self {
        Expr::SelectorExpr(node)
    }
}

impl From<AccessExpr> for Expr {
    fn from(node: AccessExpr) -> Self {
        Expr::AccessExpr(node)
    }
}

impl From<CallExpr> for Expr {
    fn from(node: CallExpr) -> Self {
        Expr::CallExpr(node)
    }
}

impl From<MethodCallExpr> for Expr {
    fn from(node: MethodCallExpr) -> Self {
        Expr::MethodCallExpr(node)
    }
}

impl From<StatementCall> for Expr {
    fn from(node: StatementCall) -> Self {
        Expr::StatementCall(node)
    }
}

impl From<CommaList> for Expr {
    fn from(node: CommaList) -> Self {
        Expr::CommaList(node)
    }
}

impl From<ApplyExpr> for Expr {
    fn from(node: ApplyExpr) -> Self {
        Expr::ApplyExpr(node)
    }
}

impl From<IfExpr> for Expr {
    fn from(node: IfExpr) -> Self {
        Expr::IfExpr(node)
    }
}

impl From<UnlessExpr> for Expr {
    fn from(node: UnlessExpr) -> Self {
        Expr::UnlessExpr(node)
    }
}

impl From<CaseExpr> for Expr {
    fn from(node: CaseExpr) -> Self {
        Expr::CaseExpr(node)
    }
}

impl From<VirtualExpr> for Expr {
    fn from(node: VirtualExpr) -> Self {
        Expr::VirtualExpr(node)
    }
}

impl From<ResourceExpr> for Expr {
    fn from(node: ResourceExpr) -> Self {
        Expr::ResourceExpr(node)
    }
}

impl From<ResourceOverride> for Expr {
    fn from(node: ResourceOverride) -> Self {
        Expr::ResourceOverride(node)
    }
}

impl From<ResourceDefaults> for Expr {
    fn from(node: ResourceDefaults) -> Self {
        Expr::ResourceDefaults(node)
    }
}

impl From<UntitledResource> for Expr {
    fn from(node: UntitledResource) -> Self {
        Expr::UntitledResource(node)
    }
}

impl From<CollectExpr> for Expr {
    fn from(node: CollectExpr) -> Self {
        Expr::CollectExpr(node)
    }
}

impl From<ClassDef> for Expr {
    fn from(node: ClassDef) -> Self {
        Expr::ClassDef(node)
    }
}

impl From<DefineDef> for Expr {
    fn from(node: DefineDef) -> Self {
        Expr::DefineDef(node)
    }
}

impl From<FunctionDef> for Expr {
    fn from(node: FunctionDef) -> Self {
        Expr::FunctionDef(node)
    }
}

impl From<PlanDef> for Expr {
    fn from(node: PlanDef) -> Self {
        Expr::PlanDef(node)
    }
}

impl From<NodeDef> for Expr {
    fn from(node: NodeDef) -> Self {
        Expr::NodeDef(node)
    }
}

impl From<TypeAlias> for Expr {
    fn from(node: TypeAlias) -> Self {
        Expr::TypeAlias(node)
    }
}

impl From<TypeMapping> for Expr {
    fn from(node: TypeMapping) -> Self {
        Expr::TypeMapping(node)
    }
}

impl From<TypeDef> for Expr {
    fn from(node: TypeDef) -> Self {
        Expr::TypeDef(node)
    }
}

impl From<RenderText> for Expr {
    fn from(node: RenderText) -> Self {
        Expr::RenderText(node)
    }
}

impl From<RenderExpr> for Expr {
    fn from(node: RenderExpr) -> Self {
        Expr::RenderExpr(node)
    }
}

/// Any of these nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Definition {
    /// See [`ClassDef`].
    ClassDef(ClassDef),
    /// See [`DefineDef`].
    DefineDef(DefineDef),
    /// See [`FunctionDef`].
    FunctionDef(FunctionDef),
    /// See [`PlanDef`].
    PlanDef(PlanDef),
    /// See [`NodeDef`].
    NodeDef(NodeDef),
    /// See [`TypeAlias`].
    TypeAlias(TypeAlias),
    /// See [`TypeMapping`].
    TypeMapping(TypeMapping),
    /// See [`TypeDef`].
    TypeDef(TypeDef),
}

impl AstNode for Definition {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            CLASS_DEF
                | DEFINE_DEF
                | FUNCTION_DEF
                | PLAN_DEF
                | NODE_DEF
                | TYPE_ALIAS
                | TYPE_MAPPING
                | TYPE_DEF
        )
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            CLASS_DEF => Definition::ClassDef(ClassDef { syntax }),
            DEFINE_DEF => Definition::DefineDef(DefineDef { syntax }),
            FUNCTION_DEF => Definition::FunctionDef(FunctionDef { syntax }),
            PLAN_DEF => Definition::PlanDef(PlanDef { syntax }),
            NODE_DEF => Definition::NodeDef(NodeDef { syntax }),
            TYPE_ALIAS => Definition::TypeAlias(TypeAlias { syntax }),
            TYPE_MAPPING => Definition::TypeMapping(TypeMapping { syntax }),
            TYPE_DEF => Definition::TypeDef(TypeDef { syntax }),
            _ => return None,
        })
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Definition::ClassDef(it) => &it.syntax,
            Definition::DefineDef(it) => &it.syntax,
            Definition::FunctionDef(it) => &it.syntax,
            Definition::PlanDef(it) => &it.syntax,
            Definition::NodeDef(it) => &it.syntax,
            Definition::TypeAlias(it) => &it.syntax,
            Definition::TypeMapping(it) => &it.syntax,
            Definition::TypeDef(it) => &it.syntax,
        }
    }
}

impl From<ClassDef> for Definition {
    fn from(node: ClassDef) -> Self {
        Definition::ClassDef(node)
    }
}

impl From<DefineDef> for Definition {
    fn from(node: DefineDef) -> Self {
        Definition::DefineDef(node)
    }
}

impl From<FunctionDef> for Definition {
    fn from(node: FunctionDef) -> Self {
        Definition::FunctionDef(node)
    }
}

impl From<PlanDef> for Definition {
    fn from(node: PlanDef) -> Self {
        Definition::PlanDef(node)
    }
}

impl From<NodeDef> for Definition {
    fn from(node: NodeDef) -> Self {
        Definition::NodeDef(node)
    }
}

impl From<TypeAlias> for Definition {
    fn from(node: TypeAlias) -> Self {
        Definition::TypeAlias(node)
    }
}

impl From<TypeMapping> for Definition {
    fn from(node: TypeMapping) -> Self {
        Definition::TypeMapping(node)
    }
}

impl From<TypeDef> for Definition {
    fn from(node: TypeDef) -> Self {
        Definition::TypeDef(node)
    }
}

/// Any of these nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AttributeOperation {
    /// See [`Attribute`].
    Attribute(Attribute),
    /// See [`AttributeSplat`].
    AttributeSplat(AttributeSplat),
}

impl AstNode for AttributeOperation {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(kind, ATTRIBUTE | ATTRIBUTE_SPLAT)
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            ATTRIBUTE => AttributeOperation::Attribute(Attribute { syntax }),
            ATTRIBUTE_SPLAT => AttributeOperation::AttributeSplat(AttributeSplat { syntax }),
            _ => return None,
        })
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            AttributeOperation::Attribute(it) => &it.syntax,
            AttributeOperation::AttributeSplat(it) => &it.syntax,
        }
    }
}

impl From<Attribute> for AttributeOperation {
    fn from(node: Attribute) -> Self {
        AttributeOperation::Attribute(node)
    }
}

impl From<AttributeSplat> for AttributeOperation {
    fn from(node: AttributeSplat) -> Self {
        AttributeOperation::AttributeSplat(node)
    }
}

/// Any of these nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum HostMatch {
    /// See [`HostName`].
    HostName(HostName),
    /// See [`StringExpr`].
    StringExpr(StringExpr),
    /// See [`InterpolatedString`].
    InterpolatedString(InterpolatedString),
    /// See [`Heredoc`].
    Heredoc(Heredoc),
    /// See [`DefaultExpr`].
    DefaultExpr(DefaultExpr),
    /// See [`RegexExpr`].
    RegexExpr(RegexExpr),
}

impl AstNode for HostMatch {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            HOST_NAME | STRING_EXPR | INTERPOLATED_STRING | HEREDOC | DEFAULT_EXPR | REGEX_EXPR
        )
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            HOST_NAME => HostMatch::HostName(HostName { syntax }),
            STRING_EXPR => HostMatch::StringExpr(StringExpr { syntax }),
            INTERPOLATED_STRING => HostMatch::InterpolatedString(InterpolatedString { syntax }),
            HEREDOC => HostMatch::Heredoc(Heredoc { syntax }),
            DEFAULT_EXPR => HostMatch::DefaultExpr(DefaultExpr { syntax }),
            REGEX_EXPR => HostMatch::RegexExpr(RegexExpr { syntax }),
            _ => return None,
        })
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            HostMatch::HostName(it) => &it.syntax,
            HostMatch::StringExpr(it) => &it.syntax,
            HostMatch::InterpolatedString(it) => &it.syntax,
            HostMatch::Heredoc(it) => &it.syntax,
            HostMatch::DefaultExpr(it) => &it.syntax,
            HostMatch::RegexExpr(it) => &it.syntax,
        }
    }
}

impl From<HostName> for HostMatch {
    fn from(node: HostName) -> Self {
        HostMatch::HostName(node)
    }
}

impl From<StringExpr> for HostMatch {
    fn from(node: StringExpr) -> Self {
        HostMatch::StringExpr(node)
    }
}

impl From<InterpolatedString> for HostMatch {
    fn from(node: InterpolatedString) -> Self {
        HostMatch::InterpolatedString(node)
    }
}

impl From<Heredoc> for HostMatch {
    fn from(node: Heredoc) -> Self {
        HostMatch::Heredoc(node)
    }
}

impl From<DefaultExpr> for HostMatch {
    fn from(node: DefaultExpr) -> Self {
        HostMatch::DefaultExpr(node)
    }
}

impl From<RegexExpr> for HostMatch {
    fn from(node: RegexExpr) -> Self {
        HostMatch::RegexExpr(node)
    }
}
