//! The subject of a diagnostic, for its fixes.

use smol_str::SmolStr;

/// What a diagnostic is about, where a fix needs to know it and the text at its place does not tell. The message says
/// the same to people; nothing is read out of messages.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Subject {
    /// What is missing: a token, parameters that a template expects, members of an object.
    Missing(Vec<SmolStr>),
    /// The module that a name belongs to.
    Module(SmolStr),
    /// The name that is probably meant.
    Meant(SmolStr),
    /// Keys of a hash.
    Keys {
        /// Those that it lacks.
        missing: Vec<SmolStr>,
        /// Those that it should not have.
        unknown: Vec<SmolStr>,
    },
    /// The condition under which a value fits.
    Guard(SmolStr),
    /// A condition that has always the same result.
    Always(bool),
    /// Something that comes with a later version than the oldest that is required.
    Since {
        /// What has the versions: "Puppet", "OpenVox".
        product: SmolStr,
        /// The version with which it comes.
        first: SmolStr,
        /// The oldest version that is required.
        required: SmolStr,
    },
    /// The name of a rule of the user.
    HouseRule(SmolStr),
}
