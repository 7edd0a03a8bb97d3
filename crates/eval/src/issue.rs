//! Puppet's issues that an evaluation can end with, and their texts.
//!
//! The texts are Puppet's own (`Puppet::Pops::Issues`); an issue is identified by its code.

use std::fmt;

macro_rules! issues {
    ($($variant:ident = $code:literal,)*) => {
        /// The kind of an evaluation error, by Puppet's issue code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Issue {
            $(#[doc = concat!("`", $code, "`")] $variant,)*
        }

        impl Issue {
            /// All issues.
            pub const ALL: &'static [Issue] = &[$(Issue::$variant),*];

            /// The issue with that code.
            pub fn from_code(code: &str) -> Option<Issue> {
                Issue::ALL.iter().copied().find(|issue| issue.code() == code)
            }

            /// Puppet's code.
            pub fn code(self) -> &'static str {
                match self {
                    $(Issue::$variant => $code,)*
                }
            }
        }
    };
}

issues! {
    BadArraySliceArity = "BAD_ARRAY_SLICE_ARITY",
    BadCollectionSliceType = "BAD_COLLECTION_SLICE_TYPE",
    BadHashSliceArity = "BAD_HASH_SLICE_ARITY",
    BadIntegerSliceArity = "BAD_INTEGER_SLICE_ARITY",
    BadIntegerSliceType = "BAD_INTEGER_SLICE_TYPE",
    BadNotUndefSliceType = "BAD_NOT_UNDEF_SLICE_TYPE",
    BadSliceKeyType = "BAD_SLICE_KEY_TYPE",
    BadStringSliceArity = "BAD_STRING_SLICE_ARITY",
    BadStringSliceKeyType = "BAD_STRING_SLICE_KEY_TYPE",
    BadTypeSliceArity = "BAD_TYPE_SLICE_ARITY",
    BadTypeSliceType = "BAD_TYPE_SLICE_TYPE",
    BadTypeSpecialization = "BAD_TYPE_SPECIALIZATION",
    ComparisonNotPossible = "COMPARISON_NOT_POSSIBLE",
    CrossScopeAssignment = "CROSS_SCOPE_ASSIGNMENT",
    DivByZero = "DIV_BY_ZERO",
    DuplicateAttribute = "DUPLICATE_ATTRIBUE",
    DuplicateTitle = "DUPLICATE_TITLE",
    EmptyStringTitleAt = "EMPTY_STRING_TITLE_AT",
    EmptyResourceSpecialization = "EMPTY_RESOURCE_SPECIALIZATION",
    IllegalAssignment = "ILLEGAL_ASSIGNMENT",
    IllegalClassref = "ILLEGAL_CLASSREF",
    IllegalEppParameters = "ILLEGAL_EPP_PARAMETERS",
    IllegalExpression = "ILLEGAL_EXPRESSION",
    IllegalHostclassName = "ILLEGAL_HOSTCLASS_NAME",
    IllegalMultiAssignmentSize = "ILLEGAL_MULTI_ASSIGNMENT_SIZE",
    IllegalName = "ILLEGAL_NAME",
    IllegalNumericAssignment = "ILLEGAL_NUMERIC_ASSIGNMENT",
    IllegalReassignment = "ILLEGAL_REASSIGNMENT",
    IllegalRelationshipOperandType = "ILLEGAL_RELATIONSHIP_OPERAND_TYPE",
    IllegalReservedAssignment = "ILLEGAL_RESERVED_ASSIGNMENT",
    IllegalResourceSpecialization = "ILLEGAL_RESOURCE_SPECIALIZATION",
    IllegalVariableExpression = "ILLEGAL_VARIABLE_EXPRESSION",
    IllegalTitleTypeAt = "ILLEGAL_TITLE_TYPE_AT",
    MatchNotRegexp = "MATCH_NOT_REGEXP",
    MatchNotString = "MATCH_NOT_STRING",
    MissingMultiAssignmentKey = "MISSING_MULTI_ASSIGNMENT_KEY",
    MissingMultiAssignmentVariable = "MISSING_MULTI_ASSIGNMENT_VARIABLE",
    MissingRequiredParameter = "MISSING_REQUIRED_PARAMETER",
    MissingTitle = "MISSING_TITLE",
    MissingTitleAt = "MISSING_TITLE_AT",
    NotNumeric = "NOT_NUMERIC",
    NumericCoercion = "NUMERIC_COERCION",
    NumericOverflow = "NUMERIC_OVERFLOW",
    OperatorNotApplicable = "OPERATOR_NOT_APPLICABLE",
    OperatorNotApplicableWhen = "OPERATOR_NOT_APPLICABLE_WHEN",
    RequiredParameterAfterOptional = "REQUIRED_PARAMETER_AFTER_OPTIONAL",
    ReservedWord = "RESERVED_WORD",
    ResultIsInfinity = "RESULT_IS_INFINITY",
    RuntimeError = "RUNTIME_ERROR",
    TypeMismatch = "TYPE_MISMATCH",
    UnknownFunction = "UNKNOWN_FUNCTION",
    UnknownResource = "UNKNOWN_RESOURCE",
    UnknownResourceType = "UNKNOWN_RESOURCE_TYPE",
    UnknownVariable = "UNKNOWN_VARIABLE",
    UnmatchedSelector = "UNMATCHED_SELECTOR",
    UnsupportedOperator = "UNSUPPORTED_OPERATOR",
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
