//! Names of what is kept apart from other data: on a server, or in a file that Git does not have.

/// Parts that only names of secrets have.
const PARTS: [&str; 6] = [
    "credential",
    "passphrase",
    "passwd",
    "password",
    "secret",
    "token",
];

/// What the last word of such a name ends with: `api_key`, `db_pass`.
const ENDS: [&str; 2] = ["key", "pass"];

/// Whether the name of a parameter or key says that its value is a secret.
#[must_use]
pub fn is_secret_name(name: &str) -> bool {
    PARTS.iter().any(|it| name.contains(it)) || ENDS.iter().any(|it| name.ends_with(it))
}
