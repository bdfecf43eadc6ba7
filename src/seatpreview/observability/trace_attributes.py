"""The attributes of spans: what is told of a request, and what leaves the process.

An attribute that is not listed is removed, whoever set it: packages of others may say more with their next
version.
"""

OPERATION = "seatpreview.operation"
REQUEST_ID = "seatpreview.request_id"
PROBLEM = "seatpreview.problem"
"""The code of the problem that a request was answered with."""
METHOD = "http.request.method"
STATUS = "http.response.status_code"
ERROR_TYPE = "error.type"
FUNCTION = "code.function.name"
DATABASE = "db.system.name"
STATEMENT = "db.query.text"
"""SQL with placeholders; its values are nowhere."""

EXPORTED = frozenset(
    {
        OPERATION,
        REQUEST_ID,
        PROBLEM,
        METHOD,
        STATUS,
        ERROR_TYPE,
        FUNCTION,
        DATABASE,
        STATEMENT,
        "db.redis.pipeline_length",
        "server.address",
        "server.port",
    }
)
"""None of these holds a header, a query, a path, a body or a secret."""
