//! "Did you mean": names that are like misspelled ones, and how many letters may differ.

use strsim::levenshtein;

use crate::common_affix::{common_prefix, common_suffix};

/// The name that is most like a misspelled one, if any is like it: at most a third of its letters differ, without those of
/// the namespaces that both have, and no word stands in place of another one. A name that exists is not misspelled.
pub fn closest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = |other: &str| own_letters(name, other).div_ceil(3);
    closest_by(name, names, limit).filter(|similar| *similar != name)
}

/// So many letters may differ wherever they are. More are another word, if they are most of the part that differs.
const MISSPELLED_ANYWHERE: usize = 2;

/// Whether so many letters differ as where a word stands in place of another one: `client_secret` and `client_id`.
fn has_another_word(name: &str, other: &str, distance: usize) -> bool {
    if distance <= MISSPELLED_ANYWHERE {
        return false;
    }
    let longer = name.len().max(other.len());
    let (name, other) = (name.as_bytes(), other.as_bytes());
    let same = common_prefix(name, other) + common_suffix(name, other);
    2 * distance > longer.saturating_sub(same)
}

/// The number of letters of a name after the namespaces that it shares with another.
fn own_letters(name: &str, other: &str) -> usize {
    let (mut own, mut other) = (name, other);
    while let (Some((namespace, rest)), Some((same, other_rest))) =
        (own.split_once("::"), other.split_once("::"))
        && namespace == same
    {
        (own, other) = (rest, other_rest);
    }
    own.chars().count()
}

/// Whether a name is so much like another that the other is likely meant: one or two letters differ.
#[must_use]
pub fn is_near(name: &str, other: &str) -> bool {
    let limit = if name.chars().count() < 4 { 1 } else { 2 };
    closest_within(name, [other], limit).is_some()
}

/// Whether a name differs from another by one letter, which may make a plural: a typo, where nothing else is known that may
/// have the name. Names with numbers often differ only in them, and short ones in one letter.
#[must_use]
pub fn differs_by_a_letter(name: &str, other: &str) -> bool {
    let (length, wanted) = (name.chars().count(), other.chars().count());
    name != other
        && is_plain(name)
        && is_plain(other)
        && (length > 4 || length != wanted || is_transposed(name, other))
        && name.as_bytes().first() == other.as_bytes().first()
        && closest_within(name, [other], 1).is_some()
}

fn is_plain(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.all(|it| it.is_ascii_alphabetic() || it == b'_')
}

/// Names with fewer letters are like no others.
const SHORTEST: usize = 2;
/// Names with more letters, which no person types, are like no others: to measure costs the square of the length.
const LONGEST: usize = 200;

/// A name is compared with so many others at most: of more names, some are alike because they are generated.
pub const MOST_NAMES: usize = 1_000;

/// The name that is most like another, if at most so many letters differ. None is like a single letter.
pub fn closest_within<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Option<&'a str> {
    closest_by(name, names, |_| limit)
}

/// The name that is most like another, if at most so many letters differ as may differ between the two.
fn closest_by<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
    limit: impl Fn(&str) -> usize,
) -> Option<&'a str> {
    let length = name.chars().count();
    if !(SHORTEST..=LONGEST).contains(&length) {
        return None;
    }
    let pattern = ShortName::new(name);
    let near = names.into_iter().take(MOST_NAMES).filter_map(|other| {
        let limit = limit(other);
        // So many letters are missing in one of them at least.
        let other_length = other.chars().count();
        if other_length < SHORTEST || other_length.abs_diff(length) > limit {
            return None;
        }
        let distance = match &pattern {
            _ if is_transposed(name, other) => 1,
            Some(pattern) if other.is_ascii() => pattern.distance(other),
            _ => levenshtein(name, other),
        };
        let is_like = distance <= limit && !has_another_word(name, other, distance);
        is_like.then_some((distance, other))
    });
    near.min().map(|(_, other)| other)
}

/// The name that a misspelled one is a typo of: two neighbouring letters are transposed, or one within is left out or
/// added, or the first of a long name is left out. Unlike names that are merely alike, such as `user` and `users`, no two
/// names that people choose differ in this way.
pub fn typo_of<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut names = names.into_iter().take(MOST_NAMES);
    names.find(|meant| is_typo(name, meant))
}

/// Shorter names are like too many others, with one letter more, less or in place of another.
const SHORTEST_MISSPELLED: usize = 6;

/// The one of Puppet's own names that another one misspells: a letter is left out, added or replaced. Plurals, names
/// with a number and those with another letter in front are others: `kservice`.
pub fn misspelled_name<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if !is_plain(name) || name.len() < SHORTEST_MISSPELLED {
        return None;
    }
    let is_plural = |one: &str, other: &str| one.strip_suffix('s') == Some(other);
    let mut names = names.into_iter().take(MOST_NAMES);
    names.find(|meant| {
        let is_prefixed =
            name.ends_with(meant) && name.as_bytes().first() != meant.as_bytes().first();
        let is_other = is_prefixed || is_plural(name, meant) || is_plural(meant, name);
        !is_other && meant.len() >= SHORTEST_MISSPELLED && levenshtein(name, meant) == 1
    })
}

/// So many letters of an abbreviation are the start of what is meant, and so many are left out at least.
const SHORTEST_START: usize = 3;
const FEWEST_LEFT_OUT: usize = 2;

/// The name that another one abbreviates, or the other way around: a part of a word of one is left out, as in `vercmp`
/// for `versioncmp`.
pub fn abbreviation_of<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let is_abbreviated = |other: &&str| {
        let (short, long) = match name.len() < other.len() {
            true => (name.as_bytes(), other.as_bytes()),
            false => (other.as_bytes(), name.as_bytes()),
        };
        let start = common_prefix(short, long);
        let end = common_suffix(&short[start..], long);
        let left_out = long.get(start.saturating_sub(1)..long.len() - end);
        short.len() >= SHORTEST_MISSPELLED
            && short.len() + FEWEST_LEFT_OUT <= long.len()
            && start >= SHORTEST_START
            && start + end == short.len()
            && left_out.is_some_and(|it| it.iter().all(u8::is_ascii_alphabetic))
    };
    let names = names.into_iter().filter(is_abbreviated);
    names.min_by_key(|other| (other.len().abs_diff(name.len()), *other))
}

/// Shorter names are like too many others: with two letters transposed, or with one more or less.
const SHORTEST_TRANSPOSED: usize = 4;
const SHORTEST_ADDED: usize = 5;
const SHORTEST_LEFT_OUT: usize = 5;
/// Without their first letter, shorter names are often words.
const SHORTEST_FIRST_LEFT_OUT: usize = 8;

fn is_typo(name: &str, meant: &str) -> bool {
    if !name.is_ascii() || !meant.is_ascii() {
        return false;
    }
    let (length, wanted) = (name.len(), meant.len());
    let left_out = |shorter: &str, longer: &str| {
        let same = shorter
            .bytes()
            .zip(longer.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let is_one = shorter.get(same..) == longer.get(same + 1..);
        is_one.then(|| longer.as_bytes().get(same).copied().map(|it| (same, it)))?
    };
    if length == wanted {
        wanted >= SHORTEST_TRANSPOSED && is_transposed(name, meant)
    } else if length + 1 == wanted && wanted >= SHORTEST_LEFT_OUT {
        left_out(name, meant).is_some_and(|(place, letter)| {
            let is_within = place < length && (place > 0 || wanted >= SHORTEST_FIRST_LEFT_OUT);
            is_within && letter.is_ascii_alphanumeric()
        })
    } else if length == wanted + 1 && length >= SHORTEST_ADDED {
        // Of two equal letters, the one at the end may be too much.
        left_out(meant, name).is_some_and(|(place, letter)| {
            let is_doubled = name.as_bytes().get(place.wrapping_sub(1)) == Some(&letter);
            place > 0
                && letter.is_ascii_alphabetic()
                && (place < wanted || is_doubled && wanted >= SHORTEST_ADDED)
        })
    } else {
        false
    }
}

/// Whether two names differ only by two neighbouring letters that changed their places.
fn is_transposed(one: &str, other: &str) -> bool {
    let mut differing = one.bytes().zip(other.bytes()).enumerate();
    let mut differing = differing.by_ref().filter(|(_, (a, b))| a != b);
    let (Some((i, (a, b))), Some((j, (c, d))), None) =
        (differing.next(), differing.next(), differing.next())
    else {
        return false;
    };
    one.len() == other.len() && j == i + 1 && a == d && b == c
}

/// A short name of ASCII letters, prepared to be compared with many: a column of the table of distances is one word, as
/// differences between neighbours (Myers 1999, Hyyrö 2003).
struct ShortName {
    /// Where each letter is.
    places: [u64; 128],
    length: usize,
}

impl ShortName {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_names_are_compared() {
        let names = |others: usize| std::iter::repeat_n("other", others).chain(["parameter"]);
        for (others, meant) in [(MOST_NAMES - 1, Some("parameter")), (MOST_NAMES, None)] {
            assert_eq!(closest("paramter", names(others)), meant);
            assert_eq!(typo_of("paramter", names(others)), meant);
            assert_eq!(misspelled_name("paramter", names(others)), meant);
        }
    }

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
            let pattern = ShortName::new(one).expect("short");
            for other in names
                .into_iter()
                .chain(["", "a longer text than any of the names that are compared"])
            {
                assert_eq!(
                    pattern.distance(other),
                    levenshtein(one, other),
                    "{one} {other}"
                );
            }
        }
    }

    #[test]
    fn misspelled_names_are_recognised() {
        assert_eq!(closest("prot", ["host", "port", "protocol"]), Some("port"));
        assert_eq!(closest("zzz", ["host", "port"]), None);
        assert_eq!(closest("lts", ["tls", "abc"]), Some("tls"));
        assert_eq!(
            closest("a::b::prot", ["a::b::port", "a::c"]),
            Some("a::b::port")
        );
        assert_eq!(
            closest("profile::nginx", ["profile::base", "profile::a"]),
            None
        );
        for (name, other) in [
            ("azure_client_secret", "azure_client_id"),
            ("node_name", "module_name"),
            ("ecmf::postgresuser", "ecmf::postgresrole"),
        ] {
            assert_eq!(closest(name, [other]), None, "{name}");
        }
        for (name, other) in [
            ("max_conections_pr_hots", "max_connections_per_host"),
            ("autentication_metod", "authentication_method"),
        ] {
            assert_eq!(closest(name, [other]), Some(other), "{name}");
        }
    }

    #[test]
    fn misspelled_names_are_distinguished_from_other_names() {
        for (name, meant) in [
            ("ceilingi", "ceiling"),
            ("intege", "integer"),
            ("sprinff", "sprintf"),
            ("sservice", "service"),
        ] {
            assert_eq!(misspelled_name(name, [meant]), Some(meant), "{name}");
        }
        for (name, other) in [
            ("strings", "string"),
            ("sha512", "sha256"),
            ("lookup2", "lookup"),
            ("lookup", "lookup"),
            ("eache", "each"),
            ("kservice", "service"),
        ] {
            assert_eq!(misspelled_name(name, [other]), None, "{name}");
        }
    }

    #[test]
    fn abbreviations() {
        for (name, other) in [
            ("vercmp", "versioncmp"),
            ("_os_version", "_os_ver"),
            ("config_directory", "config_dir"),
        ] {
            assert_eq!(abbreviation_of(name, [other]), Some(other), "{name}");
            assert_eq!(abbreviation_of(other, [name]), Some(name), "{other}");
        }
        for (name, other) in [
            ("convert", "convert_to"),
            ("versioncmp", "versioncmp"),
            ("packages", "packages2"),
            ("port", "portal"),
            ("server_name", "server_alias"),
            ("pemname", "pkgname"),
        ] {
            assert_eq!(abbreviation_of(name, [other]), None, "{name}");
        }
    }

    #[test]
    fn names_that_differ_by_one_letter() {
        for (name, meant) in [
            ("files", "file"),
            ("pik", "pick"),
            ("mysql_users", "mysql_user"),
            ("exc", "exec"),
            ("services", "service"),
        ] {
            assert!(differs_by_a_letter(name, meant), "{name}");
        }
        for (name, other) in [
            ("bash", "hash"),
            ("host", "hist"),
            ("is_ipv4", "is_ipv6"),
            ("sha256", "sha25"),
            ("file", "file"),
            ("to_toml", "to_yaml"),
            ("lstrip", "strip"),
        ] {
            assert!(!differs_by_a_letter(name, other), "{name}");
        }
    }

    #[test]
    fn typos_are_distinguished_from_other_names() {
        for (name, meant) in [
            ("ifle", "file"),
            ("lenght", "length"),
            ("defned", "defined"),
            ("notfy", "notify"),
            ("assert_privaate", "assert_private"),
            ("serrvice", "service"),
            ("filxe", "file"),
            ("epty", "empty"),
            ("emplate", "template"),
            ("pacxkage", "package"),
            ("notifyy", "notify"),
        ] {
            assert_eq!(typo_of(name, [meant]), Some(meant), "{name}");
        }
        for (name, other) in [
            ("file", "file"),
            ("files", "file"),
            ("filee", "file"),
            ("afile", "file"),
            ("file2x", "filex"),
            ("epxp", "epp"),
            ("strip", "lstrip"),
            ("printf", "sprintf"),
            ("resolvconf", "resolv_conf"),
            ("is_ipv4", "is_ipv6"),
            ("exec", "exeecs"),
            ("", "file"),
            ("tls", "lts"),
        ] {
            assert_eq!(typo_of(name, [other]), None, "{name}");
        }
    }
}
