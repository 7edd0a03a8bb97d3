# A web server.
class untrusted (
  Integer $port = 'eighty',
) {
}
