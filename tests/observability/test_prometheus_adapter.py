"""What the service relies on in prometheus-client, although that does not document it: fails where a new
version lacks it.

Where such a test fails, look at how the new version does it, and change observability/prometheus_adapter.py.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Histogram

from seatpreview.observability.prometheus_adapter import add_to_histogram, worker_pids
from servers.small_disk import with_small_disk


def test_a_histogram_has_a_sum_and_a_value_for_each_bucket_that_can_be_increased() -> None:
    histogram = Histogram("seconds", "Some.", buckets=(1, 2), registry=CollectorRegistry())
    assert callable(histogram._sum.inc)
    assert len(histogram._buckets) == 3, "the last one has no upper bound"
    assert all(callable(bucket.inc) for bucket in histogram._buckets)


def test_values_are_added_to_their_buckets_and_to_the_sum() -> None:
    registry = CollectorRegistry()
    histogram = Histogram("seconds", "Some.", buckets=(1, 2), registry=registry)
    add_to_histogram(histogram, [(0, 3), (2, 1)], 12.5)
    found = {le: registry.get_sample_value("seconds_bucket", {"le": le}) for le in ("1.0", "2.0", "+Inf")}
    assert found == {"1.0": 3, "2.0": 3, "+Inf": 4}
    assert registry.get_sample_value("seconds_sum") == 12.5


GAUGES = """
import os
from prometheus_client import Gauge
for mode in ("livesum", "livemax", "liveall"):
    Gauge(mode, "Some.", multiprocess_mode=mode).set(1)
print(os.getpid())
"""


def test_the_files_of_gauges_name_their_process(tmp_path: Path) -> None:
    written = subprocess.run(
        [sys.executable, "-c", GAUGES],
        env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert len([*tmp_path.glob("gauge_live*.db")]) == 3
    assert worker_pids(tmp_path) == {int(written.stdout)}


SERIES = """
import sys
from pathlib import Path
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.multiprocess import MultiProcessCollector
from seatpreview.observability.prometheus_adapter import reserve_room_for_metrics
from servers.small_disk import fill

folder = Path(sys.argv[1])
if sys.argv[2] == "full before it starts":
    fill(folder)
reserve_room_for_metrics()
counter = Counter("seen", "Some.", ["name"])
for number in range(100):
    counter.labels(f"early {number}").inc()
fill(folder)
for number in range(3_000):
    counter.labels(f"late {number}").inc()
    counter.labels(f"late {number}").inc()
registry = CollectorRegistry()
MultiProcessCollector(registry, str(folder))
seen = {sample.labels["name"] for metric in registry.collect() for sample in metric.samples}
print(len([name for name in seen if name.startswith("early")]))
"""


@pytest.mark.parametrize(("moment", "seen"), [("full before it starts", 0), ("full while it runs", 100)])
def test_a_full_disk_ends_no_process_that_counts(tmp_path: Path, moment: str, seen: int) -> None:
    counted = subprocess.run(
        with_small_disk(tmp_path, 1, [sys.executable, "-c", SERIES, str(tmp_path), moment]),
        env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (counted.returncode, counted.stdout) == (0, f"{seen}\n"), counted.stderr[-2_000:]
