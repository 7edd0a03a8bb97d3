# A menu: entries are links, or menus again.
type Webshop::Menu = Hash[String[1], Variant[String[1], Webshop::Menu]]
