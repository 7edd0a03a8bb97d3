//! Generates the registry of the rules, their table and the heads of their pages from the `declare_rule!` of each check.

use std::{collections::BTreeMap, fmt::Write, fs};

use anyhow::{Context, Result, bail, ensure};
use syn::{
    Expr, ExprLit, ExprPath, FieldValue, Ident, Item, Lit, LitStr, Member, Token, Visibility,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use crate::{
    generated::{self, Mode},
    shell,
};

/// The crates with rules, and how the registry names them.
const CRATES: [(&str, &str); 5] = [
    ("crates/checks/src", "crate"),
    ("crates/checks-hiera/src", "puppet_checks_hiera"),
    ("crates/checks-lint/src", "puppet_checks_lint"),
    ("crates/checks-modules/src", "puppet_checks_modules"),
    ("crates/checks-syntax/src", "puppet_checks_syntax"),
];
const INDEX: &str = "docs/rules/README.md";
const OUTPUT: &str = "crates/checks/src/generated/rules.rs";

/// A rule, as its file declares it.
pub struct RuleDeclaration {
    /// The path of the file, below the root of the project.
    pub file: String,
    /// The path of its module, as the registry writes it.
    module: String,
    pub code: String,
    pub name: String,
    pub constant: String,
    summary: String,
    /// For lenient, standard and strict.
    levels: [String; 3],
    puppet_lint: Vec<String>,
    since: String,
    fix: Option<String>,
    no_fix: Option<String>,
}

impl RuleDeclaration {
    /// The file name of its page.
    fn page(&self) -> String {
        format!("{}-{}.md", self.code, self.name)
    }

    /// The kind of its fix, or the reason for none.
    fn fix_note(&self) -> &str {
        let note = self.fix.as_ref().or(self.no_fix.as_ref());
        note.map_or("", String::as_str)
    }

    /// The stem that its file must have.
    pub fn stem(&self) -> String {
        self.name.replace('-', "_")
    }
}

impl Parse for RuleDeclaration {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut summary = String::new();
        for attribute in input.call(syn::Attribute::parse_outer)? {
            let value = &attribute.meta.require_name_value()?.value;
            summary.push_str(&text(value)?);
        }
        input.parse::<Visibility>()?;
        let constant = input.parse::<Ident>()?.to_string();
        input.parse::<Token![=]>()?;
        let content;
        syn::braced!(content in input);
        let mut rule = RuleDeclaration {
            file: String::new(),
            module: String::new(),
            code: String::new(),
            name: String::new(),
            constant,
            summary: summary.trim().to_owned(),
            levels: Default::default(),
            puppet_lint: Vec::new(),
            since: "0.1.0".to_owned(),
            fix: None,
            no_fix: None,
        };
        for field in Punctuated::<FieldValue, Token![,]>::parse_terminated(&content)? {
            rule.set(&field)?;
        }
        Ok(rule)
    }
}

impl RuleDeclaration {
    fn set(&mut self, field: &FieldValue) -> syn::Result<()> {
        let Member::Named(name) = &field.member else {
            return Err(syn::Error::new_spanned(&field.member, "no name"));
        };
        let value = &field.expr;
        match name.to_string().as_str() {
            "code" => self.code = text(value)?,
            "name" => self.name = text(value)?,
            "level" => {
                let level = text(value)?;
                self.levels = [level.clone(), level.clone(), level];
            }
            "levels" => {
                let levels = texts(value)?.try_into();
                let error = |_| syn::Error::new_spanned(value, "three levels");
                self.levels = levels.map_err(error)?;
            }
            "puppet_lint" => self.puppet_lint = texts(value)?,
            "since" => self.since = text(value)?,
            "fix" => self.fix = Some(text(value)?),
            "no_fix" => self.no_fix = Some(text(value)?),
            // What users read beside a message is no part of the tables.
            "help" => {}
            _ => return Err(syn::Error::new_spanned(name, "no field of a rule")),
        }
        Ok(())
    }
}

/// A string, or a name in lower case.
fn text(value: &Expr) -> syn::Result<String> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Ok(LitStr::value(text)),
        Expr::Path(ExprPath { path, .. }) => Ok(path.require_ident()?.to_string().to_lowercase()),
        other => Err(syn::Error::new_spanned(
            other,
            "neither a string nor a name",
        )),
    }
}

fn texts(value: &Expr) -> syn::Result<Vec<String>> {
    match value {
        Expr::Array(array) => array.elems.iter().map(text).collect(),
        other => Err(syn::Error::new_spanned(other, "no list")),
    }
}

/// The name of each rule and what it reports, in the order of their codes.
pub fn summaries() -> Result<Vec<(String, String)>> {
    let rules = declarations()?.into_iter();
    Ok(rules.map(|it| (it.name, it.summary)).collect())
}

/// The checks of puppet-lint that a rule is, by the code of the rule.
pub fn checks_of_puppet_lint() -> Result<BTreeMap<String, Vec<String>>> {
    let rules = declarations()?.into_iter();
    let rules = rules.filter(|rule| !rule.puppet_lint.is_empty());
    Ok(rules.map(|rule| (rule.code, rule.puppet_lint)).collect())
}

/// Writes (or checks) the generated files.
pub fn run(mode: Mode) -> Result<()> {
    let rules = declarations()?;
    generated::rust_file(OUTPUT, &registry(&rules)?, mode)?;
    generated::file(INDEX, &index(&rules)?, mode)?;
    for rule in &rules {
        let path = format!("docs/rules/{}", rule.page());
        generated::file(&path, &page(rule, &path)?, mode)?;
    }
    Ok(())
}

/// The rules, in the order of their codes.
pub fn declarations() -> Result<Vec<RuleDeclaration>> {
    let mut rules = Vec::new();
    for (folder, module) in CRATES {
        read(folder, module, &mut rules)?;
    }
    rules.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(rules)
}

/// Reads the declarations in a folder, which is a module.
fn read(folder: &str, module: &str, rules: &mut Vec<RuleDeclaration>) -> Result<()> {
    let entries = fs::read_dir(shell::root().join(folder));
    for entry in entries.with_context(|| folder.to_owned())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            read(&path, &format!("{module}::{name}"), rules)?;
        } else if let Some(stem) = name.strip_suffix(".rs") {
            let module = match stem {
                "mod" => module.to_owned(),
                stem => format!("{module}::{stem}"),
            };
            let text = fs::read_to_string(entry.path())?;
            let declared = read_file(&text).with_context(|| path.clone())?;
            rules.extend(declared.into_iter().map(|rule| RuleDeclaration {
                file: path.clone(),
                module: module.clone(),
                ..rule
            }));
        }
    }
    Ok(())
}

/// Reads the declarations in the text of a file.
fn read_file(text: &str) -> Result<Vec<RuleDeclaration>> {
    let mut rules = Vec::new();
    if !text.contains("declare_rule! {") {
        return Ok(rules);
    }
    for item in syn::parse_file(text)?.items {
        if let Item::Macro(item) = item
            && item.mac.path.is_ident("declare_rule")
        {
            rules.push(item.mac.parse_body::<RuleDeclaration>()?);
        }
    }
    Ok(rules)
}

/// The page of a rule: its head and its levels follow from the declaration, the rest is kept.
fn page(rule: &RuleDeclaration, path: &str) -> Result<String> {
    const WHY: &str = "\n## Why\n";
    const LEVEL: &str = "\n## Level\n";
    let text = fs::read_to_string(shell::root().join(path)).unwrap_or_default();
    let Some(start) = text.find(WHY) else {
        bail!("{path} has no section \"Why\"");
    };
    let body = &text[start..];
    let body = body.find(LEVEL).map_or(body, |end| &body[..end]);
    let [lenient, standard, strict] = &rule.levels;
    let mut page = format!(
        "# {} {}\n\n{}\n{}\n{LEVEL}\nlenient: {lenient}, standard: {standard}, strict: {strict}; since {}\n",
        rule.code,
        rule.name,
        rule.summary,
        body.trim_end(),
        rule.since
    );
    if !rule.puppet_lint.is_empty() {
        let names = rule.puppet_lint.join(", ");
        writeln!(page, "\nIn comments of puppet-lint: {names}")?;
    }
    Ok(page)
}

/// The list of all rules, for people.
fn index(rules: &[RuleDeclaration]) -> Result<String> {
    let mut out = format!(
        "<!-- Generated from the `declare_rule!` of each rule by `cargo xtask codegen`. -->\n\n# Rules\n\n\
         This page lists all diagnostics, for users who look up a code or want to change its severity.\n\n\
         The severity of a diagnostic depends on the strictness: `lenient`, `standard` or `strict` (see\n\
         [settings](../settings.md#strictness)). A diagnostic that is uncertain is not reported in lenient, is a warning in\n\
         standard and an error in strict. `puppet-analyzer explain CODE` prints the page of a rule. The\n\
         [glossary](../glossary.md) explains terms.\n\n\
         {}\n\n\
         | Code | Name | Lenient | Standard | Strict | Fix | Reports |\n| --- | --- | --- | --- | --- | --- | --- |\n",
        fixes(rules)
    );
    for row in rules {
        let [lenient, standard, strict] = &row.levels;
        let (code, name, summary, page) = (&row.code, &row.name, &row.summary, row.page());
        writeln!(
            out,
            "| [{code}]({page}) | {name} | {lenient} | {standard} | {strict} | {} | {} |",
            row.fix_note(),
            summary.replace('|', "\\|")
        )?;
    }
    Ok(out)
}

/// How many rules have a fix.
fn fixes(rules: &[RuleDeclaration]) -> String {
    let count = |is: fn(&&RuleDeclaration) -> bool| rules.iter().filter(is).count();
    let (safe, all) = (
        count(|it| it.fix.as_deref() == Some("safe")),
        count(|it| it.fix.is_some()),
    );
    let (without, rules) = (count(|it| it.no_fix.is_some()), rules.len());
    format!(
        "{all} of the {rules} rules have an automatic fix; {safe} of these are safe to apply without review.\n\
         {without} rules cannot be fixed automatically; the column *Fix* has the reason."
    )
}

/// The list of all rules, for the program.
fn registry(rules: &[RuleDeclaration]) -> Result<String> {
    let mut out = String::from(
        "//! Generated from the `declare_rule!` of each rule by `cargo xtask codegen`: edit those, not this file.\n\n",
    );
    out.push_str("use puppet_diagnostics::Rule;\n\n");
    for rule in rules {
        ensure!(
            rule.fix.is_none() || rule.no_fix.is_none(),
            "{} has a fix and a reason for none",
            rule.code
        );
        writeln!(out, "pub use {}::{};", rule.module, rule.constant)?;
    }
    out.push_str("\n/// All rules, in the order of their codes.\npub static ALL: &[&Rule] = &[\n");
    for rule in rules {
        writeln!(out, "&{},", rule.constant)?;
    }
    out.push_str("];\n");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> syn::Result<RuleDeclaration> {
        syn::parse_str(text)
    }

    #[test]
    fn declarations_are_read() {
        let text = "/// A `name` is odd.\npub ODD_NAME = { code: \"N199\", name: \"odd-name\", \
                    levels: [Off, Hint, Error], fix: Unsafe, puppet_lint: [\"a\", \"b\"] }";
        let rule = rule(text).expect("a declaration");
        assert_eq!(
            (&*rule.code, &*rule.constant, &*rule.summary),
            ("N199", "ODD_NAME", "A `name` is odd.")
        );
        assert_eq!(rule.levels, ["off", "hint", "error"]);
        assert_eq!(rule.puppet_lint, ["a", "b"]);
        assert_eq!(rule.fix_note(), "unsafe");
        assert_eq!(
            (&*rule.stem(), &*rule.page()),
            ("odd_name", "N199-odd-name.md")
        );
    }

    #[test]
    fn fields_that_no_rule_has_are_refused() {
        for field in ["serious: \"very\"", "levels: [Off]", "code: 1"] {
            assert!(
                rule(&format!("/// A.\npub A = {{ {field} }}")).is_err(),
                "{field}"
            );
        }
    }
}
