# A site that needs modules which are not installed.
#
# @param port The port.
class web (
  Stdlib::Port $port = 80,
) {
  include keepalived::vrrp
  notify { "a${nothing}": }
  file { '/tmp/x':
    mode => 'bad', # why
  }
}
