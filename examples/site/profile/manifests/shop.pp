# @summary The web shop.
#
# @param domain
#   Under which name it is found.
class profile::shop (
  String[1] $domain = 'shop.example.org',
) {
  class { 'webshop':
    port     => 8080,
    backends => [
      { 'host' => 'app1.example.org', 'port' => 3000 },
      { 'host' => 'app2.example.org' },
    ],
  }

  webshop::vhost { $domain:
    docroot => '/srv/shop',
    # error: [T202] "parameter 'port' expects a Webshop::Port = Integer[1, 65535] value, got Integer[70000, 70000]"
    port    => 70000,
  }

  webshop::vhost { "www.${domain}":
    # error: [R301] "has no parameter named 'docrot'"
    docrot => '/srv/www',
  }

  # error: [T203] "'webshop::url' expects between 1 and 2 arguments, got none"
  notify { webshop::url(): }

  # error: [T202] "'webshop::url' parameter 'port' expects a Webshop::Port = Integer[1, 65535] value, got String"
  notify { webshop::url($domain, '8080'): }
}
