#!/usr/bin/env python3
"""A module with files of its own is `name/mod.rs`, so that all of it is in one folder.

    python3 .ci/modules.py                    fails with each `name.rs` beside a folder `name`
    python3 .ci/modules.py --convert [PATH..] moves them (`git mv`), mends paths in them and in documents; PATH limits it to folders

Folders in REMAINING still have both styles. The list only becomes shorter: whoever converts a folder takes its line out.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
REMAINING = []
# Paths that are relative to the file they stand in.
RELATIVE = re.compile(r'(include_str!\(\s*"|include_bytes!\(\s*"|include!\(\s*"|#\[path = ")([^"/][^"]*)(")')


def tracked():
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [pathlib.PurePosixPath(name) for name in listed.stdout.split("\0") if name]


def beside_folders(files):
    """Each `name.rs` with files of Rust in a folder `name` beside it. (Roots of targets, as `tests/name.rs`, are no modules.)"""
    folders = {file.parent for file in files if file.suffix == ".rs"}
    packages = {file.parent for file in files if file.name == "Cargo.toml"}
    targets = {package / name for package in packages for name in ("tests", "benches", "examples", "src/bin")}
    return [
        file
        for file in files
        if file.suffix == ".rs" and file.with_suffix("") in folders and file.parent not in targets
    ]


def convert(file):
    """Moves a module's file into its folder."""
    moved = file.with_suffix("") / "mod.rs"
    subprocess.run(["git", "mv", str(file), str(moved)], cwd=ROOT, check=True)
    text = (ROOT / moved).read_text()

    def deeper(match):
        path = os.path.normpath(os.path.join("..", match[2]))
        inside = os.path.join("..", file.stem) + "/"
        return match[1] + path.removeprefix(inside) + match[3]

    mended = RELATIVE.sub(deeper, text)
    if mended != text:
        (ROOT / moved).write_text(mended)
    return moved


def mend_mentions(moves):
    """Replaces the old paths in documents and comments."""
    if not moves:
        return
    old = re.compile("|".join(re.escape(str(file)) for file in sorted(moves, key=str, reverse=True)))
    for file in tracked():
        if file.suffix not in (".md", ".rs", ".py", ".toml", ".sh", ".txt") or not (ROOT / file).is_file():
            continue
        text = (ROOT / file).read_text()
        mended = old.sub(lambda match: str(moves[pathlib.PurePosixPath(match[0])]), text)
        if mended != text:
            (ROOT / file).write_text(mended)


def main():
    found = beside_folders(tracked())
    if "--convert" in sys.argv:
        within = sys.argv[sys.argv.index("--convert") + 1 :]
        chosen = [file for file in found if not within or any(file.is_relative_to(folder) for folder in within)]
        mend_mentions({file: convert(file) for file in chosen})
        print(f"{len(chosen)} modules moved")
        return 0
    faults = [file for file in found if not any(file.is_relative_to(folder) for folder in REMAINING)]
    for file in faults:
        print(f"{file}: a module with files of its own is {file.with_suffix('') / 'mod.rs'}", file=sys.stderr)
    for folder in REMAINING:
        if not any(file.is_relative_to(folder) for file in found):
            print(f"converted, take it out of REMAINING: {folder}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
