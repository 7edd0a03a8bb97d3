//! Templates and other assets of modules: their signatures and call sites.

pub mod assets;
pub mod call_sites;
pub mod signature;
