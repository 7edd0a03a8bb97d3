//! Signatures of `new`, as data, and the choice of one by the arguments.

use std::sync::Arc;

use puppet_types::{
    AliasDefinition, CallableType, Named, Range, Relate, Signature, TupleType, Type, TypeContext,
    Value, describe_signatures, read_text,
};
use smol_str::SmolStr;

use crate::ConvertError;

/// The function `new` of a type: its signatures in Puppet's notation, in the order in which they are tried.
pub(super) struct Constructor {
    /// The name in messages.
    pub name: &'static str,
    /// Type aliases that the signatures use; each may use those before it.
    pub aliases: &'static [(&'static str, &'static str)],
    /// What is accepted.
    pub signatures: &'static [&'static [ConstructorParameter]],
}

/// A parameter: its type, its name, and whether it may be left out.
pub(super) struct ConstructorParameter {
    ty: &'static str,
    name: &'static str,
    optional: bool,
}

/// A parameter that has to be given.
pub(super) const fn required(ty: &'static str, name: &'static str) -> ConstructorParameter {
    ConstructorParameter {
        ty,
        name,
        optional: false,
    }
}

/// A parameter that may be left out.
pub(super) const fn optional(ty: &'static str, name: &'static str) -> ConstructorParameter {
    ConstructorParameter {
        ty,
        name,
        optional: true,
    }
}

/// A constructor with its types.
pub(super) struct Compiled {
    name: &'static str,
    aliases: Vec<Arc<AliasDefinition>>,
    signatures: Vec<(TupleType, Signature)>,
}

impl Constructor {
    /// Reads the notation of the types.
    pub(super) fn compile(&self) -> Compiled {
        let mut compiled = Compiled {
            name: self.name,
            aliases: Vec::new(),
            signatures: Vec::new(),
        };
        for (name, text) in self.aliases {
            let context = Local {
                outer: &puppet_types::BuiltinContext,
                aliases: &compiled.aliases,
            };
            let resolved = read_text(&context, text).unwrap_or(Type::Unknown);
            let alias = AliasDefinition {
                name: SmolStr::new_static(name),
                resolved,
                self_recursive: false,
            };
            compiled.aliases.push(Arc::new(alias));
        }
        for parameters in self.signatures {
            let signature = compiled.signature(parameters);
            compiled.signatures.push(signature);
        }
        compiled
    }
}

impl Compiled {
    /// The signatures, in the order in which they are tried.
    pub(super) fn into_signatures(self) -> Vec<Signature> {
        self.signatures.into_iter().map(|(_, it)| it).collect()
    }

    fn signature(&self, parameters: &[ConstructorParameter]) -> (TupleType, Signature) {
        let context = Local {
            outer: &puppet_types::BuiltinContext,
            aliases: &self.aliases,
        };
        let types: Vec<Type> = parameters
            .iter()
            .map(|it| read_text(&context, it.ty).unwrap_or(Type::Unknown))
            .collect();
        let count = |count: usize| i64::try_from(count).ok();
        let least = count(parameters.iter().filter(|it| !it.optional).count());
        let size = Range::new(least, count(parameters.len())).unwrap_or(Range::UNBOUNDED);
        let tuple = TupleType::new(types, size);
        let signature = Signature {
            callable: CallableType::new(Some(tuple.clone()), None, None),
            parameter_names: parameters
                .iter()
                .map(|it| SmolStr::new_static(it.name))
                .collect(),
            block_name: SmolStr::default(),
        };
        (tuple, signature)
    }
}

/// A context with the aliases of a constructor.
struct Local<'a> {
    outer: &'a dyn TypeContext,
    aliases: &'a [Arc<AliasDefinition>],
}

impl TypeContext for Local<'_> {
    fn lookup(&self, name: &str) -> Named {
        match self
            .aliases
            .iter()
            .find(|alias| alias.name.eq_ignore_ascii_case(name))
        {
            Some(alias) => Named::Alias(Arc::clone(alias)),
            None => self.outer.lookup(name),
        }
    }
}

/// Asks queries about types; an answer in doubt is no answer.
pub(super) struct Ask<'c> {
    relate: Relate<'c>,
}

impl<'c> Ask<'c> {
    pub(super) fn new(context: &'c dyn TypeContext) -> Self {
        Self {
            relate: Relate::new(context),
        }
    }

    pub(super) fn relate(&self) -> &Relate<'c> {
        &self.relate
    }

    pub(super) fn context(&self) -> &'c dyn TypeContext {
        self.relate.context()
    }

    fn sure<T>(&self, answer: T) -> Result<T, ConvertError> {
        if self.relate.doubt().is_some() {
            Err(ConvertError::Undecidable)
        } else {
            Ok(answer)
        }
    }

    pub(super) fn is_instance(&self, ty: &Type, value: &Value) -> Result<bool, ConvertError> {
        self.relate.reset();
        let answer = self.relate.is_instance(ty, value);
        self.sure(answer)
    }

    /// The type that an alias resolves to.
    pub(super) fn resolve_alias(&self, ty: &Type) -> Result<Type, ConvertError> {
        match self.relate.resolve_alias(ty) {
            Type::Unknown => Err(ConvertError::Undecidable),
            resolved => Ok(resolved),
        }
    }

    /// The type of a value without sizes and values, as messages show it.
    pub(super) fn general_type(&self, value: &Value) -> String {
        self.relate
            .to_text(&self.relate.generalize(&self.relate.infer(value)))
    }

    /// The value, if it is an instance of the type.
    pub(super) fn assert(&self, ty: &Type, value: Value) -> Result<Value, ConvertError> {
        if self.is_instance(ty, &value)? {
            return Ok(value);
        }
        let subject = format!(
            "Converted value from {}.new() has wrong type,",
            self.relate.to_text(ty)
        );
        let actual = self.relate.infer_set(&value);
        ConvertError::raised(self.relate.describe(&subject, ty, &actual))
    }

    /// The index of the first signature that accepts the arguments, or nothing.
    pub(super) fn accepting(
        &self,
        function: &Compiled,
        args: &[Value],
    ) -> Result<Option<usize>, ConvertError> {
        let context = Local {
            outer: self.context(),
            aliases: &function.aliases,
        };
        let local = Ask::new(&context);
        for (index, (parameters, _)) in function.signatures.iter().enumerate() {
            if local.fit(parameters, args)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Whether arguments fit the types of parameters, also in number.
    pub(super) fn fit(&self, parameters: &TupleType, args: &[Value]) -> Result<bool, ConvertError> {
        let count = i64::try_from(args.len()).unwrap_or(i64::MAX);
        if !parameters.size_range().contains(&count) {
            return Ok(false);
        }
        for (index, arg) in args.iter().enumerate() {
            if let Some(ty) = parameters.type_at(index)
                && !self.is_instance(ty, arg)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a value is an instance of an alias of the constructor.
    pub(super) fn is_local(
        &self,
        function: &Compiled,
        alias: &str,
        value: &Value,
    ) -> Result<bool, ConvertError> {
        let context = Local {
            outer: self.context(),
            aliases: &function.aliases,
        };
        Ask::new(&context).is_instance(&Type::alias(alias), value)
    }

    /// The value, if it is an instance of an alias of the constructor; else an error about the subject.
    pub(super) fn assert_local(
        &self,
        function: &Compiled,
        subject: &str,
        alias: &str,
        value: &Value,
    ) -> Result<(), ConvertError> {
        let context = Local {
            outer: self.context(),
            aliases: &function.aliases,
        };
        let ask = Ask::new(&context);
        let ty = Type::alias(alias);
        if ask.is_instance(&ty, value)? {
            return Ok(());
        }
        let actual = ask.relate.infer_set(value);
        ConvertError::raised(ask.relate.describe(
            &format!("{subject} has wrong type,"),
            &ty,
            &actual,
        ))
    }

    /// The index of the signature that accepts the arguments; else an error that lists all of them.
    pub(super) fn choose(
        &self,
        function: &Compiled,
        args: &[Value],
    ) -> Result<usize, ConvertError> {
        match self.accepting(function, args)? {
            Some(index) => Ok(index),
            None => self.no_match(function, args),
        }
    }

    /// The error for arguments that no signature accepts.
    pub(super) fn no_match<T>(
        &self,
        function: &Compiled,
        args: &[Value],
    ) -> Result<T, ConvertError> {
        let context = Local {
            outer: self.context(),
            aliases: &function.aliases,
        };
        let signatures: Vec<Signature> = function
            .signatures
            .iter()
            .map(|(_, it)| it.clone())
            .collect();
        mismatch(&context, function.name, &signatures, args)
    }
}

/// The error for arguments that none of the signatures accepts.
pub(super) fn mismatch<T>(
    context: &dyn TypeContext,
    function: &str,
    signatures: &[Signature],
    args: &[Value],
) -> Result<T, ConvertError> {
    let types: Vec<Type> = args
        .iter()
        .map(|arg| puppet_types::infer_set(context, arg))
        .collect();
    let given = if types.is_empty() {
        Type::empty_array()
    } else {
        Type::tuple_of(types, Range::UNBOUNDED)
    };
    match describe_signatures(context, function, signatures, &given) {
        Some(text) => ConvertError::raised(text),
        None => Err(ConvertError::Undecidable),
    }
}

/// The error of a function that explains itself why it refuses its arguments.
pub(super) fn refused<T>(name: &str, text: impl std::fmt::Display) -> Result<T, ConvertError> {
    ConvertError::raised(format!("'{name}' {text}"))
}

/// Compiles a constructor once.
macro_rules! constructor {
    ($constructor:expr) => {{
        static COMPILED: std::sync::LazyLock<$crate::new::dispatch::Compiled> =
            std::sync::LazyLock::new(|| $constructor.compile());
        &*COMPILED
    }};
}

pub(super) use constructor;

pub(super) const UNIT: Constructor = Constructor {
    name: "new_unit",
    aliases: &[],
    signatures: &[&[required("Any", "from")]],
};

/// `NotUndef.new`: the value itself.
pub(super) fn unit(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose(constructor!(UNIT), args)?;
    Ok(args.first().cloned().unwrap_or(Value::Undef))
}
