#!/usr/bin/env python3
"""Data for the run of schemathesis against the server, and what that run reached.

    reach.py prepare ADDRESS TOKEN CONFIG   makes games, drafts and tokens, and writes schemathesis' settings with them
    reach.py table ADDRESS HAR              prints operation x statuses, and names what never succeeded

The table informs and does not fail: what a random run reaches depends on what it did before. That each operation
succeeds is held by the recorded examples of the document, which a test sends again.
"""
import collections
import json
import re
import sys
import urllib.parse
import urllib.request

# Operations that the run leaves out, and why.
LEFT_OUT = {
    "followGame": "answers for as long as the client listens",
    "followReview": "answers for as long as the client listens",
    "openapi": "the run itself begins with it",
    "revokeToken": "could revoke the token that the run itself speaks with",
}


def ask(address, path, token=None, body=None):
    request = urllib.request.Request(address + path, method="GET" if body is None else "POST")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def prepare(address, token, config):
    def new(**more):
        made = ask(address, "/v1/games", token, {"system": "before-battle", **more})
        return made["card"]["id"]

    samples = [card["id"] for card in ask(address, "/v1/games?limit=200")["items"]]
    drafts = [new(title=f"Draft {number}") for number in range(len(samples))]
    # Only a draft that nobody played may be deleted, so no other operation learns of these.
    doomed = [new(title=f"To be deleted {number}") for number in range(12)]
    # A game whose present line is talk, so that a past command can be taken out of it.
    talk = new(title="Talk")
    for number in range(30):
        ask(address, f"/v1/games/{talk}/commands", token, {"type": "say", "seat": "A", "text": f"Word {number}"})
    charts = ask(address, f"/v1/games/{samples[0]}/charts", token)
    packs = ask(address, "/v1/packs", token)["items"]
    dictionaries = {
        "games": samples + drafts + [talk],
        "doomed": doomed,
        "versions": [1, 2, 5, 40],
        "charts": charts,
        "packs": [pack["hash"] for pack in packs],
        "rules": ["BB-ARMY-01", "BB-MOVE-03", "BG4-RUSH-07"],
        "systems": ["before-battle", "battleground-4"],
        "problems": ["refused", "no-such-game"],
        "scripts": ["replay.js", "house.js"],
        "units": ["A1", "B1"],
        "pages": [f"{address}/g/{sample}" for sample in samples],
        "seats": ["A", "B"],
    }
    everywhere = {
        "path.game": ("games", 0.8),
        "path.version": ("versions", 0.8),
        "path.chart": ("charts", 0.8),
        "path.hash": ("packs", 0.8),
        "path.rule": ("rules", 0.8),
        "path.system": ("systems", 0.8),
        "path.problem": ("problems", 0.8),
        "path.script": ("scripts", 0.8),
        "path.unit": ("units", 0.8),
        "query.at": ("versions", 0.7),
        "query.seat": ("seats", 0.5),
        "query.system": ("systems", 0.7),
        "query.url": ("pages", 0.9),
    }
    # What the document's own examples are about: version 3 of this game is a command that may be corrected.
    lines = ["[[operations]]", 'include-operation-id = "correctGame"', f'parameters = {{ "path.game" = "{talk}" }}', ""]
    lines += ["[[operations]]", 'include-operation-id = "deleteGame"',
              'parameters = { "path.game" = { dictionary = "doomed", probability = 0.8 } }', ""]
    for name, values in dictionaries.items():
        lines += [f"[dictionaries.{name}]", f"values = {json.dumps(values)}", ""]
    lines.append("[parameters]")
    for place, (name, often) in everywhere.items():
        lines.append(f'"{place}" = {{ dictionary = "{name}", probability = {often} }}')
    with open(config, "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, ""]))


def table(address, har):
    document = ask(address, "/openapi.json")
    shapes = []
    for path, item in document["paths"].items():
        pattern = re.compile("".join("[^/]+?" if part.startswith("{") else re.escape(part)
                                     for part in re.split(r"(\{[^}]*\})", path)) + "$")
        for method, operation in item.items():
            shapes.append((path.count("{"), pattern, method.upper(), operation["operationId"]))
    # Where two addresses fit, the one with fewer parameters is meant; of equal ones the longer.
    shapes.sort(key=lambda shape: (shape[0], -len(shape[1].pattern)))
    statuses = {shape[3]: collections.Counter() for shape in shapes}
    with open(har, encoding="utf-8") as file:
        entries = json.load(file)["log"]["entries"]
    for entry in entries:
        address_path = urllib.parse.urlsplit(entry["request"]["url"]).path
        for _, pattern, method, operation in shapes:
            if method == entry["request"]["method"] and pattern.match(address_path):
                statuses[operation][entry["response"]["status"]] += 1
                break
    never = []
    width = max(map(len, statuses))
    print(f"{'operation':{width}}  answers by status")
    for operation, seen in sorted(statuses.items()):
        told = "  ".join(f"{status}: {count}" for status, count in sorted(seen.items()))
        if operation in LEFT_OUT:
            told = f"left out: {LEFT_OUT[operation]}"
        elif not any(200 <= status < 400 for status in seen):
            never.append(operation)
            told = f"{told}   NEVER SUCCEEDED".strip()
        print(f"{operation:{width}}  {told}")
    print(f"{len(entries)} answers to {len(statuses)} operations, {len(never)} of which never succeeded")
    if never:
        print(f"never succeeded: {', '.join(never)}")


if __name__ == "__main__":
    {"prepare": prepare, "table": table}[sys.argv[1]](*sys.argv[2:])
