# A virtual host.
#
# @param port where it listens
define web::vhost (
  Web::Port $port,
) {
  notice("${title} listens on ${port}")
}
