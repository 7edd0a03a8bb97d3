//! `URI.new`.

use puppet_scalars::{Uri, UriParts};
use puppet_types::{HashValue, Value};

use super::dispatch::{Ask, Constructor, constructor, required};
use crate::ConvertError;

pub(super) const URI: Constructor = Constructor {
    name: "new_error",
    aliases: &[],
    signatures: &[
        &[required("String[1]", "uri")],
        &[required(
            "Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], \
             Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1], \
             Optional[fragment] => String[1], Optional[opaque] => String[1]}]",
            "hash",
        )],
    ],
};

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose(constructor!(URI), args)?;
    let uri = match args {
        [Value::String(text)] => Uri::parse(text),
        [Value::Hash(named)] => Uri::build(parts(named)),
        _ => return Err(ConvertError::Undecidable),
    };
    match uri {
        Ok(uri) => Ok(uri.into()),
        Err(error) => ConvertError::raised(error.to_string()),
    }
}

fn parts(named: &HashValue) -> UriParts {
    let text = |key: &str| {
        named
            .get(&Value::from(key))
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let port = match named.get(&Value::from("port")) {
        Some(Value::Integer(port)) => u64::try_from(*port).ok(),
        _ => None,
    };
    UriParts {
        scheme: text("scheme"),
        userinfo: text("userinfo"),
        host: text("host"),
        port,
        path: text("path"),
        query: text("query"),
        fragment: text("fragment"),
        opaque: text("opaque"),
    }
}
