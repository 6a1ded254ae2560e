//! By what a request is authorised: a token in its header, or the cookie of a session; and whether it comes from a page
//! of ours.

use std::sync::Arc;

use actix_web::HttpResponseBuilder;
use actix_web::http::header::{self, HeaderMap, HeaderName, SET_COOKIE};
use hindsight_openapi::ProblemKind;

use crate::access::{Caller, SessionRecord, SignedIn};
use crate::app::Services;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{DEVICE_DAYS, SESSION_DAYS};
use crate::base::messages::text;
use crate::base::settings::Settings;

/// Who asks, by which session if by one, and what showed it.
#[derive(Debug, Clone)]
pub(super) struct Authority {
    pub(super) caller: Caller,
    pub(super) session: Option<Arc<SessionRecord>>,
    pub(super) credential: Credential,
}

/// What a request carried to show who asks. An answer that goes on keeps it, for what it stands on may end meanwhile.
#[derive(Clone)]
pub(super) enum Credential {
    /// Nothing.
    None,
    /// The secret of a token.
    Token(String),
    /// The secret of a session.
    Session(String),
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A secret stands in no log.
        f.write_str(match self {
            Self::None => "None",
            Self::Token(_) => "Token",
            Self::Session(_) => "Session",
        })
    }
}

impl Credential {
    /// Who asks with this now; nothing when it is good for nobody any more.
    pub(super) async fn caller(&self, services: &Services) -> ApiResult<Option<Caller>> {
        match self {
            Self::None => Ok(Some(Caller::Anyone)),
            Self::Token(secret) => match services.tokens.find(secret).await? {
                Some(token) => services.sign_ins.holder(token).await,
                None => Ok(None),
            },
            Self::Session(secret) => match services.sessions.find(secret).await? {
                Some(session) => services.sign_ins.caller_of(&session).await,
                None => Ok(None),
            },
        }
    }
}

impl Authority {
    /// Somebody of whom nothing is known.
    pub(super) const NONE: Self = Self {
        caller: Caller::Anyone,
        session: None,
        credential: Credential::None,
    };

    /// What a request's headers give. A token that is sent must be valid; a cookie that is not any more is no cookie.
    pub(super) async fn of(services: &Services, headers: &HeaderMap) -> ApiResult<Self> {
        if let Some(secret) = bearer(headers) {
            let credential = Credential::Token(secret?.to_owned());
            let caller = credential.caller(services).await?.ok_or_else(|| {
                ApiError::new(ProblemKind::Unauthorised, text!("token-unknown")).header(
                    "www-authenticate",
                    "Bearer realm=\"hindsight\", error=\"invalid_token\"",
                )
            })?;
            return Ok(Self {
                caller,
                session: None,
                credential,
            });
        }
        for secret in cookies(headers, cookie_name(&services.settings)) {
            if let Some(session) = services.sessions.find(secret).await?
                && let Some(caller) = services.sign_ins.caller_of(&session).await?
            {
                return Ok(Self {
                    caller,
                    session: Some(session),
                    credential: Credential::Session(secret.to_owned()),
                });
            }
        }
        Ok(Self::NONE)
    }
}

fn bearer(headers: &HeaderMap) -> Option<ApiResult<&str>> {
    let value = headers.get(header::AUTHORIZATION)?;
    let secret = value
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, secret)| secret.trim());
    Some(secret.ok_or_else(|| ApiError::new(ProblemKind::Unauthorised, text!("bearer-expected"))))
}

/// Cookies of one name that are looked at: another site of the same domain may have planted some.
const COOKIES: usize = 4;

/// The values of the cookies of this name.
fn cookies<'h>(headers: &'h HeaderMap, name: &'static str) -> impl Iterator<Item = &'h str> {
    headers
        .get_all(header::COOKIE)
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(move |cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))
        .take(COOKIES)
}

/// The name of the session's cookie. With the prefix, browsers take it from `https` and from this very host alone.
fn cookie_name(settings: &Settings) -> &'static str {
    if settings.secure_cookies {
        "__Host-hindsight"
    } else {
        "hindsight"
    }
}

/// The name of the cookie that says from which browser an account was signed in to before.
fn device_cookie_name(settings: &Settings) -> &'static str {
    if settings.secure_cookies {
        "__Host-hindsight-device"
    } else {
        "hindsight-device"
    }
}

/// Makes a browser hold a session, and remember whose.
pub(crate) fn keep_session(answer: &mut HttpResponseBuilder, settings: &Settings, signed_in: &SignedIn) {
    for cookie in signed_in_cookies(settings, signed_in) {
        answer.append_header(cookie);
    }
}

fn signed_in_cookies(
    settings: &Settings,
    signed_in: &SignedIn,
) -> impl Iterator<Item = (HeaderName, String)> {
    let device = signed_in.device.as_ref().map(|device| {
        let name = device_cookie_name(settings);
        cookie(settings, name, device, DEVICE_DAYS * 86_400)
    });
    let session = cookie(
        settings,
        cookie_name(settings),
        &signed_in.secret,
        SESSION_DAYS * 86_400,
    );
    std::iter::once(session).chain(device)
}

/// The header that takes the session from the browser again.
pub(crate) fn no_session_cookie(settings: &Settings) -> (HeaderName, String) {
    cookie(settings, cookie_name(settings), "", 0)
}

/// The device cookies of a request, true or not.
pub(super) fn device_cookies(settings: &Settings, headers: &HeaderMap) -> Vec<String> {
    cookies(headers, device_cookie_name(settings))
        .map(ToOwned::to_owned)
        .collect()
}

fn cookie(settings: &Settings, name: &str, value: &str, seconds: u32) -> (HeaderName, String) {
    let secure = if settings.secure_cookies { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    (SET_COOKIE, cookie)
}

/// Refuses a request that does not come from a page of this very server. Browsers say where a request comes from by
/// `Sec-Fetch-Site`, or, to servers without `https`, by `Origin`; neither can be set by a page.
pub(super) fn same_origin(headers: &HeaderMap) -> ApiResult<()> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let site = headers
        .get("Sec-Fetch-Site")
        .map(|site| site.to_str().unwrap_or_default());
    let ours = match (site, text(header::ORIGIN)) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => {
            let host = origin
                .strip_prefix("https://")
                .or_else(|| origin.strip_prefix("http://"));
            host.is_some_and(|host| text(header::HOST).is_some_and(|asked| asked.eq_ignore_ascii_case(host)))
        }
        (None, None) => false,
    };
    if ours {
        return Ok(());
    }
    Err(ApiError::new(ProblemKind::CrossSite, text!("same-origin")))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;
    use hindsight_store::StreamId;

    use super::*;
    use crate::access::Standing;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in pairs {
            map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        map
    }

    #[test]
    fn only_a_page_of_the_same_origin_is_ours() {
        let host = ("host", "desk.example:8080");
        for (pairs, ours) in [
            (vec![host], false),
            (vec![host, ("sec-fetch-site", "same-origin")], true),
            (vec![host, ("sec-fetch-site", "same-site")], false),
            (vec![host, ("sec-fetch-site", "cross-site")], false),
            (vec![host, ("sec-fetch-site", "none")], false),
            (vec![host, ("origin", "http://desk.example:8080")], true),
            (vec![host, ("origin", "https://desk.example:8080")], true),
            (vec![host, ("origin", "http://desk.example")], false),
            (vec![host, ("origin", "http://desk.example:8080.evil")], false),
            (vec![host, ("origin", "http://evil?desk.example:8080")], false),
            (vec![host, ("origin", "null")], false),
            (vec![("origin", "http://")], false),
            (
                vec![
                    host,
                    ("origin", "http://desk.example:8080"),
                    ("sec-fetch-site", "cross-site"),
                ],
                false,
            ),
        ] {
            assert_eq!(same_origin(&headers(&pairs)).is_ok(), ours, "{pairs:?}");
        }
    }

    #[test]
    fn a_session_is_kept_from_scripts_and_from_other_sites() {
        let plain = Settings::default();
        let secure = Settings {
            secure_cookies: true,
            ..Settings::default()
        };
        let begun = |settings: &Settings| -> Vec<String> {
            let session = SessionRecord {
                id: StreamId::ZERO,
                standing: Standing::Account(StreamId::ZERO),
                created_ms: 0,
                expires_ms: 0,
            };
            let signed_in = SignedIn {
                secret: "ss_1".to_owned(),
                session: Arc::new(session),
                device: Some("d".to_owned()),
            };
            signed_in_cookies(settings, &signed_in)
                .map(|(_, cookie)| cookie)
                .collect()
        };
        assert_eq!(
            begun(&plain),
            [
                "hindsight=ss_1; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax",
                "hindsight-device=d; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"
            ]
        );
        assert_eq!(
            begun(&secure),
            [
                "__Host-hindsight=ss_1; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure",
                "__Host-hindsight-device=d; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
            ]
        );
        assert!(
            no_session_cookie(&plain)
                .1
                .starts_with("hindsight=; Path=/; Max-Age=0;")
        );
    }

    #[test]
    fn cookies_are_found_among_others_by_their_whole_name() {
        let map = headers(&[
            ("cookie", "theme=dark; hindsight=a; hindsight2=b;hindsight=c"),
            ("cookie", "x=1; hindsight=d"),
        ]);
        assert_eq!(cookies(&map, "hindsight").collect::<Vec<_>>(), ["a", "c", "d"]);
        assert_eq!(cookies(&map, "__Host-hindsight").count(), 0);
    }
}
