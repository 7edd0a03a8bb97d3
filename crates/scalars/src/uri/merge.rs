//! Resolving a reference against a URI (RFC 3986, as Ruby's `URI#merge` does it).

use super::{Uri, UriError, UriParts};

pub(super) fn merge(base: &Uri, reference: &Uri) -> Result<Uri, UriError> {
    let (from, to) = (base.parts(), reference.parts());
    if to.scheme.is_some() {
        return Ok(reference.clone());
    }
    if from.scheme.is_none() {
        return UriError::new("both URI are relative");
    }
    let mut result = from.clone();
    let has_authority = to.userinfo.is_some() || to.host.is_some() || to.port.is_some();
    let to_path = to.path.as_deref().unwrap_or_default();
    if to_path.is_empty() && !has_authority && to.query.is_none() {
        // A reference without anything leaves also the fragment as it is.
        result.fragment = to.fragment.clone().or(result.fragment);
        return Ok(Uri::of(result));
    }
    result.query = None;
    result.fragment = None;
    if has_authority {
        result.path = to.path.clone();
    } else if let Some(path) = from.path.as_deref()
        && !to_path.is_empty()
    {
        result.path = Some(merge_path(path, to_path));
    }
    take_over(&mut result, to);
    Ok(Uri::of(result))
}

fn take_over(result: &mut UriParts, to: &UriParts) {
    if to.userinfo.is_some() {
        result.userinfo.clone_from(&to.userinfo);
    }
    if to.host.is_some() {
        result.host.clone_from(&to.host);
    }
    if to.port.is_some() {
        result.port = to.port;
    }
    if to.query.is_some() {
        result.query.clone_from(&to.query);
    }
    if to.fragment.is_some() {
        result.fragment.clone_from(&to.fragment);
    }
}

/// Joins a path, up to its last slash, with another, and resolves `.` and `..`.
fn merge_path(base: &str, reference: &str) -> String {
    let joined = if reference.starts_with('/') {
        reference.to_owned()
    } else {
        match base.rfind('/') {
            Some(at) => format!("{}{reference}", &base[..=at]),
            None => format!("/{reference}"),
        }
    };
    let mut segments: Vec<&str> = Vec::new();
    let mut ends_in_directory = false;
    for segment in joined.split('/').skip(1) {
        ends_in_directory = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => {
                segments.pop();
            }
            segment => segments.push(segment),
        }
    }
    let slash = if ends_in_directory { "/" } else { "" };
    let path = segments.join("/");
    if path.is_empty() {
        "/".to_owned()
    } else {
        format!("/{path}{slash}")
    }
}
