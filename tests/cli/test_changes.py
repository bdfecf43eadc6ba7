"""`seatpreview changes`: lists what changed, and follows what happens until Ctrl-C."""

import json
import re
from pathlib import Path

from cli.program import invoke, result_of
from cli.test_interrupts import Terminal


def test_changes_are_listed_and_a_later_run_goes_on_where_the_first_ended(data_dir: Path) -> None:
    at = ("--data-dir", str(data_dir))
    key = result_of("keys", "create", "--scope", "admin", *at)
    listed = invoke("changes", "--types", "key.created", *at)
    assert listed.exit_code == 0
    last = listed.stdout.splitlines()[-1]
    assert re.fullmatch(rf"\S+ \S+ UTC  key\.created +{key['keyId']}  version 1  by operator", last), last
    position = re.fullmatch(r"To go on from here: --after (\S+)\n", listed.stderr)
    assert position is not None
    invoke("keys", "revoke", key["keyId"], "--yes", *at)
    later = invoke("changes", "--after", position[1], "--json", *at)
    [change] = map(json.loads, later.stdout.splitlines())
    assert (change["type"], change["id"], change["version"]) == ("key.revoked", key["keyId"], 2)
    lost = invoke("changes", "--after", "1-0123", "--types", "key.revoked", *at)
    assert lost.stderr.startswith("The log does not go on at 1-0123: a backup was restored")
    refused = invoke("changes", "--types", "key.lost", *at)
    assert refused.exit_code == 1
    assert refused.stderr.startswith("--types must be types such as key.revoked")


def test_what_happens_elsewhere_is_shown_until_ctrl_c(data_dir: Path) -> None:
    at = ("--data-dir", str(data_dir))
    result_of("keys", "create", "--scope", "admin", *at)
    terminal = Terminal(data_dir, "changes", "--follow", "--after", "start", *at)
    terminal.wait_for("key.created")
    key = result_of("keys", "create", "--scope", "admin", "--label", "Later", *at)
    terminal.wait_for(key["keyId"])
    assert terminal.press_ctrl_c() == 0
    assert terminal.last_line.startswith("To go on from here: --after ")
    assert b"Traceback" not in terminal.shown
