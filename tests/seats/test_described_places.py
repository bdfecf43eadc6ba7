"""A place in the words of a description is a label of this place, in every language."""

from msgspec.structs import replace

from seatpreview.decoding import inputs
from seatpreview.demo import arena
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import matched_keys, place_of
from seatpreview.seats.descriptions import LANGUAGES, DescribedView, place_parts
from seatpreview.seats.phrases import PHRASES
from seatpreview.seats.sightline import UNKNOWN
from seatpreview.venues import rules
from seatpreview.venues.model import VenueRecord

SEAT = DescribedView(place=place_of("107", "K", "9"), section_name="107", sightline=UNKNOWN, source="drawing")
SEVERAL = replace(SEAT, several_seats=("9", "10"))


def test_what_a_buyer_reads_can_be_typed_as_a_label() -> None:
    """The arena has no translations here: only the words of the language itself are understood."""
    record = inputs.decode({**arena.record(), "translations": {}}, VenueRecord)
    layout = rules.check_and_compile(record)
    resolver = rules.resolver_for(record.rules.seat_keys.rules, layout, record.aliases, {})
    for language in sorted(LANGUAGES):
        for described, keys in ((SEAT, ("107/K/9",)), (SEVERAL, ("107/K/9", "107/K/10"))):
            label = PHRASES[language].comma.join(place_parts(described, language))
            assert matched_keys(with_minimum(resolver.resolve(label))) == keys, (language, label)
