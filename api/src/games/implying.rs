//! Commands of which the server finds more than was given: an earlier set-up, standing orders, passes that were left out.

use std::sync::Arc;

use hindsight_kernel::Viewer;
use serde_json::Value;

use crate::access::{Caller, GameAccess};
use crate::base::error::ApiResult;
use crate::games::Games;
use crate::games::batch::Caution;
use crate::games::by_orders::ByOrders;
use crate::games::command_keys::Names;
use crate::games::commands::{OneStep, Progress};
use crate::games::implied::{Implied, ImpliedCommand};

/// Makes the step of a command of the place at hand, by the id under which it is stored.
type StepOf<'s, 'g> = &'s (dyn Fn(Option<String>) -> OneStep<'g> + Sync);

/// The caller of a request, their access to the game, and the eyes through which they saw it before.
type Whose<'w> = (&'w Caller, &'w GameAccess, Viewer);

impl Games {
    /// Does the next command of a request with all that it implies.
    pub(super) async fn imply(
        &self,
        progress: &mut Progress,
        whose: Whose<'_>,
        command: Value,
        (names, place): (&Names, usize),
        step: StepOf<'_, '_>,
    ) -> ApiResult<()> {
        let (caller, sight, seen_before) = whose;
        let (head, eyes) = (Arc::clone(&progress.head), (sight, seen_before));
        let under = step(None).under;
        if let Some((game, choices)) = self.set_up_choices(&head, whose, &command, under).await? {
            let count = choices.len();
            for (number, choice) in choices.into_iter().enumerate() {
                let key = if number + 1 < count {
                    names.of_set_up(place, game, number)
                } else {
                    names.of(place)
                };
                self.go_on(progress, caller, eyes, choice, step(Some(key)))
                    .await?;
            }
            return Ok(());
        }
        if let Some(found) = self.standing_orders(&head, eyes, &command, under).await? {
            return self
                .give_orders(progress, whose, found, (names, place), step)
                .await;
        }
        let found = self.implied(&head, eyes, command, under).await?;
        self.give_behind_passes(progress, whose, found, (names, place), step)
            .await
    }

    /// Gives the commands by which units carry out their standing orders.
    async fn give_orders(
        &self,
        progress: &mut Progress,
        (caller, sight, seen_before): Whose<'_>,
        found: ByOrders,
        (names, place): (&Names, usize),
        step: StepOf<'_, '_>,
    ) -> ApiResult<()> {
        let are_passes = found.commands.iter().map(|(_, is_pass)| *is_pass);
        let keys = names.of_orders(place, found.units.as_deref(), are_passes);
        for ((command, is_pass), key) in found.commands.into_iter().zip(keys) {
            let mut given = step(Some(key));
            if is_pass {
                given.caution = Caution::GiveAnyway;
            }
            self.go_on(progress, caller, (sight, seen_before), command, given)
                .await?;
            if is_pass {
                progress.mark_implied();
            }
        }
        progress.by_orders.push(found.told);
        Ok(())
    }

    /// Gives a command behind the passes that lead to it.
    async fn give_behind_passes(
        &self,
        progress: &mut Progress,
        whose: Whose<'_>,
        Implied { passes, last }: Implied,
        (names, place): (&Names, usize),
        step: StepOf<'_, '_>,
    ) -> ApiResult<()> {
        let before: Vec<Value> = passes.iter().map(|pass| pass.command.clone()).collect();
        for (number, pass) in passes.into_iter().enumerate() {
            let under = OneStep {
                caution: Caution::GiveAnyway,
                ..step(Some(names.implied(place, number)))
            };
            self.give_implied(progress, whose, pass, under).await?;
            progress.mark_implied();
        }
        let Some((last, is_pass)) = last else {
            return Ok(());
        };
        let key = if is_pass {
            names.of_dice(place)
        } else {
            names.of(place)
        };
        let decided = self.give_implied(progress, whose, last, step(Some(key))).await;
        decided.map_err(|error| error.with("implied", before))?;
        if is_pass {
            progress.mark_implied();
        }
        Ok(())
    }

    /// Gives a command that a request implies. A pass by a standing answer is recorded in the name of the account that left it.
    async fn give_implied(
        &self,
        progress: &mut Progress,
        (caller, sight, seen_before): Whose<'_>,
        given: ImpliedCommand,
        step: OneStep<'_>,
    ) -> ApiResult<()> {
        let (access, actor) = given.standing.unzip();
        let step = OneStep { actor, ..step };
        let sight = access.as_ref().unwrap_or(sight);
        self.go_on(progress, caller, (sight, seen_before), given.command, step)
            .await
    }
}
