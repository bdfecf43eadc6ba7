"""The properties that a seat can have."""

from typing import Literal

SeatProperty = Literal[
    "wheelchair", "companion", "stepFree", "easyAccess", "restrictedView", "aisle", "limitedLegroom"
]
