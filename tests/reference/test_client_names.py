"""Every operation has a name in the clients, and the OpenAPI document carries it."""

import re

from seatpreview.api.table import OPERATIONS
from seatpreview.reference.client_names import CLIENT_NAMES
from seatpreview.reference.openapi import document


def test_every_operation_has_a_group_and_a_method() -> None:
    assert set(CLIENT_NAMES) == {operation.operation_id for operation in OPERATIONS}


def test_no_two_operations_have_the_same_name() -> None:
    assert len(set(CLIENT_NAMES.values())) == len(CLIENT_NAMES)


def test_names_are_snake_case() -> None:
    for name in CLIENT_NAMES.values():
        assert re.fullmatch("[a-z]+", name.group)
        assert re.fullmatch("[a-z]+(_[a-z]+)*", name.method)


def test_edit_is_left_to_the_clients() -> None:
    """Clients make `edit` from a read and a write, so that no operation may take the name."""
    assert "edit" not in {name.method for name in CLIENT_NAMES.values()}


def test_the_openapi_document_carries_the_names() -> None:
    described = {
        operation["operationId"]: operation["x-client"]
        for methods in document("/v1")["paths"].values()
        for operation in methods.values()
    }
    assert described == {
        operation_id: {"group": name.group, "method": name.method}
        for operation_id, name in CLIENT_NAMES.items()
    }
