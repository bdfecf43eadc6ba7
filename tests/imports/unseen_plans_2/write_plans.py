"""Writes the plans of this folder and their truths.

Run it as PYTHONPATH=tests python -m imports.unseen_plans_2.write_plans.

Every hall is laid out in metres, y up. From that both are written: the file in a stranger's format and
units, and NAME.truth.json. Nothing here reads a plan. It writes the same bytes each time.
"""

from pathlib import Path

from imports.unseen_plans_2 import (
    map_plans,
    pretix_plans,
    seatsio_plans,
    svg_plans,
    svg_plans_of_programs,
    table_plans,
    workbook_plans,
)
from imports.unseen_plans_2.hall import truth_of

HERE = Path(__file__).parent
MODULES = (
    pretix_plans,
    seatsio_plans,
    svg_plans_of_programs,
    svg_plans,
    table_plans,
    workbook_plans,
    map_plans,
)


def main() -> None:
    """Writes all plans; a hall that has not as many seats as was meant is an error."""
    for module in MODULES:
        for make in module.PLANS:
            plan = make()
            if len(plan.seats) != plan.meant:
                raise ValueError(f"{plan.file} has {len(plan.seats)} seats, not {plan.meant}")
            (HERE / plan.file).write_bytes(plan.content)
            (HERE / f"{plan.file.rsplit('.', 1)[0]}.truth.json").write_bytes(truth_of(plan))


if __name__ == "__main__":
    main()
