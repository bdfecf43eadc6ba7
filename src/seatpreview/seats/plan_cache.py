"""The cache of plans: each is drawn and encoded once for a version of its venue."""

from seatpreview.bounded_cache import BoundedCache
from seatpreview.cacheable import Cacheable
from seatpreview.context import Resources
from seatpreview.derived import Derived
from seatpreview.encoded import Encoded
from seatpreview.ids import VenueId

PLANS_MAX = 1000

PlanKey = tuple[VenueId, int, str | None, str]
"""A venue, its version, a configuration, and the language of names if the record has a translation for it."""

Plans = BoundedCache[PlanKey, Cacheable[Encoded]]
"""Plans of all venues of a process, as they are sent."""

PLANS = Derived[Plans]("plans")


def plans_of(resources: Resources) -> Plans:
    """Returns the cache of plans that was put together with the other resources of the process."""
    return PLANS.require(resources)
