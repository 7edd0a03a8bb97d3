//! The autoload rules: the file of a name, and the name of a file.
//!
//! Sources: `Puppet::Parser::TypeLoader#files_to_try_for` for classes and defined types,
//! `Puppet::Pops::Loader::LoaderPaths` for functions, types and plans,
//! `Puppet::Pops::Validation::Checker4_0#namespace_for_file` for the way back.

use puppet_hir::canonical;

/// What is loaded by name, each from a directory of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Autoloaded {
    /// Classes and defined types, in `manifests`.
    ClassOrDefine,
    /// Functions in the Puppet language, in `functions`.
    Function,
    /// Type aliases, in `types`.
    TypeAlias,
    /// Plans, in `plans`.
    Plan,
}

impl Autoloaded {
    /// All kinds.
    pub const ALL: [Self; 4] = [
        Self::ClassOrDefine,
        Self::Function,
        Self::TypeAlias,
        Self::Plan,
    ];

    /// The directory of a module that is searched.
    #[must_use]
    pub fn directory(self) -> &'static str {
        match self {
            Self::ClassOrDefine => "manifests",
            Self::Function => "functions",
            Self::TypeAlias => "types",
            Self::Plan => "plans",
        }
    }
}

/// The name of the module that an environment itself is.
pub const ENVIRONMENT: &str = "environment";

/// The module in which a name is looked for: its first segment, in lower case.
#[must_use]
pub fn module_name(name: &str) -> String {
    let name = canonical(name);
    let module = name.split("::").next();
    module.unwrap_or(&name).to_owned()
}

/// The module whose files may define a name. What has no namespace is the environment's own
/// (`Puppet::Pops::Loader::ModuleLoaders::AbstractPathBasedModuleLoader#find`).
#[must_use]
pub fn defining_module(kind: Autoloaded, name: &str) -> String {
    let module = module_name(name);
    match is_of_environment(kind, &canonical(name)) {
        true => ENVIRONMENT.to_owned(),
        false => module,
    }
}

/// Whether only the environment itself can define a function or type.
fn is_of_environment(kind: Autoloaded, name: &str) -> bool {
    let namespace = name.split_once("::").map(|(namespace, _)| namespace);
    matches!(kind, Autoloaded::Function | Autoloaded::TypeAlias)
        && namespace.is_none_or(|it| it == ENVIRONMENT)
}

/// The files, relative to the module's directory, in which Puppet looks for a name, in the order in which it looks.
///
/// A class `m::a::b` may be in `manifests/a/b.pp`, `manifests/a.pp` or `manifests/init.pp`; a function, type or plan
/// only in the one file of its name. The environment is no namespace for its own functions and types:
/// `environment::a` is in `functions/environment/a.pp`, and `a` in `functions/a.pp`.
#[must_use]
pub fn candidates(kind: Autoloaded, name: &str) -> Vec<String> {
    let name = canonical(name);
    let namespaces = usize::from(!is_of_environment(kind, &name));
    let mut segments: Vec<&str> = name.split("::").skip(namespaces).collect();
    let directory = kind.directory();
    match kind {
        Autoloaded::ClassOrDefine => {
            let mut files = Vec::with_capacity(segments.len() + 1);
            while !segments.is_empty() {
                files.push(format!("{directory}/{}.pp", segments.join("/")));
                segments.pop();
            }
            files.push(format!("{directory}/init.pp"));
            files
        }
        Autoloaded::Plan if segments.is_empty() => vec![format!("{directory}/init.pp")],
        Autoloaded::Function | Autoloaded::TypeAlias | Autoloaded::Plan => {
            vec![format!("{directory}/{}.pp", segments.join("/"))]
        }
    }
}

/// What a file of a module is expected to define: the kind, and the name in lower case.
///
/// `relative` is the path within the module, with `/` between its parts. Files that are not autoloaded give `None`.
#[must_use]
pub fn expected_name(module: &str, relative: &str) -> Option<(Autoloaded, String)> {
    let stem = relative.strip_suffix(".pp")?;
    let (directory, rest) = stem.split_once('/')?;
    let kind = Autoloaded::ALL
        .into_iter()
        .find(|kind| kind.directory() == directory)?;
    if module == ENVIRONMENT {
        let name = rest.to_lowercase().replace('/', "::");
        return is_of_environment(kind, &name).then_some((kind, name));
    }
    let mut name = module.to_lowercase();
    // `init_typeset.pp` is the type set of the module (`Puppet::Pops::Loader::ModuleLoaders`).
    let is_of_module = match kind {
        Autoloaded::ClassOrDefine | Autoloaded::Plan => rest == "init",
        Autoloaded::TypeAlias => rest == "init_typeset",
        Autoloaded::Function => false,
    };
    if !is_of_module {
        for segment in rest.split('/') {
            name.push_str("::");
            name.push_str(&segment.to_lowercase());
        }
    }
    Some((kind, name))
}

/// Whether a directory of this name in a module path is a module (`Puppet::Module.is_module_directory_name?`).
#[must_use]
pub fn is_module_directory_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_to_files() {
        let cases: [(Autoloaded, &str, &[&str]); 9] = [
            (Autoloaded::ClassOrDefine, "ntp", &["manifests/init.pp"]),
            (
                Autoloaded::ClassOrDefine,
                "::Apache::Mod::Php",
                &[
                    "manifests/mod/php.pp",
                    "manifests/mod.pp",
                    "manifests/init.pp",
                ],
            ),
            (Autoloaded::Function, "a::b::c", &["functions/b/c.pp"]),
            (Autoloaded::Function, "a", &["functions/a.pp"]),
            (
                Autoloaded::Function,
                "environment::a::b",
                &["functions/environment/a/b.pp"],
            ),
            (
                Autoloaded::TypeAlias,
                "Stdlib::Http::Url",
                &["types/http/url.pp"],
            ),
            (Autoloaded::TypeAlias, "Port", &["types/port.pp"]),
            (Autoloaded::Plan, "a", &["plans/init.pp"]),
            (Autoloaded::Plan, "a::b", &["plans/b.pp"]),
        ];
        for (kind, name, files) in cases {
            assert_eq!(candidates(kind, name), files, "{name}");
        }
        assert_eq!(module_name("::Apache::Mod"), "apache");
        for (kind, name, module) in [
            (Autoloaded::ClassOrDefine, "ntp", "ntp"),
            (Autoloaded::Function, "ntp::x", "ntp"),
            (Autoloaded::Function, "x", ENVIRONMENT),
            (Autoloaded::TypeAlias, "::Port", ENVIRONMENT),
        ] {
            assert_eq!(defining_module(kind, name), module, "{name}");
        }
    }

    #[test]
    fn a_file_leads_to_a_name() {
        for (file, expected) in [
            (
                "manifests/init.pp",
                Some((Autoloaded::ClassOrDefine, "apache")),
            ),
            (
                "manifests/mod/php.pp",
                Some((Autoloaded::ClassOrDefine, "apache::mod::php")),
            ),
            (
                "types/oidcsettings.pp",
                Some((Autoloaded::TypeAlias, "apache::oidcsettings")),
            ),
            (
                "functions/init.pp",
                Some((Autoloaded::Function, "apache::init")),
            ),
            ("plans/init.pp", Some((Autoloaded::Plan, "apache"))),
            (
                "types/init_typeset.pp",
                Some((Autoloaded::TypeAlias, "apache")),
            ),
            ("examples/init.pp", None),
            ("manifests/notes.txt", None),
        ] {
            let found = expected_name("apache", file);
            assert_eq!(
                found.as_ref().map(|(kind, name)| (*kind, &**name)),
                expected,
                "{file}"
            );
        }
    }

    #[test]
    fn a_file_of_the_environment_leads_to_a_name() {
        for (file, expected) in [
            ("functions/a.pp", Some("a")),
            ("functions/environment/a/b.pp", Some("environment::a::b")),
            ("functions/web/a.pp", None),
            ("types/port.pp", Some("port")),
            ("types/environment/port.pp", Some("environment::port")),
            ("manifests/site.pp", None),
        ] {
            let found = expected_name(ENVIRONMENT, file).map(|(_, name)| name);
            assert_eq!(found.as_deref(), expected, "{file}");
        }
    }

    #[test]
    fn every_candidate_of_a_name_expects_it_or_a_parent() {
        for kind in Autoloaded::ALL {
            for name in ["m", "m::a", "m::a::b"] {
                let first = &candidates(kind, name)[0];
                let found = expected_name(&defining_module(kind, name), first);
                assert_eq!(found, Some((kind, name.to_owned())));
            }
        }
    }
}
