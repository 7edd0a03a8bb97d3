# The address under which a server is found.
#
# @param host
#   The name of the server.
# @param port
#   The port, where it is not the usual one.
function webshop::url(String[1] $host, Webshop::Port $port = 443) >> String[1] {
  $port ? {
    443     => "https://${host}/",
    default => "https://${host}:${port}/",
  }
}
