#!/usr/bin/env python3
"""Where the engine decides, no error is dropped in silence.

    python3 .ci/ignored.py   fails with each `Result` that is dropped without a comment that begins `ERR:`

An error that is dropped is a decision: the comment beside it, in the lines above or at the end of the line, says why that is right.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# `let Ok(..) = .. else`, `if let Ok(..) =`, `.ok()`, `let _ =`, and a default in place of an error.
DROPPED = re.compile(r"\blet Ok\(|\.ok\(\)|\blet _ = |\.unwrap_or_default\(\)|\.unwrap_or_else\(\|_\|")
# Questions: an offer that a check refuses is not made, a move that is not legal is not weighed, an answer that is none is not shown.
QUESTIONS = re.compile(r"/(offers|players|coach|views|packs|testing)(/|\.rs)|/(offers|bot|inspect|facts|threat|notation|testing)\.rs")
# Text that is written cannot fail; what is no number, length or heading is nothing, and the option that is left says so.
HARMLESS = re.compile(
    r"let _ = write(ln)?!\(|try_from\(|try_into\(|from_str_radix|\bparse\(\)|parse::<|from_utf8"
    r"|\b(Self|Degrees|Turn|Footprint|Inches|Distance|Cell)::new\(|Degrees::new|PoisonError"
)
# A default of an option is no dropped error; these are told apart by what makes the error.
DEFAULT = re.compile(r"\.unwrap_or_default\(\)")
FALLIBLE = re.compile(r"try_from\(|try_into\(|to_string\(&|from_str\(|from_value\(|from_utf8|::parse|parse\(\)|::new\(|check_\w+\(")
HOW_FAR_UP = 4


def is_said(lines, at):
    """Whether a comment in the line, or in those above it, says why."""
    if "ERR:" in lines[at]:
        return True
    return any("ERR:" in line for line in lines[max(0, at - HOW_FAR_UP) : at])


faults = []
for source in sorted((ROOT / "engine").glob("*/src/**/*.rs")) + sorted((ROOT / "engine/src").rglob("*.rs")):
    name = "/" + str(source.relative_to(ROOT))
    if re.search(r"/(tests|symmetry)\b", name) or QUESTIONS.search(name):
        continue
    lines = re.split(r"#\[cfg\(test\)\]\nmod \w+ \{", source.read_text())[0].split("\n")
    for at, line in enumerate(lines):
        if line.lstrip().startswith("//") or not DROPPED.search(line):
            continue
        # A chain is judged with the line before it.
        whole = (lines[at - 1] if line.lstrip().startswith(".") and at else "") + line
        if DEFAULT.search(line) and not FALLIBLE.search(whole):
            continue
        if not DEFAULT.search(line) and HARMLESS.search(whole):
            continue
        if not is_said(lines, at):
            faults.append(f"{name[1:]}:{at + 1}: an error is dropped without `ERR:` and a reason: {line.strip()}")
print("\n".join(faults))
sys.exit(bool(faults))
