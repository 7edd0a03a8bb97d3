//! Numbers and their texts, as Ruby and Puppet read and write them.

mod puppet;
mod ruby;
mod text;

pub use self::{
    puppet::{Number, to_number},
    ruby::{parse_float, parse_integer},
    text::float_text,
};
