//! The language server: transport, main loop, protocol conversion.
