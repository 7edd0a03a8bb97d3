//! Name resolution: from a name to the definition that Puppet would load.

pub mod autoload;
pub mod resolver;
