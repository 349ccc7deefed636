//! Markdown that members wrote, as HTML that cannot do harm.

use pulldown_cmark::{Event, Options, Parser, html};

/// Markdown as safe HTML: invisible characters are named, raw HTML in it becomes text, and what is left is cleaned by ammonia's defaults.
pub fn to_safe_html(markdown: &str) -> String {
    let markdown = domain::text::visible(markdown);
    let events = Parser::new_ext(&markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    ammonia::clean(&out)
}

#[cfg(test)]
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
        assert_eq!(to_safe_html("a\u{202E}b"), "<p>a‹U+202E›b</p>\n");
        assert_eq!(to_safe_html("**a** `b`"), "<p><strong>a</strong> <code>b</code></p>\n");
    }
}
