"""Histograms: adding many values at once gives the same as adding them one by one."""

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Histogram

from seatpreview.observability import metric_families
from seatpreview.observability.measurements import SECONDS


def histogram() -> tuple[CollectorRegistry, Histogram]:
    registry = CollectorRegistry()
    made = Histogram("seconds", "Some.", ("operation",), buckets=SECONDS, registry=registry)
    return registry, made.labels("any")


def counted(registry: CollectorRegistry) -> dict[tuple[str, str], float]:
    return {
        (sample.name, sample.labels.get("le", "")): round(sample.value, 6)
        for metric in registry.collect()
        for sample in metric.samples
        if not sample.name.endswith("_created")
    }


@given(st.lists(st.one_of(st.floats(0, 60), st.sampled_from(SECONDS)), min_size=1))
def test_times_are_counted_together_as_they_would_be_one_by_one(seconds: list[float]) -> None:
    together, all_at_once = histogram()
    apart, one_by_one = histogram()
    metric_families.observe_all(all_at_once, seconds)
    for each in seconds:
        one_by_one.observe(each)
    assert counted(together) == counted(apart)
