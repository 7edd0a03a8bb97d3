//! The contents of a hover before they have a range.

/// What a hover says, before it has a place.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    pub(crate) code: Vec<String>,
    pub(crate) documentation: Option<String>,
}

impl Markup {
    pub(super) fn new(code: String, documentation: Option<String>) -> Self {
        Self {
            code: Vec::from_iter(Some(code).filter(|code| !code.is_empty())),
            documentation,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.code.is_empty() && self.documentation.is_none()
    }

    /// One more section of documentation.
    pub(crate) fn add(&mut self, section: Option<String>) {
        let sections = self.documentation.take().into_iter().chain(section);
        let sections: Vec<String> = sections.collect();
        self.documentation = (!sections.is_empty()).then(|| sections.join("\n\n"));
    }
}
