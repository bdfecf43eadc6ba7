"""Ids of sessions: nobody but their tenant's keys can do anything with one, and none can be forged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.problems import NotFound, VenueNotAllowed
from seatpreview.sessions.rules import check_may_end
from seatpreview.sessions.tokens import VerifiedSessionId, new_session_id
from seatpreview.signing import Signing
from seatpreview.values.caller import Caller
from seatpreview.values.ids import ALPHABET, KeyId, SessionId, TenantId, VenueId

SIGNING = Signing(b"a secret of the tests")
suffixes = st.text(ALPHABET, min_size=12, max_size=24)
tenants = suffixes.map(lambda suffix: TenantId(f"ten_{suffix}"))
venues = suffixes.map(lambda suffix: VenueId(f"ven_{suffix}"))


def caller(tenant_id: TenantId | None, *restriction: VenueId, restricted: bool = False) -> Caller:
    return Caller(
        kind="secret",
        key_id=KeyId("key_000000000000"),
        tenant_id=tenant_id,
        scope="admin" if tenant_id is None else "tenant",
        venues=frozenset(restriction) if restricted else None,
    )


@given(tenants, venues)
def test_an_id_has_the_form_of_an_id_and_is_new(tenant: TenantId, venue: VenueId) -> None:
    made = new_session_id(SIGNING, tenant, venue)
    assert SessionId.parse(made) == made
    assert len(made) == 44
    assert made != new_session_id(SIGNING, tenant, venue)
    assert tenant[4:] not in made
    assert venue[4:] not in made


@given(tenants, venues, tenants, venues)
def test_the_tenant_of_a_session_may_end_it_and_no_other_tenant(
    tenant: TenantId, venue: VenueId, other: TenantId, elsewhere: VenueId
) -> None:
    """Attack: ending the sessions of another tenant's buyers."""
    made = new_session_id(SIGNING, tenant, venue)
    check_may_end(caller(tenant), SIGNING, made)
    check_may_end(caller(None), SIGNING, made)
    check_may_end(caller(tenant, venue, elsewhere, restricted=True), SIGNING, made)
    if other != tenant:
        with pytest.raises(NotFound):
            check_may_end(caller(other), SIGNING, made)
    if elsewhere != venue:
        for restriction in ((), (elsewhere,)):
            with pytest.raises(VenueNotAllowed):
                check_may_end(caller(tenant, *restriction, restricted=True), SIGNING, made)


@given(tenants, venues, st.data())
def test_no_character_of_an_id_can_be_changed(tenant: TenantId, venue: VenueId, data: st.DataObject) -> None:
    made = new_session_id(SIGNING, tenant, venue)
    place = data.draw(st.integers(4, len(made) - 1))
    other = data.draw(st.sampled_from(ALPHABET).filter(lambda character: character != made[place]))
    for changed in (
        made[:place] + other + made[place + 1 :],
        made[:place] + made[place + 1 :],
        made[:place] + other + made[place:],
    ):
        assert VerifiedSessionId.of(SIGNING, SessionId(changed)) is None


@given(suffixes.map(lambda suffix: SessionId(f"ses_{suffix}")))
def test_an_id_that_was_not_issued_is_nobodys(session_id: SessionId) -> None:
    with pytest.raises(NotFound):
        check_may_end(caller(None), SIGNING, session_id)
    assert VerifiedSessionId.of(SIGNING, SessionId.new()) is None, "nor is one of the old form"


def test_an_id_is_recognised_after_a_rotation_of_the_signing_secret() -> None:
    tenant, venue = TenantId.new(), VenueId.new()
    made = new_session_id(Signing(b"old"), tenant, venue)
    check_may_end(caller(tenant, venue, restricted=True), Signing(b"new", b"old"), made)
    with pytest.raises(NotFound):
        check_may_end(caller(tenant), Signing(b"new"), made)
