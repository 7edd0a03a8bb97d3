//! The modules around a program, which define what it names, and the data of its classes.

use std::sync::Arc;

use puppet_hir::Program;
use puppet_types::Value;

use crate::error::Unknown;

/// What a name is the name of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// A class or defined type.
    ClassOrDefinedType,
    /// A function.
    Function,
    /// A type alias.
    TypeAlias,
}

/// The file that defines something.
#[derive(Debug, Clone)]
pub enum LoadedFile {
    /// Its number and its program.
    File(u32, Arc<Program>),
    /// No module defines it.
    Missing,
    /// A module that is not there may define it, or the file has errors.
    Unknown,
}

/// A function that is written in Ruby.
#[derive(Debug, Clone, Copy)]
pub enum RubyFunction {
    /// It is there.
    Present,
    /// Only its name is known.
    Opaque {
        /// Whether it may refuse its arguments.
        may_fail: bool,
        /// Whether it may add something to the catalog.
        may_declare: bool,
    },
    /// It is deprecated, which is an error when Puppet is strict.
    Deprecated,
    /// No module has it.
    Missing,
    /// A module that is not there may have it.
    Unknown,
}

/// The modules of an environment, and the data for one node.
pub trait Modules {
    /// The file that defines a name in lower case.
    fn load(&self, wanted: Wanted, name: &str) -> LoadedFile;

    /// A function of a module that is written in Ruby.
    fn ruby_function(&self, name: &str) -> RubyFunction;

    /// Whether there is a resource type of that name in Ruby; none if that is not known.
    fn has_resource_type(&self, name: &str) -> Option<bool>;

    /// The value that data give to a key; none if they have nothing for it.
    ///
    /// # Errors
    /// The reason why that is not known.
    fn data(&self, key: &str) -> Result<Option<Value>, Unknown>;

    /// Whether a variable of the top scope that is not set may be set on real nodes.
    fn may_be_fact(&self, name: &str) -> bool;
}
