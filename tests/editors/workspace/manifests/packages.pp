# The packages of the web server, and what Puppet's own documentation says of them.
class web::packages {
  $limits = lookup('web::limits', { 'value_type' => Hash, 'default_value' => {} })
  $names = ['nginx', 'curl'].filter |$name| { versioncmp($name, '2.4') >= 0 }
  package { $names:
    ensure => installed,
  }
  exec { '/usr/sbin/nginx -t':
    refreshonly => true,
  }
  notice($limits, $facts['os']['family'])
}
