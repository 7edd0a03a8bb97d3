# A port that a server can listen on.
type Webshop::Port = Integer[1, 65535]
