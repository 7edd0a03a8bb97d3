# A web server.
#
# @param root the directory of the pages
# @param port the port
class web (
  String $root,
  Integer $port = 80,
) {
  $package = $facts['os']['family'] ? {
    'RedHat' => 'httpd',
    default  => 'apache2',
  }

  if $facts['os']['family'] == 'RedHat' {
    exec { 'allow the port':
      command     => "/usr/sbin/semanage port --add --proto tcp ${port}",
      refreshonly => true,
      subscribe   => Package[$package],
    }
  }

  package { $package: }
  file { $root:
    ensure => directory,
  }
}
