# @summary A server that sells things.
class role::shop {
  include profile::base
  include profile::shop
}
