//! Two texts as one, word by word.

/// What a piece of a changed text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// In both.
    Same,
    /// Before only.
    Removed,
    /// After only.
    Added,
}

/// Two texts as one, word by word: what stayed, went and came.
pub fn by_words(from: &str, to: &str) -> Vec<(Piece, String)> {
    let changes = similar::TextDiff::from_unicode_words(from, to);
    let mut pieces: Vec<(Piece, String)> = Vec::new();
    for change in changes.iter_all_changes() {
        let piece = match change.tag() {
            similar::ChangeTag::Equal => Piece::Same,
            similar::ChangeTag::Delete => Piece::Removed,
            similar::ChangeTag::Insert => Piece::Added,
        };
        match pieces.last_mut() {
            Some((last, text)) if *last == piece => text.push_str(change.value()),
            _ => pieces.push((piece, change.value().to_owned())),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_differs_word_by_word() {
        let pieces = by_words("Pull the amber lever.", "Pull the birch lever.");
        let marked: String = pieces
            .iter()
            .map(|(piece, text)| match piece {
                Piece::Same => text.clone(),
                Piece::Removed => format!("-{text}-"),
                Piece::Added => format!("+{text}+"),
            })
            .collect();
        assert_eq!(marked, "Pull the -amber-+birch+ lever.");
    }
}
