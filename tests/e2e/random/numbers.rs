//! Numbers that look random, the same in each run.

pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        let mut numbers = Self(seed);
        // Neighbouring seeds start alike.
        numbers.number_below(1);
        numbers.number_below(1);
        numbers
    }

    pub(super) fn number_below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }

    pub(super) fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.number_below(things.len())]
    }
}
