"""The OpenAPI document is valid and complete, and its examples match their schemas."""

import asyncio
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import schemathesis

from seatpreview.api import problem_examples
from seatpreview.api.problem_examples import PATH_PROBLEMS
from seatpreview.api.table import OPERATIONS
from seatpreview.http import page_routes
from seatpreview.http.request import Request, TrustedAddresses
from seatpreview.keys.origins import FrameAncestor, Origin
from seatpreview.problems import CATALOGUE
from seatpreview.reference.openapi import document
from seatpreview.results import encode
from seatpreview.values.ids import KeyId, TenantId, VenueId
from seatpreview.values.validated_text import ValidatedText
from serving import LiveService

DOCUMENT = document("https://preview.example/v1")

# Management operations of the contract's table of endpoints.
IN_THE_CONTRACT = {
    "GET /manage/tenants/{tenantId}",
    "GET /manage/keys",
    "POST /manage/keys",
    "GET /manage/keys/{keyId}",
    "PATCH /manage/keys/{keyId}",
    "DELETE /manage/keys/{keyId}",
    "POST /manage/keys/{keyId}/rotate",
    "GET /manage/venues",
    "POST /manage/venues",
    "GET /manage/venues/{venueId}",
    "PUT /manage/venues/{venueId}",
    "POST /manage/venues/{venueId}/seat-keys/test",
    "PUT /manage/venues/{venueId}/aliases",
}


def described() -> dict[str, dict[str, Any]]:
    """Returns every operation of the document by its method and path."""
    return {
        f"{method.upper()} {path}": operation
        for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items()
    }


def test_the_document_is_openapi_3_1() -> None:
    assert DOCUMENT["openapi"] == "3.1.0"
    schemathesis.openapi.from_dict(DOCUMENT).validate()


def test_the_document_has_the_version_of_the_interface() -> None:
    assert DOCUMENT["info"]["version"] == "1.11.0"


def test_the_document_has_every_operation_of_the_table() -> None:
    assert {name: operation["operationId"] for name, operation in described().items()} == {
        f"{operation.method} {operation.path}": operation.operation_id for operation in OPERATIONS
    }


def test_what_the_contract_does_not_have_is_marked_as_an_extension() -> None:
    contracts_groups = {
        name
        for name, operation in described().items()
        if operation["tags"][0] in ("Sessions", "Seats", "Events")
    } - {
        "GET /seats/preview/image",
        "POST /seats/preview/image-links",
        "GET /seats/positions",
        "POST /seats/best",
    }
    extensions = {name for name, operation in described().items() if operation.get("x-extension") is True}
    assert extensions == described().keys() - IN_THE_CONTRACT - contracts_groups


def test_components_have_the_contracts_names() -> None:
    assert DOCUMENT["components"]["schemas"].keys() >= {"ApiKey", "Tenant", "UpdateKeyRequest", "Problem"}


def test_a_schema_is_valid_json_schema_and_says_what_it_is_for() -> None:
    for name, schema in DOCUMENT["components"]["schemas"].items():
        assert jsonschema_rs.meta.is_valid(schema), name
        assert schema["description"], name


def test_an_operation_has_an_example_for_each_of_its_problems() -> None:
    for operation in OPERATIONS:
        name = f"{operation.method} {operation.path}"
        shown = {
            (int(status), code)
            for status, response in described()[name]["responses"].items()
            for code in response.get("content", {}).get("application/problem+json", {}).get("examples", {})
        }
        assert shown == {(problem.status, problem.code) for problem in operation.all_problems}, name


def test_there_is_an_example_of_every_problem_in_the_catalogue() -> None:
    assert problem_examples.PROBLEMS.keys() == set(CATALOGUE)


def test_own_words_for_a_problem_belong_to_an_operation_that_has_it() -> None:
    rows = {operation.operation_id: operation for operation in OPERATIONS}
    for operation_id, problems in problem_examples.OPERATION_PROBLEMS.items():
        assert {type(problem) for problem in problems} <= set(rows[operation_id].all_problems)


def test_problems_are_in_words_about_the_record_that_an_operation_is_for() -> None:
    for name, operation in described().items():
        texts = str(operation["responses"].get("404", "")) + str(operation["responses"].get("412", ""))
        assert ("keyId" in texts) == ("/keys/" in name and "404" in operation["responses"]), name
        if "requestBody" not in operation:
            assert "The body" not in str(operation["responses"]["400"]), name
    for start, problems in PATH_PROBLEMS.items():
        rows = [operation for operation in OPERATIONS if operation.path.startswith(start)]
        known = {type_ for operation in rows for type_ in operation.all_problems}
        assert {type(problem) for problem in problems} <= known, start


def shown_examples() -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Yields the place of every example of a body or a response, its schema, and the example itself."""
    for name, operation in described().items():
        for status, holder in {"body": operation.get("requestBody", {}), **operation["responses"]}.items():
            for content in holder.get("content", {}).values():
                values = {code: example["value"] for code, example in content.get("examples", {}).items()}
                if content["schema"].get("format") == "binary":
                    continue
                for code, value in (values or {"": content["example"]}).items():
                    yield f"{name} {status} {code}".strip(), content["schema"], value


def test_an_example_fits_its_schema() -> None:
    """Most examples are of problems, which share a schema: to compile one takes longer than to use it."""
    validators: dict[str, jsonschema_rs.Draft202012Validator] = {}
    count = 0
    for place, schema, value in shown_examples():
        text = str(schema)
        if text not in validators:
            validators[text] = jsonschema_rs.Draft202012Validator(
                schema | {"components": DOCUMENT["components"]}, validate_formats=True, formats=FORMATS
            )
        assert [error.message for error in validators[text].iter_errors(value)] == [], place
        count += 1
    assert count > 500


def test_every_body_and_result_has_an_example() -> None:
    for operation in OPERATIONS:
        assert (operation.body in (None, bytes)) == (operation.body_example is None)
        assert (operation.result in (None, bytes)) == (operation.result_example is None)


def test_every_parameter_of_a_query_says_what_it_is_for() -> None:
    parameters = [
        parameter for operation in described().values() for parameter in operation.get("parameters", [])
    ]
    assert parameters
    assert [p["name"] for p in parameters if p["in"] == "query" and not p["description"]] == []


def test_who_may_call_is_said_by_security_schemes() -> None:
    schemes = DOCUMENT["components"]["securitySchemes"]
    assert described()["GET /caller"]["security"] == [
        {"secretKey": []},
        {"keyId": []},
        {"sessionToken": []},
    ]
    assert described()["GET /sessions/{sessionId}"]["security"] == [{"sessionToken": []}]
    assert described()["PATCH /manage/keys/{keyId}"]["security"] == [{"secretKey": []}]
    assert (schemes["secretKey"]["scheme"], schemes["keyId"]["name"]) == ("bearer", "X-Key-Id")


@pytest.mark.anyio
async def test_the_document_is_built_once_for_all_who_ask_meanwhile() -> None:
    """The attack: hundreds of requests to a worker that has just started, each of which built it again."""
    built: list[int] = []

    def counted() -> dict[str, str]:
        built.append(1)
        return {"openapi": "3.1.0"}

    openapi = page_routes._openapi_route(counted)
    requests = [request_accepting(coding) for coding in (b"br", b"gzip", b"identity") for _ in range(10)]
    responses = await asyncio.gather(*map(openapi, requests))
    assert built == [1]
    assert len({response.body for response in responses}) == 3


def request_accepting(coding: bytes) -> Request:
    async def receive() -> dict[str, Any]:
        raise NotImplementedError

    headers = [(b"accept-encoding", coding)]
    scope = {"method": "GET", "raw_path": b"/", "query_string": b"", "headers": headers}
    return Request(scope, receive, TrustedAddresses(frozenset(), ()))


@pytest.mark.anyio
async def test_the_service_serves_it_to_everybody_under_its_own_address(service: LiveService) -> None:
    response = await service.ask("GET", "/openapi.json", [("origin", "https://anywhere.example")])
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.content == encode(document(service.base_url))


def accepts(type_: type[ValidatedText]) -> Any:
    def is_accepted(text: str) -> bool:
        try:
            type_.parse(text)
        except ValueError:
            return False
        return True

    return is_accepted


FORMATS = {
    "origin": accepts(Origin),
    "frame-ancestor": accepts(FrameAncestor),
    "key-id": accepts(KeyId),
    "tenant-id": accepts(TenantId),
    "venue-id": accepts(VenueId),
}
