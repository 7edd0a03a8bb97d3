# How long a visitor is patient.
function webshop::timeout() >> Integer[1] {
  # error: [T216] "value returned from webshop::timeout has wrong type, expects an Integer value, got String"
  '30 seconds'
}
