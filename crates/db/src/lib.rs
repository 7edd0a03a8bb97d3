//! Salsa inputs and parse queries.
