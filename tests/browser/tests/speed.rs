//! How long a step takes from key to picture. Printed, never judged: machines differ.

use crate::desk::Desk;

#[tokio::test(flavor = "multi_thread")]
async fn steps_are_measured_from_key_to_picture() {
    if std::env::var_os("HINDSIGHT_MEASURE").is_none() {
        return;
    }
    let Some(desk) = Desk::open().await else { return };
    desk.go(&format!("/g/{}/1", desk.games[0])).await;
    let steps = "performance.getEntriesByName('step').length";
    for _ in 0..150 {
        let before: u64 = desk.value(steps).await;
        desk.press("ArrowRight", 0).await;
        desk.until(&format!(
            "{steps} > {before} || document.querySelector('.steps [rel=next]').ariaDisabled === 'true'"
        ))
        .await;
    }
    let mut took: Vec<f64> = desk
        .value("performance.getEntriesByName('step').map((step) => step.duration)")
        .await;
    took.sort_by(f64::total_cmp);
    let at = |percent: usize| took[(took.len() - 1) * percent / 100];
    println!(
        "{} steps from key to picture: median {:.1} ms, 95th percentile {:.1} ms, longest {:.1} ms",
        took.len(),
        at(50),
        at(95),
        at(100)
    );
    desk.close().await;
}
