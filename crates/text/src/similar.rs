//! Names that are like misspelled ones.

/// The name that is most like a misspelled one, if any is like it: at most a third of its letters differ.
pub fn closest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    closest_within(name, names, name.chars().count().div_ceil(3))
}

/// The name that is most like another, if at most so many letters differ.
pub fn closest_within<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Option<&'a str> {
    let distances = names
        .into_iter()
        .map(|other| (distance(name, other), other));
    distances
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, other)| other)
}

/// How many letters must be put in, taken out or replaced to make one name of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (j, to) in b.iter().enumerate() {
            let above = row.get(j + 1).copied().unwrap_or(usize::MAX);
            let best = (diagonal + usize::from(from != *to))
                .min(above + 1)
                .min(left + 1);
            if let Some(place) = row.get_mut(j) {
                *place = left;
            }
            diagonal = above;
            left = best;
        }
        if let Some(place) = row.last_mut() {
            *place = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_are_recognised() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(closest("prot", ["host", "port", "protocol"]), Some("port"));
        assert_eq!(closest("zzz", ["host", "port"]), None);
    }
}
