//! As much JSON as the protocol needs: integers only. Use serde_json instead if you like.

use std::collections::BTreeMap;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

const DEEPEST: usize = 100;

impl Json {
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        match reader.peek() {
            None => Ok(value),
            Some(_) => Err(format!("more than one value, at byte {}", reader.at)),
        }
    }

    /// The value of a key; `Null` where there is none.
    pub fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(map) => map.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }

    pub fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub fn int(&self) -> Option<i64> {
        if let Json::Int(number) = self { Some(*number) } else { None }
    }

    /// The items of a list; none for anything else.
    pub fn list(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }

    /// The texts of a list.
    pub fn texts(&self) -> Vec<String> {
        self.list().iter().filter_map(|item| item.text().map(String::from)).collect()
    }
}

pub fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    Json::Object(fields.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}

impl From<&str> for Json { fn from(text: &str) -> Json { Json::Text(text.into()) } }
impl From<String> for Json { fn from(text: String) -> Json { Json::Text(text) } }
impl From<bool> for Json { fn from(value: bool) -> Json { Json::Bool(value) } }
impl From<i64> for Json { fn from(number: i64) -> Json { Json::Int(number) } }
impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Json { Json::List(items.into_iter().map(Into::into).collect()) }
}
impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(item: Option<T>) -> Json { item.map_or(Json::Null, Into::into) }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Int(number) => write!(out, "{number}"),
            Json::Text(text) => quoted(text, out),
            Json::List(items) => {
                write!(out, "[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if i > 0 { "," } else { "" })?;
                }
                write!(out, "]")
            }
            Json::Object(map) => {
                write!(out, "{{")?;
                for (i, (key, value)) in map.iter().enumerate() {
                    if i > 0 { write!(out, ",")?; }
                    quoted(key, out)?;
                    write!(out, ":{value}")?;
                }
                write!(out, "}}")
            }
        }
    }
}

fn quoted(text: &str, out: &mut fmt::Formatter) -> fmt::Result {
    write!(out, "\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            '\0'..='\x1f' => write!(out, "\\u{:04x}", letter as u32)?,
            _ => write!(out, "{letter}")?,
        }
    }
    write!(out, "\"")
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) { self.at += 1 }
        self.bytes.get(self.at).copied()
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        self.peek();
        if !self.bytes[self.at..].starts_with(token.as_bytes()) {
            return Err(format!("{token} is expected at byte {}", self.at));
        }
        self.at += token.len();
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST { return Err("nested too deeply".into()) }
        match self.peek() {
            Some(b'n') => self.expect("null").map(|()| Json::Null),
            Some(b't') => self.expect("true").map(|()| Json::Bool(true)),
            Some(b'f') => self.expect("false").map(|()| Json::Bool(false)),
            Some(b'"') => self.text().map(Json::Text),
            Some(b'[') => {
                let mut items = vec![];
                self.items("[", "]", |reader| { items.push(reader.value(depth + 1)?); Ok(()) })?;
                Ok(Json::List(items))
            }
            Some(b'{') => {
                let mut map = BTreeMap::new();
                self.items("{", "}", |reader| {
                    let key = reader.text()?;
                    reader.expect(":")?;
                    map.insert(key, reader.value(depth + 1)?);
                    Ok(())
                })?;
                Ok(Json::Object(map))
            }
            _ => self.number(),
        }
    }

    fn items(&mut self, open: &str, close: &str, mut read: impl FnMut(&mut Self) -> Result<(), String>) -> Result<(), String> {
        self.expect(open)?;
        if self.peek() == Some(close.as_bytes()[0]) { return self.expect(close) }
        loop {
            read(self)?;
            if self.peek() != Some(b',') { return self.expect(close) }
            self.at += 1;
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let digits = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'-').count();
        let text = std::str::from_utf8(&self.bytes[self.at..self.at + digits]).unwrap_or("");
        let number = text.parse().map_err(|_| format!("a value is expected at byte {}", self.at))?;
        self.at += digits;
        Ok(Json::Int(number))
    }

    fn text(&mut self) -> Result<String, String> {
        self.expect("\"")?;
        let mut units: Vec<u8> = vec![];
        loop {
            let byte = *self.bytes.get(self.at).ok_or("a text does not end")?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(units).map_err(|_| "a text is not UTF-8".into()),
                b'\\' => units.extend(self.escape()?.to_string().bytes()),
                _ => units.push(byte),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let byte = *self.bytes.get(self.at).ok_or("a text does not end")?;
        self.at += 1;
        Ok(match byte {
            b'n' => '\n', b't' => '\t', b'r' => '\r', b'b' => '\x08', b'f' => '\x0c',
            b'u' => {
                let mut code = self.hex()?;
                if (0xd800..0xdc00).contains(&code) && self.bytes[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    code = 0x10000 + ((code - 0xd800) << 10) + (self.hex()?.wrapping_sub(0xdc00) & 0x3ff);
                }
                char::from_u32(code).unwrap_or('\u{fffd}')
            }
            b'"' | b'\\' | b'/' => byte as char,
            _ => return Err(format!("a strange escape at byte {}", self.at)),
        })
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.bytes.get(self.at..self.at + 4).and_then(|four| std::str::from_utf8(four).ok());
        self.at += 4;
        digits.and_then(|four| u32::from_str_radix(four, 16).ok()).ok_or_else(|| "four hexadecimal digits are expected".into())
    }
}
