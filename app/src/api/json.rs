//! How server functions and their answers travel.

use leptos::server_fn::codec::Post;
use leptos::server_fn::{Bytes, ContentType, Decodes, Encodes, Format, FormatType};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// JSON that is read as a string, as the properties of an island are. `server_fn`'s own reads bytes, and the browser's program
/// would hold each type's reader twice.
pub struct JsonString;

/// JSON in the body of a POST.
pub type Json = Post<JsonString>;

impl ContentType for JsonString {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for JsonString {
    const FORMAT_TYPE: Format = Format::Text;
}

impl<T: Serialize> Encodes<T> for JsonString {
    type Error = serde_json::Error;

    fn encode(value: &T) -> Result<Bytes, Self::Error> {
        serde_json::to_vec(value).map(Bytes::from)
    }
}

impl<T: DeserializeOwned> Decodes<T> for JsonString {
    type Error = serde_json::Error;

    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        let text = std::str::from_utf8(&bytes).map_err(serde::de::Error::custom)?;
        serde_json::from_str(text)
    }
}
