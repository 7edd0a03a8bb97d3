//! The minimum recall, a little under the measured one.
//!
//! Some kinds have low floors because the modules that define what is named are not among the sampled ones, or because
//! it is not known: legacy facts, for one.

use std::env;

use super::Taken;
use super::tally::Tally;

/// A kind of place with percentages.
type Floor = (&'static str, [usize; 4]);

/// Words that are proposed: where the whole word is gone, where its first two letters are left, of these among the first
/// ten, and where the rest of the line is gone too.
pub(super) const COMPLETION: [Floor; 51] = [
    ("addresses of files", [95, 95, 95, 95]),
    ("attributes of Puppet's types", [95, 95, 95, 95]),
    ("attributes of classes", [95, 95, 95, 95]),
    ("attributes of defined types", [95, 95, 95, 95]),
    ("attributes of types in Ruby", [90, 90, 90, 90]),
    ("classes as resources", [65, 90, 40, 65]),
    ("classes after include", [85, 95, 70, 85]),
    ("classes after inherits", [95, 95, 80, 95]),
    ("classes in references", [50, 50, 20, 50]),
    ("else and elsif", [95, 95, 95, 95]),
    ("functions", [90, 95, 95, 90]),
    ("functions as statements", [95, 95, 95, 95]),
    ("functions after a dot", [95, 95, 95, 95]),
    ("inherits", [95, 95, 95, 95]),
    ("keys of facts", [80, 75, 75, 80]),
    ("keys of hashes in quotes", [85, 85, 85, 85]),
    ("keys of hashes without quotes", [95, 95, 95, 95]),
    ("keys of hashes, quotes and all", [85, 70, 70, 85]),
    ("metaparameters", [95, 95, 95, 95]),
    ("names after @param", [95, 95, 90, 95]),
    ("operators that are words", [95, 95, 95, 95]),
    ("paths of templates", [95, 95, 95, 95]),
    ("references as values", [95, 95, 70, 95]),
    ("references at other positions", [40, 95, 90, 40]),
    ("tags in comments", [95, 95, 95, 95]),
    ("titles in references", [95, 95, 95, 90]),
    ("types at other positions", [45, 95, 80, 45]),
    ("types in brackets", [90, 90, 85, 90]),
    ("types of parameters", [95, 95, 80, 95]),
    ("resource types", [65, 80, 55, 65]),
    (
        "resource types in defaults and collectors",
        [30, 55, 45, 30],
    ),
    ("resource types in strings", [75, 95, 90, 75]),
    ("values of attributes in quotes", [95, 95, 95, 95]),
    ("values of attributes without quotes", [95, 95, 95, 95]),
    ("values of attributes, quotes and all", [95, 95, 95, 95]),
    ("variables", [95, 95, 90, 95]),
    ("variables as arguments and in hashes", [95, 95, 85, 95]),
    ("variables as values of attributes", [95, 95, 90, 95]),
    ("variables without assignment", [0, 0, 0, 0]),
    ("variables in texts", [95, 95, 90, 85]),
    ("variables of classes", [90, 90, 75, 90]),
    ("variables of templates", [90, 90, 90, 80]),
    ("variables of the top scope", [95, 95, 0, 95]),
    ("what facts are compared with", [95, 95, 95, 95]),
    ("what facts are compared with, as words", [95, 95, 95, 95]),
    (
        "what facts are compared with, quotes and all",
        [95, 95, 95, 95],
    ),
    ("what parameters are compared with", [95, 95, 95, 95]),
    ("words as values", [95, 95, 95, 95]),
    ("words as values of attributes", [95, 95, 95, 95]),
    ("words that start definitions", [95, 95, 95, 95]),
    ("words that start statements", [95, 95, 95, 95]),
];

/// Arguments and values of attributes for which there is help, and for which it is about them; then the same where the
/// rest of the line is gone.
pub(super) const HELP: [Floor; 9] = [
    ("attributes of Puppet's types", [95, 95, 95, 95]),
    ("attributes of classes", [95, 95, 95, 95]),
    ("attributes of defined types", [95, 95, 95, 95]),
    ("attributes of types in Ruby", [95, 90, 95, 90]),
    ("functions in Ruby", [95, 95, 95, 95]),
    ("functions of Puppet", [95, 95, 95, 95]),
    ("functions of modules", [95, 95, 95, 95]),
    ("metaparameters", [70, 70, 70, 70]),
    ("new of types", [0, 0, 0, 0]),
];

/// Compares what was found in the usual modules.
pub(super) fn check(tally: &Tally, floors: &[Floor]) {
    if env::var_os("PUPPET_CORPUS").is_some() {
        return;
    }
    let is_help = floors == HELP;
    let mut below = Vec::new();
    for ((kind, taken), rates) in tally.rates() {
        let floor = floors.iter().find(|(other, _)| *other == kind);
        let Some((_, floor)) = floor else { continue };
        let compared = match taken {
            Taken::Word if is_help => [(rates.offered, floor[0]), (rates.first, floor[1])],
            Taken::RestOfLine if is_help => [(rates.offered, floor[2]), (rates.first, floor[3])],
            Taken::Word => [(rates.offered, floor[0]); 2],
            Taken::AllButTwoLetters => [(rates.offered, floor[1]), (rates.in_ten, floor[2])],
            Taken::RestOfLine => [(rates.offered, floor[3]); 2],
        };
        if compared.iter().any(|(found, floor)| found < floor) {
            below.push(format!("{kind}: {taken:?}: {rates:?}, wanted {floor:?}"));
        }
    }
    assert!(below.is_empty(), "{below:#?}");
}
