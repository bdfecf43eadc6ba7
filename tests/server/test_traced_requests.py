"""Which requests are recorded, and whose trace they are in."""

import ipaddress
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider

from seatpreview.observability.trace_delivery import RequestSampler
from seatpreview.server.traced_requests import _TracedApplication
from seatpreview.settings.settings import Settings

pytestmark = pytest.mark.anyio

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
RECORDED, NOT_RECORDED = f"00-{TRACE}-{SPAN}-01", f"00-{TRACE}-{SPAN}-00"
SHOP, ANYBODY, PROXY = "10.1.2.3", "203.0.113.9", "10.9.9.9"
NETWORK = ipaddress.ip_network("10.1.0.0/16")


async def answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def ask(
    *traceparents: str, address: str = ANYBODY, chance: float = 0.5, forwarded_for: str | None = None
) -> tuple[str, bool]:
    """Asks a service that records one in two, and returns the trace's id in the response, and whether it was
    recorded."""
    settings = Settings(
        traces_one_in=2,
        traces_trusted=(NETWORK,),
        trusted_proxies=(ipaddress.ip_network(PROXY),),
    )
    tracer = TracerProvider(RequestSampler(), shutdown_on_exit=False).get_tracer("test")
    application = _TracedApplication(answer, tracer, settings, lambda: chance)
    headers = [(b"traceparent", sent.encode()) for sent in traceparents]
    if forwarded_for is not None:
        headers.append((b"x-forwarded-for", forwarded_for.encode()))
    scope = {
        "type": "http",
        "method": "GET",
        "raw_path": b"/",
        "query_string": b"",
        "headers": headers,
        "client": (address, 1),
    }
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    await application(scope, receive, send)
    if not sent[0]["headers"]:
        return "none", False
    [(name, value)] = sent[0]["headers"]
    assert name == b"traceresponse"
    version, trace_id, _, flags = value.decode().split("-")
    assert version == "00"
    return trace_id, flags == "01"


@pytest.mark.parametrize("sent", [RECORDED, NOT_RECORDED])
@pytest.mark.parametrize(("chance", "is_recorded"), [(0.49, True), (0.5, False)])
async def test_a_stranger_cannot_decide_whether_it_is_recorded(
    sent: str, chance: float, is_recorded: bool
) -> None:
    """Attack: a client that marks every request as recorded, so that the service records all of them."""
    assert await ask(sent, chance=chance) == (TRACE, is_recorded)


async def test_a_stranger_cannot_choose_an_id_that_is_always_recorded() -> None:
    """Attack: the usual sampler decides by the last bits of the id, which a client may choose."""
    lowest = f"{'0' * 31}1"
    assert await ask(f"00-{lowest}-{SPAN}-01", chance=0.99) == (lowest, False)


@pytest.mark.parametrize(("sent", "is_recorded"), [(RECORDED, True), (NOT_RECORDED, False)])
@pytest.mark.parametrize("chance", [0.0, 0.99])
async def test_a_trusted_caller_decides(sent: str, is_recorded: bool, chance: float) -> None:
    assert await ask(sent, address=SHOP, chance=chance) == (TRACE, is_recorded)
    assert await ask(sent, address=PROXY, forwarded_for=SHOP, chance=chance) == (TRACE, is_recorded)


async def test_an_address_that_a_stranger_claims_is_not_trusted() -> None:
    assert await ask(RECORDED, forwarded_for=SHOP, chance=0.99) == (TRACE, False)


@pytest.mark.parametrize(
    "sent",
    [
        (),
        (RECORDED, RECORDED),
        ("",),
        (f"00-{'0' * 32}-{SPAN}-01",),
        (f"00-{TRACE}-{'0' * 16}-01",),
        (f"ff-{TRACE}-{SPAN}-01",),
        (f"00-{TRACE}-{SPAN}-01-more",),
        (f"00-{TRACE}-{SPAN}",),
        ("\xff" * 5000,),
    ],
)
async def test_without_a_valid_traceparent_a_trace_begins_if_it_is_recorded(sent: tuple[str, ...]) -> None:
    assert await ask(*sent, address=SHOP, chance=0.99) == ("none", False)
    trace_id, is_recorded = await ask(*sent, address=SHOP, chance=0.0)
    assert trace_id != TRACE
    assert int(trace_id, 16)
    assert is_recorded
