"""Rules about webhooks: addresses, whose they are, and what a change leaves."""

import ipaddress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seatpreview.problems import ValidationFailed, VenueNotAllowed
from seatpreview.values.caller import OPERATOR, Caller
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, TenantId, VenueId, WebhookId
from seatpreview.webhooks import rules
from seatpreview.webhooks.model import (
    PING,
    WEBHOOK_TYPES,
    CreateWebhookRequest,
    StoredWebhook,
    UpdateWebhookRequest,
    WebhookUrl,
)

TENANT = TenantId("ten_000000000000")
OFFICE = [ipaddress.ip_network("10.1.0.0/16")]
VENUES = tuple(VenueId(f"ven_{letter * 12}") for letter in "abc")


def key(venues: tuple[VenueId, ...] | None = None) -> Caller:
    restricted = None if venues is None else frozenset(venues)
    return Caller(kind="secret", key_id=KeyId.new(), tenant_id=TENANT, scope="tenant", venues=restricted)


def made(caller: Caller, **body: Any) -> StoredWebhook:
    request = CreateWebhookRequest(**{"url": WebhookUrl.parse("https://shop.example/"), **body})
    return rules.new_webhook(caller, request, TENANT, WebhookId.new(), "encrypted", Moment(1))


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("https://Shop.Example", "https://shop.example/"),
        ("https://shop.example:8443/a?b=c", "https://shop.example:8443/a?b=c"),
        ("https://0x7f.1/", "https://127.0.0.1/"),
        ("https://[::FFFF:127.0.0.1]/", "https://[::ffff:7f00:1]/"),
        ("https://b\u00fccher.example/", "https://xn--bcher-kva.example/"),
        ("https://2130706433/", "https://127.0.0.1/"),
    ],
)
def test_a_url_is_stored_as_it_will_be_connected_to(text: str, normal: str) -> None:
    assert WebhookUrl.parse(text) == normal


@pytest.mark.parametrize(
    "text",
    [
        *("", "shop.example", "ftp://shop.example/", "https://", "javascript:alert(1)", "file:///etc/passwd"),
        *("https://user@shop.example/", "https://user:word@shop.example/", "https://:word@shop.example/"),
        *("https://shop.example/#", "https://shop.example/#a", "https://shop.example/ a", "https://a\tb/"),
        *("https://shop.example/" + "a" * 1980, "https://shop.example/" + "\u00fc" * 700),
        *("https://shop.example:0/", "https://shop.example:22/", f"https://{'a' * 300}.example/"),
        *("https://shop..example/", f"https://{'a.' * 130}example/", "http://10.1.2.3:6379:25/"),
    ],
)
def test_other_urls_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"must|is not an address|has "):
        WebhookUrl.parse(text)


@pytest.mark.parametrize(
    ("text", "for_anybody", "with_the_office"),
    [
        ("https://shop.example/", True, True),
        ("http://shop.example/", False, True),  # Its address is judged with each connection.
        ("https://8.8.8.8/", True, True),
        ("http://8.8.8.8/", False, False),
        ("https://10.1.2.3/", False, True),
        ("http://10.1.2.3:8080/", False, True),
        ("https://10.2.0.1/", False, False),
        ("https://0x7f.1/", False, False),
        ("https://localhost/", False, True),
        ("https://a.localhost./", False, True),
        ("https://169.254.169.254/latest/meta-data", False, False),
        ("https://[::ffff:10.1.2.3]/", False, False),
    ],
)
def test_addresses_that_are_not_public_are_refused_at_once(
    text: str, for_anybody: bool, with_the_office: bool
) -> None:
    url = WebhookUrl.parse(text)
    assert (rules.url_fault(url, ()) is None) is for_anybody
    assert (rules.url_fault(url, OFFICE) is None) is with_the_office


def test_only_a_url_that_admin_scope_chose_may_lead_to_a_permitted_network() -> None:
    office = WebhookUrl.parse("http://10.1.2.3/")
    body = UpdateWebhookRequest(url=office)
    by_operator = made(OPERATOR, url=office)
    rules.check_record(by_operator, body, frozenset(), OFFICE)
    kept = rules.updated_webhook(key(), by_operator, body, Moment(2))
    assert kept.is_by_admin, "the tenant sent the address back that was there"
    rules.check_record(kept, body, frozenset(), OFFICE)
    other = UpdateWebhookRequest(url=WebhookUrl.parse("http://10.1.2.4/"))
    moved = rules.updated_webhook(key(), by_operator, other, Moment(2))
    assert not moved.is_by_admin
    with pytest.raises(ValidationFailed, match="/url"):
        rules.check_record(moved, other, frozenset(), OFFICE)


lists_of_venues = st.none() | st.lists(st.sampled_from(VENUES), min_size=1, unique=True).map(tuple)


@given(lists_of_venues, lists_of_venues, lists_of_venues)
def test_nobody_reaches_or_makes_a_webhook_that_hears_of_more_than_they_may_read(
    own: tuple[VenueId, ...] | None,
    before: tuple[VenueId, ...] | None,
    after: tuple[VenueId, ...] | None,
) -> None:
    caller, webhook = key(own), made(OPERATOR, venues=before)
    allowed = own is None or all(each is not None and set(each) <= set(own) for each in (before, after))
    try:
        rules.check_may_update(caller, webhook, UpdateWebhookRequest(venues=after))
    except VenueNotAllowed:
        assert not allowed
    else:
        assert allowed


def test_types_are_all_but_the_summary_unless_they_are_named() -> None:
    for_all, for_some = made(OPERATOR), made(OPERATOR, types=("events.summary", "key.revoked"))
    assert [each for each in WEBHOOK_TYPES if not for_all.hears_of(each)] == ["events.summary"]
    assert [each for each in WEBHOOK_TYPES if for_some.hears_of(each)] == ["key.revoked", "events.summary"]
    assert for_all.hears_of(PING)
    assert for_some.hears_of(PING)


def test_a_webhook_says_why_it_is_not_active_and_begins_anew_when_it_is() -> None:
    webhook = replace(made(key()), failing_since=Moment(1))
    off = rules.updated_webhook(key(), webhook, UpdateWebhookRequest(active=False), Moment(5))
    assert (off.disabled_reason, off.disabled_at, off.version) == ("requested", 5, 2)
    gone = replace(off, disabled_reason="gone")
    still = rules.updated_webhook(key(), gone, UpdateWebhookRequest(active=False), Moment(6))
    assert (still.disabled_reason, still.disabled_at) == ("gone", 5)
    on = rules.updated_webhook(key(), gone, UpdateWebhookRequest(active=True), Moment(7))
    assert (on.active, on.disabled_reason, on.disabled_at, on.failing_since) == (True, None, None, None)
    assert made(key(), active=False).disabled_reason == "requested"


@given(st.integers(0, 10), st.integers(0, 10))
def test_a_rotation_keeps_at_most_the_secret_before(first_grace: int, second_grace: int) -> None:
    webhook, caller = made(key()), key()
    once = rules.rotated_webhook(caller, webhook, "second", Moment(1 + first_grace), Moment(1))
    twice = rules.rotated_webhook(caller, once, "third", Moment(1 + second_grace), Moment(1))
    assert once.old_secret == ("encrypted" if first_grace else None)
    assert (twice.secret, twice.old_secret) == ("third", "second" if second_grace else None)
    assert twice.changed_by == caller.actor
