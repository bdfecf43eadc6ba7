"""Examples of property tests: the same ones in every run."""

import pytest
from hypothesis.internal.conjecture import providers

CONSTANT = "a text that only this module has"


def test_no_example_is_taken_from_the_modules_that_happen_to_be_imported(
    pytestconfig: pytest.Config,
) -> None:
    """The danger: a test fails or not depending on those that ran before it in the same process."""
    provider = providers.HypothesisProvider(None)
    assert provider._local_constants is not None
    assert pytestconfig.getoption("--all") or CONSTANT not in provider._local_constants.strings
