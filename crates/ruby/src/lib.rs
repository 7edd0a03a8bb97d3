//! Static reader of the Ruby files in which modules define functions and resource types.
