"""The templates: which there are, how many seats each may have, and their records."""

from seatpreview.venues.templates.cinema import cinema
from seatpreview.venues.templates.arena import arena
from seatpreview.venues.templates.stadium import stadium
from seatpreview.venues.templates.concert_hall import concert_hall
from seatpreview.venues.templates.hall import record_of
from seatpreview.venues.templates.school_hall import school_hall
from seatpreview.venues.templates.theatre import theatre

B = {
    "theatre": theatre,
    "cinema": cinema,
    "school-hall": school_hall,
    "concert-hall": concert_hall,
    "arena": arena,
    "stadium": stadium,
}


def template_record(i, n):
    return record_of(B[i](n))
