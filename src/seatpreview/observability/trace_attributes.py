"""The attributes of spans that may leave the process.

All other attributes are removed, whoever set them: a new version of a package might add some.
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
"""SQL with placeholders, without its values."""

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
"""The complete list. None of these holds a header, a query, a path, a body or a secret."""
