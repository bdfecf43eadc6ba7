"""Pastes samples into Python, each as a program of its own."""

import contextlib
import io
import json
import os
import sys
import traceback

for run in json.load(sys.stdin):
    os.environ.update(run["variables"])
    fault = ""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(run["source"], run["operation_id"], "exec"), {"__name__": "__main__"})
    except Exception:
        fault = traceback.format_exc()
    sys.stdout.write(json.dumps({"pasted": run["operation_id"], "fault": fault}) + "\n")
