"""Prints how a resolver does on generated listings, by language and style, with examples.

Run it with `PYTHONPATH=tests python -m labels.listing_statistics [venues of each language] [style]`.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random

from labels.generated_venues import Venue, random_venue
from labels.listing_styles import listings
from labels.listing_words import LANGUAGES
from labels.listing_writer import Listing, Outcome
from seatpreview.labels.model import Resolution
from seatpreview.labels.resolver import Resolver

LISTINGS_OF_A_VENUE = 40
EXAMPLES = 3


def resolved(seed: int, language: str) -> Iterator[tuple[Venue, Listing, Resolution]]:
    """Yields the listings of the venue with this seed, and what the resolver makes of each."""
    random = Random(f"{language} {seed}")
    venue = random_venue(random, language)
    resolver = Resolver(venue.names())
    for listing in listings(venue, random, LISTINGS_OF_A_VENUE):
        yield venue, listing, resolver.resolve(listing.label)


def described(venue: Venue, listing: Listing, resolution: Resolution) -> str:
    """All that one needs to judge a resolution, for the message of a failing test."""
    found = [seat.key for seat in resolution.seats] or (resolution.seat and resolution.seat.key)
    return (
        f"{listing.label!r} ({listing.language}, {listing.style})\n  truth: {listing.truth()}\n"
        f"  found: {resolution.status} {found} with confidence {resolution.confidence}\n"
        f"  trace: {'; '.join(resolution.trace)}\n  venue ({venue.kind}):\n{venue.described()}"
    )


def main(venues: int = 60, only: str = "") -> None:
    """Prints the statistics; for one style, all its listings that are not right."""
    by_style: dict[tuple[str, str], Counter[Outcome]] = defaultdict(Counter)
    by_language: dict[tuple[str, str], Counter[Outcome]] = defaultdict(Counter)
    examples: dict[tuple[str, Outcome], list[str]] = defaultdict(list)
    for language in LANGUAGES:
        for seed in range(venues):
            for venue, listing, resolution in resolved(seed, language):
                outcome = listing.outcome(resolution)
                truth = "declined" if listing.section is None else "answer"
                by_style[truth, listing.style][outcome] += 1
                by_language[truth, language][outcome] += 1
                text = described(venue, listing, resolution) if only else _brief(listing, resolution)
                examples[listing.style, outcome].append(text)
    for title, table in (("language", by_language), ("style", by_style)):
        _print_table(title, table)
    for (style, outcome), texts in sorted(examples.items()):
        if only in ("", style) and (outcome != "right" or not only):
            _print(f"\n{style}, {outcome} ({len(texts)}):")
            for text in texts if only else _spread(texts):
                _print(f"  {text}")


def _brief(listing: Listing, resolution: Resolution) -> str:
    found = [seat.key for seat in resolution.seats] or (resolution.seat and resolution.seat.key)
    return f"{listing.label!r} ({listing.language}): {listing.truth()}; found {resolution.status} {found}"


def _spread(texts: list[str]) -> list[str]:
    """Examples from all over the list, so that several languages are among them."""
    step = max(1, len(texts) // EXAMPLES)
    return texts[::step][:EXAMPLES]


def _print_table(title: str, table: dict[tuple[str, str], Counter[Outcome]]) -> None:
    _print(f"\n{'truth':9} {title:24} {'listings':>8} {'right':>7} {'declined':>9} {'wrong':>7}")
    for (truth, name), counts in sorted(table.items()):
        total = counts.total()
        shares = [f"{counts[outcome] / total:.1%}" for outcome in ("right", "declined", "wrong")]
        _print(f"{truth:9} {name:24} {total:8} {shares[0]:>7} {shares[1]:>9} {shares[2]:>7}")


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60, sys.argv[2] if len(sys.argv) > 2 else "")
