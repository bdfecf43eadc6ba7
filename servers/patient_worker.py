"""The worker's application for tests: it waits for its databases as long as a busy machine takes."""

from seatpreview.server import worker
from servers.patient_program import be_patient

be_patient()

application = worker.application
