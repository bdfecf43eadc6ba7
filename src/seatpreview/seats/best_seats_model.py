"""Types of findBestSeats: the request body and the response."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.label_rules import LabelText
from seatpreview.layouts.model import PlaceName, SeatProperty
from seatpreview.problems import MemberFault
from seatpreview.seats.model import AsDraft, ConfigurationId, VenueName

AMONG_MAX = 20_000
LABELS_AMONG_MAX = 500
"""The most entries of `among` that are neither a key nor a ref: each may take 20 milliseconds to resolve."""
UNRESOLVED_LISTED_MAX = 100

Weight = Annotated[float, Meta(ge=0, le=100)]


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """How much each part of a score counts, relative to the others."""

    distance: Annotated[
        Weight,
        Meta(
            description=(
                "How near the eyes are to the distance and the height from which the event is watched best: "
                "half as near is worth half, and twice as far a quarter. `viewerDefaults.bestViews` states "
                "them."
            )
        ),
    ] = 4.0
    angle: Annotated[
        Weight,
        Meta(
            description=(
                "In front of the stage or screen is better, or level with the middle of a pitch: 60 degrees "
                "to the side are worth 0."
            )
        ),
    ] = 2.0
    c_value: Annotated[
        Weight, Meta(description="The view over the row in front: 120 millimetres are worth all of it.")
    ] = 1.0
    obstruction: Annotated[
        Weight,
        Meta(
            description=(
                "How much of the stage, screen or field is seen; of the first tenth that is hidden, half "
                "counts. A seat with a restricted view gets 0."
            )
        ),
    ] = 6.0

    def __post_init__(self) -> None:
        if self.total <= 0:
            raise MemberFault("distance", "must be above 0 where all other weights are 0")

    @property
    def total(self) -> float:
        """The sum of all weights."""
        return self.distance + self.angle + self.c_value + self.obstruction


class BestSeatsRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """What a shop allows a buyer to choose, as the element's `rules` do."""

    no_single_seat: Annotated[
        bool,
        Meta(
            description=(
                "Whether groups that leave a single free seat are left out. Without it they come last. Where "
                "there are no others, they are the result."
            )
        ),
    ] = False
    companion_with_wheelchair: Annotated[
        bool,
        Meta(description="Whether groups with companion seats have a wheelchair space, too."),
    ] = False
    wheelchair_on_request: Annotated[
        bool,
        Meta(
            description=(
                "Whether wheelchair spaces are left out unless `properties` asks for them; with "
                "`companionWithWheelchair` companion seats as well."
            )
        ),
    ] = False


class BestSeatsRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """Which seats to look for, and among which."""

    venue: VenueName | UnsetType = UNSET
    configuration: ConfigurationId | UnsetType = UNSET
    count: Annotated[int, Meta(ge=1, le=20, description="How many seats side by side.")]
    among: (
        Annotated[
            tuple[LabelText, ...],
            Meta(
                max_length=AMONG_MAX,
                description=(
                    "The seats that are free, by their keys, by `ref:X`, or by labels, of which there may be "
                    f"{LABELS_AMONG_MAX}. Default: all seats are free."
                ),
            ),
        ]
        | UnsetType
    ) = UNSET
    sections: (
        Annotated[tuple[PlaceName, ...], Meta(min_length=1, max_length=1000, description="By their ids.")]
        | UnsetType
    ) = UNSET
    properties: Annotated[
        tuple[SeatProperty, ...], Meta(max_length=7, description="What every seat of a group has.")
    ] = ()
    category: (
        Annotated[PlaceName, Meta(description="The id of the category of every seat of a group.")] | UnsetType
    ) = UNSET
    weights: Weights = Weights()
    rules: Annotated[BestSeatsRules, Meta(description="Which groups a buyer may choose. Extension.")] = (
        BestSeatsRules()
    )
    limit: Annotated[int, Meta(ge=1, le=20, description="The most groups.")] = 5
    draft: AsDraft = False


class GroupReasons(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Why a group has its score. A number is null where it is not known."""

    distance_m: Annotated[float | None, Meta(description="From the eyes to the focus, on average.")]
    side_angle_deg: Annotated[
        float | None,
        Meta(
            description=(
                "How far to the side of the straight view onto the front of the stage or screen the "
                "outermost seat is, as in a preview. Null: nothing has a front, such as a field."
            )
        ),
    ]
    c_value_mm: Annotated[
        int | None, Meta(description="Of the seat with the worst view over the row in front.")
    ]
    visible_share: Annotated[
        float | None,
        Meta(
            description=(
                "The share of the stage, screen or field that is seen from the seat that sees least of it. "
                "Null: the layout does not say what people look at. Extension."
            )
        ),
    ] = None
    obstructions: Annotated[
        list[str], Meta(description="The ids of bodies between the eyes and the focus, of all seats.")
    ]
    is_restricted: Annotated[
        bool,
        Meta(
            description="Whether the view from one of the seats is restricted, as in its preview. Extension."
        ),
    ] = False
    has_people_beside: Annotated[
        bool,
        Meta(
            description=(
                "Whether the view from one of the seats turns so far to the side that people on the seats "
                "beside are in it. Extension."
            )
        ),
    ] = False
    leaves_single: Annotated[
        bool, Meta(description="Whether a free seat beside the group would be left without free neighbours.")
    ]


class BestGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Seats side by side."""

    seats: Annotated[
        list[str], Meta(description="Their keys, from left to right for a person who sits there.")
    ]
    score: Annotated[float, Meta(ge=0, le=1, description="The mean of the scores of its seats.")]
    reasons: GroupReasons


IncompleteReason = Literal["linesOfSight", "views", "processorTime"]


class SearchCoverage(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a venue a search has looked at."""

    groups: Annotated[int, Meta(description="Groups of free seats side by side that there are.")]
    views: Annotated[
        int, Meta(description="Groups for which it was computed how much of the stage is seen from them.")
    ]


class BestSeats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The best groups. No two of them share a seat. Those that leave a single seat come last."""

    data: list[BestGroup]
    is_complete: Annotated[
        bool,
        Meta(
            description=(
                "False: the search ended before every group that might be better was looked at. Name fewer "
                "sections."
            )
        ),
    ]
    incomplete_reason: Annotated[
        IncompleteReason | None,
        Meta(
            description=(
                "Why the search ended early. `linesOfSight`: the rows and obstructions in front of the seats "
                "were too many. `views`: too many seats had to be compared by how much they see. "
                "`processorTime`: it took too long. Null: it did not. Extension."
            )
        ),
    ] = None
    looked_at: Annotated[
        SearchCoverage | None, Meta(description="What the search has looked at. Extension.")
    ] = None
    unresolved: Annotated[
        list[str],
        Meta(description=f"Entries of `among` that name no seat: the first {UNRESOLVED_LISTED_MAX} of them."),
    ] = []
