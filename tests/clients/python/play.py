"""Plays a whole game of `before-battle` through the generated Python client.

    play.py ADDRESS TOKEN

Each step asks for the offers and gives one of their commands, chosen with a fixed seed.
"""

import random
import sys

from hindsight_client.api.games import get_game
from hindsight_client.api.play import create_game, get_offers, give_commands
from hindsight_client.api.views import get_statistics
from hindsight_client.client import AuthenticatedClient
from hindsight_client.models.create_game import CreateGame
from hindsight_client.types import UNSET

MOST_STEPS = 5000


def main(address: str, token: str) -> None:
    client = AuthenticatedClient(base_url=address, token=token, timeout=30)
    choice = random.Random(1)
    made = create_game.sync_detailed(client=client, body=CreateGame(system="before-battle", title="A generated client"))
    assert made.status_code == 201, made.content
    game = made.parsed.card.id
    for step in range(MOST_STEPS):
        offers = get_offers.sync(game, client=client)
        commands = [
            (offer.seat, command)
            for offer in offers.items
            for command in ([] if offer.command is UNSET else [offer.command]) + (offer.samples or [])
        ]
        if not commands:
            break
        seat, command = choice.choice(commands)
        body = Body({"type": "play", "seat": seat, "command": command})
        given = give_commands.sync_detailed(game, client=client, body=body, if_match=f'"{offers.version}"')
        assert given.status_code == 200, given.content
    else:
        raise SystemExit(f"the game did not end in {MOST_STEPS} steps")
    card = get_game.sync(game, client=client).card
    assert card.status == "finished", card
    statistics = get_statistics.sync(game, client=client)
    print(f"played {game} in {step} commands: {card.result}; {len(statistics.units)} units in its statistics")


class Body(dict):
    """A command as JSON: what an offer gives is sent as it came."""

    def to_dict(self) -> dict:
        return self


if __name__ == "__main__":
    main(*sys.argv[1:])
