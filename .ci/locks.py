"""The workspaces beside this one (tests/peer, tests/browser) have lock files of their own. Each must know every dependency
of those of our packages that it uses, or it no longer builds with --locked; looked at here, for it is built seldom."""

import sys
from pathlib import Path

try:
    import tomllib
except ImportError:
    print("skipped: the lock files are read with Python 3.11 or later")
    sys.exit()


def read(path):
    return tomllib.loads(Path(path).read_text())


def needed(manifest):
    """Names of what a package needs when others use it; what is optional or for Windows may be missing."""
    parts = [manifest, *(part for on, part in manifest.get("target", {}).items() if "windows" not in on)]
    for part in parts:
        for name, how in part.get("dependencies", {}).items():
            how = how if isinstance(how, dict) else {}
            if not how.get("optional"):
                yield how.get("package", name)


ours = {}
for member in [".", *read("Cargo.toml")["workspace"]["members"]]:
    for path in Path().glob(f"{member}/Cargo.toml"):
        manifest = read(path)
        ours[manifest.get("package", {}).get("name")] = manifest

missing = [
    f"{lock}: {package['name']} needs {name}"
    for lock in ("tests/peer/Cargo.lock", "tests/browser/Cargo.lock")
    for package in read(lock)["package"]
    if "source" not in package and package["name"] in ours
    for name in needed(ours[package["name"]])
    if name not in {line.split(" ")[0] for line in package.get("dependencies", [])}
]
if missing:
    print(*missing, "run `cargo update --workspace` there", sep="\n", file=sys.stderr)
    sys.exit(1)
