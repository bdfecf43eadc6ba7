"""What importVenue and exportVenue take and return."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.imports.file_formats import ExportFormat
from seatpreview.imports.model import FileFormat, ImportReport
from seatpreview.values.validated_text import Name
from seatpreview.venues.label_warnings_model import SectionsNotChecked, Warnings, WarningsCount
from seatpreview.venues.model import VenueRecord


class ImportQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of importVenue."""

    format: (
        Annotated[FileFormat, Meta(description="The format of the file. Default: its content tells.")]
        | UnsetType
    ) = UNSET
    name: (
        Annotated[
            Name,
            Meta(
                description=(
                    "The name of the venue, or that of the file with its ending: `hall.svg`. The name of a "
                    "file is used only if the file does not name the venue."
                )
            ),
        ]
        | UnsetType
    ) = UNSET


class ExportQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of exportVenue."""

    format: Annotated[
        ExportFormat,
        Meta(
            description=(
                "`csv` and `xlsx` have a line for each seat, `pretix` is a seating plan of pretix, `geojson` "
                "and `svg` are drawings in metres, and `json` is the record."
            )
        ),
    ] = "json"


class ImportedRecord(VenueRecord, frozen=True, kw_only=True):
    """The record of a venue that was read from a file, as createVenue and replaceVenue take it."""


class VenueImport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A record that was read from a file and stored nowhere, and what became of each part of the file."""

    record: ImportedRecord
    report: ImportReport
    warnings: Warnings
    warnings_count: WarningsCount
    sections_not_checked: SectionsNotChecked
