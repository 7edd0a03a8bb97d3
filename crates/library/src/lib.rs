//! What Puppet itself ships, as checked-in stub files.
