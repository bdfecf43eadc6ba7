"""Computations on versions of a record: pure functions of bytes, which run in processes of their own."""

from collections.abc import Collection

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.decoding.inputs import decode
from seatpreview.decoding.json_object import read_object
from seatpreview.labels.model import Parts
from seatpreview.problems import Conflict, ValidationFailed
from seatpreview.publishing.record_changes import ComparedRecord, Surroundings, changes_between
from seatpreview.results import encode
from seatpreview.values.clock import processor_deadline
from seatpreview.venues.computations import CheckedRecord, check_decoded, layout_of, replaced_record
from seatpreview.venues.image_names import image_names
from seatpreview.venues.kept_records import read_kept
from seatpreview.venues.model import Image, ImagerySet, VenueRecord
from seatpreview.venues.record_codec import decode_record
from seatpreview.venues.record_warnings import record_warnings

LABELS_SECONDS_MAX = 10
"""The processor time for resolving labels with both records. Those that are left are counted."""

GONE_MAX = 1000
"""The most names of deleted images that a version lists."""


class RecordInput(msgspec.Struct, frozen=True, array_like=True):
    """A record that is compared."""

    document: bytes
    """The record as JSON, compressed if it comes from a kept version."""
    is_compressed: bool = True
    compiled_layout: bytes = b""
    """The compiled layout; empty if it is not stored."""
    version: int = 0
    """For messages alone."""


class ComparedInputs(msgspec.Struct, frozen=True, array_like=True):
    """What records are compared for, besides themselves: see `Surroundings`."""

    labels: tuple[str | tuple[str, str, str], ...] = ()
    """Labels as texts, or as section, row and seat."""
    event_keys: tuple[str, ...] | None = ()
    uploaded: tuple[str, ...] = ()


class ReadVersion(msgspec.Struct, frozen=True, array_like=True):
    """A kept record, and the images that it names and that do not exist."""

    document: bytes
    images_gone: tuple[str, ...]
    images_gone_count: int


class RestoredRecord(msgspec.Struct, frozen=True, array_like=True):
    """A kept record that was checked as if it were sent now."""

    checked: CheckedRecord
    images_left_out: tuple[str, ...]


def compare_records(before: bytes, after: bytes, inputs: bytes) -> bytes:
    """Returns what changes between two records, as JSON."""
    asked = msgspec.msgpack.decode(inputs, type=ComparedInputs)
    around = Surroundings(
        [
            label if isinstance(label, str) else Parts(section=label[0], row=label[1], seat=label[2])
            for label in asked.labels
        ],
        asked.event_keys,
        asked.uploaded,
    )
    is_out_of_time = processor_deadline(LABELS_SECONDS_MAX)
    return encode(changes_between(_compared(before), _compared(after), around, is_out_of_time))


def read_version(compressed: bytes, uploaded: bytes) -> bytes:
    """Returns a kept record, and which of the images that it names are gone."""
    document = read_kept(compressed)
    gone = sorted(image_names(document) - msgspec.msgpack.decode(uploaded, type=set[str]))
    return msgspec.msgpack.encode(ReadVersion(document, tuple(gone[:GONE_MAX]), len(gone)))


def warnings_of(encoded: bytes) -> bytes:
    """Returns the warnings about a record, as JSON."""
    compared = _compared(encoded)
    return encode(record_warnings(compared.record, compared.layout))


def check_restored(compressed: bytes, document: bytes, compiled: bytes, uploaded: bytes) -> bytes:
    """Checks a kept record as a replacement of the published one in `document`, by the checks of today.

    It leaves out images that do not exist, with the ads that show them. The image links are those of the
    published record: links that were ended stay ended. Raises ValidationFailed for a record whose form is not
    accepted any more.
    """
    kept = decode(read_object(read_kept(compressed)), VenueRecord)
    exist = msgspec.msgpack.decode(uploaded, type=frozenset[str])
    replaced = replaced_record(kept, document, compiled)
    record = _with_images(replace(kept, image_links=replaced.image_links), exist)
    left_out = sorted(_named(kept) - exist)
    return msgspec.msgpack.encode(RestoredRecord(check_decoded(record, replaced), tuple(left_out)))


def _compared(encoded: bytes) -> ComparedRecord:
    given = msgspec.msgpack.decode(encoded, type=RecordInput)
    document = read_kept(given.document) if given.is_compressed else given.document
    try:
        record, layout = decode_record(document), layout_of(given.compiled_layout, document)
    except (ValidationFailed, msgspec.ValidationError) as refusal:
        raise Conflict(
            f"Version {given.version} was published by an earlier release, and its layout is not accepted "
            "any more, so it cannot be compared. Its record can be read."
        ) from refusal
    return ComparedRecord(record, layout, image_names(document))


def _with_images(record: VenueRecord, exist: Collection[str]) -> VenueRecord:
    return replace(
        record,
        imagery_sets=tuple(_set_with_images(each, exist) for each in record.imagery_sets),
        ads=tuple(ad for ad in record.ads if ad.image in exist),
    )


def _set_with_images(imagery_set: ImagerySet, exist: Collection[str]) -> ImagerySet:
    def is_there(image: Image) -> bool:
        return image.object is UNSET or image.object in exist

    return replace(imagery_set, images=tuple(filter(is_there, imagery_set.images)))


def _named(record: VenueRecord) -> set[str]:
    images = (image.object for each in record.imagery_sets for image in each.images)
    return {str(name) for name in images if name is not UNSET} | {str(ad.image) for ad in record.ads}
