"""A client of Seat Preview, which shows a ticket buyer the view from a seat."""

from seatpreview_client.client import AsyncClient, Client
from seatpreview_client.embedding import embed_html
from seatpreview_client.errors import EditConflict, SeatPreviewError, UnexpectedAnswer, Unreachable
from seatpreview_client.following import AsyncFollow, Follow
from seatpreview_client.generated import changes, models
from seatpreview_client.model import NOT_GIVEN, NotGiven
from seatpreview_client.problems import (
    BadRequest,
    Conflict,
    Forbidden,
    NotFound,
    PreconditionFailed,
    Problem,
    RateLimited,
    Unauthorized,
    Unavailable,
)
from seatpreview_client.retries import Retries, Waiting
from seatpreview_client.senders import AsyncPages, Pages
from seatpreview_client.version import __version__

__all__ = [
    "NOT_GIVEN",
    "AsyncClient",
    "AsyncFollow",
    "AsyncPages",
    "BadRequest",
    "Client",
    "Conflict",
    "EditConflict",
    "Follow",
    "Forbidden",
    "NotFound",
    "NotGiven",
    "Pages",
    "PreconditionFailed",
    "Problem",
    "RateLimited",
    "Retries",
    "SeatPreviewError",
    "Unauthorized",
    "Unavailable",
    "UnexpectedAnswer",
    "Unreachable",
    "Waiting",
    "__version__",
    "changes",
    "embed_html",
    "models",
]
