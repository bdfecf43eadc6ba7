"""The reference page at /docs: the OpenAPI document as HTML, without scripts and other hosts."""

import base64
import hashlib
from collections.abc import Iterator
from importlib import resources

from seatpreview.problems import CATALOGUE, Problem
from seatpreview.reference.conventions import CONVENTIONS, CREDENTIALS, CREDENTIALS_AFTERWARDS
from seatpreview.reference.html import (
    Html,
    code,
    heading,
    join,
    json_listing,
    link,
    listing,
    prose,
    tag,
    void,
)
from seatpreview.reference.openapi import Document
from seatpreview.reference.page_operations import article, badge, base_url_of, component, content_of, entries
from seatpreview.reference.page_schemas import members, name_of, type_words
from seatpreview.reference.problem_explanations import EXPLANATIONS

_STYLE = resources.files("seatpreview.reference").joinpath("page.css").read_text("utf-8")

STYLE_HASH = "sha256-" + base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
"""By which a Content-Security-Policy allows the page's style, and no other."""


def page(openapi: Document) -> str:
    """The whole page. All that it says is in the document, in the catalogue of problems or in our texts."""
    title = f"{openapi['info']['title']} API"
    head = tag(
        "head",
        void("meta", charset="utf-8"),
        void("meta", name="viewport", content="width=device-width, initial-scale=1"),
        void("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} {openapi['info']['version']}"),
        tag("style", Html(_STYLE)),
    )
    body = tag(
        "body",
        tag("a", "Skip to the reference", href="#reference", class_="skip"),
        _header(openapi, title),
        # Phones have it folded, above the text; wider screens beside it. Only one of the two is ever shown.
        tag("details", tag("summary", "Contents"), _navigation(openapi), class_="contents"),
        tag(
            "div",
            tag("aside", _navigation(openapi)),
            tag("main", *_sections(openapi), id="reference"),
            class_="columns",
        ),
    )
    return "<!doctype html>" + tag("html", head, body, lang="en")


def _header(openapi: Document, title: str) -> Html:
    info = openapi["info"]
    return tag(
        "header",
        tag("h1", title, " ", tag("small", info["version"])),
        tag("p", info["summary"]),
        tag("p", link(f"{base_url_of(openapi)}/openapi.json", "OpenAPI document"), class_="elsewhere"),
    )


def _navigation(openapi: Document) -> Html:
    groups = {"Start": [link("#start", "A first request"), link("#credentials", "Credentials")]}
    for group in openapi["tags"]:
        groups[group["name"]] = [
            link(f"#{entry.name}", badge(entry.method), " ", entry.operation["summary"])
            for entry in entries(openapi)
            if group["name"] in entry.operation["tags"]
        ]
    groups["Conventions"] = [link(f"#{name}", title) for name, (title, _) in CONVENTIONS.items()]
    groups["Reference"] = [link("#objects", "Objects"), link("#problems", "Problems")]
    lists = (
        (tag("h2", title), tag("ul", *(tag("li", entry) for entry in links)))
        for title, links in groups.items()
    )
    return tag("nav", *(part for parts in lists for part in parts), aria_label="Contents")


def _sections(openapi: Document) -> Iterator[Html]:
    yield _section("start", "A first request", *_start(openapi))
    yield _section("credentials", "Credentials", *_credentials())
    for group in openapi["tags"]:
        articles = [
            article(entry, openapi) for entry in entries(openapi) if group["name"] in entry.operation["tags"]
        ]
        yield _section(f"group-{group['name']}", group["name"], tag("p", group["description"]), *articles)
    for name, (title, paragraphs) in CONVENTIONS.items():
        yield _section(name, title, *_paragraphs(paragraphs))
    yield _section("objects", "Objects", *_objects(openapi))
    yield _section("problems", "Problems", *_problems(openapi))


def _section(name: str, title: str, *content: Html) -> Html:
    return tag("section", heading("h2", name, title), *content, id=name)


def _paragraphs(texts: list[str]) -> Iterator[Html]:
    return (tag("p", prose(text)) for text in texts)


def _start(openapi: Document) -> Iterator[Html]:
    base_url = base_url_of(openapi)
    yield tag("p", prose(openapi["info"]["description"]))
    yield tag("p", "Every path on this page is below the base address ", code(base_url), ".")
    yield tag("p", "Ask who you are. It is the quickest way to see whether a key works:")
    yield listing(f'export KEY=sk_live_...\ncurl {base_url}/caller \\\n  -H "Authorization: Bearer $KEY"')


def _credentials() -> Iterator[Html]:
    rows = (tag("tr", tag("td", prose(shown)), tag("td", prose(meaning))) for shown, meaning in CREDENTIALS)
    yield tag("p", "A request presents one of these:")
    yield tag(
        "table",
        tag("thead", tag("tr", tag("th", "Presented", scope="col"), tag("th", "Is", scope="col"))),
        tag("tbody", *rows),
    )
    yield from _paragraphs(CREDENTIALS_AFTERWARDS)


def _objects(openapi: Document) -> Iterator[Html]:
    """What answers are made of, then texts with a rule of their own. Bodies are where they are sent."""
    schemas: Document = openapi["components"]["schemas"]
    sent = {
        name_of(schema)
        for entry in entries(openapi)
        if "requestBody" in entry.operation
        and "$ref" in (schema := content_of(entry.operation["requestBody"])["schema"])
    }
    answered = {name: schema for name, schema in schemas.items() if name not in sent}
    for name, schema in sorted(answered.items(), key=lambda item: item[1].get("type") == "string"):
        about = tag("p", prose(schema["description"]))
        yield _card(f"object-{name}", name, about, *_shape(schema))


def _shape(schema: Document) -> Iterator[Html]:
    if schema.get("type") == "string":
        yield tag("p", *_text_rules(schema))
        return
    if "allOf" in schema:
        base, schema = schema["allOf"]
        yield tag("p", "Everything of ", type_words(base), ", and:")
    yield members(schema)


def _text_rules(schema: Document) -> Iterator[str]:
    yield "Text"
    if "maxLength" in schema:
        yield f" of {schema.get('minLength', 0)} to {schema['maxLength']} characters"
    if "pattern" in schema:
        yield from (" that matches ", code(schema["pattern"]))
    if "examples" in schema:
        yield from (", for example ", join(map(code, schema["examples"]), ", "))


def _problems(openapi: Document) -> Iterator[Html]:
    described = component(openapi, {"$ref": "Problem"})["description"]
    update_key = next(entry for entry in entries(openapi) if entry.name == "updateKey")
    example = content_of(update_key.operation["responses"]["400"])["examples"]["validation_failed"]
    yield tag(
        "p", link("#object-Problem", "Problem"), ": ", described, " Programs rely on its ", code("code"), "."
    )
    yield json_listing(example["value"])
    yield from map(_problem, CATALOGUE)


def _problem(problem: type[Problem]) -> Html:
    meaning, remedy = EXPLANATIONS[problem]
    return _card(
        f"problem-{problem.code}",
        join([code(problem.code), tag("small", str(problem.status))]),
        tag("p", tag("b", f"{problem.title}."), " ", prose(meaning)),
        tag("p", prose(remedy)),
    )


def _card(name: str, title: str, *content: Html) -> Html:
    return tag("section", heading("h3", name, title), *content, id=name, class_="card")
