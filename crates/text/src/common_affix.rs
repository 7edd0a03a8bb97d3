//! The common prefix and suffix of two texts.

/// How many bytes are compared at once: first many, then fewer.
const CHUNKS: [usize; 3] = [2048, 64, 1];

/// How many bytes two texts have in common at their starts.
#[must_use]
pub fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    CHUNKS.iter().fold(0, |equal, chunk| {
        let one = one.get(equal..).unwrap_or_default().chunks_exact(*chunk);
        let other = other.get(equal..).unwrap_or_default().chunks_exact(*chunk);
        let chunks = one.zip(other).take_while(|(one, other)| one == other);
        equal + chunk * chunks.count()
    })
}

/// How many bytes two texts have in common at their ends.
#[must_use]
pub fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    let without = |text: &'_ [u8], equal: usize| text.len() - equal.min(text.len());
    CHUNKS.iter().fold(0, |equal, chunk| {
        let one = one.get(..without(one, equal)).unwrap_or_default();
        let other = other.get(..without(other, equal)).unwrap_or_default();
        let chunks = one.rchunks_exact(*chunk).zip(other.rchunks_exact(*chunk));
        equal + chunk * chunks.take_while(|(one, other)| one == other).count()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends() {
        let long = "x".repeat(5000);
        for (one, other, prefix, suffix) in [
            ("", "", 0, 0),
            ("abc", "abc", 3, 3),
            ("abc", "aXc", 1, 1),
            ("aa", "aaa", 2, 2),
            (&*long, "", 0, 0),
            (
                &*format!("{long}a{long}"),
                &*format!("{long}b{long}"),
                5000,
                5000,
            ),
            (&*format!("{long}a"), &*format!("b{long}"), 0, 0),
            (&*format!("{long}aé"), &*format!("{long}bé"), 5000, 2),
        ] {
            let (one, other) = (one.as_bytes(), other.as_bytes());
            assert_eq!(common_prefix(one, other), prefix);
            assert_eq!(common_suffix(one, other), suffix);
        }
    }
}
