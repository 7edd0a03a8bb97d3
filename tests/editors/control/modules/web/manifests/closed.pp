# A class with a mistake that stays closed.
class web::closed {
  notify { "a${nowhere}": }
}
