//! The choice of a signature of `new` by the arguments.

use puppet_types::{
    Constructor, Range, Relate, Signature, TupleType, Type, TypeContext, Value, describe_signatures,
};

use crate::ConvertError;

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
        ty: &str,
        args: &[Value],
    ) -> Result<Option<usize>, ConvertError> {
        let function = constructor(ty)?;
        let context = function.aliases.shadow(self.context());
        Ask::new(&context).first_accepting(&function.signatures, args)
    }

    /// The index of the first of some signatures that accepts the arguments, or nothing.
    pub(super) fn first_accepting(
        &self,
        signatures: &[Signature],
        args: &[Value],
    ) -> Result<Option<usize>, ConvertError> {
        for (index, signature) in signatures.iter().enumerate() {
            if let Some(parameters) = &signature.callable.params
                && self.fit(parameters, args)?
            {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Whether arguments fit the types of parameters, also in number.
    fn fit(&self, parameters: &TupleType, args: &[Value]) -> Result<bool, ConvertError> {
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
        ty: &str,
        alias: &str,
        value: &Value,
    ) -> Result<bool, ConvertError> {
        let function = constructor(ty)?;
        let context = function.aliases.shadow(self.context());
        Ask::new(&context).is_instance(&Type::alias(alias), value)
    }

    /// The value, if it is an instance of an alias of the constructor; else an error about the subject.
    pub(super) fn assert_local(
        &self,
        ty: &str,
        subject: &str,
        alias: &str,
        value: &Value,
    ) -> Result<(), ConvertError> {
        let function = constructor(ty)?;
        let context = function.aliases.shadow(self.context());
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
    pub(super) fn choose(&self, ty: &str, args: &[Value]) -> Result<usize, ConvertError> {
        match self.accepting(ty, args)? {
            Some(index) => Ok(index),
            None => self.no_match(ty, args),
        }
    }

    /// The error for arguments that no signature accepts.
    pub(super) fn no_match<T>(&self, ty: &str, args: &[Value]) -> Result<T, ConvertError> {
        let function = constructor(ty)?;
        let context = function.aliases.shadow(self.context());
        mismatch(&context, function.name, &function.signatures, args)
    }
}

fn constructor(ty: &str) -> Result<&'static Constructor, ConvertError> {
    puppet_types::constructor(ty).ok_or(ConvertError::Undecidable)
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

/// `NotUndef.new`: the value itself.
pub(super) fn unit(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose("Unit", args)?;
    Ok(args.first().cloned().unwrap_or(Value::Undef))
}
