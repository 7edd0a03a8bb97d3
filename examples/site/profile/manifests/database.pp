# @summary The database of the shop.
#
# @param memory
#   How much memory it may take.
# @param replicas
#   How many copies there are.
# @param backup
#   When it is saved.
class profile::database (
  Pattern[/\A\d+[KMG]\z/] $memory = '1G',
  Integer[0] $replicas = 0,
  # error: [T201] "parameter 'backup' expects a match for Enum['daily', 'weekly'], got 'yearly'"
  Enum['daily', 'weekly'] $backup = 'yearly',
) {
  # Adding a number to a word is an error in every version of Puppet.
  # error: [T206] "The value 'two' cannot be converted to Numeric."
  $connections = 100 + 'two'

  file { '/etc/database.conf':
    ensure  => file,
    content => "memory=${memory}\nreplicas=${replicas}\nbackup=${backup}\nconnections=${connections}\n",
  }
}
