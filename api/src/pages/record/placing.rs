//! Pieces that are dragged on the board before the battle. The script (`placing.js`) sends their places; without it the history corrects
//! the commands that placed them.

use hindsight_kernel::{PlacedPiece, UnitInfo};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::seen::RequestedView;
use super::undo::{self, Way};
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::http::Ctx;

/// The pieces that the caller may drag.
pub(super) async fn pieces(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Vec<PlacedPiece>> {
    let games = &ctx.services.games;
    let pieces = games
        .placed_pieces(&seen.head, (&seen.sight, seen.viewer))
        .await?;
    if pieces.is_empty() || undo::correcting(ctx, seen).await? != Way::Directly {
        return Ok(Vec::new());
    }
    Ok(pieces)
}

/// The command that places a piece where it is.
pub(super) fn command(placed: &PlacedPiece) -> Value {
    let mut command = json!({ "type": "place", "piece": placed.piece, "at": placed.at });
    if let Some(facing) = placed.facing {
        command["facing"] = json!(facing);
    }
    command
}

/// The form that the script sends when a piece is let go; it has no fields of its own that are seen.
pub(super) fn form(seen: &RequestedView, pieces: &[PlacedPiece], hidden: &Markup) -> Markup {
    if pieces.is_empty() {
        return html! {};
    }
    let units = seen.head.game.units(seen.viewer);
    let named = |piece: &PlacedPiece| {
        // A piece whose name is its id is named once.
        let is_named = |unit: &&UnitInfo| unit.id == piece.piece && unit.name != unit.id;
        let unit = units.iter().find(is_named);
        let name = unit.map_or_else(
            || piece.piece.clone(),
            |unit| format!("{} {}", unit.name, unit.id),
        );
        let mut shown = json!(piece);
        shown["words"] = json!(text!("recorder-place-words", piece = name).to_string());
        shown
    };
    let pieces: Vec<Value> = pieces.iter().map(named).collect();
    html! {
        form.placing method="post" action=(format!("/g/{}/record", seen.head.id)) data-pieces=(Value::from(pieces)) hidden {
            (hidden)
            fieldset data-pose="f/place" {
                @for name in ["x", "y", "heading"] { input type="hidden" name=(format!("f/place/{name}")) value=""; }
            }
        }
    }
}
