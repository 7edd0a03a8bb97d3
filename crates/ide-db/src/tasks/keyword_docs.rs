//! Documentation of the keys of a task's metadata.

/// Keys, each with what it means.
type Words = &'static [(&'static str, &'static str)];

/// The keys of the description itself.
pub const TOP: Words = &[
    ("description", "What the task does"),
    ("parameters", "The parameters of the task, by name"),
    (
        "input_method",
        "How it gets its parameters: `environment`, `stdin`, `both` or `powershell`",
    ),
    ("supports_noop", "Whether it takes `_noop`"),
    ("puppet_task_version", "The version of this form: 1"),
    ("private", "Whether it is left out of lists"),
    ("remote", "Whether it runs on a proxy target"),
    (
        "implementations",
        "Scripts for different systems, each with what it requires",
    ),
    ("files", "Files that are sent along"),
    ("extensions", "Metadata for other tools"),
];

/// The keys of a parameter.
pub const PARAMETER: Words = &[
    ("description", "What the parameter is for"),
    ("type", "Its data type; `Any` if there is none"),
    ("default", "Its value if none is given"),
    ("sensitive", "Whether its value is kept out of logs"),
];

/// The keys of a script.
pub const IMPLEMENTATION: Words = &[
    ("name", "The file of the script"),
    (
        "requirements",
        "Features of the target: `shell`, `powershell`, `puppet-agent`",
    ),
    ("input_method", "How it gets its parameters"),
    ("files", "Files that are sent along"),
];

/// The input methods of tasks.
pub const INPUT_METHODS: [&str; 4] = ["both", "environment", "powershell", "stdin"];

/// The keys in an object of a description, by the keys around it.
pub fn keys(path: &[&str]) -> Words {
    match path {
        [] => TOP,
        ["parameters", _] => PARAMETER,
        ["implementations"] => IMPLEMENTATION,
        _ => &[],
    }
}
