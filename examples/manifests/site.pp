# Which node gets which role.

node 'shop.example.org', /^shop\d+\.example\.org$/ {
  include role::shop
}

node 'db.example.org' {
  include role::database
}

node default {
  notify { "nothing is known about ${trusted['certname']}": }
}
