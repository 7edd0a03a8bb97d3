//! Generated from `crates/project/settings.toml` by `cargo xtask codegen`: edit the table, not this file.

/// The settings of `puppet-analyzer.toml`.
pub const KEYS: &[&str] = &[
    "target",
    "strictness",
    "rules",
    "overrides",
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
