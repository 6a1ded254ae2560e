//! Origin of a request: the other end of the connection, or, behind a proxy that is trusted, what the proxy
//! says.
//!
//! A client can send any header, so what is forwarded counts only as far as it was written by proxies of the settings: the
//! addresses are read from the last one back, and the first that is no such proxy is the client. See `api/PROXY.md`.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderMap};

use crate::base::settings::{ForwardedBy, Settings};

/// Where a request comes from, and how the server is addressed there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Who asks; none where a connection has no address.
    pub(crate) client: Option<IpAddr>,
    /// Whether the client speaks `https`.
    pub(crate) is_https: bool,
    /// The host and port that the client asked for, as it was sent.
    pub(crate) host: Option<String>,
}

/// One step of a request's way, as a proxy wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Hop {
    /// Who spoke to the proxy; none where that cannot be read.
    from: Option<IpAddr>,
    proto: Option<String>,
    host: Option<String>,
}

impl Origin {
    /// Where a request comes from.
    pub(crate) fn of(settings: &Settings, req: &HttpRequest) -> Self {
        // As IPv4 where a socket of both kinds writes it as IPv6.
        let peer = req.peer_addr().map(|peer| peer.ip().to_canonical());
        Self::read(settings, peer, req.headers())
    }

    fn read(settings: &Settings, peer: Option<IpAddr>, headers: &HeaderMap) -> Self {
        let mut origin = Self {
            client: peer,
            is_https: false,
            host: text(headers, header::HOST.as_str()).map(ToOwned::to_owned),
        };
        let trusts = |address: IpAddr| settings.trusted_proxies.iter().any(|net| net.contains(&address));
        let hops = match settings.forwarded_by {
            ForwardedBy::XForwardedFor => x_forwarded(headers),
            ForwardedBy::Forwarded => forwarded(headers),
        };
        for hop in hops.into_iter().rev() {
            if !origin.client.is_some_and(trusts) {
                break;
            }
            origin.is_https = hop.proto.is_some_and(|proto| proto.eq_ignore_ascii_case("https"));
            origin.host = hop.host.or(origin.host);
            let Some(from) = hop.from else { break };
            origin.client = Some(from);
        }
        origin
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The items of a header that may be sent several times, in order.
fn items<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> {
    headers
        .get_all(name)
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

/// `X-Forwarded-For`, and `X-Forwarded-Proto`, which a chain of proxies passes on as it is. `X-Forwarded-Host` is not read:
/// many proxies pass on a client's own.
fn x_forwarded(headers: &HeaderMap) -> Vec<Hop> {
    let proto = items(headers, "x-forwarded-proto").last().map(ToOwned::to_owned);
    items(headers, "x-forwarded-for")
        .map(|from| Hop {
            from: address(from),
            proto: proto.clone(),
            host: None,
        })
        .collect()
}

/// `Forwarded`, as RFC 7239 has it.
fn forwarded(headers: &HeaderMap) -> Vec<Hop> {
    items(headers, "forwarded")
        .map(|step| {
            let mut hop = Hop::default();
            for pair in step.split(';') {
                let Some((name, value)) = pair.split_once('=') else {
                    continue;
                };
                let value = value.trim().trim_matches('"');
                match name.trim().to_ascii_lowercase().as_str() {
                    "for" => hop.from = address(value),
                    "proto" => hop.proto = Some(value.to_owned()),
                    "host" => hop.host = Some(value.to_owned()),
                    _ => {}
                }
            }
            hop
        })
        .collect()
}

/// An address, with or without a port, as proxies write it.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    if let Some(rest) = text.strip_prefix('[') {
        return rest.split_once(']')?.0.parse().ok();
    }
    text.parse().ok().or_else(|| {
        let (address, port) = text.rsplit_once(':')?;
        port.parse::<u16>().ok()?;
        address.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    /// Headers with their values.
    type Sent = &'static [(&'static str, &'static str)];

    fn origin(proxies: &[&str], by: ForwardedBy, peer: &str, pairs: Sent) -> Origin {
        let settings = Settings {
            trusted_proxies: proxies.iter().map(|net| net.parse().unwrap()).collect(),
            forwarded_by: by,
            ..Settings::default()
        };
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        Origin::read(&settings, Some(peer.parse().unwrap()), &headers)
    }

    #[test]
    fn the_client_is_the_last_address_that_no_trusted_proxy_wrote_itself() {
        const PROXIES: [&str; 3] = ["10.0.0.1/32", "10.1.0.0/16", "2001:db8::/32"];
        let by = ForwardedBy::XForwardedFor;
        let rows: [(&[&str], &str, Sent, &str); 13] = [
            // Nobody is trusted, so nothing that is sent counts.
            (&[], "10.0.0.1", &[("x-forwarded-for", "9.9.9.9")], "10.0.0.1"),
            // Not sent by a proxy of ours.
            (&PROXIES, "8.8.8.8", &[("x-forwarded-for", "9.9.9.9")], "8.8.8.8"),
            (&PROXIES, "10.0.0.1", &[("x-forwarded-for", "9.9.9.9")], "9.9.9.9"),
            // What a client wrote itself stands before what the proxy added.
            (
                &PROXIES,
                "10.0.0.1",
                &[("x-forwarded-for", "1.2.3.4, 9.9.9.9")],
                "9.9.9.9",
            ),
            (
                &PROXIES,
                "10.0.0.1",
                &[("x-forwarded-for", "1.2.3.4"), ("x-forwarded-for", "9.9.9.9")],
                "9.9.9.9",
            ),
            // Two proxies of ours, one behind the other.
            (
                &PROXIES,
                "10.0.0.1",
                &[("x-forwarded-for", "1.2.3.4, 9.9.9.9, 10.1.2.3")],
                "9.9.9.9",
            ),
            (
                &PROXIES,
                "10.0.0.1",
                &[("x-forwarded-for", "10.1.2.3")],
                "10.1.2.3",
            ),
            (
                &PROXIES,
                "2001:db8::7",
                &[("x-forwarded-for", "2a00::1")],
                "2a00::1",
            ),
            (
                &PROXIES,
                "10.0.0.1",
                &[("x-forwarded-for", "9.9.9.9:4711")],
                "9.9.9.9",
            ),
            (
                &PROXIES,
                "10.0.0.1",
                &[("x-forwarded-for", "[2a00::1]:4711")],
                "2a00::1",
            ),
            // What cannot be read makes the proxy before it the client.
            (
                &PROXIES,
                "10.0.0.1",
                &[("x-forwarded-for", "9.9.9.9, unknown")],
                "10.0.0.1",
            ),
            (&PROXIES, "10.0.0.1", &[], "10.0.0.1"),
            // The other header is a client's own.
            (&PROXIES, "10.0.0.1", &[("forwarded", "for=9.9.9.9")], "10.0.0.1"),
        ];
        for (proxies, peer, pairs, client) in rows {
            let found = origin(proxies, by, peer, pairs).client;
            assert_eq!(found, Some(client.parse().unwrap()), "{peer} {pairs:?}");
        }
    }

    #[test]
    fn the_standard_header_is_read_where_it_is_the_one_that_is_trusted() {
        let by = ForwardedBy::Forwarded;
        let rows: [(Sent, &str, bool, Option<&str>); 5] = [
            (
                &[(
                    "forwarded",
                    "for=1.2.3.4;proto=http, for=\"[2a00::1]:99\";proto=https;host=games.example",
                )],
                "2a00::1",
                true,
                Some("games.example"),
            ),
            (
                &[("forwarded", "For=9.9.9.9; Proto=HTTPS")],
                "9.9.9.9",
                true,
                None,
            ),
            (
                &[("forwarded", "for=_hidden;proto=https")],
                "10.0.0.1",
                true,
                None,
            ),
            (&[("forwarded", "proto")], "10.0.0.1", false, None),
            (&[("x-forwarded-for", "9.9.9.9")], "10.0.0.1", false, None),
        ];
        for (pairs, client, is_https, host) in rows {
            let expected = Origin {
                client: Some(client.parse().unwrap()),
                is_https,
                host: host.map(ToOwned::to_owned),
            };
            assert_eq!(
                origin(&["10.0.0.1/32"], by, "10.0.0.1", pairs),
                expected,
                "{pairs:?}"
            );
        }
    }

    #[test]
    fn what_a_client_says_of_its_host_and_scheme_counts_through_a_proxy_alone() {
        const PAIRS: Sent = &[
            ("host", "games.example"),
            ("x-forwarded-for", "9.9.9.9"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "evil.example"),
        ];
        let by = ForwardedBy::XForwardedFor;
        let direct = origin(&["10.0.0.1/32"], by, "8.8.8.8", PAIRS);
        assert_eq!(
            (direct.is_https, direct.host.as_deref()),
            (false, Some("games.example"))
        );
        let through = origin(&["10.0.0.1/32"], by, "10.0.0.1", PAIRS);
        assert_eq!(
            (through.is_https, through.host.as_deref()),
            (true, Some("games.example"))
        );
    }
}
