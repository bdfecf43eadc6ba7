"""The alerts about refusals in deploy/prometheus-alerts.yaml, evaluated by Prometheus's own tool."""

from pathlib import Path

import pytest

from deployment.deployment_files import read_text
from seatpreview.observability.metric_table import REFUSAL_REASONS
from servers.promtool import assert_alerts_of_growth

SHARED = ("key", "tenant", "sessions", "visitors", "venue", "tenant_visitors")
OF_CLIENTS = (
    *("session", "session_address", "session_network", "beacons"),
    *("address", "network", "ends", "pages"),
)
ALERTS = (
    {f"{name}_rate": "SeatPreviewLimitUsedUp" for name in SHARED}
    | {f"{name}_rate": "SeatPreviewClientsRefused" for name in OF_CLIENTS}
    | dict.fromkeys(("requests", "address", "bodies", "waiting", "heavy_work"), "SeatPreviewRefuses")
)


def refused(reason: str) -> str:
    return f'seatpreview_refused_total{{reason="{reason}"}}'


@pytest.mark.long
def test_refusals_for_every_reason_have_an_alert(tmp_path: Path) -> None:
    """The danger: a sale in which thousands are refused, and nobody is told. A reason that is new fails."""
    assert {*ALERTS} == {*REFUSAL_REASONS}
    assert_alerts_of_growth(tmp_path, {refused(reason): (8, {alert}) for reason, alert in ALERTS.items()})


@pytest.mark.long
def test_a_few_refusals_are_no_alert(tmp_path: Path) -> None:
    assert_alerts_of_growth(tmp_path, {refused(reason): (0.5, set()) for reason in ALERTS})


def test_no_label_of_an_alert_is_a_key_or_a_tenant() -> None:
    """Each key would be a series of its own, and whoever reads alerts would learn who the customers are."""
    text = read_text("prometheus-alerts.yaml")
    assert "$labels.key" not in text
    assert "$labels.tenant" not in text
