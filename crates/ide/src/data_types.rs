//! What the data types of the language are, for people: hover and completion read from this table.

/// A data type of the language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DataType {
    /// Its name.
    pub(crate) name: &'static str,
    /// What its values are.
    pub(crate) summary: &'static str,
    /// What can stand in its brackets; empty when nothing can.
    pub(crate) parameters: &'static [TypeParameter],
    /// The last parameter may be repeated.
    pub(crate) repeats: bool,
}

/// What can stand at one place in the brackets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TypeParameter {
    /// What it is for.
    pub(crate) label: &'static str,
    /// What it can be.
    pub(crate) kinds: &'static [ParameterKind],
}

/// What a type parameter can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    /// Another type.
    Type,
    /// A whole number.
    Integer,
    /// A number with a fraction.
    Float,
    /// `default`
    Default,
    /// A string.
    Text,
    /// A regular expression.
    Regexp,
    /// `true` or `false`
    Boolean,
    /// A hash of keys and types.
    Members,
    /// The name of a class.
    ClassName,
    /// The name of a type of resources.
    ResourceTypeName,
}

/// The data type with this name, in Puppet's spelling.
pub(crate) fn find(name: &str) -> Option<&'static DataType> {
    let index = DATA_TYPES
        .binary_search_by(|data_type| data_type.name.cmp(name))
        .ok()?;
    DATA_TYPES.get(index)
}

impl DataType {
    /// What can stand at a place in the brackets.
    pub(crate) fn parameter(&self, index: usize) -> Option<&'static TypeParameter> {
        let last = self.parameters.last().filter(|_| self.repeats);
        self.parameters.get(index).or(last)
    }
}

use ParameterKind::{
    Boolean, ClassName, Default, Float, Integer, Members, Regexp, ResourceTypeName, Text, Type,
};

const fn parameter(label: &'static str, kinds: &'static [ParameterKind]) -> TypeParameter {
    TypeParameter { label, kinds }
}

const fn plain(name: &'static str, summary: &'static str) -> DataType {
    DataType {
        name,
        summary,
        parameters: &[],
        repeats: false,
    }
}

const fn with(
    name: &'static str,
    parameters: &'static [TypeParameter],
    summary: &'static str,
) -> DataType {
    DataType {
        name,
        summary,
        parameters,
        repeats: false,
    }
}

const fn repeating(
    name: &'static str,
    parameters: &'static [TypeParameter],
    summary: &'static str,
) -> DataType {
    DataType {
        name,
        summary,
        parameters,
        repeats: true,
    }
}

const ELEMENT: TypeParameter = parameter("type of the elements", &[Type]);
const SMALLEST_SIZE: TypeParameter = parameter("smallest size", &[Integer, Default]);
const LARGEST_SIZE: TypeParameter = parameter("largest size", &[Integer, Default]);

/// All data types, sorted by name.
pub(crate) const DATA_TYPES: &[DataType] = &[
    plain("Any", "Every value, `undef` included."),
    with(
        "Array",
        &[ELEMENT, SMALLEST_SIZE, LARGEST_SIZE],
        "A list of values.",
    ),
    plain("Binary", "Bytes."),
    with(
        "Boolean",
        &[parameter("the value", &[Boolean])],
        "`true` or `false`.",
    ),
    repeating(
        "Callable",
        &[parameter(
            "type of a parameter; then how many; then a Callable for the block",
            &[Type, Integer, Default],
        )],
        "Something that can be called: a lambda.",
    ),
    plain("CatalogEntry", "A reference to a class or to a resource."),
    repeating(
        "Class",
        &[parameter("name of the class", &[ClassName, Text])],
        "A reference to a class.",
    ),
    plain("Collection", "An array or a hash."),
    plain(
        "Data",
        "What can be written as JSON: scalars, `undef`, and arrays and hashes of them.",
    ),
    plain("Default", "The value `default`."),
    plain("Deferred", "A call that happens on the agent."),
    repeating(
        "Enum",
        &[parameter("one of the strings", &[Text, Boolean])],
        "One of some strings.",
    ),
    with(
        "Error",
        &[
            parameter("kind", &[Type, Text]),
            parameter("issue code", &[Type, Text]),
        ],
        "A failure, as plans report it.",
    ),
    with(
        "Float",
        &[
            parameter("smallest value", &[Float, Integer, Default]),
            parameter("largest value", &[Float, Integer, Default]),
        ],
        "A number with a fraction.",
    ),
    with(
        "Hash",
        &[
            parameter("type of the keys", &[Type]),
            parameter("type of the values", &[Type]),
            SMALLEST_SIZE,
            LARGEST_SIZE,
        ],
        "Keys with values.",
    ),
    repeating(
        "Init",
        &[parameter(
            "the type, then further arguments of its `new`",
            &[Type],
        )],
        "What `new` of a type accepts.",
    ),
    with(
        "Integer",
        &[
            parameter("smallest value", &[Integer, Default]),
            parameter("largest value", &[Integer, Default]),
        ],
        "A whole number.",
    ),
    with("Iterable", &[ELEMENT], "What lambdas can run over."),
    with(
        "Iterator",
        &[ELEMENT],
        "What functions such as `reverse_each` give back: values that are computed when they are needed.",
    ),
    with(
        "NotUndef",
        &[parameter("the type", &[Type, Text])],
        "A value that is not `undef`.",
    ),
    plain("Numeric", "A whole number, or one with a fraction."),
    with(
        "Object",
        &[parameter("attributes and functions", &[Members])],
        "An object with attributes.",
    ),
    with(
        "Optional",
        &[parameter("the type", &[Type, Text])],
        "A value of a type, or `undef`.",
    ),
    repeating(
        "Pattern",
        &[parameter("a regular expression", &[Regexp, Text, Type])],
        "A string that matches one of some regular expressions.",
    ),
    with(
        "Regexp",
        &[parameter("the regular expression", &[Regexp, Text])],
        "A regular expression.",
    ),
    repeating(
        "Resource",
        &[parameter(
            "the type of resources, then titles",
            &[ResourceTypeName, Text],
        )],
        "A reference to a resource.",
    ),
    plain(
        "RichData",
        "Data, and all other values that a catalog can hold.",
    ),
    with(
        "Runtime",
        &[
            parameter("the runtime", &[Text]),
            parameter("the name of a type there", &[Text, Regexp]),
        ],
        "A value of the language below Puppet.",
    ),
    plain(
        "Scalar",
        "A string, number, boolean, regular expression, version or time.",
    ),
    plain("ScalarData", "A string, number or boolean."),
    repeating(
        "SemVer",
        &[parameter("a range of versions", &[Text, Type])],
        "A version by the rules of semver.org.",
    ),
    plain("SemVerRange", "A range of versions."),
    with(
        "Sensitive",
        &[parameter("the type", &[Type])],
        "A value that is not shown in logs and reports.",
    ),
    with(
        "String",
        &[
            parameter("shortest length", &[Integer, Default]),
            parameter("longest length", &[Integer, Default]),
        ],
        "A text.",
    ),
    with(
        "Struct",
        &[parameter(
            "the keys with the types of their values",
            &[Members],
        )],
        "A hash with given keys.",
    ),
    plain("Target", "A machine on which plans act."),
    with(
        "Timespan",
        &[
            parameter("shortest", &[Text, Integer, Float, Default]),
            parameter("longest", &[Text, Integer, Float, Default]),
        ],
        "A length of time.",
    ),
    with(
        "Timestamp",
        &[
            parameter("earliest", &[Text, Integer, Float, Default]),
            parameter("latest", &[Text, Integer, Float, Default]),
        ],
        "A point in time.",
    ),
    repeating(
        "Tuple",
        &[parameter(
            "type of an element; at last how many",
            &[Type, Integer, Default],
        )],
        "An array with a type for each place.",
    ),
    with(
        "Type",
        &[parameter("the type", &[Type])],
        "A type, as a value.",
    ),
    with(
        "TypeSet",
        &[parameter("types with their names", &[Members])],
        "Types under a common name.",
    ),
    with(
        "URI",
        &[parameter("the parts that are given", &[Text, Members])],
        "An address of something on a network.",
    ),
    plain("Undef", "The value `undef`: nothing."),
    repeating(
        "Variant",
        &[parameter("one of the types", &[Type])],
        "A value of one of some types.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_for_the_search() {
        assert!(
            DATA_TYPES
                .windows(2)
                .all(|pair| pair[0].name < pair[1].name)
        );
        assert_eq!(find("URI").map(|it| it.name), Some("URI"));
        assert!(find("Stdlib::Port").is_none());
    }

    #[test]
    fn only_the_last_parameter_is_repeated() {
        let label = |name, index| {
            find(name)
                .and_then(|it: &DataType| it.parameter(index))
                .map(|it| it.label)
        };
        assert_eq!(label("Variant", 9), Some("one of the types"));
        assert_eq!(label("Array", 2), Some("largest size"));
        assert_eq!(label("Array", 3), None);
        assert_eq!(label("Any", 0), None);
    }
}
