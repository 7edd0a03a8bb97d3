//! The user's own stubs: the definitions of opaque Ruby code, in the form of the library's stub files.

use std::sync::Arc;

use puppet_db::{Db, Environment, File};
use puppet_library::{
    DataTypeStub, FactStub, FunctionStub, Stub, StubError, TypeStub, VariableStub,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// What the stub files of an environment say; of two that describe the same, the first counts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UserStubs {
    functions: FxHashMap<SmolStr, FunctionStub>,
    types: FxHashMap<SmolStr, TypeStub>,
    data_types: FxHashMap<SmolStr, DataTypeStub>,
    /// The facts, in the order of the files.
    pub facts: Vec<FactStub>,
    /// The variables, in the order of the files.
    pub variables: Vec<VariableStub>,
}

impl UserStubs {
    /// The function of a name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&FunctionStub> {
        self.functions.get(name)
    }

    /// The resource type of a name, in lower case.
    #[must_use]
    pub fn resource_type(&self, name: &str) -> Option<&TypeStub> {
        self.types.get(name)
    }

    /// The data type of a name, in lower case.
    #[must_use]
    pub fn data_type(&self, name: &str) -> Option<&DataTypeStub> {
        self.data_types.get(name)
    }
}

/// The user's stubs for an environment.
#[salsa::tracked(returns(clone))]
pub fn user_stubs(db: &dyn Db, environment: Environment) -> Arc<UserStubs> {
    let mut all = UserStubs::default();
    for file in environment.stubs(db).iter() {
        let read = stub_in(db, *file);
        let stub = read.0.clone();
        for function in stub.functions {
            let name = SmolStr::from(&function.name);
            all.functions.entry(name).or_insert(function);
        }
        for ty in stub.types {
            let name = SmolStr::from(ty.name.to_lowercase());
            all.types.entry(name).or_insert(ty);
        }
        for ty in stub.data_types {
            let name = SmolStr::from(ty.name.to_lowercase());
            all.data_types.entry(name).or_insert(ty);
        }
        all.facts.extend(stub.facts);
        all.variables.extend(stub.variables);
    }
    Arc::new(all)
}

/// The content of a stub file, with what is wrong in it.
#[salsa::tracked(returns(clone))]
pub fn stub_in(db: &dyn Db, file: File) -> Arc<(Stub, Vec<StubError>)> {
    Arc::new(Stub::read(file.text(db)))
}
