"""script/bench: the measurements by name."""

import sys
from collections.abc import Callable

from benchmarks import labels, layouts

MEASUREMENTS: dict[str, Callable[[list[str]], None]] = {"labels": labels.main, "layouts": layouts.main}


def main() -> None:
    name, *arguments = sys.argv[1:] or [""]
    if name not in MEASUREMENTS:
        sys.exit(f"script/bench knows: {', '.join(MEASUREMENTS)}.")
    MEASUREMENTS[name](arguments)


if __name__ == "__main__":
    main()
