//! Modules, environments, configuration and discovery.
