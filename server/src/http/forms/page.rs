//! On which page a form stands.

use std::collections::HashMap;

use app::api::queries::percent;
use axum::http::Uri;

/// The forms whose address is not that of their page, with their pages. `{…}` stands for a part of the form's path, or a field of it.
const ELSEWHERE: [(&str, &str); 8] = [
    ("/members/{user}", "/members"),
    ("/invitations/{invitation}/revoke", "/members"),
    ("/sets/{set}/members/{user}", "/sets/{set}/members"),
    ("/sets/{set}/label", "/sets/{set}/label?q={query}"),
    ("/sets/{set}/queries/{query}/assign", "/sets/{set}/queries/{query}"),
    ("/sets/{set}/queries/{query}/take-back", "/sets/{set}/queries/{query}"),
    ("/sets/{set}/assign", "/sets/{set}/queries?search={search}&status={status}&style={style}&source={source}"),
    ("/sets/{set}/evaluation/{run}/holes", "/sets/{set}/evaluation/{run}?version={version}"),
];

/// The address of the page that a form stands on; `form` is its path as routes name it.
pub fn page_of(form: &str, asked: &Uri, fields: &[(String, String)]) -> String {
    let Some((_, page)) = ELSEWHERE.iter().find(|(elsewhere, _)| *elsewhere == form) else {
        return asked.path_and_query().map_or_else(|| asked.path().to_owned(), ToString::to_string);
    };
    let parts = form.split('/').zip(asked.path().split('/')).filter(|(name, _)| name.starts_with('{'));
    let mut meant: HashMap<&str, String> = fields.iter().map(|(name, value)| (name.as_str(), percent(value))).collect();
    meant.extend(parts.map(|(name, part)| (name.trim_matches(['{', '}']), part.to_owned())));
    let filled = |piece: &str| match piece.split_once('}') {
        Some((name, rest)) => meant.get(name).cloned().unwrap_or_default() + rest,
        None => piece.to_owned(),
    };
    let page: String = page.split('{').map(filled).collect();
    match asked.query() {
        Some(query) if !page.contains('?') => format!("{page}?{query}"),
        _ => page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_stands_on_the_page_that_has_its_button() {
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        for (form, asked, fields, page) in [
            ("/sets/{set}/versions", "/sets/s/versions", vec![], "/sets/s/versions"),
            ("/sets/{set}/members/{user}", "/sets/s/members/7?page=2", vec![], "/sets/s/members?page=2"),
            ("/sets/{set}/queries/{query}/assign", "/sets/s/queries/9/assign", vec![field("query", "8")], "/sets/s/queries/9"),
            ("/sets/{set}/label", "/sets/s/label", vec![field("query", "9"), field("act", "skip")], "/sets/s/label?q=9"),
            (
                "/sets/{set}/assign",
                "/sets/s/assign",
                vec![field("search", "a&b"), field("style", "keyword")],
                "/sets/s/queries?search=a%26b&status=&style=keyword&source=",
            ),
        ] {
            assert_eq!(page_of(form, &asked.parse().expect("an address"), &fields), page, "{form}");
        }
    }
}
