//! Issues: what is wrong with which node of a program.

use puppet_diagnostics::{Diagnostic, Place, Rule, Severity, Tag, rules};
use puppet_text::TextRange;

use super::{Options, PuppetVersion, Strict};
use crate::model::{BodyId, ExprId, PartId, ProgramSourceMap};

/// What is wrong with a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Issue {
    /// Which of Puppet's issues it is.
    pub code: IssueCode,
    /// How serious it is in the circumstances of the program.
    pub severity: IssueSeverity,
    /// The body that the node belongs to.
    pub body: BodyId,
    /// The node.
    pub anchor: Anchor,
    /// What is wrong, in our own words.
    pub message: String,
}

/// A node of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The definition that the body belongs to.
    Definition,
    /// An expression.
    Expr(ExprId),
    /// A part of an expression, or a parameter of the definition.
    Part(PartId),
}

/// How serious Puppet takes an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IssueSeverity {
    /// The program is refused.
    Error,
    /// The program is accepted.
    Warning,
    /// The program is accepted now; a later version refuses it.
    Deprecation,
}

impl Issue {
    /// Where Puppet reports it: bytes of the file.
    pub fn range(&self, map: &ProgramSourceMap) -> TextRange {
        let span = match self.anchor {
            Anchor::Definition => map.definition(self.body).map(|part| part.span),
            Anchor::Expr(id) => map.expr(self.body, id),
            Anchor::Part(id) => map.part(self.body, id).map(|part| part.span),
        };
        span.map(|span| span.reported).unwrap_or_default()
    }

    /// The place to underline for a person: the name of a definition or parameter, else the whole expression.
    pub fn focus(&self, map: &ProgramSourceMap) -> TextRange {
        let (span, name) = match self.anchor {
            Anchor::Definition => (
                map.definition(self.body).map(|it| it.span),
                map.definition(self.body).and_then(|it| it.name),
            ),
            Anchor::Expr(id) => (map.expr(self.body, id), None),
            Anchor::Part(id) => (
                map.part(self.body, id).map(|it| it.span),
                map.part(self.body, id).and_then(|it| it.name),
            ),
        };
        name.or_else(|| span.map(|span| span.full))
            .unwrap_or_default()
    }

    /// The issue as a diagnostic of its file.
    pub fn to_diagnostic(&self, map: &ProgramSourceMap) -> Diagnostic<()> {
        let severity = match self.severity {
            IssueSeverity::Error => Severity::Error,
            IssueSeverity::Warning | IssueSeverity::Deprecation => Severity::Warning,
        };
        let place = Place::new((), self.focus(map));
        let diagnostic =
            Diagnostic::new(self.code.rule(), place, self.message.as_str()).with_severity(severity);
        let diagnostic = match self.code.puppet_code() {
            Some(code) => diagnostic.with_issue(code),
            None => diagnostic,
        };
        if self.severity == IssueSeverity::Deprecation {
            diagnostic.with_tag(Tag::Deprecated)
        } else {
            diagnostic
        }
    }
}

/// Declares the issues: our name, Puppet's code, and the rule under which users know it.
macro_rules! issues {
    ($($name:ident = $puppet:expr => $rule:ident,)*) => {
        /// The issues of validation, named as in Puppet's `Issues`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "named as Puppet names them")]
        pub enum IssueCode {
            $($name,)*
        }

        impl IssueCode {
            /// All issues.
            pub const ALL: &'static [IssueCode] = &[$(IssueCode::$name,)*];

            /// Puppet's code; none where Puppet raises an error without one.
            pub fn puppet_code(self) -> Option<&'static str> {
                let code: &'static str = match self {
                    $(IssueCode::$name => $puppet,)*
                };
                Some(code).filter(|code| !code.is_empty())
            }

            /// The rule of ours that is broken.
            pub fn rule(self) -> &'static Rule {
                match self {
                    $(IssueCode::$name => &rules::$rule,)*
                }
            }
        }
    };
}

issues! {
    AppendsDeletesNoLongerSupported = "APPENDS_DELETES_NO_LONGER_SUPPORTED" => REMOVED_OPERATOR,
    CapturesRestNotLast = "CAPTURES_REST_NOT_LAST" => INVALID_PARAMETER,
    CapturesRestNotSupported = "CAPTURES_REST_NOT_SUPPORTED" => INVALID_PARAMETER,
    ClassNotVirtualizable = "CLASS_NOT_VIRTUALIZABLE" => INVALID_RESOURCE,
    CrossScopeAssignment = "CROSS_SCOPE_ASSIGNMENT" => INVALID_ASSIGNMENT,
    DuplicateDefault = "DUPLICATE_DEFAULT" => DUPLICATE_CASE_OPTION,
    DuplicateKey = "DUPLICATE_KEY" => DUPLICATE_KEY,
    DuplicateParameter = "DUPLICATE_PARAMETER" => INVALID_PARAMETER,
    ExpressionNotSupportedWhenCompiling = "EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING" => CATALOG_VS_PLAN_CONTEXT,
    ExpressionNotSupportedWhenScripting = "EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING" => CATALOG_VS_PLAN_CONTEXT,
    FutureReservedWord = "FUTURE_RESERVED_WORD" => RESERVED_WORD,
    IdemExpressionNotLast = "IDEM_EXPRESSION_NOT_LAST" => STATEMENT_WITHOUT_EFFECT,
    IdemNotAllowedLast = "IDEM_NOT_ALLOWED_LAST" => STATEMENT_WITHOUT_EFFECT,
    IllegalAssignment = "ILLEGAL_ASSIGNMENT" => INVALID_ASSIGNMENT,
    IllegalAssignmentContext = "ILLEGAL_ASSIGNMENT_CONTEXT" => INVALID_ASSIGNMENT,
    IllegalAttributeAppend = "ILLEGAL_ATTRIBUTE_APPEND" => INVALID_RESOURCE,
    IllegalBase64 = "ILLEGAL_BASE64" => INVALID_HEREDOC_TEXT,
    IllegalClassref = "ILLEGAL_CLASSREF" => INVALID_NAME,
    IllegalDefinitionLocation = "ILLEGAL_DEFINITION_LOCATION" => AUTOLOAD_LAYOUT,
    IllegalDefinitionName = "ILLEGAL_DEFINITION_NAME" => INVALID_NAME,
    IllegalEpp = "ILLEGAL_EPP" => INVALID_HEREDOC_TEXT,
    IllegalEppParameters = "ILLEGAL_EPP_PARAMETERS" => SYNTAX_ERROR,
    IllegalExpression = "ILLEGAL_EXPRESSION" => SYNTAX_ERROR,
    IllegalHostnameChars = "ILLEGAL_HOSTNAME_CHARS" => INVALID_NAME,
    IllegalHostnameInterpolation = "ILLEGAL_HOSTNAME_INTERPOLATION" => INVALID_NAME,
    IllegalIndexedAssignment = "ILLEGAL_INDEXED_ASSIGNMENT" => INVALID_ASSIGNMENT,
    IllegalJson = "ILLEGAL_JSON" => INVALID_HEREDOC_TEXT,
    IllegalNodeInheritance = "ILLEGAL_NODE_INHERITANCE" => UNSUPPORTED_SYNTAX,
    IllegalNonliteralParameterType = "ILLEGAL_NONLITERAL_PARAMETER_TYPE" => NON_LITERAL_PARAMETER_TYPE,
    IllegalNumericAssignment = "ILLEGAL_NUMERIC_ASSIGNMENT" => INVALID_ASSIGNMENT,
    IllegalNumericParameter = "ILLEGAL_NUMERIC_PARAMETER" => INVALID_PARAMETER,
    IllegalNumericVarName = "ILLEGAL_NUMERIC_VAR_NAME" => INVALID_NAME,
    IllegalParamName = "ILLEGAL_PARAM_NAME" => INVALID_NAME,
    IllegalPp = "ILLEGAL_PP" => INVALID_HEREDOC_TEXT,
    IllegalQueryExpression = "ILLEGAL_QUERY_EXPRESSION" => INVALID_QUERY,
    IllegalTopConstructLocation = "ILLEGAL_TOP_CONSTRUCT_LOCATION" => AUTOLOAD_LAYOUT,
    IllegalTypeMapping = "ILLEGAL_TYPE_MAPPING" => UNSUPPORTED_SYNTAX,
    IllegalVarName = "ILLEGAL_VAR_NAME" => INVALID_NAME,
    InfiniteFloat = "" => INVALID_NUMBER,
    InvalidRegexp = "" => INVALID_REGEXP,
    MissingIndex = "MISSING_INDEX" => SYNTAX_ERROR,
    MultipleAttributesUnfold = "MULTIPLE_ATTRIBUTES_UNFOLD" => INVALID_RESOURCE,
    NotAbsoluteTopLevel = "NOT_ABSOLUTE_TOP_LEVEL" => DEFINITION_IN_WRONG_PLACE,
    NotRvalue = "NOT_RVALUE" => NO_VALUE,
    NotTopLevel = "NOT_TOP_LEVEL" => DEFINITION_IN_WRONG_PLACE,
    NotVirtualizeable = "NOT_VIRTUALIZEABLE" => INVALID_RESOURCE,
    NumericOverflow = "NUMERIC_OVERFLOW" => INVALID_NUMBER,
    ReservedParameter = "RESERVED_PARAMETER" => INVALID_PARAMETER,
    ReservedTypeName = "RESERVED_TYPE_NAME" => RESERVED_WORD,
    ReservedWord = "RESERVED_WORD" => RESERVED_WORD,
    ResourceWithoutTitle = "RESOURCE_WITHOUT_TITLE" => INVALID_RESOURCE,
    SyntaxOfHeredoc = "" => INVALID_HEREDOC_TEXT,
    UnsupportedExpression = "UNSUPPORTED_EXPRESSION" => UNSUPPORTED_SYNTAX,
}

impl IssueCode {
    /// How serious Puppet takes it; none if it is not reported.
    pub fn severity(self, options: &Options<'_>) -> Option<IssueSeverity> {
        match self {
            IssueCode::DuplicateKey => match options.strict {
                Strict::Off => None,
                Strict::Warning => Some(IssueSeverity::Warning),
                Strict::Error => Some(IssueSeverity::Error),
            },
            IssueCode::FutureReservedWord => Some(IssueSeverity::Deprecation),
            IssueCode::IllegalNonliteralParameterType => {
                Some(IssueSeverity::Deprecation).filter(|_| options.puppet >= PuppetVersion::V8)
            }
            _ => Some(IssueSeverity::Error),
        }
    }

    /// Whether Puppet already fails to make the model of the program, because a literal has no value.
    pub fn is_about_impossible_literal(self) -> bool {
        matches!(self, IssueCode::InfiniteFloat | IssueCode::InvalidRegexp)
    }

    /// Whether it is about the text of a heredoc: Puppet stops at the first of those.
    pub fn is_about_heredoc_text(self) -> bool {
        *self.rule() == rules::INVALID_HEREDOC_TEXT
    }
}
