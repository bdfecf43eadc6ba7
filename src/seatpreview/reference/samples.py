"""Samples of each operation (`x-codeSamples`), which run as they are pasted against the demo.

What differs from reader to reader comes from environment variables. Each sample says in its first lines which
it reads, and where their values come from.
"""

from collections.abc import Iterator
from typing import Any

from seatpreview.api.operation import Operation
from seatpreview.reference.curl_samples import curl
from seatpreview.reference.python_samples import python
from seatpreview.reference.sample_calls import SampleCall
from seatpreview.reference.typescript_samples import typescript

Sample = dict[str, Any]


def code_samples(operation: Operation, base_url: str) -> list[Sample]:
    """Returns a sample of the operation in each language, as OpenAPI documents carry them."""
    return list(_samples(SampleCall.of(operation, base_url)))


def _samples(call: SampleCall) -> Iterator[Sample]:
    yield {"lang": "Shell", "label": "curl", "source": curl(call)}
    yield {"lang": "Python", "label": "Python", "source": python(call)}
    yield {"lang": "TypeScript", "label": "TypeScript", "source": typescript(call)}
