//! Counts what an evaluation does, against its limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Unknown;
use crate::options::Limits;

/// What is left of the limits.
#[derive(Debug, Clone)]
pub struct Budget {
    steps: u64,
    memory: u64,
    depth: u32,
    stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Ends with [`Unknown::Limit`] as soon as another thread sets the flag.
    pub fn stop_with(&mut self, stop: Option<Arc<AtomicBool>>) {
        self.stop = stop;
    }

    /// A budget that has all of the limits.
    pub fn new(limits: Limits) -> Self {
        Budget {
            steps: limits.steps,
            memory: limits.memory,
            depth: limits.depth,
            stop: None,
        }
    }

    /// Takes steps.
    pub fn spend(&mut self, steps: usize) -> Result<(), Unknown> {
        if let Some(stop) = &self.stop
            && stop.load(Ordering::Relaxed)
        {
            return Err(Unknown::Limit);
        }
        self.steps = self.steps.checked_sub(steps as u64).ok_or(Unknown::Limit)?;
        Ok(())
    }

    /// Takes memory, in bytes.
    pub fn allocate(&mut self, bytes: usize) -> Result<(), Unknown> {
        self.memory = self
            .memory
            .checked_sub(bytes as u64)
            .ok_or(Unknown::Limit)?;
        Ok(())
    }

    /// Goes one level deeper; [`Budget::leave`] goes back.
    pub fn enter(&mut self) -> Result<(), Unknown> {
        self.depth = self.depth.checked_sub(1).ok_or(Unknown::Limit)?;
        self.spend(1).inspect_err(|_| self.depth += 1)
    }

    /// Ends what [`Budget::enter`] began.
    pub fn leave(&mut self) {
        self.depth += 1;
    }
}
