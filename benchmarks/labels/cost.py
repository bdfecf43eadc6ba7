"""The CPU time that one label takes. As a program, it measures the code of any checkout and prints JSON.

PYTHONPATH=CHECKOUT/src python -m benchmarks.labels.cost [--venue NAME] FOLDER...

So it imports only what older versions of the resolver have, too.
"""

import argparse
import gc
import importlib
import pkgutil
import re
import statistics
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

import seatpreview.labels
from benchmarks.labels.venues import LabelledVenue, read_folders
from seatpreview.caching import BoundedCache
from seatpreview.labels.model import Parts, SectionNames
from seatpreview.labels.resolver import Resolver

COLD_LABELS_MAX = 150
"""Labels of a venue that are measured cold, spread over all of them: each takes several new resolvers."""
REPEATS = 3
"""The least of this number of times is taken, in CPU time, so that other programs on the machine hardly
matter."""


class Times(msgspec.Struct, frozen=True):
    """Microseconds per label: half of the labels take at most the median, 95 of 100 at most p95."""

    median_us: float
    p95_us: float

    @classmethod
    def of(cls, microseconds: Sequence[float]) -> "Times":
        """Returns median and 95th percentile."""
        ordered = sorted(microseconds)
        return cls(statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))])


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What labels of one venue cost."""

    venue: str
    labels: int
    warm: Times
    """The resolver has resolved this very label before."""
    new: Times
    """The resolver has resolved other labels of the venue, and not this one."""
    cold: Times
    """The resolver has resolved nothing yet, and all caches of the process are empty."""
    resolver_ms: float
    """The time to make a resolver of the venue."""
    reference_us: float
    """The time of a fixed piece of work in the same minute: divided by it, times of two machines compare."""


def cost_of(venue: LabelledVenue) -> Cost:
    """Measures the labels of a venue, cold, new and warm."""
    labels = [case.label for case in venue.cases]
    with no_garbage_collection():
        references = [reference_work_us()]
        sample = labels[:: -(-len(labels) // COLD_LABELS_MAX)]
        cold = [cold_us(venue.sections, label) for label in sample]
        references.append(reference_work_us())
        resolver_ms = min(_timed_ms(venue.sections) for _ in range(REPEATS))
        empty_caches()
        resolvers = [Resolver(venue.sections) for _ in range(REPEATS)]
        passes = [[resolve_us(resolver, label) for label in labels] for resolver in resolvers]
        new = [min(times) for times in zip(*passes, strict=True)]
        warm = [min(resolve_us(resolvers[-1], label) for _ in range(REPEATS)) for label in labels]
        references.append(reference_work_us())
    return Cost(
        venue=venue.name,
        labels=len(labels),
        warm=Times.of(warm),
        new=Times.of(new),
        cold=Times.of(cold),
        resolver_ms=resolver_ms,
        reference_us=min(references),
    )


def resolve_us(resolver: Resolver, label: str | Parts) -> float:
    """Returns the microseconds of CPU that resolving the label once takes."""
    started = time.thread_time_ns()
    resolver.resolve(label)
    return (time.thread_time_ns() - started) / 1000


def cold_us(sections: Sequence[SectionNames], label: str | Parts, repeats: int = REPEATS) -> float:
    """Returns the microseconds for a label that comes first, with a new resolver and empty caches: the least
    of several times."""
    times = []
    for _ in range(repeats):
        resolver = Resolver(sections)
        empty_caches()
        times.append(resolve_us(resolver, label))
    return min(times)


def cache_emptiers() -> list[Callable[[], None]]:
    """Returns functions that empty every cache that a module of the labels package has: each `BoundedCache`
    in it and each function with `functools.cache`. Caches of a resolver go with it."""
    package = seatpreview.labels
    names = [module.name for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
    values = [value for name in names for value in vars(importlib.import_module(name)).values()]
    bounded = [partial(_empty, value) for value in values if isinstance(value, BoundedCache)]
    return [*bounded, *(value.cache_clear for value in values if hasattr(value, "cache_clear"))]


def _empty(cache: BoundedCache[object, object]) -> None:
    # The product has no use for emptying a cache, so that only its members can be emptied.
    cache._entries.clear()
    cache._sizes.clear()
    cache._bytes = 0


# Looking for the caches just before a label is timed would leave the processor's own caches cold, too.
_EMPTIERS = cache_emptiers()


def empty_caches() -> None:
    """Empties the caches that the modules of the labels package have."""
    for empty in _EMPTIERS:
        empty()


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Stops the collector meanwhile: its runs depend on everything else in the process."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


_REFERENCE_TEXTS = [f"Séction {number} — Rów {number % 26} / Seat №{number * 7}" for number in range(200)]
_REFERENCE_WORD = re.compile(r"[^\W_]+")


def reference_work_us() -> float:
    """Returns the microseconds to normalize a text of about 30 characters and to count its words."""
    best = float("inf")
    for _ in range(10):
        started = time.thread_time_ns()
        counts: dict[str, int] = {}
        for text in _REFERENCE_TEXTS:
            for word in _REFERENCE_WORD.findall(unicodedata.normalize("NFKD", text).casefold()):
                counts[word] = counts.get(word, 0) + 1
        best = min(best, time.thread_time_ns() - started)
    return best / 1000 / len(_REFERENCE_TEXTS)


def _timed_ms(sections: Sequence[SectionNames]) -> float:
    started = time.thread_time_ns()
    Resolver(sections)
    return (time.thread_time_ns() - started) / 1_000_000


def main() -> None:
    """Prints the costs of all venues in the given folders as JSON."""
    parser = argparse.ArgumentParser(description="Prints the cost of labels as JSON.")
    parser.add_argument("--venue", action="append", default=[])
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    venues = [
        venue for venue in read_folders(options.folders) if not options.venue or venue.name in options.venue
    ]
    sys.stdout.buffer.write(msgspec.json.encode([cost_of(venue) for venue in venues]))


if __name__ == "__main__":
    main()
