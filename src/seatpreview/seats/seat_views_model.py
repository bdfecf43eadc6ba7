"""Types of listSeatViews: the query and the response."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.layouts.model import PlaceName
from seatpreview.results import NextCursor, PageQuery
from seatpreview.seats.sightline_model import ShareOfView
from seatpreview.sightlines.model import LookedAtKind


class ListSeatViews(PageQuery, kw_only=True):
    """The query of listSeatViews. `limit` counts rows."""

    configuration: (
        Annotated[
            PlaceName,
            Meta(description="The id of a configuration, or `none`. Default: the default of the venue."),
        ]
        | UnsetType
    ) = UNSET
    section: Annotated[PlaceName, Meta(description="The id of the only section to look at.")] | UnsetType = (
        UNSET
    )
    draft: Annotated[
        bool, Meta(description="Whether the views are those of the venue's draft, and not what buyers see.")
    ] = False


class RowViews(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What is seen from seats of a row. All lists have one entry for each of `seats`, in its order."""

    section: str
    row: Annotated[str | None, Meta(description="Null in a section without rows.")]
    seats: list[str]
    distance_m: list[float | None]
    c_value_mm: Annotated[list[int | None], Meta(description="Null in the first row.")]
    visible_share: Annotated[
        list[ShareOfView | None],
        Meta(description="Null: the layout does not say what people look at."),
    ]
    is_restricted: Annotated[
        list[bool],
        Meta(description="Whether what is computed restricts the view, whatever the layout says of it."),
    ]
    is_marked: Annotated[list[bool], Meta(description="Whether the layout says `restrictedView` of it.")]
    reason: Annotated[
        list[int | None],
        Meta(
            description=(
                "The index in `texts` of what buyers read as the reason of the restriction. Null: the view "
                "is not restricted."
            )
        ),
    ]
    in_the_way: Annotated[
        list[int | None],
        Meta(
            description=(
                "The index in `texts` of what hides a part of the view, named in the same order for all "
                "seats. Null: nothing does."
            )
        ),
    ]


class SeatViewList(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A page of views, in the order of the layout. A page looks at a bounded number of seats, so that a long
    row may go on in the next page. All pages are of one state of the layout."""

    data: list[RowViews]
    texts: Annotated[list[str], Meta(description="In the language of the venue.")]
    looked_at: Annotated[
        LookedAtKind | None, Meta(description="What people look at. Null: only the focus is known.")
    ]
    draft_etag: Annotated[
        str | None, Meta(description="The ETag of the draft that the views are of. Null: the venue itself.")
    ]
    next_cursor: NextCursor
