"""Plays a whole game of `before-battle` through the generated Python client.

    play.py ADDRESS TOKEN

Each step asks for the offers and gives one of their commands, chosen with a fixed seed.
"""

import random
import sys

import hindsight_client
from hindsight_client.models import CommandBody, CreateGame

MOST_STEPS = 5000


def main(address: str, token: str) -> None:
    choice = random.Random(1)
    settings = hindsight_client.Configuration(host=address, access_token=token)
    with hindsight_client.ApiClient(settings) as client:
        games, play = hindsight_client.GamesApi(client), hindsight_client.PlayApi(client)
        made = games.create_game(CreateGame(system="before-battle", title="A generated client"))
        game = made.card.id
        for step in range(MOST_STEPS):
            offers = play.get_offers(game)
            commands = [
                {"type": "play", "seat": offer.seat, "command": command}
                for offer in offers.items
                for command in ([offer.command] if offer.command else []) + (offer.samples or [])
            ]
            if not commands:
                break
            body = CommandBody.from_dict(choice.choice(commands))
            play.give_commands(game, body, if_match=f'"{offers.version}"')
        else:
            raise SystemExit(f"the game did not end in {MOST_STEPS} steps")
        card = games.get_game(game).card
        assert card.status == "finished", card
        statistics = hindsight_client.PicturesApi(client).get_statistics(game)
        print(f"played {game} in {step} commands: {card.result}; {len(statistics.units)} units in its statistics")


if __name__ == "__main__":
    main(*sys.argv[1:])
