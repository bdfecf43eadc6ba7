"""The worker's application for tests: it waits for its databases as long as a busy machine takes."""

from parts.patient_program import be_patient
from seatpreview.http import worker

be_patient()

application = worker.application
