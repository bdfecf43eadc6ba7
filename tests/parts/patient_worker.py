"""The worker's application for tests: it waits for PostgreSQL as long as a busy machine takes.

A service gives up a freshness check after a second, which tests/database tests. Elsewhere that would fail
whichever test happens to run while the machine is busy.
"""

from seatpreview.database import postgresql
from seatpreview.http import worker

postgresql.ANSWER_SECONDS = 60

application = worker.application
