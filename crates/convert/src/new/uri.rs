//! `URI.new`.

use puppet_scalars::{Uri, UriParts};
use puppet_types::{HashValue, Value};

use super::dispatch::Ask;
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose("URI", args)?;
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
