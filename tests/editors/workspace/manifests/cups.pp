# The version of the print server, by the release.
#
# @param address where it listens
class web::cups (
  String[1] $address,
) {
  case $facts['os']['release']['major'] {
    '11': {
      $version = '1.0-28'
    }
    '12': {
      $version = '1.0-29'
    }
    default: {
      notice('an unknown release')
    }
  }
  notice($version, $address)
}
