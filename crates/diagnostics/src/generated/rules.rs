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

/// A001: A comment suppresses a rule that nothing there breaks.
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
    summary: "A comment suppresses a rule that nothing there breaks.",
    fix: Some(Safety::Safe),
};

/// A002: A comment suppresses a rule that does not exist or cannot be suppressed.
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
    summary: "A comment suppresses a rule that does not exist or cannot be suppressed.",
    fix: Some(Safety::Unsafe),
};

/// A003: What a `reveal` comment asks for: the inferred type of an expression.
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
    summary: "What a `reveal` comment asks for: the inferred type of an expression.",
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

/// C403: No entry of a selector matches a value that it gets.
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
    summary: "No entry of a selector matches a value that it gets.",
    fix: Some(Safety::Unsafe),
};

/// C404: `$1` and the like are read where no match can have set them.
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
    summary: "`$1` and the like are read where no match can have set them.",
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

/// C406: `next`, `break` or `return` is called where there is nothing that it could leave.
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
    summary: "`next`, `break` or `return` is called where there is nothing that it could leave.",
    fix: None,
};

/// F501: A template or file does not exist in the module that should have it.
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
    summary: "A template or file does not exist in the module that should have it.",
    fix: Some(Safety::Unsafe),
};

/// F502: A template in Embedded Puppet is not given a parameter that has no default.
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
    summary: "A template in Embedded Puppet is not given a parameter that has no default.",
    fix: Some(Safety::Unsafe),
};

/// F503: A template in Embedded Puppet is given a parameter that it does not have.
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
    summary: "A template in Embedded Puppet is given a parameter that it does not have.",
    fix: Some(Safety::Unsafe),
};

/// F504: A template in Embedded Ruby reads a variable that is not set where the template is used.
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
    summary: "A template in Embedded Ruby reads a variable that is not set where the template is used.",
    fix: Some(Safety::Unsafe),
};

/// F506: The value of a Deferred is used while the catalog is compiled.
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
    summary: "The value of a Deferred is used while the catalog is compiled.",
    fix: None,
};

/// H601: A key of Hiera's data names a class that does not exist, and is almost the name of one.
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
    summary: "A key of Hiera's data names a class that does not exist, and is almost the name of one.",
    fix: Some(Safety::Unsafe),
};

/// H602: A key of Hiera's data names a parameter that the class does not have, so nothing takes its value.
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
    summary: "A key of Hiera's data names a parameter that the class does not have, so nothing takes its value.",
    fix: Some(Safety::Unsafe),
};

/// H603: A value of Hiera's data does not fit the type of the parameter that gets it.
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
    summary: "A value of Hiera's data does not fit the type of the parameter that gets it.",
    fix: Some(Safety::Unsafe),
};

/// H604: A key of Hiera's data is written in a way in which nobody finds it, or stands there twice.
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
    summary: "A key of Hiera's data is written in a way in which nobody finds it, or stands there twice.",
    fix: Some(Safety::Unsafe),
};

/// H605: Puppet refuses what stands in `%{…}`.
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
    summary: "Puppet refuses what stands in `%{…}`.",
    fix: Some(Safety::Unsafe),
};

/// H606: A key is looked up that no file of Hiera's data has, and there is no default.
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
    summary: "A key is looked up that no file of Hiera's data has, and there is no default.",
    fix: Some(Safety::Unsafe),
};

/// H607: A hiera.yaml is not what Puppet can read.
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
    summary: "A hiera.yaml is not what Puppet can read.",
    fix: Some(Safety::Unsafe),
};

/// H610: Something in `lookup_options` is refused by Puppet, or is not seen.
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
    summary: "Something in `lookup_options` is refused by Puppet, or is not seen.",
    fix: Some(Safety::Unsafe),
};

/// H611: A file of Hiera's data is not what Puppet can read.
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
    summary: "A file of Hiera's data is not what Puppet can read.",
    fix: None,
};

/// M701: A definition is not in the file where Puppet looks for its name.
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
    summary: "A definition is not in the file where Puppet looks for its name.",
    fix: Some(Safety::Unsafe),
};

/// M702: A module uses another one that its metadata.json does not name.
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
    summary: "A module uses another one that its metadata.json does not name.",
    fix: Some(Safety::Unsafe),
};

/// M705: A module's metadata.json is not what Puppet can read.
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
    summary: "A module's metadata.json is not what Puppet can read.",
    fix: Some(Safety::Unsafe),
};

/// M707: A comment documents parameters that are not those of the definition below it.
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
    summary: "A comment documents parameters that are not those of the definition below it.",
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

/// M710: A file or directory cannot be read, or is no text.
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
    summary: "A file or directory cannot be read, or is no text.",
    fix: None,
};

/// M711: A file is too large to be a manifest and was not looked at.
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
    summary: "A file is too large to be a manifest and was not looked at.",
    fix: None,
};

/// M712: A module is hidden by another one, or the module path names what is not there.
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
    summary: "A module is hidden by another one, or the module path names what is not there.",
    fix: None,
};

/// M713: A setting does not exist, or its value does not fit.
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
    summary: "A setting does not exist, or its value does not fit.",
    fix: Some(Safety::Unsafe),
};

/// M714: A module that metadata.json, a Puppetfile or .fixtures.yml names is not on disk, so nothing is known of it.
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
    summary: "A module that metadata.json, a Puppetfile or .fixtures.yml names is not on disk, so nothing is known of it.",
    fix: None,
};

/// M715: A file has capital letters in its name, so Puppet does not find it.
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
    summary: "A file has capital letters in its name, so Puppet does not find it.",
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

/// M717: A stub file cannot be read, or contradicts itself or another.
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
    summary: "A stub file cannot be read, or contradicts itself or another.",
    fix: None,
};

/// N101: No variable of this name is visible here.
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
    summary: "No variable of this name is visible here.",
    fix: Some(Safety::Unsafe),
};

/// N102: The variable is set on some of the paths that lead here, not on all.
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
    summary: "The variable is set on some of the paths that lead here, not on all.",
    fix: Some(Safety::Unsafe),
};

/// N103: A variable is set twice in the same scope, or a parameter has the name of one that Puppet sets.
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
    summary: "A variable is set twice in the same scope, or a parameter has the name of one that Puppet sets.",
    fix: None,
};

/// N104: No class of this name exists.
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
    summary: "No class of this name exists.",
    fix: Some(Safety::Unsafe),
};

/// N105: No resource type or defined type of this name exists.
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
    summary: "No resource type or defined type of this name exists.",
    fix: Some(Safety::Unsafe),
};

/// N106: No function of this name exists.
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
    summary: "No function of this name exists.",
    fix: Some(Safety::Unsafe),
};

/// N107: No data type or type alias of this name exists.
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
    summary: "No data type or type alias of this name exists.",
    fix: Some(Safety::Unsafe),
};

/// N108: A fact does not exist, and is written almost like one that does.
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
    summary: "A fact does not exist, and is written almost like one that does.",
    fix: Some(Safety::Unsafe),
};

/// N110: A variable is set and never read.
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
    summary: "A variable is set and never read.",
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

/// N113: A class inherits from itself, or a type alias is nothing but itself.
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
    summary: "A class inherits from itself, or a type alias is nothing but itself.",
    fix: None,
};

/// N114: A parameter of a lambda hides a variable of the code around it.
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
    summary: "A parameter of a lambda hides a variable of the code around it.",
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

/// R306: A reference names a resource that is nowhere declared.
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
    summary: "A reference names a resource that is nowhere declared.",
    fix: Some(Safety::Unsafe),
};

/// R307: Relationships lead from a resource back to itself.
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
    summary: "Relationships lead from a resource back to itself.",
    fix: None,
};

/// R308: A class is declared like a resource after it was included.
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
    summary: "A class is declared like a resource after it was included.",
    fix: Some(Safety::Safe),
};

/// R309: Resource defaults in a class also apply to what the class includes.
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
    summary: "Resource defaults in a class also apply to what the class includes.",
    fix: None,
};

/// R310: An exec runs each time: it has no `creates`, `onlyif`, `unless` or `refreshonly`.
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
    summary: "An exec runs each time: it has no `creates`, `onlyif`, `unless` or `refreshonly`.",
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

/// R313: A virtual resource that nothing realizes.
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
    summary: "A virtual resource that nothing realizes.",
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

/// R315: A relationship is formed with something that is no resource and no reference to one.
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
    summary: "A relationship is formed with something that is no resource and no reference to one.",
    fix: None,
};

/// S001: The text is not Puppet: a token is missing, superfluous or in the wrong place.
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
    summary: "The text is not Puppet: a token is missing, superfluous or in the wrong place.",
    fix: Some(Safety::Unsafe),
};

/// S002: A statement makes a value that nothing uses.
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
    summary: "A statement makes a value that nothing uses.",
    fix: Some(Safety::Unsafe),
};

/// S003: A reserved word or the name of a built-in type is used as a name.
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
    summary: "A reserved word or the name of a built-in type is used as a name.",
    fix: Some(Safety::Unsafe),
};

/// S004: A backslash sequence in a string means nothing and stays as it is.
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
    summary: "A backslash sequence in a string means nothing and stays as it is.",
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

/// S006: A tag or comment of a template is opened and not closed.
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
    summary: "A tag or comment of a template is opened and not closed.",
    fix: Some(Safety::Unsafe),
};

/// S007: An operator that Puppet no longer has: `+=`, `-=`.
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
    summary: "An operator that Puppet no longer has: `+=`, `-=`.",
    fix: None,
};

/// S008: A class, defined type, function, node or type stands where it cannot be defined.
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
    summary: "A class, defined type, function, node or type stands where it cannot be defined.",
    fix: None,
};

/// S009: The name of a variable, definition or host has characters that it cannot have.
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
    summary: "The name of a variable, definition or host has characters that it cannot have.",
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

/// S011: A parameter is declared twice, has a name that it cannot have, or takes the rest and is not the last.
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
    summary: "A parameter is declared twice, has a name that it cannot have, or takes the rest and is not the last.",
    fix: Some(Safety::Unsafe),
};

/// S012: A resource expression has no title, or a form that its kind cannot have.
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
    summary: "A resource expression has no title, or a form that its kind cannot have.",
    fix: Some(Safety::Unsafe),
};

/// S013: An expression that has no value is used as a value.
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
    summary: "An expression that has no value is used as a value.",
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

/// S015: The text of a heredoc is not valid in the syntax that its tag names.
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
    summary: "The text of a heredoc is not valid in the syntax that its tag names.",
    fix: Some(Safety::Unsafe),
};

/// S016: A collector's query or type is not of the form that a query has.
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
    summary: "A collector's query or type is not of the form that a query has.",
    fix: None,
};

/// S017: The parser knows this form, but Puppet does not support it.
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
    summary: "The parser knows this form, but Puppet does not support it.",
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

/// S099: The analyzer failed on this file: the mistake is ours, not yours.
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
    summary: "The analyzer failed on this file: the mistake is ours, not yours.",
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

/// T207: A type's parameter is computed in a way that was hardly meant, as in `Integer[1-3]`.
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
    summary: "A type's parameter is computed in a way that was hardly meant, as in `Integer[1-3]`.",
    fix: Some(Safety::Unsafe),
};

/// T208: The type of a parameter depends on a value.
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
    summary: "The type of a parameter depends on a value.",
    fix: None,
};

/// T209: A parameter of an optional type has a default that is never undef.
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
    summary: "A parameter of an optional type has a default that is never undef.",
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

/// T211: An element is taken out of something that may be undef.
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
    summary: "An element is taken out of something that may be undef.",
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

/// T214: A case or selector leaves out a value that its control expression can have.
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
    summary: "A case or selector leaves out a value that its control expression can have.",
    fix: Some(Safety::Safe),
};

/// T215: An option of a case or selector can never be chosen.
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
    summary: "An option of a case or selector can never be chosen.",
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

/// T219: A hash lacks a key that its Struct type requires, or has one that it does not know.
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
    summary: "A hash lacks a key that its Struct type requires, or has one that it does not know.",
    fix: Some(Safety::Unsafe),
};

/// T220: A type accepts more than what the code can use, such as an empty string.
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
    summary: "A type accepts more than what the code can use, such as an empty string.",
    fix: Some(Safety::Unsafe),
};

/// T222: A type is given arguments that it does not take.
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
    summary: "A type is given arguments that it does not take.",
    fix: None,
};

/// T223: A function or conversion always fails on the values that it gets here.
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
    summary: "A function or conversion always fails on the values that it gets here.",
    fix: None,
};

/// T224: A class or defined type is used with values on which its code always fails.
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
    summary: "A class or defined type is used with values on which its code always fails.",
    fix: None,
};

/// V801: A fact from before facts were structured, which Puppet 8 does not send any more.
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
    summary: "A fact from before facts were structured, which Puppet 8 does not send any more.",
    fix: Some(Safety::Unsafe),
};

/// V802: A version of Puppet that the code is for has this no more.
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
    summary: "A version of Puppet that the code is for has this no more.",
    fix: None,
};

/// V803: A version of Puppet that the code is for does not have this yet.
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
    summary: "A version of Puppet that the code is for does not have this yet.",
    fix: Some(Safety::Unsafe),
};

/// V804: Something is used of which its documentation says that it should not be any more.
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
    summary: "Something is used of which its documentation says that it should not be any more.",
    fix: None,
};

/// V805: A type is written in a form that no version of Puppet has had for long: `Literal`, `Ruby['X']`, `Object` for any value.
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
    summary: "A type is written in a form that no version of Puppet has had for long: `Literal`, `Ruby['X']`, `Object` for any value.",
    fix: Some(Safety::Unsafe),
};

/// X901: The value of a Sensitive is put where others can read it.
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
    summary: "The value of a Sensitive is put where others can read it.",
    fix: Some(Safety::Unsafe),
};
