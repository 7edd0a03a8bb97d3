# Diagnostics with quick fixes.
class web::faults {
  include web::servise
  web::vhost { 'first': }
}
