"""The command script/bench: runs a benchmark by its name."""

import sys
from collections.abc import Callable

from benchmarks import designer, layouts, overview, readme, stills
from benchmarks.labels import command as labels
from benchmarks.page import command as page

BENCHMARKS: dict[str, Callable[[list[str]], None]] = {
    "overview": overview.main,
    "speed": overview.speed,
    "herd": overview.herd,
    "growth": overview.growth,
    "readme": readme.main,
    "labels": labels.main,
    "layouts": layouts.main,
    "page": page.main,
    "designer": designer.main,
    "stills": stills.main,
}


def main() -> None:
    arguments = sys.argv[1:]
    if not arguments or arguments[0].startswith("-"):
        arguments = ["overview", *arguments]
    name, *options = arguments
    if name not in BENCHMARKS:
        sys.exit(f"There is no such benchmark; script/bench has: {', '.join(BENCHMARKS)}.")
    BENCHMARKS[name](options)


if __name__ == "__main__":
    main()
