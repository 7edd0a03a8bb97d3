# Ports in a row.
#
# @param first the lowest of them
# @param count how many
# @return the ports
function web::ports(Web::Port $first, Integer[0] $count = 1) >> Array[Web::Port] {
  Integer[$first, $first + $count - 1].map |$port| { $port }
}
