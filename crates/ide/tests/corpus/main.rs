//! Features on real modules: laws that hold wherever a cursor stands.
//!
//! `PUPPET_CORPUS` names the folder of modules (default: `/usr/share/puppet/modules`; without it nothing is tested).
//! Some places of some modules are tried; with `PUPPET_LAWS=all` places of all modules, `PUPPET_CURSORS` of them in each
//! file. Any other value of `PUPPET_LAWS` also names a file to which the figures are added.

mod code_actions;
mod edits;
mod hierarchies;
mod hints;
mod hover;
mod laws;
mod modules;
mod names;
mod recall;
mod rename;
mod rule_fixes;
mod shapes;
mod suppressions;
