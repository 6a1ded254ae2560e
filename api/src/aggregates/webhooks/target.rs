//! Targets of webhooks: addresses that are checked when a webhook is registered, and again when its name is
//! looked up, so that no name can lead into the operator's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use hindsight_kernel::Message;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::WEBHOOK_URL;
use crate::base::messages::text;
use crate::base::settings::WebhookTargets;

/// Whether a message may be sent to this address of a network: it is one of the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// Not one of the special-purpose registry of IANA (RFC 6890), nor a multicast or reserved one.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(a == 0
        || a == 10
        || a == 127
        || (a == 100 && (64..128).contains(&b))
        || (a == 169 && b == 254)
        // The host's own services in one cloud, which no registry lists.
        || address == Ipv4Addr::new(168, 63, 129, 16)
        || (a == 172 && (16..32).contains(&b))
        || (a == 192 && b == 0 && (c == 0 || c == 2))
        || (a == 192 && b == 88 && c == 99)
        || (a == 192 && b == 168)
        || (a == 198 && (18..20).contains(&b))
        || (a == 198 && b == 51 && c == 100)
        || (a == 203 && b == 0 && c == 113)
        || a >= 224)
}

/// Within `2000::/3`, and none of those in it that are for documentation, benchmarks or tunnels, which may lead anywhere.
fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    let [a, b, ..] = address.segments();
    (0x2000..0x4000).contains(&a)
        && !(a == 0x2001 && b < 0x0200)
        && !(a == 0x2001 && b == 0x0db8)
        && a != 0x2002
        && !(a == 0x3fff && b < 0x1000)
}

/// The address of a webhook, if it may be sent to as far as its text says. `at` is its place in the body.
pub(super) fn checked(url: &str, targets: WebhookTargets, at: &str) -> ApiResult<String> {
    let wrong = |why: Message| ApiError::body(at, why);
    if url.len() > WEBHOOK_URL {
        return Err(wrong(text!("webhook-address-length")));
    }
    let shaped = || {
        let uri: Uri = url.parse().ok()?;
        let host = uri.authority()?.host().to_owned();
        let plain = !host.is_empty() && !uri.authority()?.as_str().contains('@') && !url.contains('#');
        plain.then_some((uri.scheme_str()?.to_owned(), host))
    };
    let Some((scheme, host)) = shaped() else {
        return Err(wrong(text!("webhook-address")));
    };
    match (scheme.as_str(), targets) {
        ("https", _) | ("http", WebhookTargets::Http | WebhookTargets::Anywhere) => {}
        ("http", _) => return Err(wrong(text!("webhook-https-only"))),
        _ => return Err(wrong(text!("webhook-https"))),
    }
    let literal = host
        .trim_start_matches('[')
        .trim_end_matches(']')
        .parse::<IpAddr>();
    let inside = literal.is_ok_and(|address| !is_public(address)) || is_local_name(&host);
    if inside && targets != WebhookTargets::Anywhere {
        return Err(wrong(text!("webhook-public")));
    }
    Ok(url.to_owned())
}

/// Whether a name is never one of the public internet (RFC 6761 and 6762).
fn is_local_name(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    ["localhost", "local", "internal", "home.arpa"]
        .iter()
        .any(|name| host == *name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.')))
}

/// Looks names up and leaves out what may not be sent to. What it gives is what is connected to, so a name cannot mean one
/// thing when it is checked and another when it is used.
#[derive(Debug, Default)]
pub(super) struct GuardedResolver {
    names: DefaultResolver,
    anywhere: bool,
}

impl GuardedResolver {
    pub(super) fn new(targets: WebhookTargets) -> Self {
        Self {
            names: DefaultResolver::default(),
            anywhere: targets == WebhookTargets::Anywhere,
        }
    }
}

/// A name leads to no address that may be sent to.
#[derive(Debug, thiserror::Error)]
#[error("the name leads to no address of the public internet")]
struct NotPublic;

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.names.resolve(uri, config, timeout)?;
        if self.anywhere {
            return Ok(found);
        }
        let mut public = self.empty();
        for address in found.iter().filter(|address| is_public(address.ip())) {
            public.push(*address);
        }
        if public.is_empty() {
            return Err(ureq::Error::Other(Box::new(NotPublic)));
        }
        Ok(public)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_sent_to() {
        // RFC 6890 and its successors name the special ones; the public ones are of well-known services.
        for inside in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for outside in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "223.255.255.255",
            "::ffff:8.8.8.8",
            "2001:4860:4860::8888",
            "2606:4700::1111",
        ] {
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn what_may_be_registered_follows_from_the_operators_setting() {
        use WebhookTargets::{Anywhere, Http, Https};
        for (url, https, http, anywhere) in [
            ("https://example.org/hook?x=1", true, true, true),
            ("https://example.org:8443/", true, true, true),
            ("http://example.org/", false, true, true),
            ("https://8.8.8.8/", true, true, true),
            ("https://127.0.0.1/", false, false, true),
            ("http://[::1]:8080/", false, false, true),
            ("https://169.254.169.254/latest/meta-data", false, false, true),
            ("https://localhost/", false, false, true),
            ("https://LOCALHOST./", false, false, true),
            ("https://printer.local/", false, false, true),
            ("https://notlocal/", true, true, true),
            ("ftp://example.org/", false, false, false),
            ("file:///etc/passwd", false, false, false),
            ("https://ada:secret@example.org/", false, false, false),
            ("https://example.org/#part", false, false, false),
            ("example.org/hook", false, false, false),
            ("https:///hook", false, false, false),
            ("https://exa mple.org/", false, false, false),
            ("", false, false, false),
        ] {
            for (targets, right) in [(Https, https), (Http, http), (Anywhere, anywhere)] {
                let found = checked(url, targets, "/url");
                assert_eq!(found.is_ok(), right, "{url}, {targets:?}: {found:?}");
            }
        }
    }

    #[test]
    fn a_name_that_leads_inside_is_not_connected_to() {
        let resolve = |targets, url: &str| {
            let uri: Uri = url.parse().unwrap();
            GuardedResolver::new(targets).resolve(&uri, &Config::default(), NextTimeout::default())
        };
        // Whatever way the address is written: the name of this machine, and numbers that the system reads as one.
        for inside in [
            "http://localhost:80/",
            "http://127.1:80/",
            "http://2130706433:80/",
        ] {
            let error = resolve(WebhookTargets::Http, inside).unwrap_err().to_string();
            assert!(
                error.contains("no address of the public internet"),
                "{inside}: {error}"
            );
            assert!(resolve(WebhookTargets::Anywhere, inside).is_ok(), "{inside}");
        }
    }
}
