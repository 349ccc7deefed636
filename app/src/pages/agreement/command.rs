//! What the agreement page can be asked for by a key.

use domain::scale::Grade;

/// One thing to do. What has the keyboard is a link, and `Enter` follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Go to a cell beside the one that has the keyboard.
    Move(Direction),
    /// Choose the style.
    Style,
    /// Look at the next version of the guidelines.
    Guideline,
    Disagreements,
    /// Show the keys.
    Help,
    /// The page takes no grades; no digit of its scale is bound.
    Grade(Grade),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// How far right and how far down a step goes.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::Up => (0, -1),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
        }
    }
}
