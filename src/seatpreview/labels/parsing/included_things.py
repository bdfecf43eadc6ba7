"""Things that come with a place or are sold beside it: parking, dinner, drinks."""

from seatpreview.labels.parsing.label_draft import Draft

_SLASH = frozenset(("/",))
_STOP = frozenset((".",))
_BRACKET = frozenset(("(",))
_INCLUDED_WORDS_BEFORE = 4
_INCLUDED_WORDS_BEHIND = 3
_SHORT_LETTERS_MAX = 3


def set_included_aside(draft: Draft, index: int) -> None:
    """Sets aside a word such as 'with' before something that the venue's names do not have, and an unknown
    word for it: 'incl. driegangendiner'."""
    behind = index + 2 if draft.is_sign_at(index + 1, _STOP) else index + 1
    if behind >= len(draft.tokens) or draft.own[behind]:
        return
    token = draft.tokens[behind]
    if token.is_sign or token.is_number or len(token.text) <= _SHORT_LETTERS_MAX:
        return
    draft.roles[index] = "aside"
    if not draft.general[behind].is_known:
        draft.roles[behind] = "aside"


def is_with(draft: Draft, index: int) -> bool:
    """Returns whether 'with' is written short here: 'w/'."""
    return draft.tokens[index].text == "w" and draft.is_sign_at(index + 1, _SLASH)


def refuse_what_is_no_seat(draft: Draft, index: int) -> None:
    """Refuses parking and the like, unless a seat is named with which it comes: '(parking included)'."""
    reason = f"'{draft.written(index)}' is not a seat"
    near = range(
        max(0, index - _INCLUDED_WORDS_BEFORE), min(len(draft.tokens), index + _INCLUDED_WORDS_BEHIND)
    )
    if any("included" in draft.kinds_at(at) or is_with(draft, at) for at in near):
        draft.refuse_without_row(reason)
        draft.roles[index] = "aside"
    else:
        draft.refuse(reason)


def is_included(draft: Draft, index: int) -> bool:
    """Returns whether something comes with a place: '(catering incluido)', 'incl. diner'."""
    before, behind = index - 1, index + 1
    if draft.is_sign_at(before, _STOP):
        before -= 1
    if before > 0 and ("included" in draft.kinds_at(before) or is_with(draft, before - 1)):
        return True
    return (
        draft.is_sign_at(index - 1, _BRACKET)
        and behind < len(draft.tokens)
        and "included" in draft.kinds_at(behind)
    )
