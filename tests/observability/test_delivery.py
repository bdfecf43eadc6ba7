"""A collector that is away or silent harms nothing: requests are answered, and memory is bounded."""

from pathlib import Path

import httpx
import pytest
from opentelemetry.trace import SpanKind

from docs.generated_pages import ROOT
from observability.conftest import TracedService, traced_service
from seatpreview.observability.trace_delivery import deliver_the_rest, tracer_provider
from servers.polling import wait_until
from servers.trace_collector import running_collector

QUEUE_SPANS_MAX = 128
BATCH_SPANS_MAX = 32
SPANS_OF_A_REQUEST = 3
"""Spans of GET /caller on SQLite: the request, its freshness check, and the statement of that."""


def ask(service: TracedService, times: int = 1) -> httpx.Response:
    responses = [service.http.get("/caller") for _ in range(times)]
    assert {response.status_code for response in responses} == {200}
    return responses[-1]


def has_logged(service: TracedService, words: str) -> bool:
    return words in service.worker.log()


@pytest.mark.long
def test_a_collector_that_fails_harms_nothing_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "3")
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", str(QUEUE_SPANS_MAX))
    monkeypatch.setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", str(BATCH_SPANS_MAX))
    with traced_service(tmp_path) as service:
        collector = service.collector
        trace = service.trace_of(ask(service))
        assert {span.name for span in trace} >= {"SELECT", "load record", "getCaller"}
        assert {span.attributes["db.system.name"] for span in trace if span.name == "SELECT"} == {"sqlite"}

        collector.stop()
        ask(service)
        wait_until(lambda: has_logged(service, '"event":"traces are not delivered, and are lost"'))
        ask(service)
        assert service.worker.log().count("traces are not delivered") == 1, "told once, not for each batch"

        collector.start()
        service.trace_of(ask(service))
        wait_until(lambda: has_logged(service, '"event":"traces are delivered again"'))
        page = (ROOT / "docs" / "traces.md").read_text(encoding="utf-8")
        for event in ("traces are not delivered, and are lost", "traces are delivered again"):
            assert f'"event":"{event}"' in page

        # Frozen: it takes connections, and does not answer.
        collector.speaks.clear()
        ask(service)
        wait_until(lambda: collector.waiting > 0)
        before = len(collector.spans)
        ask(service, (QUEUE_SPANS_MAX + 2 * BATCH_SPANS_MAX) // SPANS_OF_A_REQUEST + 100)
        assert has_logged(service, "Queue full, dropping Span.")
        collector.speaks.set()
        service.trace_of(ask(service))
        # A batch that got no answer in time was replaced by the next one, and the collector has both.
        batches = collector.waiting + 1
        spans_max = QUEUE_SPANS_MAX + batches * BATCH_SPANS_MAX + SPANS_OF_A_REQUEST
        assert len(collector.spans) - before <= spans_max

        waiting = collector.waiting
        collector.speaks.clear()
        ask(service)
        wait_until(lambda: collector.waiting > waiting)
        ask(service)
        service.worker.stop()
        assert has_logged(service, "traces are lost, since the collector does not answer at the stop")


@pytest.mark.long
def test_a_stop_delivers_what_there_is_by_the_variables_of_opentelemetry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "3600000")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-token=of-the-collector")
    monkeypatch.setenv("OTEL_SERVICE_NAME", "seats-of-the-arena")
    with running_collector() as collector:
        provider = tracer_provider(collector.url, "1")
        provider.get_tracer("test").start_span("request", kind=SpanKind.SERVER).end()
        assert collector.spans == []
        deliver_the_rest(provider)
        assert [span.name for span in collector.spans] == ["request"]
        assert collector.headers["x-token"] == "of-the-collector"
        assert collector.resource["service.name"] == "seats-of-the-arena"


def test_the_words_of_an_exception_and_attributes_that_are_not_listed_stay_here() -> None:
    """A driver's message may quote values, and an instrumented package may tell more in its next version."""
    with running_collector() as collector:
        provider = tracer_provider(collector.url, "1")
        tracer = provider.get_tracer("test")
        with tracer.start_as_current_span("request", kind=SpanKind.SERVER) as request:
            request.record_exception(ValueError("hush-event"))
            attributes = {"db.query.text": "SELECT 1", "db.statement.parameters": "hush-parameter"}
            with (
                pytest.raises(ValueError, match="hush"),
                tracer.start_as_current_span("SELECT", kind=SpanKind.CLIENT, attributes=attributes),
            ):
                raise ValueError("hush-message")
        deliver_the_rest(provider)
        assert [span.name for span in collector.spans] == ["SELECT", "request"]
        assert collector.spans[0].attributes == {"db.query.text": "SELECT 1"}
        assert collector.spans[0].is_error
        assert b"hush" not in collector.bodies
