"""The formats that venues are exported to, and the size of files that are imported."""

from typing import Literal

ExportFormat = Literal["csv", "xlsx", "pretix", "geojson", "svg", "json"]
"""`json` is the record itself."""

FILE_BYTES_MAX = 32 << 20
