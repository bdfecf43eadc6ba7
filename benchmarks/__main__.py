"""script/bench: the measurements by name."""

import sys
from collections.abc import Callable

from benchmarks import labels, layouts, overview

MEASUREMENTS: dict[str, Callable[[list[str]], None]] = {
    "overview": overview.main,
    "labels": labels.main,
    "layouts": layouts.main,
}


def main() -> None:
    arguments = sys.argv[1:]
    if not arguments or arguments[0].startswith("-"):
        arguments = ["overview", *arguments]
    name, *others = arguments
    if name not in MEASUREMENTS:
        sys.exit(f"script/bench knows: {', '.join(MEASUREMENTS)}.")
    MEASUREMENTS[name](others)


if __name__ == "__main__":
    main()
