//! Tallies of what was found, by kind.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::Taken;

/// One answer.
pub(super) struct Answer {
    /// Where in the list the word is, if it is there.
    pub(super) rank: Option<usize>,
    pub(super) size: usize,
    pub(super) time: Duration,
}

/// All answers.
#[derive(Default)]
pub(super) struct Tally {
    answers: BTreeMap<(&'static str, Taken), Vec<Answer>>,
}

/// How often a kind of place was answered well, in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rates {
    pub(super) places: usize,
    pub(super) offered: usize,
    pub(super) in_ten: usize,
    pub(super) first: usize,
    size: usize,
}

impl Tally {
    pub(super) fn add(&mut self, kind: &'static str, taken: Taken, answer: Answer) {
        self.answers.entry((kind, taken)).or_default().push(answer);
    }

    pub(super) fn rates(&self) -> impl Iterator<Item = ((&'static str, Taken), Rates)> {
        let all = self.answers.iter();
        all.map(|(key, answers)| (*key, Rates::of(answers)))
    }

    /// The time that a share of the answers took at most.
    fn time(&self, percent: usize) -> Duration {
        let mut times: Vec<Duration> = self.answers.values().flatten().map(|it| it.time).collect();
        times.sort_unstable();
        let at = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(at).copied().unwrap_or_default()
    }
}

impl Rates {
    fn of(answers: &[Answer]) -> Self {
        let places = answers.len();
        let share = |fits: &dyn Fn(usize) -> bool| {
            let fitting = answers.iter().filter(|it| it.rank.is_some_and(fits));
            fitting.count() * 100 / places.max(1)
        };
        let sizes = answers.iter().map(|it| it.size);
        Self {
            places,
            offered: share(&|_| true),
            in_ten: share(&|rank| rank < 10),
            first: share(&|rank| rank == 0),
            size: sizes.sum::<usize>() / places.max(1),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:44} {:17} {:>7} {:>8} {:>7} {:>6} {:>5}",
            "kind", "taken away", "places", "offered", "in 10", "first", "size"
        )?;
        for ((kind, taken), rates) in self.rates() {
            let Rates {
                places,
                offered,
                in_ten,
                first,
                size,
            } = rates;
            let taken = format!("{taken:?}");
            writeln!(
                f,
                "{kind:44} {taken:17} {places:>7} {offered:>7}% {in_ten:>6}% {first:>5}% {size:>5}"
            )?;
        }
        writeln!(
            f,
            "half of the answers within {:?}, 95 % within {:?}",
            self.time(50),
            self.time(95)
        )
    }
}
