//! Rich scalar values: Regexp, SemVer, SemVerRange, Timespan, Timestamp, Binary, URI.
