//! Figures of the plugin reader: its share of real Puppet's results, with the required minimum.
//!
//! What is not read equally must be marked as unknown. A part that is wrong makes the run fail, unless its case is a
//! listed exception.

use std::fmt;

use serde_json::Value;

use crate::{exceptions::Exceptions, kinds, kinds::CaseAnswer, run::Verdict};

/// What the parts of a case are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A name that Puppet knows.
    Name,
    /// A signature of a function of the 4.x API.
    Signature,
    /// An attribute of a resource type, with its kind, whether it is the namevar, and its literal values.
    Attribute,
}

/// How a part compares with Puppet's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseOutcome {
    /// It is the same.
    Equal,
    /// It is marked as something that cannot be read.
    Unknown,
    /// It is another.
    Wrong,
}

impl Part {
    const ALL: [Self; 3] = [Self::Name, Self::Signature, Self::Attribute];

    fn label(self) -> &'static str {
        match self {
            Self::Name => "names of what plugins add",
            Self::Signature => "signatures of 4.x functions",
            Self::Attribute => "attributes with kind, namevar and literal values",
        }
    }

    /// The least share that must be equal, in percent.
    fn least(self) -> usize {
        match self {
            Self::Name => 100,
            Self::Signature => 99,
            Self::Attribute => 98,
        }
    }
}

/// The parts of one sort, counted.
#[derive(Debug, PartialEq, Eq)]
pub struct Figure {
    part: Part,
    equal: usize,
    unknown: usize,
    /// Others, of cases that are listed exceptions.
    explained: usize,
    wrong: usize,
}

impl Figure {
    fn new(part: Part) -> Self {
        Self {
            part,
            equal: 0,
            unknown: 0,
            explained: 0,
            wrong: 0,
        }
    }

    fn total(&self) -> usize {
        self.equal + self.unknown + self.explained + self.wrong
    }

    /// Whether enough is equal and nothing wrong.
    pub fn passes(&self) -> bool {
        self.wrong == 0 && self.equal * 100 >= self.total() * self.part.least()
    }

    fn add(&mut self, outcome: CaseOutcome, is_exception: bool) {
        match outcome {
            CaseOutcome::Equal => self.equal += 1,
            CaseOutcome::Unknown => self.unknown += 1,
            CaseOutcome::Wrong if is_exception => self.explained += 1,
            CaseOutcome::Wrong => self.wrong += 1,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (total, least) = (self.total(), self.part.least());
        let share = self.equal as f64 * 100.0 / total.max(1) as f64;
        write!(
            f,
            "{}: {} of {total} equal ({share:.2} %, wanted {least} %), {} unknown, {} listed exceptions, {} wrong",
            self.part.label(),
            self.equal,
            self.unknown,
            self.explained,
            self.wrong
        )
    }
}

/// The figures of a run; none for parts that no case has.
pub fn measure(verdicts: &[Verdict], exceptions: &Exceptions) -> Vec<Figure> {
    let mut figures = Part::ALL.map(Figure::new);
    for verdict in verdicts {
        let Some(kind) = kinds::find(verdict.case.asks()) else {
            continue;
        };
        let ours = match &verdict.answer {
            CaseAnswer::Json(ours) => ours,
            CaseAnswer::NotImplemented => &Value::Null,
        };
        let is_exception = exceptions.covering(verdict).is_some();
        for (part, outcome) in kind.parts(&verdict.case, ours) {
            let mut of_part = figures.iter_mut().filter(|figure| figure.part == part);
            of_part
                .by_ref()
                .for_each(|figure| figure.add(outcome, is_exception));
        }
    }
    figures.into_iter().filter(|it| it.total() > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::{CaseOutcome, Figure, Part};

    #[test]
    fn too_little_and_anything_wrong_fail() {
        let figure = |equal, unknown, outcome| {
            let mut figure = Figure::new(Part::Signature);
            (figure.equal, figure.unknown) = (equal, unknown);
            figure.add(outcome, false);
            figure
        };
        assert!(figure(98, 1, CaseOutcome::Equal).passes());
        assert!(!figure(97, 2, CaseOutcome::Equal).passes());
        assert!(!figure(999, 0, CaseOutcome::Wrong).passes());
        let mut explained = figure(999, 0, CaseOutcome::Unknown);
        explained.add(CaseOutcome::Wrong, true);
        assert!(explained.passes());
        assert_eq!(
            explained.to_string(),
            "signatures of 4.x functions: 999 of 1001 equal (99.80 %, wanted 99 %), 1 unknown, 1 listed exceptions, 0 wrong"
        );
    }
}
