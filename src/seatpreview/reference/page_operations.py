"""The part of the reference page about one operation, with examples."""

import json
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from seatpreview.reference.html import Html, code, heading, join, json_listing, link, listing, prose, tag
from seatpreview.reference.openapi import Document
from seatpreview.reference.page_schemas import member, members, name_of, type_words


class Entry(NamedTuple):
    """An operation of the document, and where it is."""

    method: str
    path: str
    operation: Document

    @property
    def name(self) -> str:
        return str(self.operation["operationId"])

    @property
    def success(self) -> tuple[str, Document]:
        """The status and the response of a request that went well; it stands first."""
        responses: Document = self.operation["responses"]
        return next(iter(responses.items()))


def entries(openapi: Document) -> list[Entry]:
    return [
        Entry(method.upper(), path, operation)
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    ]


def article(entry: Entry, openapi: Document) -> Html:
    operation = entry.operation
    words = [
        heading("h3", entry.name, operation["summary"]),
        tag("p", badge(entry.method), " ", code(entry.path), class_="path"),
        _facts(entry),
        *([tag("p", prose(operation["description"]))] if "description" in operation else []),
        *_parameters(operation.get("parameters", [])),
        *_body(operation, openapi),
        *_answer(entry),
        *_problems(entry, openapi),
    ]
    return tag(
        "article",
        tag("div", *words),
        tag("div", *_examples(entry, openapi), class_="examples"),
        id=entry.name,
    )


def badge(method: str) -> Html:
    return tag("span", method, class_=f"method {method.lower()}")


def content_of(described: Document) -> Document:
    """What a body or an answer holds: each has one media type."""
    content: Document = next(iter(described["content"].values()))
    return content


def component(openapi: Document, reference: Document) -> Document:
    found: Document = openapi["components"]["schemas"][name_of(reference)]
    return found


def base_url_of(openapi: Document) -> str:
    return str(openapi["servers"][0]["url"])


def _facts(entry: Entry) -> Html:
    facts = [tag("li", code(entry.name)), tag("li", "for ", tag("b", entry.operation["x-needs"]))]
    if "x-groups" in entry.operation:
        groups = join(map(code, entry.operation["x-groups"]), " or ")
        facts.append(tag("li", "group ", groups, title="What a key that is limited to groups needs"))
    if entry.operation.get("x-extension"):
        facts.append(tag("li", "extension", class_="extension", title="An addition to the interface"))
    return tag("ul", *facts, class_="facts")


def _parameters(parameters: list[Document]) -> Iterator[Html]:
    if parameters:
        yield tag("h4", "Parameters")
        yield tag("dl", *map(_parameter, parameters))


def _parameter(parameter: Document) -> Html:
    place = f"{parameter['in']}, required" if parameter.get("required") else parameter["in"]
    return member(parameter["name"], parameter["schema"], place, parameter.get("description", ""))


def _body(operation: Document, openapi: Document) -> Iterator[Html]:
    if "requestBody" in operation:
        body = operation["requestBody"]
        yield tag("h4", "Body", tag("small", "required" if body["required"] else "optional"))
        schema = content_of(body)["schema"]
        if "$ref" in schema:
            yield members(component(openapi, schema))
        else:
            yield tag("p", "The file itself, as ", join(map(code, body["content"]), ", "), ".")


def _answer(entry: Entry) -> Iterator[Html]:
    status, response = entry.success
    body: list[Html | str] = ["empty"]
    if "content" in response:
        schema = content_of(response)["schema"]
        media_types = join(map(code, response["content"]), ", ")
        body = ["with ", type_words(schema)] if "$ref" in schema else ["with a file, ", media_types]
    headers = join(map(code, response["headers"]), ", ")
    yield tag("h4", f"Answer {status}")
    yield tag("p", response["description"], ", ", *body, ", and the headers ", headers, ".")


def _problems(entry: Entry, openapi: Document) -> Iterator[Html]:
    """In the operation's words. Those that every operation has in the same words are only named."""
    everywhere = set.intersection(
        *({p["detail"] for p in _problem_bodies(each)} for each in entries(openapi))
    )
    own = [problem for problem in _problem_bodies(entry) if problem["detail"] not in everywhere]
    others = [problem for problem in _problem_bodies(entry) if problem["detail"] in everywhere]
    yield tag("h4", "Problems")
    yield tag(
        "dl",
        *(
            tag("div", tag("dt", str(problem["status"]), " ", _code(problem)), tag("dd", problem["detail"]))
            for problem in own
        ),
        class_="codes",
    )
    yield tag("p", "As everywhere: ", join(map(_code, others), ", "), class_="codes")


def _problem_bodies(entry: Entry) -> list[Document]:
    """An example of each problem that the operation answers with."""
    return [
        example["value"]
        for response in entry.operation["responses"].values()
        if "content" in response
        for example in content_of(response).get("examples", {}).values()
    ]


def _code(problem: Document) -> Html:
    return link(f"#problem-{problem['code']}", code(problem["code"]))


def _examples(entry: Entry, openapi: Document) -> Iterator[Html]:
    status, response = entry.success
    yield _figure("Request", listing(_curl(entry, openapi)))
    if "content" in response and "example" in content_of(response):
        shown = json_listing(content_of(response)["example"])
        yield _figure(f"Answer {status} {response['description']}", shown)


def _figure(caption: str, shown: Html) -> Html:
    return tag("figure", tag("figcaption", caption), shown)


def _curl(entry: Entry, openapi: Document) -> str:
    url = base_url_of(openapi) + entry.path
    for parameter in entry.operation.get("parameters", []):
        if parameter["in"] == "path":
            example = component(openapi, parameter["schema"])["examples"][0]
            url = url.replace(f"{{{parameter['name']}}}", example)
    lines = [
        f"curl -X {entry.method} {_with_query(url, entry)}",
        f'-H "Authorization: Bearer ${_holder(entry)}"',
    ]
    if "requestBody" in entry.operation:
        lines += _sent(entry.operation["requestBody"])
    return " \\\n  ".join(lines)


def _with_query(url: str, entry: Entry) -> str:
    parameters = entry.operation.get("parameters", [])
    shown = {
        each["name"]: each["example"] for each in parameters if each["in"] == "query" and "example" in each
    }
    return f"'{url}?{urlencode(shown)}'" if shown else url


def _holder(entry: Entry) -> str:
    """The shell variable that holds what the request presents."""
    return "KEY" if {"secretKey": []} in entry.operation["security"] else "TOKEN"


def _sent(body: Document) -> list[str]:
    content = content_of(body)
    if "example" not in content:
        media_type = next(iter(body["content"]))
        return [f'-H "Content-Type: {media_type}"', "--data-binary @picture.jpg"]
    indented = json.dumps(content["example"], indent=2).replace("\n", "\n  ")
    return ['-H "Content-Type: application/json"', f"-d '{indented}'"]
