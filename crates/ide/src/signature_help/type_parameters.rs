//! Parameters in the brackets of a data type: `Integer[HERE]`.

use super::label::Label;
use super::{Importance, SignatureHelp, SignatureInfo};
use puppet_library::LanguageType;

pub(super) fn parameters(data_type: &LanguageType, active: usize) -> Option<SignatureHelp> {
    let last = data_type.parameters.len().checked_sub(1)?;
    let mut label = Label::new(format!("{}[", data_type.name), ", ");
    for parameter in &data_type.parameters {
        label.parameter(&parameter.label, None, Importance::Other);
    }
    let tail = if data_type.repeats { ", …]" } else { "]" };
    let signature = label.finish(tail, Some(data_type.summary.clone()));
    let active_parameter = match data_type.repeats {
        true => Some(active.min(last)),
        false => Some(active).filter(|active| *active <= last),
    };
    Some(SignatureHelp {
        signatures: vec![SignatureInfo {
            active_parameter,
            ..signature
        }],
        active: 0,
    })
}
