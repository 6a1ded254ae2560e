//! Seats that accounts take in recorded games: offered by who keeps the record, taken once, shown under the account's name.

use std::sync::Arc;

use hindsight_kernel::Seat;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{NewClaim, TakenSeat};
use hindsight_store::{SideOp, SideOutcome, StreamCard, StreamId};
use serde::{Deserialize, Serialize};

use crate::access::accounts::RENAMED;
use crate::access::seat_marks::{MARK, taken_by};
use crate::access::{AccountRecord, Accounts};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{CLAIM_DAYS, DAY_MS};
use crate::base::messages::text;
use crate::base::secrets::{Key, key_of, key_of_shaped, new_secret};
use crate::base::{StoreHandle, links, now_ms, time_text};
use crate::games::player_names::set_name;
use crate::games::{Games, LiveGame, card_of};

/// Offers by the hash of their secret.
const OFFERS: &str = "seat-offers";
/// Accounts that took an offer, by the hash of its secret.
const TAKEN: &str = "seat-offers-taken";
/// Seats by account, game and seat.
const BY_ACCOUNT: &str = "account-seats";
/// What every secret begins with.
const PREFIX: &str = "hc_";

#[derive(Debug, Serialize, Deserialize)]
struct Offer {
    game: StreamId,
    seat: Seat,
    expires_ms: u64,
}

fn place(account: StreamId, game: StreamId, seat: Seat) -> Vec<u8> {
    let mut place = [account.to_bytes(), game.to_bytes()].concat();
    place.push(seat.index() as u8);
    place
}

fn worthless() -> ApiError {
    ApiError::new(ProblemKind::NoSuchClaim, text!("claim-unknown"))
}

impl Games {
    /// Offers a seat of a game to whoever shows the secret first.
    pub async fn offer_seat(&self, head: &LiveGame, seat: Seat) -> ApiResult<NewClaim> {
        let info = head.game.info(hindsight_kernel::Viewer::Public);
        if !info.seats.iter().any(|known| known.seat == seat) {
            return Err(ApiError::body("/seat", text!("no-seat-here", seat)));
        }
        if taken_by(&head.card, seat).is_some() {
            return Err(ApiError::new(ProblemKind::SeatTaken, text!("seat-taken", seat)));
        }
        let offer = Offer {
            game: head.id,
            seat,
            expires_ms: now_ms() + u64::from(CLAIM_DAYS) * DAY_MS,
        };
        let secret = new_secret(PREFIX);
        let claim = NewClaim {
            link: links::claim(&secret),
            game: head.id.to_string(),
            seat,
            expires_at: time_text(offer.expires_ms),
            secret,
        };
        let key = key_of(&claim.secret);
        self.store
            .work(move |store| {
                let value =
                    serde_json::to_vec(&offer).map_err(|why| ApiError::fault("writing an offer", why))?;
                Ok(store.keep(OFFERS, &key, &value)?)
            })
            .await?;
        Ok(claim)
    }

    /// The game and the seat that a secret offers, while it does.
    pub async fn offered(&self, secret: &str) -> ApiResult<(StreamId, Seat)> {
        let key = key_of_shaped(PREFIX, secret).ok_or_else(worthless)?;
        self.offer(key).await
    }

    async fn offer(&self, key: Key) -> ApiResult<(StreamId, Seat)> {
        let offer = self
            .store
            .work(move |store| {
                if store.fetch(TAKEN, &key)?.is_some() {
                    return Ok(None);
                }
                let read = |bytes: Vec<u8>| {
                    serde_json::from_slice::<Offer>(&bytes)
                        .map_err(|why| ApiError::fault("reading an offer", why))
                };
                store.fetch(OFFERS, &key)?.map(read).transpose()
            })
            .await?
            .filter(|offer| now_ms() < offer.expires_ms)
            .ok_or_else(worthless)?;
        Ok((offer.game, offer.seat))
    }

    /// Takes the seat that a secret offers.
    pub async fn take_seat(
        &self,
        accounts: &Accounts,
        account: StreamId,
        secret: &str,
    ) -> ApiResult<TakenSeat> {
        let key = key_of_shaped(PREFIX, secret).ok_or_else(worthless)?;
        let (game, seat) = self.offer(key).await?;
        let _turn = self.turn(game).await;
        let head = self.head(game).await?;
        if let Some(other) = taken_by(&head.card, seat)
            && other != account.to_string()
        {
            return Err(ApiError::new(
                ProblemKind::SeatTaken,
                text!("seat-taken-by-other"),
            ));
        }
        let ops = vec![
            SideOp::PutNew {
                tree: TAKEN.to_owned(),
                key: key.to_vec(),
                value: account.to_bytes().to_vec(),
            },
            SideOp::Put {
                tree: BY_ACCOUNT.to_owned(),
                key: place(account, game, seat),
                value: Vec::new(),
            },
            // Until the card says so too: a crash between the two is made good at the next start.
            SideOp::Put {
                tree: RENAMED.to_owned(),
                key: account.to_bytes().to_vec(),
                value: Vec::new(),
            },
        ];
        let done = self.store.work(move |store| Ok(store.side(ops)?)).await?;
        if matches!(done, SideOutcome::Exists { .. }) {
            return Err(worthless());
        }
        self.name_seat(accounts, account, &head, seat).await?;
        Ok(TakenSeat {
            game: game.to_string(),
            seat,
            account: account.to_string(),
        })
    }

    /// Frees a seat that an account took; its name goes from the game.
    pub async fn free_seat(&self, game: StreamId, seat: Seat) -> ApiResult<()> {
        let _turn = self.turn(game).await;
        let head = self.head(game).await?;
        let account: Option<StreamId> = taken_by(&head.card, seat).and_then(|id| id.parse().ok());
        let Some(account) = account else {
            return Err(ApiError::new(
                ProblemKind::NoSuchClaim,
                text!("seat-not-taken", seat),
            ));
        };
        let place = place(account, game, seat);
        self.store
            .work(move |store| Ok(store.remove(BY_ACCOUNT, &place)?))
            .await?;
        self.withdraw_standing(game, seat).await?;
        self.write_seat(&head, seat, None).await
    }

    /// The seats that an account took.
    pub async fn seats_of(&self, account: StreamId) -> ApiResult<Vec<TakenSeat>> {
        Ok(self
            .seats_taken(account)
            .await?
            .into_iter()
            .map(|(game, seat)| TakenSeat {
                game: game.to_string(),
                seat,
                account: account.to_string(),
            })
            .collect())
    }

    /// As [`seats_of`](Self::seats_of), by id.
    pub(crate) async fn seats_taken(&self, account: StreamId) -> ApiResult<Vec<(StreamId, Seat)>> {
        self.store
            .work(move |store| {
                let (mut seats, mut after) = (Vec::new(), None::<Vec<u8>>);
                loop {
                    let page = store.side_scan(BY_ACCOUNT, &account.to_bytes(), after.as_deref(), 1_000)?;
                    let Some((last, _)) = page.last() else {
                        return Ok(seats);
                    };
                    after = Some(last.clone());
                    for (key, _) in &page {
                        let game = key.get(16..32).and_then(|id| id.try_into().ok());
                        let seat = key.get(32).and_then(|seat| Seat::new(usize::from(*seat)));
                        seats.extend(game.map(StreamId::from_bytes).zip(seat));
                    }
                }
            })
            .await
    }

    /// Writes onto a game's card who has a seat.
    async fn write_seat(
        &self,
        head: &LiveGame,
        seat: Seat,
        account: Option<&AccountRecord>,
    ) -> ApiResult<()> {
        let mut card = StreamCard::clone(&head.card);
        let mark = format!("{MARK}{seat}");
        if let Some(account) = account {
            card.extra.insert(mark, account.id.to_string());
            set_name(&mut card, seat, &account.name);
        } else {
            card.extra.remove(&mark);
            set_name(&mut card, seat, "");
        }
        let card = card_of(head.game.as_ref(), &card);
        if card == *head.card {
            return Ok(());
        }
        let (id, stored) = (head.id, card.clone());
        self.store
            .work(move |store| Ok(store.set_card(id, stored)?))
            .await?;
        self.set_head(head.with_card(card)).await;
        Ok(())
    }

    /// Writes the present name of the account that has a seat onto the game. The turn is the caller's: before it, the
    /// account may have been renamed.
    async fn name_seat(
        &self,
        accounts: &Accounts,
        account: StreamId,
        head: &LiveGame,
        seat: Seat,
    ) -> ApiResult<()> {
        match accounts.get(account).await? {
            Some(account) => self.write_seat(head, seat, Some(&account)).await,
            None => Ok(()),
        }
    }
}

/// The names of accounts on the games in which they took seats.
#[derive(Debug)]
pub struct SeatNames {
    pub(crate) store: StoreHandle,
    pub(crate) games: Arc<Games>,
    pub(crate) accounts: Arc<Accounts>,
}

impl SeatNames {
    /// Puts an account's present name onto a seat that it took, if it has it still.
    pub async fn show_name(&self, account: StreamId, game: StreamId, seat: Seat) -> ApiResult<()> {
        let _turn = self.games.turn(game).await;
        let place = place(account, game, seat);
        let kept = self.store.work(move |store| Ok(store.fetch(BY_ACCOUNT, &place)?));
        if kept.await?.is_none() {
            return Ok(());
        }
        match self.games.head(game).await {
            Ok(head) => self.games.name_seat(&self.accounts, account, &head, seat).await,
            // A draft that was put away shows no names any more.
            Err(error) if error.kind() == ProblemKind::NoSuchGame => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Puts the names of accounts that changed onto their games; goes on where a stop broke it off.
    pub async fn show_new_names(&self) -> ApiResult<()> {
        let waiting = self
            .store
            .work(|store| Ok(store.side_scan(RENAMED, &[], None, 1_000)?))
            .await?;
        for (key, _) in waiting {
            let Ok(id) = key.as_slice().try_into().map(StreamId::from_bytes) else {
                continue;
            };
            if let Some(account) = self.accounts.get(id).await? {
                for (game, seat) in self.games.seats_taken(id).await? {
                    self.show_name(id, game, seat).await?;
                }
                // Somebody may have been renamed again meanwhile; then the mark stays for the next round.
                let now = self.accounts.get(id).await?;
                if now.is_some_and(|now| now.name != account.name) {
                    continue;
                }
            }
            self.store
                .work(move |store| Ok(store.remove(RENAMED, &id.to_bytes())?))
                .await?;
        }
        Ok(())
    }
}
