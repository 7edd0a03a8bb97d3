//! The commands that a client may have, and that of the server, by their names.

/// The command of the server that lists nodes, and chooses one of them.
pub(crate) const CHOOSE_NODE: &str = "puppet-analyzer.chooseNode";

/// The command with which our extension shows a list of places. Other clients show the number only.
pub(crate) const SHOW_REFERENCES: &str = "puppet-analyzer.showReferences";

/// The command of a client that opens its completion list.
pub(crate) const TRIGGER_SUGGEST: &str = "editor.action.triggerSuggest";

/// The command of clients that open the page of a rule: its argument is the code of the rule.
pub(crate) const EXPLAIN_RULE: &str = "puppet-analyzer.explainRule";
