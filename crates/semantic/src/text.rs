//! Names as messages show them.

pub use puppet_text::{closest, closest_within, slip_of};

use puppet_text::is_near;

/// Whether a name is nearly that of another, where one was found that is like it.
#[must_use]
pub(crate) fn is_near_to(name: &str, similar: Option<smol_str::SmolStr>) -> bool {
    similar.is_some_and(|similar| is_near(name, &similar))
}

/// Each segment of a name with a capital: `a::b` is `A::B`.
#[must_use]
pub fn capitalized(name: &str) -> smol_str::SmolStr {
    let segments = name.split("::").map(|segment| {
        let mut chars = segment.chars();
        chars.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(chars).collect()
        })
    });
    segments.collect::<Vec<_>>().join("::").into()
}
