"""`seatpreview sessions end`: ends a session while the service runs."""

from pathlib import Path

import httpx

from cli.program import invoke
from servers.service_process import RunningService


def test_a_session_that_is_ended_here_ends_in_the_running_service(demo: RunningService) -> None:
    at = ("--data-dir", str(demo.folder / "data"))
    bearer = {"authorization": f"Bearer {demo.panel_value('Tenant key')}"}
    session = httpx.post(f"{demo.base_address}/sessions", headers=bearer, json={"venue": "harbour"}).json()
    assert demo.caller(session["token"]).status_code == 200
    ended = invoke("sessions", "end", session["sessionId"], *at)
    assert (ended.exit_code, ended.stdout) == (0, f"Ended {session['sessionId']}.\n")
    assert demo.caller(session["token"]).json()["code"] == "session_expired"


def test_an_id_that_was_never_issued_is_refused(data_dir: Path) -> None:
    unknown = invoke("sessions", "end", "ses_3HcV9kQm2WxZ7tBn4RpL", "--data-dir", str(data_dir))
    assert unknown.exit_code == 1
    assert "There is no session with this sessionId" in unknown.stderr
