"""Pastes samples into a shell. A response that is no success fails, as for a reader who looks at it."""

import json
import os
import subprocess
import sys

PRELUDE = 'curl() { command curl --silent --show-error --fail-with-body --max-time 60 "$@"; }\n'

for run in json.load(sys.stdin):
    done = subprocess.run(
        ["bash", "-c", PRELUDE + run["source"]],
        env=os.environ | run["variables"],
        capture_output=True,
        text=True,
        check=False,
    )
    fault = f"{done.stdout}\n{done.stderr}" if done.returncode or done.stderr else ""
    sys.stdout.write(json.dumps({"pasted": run["operation_id"], "fault": fault}) + "\n")
