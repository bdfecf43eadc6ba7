"""Runs the blocks of a page in this process: reads the name of each, and says "done" where it succeeds."""

import contextlib
import os
import sys
import traceback
from pathlib import Path

sys.path.insert(0, os.getcwd())
namespace = {"__name__": "__main__"}
for line in sys.stdin:
    source = Path(line.strip())
    with (
        source.with_suffix(".out").open("w", encoding="utf-8") as output,
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output),
    ):
        try:
            exec(compile(source.read_text(encoding="utf-8"), source, "exec"), namespace)
        except BaseException:
            traceback.print_exc()
            answer = "failed"
        else:
            answer = "done"
    sys.stdout.write(f"{answer}\n")
    sys.stdout.flush()
