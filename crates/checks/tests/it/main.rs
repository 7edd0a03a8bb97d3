//! Tests of the checker as a whole.

mod debian;
mod debian_names;
mod fixes;
mod generated_programs;
mod growth;
mod incremental;
mod latent;
mod lint_fixes;
mod literate;
mod messages;
mod module_files;
mod narrowing;
mod places;
mod possible;
mod projects;
mod random_edits;
mod related;
mod rule_pages;
mod strict_conversions;
mod strict_fine_lines;
mod strict_fixes;
mod strict_lines;
mod support;
mod wording;
