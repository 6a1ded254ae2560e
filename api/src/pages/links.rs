//! Links: the query of an address, and what a game is called where it is linked to.

use hindsight_openapi::wire::GameCard;

/// Fields as the query of an address.
pub(super) fn query<'f>(fields: impl IntoIterator<Item = (&'f str, &'f str)>) -> String {
    let mut query = String::new();
    for (name, value) in fields {
        query.push(if query.is_empty() { '?' } else { '&' });
        query.push_str(name);
        query.push('=');
        query.extend(percent_encoding::utf8_percent_encode(
            value,
            percent_encoding::NON_ALPHANUMERIC,
        ));
    }
    query
}

/// What stands for a game without a title.
pub(super) fn title_of(card: &GameCard) -> &str {
    if !card.title.is_empty() {
        return &card.title;
    }
    hindsight_engine::system(&card.system).map_or(card.system.as_str(), |system| system.title())
}
