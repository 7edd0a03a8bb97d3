# @summary One name of the shop.
#
# @param docroot
#   Where its files are.
# @param port
#   Where it listens.
# @param aliases
#   Other names of it.
define webshop::vhost (
  String[1] $docroot = "/srv/${title}",
  Webshop::Port $port = 443,
  Array[String[1]] $aliases = [],
) {
  file { "/etc/webshop/${title}.conf":
    ensure  => file,
    content => "root ${docroot}\nlisten ${port}\nnames ${aliases}\n",
  }
}
