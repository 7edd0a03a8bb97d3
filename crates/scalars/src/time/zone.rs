//! Time zones by name or offset, as Ruby's `Date._strptime` reads them.

/// Seconds east of UTC, with the names of the zones there.
const ZONES: [(i64, &str); 40] = [
    (-43200, "y aoe idlw"),
    (-39600, "x nt nut sst"),
    (-36000, "w ckt hst ahst hast taht"),
    (-32400, "v hdt yst akst gamt hadt"),
    (-30600, "mart"),
    (-28800, "u pst ydt akdt"),
    (-25200, "t mst pdt"),
    (-21600, "s cst mdt east galt"),
    (-18000, "r act cdt cot ect est pet cist easst"),
    (-14400, "q ast bot clt edt fkt gyt vet cidst"),
    (
        -10800,
        "p adt art brt gft srt uyt wgt clst fkst pmst pyst rott warst",
    ),
    (-9000, "nst"),
    (-7200, "o at fnt brst pmdt uyst wgst"),
    (-5400, "ndt"),
    (-3600, "n cvt egt azot"),
    (0, "z ut wt gmt utc wet egst azost"),
    (3600, "a bst cet fwt met mez swt wat mewt west"),
    (7200, "b cat eet fle fst gtb cest mest mesz sast wast"),
    (10800, "c bt eat fet idt msk trt arab eest syot"),
    (12600, "iran irst"),
    (14400, "d azt get msd mut ret sct kuyt samt"),
    (16200, "aft irdt"),
    (18000, "e mvt pkt tft tjt tmt uzt aqtt azst mawt orat yekt"),
    (19800, "ist"),
    (20700, "npt"),
    (21600, "f btt iot kgt almt omst qyzt vost yekst"),
    (23400, "cct mmt"),
    (25200, "g cxt ict wib davt hovt krat novt novst omsst"),
    (
        28800,
        "h bnt hkt myt pht sgt awst cast chot irkt ulat wadt wita hovst krast",
    ),
    (31500, "acwst"),
    (32400, "i jst kst pwt tlt wit awdt yakt chost irkst ulast"),
    (34200, "acst"),
    (36000, "k gst pgt aest chst chut ddut vlat yapt yakst"),
    (37800, "acdt lhst"),
    (
        39600,
        "l nct nft sbt vut aedt eadt kost lhdt magt pont sakt sret vlast",
    ),
    (
        43200,
        "m fjt mht nrt nzt tvt wft anat fiji gilt idle nfdt nzst pett wakt anast magst petst",
    ),
    (45900, "chast"),
    (46800, "tkt tot fjst nzdt phot"),
    (49500, "chadt"),
    (50400, "lint tost"),
];

/// Longer names, most of which have `standard time` or `daylight time` after them.
const LONG_ZONES: [(&str, i64); 68] = [
    ("dateline", -43200),
    ("samoa", -39600),
    ("hawaiian", -36000),
    ("alaskan", -32400),
    ("pacific", -28800),
    ("mountain", -25200),
    ("us mountain", -25200),
    ("canada central", -21600),
    ("central america", -21600),
    ("central", -21600),
    ("mexico", -21600),
    ("eastern", -18000),
    ("sa pacific", -18000),
    ("us eastern", -18000),
    ("atlantic", -14400),
    ("pacific sa", -14400),
    ("sa western", -14400),
    ("newfoundland", -12600),
    ("e. south america", -10800),
    ("greenland", -10800),
    ("sa eastern", -10800),
    ("azores", -3600),
    ("cape verde", -3600),
    ("greenwich", 0),
    ("central europe", 3600),
    ("central european", 3600),
    ("romance", 3600),
    ("w. central africa", 3600),
    ("w. europe", 3600),
    ("e. europe", 7200),
    ("egypt", 7200),
    ("jerusalem", 7200),
    ("south africa", 7200),
    ("arabic", 10800),
    ("e. africa", 10800),
    ("russian", 10800),
    ("arabian", 14400),
    ("caucasus", 14400),
    ("afghanistan", 16200),
    ("ekaterinburg", 18000),
    ("west asia", 18000),
    ("india", 19800),
    ("nepal", 20700),
    ("central asia", 21600),
    ("n. central asia", 21600),
    ("sri lanka", 21600),
    ("myanmar", 23400),
    ("north asia", 25200),
    ("se asia", 25200),
    ("china", 28800),
    ("north asia east", 28800),
    ("malay peninsula", 28800),
    ("taipei", 28800),
    ("w. australia", 28800),
    ("korea", 32400),
    ("tokyo", 32400),
    ("yakutsk", 32400),
    ("aus central", 34200),
    ("cen. australia", 34200),
    ("aus eastern", 36000),
    ("e. australia", 36000),
    ("tasmania", 36000),
    ("vladivostok", 36000),
    ("west pacific", 36000),
    ("central pacific", 39600),
    ("fiji", 43200),
    ("new zealand", 43200),
    ("tonga", 46800),
];

/// What a text means as a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    /// Seconds east of UTC.
    Offset(i64),
    /// No zone has this name.
    Missing,
}

/// The length of the text that a directive `%z` or `%Z` takes, if there is a zone.
pub(super) fn length(text: &str) -> Option<usize> {
    numeric_length(text).or_else(|| alphabetic_length(text))
}

/// `gmt+9`, `utc-03:30`, `+0900`, `-9.5`
fn numeric_length(text: &str) -> Option<usize> {
    let lower = text.get(..3).unwrap_or(text).to_ascii_lowercase();
    let prefixes: &[&str] = &["gmt", "utc", "ut", ""];
    let prefix = prefixes.iter().find(|prefix| {
        lower.starts_with(**prefix) && text[prefix.len()..].starts_with(['+', '-'])
    })?;
    let digits = |from: usize| {
        text.get(from..)
            .unwrap_or_default()
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count()
    };
    let mut end = prefix.len() + 1;
    let count = digits(end);
    if count == 0 {
        return None;
    }
    end += count;
    if text[end..].starts_with([',', '.', ':']) && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
        if text[end..].starts_with(':') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
        }
    }
    Some(end)
}

/// A word, with `dst` or `standard time` or `daylight time` after it.
fn alphabetic_length(text: &str) -> Option<usize> {
    let run = text
        .find(|c: char| !(c.is_alphabetic() || c == '.' || c.is_ascii_whitespace()))
        .unwrap_or(text.len());
    let lower = text[..run].to_ascii_lowercase();
    for ending in ["standard time", "daylight time"] {
        if let Some(at) = lower.rfind(ending)
            && at > 0
        {
            return Some(at + ending.len());
        }
    }
    let word = text
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(text.len());
    let next = text[word..].chars().next();
    if word == 0 || next.is_some_and(|c| c == '_' || c.is_alphanumeric()) {
        return None;
    }
    let rest = text[word..].strip_prefix(|c: char| c.is_ascii_whitespace());
    let dst = rest.is_some_and(|rest| {
        let end = rest.chars().nth(3);
        rest.get(..3)
            .is_some_and(|word| word.eq_ignore_ascii_case("dst"))
            && !end.is_some_and(|c| c == '_' || c.is_alphanumeric())
    });
    Some(if dst { word + 4 } else { word })
}

/// The zone of a text that [`length`] has cut out.
pub(super) fn offset(text: &str) -> Zone {
    let lower = text.to_ascii_lowercase();
    let (name, summer) = [
        (" standard time", 0),
        (" daylight time", 3600),
        (" dst", 3600),
    ]
    .iter()
    .find_map(|(ending, summer)| Some((lower.strip_suffix(ending)?, *summer)))
    .unwrap_or((lower.as_str(), 0));
    let known = ZONES
        .iter()
        .find(|(_, names)| names.split(' ').any(|other| other == name));
    let long = LONG_ZONES.iter().find(|(other, _)| *other == name);
    let found = known
        .map(|(offset, _)| *offset)
        .or(long.map(|(_, offset)| *offset));
    if let Some(offset) = found {
        return Zone::Offset(offset + summer);
    }
    let numeric = name
        .trim_start_matches("gmt")
        .trim_start_matches("utc")
        .trim_start_matches("ut");
    if let Some(digits) = numeric.strip_prefix(['+', '-']) {
        let sign = if numeric.starts_with('-') { -1 } else { 1 };
        return match seconds(digits) {
            Some(seconds) => Zone::Offset(sign * seconds),
            None => Zone::Missing,
        };
    }
    Zone::Missing
}

/// `9`, `0900`, `09:00:00`, `9.5`
fn seconds(digits: &str) -> Option<i64> {
    // Unsigned numbers of 32 bits, so that no sum of their seconds is too large.
    let number = |text: &str| text.parse::<u32>().ok().map(i64::from);
    if digits.contains(':') {
        let mut parts = digits.split(':');
        let hours = number(parts.next()?)?;
        let minutes = parts.next().and_then(number).unwrap_or(0);
        let seconds = parts.next().and_then(number).unwrap_or(0);
        let valid = hours <= 24 && minutes <= 59 && seconds <= 59;
        return valid.then_some(hours * 3600 + minutes * 60 + seconds);
    }
    if let Some((hours, fraction)) = digits.split_once(['.', ',']) {
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let fraction: f64 = format!("0.{fraction}").parse().ok()?;
        let hours = number(hours)?;
        return (hours <= 23).then_some(hours * 3600 + (fraction * 3600.0).round() as i64);
    }
    let padded = if digits.len() % 2 == 1 {
        format!("0{digits}")
    } else {
        digits.to_owned()
    };
    let part = |index: usize| {
        padded
            .get(2 * index..2 * index + 2)
            .and_then(number)
            .unwrap_or(0)
    };
    Some(part(0) * 3600 + part(1) * 60 + part(2))
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn offsets_of_any_size_are_read_or_refused() {
        for (digits, expected) in [
            ("9", Some(32_400)),
            ("0900", Some(32_400)),
            ("09:30", Some(34_200)),
            ("9.5", Some(34_200)),
            ("555555555555555555,5", None),
            ("5,5e300", None),
            ("-555555555555555555:00", None),
            ("4294967295:00", None),
        ] {
            assert_eq!(seconds(digits), expected, "{digits}");
        }
    }
}
