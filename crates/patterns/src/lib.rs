//! Rules of users: patterns of Puppet code with metavariables.
//!
//! A metavariable is a name between backticks, which no Puppet code has: `` package { `title`: ensure => latest } ``.

mod house_rule;
mod matcher;
mod pattern;

pub use house_rule::{HouseRule, HouseRuleProblem, HouseRuleSource, Match};
