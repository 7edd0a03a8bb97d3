//! Generated from `crates/diagnostics/rules.toml` by `cargo xtask codegen`: edit the table, not this file.

use crate::Safety;
use crate::rule::{Levels, Rule, Severity};

/// All rules, in the order of their codes.
pub static ALL: &[&Rule] = &[
    &UNUSED_SUPPRESSION,
    &INVALID_SUPPRESSION,
    &REVEALED_TYPE,
    &DUPLICATE_CASE_OPTION,
    &CONSTANT_CONDITION,
    &SELECTOR_MAY_NOT_MATCH,
    &REGEX_CAPTURE_OUT_OF_SCOPE,
    &DUPLICATE_KEY,
    &ILLEGAL_JUMP,
    &TEMPLATE_OR_FILE_NOT_FOUND,
    &EPP_MISSING_PARAMETER,
    &EPP_UNKNOWN_PARAMETER,
    &ERB_UNKNOWN_VARIABLE,
    &DEFERRED_USED_EARLY,
    &HIERA_UNKNOWN_CLASS,
    &HIERA_UNKNOWN_PARAMETER,
    &HIERA_TYPE_MISMATCH,
    &HIERA_BAD_KEY,
    &HIERA_BAD_INTERPOLATION,
    &HIERA_KEY_NEVER_FOUND,
    &HIERA_CONFIG_INVALID,
    &LOOKUP_OPTIONS_PROBLEM,
    &INVALID_DATA_FILE,
    &AUTOLOAD_LAYOUT,
    &UNDECLARED_DEPENDENCY,
    &METADATA_INVALID,
    &STALE_DOCUMENTATION,
    &CATALOG_VS_PLAN_CONTEXT,
    &UNREADABLE_FILE,
    &FILE_TOO_LARGE,
    &MODULE_PATH,
    &INVALID_SETTING,
    &MISSING_DEPENDENCY,
    &FILE_NAME_CASE,
    &BROKEN_RUBY,
    &INVALID_STUB,
    &UNKNOWN_VARIABLE,
    &POSSIBLY_UNDEFINED_VARIABLE,
    &REASSIGNED_VARIABLE,
    &UNKNOWN_CLASS,
    &UNKNOWN_RESOURCE_TYPE,
    &UNKNOWN_FUNCTION,
    &UNKNOWN_DATA_TYPE,
    &UNKNOWN_FACT,
    &UNUSED_VARIABLE,
    &UNUSED_PARAMETER,
    &CIRCULAR_DEFINITION,
    &SHADOWED_VARIABLE,
    &UNKNOWN_ATTRIBUTE,
    &MISSING_REQUIRED_ATTRIBUTE,
    &DUPLICATE_ATTRIBUTE,
    &DUPLICATE_RESOURCE,
    &INVALID_ATTRIBUTE_VALUE,
    &UNRESOLVED_REFERENCE,
    &DEPENDENCY_CYCLE,
    &CLASS_DECLARED_TWICE,
    &LEAKING_RESOURCE_DEFAULT,
    &EXEC_NOT_IDEMPOTENT,
    &EXEC_UNQUALIFIED_COMMAND,
    &BAD_TITLE,
    &VIRTUAL_NEVER_REALIZED,
    &COLLECTOR_WITHOUT_QUERY,
    &RELATIONSHIP_OPERAND,
    &SYNTAX_ERROR,
    &STATEMENT_WITHOUT_EFFECT,
    &RESERVED_WORD,
    &INVALID_ESCAPE,
    &HEREDOC_TAG,
    &EPP_UNBALANCED,
    &REMOVED_OPERATOR,
    &DEFINITION_IN_WRONG_PLACE,
    &INVALID_NAME,
    &INVALID_ASSIGNMENT,
    &INVALID_PARAMETER,
    &INVALID_RESOURCE,
    &NO_VALUE,
    &INVALID_NUMBER,
    &INVALID_HEREDOC_TEXT,
    &INVALID_QUERY,
    &UNSUPPORTED_SYNTAX,
    &INVALID_ENCODING,
    &INVALID_REGEXP,
    &INTERNAL_ERROR,
    &INCOMPATIBLE_DEFAULT,
    &ARGUMENT_TYPE_MISMATCH,
    &NO_MATCHING_OVERLOAD,
    &ATTRIBUTE_TYPE_MISMATCH,
    &IMPLICIT_NUMBER_COERCION,
    &OPERATOR_TYPE_MISMATCH,
    &SUSPICIOUS_TYPE_ARGUMENT,
    &NON_LITERAL_PARAMETER_TYPE,
    &OPTIONAL_NEVER_UNDEF,
    &UNDEF_DEFAULT_NOT_OPTIONAL,
    &POSSIBLY_UNDEF_ACCESS,
    &IMPOSSIBLE_COMPARISON,
    &REDUNDANT_TEST,
    &NON_EXHAUSTIVE_MATCH,
    &UNREACHABLE_ARM,
    &RETURN_TYPE_MISMATCH,
    &MISSING_TYPE,
    &STRING_AS_BOOLEAN,
    &STRUCT_KEY,
    &WEAK_TYPE,
    &INVALID_TYPE_ARGUMENT,
    &FAILING_CALL,
    &FAILING_USE,
    &LEGACY_FACT,
    &REMOVED_IN_TARGET,
    &NEEDS_NEWER_PUPPET,
    &DEPRECATED_SYMBOL,
    &OLD_TYPE,
    &SENSITIVE_LEAK,
];

/// A001: A suppression comment suppresses no diagnostic.
pub static UNUSED_SUPPRESSION: Rule = Rule {
    code: "A001",
    name: "unused-suppression",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A suppression comment suppresses no diagnostic.",
    fix: Some(Safety::Safe),
};

/// A002: A suppression comment names a rule that does not exist or cannot be suppressed.
pub static INVALID_SUPPRESSION: Rule = Rule {
    code: "A002",
    name: "invalid-suppression",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A suppression comment names a rule that does not exist or cannot be suppressed.",
    fix: Some(Safety::Unsafe),
};

/// A003: A `reveal` comment shows the inferred type of an expression.
pub static REVEALED_TYPE: Rule = Rule {
    code: "A003",
    name: "revealed-type",
    levels: Levels {
        lenient: Some(Severity::Info),
        standard: Some(Severity::Info),
        strict: Some(Severity::Info),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A `reveal` comment shows the inferred type of an expression.",
    fix: None,
};

/// C401: A case or selector has the same option twice.
pub static DUPLICATE_CASE_OPTION: Rule = Rule {
    code: "C401",
    name: "duplicate-case-option",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A case or selector has the same option twice.",
    fix: Some(Safety::Unsafe),
};

/// C402: A condition is always true, or always false.
pub static CONSTANT_CONDITION: Rule = Rule {
    code: "C402",
    name: "constant-condition",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A condition is always true, or always false.",
    fix: Some(Safety::Safe),
};

/// C403: A selector has no match for a value of its control expression.
pub static SELECTOR_MAY_NOT_MATCH: Rule = Rule {
    code: "C403",
    name: "selector-may-not-match",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A selector has no match for a value of its control expression.",
    fix: Some(Safety::Unsafe),
};

/// C404: A capture such as `$1` is read where no regular expression match sets it.
pub static REGEX_CAPTURE_OUT_OF_SCOPE: Rule = Rule {
    code: "C404",
    name: "regex-capture-out-of-scope",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A capture such as `$1` is read where no regular expression match sets it.",
    fix: None,
};

/// C405: A hash has the same key twice.
pub static DUPLICATE_KEY: Rule = Rule {
    code: "C405",
    name: "duplicate-key",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A hash has the same key twice.",
    fix: Some(Safety::Unsafe),
};

/// C406: `next`, `break` or `return` is called outside of the code that it can leave.
pub static ILLEGAL_JUMP: Rule = Rule {
    code: "C406",
    name: "illegal-jump",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "`next`, `break` or `return` is called outside of the code that it can leave.",
    fix: None,
};

/// F501: A template or file does not exist in its module.
pub static TEMPLATE_OR_FILE_NOT_FOUND: Rule = Rule {
    code: "F501",
    name: "template-or-file-not-found",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A template or file does not exist in its module.",
    fix: Some(Safety::Unsafe),
};

/// F502: An EPP template is rendered without a required parameter.
pub static EPP_MISSING_PARAMETER: Rule = Rule {
    code: "F502",
    name: "epp-missing-parameter",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An EPP template is rendered without a required parameter.",
    fix: Some(Safety::Unsafe),
};

/// F503: An EPP template is rendered with a parameter that it does not have.
pub static EPP_UNKNOWN_PARAMETER: Rule = Rule {
    code: "F503",
    name: "epp-unknown-parameter",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An EPP template is rendered with a parameter that it does not have.",
    fix: Some(Safety::Unsafe),
};

/// F504: An ERB template reads a variable that is not set where the template is rendered.
pub static ERB_UNKNOWN_VARIABLE: Rule = Rule {
    code: "F504",
    name: "erb-unknown-variable",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An ERB template reads a variable that is not set where the template is rendered.",
    fix: Some(Safety::Unsafe),
};

/// F506: The value of a Deferred is used before it is resolved.
pub static DEFERRED_USED_EARLY: Rule = Rule {
    code: "F506",
    name: "deferred-used-early",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The value of a Deferred is used before it is resolved.",
    fix: None,
};

/// H601: A Hiera key names a class that does not exist, and almost one that does.
pub static HIERA_UNKNOWN_CLASS: Rule = Rule {
    code: "H601",
    name: "hiera-unknown-class",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A Hiera key names a class that does not exist, and almost one that does.",
    fix: Some(Safety::Unsafe),
};

/// H602: A Hiera key names a parameter that the class does not have.
pub static HIERA_UNKNOWN_PARAMETER: Rule = Rule {
    code: "H602",
    name: "hiera-unknown-parameter",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A Hiera key names a parameter that the class does not have.",
    fix: Some(Safety::Unsafe),
};

/// H603: A Hiera value does not match the type of its parameter.
pub static HIERA_TYPE_MISMATCH: Rule = Rule {
    code: "H603",
    name: "hiera-type-mismatch",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A Hiera value does not match the type of its parameter.",
    fix: Some(Safety::Unsafe),
};

/// H604: A Hiera key is never looked up, or is a duplicate.
pub static HIERA_BAD_KEY: Rule = Rule {
    code: "H604",
    name: "hiera-bad-key",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A Hiera key is never looked up, or is a duplicate.",
    fix: Some(Safety::Unsafe),
};

/// H605: An interpolation in Hiera data (`%{…}`) is not valid.
pub static HIERA_BAD_INTERPOLATION: Rule = Rule {
    code: "H605",
    name: "hiera-bad-interpolation",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An interpolation in Hiera data (`%{…}`) is not valid.",
    fix: Some(Safety::Unsafe),
};

/// H606: A lookup has no default, and no Hiera data file has its key.
pub static HIERA_KEY_NEVER_FOUND: Rule = Rule {
    code: "H606",
    name: "hiera-key-never-found",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A lookup has no default, and no Hiera data file has its key.",
    fix: Some(Safety::Unsafe),
};

/// H607: A hiera.yaml is not valid.
pub static HIERA_CONFIG_INVALID: Rule = Rule {
    code: "H607",
    name: "hiera-config-invalid",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A hiera.yaml is not valid.",
    fix: Some(Safety::Unsafe),
};

/// H610: An entry of `lookup_options` is not valid, or is ignored.
pub static LOOKUP_OPTIONS_PROBLEM: Rule = Rule {
    code: "H610",
    name: "lookup-options-problem",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An entry of `lookup_options` is not valid, or is ignored.",
    fix: Some(Safety::Unsafe),
};

/// H611: A Hiera data file is not valid.
pub static INVALID_DATA_FILE: Rule = Rule {
    code: "H611",
    name: "invalid-data-file",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A Hiera data file is not valid.",
    fix: None,
};

/// M701: A definition is not in the file from which Puppet autoloads it.
pub static AUTOLOAD_LAYOUT: Rule = Rule {
    code: "M701",
    name: "autoload-layout",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &["autoloader_layout"],
    since: "0.1.0",
    summary: "A definition is not in the file from which Puppet autoloads it.",
    fix: Some(Safety::Unsafe),
};

/// M702: A module uses another one that is not in the dependencies of its metadata.json.
pub static UNDECLARED_DEPENDENCY: Rule = Rule {
    code: "M702",
    name: "undeclared-dependency",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A module uses another one that is not in the dependencies of its metadata.json.",
    fix: Some(Safety::Unsafe),
};

/// M705: The metadata.json of a module is not valid.
pub static METADATA_INVALID: Rule = Rule {
    code: "M705",
    name: "metadata-invalid",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The metadata.json of a module is not valid.",
    fix: Some(Safety::Unsafe),
};

/// M707: A documentation comment does not match the parameters of its definition.
pub static STALE_DOCUMENTATION: Rule = Rule {
    code: "M707",
    name: "stale-documentation",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A documentation comment does not match the parameters of its definition.",
    fix: Some(Safety::Unsafe),
};

/// M709: An expression is only available in manifests, or only in plans.
pub static CATALOG_VS_PLAN_CONTEXT: Rule = Rule {
    code: "M709",
    name: "catalog-vs-plan-context",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An expression is only available in manifests, or only in plans.",
    fix: None,
};

/// M710: A file or directory cannot be read, or is not text.
pub static UNREADABLE_FILE: Rule = Rule {
    code: "M710",
    name: "unreadable-file",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A file or directory cannot be read, or is not text.",
    fix: None,
};

/// M711: A file is too large and is not checked.
pub static FILE_TOO_LARGE: Rule = Rule {
    code: "M711",
    name: "file-too-large",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A file is too large and is not checked.",
    fix: None,
};

/// M712: A module is hidden by another one, or a directory of the module path does not exist.
pub static MODULE_PATH: Rule = Rule {
    code: "M712",
    name: "module-path",
    levels: Levels {
        lenient: Some(Severity::Hint),
        standard: Some(Severity::Hint),
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A module is hidden by another one, or a directory of the module path does not exist.",
    fix: None,
};

/// M713: A setting does not exist, or its value is not valid.
pub static INVALID_SETTING: Rule = Rule {
    code: "M713",
    name: "invalid-setting",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A setting does not exist, or its value is not valid.",
    fix: Some(Safety::Unsafe),
};

/// M714: A module of metadata.json, the Puppetfile or .fixtures.yml is not installed.
pub static MISSING_DEPENDENCY: Rule = Rule {
    code: "M714",
    name: "missing-dependency",
    levels: Levels {
        lenient: Some(Severity::Hint),
        standard: Some(Severity::Hint),
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A module of metadata.json, the Puppetfile or .fixtures.yml is not installed.",
    fix: None,
};

/// M715: A file has capital letters in its name, so Puppet does not autoload it.
pub static FILE_NAME_CASE: Rule = Rule {
    code: "M715",
    name: "file-name-case",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A file has capital letters in its name, so Puppet does not autoload it.",
    fix: None,
};

/// M716: A Ruby file of a module has a syntax error.
pub static BROKEN_RUBY: Rule = Rule {
    code: "M716",
    name: "broken-ruby",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A Ruby file of a module has a syntax error.",
    fix: None,
};

/// M717: A stub file is not valid, or contradicts another declaration.
pub static INVALID_STUB: Rule = Rule {
    code: "M717",
    name: "invalid-stub",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A stub file is not valid, or contradicts another declaration.",
    fix: None,
};

/// N101: A variable does not exist in this scope.
pub static UNKNOWN_VARIABLE: Rule = Rule {
    code: "N101",
    name: "unknown-variable",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &["variable_scope"],
    since: "0.1.0",
    summary: "A variable does not exist in this scope.",
    fix: Some(Safety::Unsafe),
};

/// N102: A variable is set in some branches only, and may be unassigned here.
pub static POSSIBLY_UNDEFINED_VARIABLE: Rule = Rule {
    code: "N102",
    name: "possibly-undefined-variable",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Warning),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A variable is set in some branches only, and may be unassigned here.",
    fix: Some(Safety::Unsafe),
};

/// N103: A variable is assigned twice in one scope, or a parameter uses a name that Puppet reserves, such as `$title`.
pub static REASSIGNED_VARIABLE: Rule = Rule {
    code: "N103",
    name: "reassigned-variable",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A variable is assigned twice in one scope, or a parameter uses a name that Puppet reserves, such as `$title`.",
    fix: None,
};

/// N104: A class does not exist.
pub static UNKNOWN_CLASS: Rule = Rule {
    code: "N104",
    name: "unknown-class",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A class does not exist.",
    fix: Some(Safety::Unsafe),
};

/// N105: A resource type or defined type does not exist.
pub static UNKNOWN_RESOURCE_TYPE: Rule = Rule {
    code: "N105",
    name: "unknown-resource-type",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A resource type or defined type does not exist.",
    fix: Some(Safety::Unsafe),
};

/// N106: A function does not exist.
pub static UNKNOWN_FUNCTION: Rule = Rule {
    code: "N106",
    name: "unknown-function",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A function does not exist.",
    fix: Some(Safety::Unsafe),
};

/// N107: A data type or type alias does not exist.
pub static UNKNOWN_DATA_TYPE: Rule = Rule {
    code: "N107",
    name: "unknown-data-type",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A data type or type alias does not exist.",
    fix: Some(Safety::Unsafe),
};

/// N108: A fact does not exist, and its name is almost that of a known fact.
pub static UNKNOWN_FACT: Rule = Rule {
    code: "N108",
    name: "unknown-fact",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A fact does not exist, and its name is almost that of a known fact.",
    fix: Some(Safety::Unsafe),
};

/// N110: A variable is assigned but never read.
pub static UNUSED_VARIABLE: Rule = Rule {
    code: "N110",
    name: "unused-variable",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A variable is assigned but never read.",
    fix: Some(Safety::Safe),
};

/// N111: A parameter is never read.
pub static UNUSED_PARAMETER: Rule = Rule {
    code: "N111",
    name: "unused-parameter",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A parameter is never read.",
    fix: Some(Safety::Unsafe),
};

/// N113: A class inherits from itself, or a type alias refers only to itself.
pub static CIRCULAR_DEFINITION: Rule = Rule {
    code: "N113",
    name: "circular-definition",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A class inherits from itself, or a type alias refers only to itself.",
    fix: None,
};

/// N114: A parameter of a lambda shadows a variable of the enclosing code.
pub static SHADOWED_VARIABLE: Rule = Rule {
    code: "N114",
    name: "shadowed-variable",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A parameter of a lambda shadows a variable of the enclosing code.",
    fix: Some(Safety::Safe),
};

/// R301: A resource has an attribute that its type does not have.
pub static UNKNOWN_ATTRIBUTE: Rule = Rule {
    code: "R301",
    name: "unknown-attribute",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A resource has an attribute that its type does not have.",
    fix: Some(Safety::Unsafe),
};

/// R302: A resource lacks an attribute that its type requires.
pub static MISSING_REQUIRED_ATTRIBUTE: Rule = Rule {
    code: "R302",
    name: "missing-required-attribute",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A resource lacks an attribute that its type requires.",
    fix: Some(Safety::Unsafe),
};

/// R303: A resource has the same attribute twice.
pub static DUPLICATE_ATTRIBUTE: Rule = Rule {
    code: "R303",
    name: "duplicate-attribute",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &["duplicate_params"],
    since: "0.1.0",
    summary: "A resource has the same attribute twice.",
    fix: Some(Safety::Unsafe),
};

/// R304: Two resources of the same type have the same title.
pub static DUPLICATE_RESOURCE: Rule = Rule {
    code: "R304",
    name: "duplicate-resource",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Two resources of the same type have the same title.",
    fix: None,
};

/// R305: An attribute has a value that its resource type refuses.
pub static INVALID_ATTRIBUTE_VALUE: Rule = Rule {
    code: "R305",
    name: "invalid-attribute-value",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &["file_mode", "unquoted_file_mode"],
    since: "0.1.0",
    summary: "An attribute has a value that its resource type refuses.",
    fix: Some(Safety::Unsafe),
};

/// R306: A reference names a resource that is not declared.
pub static UNRESOLVED_REFERENCE: Rule = Rule {
    code: "R306",
    name: "unresolved-reference",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Warning),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A reference names a resource that is not declared.",
    fix: Some(Safety::Unsafe),
};

/// R307: Resources depend on each other in a cycle.
pub static DEPENDENCY_CYCLE: Rule = Rule {
    code: "R307",
    name: "dependency-cycle",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Warning),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Resources depend on each other in a cycle.",
    fix: None,
};

/// R308: A class has a resource-like declaration after it was included.
pub static CLASS_DECLARED_TWICE: Rule = Rule {
    code: "R308",
    name: "class-declared-twice",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A class has a resource-like declaration after it was included.",
    fix: Some(Safety::Safe),
};

/// R309: Resource defaults of a class also apply to the classes that it includes.
pub static LEAKING_RESOURCE_DEFAULT: Rule = Rule {
    code: "R309",
    name: "leaking-resource-default",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Resource defaults of a class also apply to the classes that it includes.",
    fix: None,
};

/// R310: An exec runs on every Puppet run: it has no `creates`, `onlyif`, `unless` or `refreshonly`.
pub static EXEC_NOT_IDEMPOTENT: Rule = Rule {
    code: "R310",
    name: "exec-not-idempotent",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &["exec_idempotency"],
    since: "0.1.0",
    summary: "An exec runs on every Puppet run: it has no `creates`, `onlyif`, `unless` or `refreshonly`.",
    fix: Some(Safety::Unsafe),
};

/// R311: The command of an exec is not an absolute path, and there is no `path`.
pub static EXEC_UNQUALIFIED_COMMAND: Rule = Rule {
    code: "R311",
    name: "exec-unqualified-command",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The command of an exec is not an absolute path, and there is no `path`.",
    fix: Some(Safety::Unsafe),
};

/// R312: The title of a resource is empty, undef or not a string.
pub static BAD_TITLE: Rule = Rule {
    code: "R312",
    name: "bad-title",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The title of a resource is empty, undef or not a string.",
    fix: Some(Safety::Unsafe),
};

/// R313: A virtual resource is never realized.
pub static VIRTUAL_NEVER_REALIZED: Rule = Rule {
    code: "R313",
    name: "virtual-never-realized",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A virtual resource is never realized.",
    fix: Some(Safety::Unsafe),
};

/// R314: A collector without a query realizes every virtual resource of the type.
pub static COLLECTOR_WITHOUT_QUERY: Rule = Rule {
    code: "R314",
    name: "collector-without-query",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &["spaceship_operator_without_tag"],
    since: "0.1.0",
    summary: "A collector without a query realizes every virtual resource of the type.",
    fix: None,
};

/// R315: A relationship has an operand that is neither a resource nor a reference to one.
pub static RELATIONSHIP_OPERAND: Rule = Rule {
    code: "R315",
    name: "relationship-operand",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A relationship has an operand that is neither a resource nor a reference to one.",
    fix: None,
};

/// S001: The code is not valid Puppet: a token is missing, superfluous or misplaced.
pub static SYNTAX_ERROR: Rule = Rule {
    code: "S001",
    name: "syntax-error",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The code is not valid Puppet: a token is missing, superfluous or misplaced.",
    fix: Some(Safety::Unsafe),
};

/// S002: A statement has no effect: its value is not used.
pub static STATEMENT_WITHOUT_EFFECT: Rule = Rule {
    code: "S002",
    name: "statement-without-effect",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A statement has no effect: its value is not used.",
    fix: Some(Safety::Unsafe),
};

/// S003: A reserved word or the name of a built-in data type is used as a name.
pub static RESERVED_WORD: Rule = Rule {
    code: "S003",
    name: "reserved-word",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A reserved word or the name of a built-in data type is used as a name.",
    fix: Some(Safety::Unsafe),
};

/// S004: A string has an unrecognized escape sequence, and the backslash stays in it.
pub static INVALID_ESCAPE: Rule = Rule {
    code: "S004",
    name: "invalid-escape",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A string has an unrecognized escape sequence, and the backslash stays in it.",
    fix: Some(Safety::Safe),
};

/// S005: A heredoc's tag is malformed, or the line that ends its text is missing.
pub static HEREDOC_TAG: Rule = Rule {
    code: "S005",
    name: "heredoc-tag",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A heredoc's tag is malformed, or the line that ends its text is missing.",
    fix: Some(Safety::Unsafe),
};

/// S006: A tag or comment of an EPP template is not closed.
pub static EPP_UNBALANCED: Rule = Rule {
    code: "S006",
    name: "epp-unbalanced",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A tag or comment of an EPP template is not closed.",
    fix: Some(Safety::Unsafe),
};

/// S007: Uses `+=` or `-=`, which were removed in Puppet 4.
pub static REMOVED_OPERATOR: Rule = Rule {
    code: "S007",
    name: "removed-operator",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Uses `+=` or `-=`, which were removed in Puppet 4.",
    fix: None,
};

/// S008: A class, defined type, function, node or type alias is defined where it is not allowed.
pub static DEFINITION_IN_WRONG_PLACE: Rule = Rule {
    code: "S008",
    name: "definition-in-wrong-place",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &["nested_classes_or_defines"],
    since: "0.1.0",
    summary: "A class, defined type, function, node or type alias is defined where it is not allowed.",
    fix: None,
};

/// S009: The name of a variable, definition or host is not valid.
pub static INVALID_NAME: Rule = Rule {
    code: "S009",
    name: "invalid-name",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[
        "names_containing_dash",
        "names_containing_uppercase",
        "variable_contains_dash",
        "variable_is_lowercase",
    ],
    since: "0.1.0",
    summary: "The name of a variable, definition or host is not valid.",
    fix: Some(Safety::Unsafe),
};

/// S010: The left side of an assignment is not a variable of this scope.
pub static INVALID_ASSIGNMENT: Rule = Rule {
    code: "S010",
    name: "invalid-assignment",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The left side of an assignment is not a variable of this scope.",
    fix: Some(Safety::Unsafe),
};

/// S011: A parameter is declared twice, has an invalid name, or captures the remaining arguments and is not the last.
pub static INVALID_PARAMETER: Rule = Rule {
    code: "S011",
    name: "invalid-parameter",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A parameter is declared twice, has an invalid name, or captures the remaining arguments and is not the last.",
    fix: Some(Safety::Unsafe),
};

/// S012: A resource expression has no title, or a form that is not allowed.
pub static INVALID_RESOURCE: Rule = Rule {
    code: "S012",
    name: "invalid-resource",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A resource expression has no title, or a form that is not allowed.",
    fix: Some(Safety::Unsafe),
};

/// S013: An expression that does not produce a value is used as a value.
pub static NO_VALUE: Rule = Rule {
    code: "S013",
    name: "no-value",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An expression that does not produce a value is used as a value.",
    fix: Some(Safety::Unsafe),
};

/// S014: A number is malformed, or does not fit into 64 bits.
pub static INVALID_NUMBER: Rule = Rule {
    code: "S014",
    name: "invalid-number",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A number is malformed, or does not fit into 64 bits.",
    fix: Some(Safety::Unsafe),
};

/// S015: The text of a heredoc is not valid in the syntax of its tag.
pub static INVALID_HEREDOC_TEXT: Rule = Rule {
    code: "S015",
    name: "invalid-heredoc-text",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The text of a heredoc is not valid in the syntax of its tag.",
    fix: Some(Safety::Unsafe),
};

/// S016: The query or the type of a collector is not valid.
pub static INVALID_QUERY: Rule = Rule {
    code: "S016",
    name: "invalid-query",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The query or the type of a collector is not valid.",
    fix: None,
};

/// S017: Uses a form that Puppet's parser accepts but does not support.
pub static UNSUPPORTED_SYNTAX: Rule = Rule {
    code: "S017",
    name: "unsupported-syntax",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Uses a form that Puppet's parser accepts but does not support.",
    fix: None,
};

/// S018: The file is not UTF-8 text without a byte order mark.
pub static INVALID_ENCODING: Rule = Rule {
    code: "S018",
    name: "invalid-encoding",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The file is not UTF-8 text without a byte order mark.",
    fix: Some(Safety::Safe),
};

/// S019: A regular expression has a syntax error.
pub static INVALID_REGEXP: Rule = Rule {
    code: "S019",
    name: "invalid-regexp",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A regular expression has a syntax error.",
    fix: None,
};

/// S099: The analyzer failed on this file, which is a bug of the analyzer.
pub static INTERNAL_ERROR: Rule = Rule {
    code: "S099",
    name: "internal-error",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The analyzer failed on this file, which is a bug of the analyzer.",
    fix: None,
};

/// T201: The default value of a parameter is not of the parameter's type.
pub static INCOMPATIBLE_DEFAULT: Rule = Rule {
    code: "T201",
    name: "incompatible-default",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The default value of a parameter is not of the parameter's type.",
    fix: Some(Safety::Unsafe),
};

/// T202: An argument is not of the type that its parameter expects.
pub static ARGUMENT_TYPE_MISMATCH: Rule = Rule {
    code: "T202",
    name: "argument-type-mismatch",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An argument is not of the type that its parameter expects.",
    fix: Some(Safety::Unsafe),
};

/// T203: No signature of the function accepts these arguments.
pub static NO_MATCHING_OVERLOAD: Rule = Rule {
    code: "T203",
    name: "no-matching-overload",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "No signature of the function accepts these arguments.",
    fix: None,
};

/// T204: The value of a resource's attribute is not of the type that the attribute expects.
pub static ATTRIBUTE_TYPE_MISMATCH: Rule = Rule {
    code: "T204",
    name: "attribute-type-mismatch",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The value of a resource's attribute is not of the type that the attribute expects.",
    fix: None,
};

/// T205: A string is used as a number.
pub static IMPLICIT_NUMBER_COERCION: Rule = Rule {
    code: "T205",
    name: "implicit-number-coercion",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A string is used as a number.",
    fix: Some(Safety::Safe),
};

/// T206: An operator is not defined for values of these types.
pub static OPERATOR_TYPE_MISMATCH: Rule = Rule {
    code: "T206",
    name: "operator-type-mismatch",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An operator is not defined for values of these types.",
    fix: None,
};

/// T207: A type has a computed parameter that looks like a typo, as in `Integer[1-3]`.
pub static SUSPICIOUS_TYPE_ARGUMENT: Rule = Rule {
    code: "T207",
    name: "suspicious-type-argument",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A type has a computed parameter that looks like a typo, as in `Integer[1-3]`.",
    fix: Some(Safety::Unsafe),
};

/// T208: The type of a class parameter is not a literal.
pub static NON_LITERAL_PARAMETER_TYPE: Rule = Rule {
    code: "T208",
    name: "non-literal-parameter-type",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The type of a class parameter is not a literal.",
    fix: None,
};

/// T209: `Optional` has no effect on a parameter whose default is not undef.
pub static OPTIONAL_NEVER_UNDEF: Rule = Rule {
    code: "T209",
    name: "optional-never-undef",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &["optional_default"],
    since: "0.1.0",
    summary: "`Optional` has no effect on a parameter whose default is not undef.",
    fix: Some(Safety::Unsafe),
};

/// T210: A parameter's default is undef, and its type does not accept undef.
pub static UNDEF_DEFAULT_NOT_OPTIONAL: Rule = Rule {
    code: "T210",
    name: "undef-default-not-optional",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &["params_not_optional_with_undef"],
    since: "0.1.0",
    summary: "A parameter's default is undef, and its type does not accept undef.",
    fix: Some(Safety::Safe),
};

/// T211: An element is accessed in a value that may be undef.
pub static POSSIBLY_UNDEF_ACCESS: Rule = Rule {
    code: "T211",
    name: "possibly-undef-access",
    levels: Levels {
        lenient: None,
        standard: None,
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An element is accessed in a value that may be undef.",
    fix: Some(Safety::Unsafe),
};

/// T212: Values of these types are never equal, or never match.
pub static IMPOSSIBLE_COMPARISON: Rule = Rule {
    code: "T212",
    name: "impossible-comparison",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Warning),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Values of these types are never equal, or never match.",
    fix: Some(Safety::Unsafe),
};

/// T213: A test is always true for values of this type.
pub static REDUNDANT_TEST: Rule = Rule {
    code: "T213",
    name: "redundant-test",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A test is always true for values of this type.",
    fix: Some(Safety::Unsafe),
};

/// T214: A case has no option for a value that its control expression can have.
pub static NON_EXHAUSTIVE_MATCH: Rule = Rule {
    code: "T214",
    name: "non-exhaustive-match",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Warning),
        strict: Some(Severity::Error),
    },
    puppet_lint: &["case_without_default"],
    since: "0.1.0",
    summary: "A case has no option for a value that its control expression can have.",
    fix: Some(Safety::Safe),
};

/// T215: An option of a case or selector is never reached.
pub static UNREACHABLE_ARM: Rule = Rule {
    code: "T215",
    name: "unreachable-arm",
    levels: Levels {
        lenient: None,
        standard: Some(Severity::Hint),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "An option of a case or selector is never reached.",
    fix: Some(Safety::Unsafe),
};

/// T216: A function returns a value that is not of its declared type.
pub static RETURN_TYPE_MISMATCH: Rule = Rule {
    code: "T216",
    name: "return-type-mismatch",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A function returns a value that is not of its declared type.",
    fix: Some(Safety::Unsafe),
};

/// T217: A parameter has no type.
pub static MISSING_TYPE: Rule = Rule {
    code: "T217",
    name: "missing-type",
    levels: Levels {
        lenient: None,
        standard: None,
        strict: Some(Severity::Warning),
    },
    puppet_lint: &["parameter_types"],
    since: "0.1.0",
    summary: "A parameter has no type.",
    fix: Some(Safety::Unsafe),
};

/// T218: A string such as 'false' is used as a condition: every string is true.
pub static STRING_AS_BOOLEAN: Rule = Rule {
    code: "T218",
    name: "string-as-boolean",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &["quoted_booleans"],
    since: "0.1.0",
    summary: "A string such as 'false' is used as a condition: every string is true.",
    fix: Some(Safety::Unsafe),
};

/// T219: A hash lacks a key that its Struct type requires, or has an unknown key.
pub static STRUCT_KEY: Rule = Rule {
    code: "T219",
    name: "struct-key",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A hash lacks a key that its Struct type requires, or has an unknown key.",
    fix: Some(Safety::Unsafe),
};

/// T220: A type accepts values that are rarely useful, such as an empty string.
pub static WEAK_TYPE: Rule = Rule {
    code: "T220",
    name: "weak-type",
    levels: Levels {
        lenient: None,
        standard: None,
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A type accepts values that are rarely useful, such as an empty string.",
    fix: Some(Safety::Unsafe),
};

/// T222: A type has arguments that it does not accept.
pub static INVALID_TYPE_ARGUMENT: Rule = Rule {
    code: "T222",
    name: "invalid-type-argument",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A type has arguments that it does not accept.",
    fix: None,
};

/// T223: A function or conversion always fails with these values.
pub static FAILING_CALL: Rule = Rule {
    code: "T223",
    name: "failing-call",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A function or conversion always fails with these values.",
    fix: None,
};

/// T224: A class or defined type always fails with these values.
pub static FAILING_USE: Rule = Rule {
    code: "T224",
    name: "failing-use",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "A class or defined type always fails with these values.",
    fix: None,
};

/// V801: Uses a legacy fact, which Puppet 8 does not provide by default.
pub static LEGACY_FACT: Rule = Rule {
    code: "V801",
    name: "legacy-fact",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &["legacy_facts"],
    since: "0.1.0",
    summary: "Uses a legacy fact, which Puppet 8 does not provide by default.",
    fix: Some(Safety::Unsafe),
};

/// V802: Uses a feature that was removed in a targeted Puppet version.
pub static REMOVED_IN_TARGET: Rule = Rule {
    code: "V802",
    name: "removed-in-target",
    levels: Levels {
        lenient: Some(Severity::Error),
        standard: Some(Severity::Error),
        strict: Some(Severity::Error),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Uses a feature that was removed in a targeted Puppet version.",
    fix: None,
};

/// V803: Uses a feature that a targeted Puppet version does not have yet.
pub static NEEDS_NEWER_PUPPET: Rule = Rule {
    code: "V803",
    name: "needs-newer-puppet",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Uses a feature that a targeted Puppet version does not have yet.",
    fix: Some(Safety::Unsafe),
};

/// V804: Uses a function, class or type that is documented as deprecated.
pub static DEPRECATED_SYMBOL: Rule = Rule {
    code: "V804",
    name: "deprecated-symbol",
    levels: Levels {
        lenient: Some(Severity::Hint),
        standard: Some(Severity::Hint),
        strict: Some(Severity::Hint),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Uses a function, class or type that is documented as deprecated.",
    fix: None,
};

/// V805: Uses an obsolete form of a type, such as `Literal`, `Ruby['X']`, or `Object` for any value.
pub static OLD_TYPE: Rule = Rule {
    code: "V805",
    name: "old-type",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "Uses an obsolete form of a type, such as `Literal`, `Ruby['X']`, or `Object` for any value.",
    fix: Some(Safety::Unsafe),
};

/// X901: The value of a Sensitive is exposed as plain text.
pub static SENSITIVE_LEAK: Rule = Rule {
    code: "X901",
    name: "sensitive-leak",
    levels: Levels {
        lenient: Some(Severity::Warning),
        standard: Some(Severity::Warning),
        strict: Some(Severity::Warning),
    },
    puppet_lint: &[],
    since: "0.1.0",
    summary: "The value of a Sensitive is exposed as plain text.",
    fix: Some(Safety::Unsafe),
};
