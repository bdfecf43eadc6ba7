"""Scans a body before it is parsed, for the token of a beacon and for the number of values.

Both scans work on the bytes as sent, in time proportional to their number.
"""

import re

from seatpreview.problems import Fault, KeyInvalid, ValidationFailed
from seatpreview.values.caller import TOKEN_PREFIX

TOKEN_CHARACTERS_MAX = 4096
"""The longest token that is searched for, and the longest that a session may have."""

_SPACES_MAX = 64
_SPACES = rb"[ \t\r\n]{0,%d}" % _SPACES_MAX
_TOKEN = rb'"token"%s:%s"([!#-\[\]-~]{1,%d})"' % (_SPACES, _SPACES, TOKEN_CHARACTERS_MAX)
_FIRST_MEMBER = re.compile(rb"%s\{%s%s%s[,}]" % (_SPACES, _SPACES, _TOKEN, _SPACES))
_LAST_MEMBER = re.compile(rb",%s%s%s\}%s\Z" % (_SPACES, _TOKEN, _SPACES, _SPACES))
_LAST_MEMBER_BYTES_MAX = TOKEN_CHARACTERS_MAX + 6 * _SPACES_MAX


def read_token(raw: bytes) -> str | None:
    """Returns the member `token` of a body, which may or may not be JSON, if it is the first or the last
    member.

    A batch of events has few members, and its documentation says where the token has to be. In a JSON body, a
    member right after the first brace or right before the last one belongs to the outermost object; any other
    body is refused later. A token that is written with escapes, or with more than 64 spaces in a row around
    it, is not found; if it was needed, the events are refused later.

    Raises KeyInvalid for a text that is not a session's token. A key's secret does not belong in a page, and
    is not a credential here.
    """
    found = _FIRST_MEMBER.match(raw) or _LAST_MEMBER.search(raw, max(0, len(raw) - _LAST_MEMBER_BYTES_MAX))
    if found is None:
        return None
    token = found[1].decode("ascii")
    if not token.startswith(TOKEN_PREFIX):
        raise KeyInvalid("The token in a body is a session's: it starts with st_. Send a key as a header.")
    return token


def check_number_of_values(raw: bytes, values_max: int) -> None:
    """Raises ValidationFailed for a body with more members and items than this, at all depths together."""
    if _count_values(raw) <= values_max:
        return  # The count may include commas and brackets inside texts, but is small enough anyway.
    # Without escapes, every second piece between quotation marks is a text.
    outside_texts = raw.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2]
    if _count_values(b"".join(outside_texts)) > values_max:
        raise ValidationFailed(
            f"The body has more than {values_max} members and items. Send less at once.",
            errors=(Fault(pointer="", detail=f"has more than {values_max} members and items"),),
        )


def _count_values(raw: bytes) -> int:
    """Returns an upper bound of the number of values: each one follows a comma, or opens an object or a
    list."""
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{")
