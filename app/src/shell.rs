//! The document around the pages, which the server writes.

use leptos::prelude::*;
use leptos_meta::MetaTags;

use crate::App;

/// The files of the site, under the names that their contents gave them.
#[derive(Debug, Clone, Default)]
pub struct SiteFiles {
    pub css: String,
    pub js: String,
    /// The path of the program that the script runs.
    pub wasm: String,
}

/// Loads the browser's program and brings the islands to life, the outer ones first. Until then, and where it fails, the
/// page works by its forms; `data-live` tells the style sheet.
const START: &str = "
const root = document.documentElement
root.dataset.live = 'coming'
try { const theme = localStorage.getItem('touchstone.theme'); if (theme) root.dataset.theme = theme } catch {}
import('JS').then(async (program) => {
  await program.default({ module_or_path: 'WASM' })
  program.hydrate()
  for (const island of document.querySelectorAll('leptos-island')) {
    island.parentElement.closest('leptos-children')?.$$on_hydrate?.()
    program[island.dataset.component](island)
  }
  root.dataset.live = 'yes'
}).catch((error) => { delete root.dataset.live; console.error(error) })
";

/// The document around the pages.
pub fn shell(files: SiteFiles) -> impl IntoView {
    let nonce = use_nonce();
    let preload = files.wasm.clone();
    let start = START.replace("JS", &files.js).replace("WASM", &files.wasm);
    view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <link rel="stylesheet" href=files.css />
                <link rel="modulepreload" href=files.js />
                <link rel="preload" href=preload r#as="fetch" r#type="application/wasm" crossorigin="anonymous" />
                <script type="module" nonce=nonce inner_html=start></script>
                <MetaTags />
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}
