"""Computations on files of venues, which run in processes of their own, with limits of memory and time.

Files come from strangers, and the readers of formats are what an attacker would try first. Nothing of them is
imported before a process needs it: the worker itself never reads a file.
"""


def import_venue(upload: bytes, file_format: bytes, name: bytes, answers: bytes, over: bytes) -> bytes:
    """Returns the result of importVenue as JSON. `upload` is the path of the file, and `over` a
    `VenueBefore`, or empty.

    Raises ValidationFailed with each reason why the file cannot be read, and with the faults of a record.
    """
    from seatpreview.venues import venue_files

    return venue_files.import_upload(upload, file_format, name, answers, over)


def export_venue(
    document: bytes, compiled: bytes, venue_id: bytes, file_format: bytes, grantee_aliases: bytes
) -> bytes:
    """Returns the file that exportVenue answers with."""
    from seatpreview.venues import venue_files

    return venue_files.export_stored(document, compiled, venue_id, file_format, grantee_aliases)
