#!/usr/bin/env python3
"""Comments of `engine/battleground` cite rules by whole ids, each with its page.

    python3 .ci/citations.py   fails with each comment that shortens an id or cites one without a page

Comments of tests are left out: the name of a test is its citation.
"""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMENT = re.compile(r"(\s*//[/!]?)(?: |$)")
SHORT = re.compile(r"`-\d\d`")
ID = re.compile(r"`BG[34]-[A-Z]+-\d\d`")
PAGE = re.compile(r"\(pp?\.|, pp?\. ?\d|\bpp?\.\s")

# Of some rules the book says nothing, or a card does.
PAGED = {
    f"`{rule['id']}`"
    for name in ("rules.toml", "rules-3.toml")
    for rule in tomllib.loads((ROOT / "engine/battleground" / name).read_text())["rule"]
    if re.match(r"pp?\. ?\d", rule["page"])
}


def blocks(text):
    """Each comment block of a file up to unit tests at its end: the line it begins at, and its text."""
    lines, at = re.split(r"#\[cfg\(test\)\]\nmod \w+ \{", text)[0].split("\n"), 0
    while at < len(lines):
        found = COMMENT.match(lines[at])
        if not found:
            at += 1
            continue
        begin = at
        while at < len(lines) and (same := COMMENT.match(lines[at])) and same[1] == found[1]:
            at += 1
        yield begin + 1, "\n".join(lines[begin:at])


faults = []
for source in sorted((ROOT / "engine/battleground/src").rglob("*.rs")):
    name = str(source.relative_to(ROOT))
    if "/tests" in name or name.endswith("tests.rs"):
        continue
    for line, block in blocks(source.read_text()):
        if SHORT.search(block):
            faults.append(f"{name}:{line}: an id is written in part: {SHORT.search(block)[0]}")
        elif (cited := PAGED & set(ID.findall(block))) and not PAGE.search(block):
            faults.append(f"{name}:{line}: no page beside {min(cited)}")
print("\n".join(faults))
sys.exit(bool(faults))
