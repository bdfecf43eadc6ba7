"""Session tokens: no character of one can be changed."""

import base64
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seatpreview.problems import KeyInvalid
from seatpreview.sessions.tokens import decode_token, encode_token
from seatpreview.signing import Signing
from seatpreview.values.caller import CallToActionClaim, SessionClaims
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, SessionId, TenantId, VenueId

SIGNING = Signing(b"a secret of the tests")

moments = st.integers(0, 1 << 60).map(Moment)
claims = st.builds(
    SessionClaims,
    session_id=st.just(SessionId("ses_000000000000")),
    key_id=st.just(KeyId("key_000000000000")),
    tenant_id=st.just(TenantId("ten_000000000000")),
    venue_id=st.just(VenueId("ven_000000000000")),
    seats=st.lists(st.text(max_size=20), max_size=5).map(tuple),
    configuration=st.none() | st.text(max_size=40),
    locale=st.none() | st.sampled_from(["en", "de"]),
    origin=st.none() | st.just("https://shop.example"),
    created_at=moments,
    expires_at=moments,
    cta=st.none() | st.builds(CallToActionClaim, st.none() | st.text(max_size=60), st.text(max_size=200)),
    events=st.sampled_from(["on", "off"]),
    purpose=st.sampled_from(["buyer", "staff"]),
)


@given(claims)
def test_a_token_says_what_was_sealed(made: SessionClaims) -> None:
    assert decode_token(SIGNING, encode_token(SIGNING, made)) == made


@pytest.mark.parametrize(
    ("members", "defaults"),
    [(10, {"cta": None, "events": "on", "purpose": "buyer"}), (12, {"purpose": "buyer"})],
)
@given(made=claims)
def test_a_token_of_an_earlier_version_is_read_with_defaults_for_what_it_lacks(
    members: int, defaults: dict[str, Any], made: SessionClaims
) -> None:
    earlier = msgspec.msgpack.encode(msgspec.to_builtins(made, enc_hook=str)[:members])
    message = b"\0" * (-len(earlier) % 3) + earlier
    token = "st_" + base64.urlsafe_b64encode(SIGNING.sign("session", message) + message).decode()
    assert decode_token(SIGNING, token) == replace(made, **defaults)


@given(claims, st.data())
def test_no_character_of_a_token_can_be_changed(made: SessionClaims, data: st.DataObject) -> None:
    token = encode_token(SIGNING, made)
    place = data.draw(st.integers(3, len(token) - 1))
    other = data.draw(st.characters(codec="ascii").filter(lambda character: character != token[place]))
    for changed in (
        token[:place] + other + token[place + 1 :],
        token[:place] + token[place + 1 :],
        token[:place] + other + token[place:],
        token + "=",
    ):
        with pytest.raises(KeyInvalid):
            decode_token(SIGNING, changed)


@given(claims)
def test_a_token_of_another_installation_is_refused(made: SessionClaims) -> None:
    token = encode_token(Signing(b"another secret"), made)
    with pytest.raises(KeyInvalid):
        decode_token(SIGNING, token)
