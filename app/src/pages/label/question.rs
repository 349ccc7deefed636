//! The question that stands when something is rarely meant: the same command again does it, any other key takes it back.

use domain::doubt::Doubt;
use domain::text::counted;
use leptos::prelude::*;

use super::command::Command;
use super::screen::Screen;
use super::session::LabelSession;
use crate::keys::Key;

/// What the labeller is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// What raised it.
    pub command: Command,
    pub doubt: Doubt,
}

/// Whether something may be done: when nothing about it is doubtful, or the labeller was asked and says it again. Else they
/// are asked now.
pub fn is_confirmed(screen: Screen, command: Command, doubt: Option<Doubt>, asked: Option<Doubt>) -> bool {
    if let Some(doubt) = doubt.filter(|_| doubt != asked) {
        screen.question.set(Some(Question { command, doubt }));
        return false;
    }
    true
}

/// The question, where what happened is said.
#[component]
pub fn QuestionLine(screen: Screen) -> impl IntoView {
    let line = move |Question { command, doubt }: Question| {
        let odd = screen.session.with(|session| session.as_ref().map(|session| odd(session, command, doubt))).unwrap_or_default();
        let act = if command == Command::Complete { "to complete it so" } else { "to say so all the same" };
        let by_key = move || screen.keys_on.get();
        view! {
            <p class="question">
                {odd} " "
                <span class="needs-live">
                    "Press " <Show when=by_key fallback=|| "it">
                        <Key command />
                    </Show> {format!(" again {act}; any other key takes it back.")}
                </span>
            </p>
        }
    };
    move || screen.question.get().map(line)
}

/// What is odd, in words.
fn odd(session: &LabelSession, command: Command, doubt: Doubt) -> String {
    let relevant = counted(session.statement().relevant, "chunk", "chunks");
    match (doubt, command) {
        (Doubt::NothingJudged, _) => match session.asked() {
            None | Some(0) => "Nothing is judged here.".to_owned(),
            Some(1) => "The chunk to judge is not judged.".to_owned(),
            Some(asked) => format!("None of the {asked} chunks to judge is judged."),
        },
        (Doubt::NoAnswerBesideRelevant, Command::Complete) => {
            format!("You said that the corpus has no answer, and graded {relevant} relevant.")
        }
        (Doubt::NoAnswerBesideRelevant, _) => format!("The corpus has no answer? You graded {relevant} relevant."),
    }
}
