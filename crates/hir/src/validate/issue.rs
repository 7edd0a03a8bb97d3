//! Issues: validation errors, each with its node of a program.

use puppet_text::TextRange;

use super::{PuppetVersion, Strict, ValidationOptions};
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
    pub anchor: IssueAnchor,
    /// What is wrong: Puppet's own message, word for word.
    pub message: String,
}

/// A node of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IssueAnchor {
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
            IssueAnchor::Definition => map.definition(self.body).map(|part| part.span),
            IssueAnchor::Expr(id) => map.expr(self.body, id),
            IssueAnchor::Part(id) => map.part(self.body, id).map(|part| part.span),
        };
        span.map(|span| span.reported).unwrap_or_default()
    }

    /// The place to underline for a person: the name of a definition or parameter, else the whole expression.
    pub fn focus(&self, map: &ProgramSourceMap) -> TextRange {
        let (span, name) = match self.anchor {
            IssueAnchor::Definition => (
                map.definition(self.body).map(|it| it.span),
                map.definition(self.body).and_then(|it| it.name),
            ),
            IssueAnchor::Expr(id) => (map.expr(self.body, id), None),
            IssueAnchor::Part(id) => (
                map.part(self.body, id).map(|it| it.span),
                map.part(self.body, id).and_then(|it| it.name),
            ),
        };
        name.or_else(|| span.map(|span| span.full))
            .unwrap_or_default()
    }
}

/// Declares the issues: our name, and Puppet's code.
macro_rules! issues {
    ($($name:ident = $puppet:expr,)*) => {
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
        }
    };
}

issues! {
    AppendsDeletesNoLongerSupported = "APPENDS_DELETES_NO_LONGER_SUPPORTED",
    CapturesRestNotLast = "CAPTURES_REST_NOT_LAST",
    CapturesRestNotSupported = "CAPTURES_REST_NOT_SUPPORTED",
    ClassNotVirtualizable = "CLASS_NOT_VIRTUALIZABLE",
    CrossScopeAssignment = "CROSS_SCOPE_ASSIGNMENT",
    DuplicateDefault = "DUPLICATE_DEFAULT",
    DuplicateKey = "DUPLICATE_KEY",
    DuplicateParameter = "DUPLICATE_PARAMETER",
    ExpressionNotSupportedWhenCompiling = "EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING",
    ExpressionNotSupportedWhenScripting = "EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING",
    FutureReservedWord = "FUTURE_RESERVED_WORD",
    IdemExpressionNotLast = "IDEM_EXPRESSION_NOT_LAST",
    IdemNotAllowedLast = "IDEM_NOT_ALLOWED_LAST",
    IllegalAssignment = "ILLEGAL_ASSIGNMENT",
    IllegalAssignmentContext = "ILLEGAL_ASSIGNMENT_CONTEXT",
    IllegalAttributeAppend = "ILLEGAL_ATTRIBUTE_APPEND",
    IllegalBase64 = "ILLEGAL_BASE64",
    IllegalClassref = "ILLEGAL_CLASSREF",
    IllegalDefinitionLocation = "ILLEGAL_DEFINITION_LOCATION",
    IllegalDefinitionName = "ILLEGAL_DEFINITION_NAME",
    IllegalEpp = "ILLEGAL_EPP",
    IllegalEppParameters = "ILLEGAL_EPP_PARAMETERS",
    IllegalExpression = "ILLEGAL_EXPRESSION",
    IllegalHostnameChars = "ILLEGAL_HOSTNAME_CHARS",
    IllegalHostnameInterpolation = "ILLEGAL_HOSTNAME_INTERPOLATION",
    IllegalIndexedAssignment = "ILLEGAL_INDEXED_ASSIGNMENT",
    IllegalJson = "ILLEGAL_JSON",
    IllegalNodeInheritance = "ILLEGAL_NODE_INHERITANCE",
    IllegalNonliteralParameterType = "ILLEGAL_NONLITERAL_PARAMETER_TYPE",
    IllegalNumericAssignment = "ILLEGAL_NUMERIC_ASSIGNMENT",
    IllegalNumericParameter = "ILLEGAL_NUMERIC_PARAMETER",
    IllegalNumericVarName = "ILLEGAL_NUMERIC_VAR_NAME",
    IllegalParamName = "ILLEGAL_PARAM_NAME",
    IllegalPp = "ILLEGAL_PP",
    IllegalQueryExpression = "ILLEGAL_QUERY_EXPRESSION",
    IllegalTopConstructLocation = "ILLEGAL_TOP_CONSTRUCT_LOCATION",
    IllegalTypeMapping = "ILLEGAL_TYPE_MAPPING",
    IllegalVarName = "ILLEGAL_VAR_NAME",
    InfiniteFloat = "",
    InvalidRegexp = "",
    MissingIndex = "MISSING_INDEX",
    MultipleAttributesUnfold = "MULTIPLE_ATTRIBUTES_UNFOLD",
    NotAbsoluteTopLevel = "NOT_ABSOLUTE_TOP_LEVEL",
    NotRvalue = "NOT_RVALUE",
    NotTopLevel = "NOT_TOP_LEVEL",
    NotVirtualizeable = "NOT_VIRTUALIZEABLE",
    NumericOverflow = "NUMERIC_OVERFLOW",
    ReservedParameter = "RESERVED_PARAMETER",
    ReservedTypeName = "RESERVED_TYPE_NAME",
    ReservedWord = "RESERVED_WORD",
    ResourceWithoutTitle = "RESOURCE_WITHOUT_TITLE",
    SyntaxOfHeredoc = "",
    UnsupportedExpression = "UNSUPPORTED_EXPRESSION",
}

impl IssueCode {
    /// How serious Puppet takes it; none if it is not reported.
    pub fn severity(self, options: &ValidationOptions<'_>) -> Option<IssueSeverity> {
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

    /// What to do about it, where Puppet's message does not say so.
    pub fn help(self) -> Option<&'static str> {
        Some(match self {
            IssueCode::AppendsDeletesNoLongerSupported => "Assign to a new variable",
            IssueCode::CapturesRestNotLast => {
                "Make it the last parameter: it takes the remaining arguments"
            }
            IssueCode::CapturesRestNotSupported => "Remove the `*`: arguments are given by name",
            IssueCode::ClassNotVirtualizable | IssueCode::NotVirtualizeable => {
                "Remove the `@`: only resources can be virtual or exported"
            }
            IssueCode::CrossScopeAssignment => "Use a name without `::`",
            IssueCode::DuplicateDefault => "Remove it: the first `default` is chosen",
            IssueCode::DuplicateParameter => "Rename or remove one of them",
            IssueCode::ExpressionNotSupportedWhenCompiling => "Move it out of the `apply` block",
            IssueCode::ExpressionNotSupportedWhenScripting => "Put it into an `apply` block",
            IssueCode::FutureReservedWord | IssueCode::ReservedTypeName => "Choose another name",
            IssueCode::IdemExpressionNotLast | IssueCode::IdemNotAllowedLast => {
                "Remove it, or use its value: assign it, or pass it to a function"
            }
            IssueCode::IllegalAssignment => "Assign to a variable, or to an array of variables",
            IssueCode::IllegalAssignmentContext => "Assign the variable in the body",
            IssueCode::IllegalAttributeAppend => {
                "Use `=>`: only overrides and collectors can add to a value"
            }
            IssueCode::IllegalClassref => "Start each part of the name with a capital letter",
            IssueCode::IllegalDefinitionName => {
                "Use letters, digits and `_`; types start with a capital letter, all else with a small one"
            }
            IssueCode::IllegalEppParameters => "Start the template with `<%- | … | -%>`",
            IssueCode::IllegalHostnameInterpolation => {
                "Write a plain string or a regular expression"
            }
            IssueCode::IllegalIndexedAssignment => {
                "Make a new value: `$new = $old + { 'key' => 'value' }`"
            }
            IssueCode::IllegalNodeInheritance => "Put the shared code into a class",
            IssueCode::IllegalNonliteralParameterType => {
                "Write the type out: since Puppet 8 it cannot depend on a value"
            }
            IssueCode::IllegalNumericAssignment
            | IssueCode::IllegalNumericParameter
            | IssueCode::IllegalParamName
            | IssueCode::IllegalVarName => "Start the name with a small letter or `_`",
            IssueCode::IllegalQueryExpression => {
                "Compare attributes with `==` and `!=`, joined by `and` and `or`"
            }
            IssueCode::MultipleAttributesUnfold => "Merge the hashes: `* => $a + $b`",
            IssueCode::NotAbsoluteTopLevel => "Move it to the top level of a file",
            IssueCode::NotRvalue => "Make it a statement of its own",
            IssueCode::NotTopLevel => "Move it to the top level of a file or of a class",
            IssueCode::NumericOverflow => {
                "Use a number between -9223372036854775808 and 9223372036854775807"
            }
            IssueCode::ReservedParameter => "Choose another name: Puppet sets this variable",
            IssueCode::ResourceWithoutTitle => "Write the title first: `{ 'title': … }`",
            IssueCode::UnsupportedExpression => "Write `type Name = …`",
            _ => return None,
        })
    }

    /// Whether Puppet already fails to make the model of the program, because a literal has no value.
    pub fn is_about_impossible_literal(self) -> bool {
        matches!(self, IssueCode::InfiniteFloat | IssueCode::InvalidRegexp)
    }

    /// Whether it is about the text of a heredoc: Puppet stops at the first of those.
    pub fn is_about_heredoc_text(self) -> bool {
        matches!(
            self,
            IssueCode::IllegalBase64
                | IssueCode::IllegalEpp
                | IssueCode::IllegalJson
                | IssueCode::IllegalPp
                | IssueCode::SyntaxOfHeredoc
        )
    }
}
