# What quick fixes mend.
class web::faults {
  include web::servise
  web::vhost { 'first': }
}
