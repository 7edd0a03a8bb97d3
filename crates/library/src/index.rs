//! Look-up of stubs by name; a file is read when it is first used.

use crate::generated::{DATA_TYPES, FACTS, FUNCTIONS, METAPARAMETERS, TYPES, VARIABLES};
use crate::language_types::{self, LanguageType};
use crate::model::{
    AttributeStub, DataTypeStub, FactStub, FunctionStub, Stub, TypeStub, VariableStub,
};
use crate::module_stub::{self, ModuleStub};
use crate::well_known_functions::{self, Origin};
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

/// A checked-in stub file: the name it describes, and its text.
pub(crate) struct StubFile {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) parsed: OnceLock<Stub>,
}

impl StubFile {
    pub(crate) const fn new(name: &'static str, text: &'static str) -> StubFile {
        StubFile {
            name,
            text,
            parsed: OnceLock::new(),
        }
    }

    /// The content. A test reads every checked-in file, so an unreadable one is never released; it would be empty.
    fn stub(&self) -> &Stub {
        self.parsed
            .get_or_init(|| Stub::parse(self.text).unwrap_or_default())
    }
}

/// Modules with functions of the older API, by their names.
static MODULES: [StubFile; 1] = [StubFile::new(
    "stdlib",
    include_str!("../stubs/modules/stdlib.toml"),
)];

/// What only plans have.
static PLANS: StubFile = StubFile::new("plans", include_str!("../stubs/plans.toml"));

static LEGACY_FACTS: LazyLock<HashMap<&str, Option<&FactStub>>> = LazyLock::new(|| {
    let facts = Library.facts();
    let old = facts
        .iter()
        .filter(|fact| fact.legacy && fact.pattern.is_none());
    let mut names: HashMap<&str, Option<&FactStub>> =
        old.map(|fact| (fact.name.as_str(), None)).collect();
    for fact in facts {
        names.extend(
            fact.legacy_names
                .iter()
                .map(|name| (name.as_str(), Some(fact))),
        );
    }
    names
});

/// What Puppet ships.
#[derive(Debug, Clone, Copy, Default)]
pub struct Library;

impl Library {
    /// The function of that name.
    pub fn function(self, name: &str) -> Option<&'static FunctionStub> {
        find(&FUNCTIONS, name)?.functions.first()
    }

    /// What a function comes with that is none of Puppet's, if that is well known. Its name has no module in it.
    pub fn well_known_function(self, name: &str) -> Option<&'static Origin> {
        well_known_functions::origin(name)
    }

    /// The functions that only plans have, of Bolt: no manifest can call them.
    pub fn plan_functions(self) -> &'static [FunctionStub] {
        &PLANS.stub().functions
    }

    /// The function of that name which only plans have.
    pub fn plan_function(self, name: &str) -> Option<&'static FunctionStub> {
        self.plan_functions().iter().find(|it| it.name == name)
    }

    /// The types that only plans have.
    pub fn plan_types(self) -> &'static [DataTypeStub] {
        &PLANS.stub().data_types
    }

    /// The names of all functions, sorted.
    pub fn function_names(self) -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().map(|file| file.name)
    }

    /// A function of a module that says nothing of its arguments itself: by the name of the module and its own.
    pub fn module_function(self, module: &str, name: &str) -> Option<&'static FunctionStub> {
        let file = MODULES.iter().find(|file| file.name == module)?;
        let functions = &file.stub().functions;
        let at = functions.binary_search_by(|function| function.name.as_str().cmp(name));
        functions.get(at.ok()?)
    }

    /// The stub of the public module of a name (without the author) and an author.
    pub fn module_stub(self, name: &str, author: &str) -> Option<ModuleStub> {
        ModuleStub::find(name, author)
    }

    /// The public module that has a resource type.
    pub fn module_with_type(self, name: &str) -> Option<&'static str> {
        module_stub::module_with_type(name)
    }

    /// The public module that has a function without a module in its name.
    pub fn module_with_function(self, name: &str) -> Option<&'static str> {
        module_stub::module_with_function(name)
    }

    /// The parameters that a class, defined type or resource type has in some version of a public module, by any author.
    pub fn parameters_in_module_stubs(self, name: &str) -> impl Iterator<Item = &'static str> {
        module_stub::parameters(name)
    }

    /// The authors of the public modules of a name.
    pub fn module_stub_authors(self, name: &str) -> impl Iterator<Item = &'static str> {
        ModuleStub::authors(name)
    }

    /// The resource type of that name, in lower case.
    pub fn resource_type(self, name: &str) -> Option<&'static TypeStub> {
        find(&TYPES, name)?.types.first()
    }

    /// The names of all resource types, sorted.
    pub fn resource_type_names(self) -> impl Iterator<Item = &'static str> {
        TYPES.iter().map(|file| file.name)
    }

    /// The attributes that every resource has.
    pub fn metaparameters(self) -> &'static [AttributeStub] {
        &METAPARAMETERS.stub().metaparameters
    }

    /// The attribute of that name that every resource has.
    pub fn metaparameter(self, name: &str) -> Option<&'static AttributeStub> {
        self.metaparameters().iter().find(|it| it.name == name)
    }

    /// The data types that are no aliases, and that are not part of the type system itself, in order of their names.
    pub fn data_types(self) -> &'static [DataTypeStub] {
        &DATA_TYPES.stub().data_types
    }

    /// The data type of that name, in any case.
    pub fn data_type(self, name: &str) -> Option<&'static DataTypeStub> {
        let mut all = self.data_types().iter();
        all.find(|ty| ty.name.eq_ignore_ascii_case(name))
    }

    /// The data types of the language, sorted by name.
    pub fn language_types(self) -> &'static [LanguageType] {
        language_types::all()
    }

    /// The data type of the language of that name, in Puppet's spelling.
    pub fn language_type(self, name: &str) -> Option<&'static LanguageType> {
        language_types::find(name)
    }

    /// The core facts.
    pub fn facts(self) -> &'static [FactStub] {
        &FACTS.stub().facts
    }

    /// The names of facts from before they were structured, with the fact that has the value now; none where no fact has it.
    pub fn legacy_facts(self) -> &'static HashMap<&'static str, Option<&'static FactStub>> {
        &LEGACY_FACTS
    }

    /// The core fact of that path.
    pub fn fact(self, path: &str) -> Option<&'static FactStub> {
        self.facts().iter().find(|it| it.name == path)
    }

    /// The core facts that are parts of the one of that path.
    pub fn fact_parts(self, path: &str) -> impl Iterator<Item = &'static FactStub> {
        let start = format!("{path}.");
        let all = self.facts().iter();
        all.filter(move |it| it.name.starts_with(&start))
    }

    /// The variable of that name that Puppet sets.
    pub fn variable(self, name: &str) -> Option<&'static VariableStub> {
        self.variables().iter().find(|it| it.name == name)
    }

    /// The variables that Puppet sets at top scope, facts aside.
    pub fn variables(self) -> &'static [VariableStub] {
        &VARIABLES.stub().variables
    }
}

fn find(files: &'static [StubFile], name: &str) -> Option<&'static Stub> {
    Some(file_of(files, name)?.stub())
}

fn file_of(files: &'static [StubFile], name: &str) -> Option<&'static StubFile> {
    let at = files.binary_search_by(|file| file.name.cmp(name)).ok()?;
    files.get(at)
}

#[cfg(test)]
mod tests {
    use super::{Library, MODULES, PLANS, StubFile};
    use crate::generated::{DATA_TYPES, FACTS, FUNCTIONS, METAPARAMETERS, TYPES, VARIABLES};
    use crate::model::Stub;

    fn files() -> impl Iterator<Item = &'static StubFile> {
        FUNCTIONS.iter().chain(&TYPES).chain(&MODULES).chain([
            &METAPARAMETERS,
            &FACTS,
            &DATA_TYPES,
            &VARIABLES,
            &PLANS,
        ])
    }

    #[test]
    fn manifests_do_not_have_what_only_plans_have() {
        assert!(!Library.plan_functions().is_empty() && !Library.plan_types().is_empty());
        for it in Library.plan_functions() {
            assert!(Library.function(&it.name).is_none(), "{}", it.name);
            assert!(!it.signatures.is_empty(), "{}", it.name);
        }
    }

    #[test]
    fn every_stub_can_be_read() {
        for file in files() {
            assert_eq!(Stub::parse(file.text).err(), None, "{}", file.name);
        }
    }

    #[test]
    fn everything_has_a_summary() {
        let mut without: Vec<&str> = Vec::new();
        for file in files() {
            let stub = file.stub();
            let attributes = stub.types.iter().flat_map(|ty| &ty.attributes);
            let attributes = attributes.chain(&stub.metaparameters);
            let named = attributes.map(|it| (it.name.as_str(), it.summary.as_str()));
            let named = named
                .chain(
                    stub.functions
                        .iter()
                        .map(|it| (it.name.as_str(), it.summary.as_str())),
                )
                .chain(
                    stub.types
                        .iter()
                        .map(|it| (it.name.as_str(), it.summary.as_str())),
                )
                .chain(
                    stub.facts
                        .iter()
                        .map(|it| (it.name.as_str(), it.summary.as_str())),
                )
                .chain(
                    stub.data_types
                        .iter()
                        .map(|it| (it.name.as_str(), it.summary.as_str())),
                )
                .chain(
                    stub.variables
                        .iter()
                        .map(|it| (it.name.as_str(), it.summary.as_str())),
                );
            without.extend(
                named
                    .filter(|(_, summary)| summary.is_empty())
                    .map(|(name, _)| name),
            );
        }
        assert_eq!(without, [""; 0]);
    }

    #[test]
    fn every_file_describes_the_thing_of_its_name() {
        for file in &FUNCTIONS {
            assert_eq!(
                file.stub().functions.first().map(|f| f.name.as_str()),
                Some(file.name)
            );
        }
        for file in &TYPES {
            assert_eq!(
                file.stub().types.first().map(|t| t.name.as_str()),
                Some(file.name)
            );
        }
    }

    #[test]
    fn files_are_sorted_for_the_search() {
        assert!(FUNCTIONS.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(TYPES.windows(2).all(|pair| pair[0].name < pair[1].name));
        for file in &MODULES {
            let functions = &file.stub().functions;
            assert!(functions.windows(2).all(|pair| pair[0].name < pair[1].name));
        }
    }
}
