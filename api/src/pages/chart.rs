//! A small picture of exact odds, in the colours of the page around it.

use crate::base::messages::text;
use hindsight_kernel::{Argument, Distribution};
use maud::{Markup, html};

/// Values beyond these are left out at the less likely ends.
const MOST: i32 = 40;
/// The size of the drawing, in its own units.
const WIDE: f64 = 240.0;
const TALL: f64 = 70.0;
/// Room for the numbers under the bars.
const FOOT: f64 = 14.0;

/// A number with at most two digits after the point.
pub(super) fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        // What rounds to nothing has no sign.
        "-0" => "0".to_owned(),
        text => text.replace('-', "−"),
    }
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    if hundredths > 0.0 && hundredths < 0.1 {
        return text!("chart-under-tenth").into();
    }
    format!("{} %", plain((hundredths * 10.0).round() / 10.0))
}

/// The values that are drawn: all but the unlikeliest, and what came of it; never more than [`MOST`], whatever a record
/// says came of it.
fn range(exact: &Distribution, actual: Option<i32>) -> (i32, i32) {
    let most = i64::from(MOST);
    let ends = [0.0005, 0.9995].map(|share| i64::from(exact.quantile(share)));
    let (mut first, mut last) = (ends[0], ends[1]);
    if let Some(actual) = actual.map(i64::from) {
        (first, last) = (first.min(actual), last.max(actual));
    }
    if last - first >= most {
        let middle = actual.map_or(exact.mean() as i64, i64::from);
        first = first.max(middle - most / 2);
        last = last.min(first + most - 1);
    }
    (first as i32, last as i32)
}

/// Each value as a bar as high as it is likely; what came of it stands out.
pub(super) fn bars(exact: &Distribution, actual: Option<i32>) -> Markup {
    bars_among(text!("chart-exact-odds"), exact, actual)
}

/// The same of what came up how often, under a name of its own.
pub(super) fn bars_among(name: impl Into<Argument>, exact: &Distribution, actual: Option<i32>) -> Markup {
    let (first, last) = range(exact, actual);
    let count = f64::from(last) - f64::from(first) + 1.0;
    // Few values stand in the middle, as wide as others do.
    let step = WIDE / count.max(6.0);
    let begins = (WIDE - step * count) / 2.0;
    let highest = (first..=last)
        .map(|value| exact.exactly(value))
        .fold(1e-9, f64::max);
    let every = ((22.0 / step).ceil() as i32).max(1);
    let mean = (exact.mean() - f64::from(first) + 0.5) * step + begins;
    let (name, average) = (name.into(), plain(exact.mean()));
    let words = match actual {
        None => text!("chart-average", name, average),
        Some(actual) => text!(
            "chart-average-and-actual",
            name,
            average,
            actual,
            exactly = percent(exact.exactly(actual)),
            at_least = percent(exact.at_least(actual))
        ),
    };
    html! {
        svg.odds viewBox=(format!("0 0 {WIDE} {}", TALL + FOOT)) role="img" aria-label=(words) {
            @for value in first..=last {
                @let left = begins + (f64::from(value) - f64::from(first)) * step;
                @let high = exact.exactly(value) / highest * (TALL - 4.0);
                @let is_actual = actual == Some(value);
                g class=(if is_actual { "bar actual" } else { "bar" }) {
                    title {
                        (text!(
                            "chart-value",
                            value,
                            exactly = percent(exact.exactly(value)),
                            at_least = percent(exact.at_least(value))
                        ))
                    }
                    rect x=(short(left + step * 0.08)) y=(short(TALL - high)) width=(short(step * 0.84)) height=(short(high.max(0.6))) {}
                    @if is_actual || (value - first) % every == 0 {
                        text x=(short(left + step / 2.0)) y=(short(TALL + FOOT - 3.0)) text-anchor="middle" { (value) }
                    }
                }
            }
            line.mean x1=(short(mean)) x2=(short(mean)) y1="0" y2=(short(TALL)) {}
        }
    }
}

fn short(value: f64) -> String {
    format!("{value:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_it_is_always_drawn() {
        let many = Distribution::binomial(400, 0.5);
        for actual in [0, 150, 200, 400] {
            let (first, last) = range(&many, Some(actual));
            assert!((first..=last).contains(&actual), "{actual}: {first} to {last}");
            assert!(last - first < MOST);
        }
        // A record may have been forged.
        for actual in [i32::MIN, -1_000, 1_000, i32::MAX] {
            let (first, last) = range(&many, Some(actual));
            assert!((first..=last).contains(&actual), "{actual}: {first} to {last}");
            assert!(i64::from(last) - i64::from(first) < i64::from(MOST));
            assert!(bars(&many, Some(actual)).0.matches("<rect").count() <= MOST as usize);
        }
        let few = Distribution::binomial(3, 0.5);
        assert_eq!(range(&few, None), (0, 3));
        let drawn = bars(&few, Some(3)).0;
        assert_eq!(drawn.matches("<rect").count(), 4);
        assert_eq!(drawn.matches("bar actual").count(), 1);
        assert!(drawn.contains("exactly 3 in 12.5 %, 3 or more in 12.5 %"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            (plain(2.0).as_str(), plain(2.5).as_str(), plain(0.333).as_str()),
            ("2", "2.5", "0.33")
        );
        assert_eq!(
            (
                percent(0.5).as_str(),
                percent(0.12345).as_str(),
                percent(0.0001).as_str()
            ),
            ("50 %", "12.3 %", "under 0.1 %")
        );
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(
            (percent(-0.0), percent(-0.0001)),
            ("0 %".to_owned(), "0 %".to_owned())
        );
        assert_eq!((plain(-0.001), plain(-2.5)), ("0".to_owned(), "−2.5".to_owned()));
    }
}
