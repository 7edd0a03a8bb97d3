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
    let length = name.chars().count();
    let pattern = Pattern::new(name);
    let near = names.into_iter().filter_map(|other| {
        // So many letters are missing in one of them at least.
        if other.chars().count().abs_diff(length) > limit {
            return None;
        }
        let distance = match &pattern {
            Some(pattern) if other.is_ascii() => pattern.distance(other),
            _ => distance(name, other),
        };
        (distance <= limit).then_some((distance, other))
    });
    near.min().map(|(_, other)| other)
}

/// A short name of ASCII letters, prepared to be compared with many: a column of the table of distances is one word, as
/// differences between neighbours (Myers 1999, Hyyrö 2003).
struct Pattern {
    /// Where each letter is.
    places: [u64; 128],
    length: usize,
}

impl Pattern {
    /// `None` for a name that is not ASCII, empty, or longer than a word has bits.
    fn new(name: &str) -> Option<Self> {
        if !name.is_ascii() || name.is_empty() || name.len() > 64 {
            return None;
        }
        let mut places = [0; 128];
        for (index, byte) in name.bytes().enumerate() {
            if let Some(place) = places.get_mut(usize::from(byte)) {
                *place |= 1 << index;
            }
        }
        Some(Self {
            places,
            length: name.len(),
        })
    }

    fn distance(&self, other: &str) -> usize {
        let last = 1_u64 << (self.length - 1);
        let (mut up, mut down) = (u64::MAX, 0_u64);
        let mut distance = self.length;
        for byte in other.bytes() {
            let equal = self.places.get(usize::from(byte)).copied().unwrap_or(0);
            let vertical = equal | down;
            let horizontal = ((equal & up).wrapping_add(up) ^ up) | equal;
            let more = down | !(horizontal | up);
            let less = up & horizontal;
            distance += usize::from(more & last != 0);
            distance -= usize::from(less & last != 0);
            let more = (more << 1) | 1;
            up = (less << 1) | !(vertical | more);
            down = more & vertical;
        }
        distance
    }
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
    fn both_ways_to_measure_agree() {
        let names = [
            "a",
            "ab",
            "ba",
            "port",
            "prot",
            "kitten",
            "sitting",
            "listen_addresses",
            "listen_address",
            "addresses_listen",
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxyxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ];
        for one in names {
            let pattern = Pattern::new(one).expect("short");
            for other in names
                .into_iter()
                .chain(["", "a longer text than any of the names that are compared"])
            {
                assert_eq!(
                    pattern.distance(other),
                    distance(one, other),
                    "{one} {other}"
                );
            }
        }
    }

    #[test]
    fn misspelled_names_are_recognised() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(closest("prot", ["host", "port", "protocol"]), Some("port"));
        assert_eq!(closest("zzz", ["host", "port"]), None);
    }
}
