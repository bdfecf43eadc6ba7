"""The TypeScript packages: generated from the document, packed, installed and run in an empty folder."""

import json
import re
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from docs.generated_pages import ROOT
from seatpreview.reference.openapi import document
from seatpreview.results import encode
from web.client_packages import PACKAGES, run
from web.conftest import Site

pytestmark = pytest.mark.anyio

CLIENT = ROOT / "clients" / "typescript"


# In the quick lane, the next test looks for all names of the document in what is generated.
@pytest.mark.long
async def test_what_is_generated_fits_the_document(tmp_path: Path) -> None:
    openapi = tmp_path / "openapi.json"
    openapi.write_bytes(encode(document("/v1")))
    generated = tmp_path / "generated"
    generated.mkdir()
    said = await run("bash", "-c", f"node '{CLIENT / 'generate.mjs'}' '{generated}' <'{openapi}'")
    assert said == "", "openapi-typescript warns of what it cannot express"
    for path in sorted(generated.iterdir()):
        committed = CLIENT / "source" / "generated" / path.name
        assert committed.read_text() == path.read_text(), "Run script/web generate."


def test_every_operation_has_a_method_and_every_schema_a_type() -> None:
    openapi = document("/v1")
    groups = (CLIENT / "source" / "generated" / "groups.ts").read_text()
    for methods in openapi["paths"].values():
        for operation in methods.values():
            name = operation["x-client"]
            words = re.sub(r"_(\w)", lambda match: match[1].upper(), name["method"])
            group = groups.partition(f"export class {name['group'].title()}Group")[2].partition("\n}\n")[0]
            assert re.search(rf"^  {words}\(", group, re.MULTILINE), f"{name['group']}.{words}"
    types = (CLIENT / "source" / "generated" / "types.ts").read_text()
    # A type ends where the next one begins, or its comment. Some have another form for requests.
    generated = re.findall(r"^ {8}(\w+): (.*?)(?=^ {8}[\w/]|\Z)", types, re.MULTILINE | re.DOTALL)
    for name, schema in openapi["components"]["schemas"].items():
        text = "".join(text for title, text in generated if title == name)
        assert text, name
        members = set(re.findall(r"^ {12}(\w+)\??: ", text, re.MULTILINE))
        for part in (schema, *schema.get("allOf", ())):
            # What the service only writes is no member of a request.
            needed = {member for member, of in part.get("properties", {}).items() if not of.get("readOnly")}
            assert needed <= members, name


@pytest.mark.long
async def test_openapi_typescript_has_no_warning_about_the_document(tmp_path: Path) -> None:
    openapi = tmp_path / "openapi.json"
    openapi.write_bytes(encode(document("/v1")))
    said = await run(PACKAGES / ".bin" / "openapi-typescript", openapi, "--output", tmp_path / "schema.ts")
    assert not re.search("warn|error|deprecat", said, re.IGNORECASE), said
    assert "export interface operations" in (tmp_path / "schema.ts").read_text()


@pytest.mark.long
@pytest.mark.usefixtures("packages")
async def test_a_package_has_what_is_needed_and_nothing_else() -> None:
    names = ("typescript", "react", "vue")
    folders = [f"./clients/{name}" for name in names]
    packed = json.loads(await run("npm", "pack", "--dry-run", "--json", "--silent", *folders))
    for name, contents in zip(names, packed, strict=True):
        files = {file["path"] for file in contents["files"]}
        scripts = {path for path in files if path.startswith("dist/")}
        assert files - scripts == {"LICENSE", "README.md", "package.json"}
        assert {Path(path).suffix for path in scripts} == {".js", ".ts"}
        assert not any(".test." in path or ".check." in path for path in scripts)
        package = json.loads((ROOT / "clients" / name / "package.json").read_text())
        assert package["name"] == contents["name"]
        entry = package["exports"]["."]
        assert {entry["types"][2:], entry["default"][2:]} <= files
        assert "dependencies" not in package


# In the quick lane, test_components.py uses the packages in a browser.
@pytest.mark.long
@pytest.mark.usefixtures("packages")
async def test_the_packed_client_runs_in_an_empty_folder(site: Site, tmp_path: Path) -> None:
    """It is installed from its archive, without a registry, and calls the service."""
    await run("npm", "pack", CLIENT, "--pack-destination", tmp_path, "--silent")
    version = json.loads((CLIENT / "package.json").read_text())["version"]
    archive = f"./seatpreview-client-{version}.tgz"
    (tmp_path / "package.json").write_text('{"type": "module"}')
    await run("npm", "install", "--offline", "--no-audit", "--no-fund", archive, cwd=tmp_path)
    (tmp_path / "sample.js").write_text(SAMPLE)
    picture = BytesIO()
    Image.new("RGB", (64, 32)).save(picture, "PNG")
    env = {
        "SEATPREVIEW_URL": site.address,
        "SEATPREVIEW_KEY": site.cast.owner.plaintext,
        "VENUE": site.cast.hall,
        "PNG": b64encode(picture.getvalue()).decode(),
    }
    told = json.loads(await run("node", "sample.js", cwd=tmp_path, env=env))
    assert told["labels"] == ["Shop 2", "Shop 1"]
    assert told["edited"] == "Theirs, edited"
    assert told["venue"] == "Renamed"
    assert told["created"] == told["repeated"], "the same Idempotency-Key creates one venue"
    assert (told["uploaded"], told["sent"]) == ([64, 32], True)
    assert told["missing"] == [404, "not_found", True]
    assert told["stale"] == [409, "conflict"]
    assert told["unreachable"] == [0, "unreachable"]


SAMPLE = """
import { Client, Problem } from "@seatpreview/client";

const client = Client.fromEnv();
const failure = (call) => call.then(() => null, (thrown) => thrown);

const first = await client.keys.create({ label: "Shop 1" });
const second = await client.keys.create({ label: "Shop 2" });
const created = await client.venues.create({ name: "Once" }, { idempotencyKey: "once" });
const repeated = await client.venues.create({ name: "Once" }, { idempotencyKey: "once" });
const labels = [];
for await (const key of client.keys.list({ limit: 1, label: "Shop" })) labels.push(key.label);

const read = await client.keys.get(first.keyId);
// Somebody else changes the key between the first read and the write.
let reads = 0;
const edited = await client.keys.edit(first.keyId, async (key) => {
  reads += 1;
  if (reads === 1) await client.keys.update(first.keyId, { label: "Theirs" }, { ifMatch: key.etag });
  return { label: `${key.label}, edited` };
});
const stale = await failure(client.keys.update(first.keyId, { label: "Late" }, { ifMatch: read.etag }));
const venue = await client.venues.edit(process.env.VENUE, () => ({ name: "Renamed" }));

const png = Uint8Array.from(atob(process.env.PNG), (letter) => letter.charCodeAt(0));
let sent = 0;
const image = new Blob([png], { type: "image/png" });
const uploaded = await client.imagery.put(venue.venueId, "north/a.png", image, {
  onProgress: ({ sentBytes }) => (sent = sentBytes),
});
const missing = await failure(client.keys.get("key_000000000000"));
const nobody = new Client({ service: "http://127.0.0.1:1", key: "sk_live_x" });
const unreachable = await failure(nobody.sessions.renew("ses_1"));
await client.keys.revoke(second.keyId);

console.log(
  JSON.stringify({
    labels,
    edited: edited.label,
    stale: [stale.status, stale.code],
    venue: venue.name,
    created: created.venueId,
    repeated: repeated.venueId,
    uploaded: [uploaded.width, uploaded.height],
    sent: sent === png.length,
    missing: [missing.status, missing.code, missing instanceof Problem && missing.requestId !== null],
    unreachable: [unreachable.status, unreachable.code],
  }),
);
"""
