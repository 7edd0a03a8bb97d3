//! `String.new`.

use puppet_types::Value;

use super::dispatch::{Ask, Constructor, constructor, optional, required};
use crate::{ConvertError, format_value};

pub(super) const STRING: Constructor = Constructor {
    name: "new_string",
    aliases: &[
        (
            "Format",
            r"Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]",
        ),
        (
            "ContainerFormat",
            "Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String, \
             Optional[string_formats] => Hash[Type, Format]}]",
        ),
        ("TypeMap", "Hash[Type, Variant[Format, ContainerFormat]]"),
        ("Convertible", "Any"),
        ("Formats", "Variant[Default, String[1], TypeMap]"),
    ],
    signatures: &[&[
        required("Convertible", "from"),
        optional("Formats", "string_formats"),
    ]],
};

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose(constructor!(STRING), args)?;
    let value = args.first().ok_or(ConvertError::Undecidable)?;
    let formats = args.get(1).unwrap_or(&Value::Default);
    format_value(ask.context(), value, formats).map(Value::from)
}
