//! Generated from `crates/project/settings.toml` by `cargo xtask codegen`: edit the table, not this file.

use crate::settings::DocumentedSetting;

/// The settings of `puppet-analyzer.toml`.
pub const KEYS: &[&str] = &[
    "target",
    "strictness",
    "rules",
    "overrides",
    "house-rules",
    "exclude",
    "module-path",
    "installed-modules",
    "environments",
    "stubs",
];
/// The settings that only editors have.
pub const EDITOR_KEYS: &[&str] = &[
    "diagnostics.enable",
    "diagnostics.workspace",
    "diagnostics.operatingSystems",
    "inlayHints.variableTypes",
    "inlayHints.lambdaTypes",
    "inlayHints.parameterNames",
    "inlayHints.defaults",
    "inlayHints.hieraValues",
    "inlayHints.namevars",
    "inlayHints.newerVersions",
    "codeLenses.references",
    "codeLenses.resources",
    "forge.enable",
    "forge.url",
    "server.path",
    "server.log",
    "trace.server",
];
/// What the documentation says about the settings of `puppet-analyzer.toml`.
pub const SETTINGS: &[DocumentedSetting] = &[
    DocumentedSetting {
        key: "target",
        default: "[]",
        summary: "The Puppet or OpenVox versions that the code targets, such as `puppet >= 7` or `openvox 8.x`.",
        example: "target = [\"puppet >= 7 < 9\", \"openvox 8.x\"]",
    },
    DocumentedSetting {
        key: "strictness",
        default: "\"standard\"",
        summary: "Set how much is reported: `lenient`, `standard` or `strict`.",
        example: "strictness = \"strict\"",
    },
    DocumentedSetting {
        key: "rules",
        default: "{}",
        summary: "Set the severity of rules: `error`, `warning`, `info`, `hint` or `off`.",
        example: "[rules]\nunused-parameter = \"off\"\nN104 = \"error\"",
    },
    DocumentedSetting {
        key: "overrides",
        default: "[]",
        summary: "Override the severity of rules for some files. If several overrides match a file, the last one wins.",
        example: "[[overrides]]\npaths = [\"site/legacy/\", \"*.epp\"]\nrules = { unknown-variable = \"warning\" }",
    },
    DocumentedSetting {
        key: "house-rules",
        default: "[]",
        summary: "Rules of your own: patterns of Puppet code with a message.",
        example: "[[house-rules]]\nname = \"no-cron\"\npattern = \"cron { `title`: }\"\nmessage = \"The cron job '`title`' must be a systemd timer\"",
    },
    DocumentedSetting {
        key: "exclude",
        default: "[]",
        summary: "Files and directories to skip. Their definitions are still indexed.",
        example: "exclude = [\"vendor/\", \"modules/*/examples\"]",
    },
    DocumentedSetting {
        key: "module-path",
        default: "[]",
        summary: "Additional module directories, searched after those that are found automatically.",
        example: "module-path = [\"vendor/modules\"]",
    },
    DocumentedSetting {
        key: "installed-modules",
        default: "true",
        summary: "Use modules that are installed on this computer, after all others.",
        example: "installed-modules = false",
    },
    DocumentedSetting {
        key: "environments",
        default: "[]",
        summary: "Directories of environments. By default, environments are found automatically.",
        example: "environments = [\"environments/*\"]",
    },
    DocumentedSetting {
        key: "stubs",
        default: "[]",
        summary: "Stub files, or directories of them, that declare what Ruby code defines where it cannot be read statically.",
        example: "stubs = [\"puppet-analyzer-stubs\"]",
    },
];
