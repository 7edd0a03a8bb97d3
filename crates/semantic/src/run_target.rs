//! Plans and tasks as functions run them, by their names.

/// A plan or a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunTarget {
    /// `run_plan`.
    Plan,
    /// `run_task`, `run_task_with`.
    Task,
}

impl RunTarget {
    /// What a function runs whose first argument is the name of it.
    #[must_use]
    pub fn from_function(function: &str) -> Option<Self> {
        match function {
            "run_plan" => Some(Self::Plan),
            "run_task" | "run_task_with" => Some(Self::Task),
            _ => None,
        }
    }

    /// The word for it in messages.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Task => "task",
        }
    }
}
