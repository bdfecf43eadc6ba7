"""Reports of rehearsals that never took place, for tests of what follows from them."""

from typing import Any

from msgspec.structs import replace

from seatpreview.rehearsal.buyers import Plan
from seatpreview.rehearsal.report import Circumstances, Report, make_report
from seatpreview.rehearsal.tally import Refusal, Tally

PLAN = Plan(buyers=12_000, seconds=60, addresses=12_000, seats=5, look_seconds=5, beacon_seconds=3)
"""200 buyers a second."""
CIRCUMSTANCES = Circumstances(
    url="http://127.0.0.1:8080",
    venue_id="ven_1",
    key_id="key_1",
    address_source="forwarded",
    addresses=12_000,
    is_on_this_machine=True,
    has_secret=True,
    ran_seconds=88,
    generator_cpu_seconds=20,
    was_stopped=False,
    knows_background_work=True,
)


def tally_of(
    refused: dict[Refusal, int] | None = None, failed: dict[str, int] | None = None, seconds: float = 0.01
) -> Tally:
    """Returns the tally of 1,000 previews that took this long, and of others that were not served."""
    tally = Tally(buyers_came=PLAN.buyers)
    previews = tally.calls["preview"]
    previews.served_seconds.extend([seconds] * 1000)
    previews.refused.update(refused or {})
    previews.failed.update(failed or {})
    previews.made = 1000 + previews.refused.total() + previews.failed.total()
    return tally


def report_of(tally: Tally, plan: Plan = PLAN, **facts: Any) -> Report:
    return make_report(plan, replace(CIRCUMSTANCES, **facts), tally)
