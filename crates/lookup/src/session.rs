//! The state of the compilation of a catalog: the variables, and all that is read once.

use std::rc::Rc;
use std::sync::Arc;

use puppet_eval::{PuppetVersion, Strict, Unknown};
use puppet_types::{TypeContext, Value};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::data_file::{DataFile, DataFormat};
use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::files::Sources;
use crate::key::LookupKey;
use crate::layers::LayerProvider;
use crate::levels::TriedLevel;
use crate::lookup_options::CompiledOptions;
use crate::node::Node;
use crate::path::join;

/// The most steps of a session: lookups, and texts that are interpolated.
const MAX_STEPS: u32 = 200_000;

/// The most bytes of texts that are made by interpolation.
const MAX_TEXT: usize = 64 << 20;

/// How Puppet is set up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LookupSettings {
    /// The version whose rules apply.
    pub target: PuppetVersion,
    /// The setting `strict`.
    pub strict: Strict,
    /// Whether the gem hiera-eyaml is installed.
    pub has_eyaml: bool,
    /// The setting `codedir`, where the data of a global `hiera.yaml` of version 3 is, unless it says otherwise.
    pub codedir: String,
    /// The folder that Puppet runs in, where relative folders of such data start.
    pub working_directory: String,
}

impl Default for LookupSettings {
    /// Puppet 8, as its packages install it.
    fn default() -> Self {
        Self {
            target: PuppetVersion::V8,
            strict: PuppetVersion::V8.strict(),
            has_eyaml: true,
            codedir: "/etc/puppetlabs/code".to_owned(),
            working_directory: "/".to_owned(),
        }
    }
}

/// An environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupEnvironment {
    /// Its name: `%{environment}`.
    pub name: String,
    /// Its folder.
    pub root: String,
    /// The folders of modules, the first one first.
    pub modulepath: Vec<String>,
    /// `environment_data_provider` of its `environment.conf`.
    pub data_provider: Option<String>,
    /// The `hiera.yaml` of the global layer; without one there is no global data.
    pub global_config: Option<String>,
}

/// The context of a step: `Puppet::Pops::Lookup::Invocation`.
#[derive(Debug, Clone)]
pub(crate) struct Invocation {
    /// The module of the key.
    pub(crate) module: Option<SmolStr>,
    /// The key that the step is for.
    pub(crate) top_key: SmolStr,
    /// Only the global layer counts.
    pub(crate) is_global_only: bool,
    /// Variables are read as Hiera 3 does it, where an empty text is nothing.
    pub(crate) is_hiera3: bool,
    /// Where texts of a `hiera.yaml` are computed: they call no functions.
    pub(crate) is_in_config: bool,
    /// Where the paths of a `hiera.yaml` of version 5 are computed, which Puppet 8 does for unknown variables, too.
    pub(crate) is_in_path: bool,
}

impl Invocation {
    /// The same for another key.
    pub(crate) fn clone_with_key(&self, key: &LookupKey) -> Self {
        Self {
            module: key.module.clone(),
            top_key: key.text.clone(),
            ..self.clone()
        }
    }

    /// The start of a lookup.
    pub(crate) fn new() -> Self {
        Self {
            module: None,
            top_key: SmolStr::default(),
            is_global_only: false,
            is_hiera3: false,
            is_in_config: false,
            is_in_path: false,
        }
    }
}

/// Lookups for one node in one environment.
pub struct Session<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) environment: &'a LookupEnvironment,
    pub(crate) settings: &'a LookupSettings,
    /// Knows the types that conversions may name.
    pub(crate) types: &'a dyn TypeContext,
    pub(crate) has_all_variables: bool,
    pub(crate) scope: FxHashMap<SmolStr, Value>,
    /// The variable of `mapped_paths`, where its paths are computed.
    pub(crate) local: Option<(SmolStr, Value)>,
    /// What is being looked up or interpolated, outermost first.
    pub(crate) stack: Vec<String>,
    pub(crate) global: Option<Outcome<Rc<LayerProvider>>>,
    pub(crate) of_environment: Option<Option<Rc<LayerProvider>>>,
    pub(crate) of_modules: FxHashMap<SmolStr, Option<Rc<LayerProvider>>>,
    /// The compiled options by the module of the key.
    pub(crate) options: FxHashMap<Option<SmolStr>, Option<Rc<CompiledOptions>>>,
    pub(crate) global_options: Option<Option<Value>>,
    pub(crate) environment_options: Option<Option<Value>>,
    pub(crate) module_default_options: FxHashMap<SmolStr, Option<Rc<CompiledOptions>>>,
    /// What was tried for the key itself.
    pub(crate) levels: Vec<TriedLevel>,
    /// How many lookups of options, or within interpolations, are under way: their levels do not count.
    pub(crate) quiet: u32,
    /// What is taken for granted where it is not known.
    pub(crate) assumptions: Vec<String>,
    steps: u32,
    text: usize,
}

impl<'a> Session<'a> {
    /// A session in which nothing was looked up yet.
    #[must_use]
    pub fn new(
        sources: &'a Sources,
        environment: &'a LookupEnvironment,
        settings: &'a LookupSettings,
        node: &Node,
        types: &'a dyn TypeContext,
    ) -> Self {
        Self {
            sources,
            environment,
            settings,
            types,
            has_all_variables: node.is_complete,
            scope: node.top_scope(&environment.name),
            local: None,
            stack: Vec::new(),
            global: None,
            of_environment: None,
            of_modules: FxHashMap::default(),
            options: FxHashMap::default(),
            global_options: None,
            environment_options: None,
            module_default_options: FxHashMap::default(),
            levels: Vec::new(),
            quiet: 0,
            assumptions: Vec::new(),
            steps: 0,
            text: 0,
        }
    }

    /// Does something under a name that must not be under way already (`Invocation#check`).
    pub(crate) fn check<T>(
        &mut self,
        name: String,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.spend(0)?;
        if self.stack.contains(&name) {
            let message = format!("Recursive lookup detected in [{}]", self.stack.join(", "));
            return LookupStop::failed(ErrorKind::Lookup, message);
        }
        self.stack.push(name);
        let outcome = work(self);
        self.stack.pop();
        outcome.map_err(|stop| match stop {
            LookupStop::Failed(mut error) if error.kind == ErrorKind::Puppet => {
                error.kind = ErrorKind::Lookup;
                LookupStop::Failed(error)
            }
            other => other,
        })
    }

    /// Does something whose levels do not count.
    pub(crate) fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.quiet += 1;
        let result = work(self);
        self.quiet -= 1;
        result
    }

    /// Adds to what was tried for the key.
    pub(crate) fn record(&mut self, level: impl FnOnce() -> TriedLevel) {
        if self.quiet == 0 {
            self.levels.push(level());
        }
    }

    /// Counts a step, and the bytes of a text that it makes.
    pub(crate) fn spend(&mut self, text: usize) -> Outcome<()> {
        self.steps += 1;
        self.text += text;
        if self.steps > MAX_STEPS || self.text > MAX_TEXT || self.stack.len() > 200 {
            return LookupStop::unknown(Unknown::Limit.to_string());
        }
        Ok(())
    }

    /// A data file, parsed.
    pub(crate) fn data(&self, path: &str, format: DataFormat) -> Arc<DataFile> {
        self.sources.data(&self.absolute(path), format)
    }

    /// A path that may start in the folder that Puppet runs in: only the data of Hiera 3 has such.
    pub(crate) fn absolute(&self, path: &str) -> String {
        join(&self.settings.working_directory, path)
    }
}
