"""`seatpreview sessions end`: ends a session while the service runs."""

from pathlib import Path

import httpx

from cli.program import invoke, result_of, running_service


def test_a_session_that_is_ended_here_ends_in_the_running_service(tmp_path: Path, data_dir: Path) -> None:
    at = ("--data-dir", str(data_dir))
    tenant = result_of("tenants", "create", "--name", "Hall", *at)["tenantId"]
    key = result_of("keys", "create", "--tenant", tenant, *at)
    bearer = {"authorization": f"Bearer {key['plaintext']}"}
    with running_service(tmp_path, *at) as service:
        venue = httpx.post(f"{service.base_address}/manage/venues", headers=bearer, json={"name": "Hall"})
        body = {"venue": venue.json()["venueId"]}
        session = httpx.post(f"{service.base_address}/sessions", headers=bearer, json=body).json()
        assert service.caller(session["token"]).status_code == 200
        ended = invoke("sessions", "end", session["sessionId"], *at)
        assert (ended.exit_code, ended.stdout) == (0, f"Ended {session['sessionId']}.\n")
        assert service.caller(session["token"]).json()["code"] == "session_expired"


def test_an_id_that_was_never_issued_is_refused(data_dir: Path) -> None:
    unknown = invoke("sessions", "end", "ses_3HcV9kQm2WxZ7tBn4RpL", "--data-dir", str(data_dir))
    assert unknown.exit_code == 1
    assert "There is no session with this sessionId" in unknown.stderr
