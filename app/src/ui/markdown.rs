//! Markdown that members wrote, as HTML that cannot do harm. The one place that sets HTML.

use leptos::prelude::*;

/// Markdown as safe HTML: raw HTML in it becomes text, and what is left is cleaned by ammonia's defaults.
#[cfg(feature = "ssr")]
pub fn to_safe_html(markdown: &str) -> String {
    use pulldown_cmark::{Event, Options, Parser, html};
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    ammonia::clean(&out)
}

/// Shows HTML that [`to_safe_html`] made on the server.
#[component]
pub fn Markdown(
    /// What [`to_safe_html`] gave.
    safe_html: String,
) -> impl IntoView {
    view! { <div class="markdown" inner_html=safe_html></div> }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::to_safe_html;

    #[test]
    fn what_could_run_becomes_text() {
        for hostile in ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "</div><iframe src=//x>"] {
            let html = to_safe_html(hostile);
            assert!(
                !html.contains("<script") && !html.contains("<img") && !html.contains("javascript:") && !html.contains("<iframe"),
                "{html}"
            );
        }
        assert_eq!(to_safe_html("**a** `b`"), "<p><strong>a</strong> <code>b</code></p>\n");
    }
}
