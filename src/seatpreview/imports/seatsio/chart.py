"""What every reader of a seats.io chart needs: where nested charts lie, labels, categories, known members."""

import msgspec

from seatpreview.imports.found_seats import Point
from seatpreview.imports.json_file import TEXT_CHARACTERS_MAX
from seatpreview.imports.model import FoundHall
from seatpreview.imports.report_counts import ImportCounts

UNLABELLED = "?"
"""What seats.io shows in place of a label that is missing."""


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """The floor and section that an object of a chart is in."""

    level: str = ""
    section: str = ""
    shown_section: str = ""
    """The section's display label."""
    zone: int = 0
    """The number of the section in the file."""
    category: str = ""
    """The category of places that name none themselves."""
    origin: Point = (0.0, 0.0)
    """Where the zero of this chart lies in the whole drawing."""
    scale: float = 1.0
    depth: int = 0

    def place(self, point: Point) -> Point:
        """Returns a point of this chart in the coordinates of the whole drawing."""
        return (self.origin[0] + point[0] * self.scale, self.origin[1] + point[1] * self.scale)


class ChartReading(msgspec.Struct):
    """What was read of a chart so far."""

    hall: FoundHall
    counts: ImportCounts
    category_keys: set[str] = msgspec.field(default_factory=set)
    keys_by_label: dict[str, str] = msgspec.field(default_factory=dict)
    accessible_categories: set[str] = msgspec.field(default_factory=set)
    labels: list[tuple[str, str]] = msgspec.field(default_factory=list)
    """The labels of row and seat, for each seat of the hall. Its names are display labels if it has any."""
    sections: int = 0
    parts: set[str] = msgspec.field(default_factory=set)
    """The ids of rows, tables and booths that are in use."""
    view_images: dict[str, int] = msgspec.field(default_factory=dict)
    """How many places name each address of an image."""

    def label(self, found: dict[str, object], kind: str) -> str:
        """Returns an object's label; empty if it has none or the question mark that stands for none."""
        label = self.counts.text(found.get("label"))
        if label and label != UNLABELLED:
            return label
        self.counts.inferred.add(f"There are {kind} without a label.", self.counts.text(found.get("uuid")))
        return ""

    def shown_label(self, found: dict[str, object]) -> str:
        """Returns the label that buyers see, if it is not the object's own one."""
        shown = self.counts.text(found.get("displayLabel")) or self.counts.text(found.get("displayedLabel"))
        return "" if shown == self.counts.text(found.get("label")) else shown

    def category(self, found: dict[str, object]) -> str:
        """Returns the key of an object's category, by the key or the label that the object names."""
        key, label = self.counts.text(found.get("categoryKey")), self.counts.text(found.get("categoryLabel"))
        return key or self.keys_by_label.get(label, label)

    def new_part(self, found: dict[str, object]) -> str:
        """Returns an id for a row, table or booth that no other one has."""
        uuid = self.counts.text(found.get("uuid"))
        part = uuid if uuid and uuid not in self.parts else f"{len(self.parts)}/{uuid}"
        self.parts.add(part)
        return part

    def count_view_image(self, found: dict[str, object]) -> None:
        """Notes the address of an image from a place. Nothing is fetched."""
        image = found.get("viewFromYourSeatImage")
        address = image.get("url") if isinstance(image, dict) else image
        if isinstance(address, str) and address:
            shown = address[:TEXT_CHARACTERS_MAX]
            self.view_images[shown] = self.view_images.get(shown, 0) + 1
        elif image:
            self.counts.left_out.add("Images from seats that are not an address.")

    def report_view_images(self) -> None:
        """Lists the addresses of images in the report, the first ones each by itself."""
        listed = list(self.view_images.items())
        for address, count in listed[:_ADDRESSES_MAX]:
            self.counts.left_out.add(f"The image {address} is not fetched. Places that name it:", count=count)
        for address, count in listed[_ADDRESSES_MAX:]:
            self.counts.left_out.add("Further images from seats are not fetched.", address, count)


_ADDRESSES_MAX = 50


def _members(*lines: str) -> frozenset[str]:
    return frozenset(name for line in lines for name in line.split())


EDITOR_MEMBERS = _members(
    "uuid objectType displayObjectType displayObjectTypeSingular type published locked",
    "label labelSize labelShown labelColor labelHorizontalOffset labelVerticalOffset labelRotationAngle",
    "seatLabeling objectLabeling rowLabelPosition verticalRowLabelDirection rowLabelDisabled textColor",
    "categoryKey categoryLabel categoryAccessible",
    "center width height points rotationAngle curve chairSpacing smooth smoothness cutoffAngle snapOffset",
    "autoRadius openSpaces fillColor strokeColor strokeWidth autoStroke cornerRadius icon translucent",
    "foreground",
)
"""Members that most objects have. Readers take some; the others say how the editor draws the object."""

ROOT_MEMBERS = _members(
    "name version venueType categories zones subChart subChartFloors multiFloorView sectionScaleFactor",
    "tablesLabelCounter uuidCounter showAllButtons rowSpacing rowChairSpacing seatRadius colorScheme",
    "referenceChartVisible",
)
CHART_MEMBERS = _members(
    "width height rows tables booths generalAdmissionAreas shapes texts sections focalPoint icons",
    "imageObjects backgroundImage referenceChart snapOffset floorName floorDisplayName name label uuid",
)
SECTION_MEMBERS = EDITOR_MEMBERS | _members(
    "displayLabel displayedLabel topLeft entrance zone viewFromYourSeatImage subChart"
)
