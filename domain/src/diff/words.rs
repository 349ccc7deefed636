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

/// Whether two texts have at least half of what is written in them in common: else it says nothing which words differ.
pub fn half_alike(pieces: &[(Piece, String)]) -> bool {
    let length = |of: Piece| pieces.iter().filter(|(piece, _)| *piece == of).map(|(_, text)| text.chars().count()).sum::<usize>();
    2 * length(Piece::Same) >= length(Piece::Removed) + length(Piece::Added)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_half_alike_when_what_they_share_is_half_of_both() {
        let alike = |from: &str, to: &str| half_alike(&by_words(from, to));
        assert!(alike("Pull the amber lever.", "Pull the birch lever."));
        assert!(alike("", ""));
        assert!(!alike("The amber lever moves the wheel [1].", "Nothing here stops, says page nine of another book."));
    }

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
