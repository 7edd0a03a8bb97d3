//! `Init[T, args…].new`: `T.new` with further arguments.

use puppet_types::{InitType, Range, Type, Value};

use super::{dispatch::Ask, new_instance};
use crate::ConvertError;

pub(super) fn new(
    ask: &Ask<'_>,
    init: Option<&InitType>,
    args: &[Value],
) -> Result<Value, ConvertError> {
    let Some(init) = init else {
        return super::not_supported(ask.relate(), &Type::Init(None));
    };
    check(ask, init)?;
    let function = if init.args.is_empty() {
        "Init without arguments"
    } else {
        "Init"
    };
    let signature = ask.choose(function, args)?;
    let value = args.first().ok_or(ConvertError::Undecidable)?;
    if let (0, true, Value::Array(items)) = (signature, init.args.is_empty(), value)
        && !takes_array(ask, init, value)?
    {
        return new_instance(ask.context(), &init.ty, items);
    }
    let mut all = vec![value.clone()];
    all.extend(init.args.iter().cloned());
    new_instance(ask.context(), &init.ty, &all)
}

/// Whether the type has a `new` that takes the arguments.
fn check(ask: &Ask<'_>, init: &InitType) -> Result<(), ConvertError> {
    let relate = ask.relate();
    let forwards = matches!(
        init.ty,
        Type::Init(_) | Type::Optional(_) | Type::NotUndef(_)
    );
    let signatures = if forwards {
        None
    } else {
        relate.new_signatures(&init.ty)
    };
    let Some(signatures) = signatures else {
        return super::not_supported(relate, &init.ty);
    };
    if init.args.is_empty() {
        return Ok(());
    }
    let count = i64::try_from(init.args.len() + 1).unwrap_or(i64::MAX);
    let fits = signatures.iter().any(|signature| {
        let mut types: Vec<Type> = signature.types.iter().take(1).cloned().collect();
        types.extend(init.args.iter().map(|arg| relate.infer_set(arg)));
        signature.size_range().contains(&count)
            && relate.assignable(
                &Type::tuple_of(signature.types.clone(), signature.size.clone()),
                &Type::tuple_of(types, Range::UNBOUNDED),
            )
    });
    if fits {
        return Ok(());
    }
    let subject = puppet_types::format::simple_name(&init.ty);
    let ty = relate.to_text(&Type::Init(Some(std::sync::Arc::new(init.clone()))));
    ConvertError::raised(format!(
        "The type '{ty}' does not represent a valid set of parameters for {subject}.new()"
    ))
}

/// Whether an array is the one argument of `new`, and not a list of arguments.
fn takes_array(ask: &Ask<'_>, init: &InitType, value: &Value) -> Result<bool, ConvertError> {
    if ask.is_instance(&init.ty, value)? {
        return Ok(true);
    }
    for signature in ask.relate().new_signatures(&init.ty).unwrap_or_default() {
        let only = signature.size_range();
        if only.lower_bound() == Some(&1)
            && only.upper_bound() == Some(&1)
            && let Some(ty) = signature.types.first()
            && ask.is_instance(ty, value)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
