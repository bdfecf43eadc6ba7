"""What a trace tells of a request: where its time went, and nothing that is secret."""

import asyncio
from collections import Counter

import httpx
import pytest

from observability.conftest import TracedService
from servers.polling import wait_until
from servers.trace_collector import ReceivedSpan
from stage import Stage

pytestmark = pytest.mark.long

SEAT = "Section 2, row A, seat 3"
CALLERS_TRACE = "0af7651916cd43dd8448eb211c80319c"
CALLERS_SPAN = "b7ad6b7169203331"


def preview(traced: TracedService, stage: Stage, **headers: str) -> httpx.Response:
    response = traced.http.get(
        "/seats/preview", params={"venue": stage.venue_id, "seat": SEAT}, headers=headers
    )
    assert response.status_code == 200, response.text
    return response


def path_to(span: ReceivedSpan, trace: list[ReceivedSpan]) -> list[str]:
    """The names of the spans that a span is in, from the request on."""
    by_id = {each.span_id: each for each in trace}
    names = [span.name]
    while span.parent_id in by_id:
        span = by_id[span.parent_id]
        names.insert(0, span.name)
    return names


def paths(trace: list[ReceivedSpan]) -> list[list[str]]:
    return [path_to(span, trace) for span in trace]


def test_a_preview_is_a_span_of_its_operation_with_what_it_waited_for(
    traced: TracedService, stage: Stage
) -> None:
    response = preview(traced, stage)
    trace = traced.trace_of(response)
    root = next(span for span in trace if not span.parent_id)
    assert root.name == "previewSeat"
    assert root.kind == "SPAN_KIND_SERVER"
    assert root.attributes == {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "seatpreview.operation": "previewSeat",
        "seatpreview.request_id": response.headers["x-request-id"],
    }
    # What the worker does by itself in the same iteration of its loop shares its check with a request, whose
    # trace then has no statement of that check.
    statement = ["previewSeat", "freshness check", "SELECT"]
    wait_until(lambda: statement in paths(traced.trace_of(preview(traced, stage))))
    engine = "sqlite" if traced.settings.uses_sqlite else "postgresql"
    assert {span.attributes["db.system.name"] for span in trace if span.name == "SELECT"} == {engine}


def test_a_record_that_is_not_in_memory_shows_its_statement_without_values(traced: TracedService) -> None:
    venue_id = traced.stage().venue_id
    trace = traced.trace_of(traced.http.get("/seats/preview", params={"venue": venue_id, "seat": SEAT}))
    calls = {
        span.attributes["code.function.name"]: path_to(span, trace)
        for span in trace
        if span.name == "database read"
    }
    assert calls["seatpreview.imagery.store._rows_of_venue"] == [
        "previewSeat",
        "load record",
        "database read",
    ]
    statements = [str(span.attributes.get("db.query.text")) for span in trace if span.name == "SELECT"]
    assert any("JOIN images" in statement for statement in statements), statements
    assert not any(venue_id in statement for statement in statements)


def test_a_change_shows_its_transaction(traced: TracedService) -> None:
    response = traced.http.post("/manage/keys", json={"scope": "admin", "label": "Traced"})
    trace = traced.trace_of(response)
    written = [path for path in paths(trace) if path[:2] == ["createKey", "database write"]]
    names = {path[-1] for path in written}
    assert "INSERT" in names
    if not traced.settings.uses_sqlite:
        assert {"BEGIN", "COMMIT"} <= names


def test_rate_limits_show_the_round_trip_to_valkey(clustered: TracedService) -> None:
    trace = clustered.trace_of(clustered.http.get("/caller"))
    [call] = [span for span in trace if span.name == "EVALSHA"]
    assert path_to(call, trace) == ["getCaller", "charge rate limits", "EVALSHA"]
    assert call.attributes["db.system.name"] == "redis"
    assert str(call.attributes["server.port"]) in clustered.settings.valkey_url


def test_a_picture_shows_its_heavy_work_and_the_object_store(traced: TracedService, stage: Stage) -> None:
    params = {"venue": stage.venue_id, "seat": SEAT}
    trace = traced.trace_of(traced.http.get("/seats/preview/image", params=params))
    found = paths(trace)
    assert ["getPreviewImage", "compute", "wait for turn"] in found
    assert ["getPreviewImage", "compute", "compute in process"] in found
    assert ["getPreviewImage", "object store put"] in found
    [computed] = [span for span in trace if span.name == "compute"]
    assert str(computed.attributes["code.function.name"]).startswith("seatpreview.preview_images.")


def test_the_trace_of_the_caller_goes_on_and_stands_in_response_and_log(
    traced: TracedService, stage: Stage
) -> None:
    response = preview(traced, stage, traceparent=f"00-{CALLERS_TRACE}-{CALLERS_SPAN}-01")
    _, trace_id, span_id, flags = response.headers["traceresponse"].split("-")
    assert (trace_id, flags) == (CALLERS_TRACE, "01")
    [request] = [span for span in traced.trace_of(response) if span.span_id == span_id]
    assert request.parent_id == CALLERS_SPAN
    assert traced.line_of(response)["trace_id"] == CALLERS_TRACE


def test_a_request_that_is_not_chosen_has_no_spans_and_the_id_of_its_caller(
    traced: TracedService, stage: Stage
) -> None:
    trace_id = "b" * 32
    response = preview(traced, stage, traceparent=f"00-{trace_id}-{CALLERS_SPAN}-00")
    assert response.headers["traceresponse"].split("-")[1::2] == [trace_id, "00"]
    assert traced.line_of(response)["trace_id"] == trace_id
    traced.trace_of(preview(traced, stage))  # Spans are delivered in order.
    assert trace_id not in {span.trace_id for span in traced.collector.spans}


def test_a_problem_is_told_by_its_code(traced: TracedService) -> None:
    [span] = [
        span
        for span in traced.trace_of(traced.http.get("/manage/venues/ven_00000000000000000000"))
        if span.kind == "SPAN_KIND_SERVER"
    ]
    assert span.attributes["seatpreview.problem"] == "not_found"
    assert not span.is_error, "the fault is the client's"


def test_what_requests_share_is_in_the_trace_of_one_that_waits_for_it(traced: TracedService) -> None:
    """One task serves batch after batch. What it does for the second must not be told of the first, whose
    requests are over; and work in the background is in no trace."""

    async def ask_together() -> list[httpx.Response]:
        headers = dict(traced.http.headers)
        async with httpx.AsyncClient(base_url=traced.http.base_url, headers=headers, timeout=60) as http:
            return await asyncio.gather(*(http.get("/caller") for _ in range(60)))

    for response in asyncio.run(ask_together()):
        assert [span.name for span in traced.trace_of(response)].count("freshness check") == 1
    by_id = {span.span_id: span for span in traced.collector.spans}
    below = [span for span in by_id.values() if span.kind != "SPAN_KIND_SERVER"]
    outside = [(span, by_id.get(span.parent_id)) for span in below if not lies_within(span, by_id)]
    assert outside == []


def lies_within(span: ReceivedSpan, by_id: dict[str, ReceivedSpan]) -> bool:
    parent = by_id.get(span.parent_id)
    return (
        parent is not None
        and span.trace_id == parent.trace_id
        and parent.began_ns <= span.began_ns
        and span.ended_ns <= parent.ended_ns
    )


SECRET_VALUES = ["no-such-secret", "Hush, row Q", "https://hush.example", "hush-agent", "hush-label"]


def test_nothing_secret_leaves_the_process(traced: TracedService, stage: Stage) -> None:
    """A collector is often somebody else's. Keys, tokens, queries, headers, bodies and values of statements
    stay here, also where a statement fails and PostgreSQL's message quotes them."""
    http = traced.http
    keyless = {
        "kind": "keyless",
        "label": "hush-label",
        "allowedOrigins": ["https://hush.example"],
        "allowOriginOnly": True,
    }
    tenant = http.post("/manage/tenants", json={"name": "hush-label"}).json()
    created = http.post("/manage/keys", json=keyless | {"tenantId": tenant["tenantId"]})
    assert created.status_code == 201, created.text
    refused = http.post("/manage/keys", json=keyless | {"tenantId": tenant["tenantId"]})
    assert refused.status_code == 409
    wrong = http.get("/caller", headers={"authorization": "Bearer sk_live_no-such-secret"})
    assert wrong.status_code == 401
    session = http.post("/sessions", json={"venue": stage.venue_id}).json()
    asked = http.get(
        "/seats/preview",
        params={"venue": stage.venue_id, "seat": "Hush, row Q"},
        headers={"authorization": f"Bearer {session['token']}", "user-agent": "hush-agent"},
    )
    for response in (created, refused, wrong, asked):
        traced.trace_of(response)
    received = traced.collector.bodies
    secrets = [*SECRET_VALUES, traced.admin_key, session["token"], stage.token]
    assert [secret for secret in secrets if secret.encode() in received] == []
    assert {span.message for span in traced.collector.spans} == {""}


def test_names_of_spans_are_few(traced: TracedService, stage: Stage) -> None:
    responses = [traced.http.get(f"/no/such/path/{number}") for number in range(30)]
    traced.trace_of(responses[-1])
    names = Counter(span.name for span in traced.collector.spans)
    assert names["unknownPath"] >= 30
    assert len(names) < 60, names


def test_the_service_names_itself(traced: TracedService) -> None:
    traced.trace_of(traced.http.get("/caller"))
    assert traced.collector.resource["service.name"] == "seatpreview"
    assert traced.collector.resource["service.version"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_what_is_no_operation_is_named_as_in_the_log(traced: TracedService, path: str) -> None:
    response = httpx.get(traced.settings.address + path)
    [span] = [span for span in traced.trace_of(response) if span.kind == "SPAN_KIND_SERVER"]
    line = traced.line_of(response)
    assert span.name == line["operation"] != "unrouted"
