# A web server.
#
# @param port where it listens
class web (
  Web::Port $port = 8080,
) {
  $size = 10
  web::vhost { 'main':
    port => 'eighty',
  }
  notice($port, $size)
}
