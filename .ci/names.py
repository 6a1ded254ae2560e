#!/usr/bin/env python3
"""No two public types of one name that can meet in one package.

    python3 .ci/names.py           fails with each pair that is not in .ci/names-known.txt
    python3 .ci/names.py --known   prints the pairs that stand today: the content of that file

The file holds the pairs from before this check. It only becomes shorter: whoever renames a type takes its line out.

Two types meet where a package sees both: its own public types and those of the packages it depends on. The package that
registers the games sees all of them but names only their systems, so games may use the same names (each has a State, a
Command, an Event): that is the kernel's contract. An alias that fixes the parameters of a type and keeps its name
(`pub type Frame = agenda::Frame<Step, Answered>`) is that type.
"""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The package that registers the games.
REGISTRY = "hindsight-engine"
# What games are written with; every other package that the registry depends on is a game.
KIT = {"hindsight-kernel", "hindsight-geometry", "battleground-geometry", "hindsight-odds"}
TYPE = re.compile(r"^pub (struct|enum|union|trait|type) (\w+)(?:<[^=]*>)?( = [^;]*;)?", re.MULTILINE)

# Pairs from before this check.
KNOWN = ROOT / ".ci" / "names-known.txt"


def packages():
    """Of each package of the workspace: its folder and the packages of the workspace that it depends on."""
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]
    found = {}
    for member in workspace["members"]:
        for manifest in sorted(ROOT.glob(member + "/Cargo.toml")):
            read = tomllib.loads(manifest.read_text())
            found[read["package"]["name"]] = (manifest.parent, set(read.get("dependencies", {})))
    return {name: (folder, wanted & found.keys()) for name, (folder, wanted) in found.items()}


def public_types(folder):
    """The public types of a package, each with the file and line where it stands."""
    types = {}
    for source in sorted((folder / "src").rglob("*.rs")):
        text = source.read_text()
        for match in TYPE.finditer(text):
            name, alias = match[2], match[3] or ""
            if re.search(rf"\b{name}\b", alias):
                continue
            line = text.count("\n", 0, match.start()) + 1
            types.setdefault(name, []).append(f"{source.relative_to(ROOT)}:{line}")
    return types


def pairs(found):
    """Each name that two packages (or one package twice) give, where some package sees both."""
    types = {name: public_types(folder) for name, (folder, _) in found.items()}
    games = found[REGISTRY][1] - KIT if REGISTRY in found else set()
    met = {}
    for name, (_, wanted) in found.items():
        seen = sorted({name} | wanted)
        for place, one in enumerate(seen):
            for other in seen[place + 1:]:
                if {one, other} <= games:
                    continue
                for both in types[one].keys() & types[other].keys():
                    met[f"{both}: {one}, {other}"] = types[one][both] + types[other][both]
    return met


def main():
    met = pairs(packages())
    if "--known" in sys.argv:
        for pair in sorted(met):
            print(pair)
        return 0
    known = set(KNOWN.read_text().splitlines())
    new = sorted(met.keys() - known)
    for pair in new:
        print(f"two public types of one name can meet: {pair}", file=sys.stderr)
        for place in met[pair]:
            print(f"    {place}", file=sys.stderr)
    for pair in sorted(known - met.keys()):
        print(f"gone, take it out of {KNOWN.relative_to(ROOT)}: {pair}")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
