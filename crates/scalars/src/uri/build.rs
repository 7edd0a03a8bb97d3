//! Making a URI of parts.

use super::{
    Uri, UriError, UriParts,
    parse::{all_chars, finish, is_host, is_path_char, is_scheme, is_userinfo},
};

pub(super) fn build(mut parts: UriParts) -> Result<Uri, UriError> {
    let bad = |kind: &str, text: &str| {
        UriError::new(format!("bad component(expected {kind} component): {text}"))
    };
    parts.scheme = parts.scheme.map(|scheme| scheme.to_ascii_lowercase());
    let scheme = parts.scheme.clone().unwrap_or_default();
    if parts.scheme.is_some() && !is_scheme(&scheme) {
        return bad("scheme", &scheme);
    }
    if let Some(userinfo) = parts.userinfo.as_deref().filter(|text| !is_userinfo(text)) {
        return bad("userinfo", userinfo);
    }
    if let Some(host) = parts.host.as_deref().filter(|text| !is_host(text)) {
        return bad("host", host);
    }
    let has_path = parts.path.is_some();
    if has_path || parts.opaque.is_none() {
        check_path(&mut parts, &scheme)?;
    }
    // Ruby makes the opaque part of `mailto` of parts that Puppet does not pass on.
    if scheme == "mailto" || parts.opaque.is_some() {
        if has_path || parts.host.is_some() || parts.port.is_some() || parts.userinfo.is_some() {
            return UriError::new("can not set opaque with host, port, userinfo or path");
        }
        if scheme == "mailto" {
            return bad("opaque", "");
        }
    }
    if scheme == "ftp" && !has_path {
        return UriError::new("undefined method `sub' for nil:NilClass");
    }
    if scheme.starts_with("ldap") {
        parts.query.get_or_insert_default();
    }
    parts.query = parts.query.map(|text| escaped(&text));
    parts.fragment = parts.fragment.map(|text| escaped(&text));
    finish(parts)
}

fn check_path(parts: &mut UriParts, scheme: &str) -> Result<(), UriError> {
    let path = parts.path.get_or_insert_default();
    let absolute = path.starts_with('/');
    let kind = match scheme {
        "" => "relative path",
        _ => "absolute path",
    };
    let fits = path.is_empty()
        || (all_chars(path, is_path_char) && (absolute || scheme.is_empty() || scheme == "ftp"));
    if fits {
        return Ok(());
    }
    UriError::new(format!("bad component(expected {kind} component): {path}"))
}

/// Escapes what may not stand in a query or a fragment.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for byte in text.bytes().filter(|byte| !b"\t\r\n".contains(byte)) {
        if is_path_char(byte) || byte == b'?' || byte == b'%' {
            result.push(char::from(byte));
        } else {
            result.push_str(&format!("%{byte:02X}"));
        }
    }
    result
}
