//! Texts of instances of object types.

use puppet_types::ObjectValue;

use super::{Converter, Indentation, StringFormat, illegal, puppet_quote};
use crate::{ConvertError, literal::non_default_attributes, literal_form};

impl Converter<'_> {
    pub(super) fn object(
        &self,
        object: &ObjectValue,
        format: &StringFormat,
        indentation: Indentation,
    ) -> Result<String, ConvertError> {
        match format.letter {
            'p' if format.alternate || indentation.indenting => Err(ConvertError::Undecidable),
            'p' | 's' => Ok(self.object_text(object)),
            'q' => Err(ConvertError::Undecidable),
            _ => illegal("Object", format, "spq"),
        }
    }

    /// The type with a hash of the attributes.
    fn object_text(&self, object: &ObjectValue) -> String {
        let context = self.relate.context();
        let attributes: Vec<String> = non_default_attributes(context, object)
            .map(|(name, value)| {
                format!("{} => {}", puppet_quote(name), literal_form(context, value))
            })
            .collect();
        format!("{}({{{}}})", object.ty, attributes.join(", "))
    }
}
