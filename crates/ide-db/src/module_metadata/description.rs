//! The description of a module: on disk, and on the Forge.

use crate::context::FileContext;
use crate::forge::ForgeModule;
use crate::module_metadata::{forge_page, modules};

/// The description of a module: on disk, and on the Forge.
pub fn describe(context: FileContext<'_>, name: &str) -> String {
    let on_disk = modules::module_of(context.db, context.file, name);
    let on_forge = context.forge.module(name);
    let mut parts = Vec::new();
    match (on_disk, on_forge) {
        (Some(module), on_forge) => {
            let name = module.full_name.as_deref().unwrap_or(name);
            let version = module.version.unwrap_or_default();
            parts.push(format!("**{name}** {version}").trim_end().to_owned());
            parts.extend(module.summary);
            parts.push(format!("in `{}`", module.module.root(context.db)));
            parts.extend(on_forge.map(|it| format!("Newest on the Forge: {}", it.newest)));
        }
        (None, Some(module)) => {
            parts.push(format!("**{}** {}", module.name, module.newest));
            parts.push(as_text(&module.summary));
            parts.push("Newest version on the Forge; it is not on disk.".to_owned());
        }
        (None, None) if context.forge.is_waiting() => {
            parts.push(format!(
                "`{name}` is not on disk, and the Forge has not answered yet."
            ));
        }
        (None, None) => parts.push(
            match modules::described_version(context.db, context.file, name) {
                Some(version) => format!(
                    "`{name}` is not on disk: the bundled description of version {version} is used."
                ),
                None => format!("`{name}` is not on disk: nothing is known of it."),
            },
        ),
    }
    parts.extend(on_forge.and_then(deprecation));
    parts
        .extend(on_forge.and_then(|it| Some(format!("[On the Forge]({})", forge_page(&it.name)?))));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// That a module should not be used any more, why, and which one should.
fn deprecation(module: &ForgeModule) -> Option<String> {
    let reason = module.deprecated.as_ref()?;
    let mut text = "**Deprecated**".to_owned();
    if let Some(successor) = &module.successor {
        text.push_str(&format!(", use `{successor}`"));
    }
    if !reason.is_empty() {
        text.push_str(&format!(": {}", as_text(reason)));
    }
    Some(text)
}

/// A text from the Forge, of which nothing is markup: an image would be fetched.
fn as_text(text: &str) -> String {
    const LONGEST: usize = 300;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    for c in line.chars().take(LONGEST) {
        if "\\`*[]<".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
