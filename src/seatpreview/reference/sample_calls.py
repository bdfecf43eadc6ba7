"""What a sample of an operation sends, whatever its language: variables, parameters and a body."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from seatpreview.api.operation import Operation
from seatpreview.api.table import BASE_PATH, OPERATIONS
from seatpreview.reference.client_names import CLIENT_NAMES, ClientName
from seatpreview.values.caller import Needs

IMAGE_NAME = "north/row-a.jpg"


class SampleFile(NamedTuple):
    """A file that a sample sends or writes."""

    name: str
    media_type: str
    description: str
    noun: str
    """What samples call its bytes."""


SENT_FILES = {
    "putImage": SampleFile("picture.jpg", "image/jpeg", "a photograph of the venue", "picture"),
    "putFloorPlan": SampleFile(
        "floor-plan.jpg", "image/jpeg", "a drawing of the venue from above", "drawing"
    ),
    "importVenue": SampleFile("plan.csv", "text/csv", "a seating plan in one of the formats", "plan"),
}
RESULT_FILES = {
    "getPreviewImage": SampleFile("view.jpg", "image/jpeg", "the view from the seat", "picture"),
    "exportVenue": SampleFile("seats.csv", "text/csv", "every seat of the venue", "table"),
}

_PATH_VARIABLES = {
    "keyId": "KEY_ID",
    "sessionId": "SESSION_ID",
    "templateId": "TEMPLATE_ID",
    "tenantId": "TENANT_ID",
    "venueId": "VENUE_ID",
    "webhookId": "WEBHOOK_ID",
    "deliveryId": "DELIVERY_ID",
    "version": "VERSION",
}

_SOURCES = {
    "KEY": "a secret key of your tenant (the demo prints one: Tenant key)",
    "ADMIN_KEY": "a secret key of admin scope (the demo prints one: Admin key)",
    "TOKEN": "the token of the session, from createSession",
    "KEY_ID": "the keyId of a key, from createKey or listKeys",
    "SESSION_ID": "the sessionId of a session, from createSession",
    "TEMPLATE_ID": "the templateId of a template, such as theatre, from listTemplates",
    "TENANT_ID": "the tenantId of a tenant, from getCaller or listTenants",
    "VENUE_ID": "the venueId of a venue of yours, from createVenue or listVenues",
    "WEBHOOK_ID": "the webhookId of a webhook, from createWebhook or listWebhooks",
    "DELIVERY_ID": "the deliveryId of a delivery, from listDeliveries",
    "VERSION": "the version of a record of the venue, from listVersions",
    "ETAG": "the ETag header of the record that was read, with its quotes",
}

_OTHER_SOURCES = {
    ("putGrant", "TENANT_ID"): "the tenantId of the tenant that gets the grant",
    ("endGrant", "TENANT_ID"): "the tenantId of a tenant that has a grant, from listGrants",
}


@dataclass(frozen=True, kw_only=True)
class SampleCall:
    """One call of an operation with the values of its examples."""

    operation: Operation
    base_url: str
    credential: str
    """The variable that holds the secret or the token."""
    path_arguments: Mapping[str, str]
    """The variable of each parameter of the path. The name of an image is written out instead."""
    query: Mapping[str, str | int]
    body: Any

    @classmethod
    def of(cls, operation: Operation, base_url: str) -> Self:
        """Returns the call that the operation's examples describe."""
        return cls(
            operation=operation,
            base_url=base_url,
            credential=_credential(operation.needs),
            path_arguments={
                name: _PATH_VARIABLES[name] for name in operation.path_types if name in _PATH_VARIABLES
            },
            query=operation.query_example,
            body=operation.body_example,
        )

    @property
    def service(self) -> str:
        """The address that clients are given: without the version of the interface."""
        return self.base_url.removesuffix(BASE_PATH)

    @property
    def client_name(self) -> ClientName:
        """How the clients call the operation."""
        return CLIENT_NAMES[self.operation.operation_id]

    @property
    def read_method(self) -> str:
        """The method of the clients that reads the record which the operation writes, with its ETag."""
        reads = {each.path: each for each in OPERATIONS if each.method == "GET"}
        return CLIENT_NAMES[reads[self.operation.read_path].operation_id].method

    @property
    def is_list(self) -> bool:
        """Whether the result has pages, over which clients iterate."""
        return "next_cursor" in getattr(self.operation.result, "__struct_fields__", ())

    @property
    def sent_file(self) -> SampleFile | None:
        """The file that is the body."""
        return SENT_FILES[self.operation.operation_id] if self.operation.body is bytes else None

    @property
    def result_file(self) -> SampleFile | None:
        """The file that the result is written to."""
        return RESULT_FILES[self.operation.operation_id] if self.operation.result is bytes else None

    def explanations(self, *more: str) -> Iterator[str]:
        """Says of each variable, and of these more, what it holds and where that comes from."""
        for variable in (self.credential, *self.path_arguments.values(), *more):
            source = _OTHER_SOURCES.get((self.operation.operation_id, variable), _SOURCES[variable])
            yield f"{variable}: {source}"
        if self.sent_file is not None:
            yield f"{self.sent_file.name}: {self.sent_file.description}"


def _credential(needs: Needs) -> str:
    if needs is Needs.ADMIN_SCOPE:
        return "ADMIN_KEY"
    return "TOKEN" if needs is Needs.OWN_SESSION else "KEY"
