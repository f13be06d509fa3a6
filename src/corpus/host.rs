//! Hosts: how they are written, and how they are read off a URL.

/// The host of an origin, a URL or a plain host: lower case, without user, default port and
/// trailing dot. Empty when there is none.
#[must_use]
pub fn normal_host(text: &str) -> String {
    let text = text.trim();
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None => (String::new(), text),
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority
        .rsplit('@')
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let default_ports: &[&str] = match scheme.as_str() {
        "https" | "wss" => &[":443"],
        "http" | "ws" => &[":80"],
        _ => &[":443", ":80"],
    };
    let host = default_ports
        .iter()
        .find_map(|port| host.strip_suffix(port))
        .unwrap_or(&host);
    let host = host.strip_suffix(':').unwrap_or(host);
    // The dot may stand before a port that is no default one.
    match host.split_once(":") {
        Some((name, port)) if !name.contains('[') && !port.contains(':') => {
            format!("{}:{port}", name.strip_suffix('.').unwrap_or(name))
        }
        _ => host.strip_suffix('.').unwrap_or(host).to_owned(),
    }
}

/// Host and path of an absolute URL; `None` when it has no scheme or no host.
#[must_use]
pub fn split_url(url: &str) -> Option<(String, String)> {
    let (_, rest) = url.trim().split_once("://")?;
    let host = normal_host(url);
    if host.is_empty() {
        return None;
    }
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let path = rest
        .split_once('/')
        .map(|(_, path)| format!("/{path}"))
        .unwrap_or_default();
    Some((host, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_written_one_way() {
        for (text, expected) in [
            ("Example.COM", "example.com"),
            ("example.com.", "example.com"),
            ("example.com:443", "example.com"),
            ("https://example.com:443/x", "example.com"),
            ("http://example.com:443/x", "example.com:443"),
            ("http://user@example.com.:8080?q", "example.com:8080"),
            ("https://example.com.:443", "example.com"),
            ("[::1]:8080", "[::1]:8080"),
            ("example.com.:", "example.com"),
            ("", ""),
            ("  ", ""),
        ] {
            assert_eq!(normal_host(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_url_gives_host_and_path() {
        let split = |url| split_url(url);
        assert_eq!(
            split("https://A.example/x/y?z#f"),
            Some(("a.example".into(), "/x/y".into()))
        );
        assert_eq!(
            split("https://a.example"),
            Some(("a.example".into(), String::new()))
        );
        assert_eq!(split("/relative"), None);
        assert_eq!(split("https:///nothing"), None);
    }
}
