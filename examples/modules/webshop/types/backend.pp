# A server that does the work.
type Webshop::Backend = Struct[{
  'host'           => String[1],
  Optional['port'] => Webshop::Port,
}]
