//! The built-in chunker: markdown, cut at headings.

use crate::chunk::NewChunk;

/// The chunks of a markdown file: cut at each `#`, `##` and `###` line outside fenced code. A heading without a body is
/// joined to what follows. Chunk ids are `file#0`, `file#1`, …; the document's title is its first heading.
pub fn markdown(file: &str, text: &str) -> Vec<NewChunk> {
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().trim().to_owned();
    let sections = join_bare_headings(sections(text));
    let chunk = |(ordinal, text): (usize, String)| NewChunk {
        external_id: format!("{file}#{ordinal}"),
        doc_id: file.to_owned(),
        ordinal: i32::try_from(ordinal).ok(),
        title: title.clone(),
        text,
        metadata: serde_json::Map::new(),
    };
    sections.into_iter().enumerate().map(chunk).collect()
}

fn is_heading(line: &str) -> bool {
    ["# ", "## ", "### "].iter().any(|mark| line.starts_with(mark))
}

fn sections(text: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced && is_heading(line) {
            sections.push(String::new());
        }
        if let Some(section) = sections.last_mut() {
            section.push_str(line);
            section.push('\n');
        }
    }
    sections.into_iter().map(|section| section.trim().to_owned()).filter(|section| !section.is_empty()).collect()
}

fn join_bare_headings(sections: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut pending = String::new();
    for section in sections {
        let bare = is_heading(&section) && section.lines().count() == 1;
        pending = if pending.is_empty() { section } else { format!("{pending}\n\n{section}") };
        if !bare {
            joined.push(std::mem::take(&mut pending));
        }
    }
    if !pending.is_empty() {
        joined.push(pending);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_cut_at_its_headings_but_not_in_code() {
        let chunks = markdown("a.md", "# Title\n\nIntro\n\n## One\nbody\n```\n# no heading\n```\n## Two\nmore\n");
        let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        assert_eq!(texts, ["# Title\n\nIntro", "## One\nbody\n```\n# no heading\n```", "## Two\nmore"]);
        assert_eq!((chunks[1].external_id.as_str(), chunks[1].title.as_str()), ("a.md#1", "Title"));
    }

    #[test]
    fn a_heading_without_a_body_goes_with_the_next_section() {
        let chunks = markdown("a.md", "# Title\n\n## One\nbody");
        assert_eq!(chunks.len(), 1);
        assert_eq!(chunks[0].text, "# Title\n\n## One\nbody");
    }
}
