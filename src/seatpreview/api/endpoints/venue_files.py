"""Operations that turn files into records of venues, and venues into files."""

from seatpreview.api import examples
from seatpreview.api.command import Command
from seatpreview.api.operation import ANY_MEDIA_TYPE, MANAGEMENT, Operation
from seatpreview.imports.file_formats import FILE_BYTES_MAX
from seatpreview.problems import Conflict, NotFound, VenueNotAllowed
from seatpreview.values.caller import Needs
from seatpreview.values.ids import VenueId
from seatpreview.venues import file_operations as files
from seatpreview.venues.file_operations import ExportQuery, ImportQuery, VenueImport

VENUE_FILE_ROWS: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/manage/venues/import",
        operation_id="importVenue",
        group=MANAGEMENT,
        summary="Read a venue from a file",
        description=(
            "The body is the file itself, at most 32 MiB: a seating plan of pretix, a chart of seats.io, a "
            "drawing (SVG, PDF), a table of seats or a sheet in which each cell is a seat (CSV, XLSX), areas "
            "as Spektrix has them, GeoJSON, or a record or layout of Seat Preview. Its content tells the "
            "format, unless `format` does. Nothing is written: send the record to createVenue or "
            "replaceVenue. The "
            "report lists what was taken, inferred and left out, each with a count and an example. "
            "`questions` asks about what the file leaves open, and `answers` answers that in the next "
            "request with the file. `warnings` lists names that, printed on a ticket, would not lead to "
            "their own place. A file that cannot be read is 400 with the reasons. With `over`, the plan is "
            "brought into a venue of the caller: heights, rakes, categories, images, bodies, label rules and "
            "aliases of what is still there are kept, and `over` in the answer lists what is not. Still "
            "nothing is written: replace the venue with the record, with its `version` as If-Match."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=files.import_venue,
        problems=(VenueNotAllowed, NotFound, Conflict),
        writes_nothing=True,
        query=ImportQuery,
        query_example={"name": "plan.csv"},
        body=bytes,
        body_bytes_max=FILE_BYTES_MAX,
        media_types=("application/octet-stream", ANY_MEDIA_TYPE),
        result=VenueImport,
        result_example={
            "record": {
                "name": "plan",
                "rules": {
                    "layout": {"sections": [{"id": "101", "rows": ["A"], "seats": {"count": 24}}]},
                },
            },
            "report": {
                "format": "table",
                "headline": "24 lines that look like seats; 24 seats taken, none left out.",
                "seats": 24,
                "seatsInFile": 24,
                "seatsLeftOut": 0,
                "taken": [{"text": "Seats were read from lines.", "count": 24, "example": "101 A 1"}],
                "inferred": [{"text": "The file does not name the venue.", "count": 1, "example": "plan"}],
                "leftOut": [],
            },
            "questions": [],
            "over": None,
            **examples.NO_LABEL_WARNINGS,
        },
    ),
    Operation(
        method="GET",
        path="/manage/venues/{venueId}/export",
        operation_id="exportVenue",
        group=MANAGEMENT,
        summary="Write a venue to a file",
        description=(
            "Returns a file with every seat of the venue, to every caller that may read the venue. A file "
            "that was exported can be imported again: the seats, names, ids of other systems and categories "
            "are the same, and places are within a centimetre. Formats differ in what they can hold: a plan "
            "of pretix has no heights, and of the properties of seats places for wheelchairs and companions "
            "alone; tables have no stage. `json` is the record, in which a grantee finds its own aliases."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=files.export_venue,
        path_types={"venueId": VenueId},
        query=ExportQuery,
        query_example={"format": "csv"},
        result=bytes,
        result_media_type="text/csv",
        other_result_media_types=(
            files.XLSX,
            "application/json",
            "application/geo+json",
            "image/svg+xml",
        ),
        problems=(VenueNotAllowed, NotFound),
        command=Command(
            name="venues export",
            help="Write a venue to a file that `venues import` reads: its record, a table, or a drawing.",
            examples=("record.json", "--format csv --out seats.csv"),
        ),
    ),
)
