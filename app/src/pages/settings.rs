//! A set's settings.

mod guidelines_form;
mod overlap;

use domain::adjudication::Resolution;
use domain::golden_set::{GoldenSet, PrelabelMode, Settings};
use domain::scale::{Grade, GradeName, Scale};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use self::guidelines_form::GuidelinesForm;
use self::overlap::{OverlapFields, overlap_in};
use crate::api::sets::{SetHome, put_settings, set_home};
use crate::ui::{NeedsProgram, PageTitle, Sending, loading};

/// `/sets/{set}/settings`.
#[component]
pub fn SettingsPage() -> impl IntoView {
    let set = super::set_in_address();
    let home = loading(move || set.get(), set_home);
    super::page(home, |home: SetHome| view! { <SettingsDocument set=home.set several=home.several_can_label /> })
}

#[component]
fn SettingsDocument(set: GoldenSet, several: bool) -> impl IntoView {
    view! {
        <PageTitle text=format!("Settings · {}", set.settings.title) />
        <main id="main" class="document">
            <h1>"Settings"</h1>
            <NeedsProgram />
            <GuidelinesForm set=set.name.to_string() text=set.settings.guidelines.clone() number=set.guideline />
            <h2>"Other settings"</h2>
            <SettingsForm set several />
        </main>
    }
}

#[island]
fn SettingsForm(set: GoldenSet, several: bool) -> impl IntoView {
    let name = set.name.to_string();
    let (before, revision) = (StoredValue::new(set.settings.clone()), RwSignal::new(set.revision));
    let save = Sending::new();
    let overlap = RwSignal::new(set.settings.overlap.clone());
    let ask = move |name, settings: Settings| async move {
        let saved = settings.overlap.clone();
        put_settings(name, revision.get_untracked(), settings).await?;
        revision.update(|revision| *revision += 1);
        overlap.set(saved);
        Ok("Saved.".to_owned())
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(form) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlFormElement>().ok()) {
            save.send(ask(name.clone(), before.with_value(|before| settings_in_form(&form, before))));
        }
    };
    view! {
        <form class="fields" on:submit=submit>
            <General settings=set.settings.clone() />
            <OverlapFields overlap several_can_label=several />
            <ResolutionChoice chosen=set.settings.resolution />
            <Grades scale=set.settings.scale.clone() />
            <Prelabels settings=set.settings />
            <button class="button primary">"Save"</button>
            <p role="status">{move || save.answer()}</p>
            {save.failure()}
        </form>
    }
}

#[component]
fn General(settings: Settings) -> impl IntoView {
    let top = settings.scale.top().to_string();
    view! {
        <label>"Title" <input name="title" value=settings.title required maxlength="200" /></label>
        <label>"Chunks of each run in the pool (k)" <input name="k" type="number" min="1" max="1000" value=settings.k.to_string() /></label>
        <label>
            "Relevant from this grade up (cut-off)" <input name="cutoff" type="number" min="1" max=top value=settings.cutoff.to_string() />
        </label>
    }
}

/// How labels become one grade where labellers differ.
#[component]
fn ResolutionChoice(chosen: Resolution) -> impl IntoView {
    let choice = |resolution: Resolution| {
        view! {
            <label class="check">
                <input type="radio" name="resolution" value=resolution.word() checked=resolution == chosen />
                {resolution.in_words()}
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>"Where labellers give a chunk different grades"</legend>
            {Resolution::ALL.map(choice).collect_view()}
        </fieldset>
    }
}

#[component]
fn Grades(scale: Scale) -> impl IntoView {
    let row = |(grade, name): (usize, GradeName)| {
        view! {
            <div class="grade-fields">
                <span class="card-number">{grade}</span>
                <label>"Name" <input name=format!("grade-{grade}") value=name.name required maxlength="40" /></label>
                <label>"When to give it" <input name=format!("when-{grade}") value=name.description maxlength="400" /></label>
            </div>
        }
    };
    view! {
        <fieldset>
            <legend>"Grades"</legend>
            {scale.0.into_iter().enumerate().map(row).collect_view()}
        </fieldset>
    }
}

#[component]
fn Prelabels(settings: Settings) -> impl IntoView {
    let mode = |value: &'static str, mode: PrelabelMode, words: &'static str| {
        view! {
            <label class="check">
                <input type="radio" name="prelabels" value=value checked=settings.prelabels == mode />
                {words}
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>"Pre-labels"</legend>
            {mode("shown", PrelabelMode::Shown, "shown on the card from the start")}
            {mode("after", PrelabelMode::After, "shown once the labeller has graded")}
            {mode("off", PrelabelMode::Off, "off")}
            <label>
                "Control share: queries that show none although they are shown, in percent"
                <input name="control" type="number" min="0" max="100" value=settings.control_share.to_string() />
            </label>
            <label class="check">
                <input type="checkbox" name="consent" checked=settings.llm_consent />
                "Queries and chunks of this set may be sent to an LLM"
            </label>
        </fieldset>
    }
}

/// What the form says; what cannot be read keeps its value and is refused by the server's check where it matters.
fn settings_in_form(form: &web_sys::HtmlFormElement, before: &Settings) -> Settings {
    let Ok(data) = web_sys::FormData::new_with_form(form) else { return before.clone() };
    let text = |name: &str| data.get(name).as_string().unwrap_or_default();
    let number = |name: &str, before: i32| text(name).parse().unwrap_or(before);
    let grade = |grade: usize| GradeName { name: text(&format!("grade-{grade}")), description: text(&format!("when-{grade}")) };
    Settings {
        title: text("title"),
        // They have versions of their own.
        guidelines: String::new(),
        scale: Scale((0..before.scale.0.len()).map(grade).collect()),
        cutoff: Grade(i16::try_from(number("cutoff", before.cutoff.0.into())).unwrap_or(before.cutoff.0)),
        k: number("k", before.k),
        overlap: overlap_in(text, &before.overlap),
        resolution: text("resolution").parse().unwrap_or(before.resolution),
        prelabels: match text("prelabels").as_str() {
            "after" => PrelabelMode::After,
            "off" => PrelabelMode::Off,
            _ => PrelabelMode::Shown,
        },
        control_share: number("control", before.control_share),
        llm_consent: !text("consent").is_empty(),
    }
}
