# The daemon of the web server.
class web::service {
  require web
  package { 'nginx': }
  -> file { ['/etc/nginx/nginx.conf', '/etc/nginx/mime.types']:
    ensure => file,
  }
  ~> service { 'nginx':
    require => User['www-data'],
  }
  web::vhost { 'extra':
    port      => 8080,
    subscribe => Service['nginx'],
  }
}
