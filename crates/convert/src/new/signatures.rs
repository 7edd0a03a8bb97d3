//! The signatures of `new` of each type, for display.

use puppet_types::{Constructor, Type, TypeContext, constructor};

use super::dispatch::Ask;
use super::{MAX_DEPTH, strip_optional};

/// The signatures of `new` of a type; `None` for types without, and those whose `new` depends on a definition.
#[must_use]
pub fn new_signatures(context: &dyn TypeContext, ty: &Type) -> Option<&'static Constructor> {
    let ask = Ask::new(context);
    let mut ty = ty.clone();
    for _ in 0..MAX_DEPTH {
        ty = match &ty {
            Type::Optional(Some(inner)) => strip_optional(inner).clone(),
            Type::NotUndef(Some(inner)) => (**inner).clone(),
            Type::Alias(_) => ask.resolve_alias(&ty).ok()?,
            _ => break,
        };
    }
    match ty {
        Type::Unit => None,
        ty => constructor(puppet_types::format::simple_name(&ty)),
    }
}

#[cfg(test)]
mod tests {
    use puppet_types::{BuiltinContext, read_text};

    use super::new_signatures;

    #[test]
    fn types_that_hand_on_are_looked_through() {
        let count = |text: &str| {
            let ty = read_text(&BuiltinContext, text).expect("a type");
            new_signatures(&BuiltinContext, &ty).map(|it| it.signatures.len())
        };
        assert_eq!(count("Integer[0]"), Some(2));
        assert_eq!(count("Optional[NotUndef[Integer]]"), Some(2));
        assert_eq!(count("Undef"), None);
    }
}
