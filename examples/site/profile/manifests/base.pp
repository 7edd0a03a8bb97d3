# @summary What every node has.
#
# @param admins
#   Who may log in.
# @param motd
#   What they read when they do.
class profile::base (
  Array[String[1]] $admins = ['root'],
  Optional[String[1]] $motd = undef,
) {
  # Both spellings of a default are fine: a String, or nothing.
  if $motd {
    file { '/etc/motd':
      ensure  => file,
      content => "${motd}\n",
    }
  }

  $admins.each |String $admin| {
    user { $admin:
      ensure => present,
    }
  }
}
