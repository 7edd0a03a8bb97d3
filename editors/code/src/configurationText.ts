/** A new `puppet-analyzer.toml`: the most used settings as comments, so that nothing changes at first. */
export const CONFIGURATION_TEXT = `# Settings of puppet-analyzer for this folder. Remove a \`#\` to set something.

# How much is reported: "lenient", "standard" or "strict".
#strictness = "strict"

# The versions of Puppet or OpenVox that the code is for. Without it, metadata.json decides.
#target = ["puppet >= 7 < 9", "openvox 8.x"]

# Files and directories that are not checked.
#exclude = ["vendor/", "modules/*/examples"]

# More directories of modules.
#module-path = ["vendor/modules"]

# The level of a rule: "error", "warning", "info", "hint" or "off".
#[rules]
#unused-parameter = "off"

# Levels for some files.
#[[overrides]]
#paths = ["site/legacy/"]
#rules = { unknown-variable = "warning" }
`;
