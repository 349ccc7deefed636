//! Numbers as the page writes them.

use domain::agreement::Measured;

/// `.80`, `−.12`, `1.00`.
pub fn figure(value: f64) -> String {
    let text = format!("{:.2}", value.abs());
    let sign = if value < 0.0 && text != "0.00" { "−" } else { "" };
    format!("{sign}{}", text.strip_prefix('0').unwrap_or(&text))
}

/// `[.76, .83]`; in words where it is not known.
pub fn interval(measured: &Measured) -> String {
    measured.interval().map_or_else(|| "not known".to_owned(), |(low, high)| format!("[{}, {}]", figure(low), figure(high)))
}

/// Why there is no value or no interval.
pub fn absence(measured: &Measured) -> Option<String> {
    match measured {
        Measured::Undefined { undefined } => Some(undefined.clone()),
        Measured::Value { interval_undefined, .. } => interval_undefined.clone(),
    }
}

/// A place of a plot, in percent of its width.
pub fn percent_of_width(share: f64) -> String {
    format!("{:.1}%", 100.0 * share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::figure;

    #[test]
    fn a_figure_has_two_digits_and_a_sign_where_it_is_below_0() {
        let written = [0.8, -0.123, 1.0, 0.0, -0.001, 0.999].map(figure);
        assert_eq!(written, [".80", "−.12", "1.00", ".00", ".00", "1.00"]);
    }
}
