//! Ruby's own classes, for `Runtime[ruby, …]`.

/// The class that Puppet infers for what `tree_each` returns.
pub(crate) const TREE_ITERATOR: &str = "Puppet::Pops::Types::Iterable::DepthFirstTreeIterator";

/// Ruby's core classes and modules with their direct ancestors.
const ANCESTORS: &[(&str, &[&str])] = &[
    ("BasicObject", &[]),
    ("Kernel", &[]),
    ("Comparable", &[]),
    ("Enumerable", &[]),
    ("Object", &["BasicObject", "Kernel"]),
    ("String", &["Object", "Comparable"]),
    ("Symbol", &["Object", "Comparable"]),
    ("Numeric", &["Object", "Comparable"]),
    ("Integer", &["Numeric"]),
    ("Float", &["Numeric"]),
    ("Rational", &["Numeric"]),
    ("Complex", &["Numeric"]),
    ("Array", &["Object", "Enumerable"]),
    ("Hash", &["Object", "Enumerable"]),
    ("Range", &["Object", "Enumerable"]),
    ("Struct", &["Object", "Enumerable"]),
    ("Set", &["Object", "Enumerable"]),
    ("Enumerator", &["Object", "Enumerable"]),
    ("IO", &["Object", "Enumerable"]),
    ("File", &["IO"]),
    ("Dir", &["Object", "Enumerable"]),
    ("NilClass", &["Object"]),
    ("TrueClass", &["Object"]),
    ("FalseClass", &["Object"]),
    ("Regexp", &["Object"]),
    ("MatchData", &["Object"]),
    ("Proc", &["Object"]),
    ("Method", &["Object"]),
    ("Module", &["Object"]),
    ("Class", &["Module"]),
    ("Time", &["Object", "Comparable"]),
    ("Exception", &["Object"]),
    ("StandardError", &["Exception"]),
    ("ArgumentError", &["StandardError"]),
    ("TypeError", &["StandardError"]),
    ("RuntimeError", &["StandardError"]),
    (TREE_ITERATOR, &["Object", "Enumerable"]),
];

/// Is the class the ancestor, or does it inherit from it? Classes that are not Ruby's own are related to nothing.
pub(crate) fn is_a(class: &str, ancestor: &str) -> bool {
    let Some((_, parents)) = ANCESTORS.iter().find(|(name, _)| *name == class) else {
        return false;
    };
    class == ancestor || parents.iter().any(|parent| is_a(parent, ancestor))
}

/// Is it a class that is known here?
pub(crate) fn is_known(class: &str) -> bool {
    ANCESTORS.iter().any(|(name, _)| *name == class)
}
