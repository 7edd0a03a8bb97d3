//! `environment.conf`: the settings of one environment.

use puppet_text::{TextRange, TextSize};

use crate::DataSyntaxError;

/// The settings of an environment, with their places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EnvironmentConf {
    /// `NAME = VALUE` lines of the main section, in their order. Values are not interpolated.
    pub settings: Vec<Setting>,
    /// Lines that are no settings.
    pub errors: Vec<DataSyntaxError>,
}

/// One setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The name.
    pub name: String,
    /// The value without quotes.
    pub value: String,
    /// Where the value is written.
    pub range: TextRange,
}

impl EnvironmentConf {
    /// The value of a setting; the last one written counts.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.settings
            .iter()
            .rev()
            .find(|setting| setting.name == name)
    }
}

/// Reads the text of an `environment.conf` (rules: `Puppet::Settings::IniFile` and `Puppet::Settings::EnvironmentConf`).
///
/// Comments start with `#` or `;` at the start of a line. Sections other than `[main]` do not count.
#[must_use]
pub fn parse(text: &str) -> EnvironmentConf {
    let mut conf = EnvironmentConf::default();
    let mut in_main = true;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let at = start + (line.len() - line.trim_start().len());
        start += line.len();
        if content.is_empty() || content.starts_with(['#', ';']) {
            continue;
        }
        if let Some(section) = content
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            in_main = section.trim() == "main";
            continue;
        }
        let Some((name, value)) = content.split_once('=') else {
            conf.errors.push(DataSyntaxError {
                message: "Expected a setting, NAME = VALUE".to_owned(),
                range: range(at, content.len()),
            });
            continue;
        };
        let value_at = at + name.len() + 1 + (value.len() - value.trim_start().len());
        let value = value.trim();
        let range = range(value_at, value.len());
        if in_main {
            conf.settings.push(Setting {
                name: name.trim().to_owned(),
                value: unquote(value).to_owned(),
                range,
            });
        }
    }
    conf
}

fn unquote(value: &str) -> &str {
    ['"', '\'']
        .into_iter()
        .find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(value)
}

fn range(start: usize, length: usize) -> TextRange {
    let size = |n: usize| TextSize::new(u32::try_from(n).unwrap_or(u32::MAX));
    TextRange::new(size(start), size(start + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_comments_and_sections() {
        let text = "# a comment\nmodulepath = site:modules:$basemodulepath\n\n manifest='manifests/site.pp'\n[other]\nmanifest = x\n";
        let conf = parse(text);
        let values: Vec<_> = conf
            .settings
            .iter()
            .map(|s| (&*s.name, &*s.value, &text[s.range]))
            .collect();
        assert_eq!(
            values,
            [
                (
                    "modulepath",
                    "site:modules:$basemodulepath",
                    "site:modules:$basemodulepath"
                ),
                ("manifest", "manifests/site.pp", "'manifests/site.pp'"),
            ]
        );
        assert!(conf.errors.is_empty());
    }

    #[test]
    fn a_line_without_an_equals_sign_is_located() {
        let conf = parse("manifest = a\n  nonsense\n");
        assert_eq!(conf.errors[0].range, range(15, 8));
    }
}
