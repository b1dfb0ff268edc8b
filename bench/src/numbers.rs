//! Medians, and how figures are written.

use std::time::Duration;

/// The middle one; of an even count, the mean of the two in the middle. Zero of none.
pub(crate) fn median(numbers: &[f64]) -> f64 {
    let sorted = sorted(numbers);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// Nineteen of twenty are no larger: the nearest rank. Zero of none.
pub(crate) fn p95(numbers: &[f64]) -> f64 {
    let sorted = sorted(numbers);
    let rank = (sorted.len() * 95).div_ceil(100);
    rank.checked_sub(1).map_or(0.0, |at| sorted[at])
}

fn sorted(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Three digits that count.
pub(crate) fn written(number: f64) -> String {
    match number.abs() {
        small if small < 9.995 => format!("{number:.2}"),
        middle if middle < 99.95 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_lies_in_the_middle_and_a_p95_near_the_end() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        let hundred: Vec<_> = (1..=100).map(f64::from).collect();
        assert_eq!(p95(&hundred), 95.0);
        assert_eq!(p95(&[7.0]), 7.0, "of one it is that one");
        assert_eq!((median(&[]), p95(&[])), (0.0, 0.0));
    }

    #[test]
    fn a_number_shows_three_digits() {
        assert_eq!(["1.50", "15.0", "150"].map(str::to_owned), [1.5, 15.0, 150.0].map(written));
    }
}
