"""Turns files of all formats into checked records, and venues into files."""

import os
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import to_builtins
from msgspec.structs import replace

from seatpreview.decoding.inputs import decode
from seatpreview.imports.exports.exported_hall import exported_hall
from seatpreview.imports.exports.geojson_export import write_geojson
from seatpreview.imports.exports.pretix_export import write_pretix
from seatpreview.imports.exports.svg_export import write_svg
from seatpreview.imports.exports.table_export import write_csv, write_xlsx
from seatpreview.imports.file_formats import ExportFormat
from seatpreview.imports.file_import import FILE_FORMATS, ImportedVenue, import_file
from seatpreview.imports.model import ImportReport, UnreadableFile
from seatpreview.imports.plausibility import judge_layout
from seatpreview.imports.questions import Answers, parse_answers
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.results import encode
from seatpreview.values.ids import VenueId
from seatpreview.venues import rules
from seatpreview.venues.computations import layout_of
from seatpreview.venues.import_over.merged_record import MergedRecord, import_over
from seatpreview.venues.label_warnings import label_warnings
from seatpreview.venues.model import FoundWarnings, KeptWork, VenueBefore, VenueRecord
from seatpreview.venues.record_codec import decode_aliases, decode_record, encode_record

RECORD_BYTES_MAX = 16 << 20
"""createVenue takes no larger body."""
SENTENCES_MAX = 100


def import_upload(upload: bytes, file_format: bytes, name: bytes, answers: bytes, over: bytes) -> bytes:
    """Does what `file_computations.import_venue` says."""
    before = msgspec.msgpack.decode(over, type=VenueBefore) if over else None
    stated = next((known for known in FILE_FORMATS if known == file_format.decode()), None)
    try:
        given = parse_answers([answers.decode()])
        imported = import_file(Path(os.fsdecode(upload)).read_bytes(), stated, name.decode() or None, given)
    except UnreadableFile as refusal:
        raise _unreadable(refusal) from refusal
    if before is None:
        found = checked(imported)
        record, kept_work = encode(found.imported.record), None
    else:
        own = decode_record(before.document)
        found, merged = merged_import(
            imported, own, layout_of(before.compiled_layout, before.document), given
        )
        record = encode_record(merged.record)
        kept_work = KeptWork(
            venue_id=VenueId(before.venue_id),
            version=before.version,
            kept=merged.kept,
            changed=merged.changed,
            not_kept=merged.not_kept,
        )
    if len(record) > RECORD_BYTES_MAX:
        raise ValidationFailed(
            f"The record of this file has {len(record):,} bytes, and a venue has at most "
            f"{RECORD_BYTES_MAX:,}. Split the plan into several venues."
        )
    members = {
        "record": msgspec.Raw(record),
        "report": found.imported.report,
        "questions": found.imported.questions,
        "over": kept_work,
    }
    warnings = to_builtins(found.found)
    del warnings["findings"]  # They are in the report.
    return encode(members | warnings)


class CheckedImport(NamedTuple):
    """An imported record with its compiled layout, and the warnings about its names."""

    imported: ImportedVenue
    layout: CompiledLayout
    found: FoundWarnings


def checked(imported: ImportedVenue) -> CheckedImport:
    """Compiles the layout of an imported record as createVenue would, and counts its seats in the report.

    Raises ValidationFailed with every fault of the record.
    """
    record = decode(imported.record, VenueRecord)
    layout = rules.check_and_compile(record)
    report = imported.report
    if report.format in ("record", "layout"):
        text = f"A {report.format} of Seat Preview with {layout.seat_count:,} seats."
        report = replace(report, headline=text, seats_in_file=layout.seat_count)
    imported = replace(imported, report=_judged(report, layout))
    return CheckedImport(imported, layout, label_warnings(record, layout))


def _judged(report: ImportReport, layout: CompiledLayout) -> ImportReport:
    """Adds what is hardly true of the layout to a report, the grave to its headline as well."""
    findings = judge_layout(layout)
    headline = " ".join([report.headline, *(finding.text for finding in findings if finding.is_grave)])
    return replace(report, headline=headline, seats=layout.seat_count, findings=findings)


def merged_import(
    imported: ImportedVenue, own: VenueRecord, own_layout: CompiledLayout, answers: Answers
) -> tuple[CheckedImport, MergedRecord]:
    """Returns the record of a venue with an imported plan, checked, and what was kept of the venue.

    Raises ValidationFailed for a record of Seat Preview, which says everything itself, and for faults.
    """
    if imported.report.format in ("record", "layout"):
        raise ValidationFailed(
            f"The file is a {imported.report.format} of Seat Preview, which says everything itself. "
            "Replace the venue with it, or import the plan of another system over the venue."
        )
    plan = decode(imported.record | {"name": str(own.name)}, VenueRecord)
    plan_layout = rules.check_and_compile(plan)
    chosen = {question.id for question in imported.questions if question.chosen != question.assumed}
    is_turned_by_hand = not _TURNED_BY_HAND.isdisjoint({*answers, *chosen})
    merged = import_over(own, own_layout, plan, plan_layout, is_turned_by_hand=is_turned_by_hand)
    report = _judged(imported.report, merged.layout)
    record = {"name": str(own.name)} | imported.record
    found = label_warnings(merged.record, merged.layout)
    questions = imported.questions
    if merged.is_placed and not is_turned_by_hand:
        questions = tuple(question for question in questions if question.id not in _TURNED_BY_HAND)
    imported = replace(imported, record=record, report=report, questions=questions)
    return CheckedImport(imported, merged.layout, found), merged


_TURNED_BY_HAND = frozenset({"flip", "turn", "scale", "side", "up", "stage"})
"""Answers by which somebody says how the plan is to stand. Where the venue says it, nobody is asked."""


def export_stored(
    document: bytes, compiled: bytes, venue_id: bytes, file_format: bytes, grantee_aliases: bytes
) -> bytes:
    """Does what `file_computations.export_venue` says."""
    record = decode_record(document)
    if grantee_aliases:
        record = replace(record, aliases=decode_aliases(grantee_aliases))
    layout = layout_of(compiled, document)
    return exported_file(record, layout, venue_id.decode(), _EXPORTED[file_format.decode()])


def exported_file(
    record: VenueRecord, layout: CompiledLayout, venue_id: str, file_format: ExportFormat
) -> bytes:
    """Returns a venue as a file of a format."""
    if file_format == "json":
        return msgspec.json.format(encode_record(record), indent=2) + b"\n"
    hall = exported_hall(layout, venue_id, str(record.name))
    if file_format == "csv":
        return write_csv(hall.seats)
    if file_format == "xlsx":
        return write_xlsx(hall.seats)
    if file_format == "pretix":
        return write_pretix(hall)
    return write_geojson(hall) if file_format == "geojson" else write_svg(hall)


_EXPORTED: dict[str, ExportFormat] = {
    "csv": "csv",
    "xlsx": "xlsx",
    "pretix": "pretix",
    "geojson": "geojson",
    "svg": "svg",
    "json": "json",
}


def _unreadable(refusal: UnreadableFile) -> ValidationFailed:
    sentences = [str(sentence) for sentence in refusal.sentences[:SENTENCES_MAX]]
    if len(sentences) == 1:
        return ValidationFailed(sentences[0])
    faults = tuple(Fault(pointer="", detail=sentence) for sentence in sentences)
    return ValidationFailed(
        f"The file has {len(refusal.sentences)} faults; the first are listed in errors.", errors=faults
    )
