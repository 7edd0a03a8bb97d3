# The hosts that the web server serves.
#
# @param names what they are called
class web::hosts (
  Array[String[1]] $names = ['one', 'two'],
) {
  include web::service
  $ports = web::ports(8000, $names.length)
  $names.each |$index, $host| {
    web::vhost { $host:
      port => $ports[$index],
    }
  }
  file { '/etc/motd':
    content => epp('web/motd.epp', { 'hosts' => $names }),
  }
}
