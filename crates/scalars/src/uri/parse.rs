//! Reading a URI.

use super::{Uri, UriError, UriParts, default_port};

pub(super) fn parse(text: &str) -> Result<Uri, UriError> {
    if !text.is_ascii() {
        return UriError::new(format!("URI must be ascii only {}", dump(text)));
    }
    match split(text) {
        Some(parts) => finish(parts),
        None => UriError::new(format!("bad URI(is not URI?): {text:?}")),
    }
}

/// A text in quotes, of which all beyond ASCII is escaped.
fn dump(text: &str) -> String {
    let mut dumped = String::from("\"");
    for c in text.chars() {
        match u32::from(c) {
            _ if matches!(c, '"' | '\\') => dumped.extend(['\\', c]),
            0..=0x7f => dumped.push(c),
            code @ 0x80..=0xffff => dumped.push_str(&format!("\\u{code:04X}")),
            code => dumped.push_str(&format!("\\u{{{code:X}}}")),
        }
    }
    dumped.push('"');
    dumped
}

/// Takes a text apart; nothing if it is no URI and no relative reference.
fn split(text: &str) -> Option<UriParts> {
    let mut parts = UriParts::default();
    let (text, fragment) = cut(text, '#');
    if !fragment.is_none_or(|text| all_chars(text, is_path_char)) {
        return None;
    }
    parts.fragment = fragment.map(str::to_owned);
    let (text, query) = cut(text, '?');
    let (scheme, rest) = match split_scheme(text) {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, text),
    };
    parts.scheme = scheme.map(str::to_ascii_lowercase);
    let opaque = scheme.is_some() && !rest.is_empty() && !rest.starts_with('/');
    if opaque {
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        parts.opaque = all_chars(rest, is_path_char).then(|| format!("{rest}{query}"));
        return parts.opaque.is_some().then_some(parts);
    }
    parts.query = query.map(str::to_owned);
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            split_authority(&rest[..end], &mut parts)?;
            &rest[end..]
        }
        None => rest,
    };
    let first_segment = path.split('/').next().unwrap_or_default();
    if !all_chars(path, is_path_char) || (scheme.is_none() && first_segment.contains(':')) {
        return None;
    }
    parts.path = Some(path.to_owned());
    Some(parts)
}

fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    is_scheme(scheme).then_some((scheme, rest))
}

pub(super) fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

/// `user@host:port`
fn split_authority(text: &str, parts: &mut UriParts) -> Option<()> {
    let (userinfo, rest) = match text.split_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, text),
    };
    if !userinfo.is_none_or(is_userinfo) {
        return None;
    }
    let host_end = match rest.strip_prefix('[') {
        Some(literal) => literal.find(']')? + 2,
        None => rest.find(':').unwrap_or(rest.len()),
    };
    let (host, port) = rest.split_at(host_end);
    if !is_host(host) {
        return None;
    }
    let port = match port.strip_prefix(':') {
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits,
        Some(_) => return None,
        None if port.is_empty() => "",
        None => return None,
    };
    parts.userinfo = userinfo.map(str::to_owned);
    parts.host = (!host.is_empty()).then(|| host.to_owned());
    parts.port = if port.is_empty() {
        None
    } else {
        Some(port.parse().unwrap_or(u64::MAX))
    };
    Some(())
}

pub(super) fn is_userinfo(text: &str) -> bool {
    all_chars(text, |b| is_name_char(b) || b == b':')
}

pub(super) fn is_host(text: &str) -> bool {
    match text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
    {
        Some(literal) => match literal.strip_prefix('v') {
            Some(future) => future.split_once('.').is_some_and(|(version, rest)| {
                !version.is_empty()
                    && version.bytes().all(|b| b.is_ascii_hexdigit())
                    && !rest.is_empty()
                    && !rest.contains('%')
                    && is_userinfo(rest)
            }),
            None => literal.parse::<std::net::Ipv6Addr>().is_ok(),
        },
        None => all_chars(text, is_name_char),
    }
}

fn is_name_char(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!$&'()*+,-.;=_~".contains(&b)
}

pub(super) fn is_path_char(b: u8) -> bool {
    is_name_char(b) || b":@/".contains(&b)
}

/// Whether all bytes are allowed, or escapes such as `%20`.
pub(super) fn all_chars(text: &str, allowed: impl Fn(u8) -> bool) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let escape = byte == b'%'
            && bytes.next().is_some_and(|b| b.is_ascii_hexdigit())
            && bytes.next().is_some_and(|b| b.is_ascii_hexdigit());
        if !escape && (byte == b'%' || !allowed(byte)) {
            return false;
        }
    }
    true
}

/// Applies the rules of the scheme.
pub(super) fn finish(mut parts: UriParts) -> Result<Uri, UriError> {
    let scheme = parts.scheme.clone();
    parts.port = parts.port.or(default_port(scheme.as_deref()));
    match scheme.as_deref() {
        Some("file") => {
            let local = parts.host.as_deref().is_none_or(|host| host == "localhost");
            if local {
                parts.host = Some(String::new());
            }
        }
        Some("ldap" | "ldaps") if parts.fragment.is_some() => {
            return UriError::new("bad LDAP URL");
        }
        Some("ftp") => {
            let path = parts.path.take().unwrap_or_default();
            let path = path.strip_prefix('/').unwrap_or(&path);
            let root = path
                .strip_prefix("%2F")
                .or_else(|| path.strip_prefix("%2f"));
            parts.path = Some(root.map_or_else(|| path.to_owned(), |rest| format!("/{rest}")));
        }
        Some("mailto") => check_mail(parts.opaque.as_deref())?,
        _ => {}
    }
    Ok(Uri::of(parts))
}

/// Addresses with headers after them.
fn check_mail(opaque: Option<&str>) -> Result<(), UriError> {
    let Some(opaque) = opaque.filter(|opaque| !opaque.is_empty()) else {
        return UriError::new("missing opaque part for mailto URL");
    };
    let to = opaque.split('?').next().unwrap_or_default();
    let address_ok = |address: &str| {
        address
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'))
    };
    if to.is_empty() || to.split(',').all(address_ok) {
        Ok(())
    } else {
        UriError::new(format!("unrecognised opaque part for mailtoURL: {opaque}"))
    }
}
