//! Templates: their signatures and call sites.

pub mod call_sites;
pub mod signature;
