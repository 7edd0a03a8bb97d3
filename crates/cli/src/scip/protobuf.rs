//! Messages of Protocol Buffers, as far as an index needs them.

/// A message that is being written.
#[derive(Debug, Clone, Default)]
pub struct MessageWriter(Vec<u8>);

/// How a field is encoded, as its key says.
#[derive(Debug, Clone, Copy)]
enum WireType {
    Varint = 0,
    LengthDelimited = 2,
}

impl MessageWriter {
    /// A whole number; the default, 0, is left out.
    pub fn number(&mut self, field: u8, value: u32) {
        if value != 0 {
            self.key(field, WireType::Varint);
            self.varint(u64::from(value));
        }
    }

    /// A text; an empty one is left out.
    pub fn text(&mut self, field: u8, value: &str) {
        if !value.is_empty() {
            self.bytes(field, value.as_bytes());
        }
    }

    /// A message in this one.
    pub fn message(&mut self, field: u8, value: &Self) {
        self.bytes(field, &value.0);
    }

    /// A list of whole numbers.
    pub fn numbers(&mut self, field: u8, values: &[u32]) {
        let mut packed = Self::default();
        for value in values {
            packed.varint(u64::from(*value));
        }
        self.message(field, &packed);
    }

    /// What was written.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    fn bytes(&mut self, field: u8, value: &[u8]) {
        self.key(field, WireType::LengthDelimited);
        self.varint(value.len() as u64);
        self.0.extend_from_slice(value);
    }

    fn key(&mut self, field: u8, wire_type: WireType) {
        self.varint(u64::from(field) << 3 | wire_type as u64);
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::MessageWriter;

    #[test]
    fn fields_are_encoded() {
        let mut inner = MessageWriter::default();
        inner.number(1, 150);
        assert_eq!(inner.as_bytes(), [0x08, 0x96, 0x01]);
        let mut message = MessageWriter::default();
        message.text(2, "testing");
        message.message(3, &inner);
        message.numbers(4, &[3, 270]);
        message.number(5, 0);
        message.text(6, "");
        let expected = b"\x12\x07testing\x1a\x03\x08\x96\x01\x22\x03\x03\x8e\x02";
        assert_eq!(message.as_bytes(), expected);
    }
}
