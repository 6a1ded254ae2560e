//! Suggestions of the coach, accepted, dismissed and taken up again by clicks.

use crate::desk::Desk;
use crate::looks::usable;

#[tokio::test(flavor = "multi_thread")]
async fn suggestions_are_dismissed_taken_up_again_and_accepted() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.window(1280, 900, "light").await;
    desk.comes_with_token(true).await;
    let page = format!("/g/{game}/suggestions");
    desk.go(&page).await;
    let first: String = desk.value("document.querySelector('.suggestion').id").await;
    let version: u64 = desk
        .value(&format!(
            "Number(document.querySelector('#{first} [name=version]').value)"
        ))
        .await;
    let one = format!("#{first}");
    for (deed, holds) in [
        ("dismiss", "classList.contains('aside')"),
        ("reopen", "classList.contains('aside') === false"),
    ] {
        desk.unfold(&format!("{one} > details")).await;
        desk.click(&format!("{one} [value={deed}]")).await;
        desk.until(&format!(
            "document.readyState === 'complete' && location.hash === '{one}' && document.querySelector('{one} [value={}]') !== null && document.querySelector('{one}').{holds}",
            if deed == "dismiss" { "reopen" } else { "dismiss" }
        ))
        .await;
    }
    // Nobody else is told that it was put aside; that it was accepted everybody may read.
    desk.unfold(&format!("{one} > details")).await;
    desk.click(&format!("{one} .actions [value=accept]")).await;
    desk.until(&format!(
        "document.readyState === 'complete' && document.querySelector('{one}')?.textContent.includes('Accepted by') === true"
    ))
    .await;
    assert!(
        desk.value::<bool>(&format!(
            "document.querySelector('{one} [value=accept]') === null"
        ))
        .await
    );
    usable(&desk, &[("suggestions-answered", page.clone())]).await;
    desk.window(1280, 900, "light").await;
    desk.comes_with_token(false).await;
    desk.go(&page).await;
    desk.unfold(&format!("{one} > details")).await;
    let reason: String = desk
        .value(&format!(
            "document.querySelector('{one} details > p').textContent"
        ))
        .await;
    desk.click(&format!("{one} a[href*=\"#a-\"]")).await;
    desk.until(&format!(
        "location.pathname === '/g/{game}/{version}' && document.querySelector('[data-game]')?.dataset.annotated === 'true'"
    ))
    .await;
    let remark: String = desk
        .value("document.querySelector('.remark .text').textContent")
        .await;
    assert!(remark.contains(&reason), "{remark}: {reason}");
    desk.close().await;
}
