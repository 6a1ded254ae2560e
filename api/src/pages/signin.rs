//! Signing in and out.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{SignIn, SignInForm};
use maud::{Markup, html};

use super::house::Page;
use super::outcomes::wrong;
use crate::base::error::ApiError;
use crate::base::messages::text;
use crate::http::{Answer, Ctx, Mounts, keep_session, no_session_cookie};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("signInPage", |ctx| async move {
        let next = own_path(ctx.query.text("next")).to_owned();
        Ok(page(&next, None, "").answer(&ctx.req))
    });
    mounts.on("signIn", sign_in);
    mounts.on("signOut", sign_out);
}

/// Where to go after something was done: only to a page of this server, else to the start page.
pub(super) fn own_path(asked: Option<&str>) -> &str {
    let ours = |path: &&str| {
        let mut bytes = path.bytes();
        // `//host` and `/\host` lead elsewhere.
        path.len() <= 2_000
            && bytes.next() == Some(b'/')
            && !matches!(bytes.next(), Some(b'/' | b'\\'))
            && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
    };
    asked.filter(ours).unwrap_or("/")
}

/// What is said above the form; anything else has a page of its own.
const SHOWN_ON_THE_FORM: [ProblemKind; 3] = [
    ProblemKind::SignInRefused,
    ProblemKind::TooManyRequests,
    ProblemKind::InvalidBody,
];

async fn sign_in(mut ctx: Ctx) -> Answer {
    // A page elsewhere must not sign its readers in as somebody else.
    ctx.same_origin()?;
    let SignInForm {
        token,
        name,
        password,
        next,
    } = ctx.form().await?;
    let next = own_path(next.as_deref()).to_owned();
    let written = name.clone().unwrap_or_default();
    let asked = SignIn {
        token,
        name,
        password,
    };
    match ctx.services.sign_ins.sign_in(&ctx.browser(), asked).await {
        Ok(signed_in) => {
            ctx.end_session().await?;
            let mut answer = HttpResponse::SeeOther();
            answer
                .insert_header((header::LOCATION, next))
                .insert_header((header::CACHE_CONTROL, "no-store"));
            keep_session(&mut answer, &ctx.services.settings, &signed_in);
            Ok(answer.finish())
        }
        Err(error) if SHOWN_ON_THE_FORM.contains(&error.kind()) => {
            Ok(page(&next, Some(&error), &written).answer_as(error.kind().status(), &ctx.req))
        }
        Err(error) => Err(error),
    }
}

async fn sign_out(ctx: Ctx) -> Answer {
    ctx.end_session().await?;
    Ok(HttpResponse::SeeOther()
        .insert_header((header::LOCATION, "/"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header(no_session_cookie(&ctx.services.settings))
        .finish())
}

fn page(next: &str, refused: Option<&ApiError>, name: &str) -> Page<'static> {
    Page::plain(text!("signin-sign"), form(next, refused, name))
}

fn form(next: &str, refused: Option<&ApiError>, name: &str) -> Markup {
    html! {
        div.sign {
            h1 { (text!("signin-sign")) }
            (wrong(refused))
            form.fields method="post" action="/signin" {
                label {
                    span { (text!("signin-name")) }
                    input type="text" name="name" value=(name) required maxlength="64" autocomplete="username" autocapitalize="none" spellcheck="false";
                }
                label {
                    span { (text!("signin-password")) }
                    input type="password" name="password" required maxlength="200" autocomplete="current-password";
                }
                input type="hidden" name="next" value=(next);
                button.main type="submit" { (text!("signin-sign")) }
            }
            p { (text!("signin-no-account-yet")) " " a href="/signup" { (text!("signin-make-one")) } }
            details {
                summary { (text!("signin-sign-token")) }
                form.fields method="post" action="/signin" {
                    label {
                        span { (text!("signin-token")) }
                        input type="password" name="token" required autocomplete="off" spellcheck="false" maxlength="512";
                        span.quiet { (text!("signin-begins-hs-browser")) }
                    }
                    input type="hidden" name="next" value=(next);
                    button type="submit" { (text!("signin-sign-token-2")) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::own_path;

    #[test]
    fn signing_in_leads_to_own_pages_alone() {
        for own in ["/", "/g/01KAG6Q2Y7M3V9XWZ4T5B8C0DE/record?seat=A", "/new#armies"] {
            assert_eq!(own_path(Some(own)), own);
        }
        for other in [
            "",
            "g/1",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example/",
            "/g\r\nSet-Cookie: a=b",
            "/a b",
            "/\u{fc}",
            "javascript:alert(1)",
        ] {
            assert_eq!(own_path(Some(other)), "/", "{other:?}");
        }
        assert_eq!(own_path(Some(&format!("/{}", "a".repeat(2_000)))), "/");
        assert_eq!(own_path(None), "/");
    }
}
