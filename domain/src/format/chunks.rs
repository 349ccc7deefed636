//! Chunks: `{"id"|"chunk_id"|"_id", "text"|"content"|"page_content"|"contents", "doc_id"?, "title"?, "position"?, …}`.

use super::json::Object;
use super::{check_id, storable};
use crate::Invalid;
use crate::chunk::NewChunk;

/// A chunk of a JSON line, BEIR's `corpus.jsonl` included, and whether it is lossy. Keys that are not known go to the
/// metadata.
pub fn from_json(line: &str) -> Result<(NewChunk, bool), Invalid> {
    let mut object = Object::parse(line)?;
    let external_id =
        object.take_id(&["id", "chunk_id", "_id"])?.ok_or_else(|| Invalid::new("no id: a chunk needs \"id\", \"chunk_id\" or \"_id\""))?;
    check_id("id", &external_id)?;
    let text = object.take_text(&["text", "content", "page_content", "contents"])?;
    let text = text.ok_or_else(|| Invalid::new("no text: a chunk needs \"text\", \"content\", \"page_content\" or \"contents\""))?;
    if text.trim().is_empty() {
        return Err(Invalid::new("the text is empty"));
    }
    let (text, lossy) = storable(&text);
    let doc_id = object.take_id(&["doc_id", "document_id"])?.unwrap_or_else(|| external_id.clone());
    check_id("doc_id", &doc_id)?;
    let (title, lossy_title) = storable(&object.take_text(&["title"])?.unwrap_or_default());
    let ordinal = object.take_as(&["position", "ordinal"], "a whole number")?;
    let chunk = NewChunk { external_id, doc_id, ordinal, title, text, metadata: object.rest() };
    Ok((chunk, lossy || lossy_title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beir_document_is_a_chunk() {
        let (chunk, _) = from_json(r#"{"_id":"7","title":"T","text":"body","metadata":{"url":"u"}}"#).expect("a chunk");
        assert_eq!((chunk.external_id.as_str(), chunk.doc_id.as_str(), chunk.title.as_str()), ("7", "7", "T"));
        assert_eq!(chunk.metadata["metadata"]["url"], "u");
    }

    #[test]
    fn a_nul_is_replaced_and_said() {
        let (chunk, lossy) = from_json(r#"{"id":"1","text":"a\u0000b"}"#).expect("a chunk");
        assert_eq!((chunk.text.as_str(), lossy), ("a\u{FFFD}b", true));
    }

    #[test]
    fn what_is_missing_is_named() {
        assert!(from_json(r#"{"text":"x"}"#).expect_err("no id").0.contains("\"chunk_id\""));
        assert!(from_json(r#"{"id":"1","body":"x"}"#).expect_err("no text").0.contains("\"page_content\""));
        assert_eq!(from_json(r#"{"id":"1","text":" "}"#).expect_err("empty").0, "the text is empty");
    }
}
