//! Features on real modules: laws that hold wherever a cursor stands.
//!
//! `PUPPET_CORPUS` names the folder of modules (default: `/usr/share/puppet/modules`; without it nothing is tested).

mod code_actions;
mod edits;
mod modules;
mod recall;
mod rename;
