"""Recognises the format of a JSON file by its members."""

from seatpreview.imports.area_tree import is_area_tree
from seatpreview.imports.model import FileFormat, UnreadableFile


def recognise_json(content: object) -> FileFormat:
    """Returns the format of parsed JSON; raises `UnreadableFile`, which lists the formats that are known."""
    if _is_list_of_areas(content):
        return "areas"
    found = _format_of_object(content) if isinstance(content, dict) else None
    if found is None:
        raise UnreadableFile(_UNKNOWN)
    return found


def _format_of_object(content: dict[str, object]) -> FileFormat | None:
    # A chart of seats.io has zones too, as an object: it is asked about before pretix.
    if content.keys() & _SEATSIO_MEMBERS:
        return "seatsio"
    if _has_zones(content) or _has_zones(content.get("layout")):
        return "pretix"
    if content.get("type") in _GEOJSON_TYPES:
        return "geojson"
    if _is_area(content) or _is_list_of_areas(content.get("areas")):
        return "areas"
    if content.keys() & _RECORD_MEMBERS:
        return "record"
    if content.keys() & _LAYOUT_MEMBERS:
        return "layout"
    # Areas of other spellings, or wrapped in a plan: nothing of Seat Preview has members of these names.
    return "areas" if is_area_tree(content) else None


def _has_zones(content: object) -> bool:
    return isinstance(content, dict) and isinstance(content.get("zones"), list)


def _is_list_of_areas(content: object) -> bool:
    return isinstance(content, list) and bool(content) and all(_is_area(item) for item in content)


def _is_area(content: object) -> bool:
    kind = content.get("type") if isinstance(content, dict) else None
    return isinstance(kind, str) and kind.lower() in _AREA_TYPES


_SEATSIO_MEMBERS = frozenset({"subChart", "subChartFloors", "venueType"})
_GEOJSON_TYPES = ("FeatureCollection", "Feature")
_AREA_TYPES = frozenset({"group", "reserved", "unreserved"})
_RECORD_MEMBERS = frozenset({"rules", "imagerySets", "viewerDefaults", "aliases", "imageLinks"})
_LAYOUT_MEMBERS = frozenset({"sections", "focus", "configurations", "hall"})
_UNKNOWN = (
    "The JSON in the file has no format that is known. Known are: a seating plan of pretix (with 'zones'), a "
    "chart of seats.io (with 'subChart' or 'subChartFloors'), GeoJSON (with the type 'FeatureCollection'), "
    "areas of Spektrix (with the type 'Group', 'Reserved' or 'Unreserved'), and a record (with 'rules') or a "
    "layout (with 'sections') of Seat Preview."
)
