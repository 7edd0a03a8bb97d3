# @summary A web shop.
#
# @param port
#   Where it listens.
# @param backends
#   The servers that it forwards to.
# @param menu
#   What can be clicked on.
class webshop (
  Webshop::Port $port = 443,
  Array[Webshop::Backend] $backends = [],
  Webshop::Menu $menu = { 'books' => { 'new' => '/books/new' }, 'cart' => '/cart' },
) {
  file { '/etc/webshop.json':
    ensure  => file,
    content => epp('webshop/webshop.epp', { 'port' => $port, 'backends' => $backends }),
  }
}
