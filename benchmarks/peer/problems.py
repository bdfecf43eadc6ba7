"""Errors, answered as problem details (RFC 9457)."""

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

_TITLES = {
    400: ("validation_failed", "The request is not valid"),
    401: ("key_invalid", "The key is not valid"),
    403: ("scope_insufficient", "The key may not do this"),
    404: ("not_found", "Not found"),
    409: ("conflict", "The record has changed"),
    412: ("precondition_failed", "The record has another version"),
    429: ("rate_limited", "Too many requests"),
}


class Problem(HTTPException):
    """An error with its status and a sentence for people."""


def add_handlers(application: FastAPI) -> None:
    """Makes the application answer every error with a problem."""
    application.add_exception_handler(HTTPException, _http_problem)
    application.add_exception_handler(RequestValidationError, _validation_problem)


async def _http_problem(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return _response(error.status_code, str(error.detail), [], error.headers)


async def _validation_problem(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    faults = [
        {"detail": fault["msg"], "pointer": "/" + "/".join(map(str, fault["loc"][1:]))}
        for fault in error.errors()
    ]
    return _response(400, f"The request has {len(faults)} faults.", faults, None)


def _response(
    status: int, detail: str, errors: list[dict[str, str]], headers: Mapping[str, str] | None
) -> JSONResponse:
    code, title = _TITLES.get(status, ("error", "Error"))
    body = {
        "type": f"/docs#problem-{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": errors,
    }
    return JSONResponse(body, status, headers, "application/problem+json")
