"""Reads `cargo metadata` and refuses a dependency whose licence is not one of those that the product may use."""

import json
import re
import sys

ALLOWED = {
    "MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "ISC", "Zlib", "CC0-1.0", "0BSD",
    "Unlicense", "Unicode-3.0", "Unicode-DFS-2016", "OFL-1.1", "Bitstream-Vera", "CDLA-Permissive-2.0",
    "Apache-2.0 WITH LLVM-exception",
}


def allowed(expression):
    """Whether one way to read an SPDX expression needs allowed licences alone."""
    text = expression.replace("/", " OR ")
    tokens = re.findall(r"\(|\)|[^\s()]+", text)
    place = 0

    def either():
        nonlocal place
        fine = both()
        while place < len(tokens) and tokens[place] == "OR":
            place += 1
            fine = both() or fine
        return fine

    def both():
        nonlocal place
        fine = one()
        while place < len(tokens) and tokens[place] == "AND":
            place += 1
            fine = one() and fine
        return fine

    def one():
        nonlocal place
        if tokens[place] == "(":
            place += 1
            fine = either()
            place += 1
            return fine
        name = tokens[place]
        place += 1
        if place < len(tokens) and tokens[place] == "WITH":
            name += " WITH " + tokens[place + 1]
            place += 2
        return name in ALLOWED

    return either()


def main():
    packages = json.load(sys.stdin)["packages"]
    wrong = []
    for package in packages:
        licence = package.get("license")
        if licence is None or not allowed(licence):
            wrong.append(f"{package['name']} {package['version']}: {licence or package.get('license_file')}")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(packages)} packages, {len(wrong)} with a licence that is not allowed")
    sys.exit(1 if wrong else 0)


main()
