//! How a set is labelled.

use domain::golden_set::PrelabelMode;
use domain::scale::{GradeName, Scale};
use leptos::prelude::*;

use crate::api::sets::SetHome;
use crate::ui::Column::{Numbers, Unseen, Words};
use crate::ui::{GivenText, GradeMark, Markdown, Table};

/// Scale, cut-off, overlap, pre-labels, guidelines.
#[component]
pub fn Rules(home: SetHome) -> impl IntoView {
    let (name, number) = (home.set.name, home.set.guideline);
    let settings = home.set.settings;
    let corpus = home.chunking.map_or_else(|| "none yet".into(), |(name, chunks)| format!("{name}, {chunks} chunks"));
    let prelabels = match settings.prelabels {
        PrelabelMode::Shown => format!("shown, none in a control share of {} %", settings.control_share),
        PrelabelMode::After => "shown after grading".into(),
        PrelabelMode::Off => "off".into(),
    };
    let guidelines = (!home.guidelines.is_empty()).then(|| {
        view! {
            <h3>"Guidelines"</h3>
            <Markdown safe_html=home.guidelines />
            <p class="facts">
                <a href=format!("/sets/{name}/guidelines")>{format!("Version {number}")}</a>
            </p>
        }
    });
    view! {
        <Grades scale=settings.scale />
        <p class="facts">
            {format!(
                "Relevant from grade {} up · top {} of each run · pre-labels {prelabels} · corpus {corpus}",
                settings.cutoff,
                settings.k,
            )}
        </p>
        <p class="facts">{settings.overlap.in_words(home.several_can_label)}</p>
        {guidelines}
    }
}

#[component]
fn Grades(scale: Scale) -> impl IntoView {
    let row = |(grade, name): (usize, GradeName)| {
        view! {
            <tr>
                <td>
                    <GradeMark mark=grade.to_string() />
                </td>
                <td class="number">{grade}</td>
                <td>
                    <GivenText text=name.name />
                </td>
                <td>
                    <GivenText text=name.description />
                </td>
            </tr>
        }
    };
    view! {
        <Table class="grades" columns=[Unseen("Mark"), Numbers("Grade"), Words("Name"), Words("When")]>
            {scale.0.into_iter().enumerate().map(row).collect_view()}
        </Table>
    }
}
