#!/usr/bin/env python3
"""A bot that plays a whole game over HTTP, for one seat or for all.

    examples/bot.py http://127.0.0.1:8080 hs_... --system before-battle
    examples/bot.py http://127.0.0.1:8080 hs_... --game 01JZ8Q4T0V6J3K5M7N9P1R3S5T --seat A

The protocol is four requests; `/docs` describes each of them:

1. `POST /v1/games` opens a game (or somebody else did, and a token of a seat is yours).
2. `GET /v1/games/{game}` tells the version and whether the game is over.
3. `GET /v1/games/{game}/offers?seat=A` tells what the seat is asked and every complete command that answers it. An offer
   has a `command`, or, where there are too many to list, `samples` that are complete and legal.
4. `POST /v1/games/{game}/commands` gives one, with `If-Match` (the version it was decided by) and `Idempotency-Key`. A
   command that was answered with 412 came too late: look again. A key that is sent again changes nothing, so a request
   whose answer was lost is simply repeated.

A bot that waits for others follows `GET /v1/games/{game}/live` (server-sent events) instead of asking again and again.
Only the standard library is used. Replace `choose` to make it play better.
"""

import argparse
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


class Server:
    """The server, as one token sees it."""

    def __init__(self, address, token):
        self.address, self.token = address.rstrip("/"), token

    def ask(self, method, path, body=None, headers=None):
        """The status, the headers and the JSON of an answer; a rate limit is waited for."""
        data = None if body is None else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.address + path, data, method=method)
            request.add_header("Authorization", f"Bearer {self.token}")
            request.add_header("Content-Type", "application/json")
            for name, value in (headers or {}).items():
                request.add_header(name, value)
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return answer.status, answer.headers, json.load(answer)
            except urllib.error.HTTPError as problem:
                if problem.code == 429:
                    time.sleep(int(problem.headers.get("Retry-After", 1)))
                    continue
                return problem.code, problem.headers, json.load(problem)


def choose(offers, rng):
    """One of the commands that are offered: a random one here."""
    offer = rng.choice(offers)
    if "command" in offer:
        return offer["seat"], offer["command"]
    return offer["seat"], rng.choice(offer["samples"])


def play(server, game, seat, rng, most):
    """Plays until the game is over; says how many commands were given."""
    given = 0
    while given < most:
        status, headers, told = server.ask("GET", f"/v1/games/{game}")
        if status != 200:
            raise SystemExit(f"{told['title']}: {told['detail']}")
        if told["card"]["status"] == "finished":
            return given, told["card"].get("result")
        asked = [seat] if seat else ["A", "B"]
        offers = []
        for one in asked:
            status, _, answer = server.ask("GET", f"/v1/games/{game}/offers?seat={one}")
            if status == 200:
                offers += answer["items"]
        if not offers:
            time.sleep(0.5)  # It is somebody else's turn.
            continue
        who, command = choose(offers, rng)
        status, _, answer = server.ask(
            "POST",
            f"/v1/games/{game}/commands",
            {"type": "play", "seat": who, "command": command},
            {"If-Match": headers["ETag"], "Idempotency-Key": str(uuid.uuid4())},
        )
        if status == 412:
            continue  # Somebody was quicker: look again.
        if status != 200:
            raise SystemExit(f"{answer['title']}: {answer['detail']}")
        given += 1
    raise SystemExit(f"the game is not over after {most} commands")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("token")
    parser.add_argument("--system", default="before-battle", help="the system of a new game")
    parser.add_argument("--game", help="a game that is there already")
    parser.add_argument("--seat", help="the seat to play; all of them without it")
    parser.add_argument("--seed", type=int, help="makes the choices the same each time")
    parser.add_argument("--most", type=int, default=20_000, help="commands at most")
    asked = parser.parse_args()
    server, rng = Server(asked.server, asked.token), random.Random(asked.seed)
    game = asked.game
    if game is None:
        status, _, made = server.ask(
            "POST", "/v1/games", {"system": asked.system, "title": "A bot's game", "dice": "server"}
        )
        if status != 201:
            raise SystemExit(f"{made['title']}: {made['detail']}")
        game = made["card"]["id"]
    given, result = play(server, game, asked.seat, rng, asked.most)
    json.dump({"game": game, "commands": given, "result": result}, sys.stdout)
    print()


if __name__ == "__main__":
    main()
