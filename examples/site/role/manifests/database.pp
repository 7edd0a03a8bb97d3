# @summary A server that remembers what was sold.
class role::database {
  include profile::base

  class { 'profile::database':
    memory   => '4G',
    # error: [T202] "parameter 'replicas' expects an Integer value, got String"
    replicas => 'two',
  }
}
