"""The React and Vue components and an upload in a browser: one page for all of them."""

from base64 import b64encode
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page, Route

from web.client_packages import build_packages, run
from web.conftest import Site

pytestmark = pytest.mark.anyio

PAGES = Path(__file__).parent / "component_pages"

# Far below what can be seen, so that no viewer is loaded: the element and the component are under test.
PAGE = "<!doctype html><title>Components</title><div style='height: 5000px'></div><div id='place'></div>"

# Shows a component, lets its element tell things as the viewer does, and removes it.
LIFE = """async ([name, service, venue]) => {
  const { mount, version } = await import(`./${name}.js`);
  const heard = [];
  const offers = [{ seat: "101/B/4", price: 10 }];
  const shown = mount(document.getElementById("place"), {
    service, venue, seat: "101/B/4", loading: "lazy", ctaUrl: "https://shop.example/{seat}", offers,
    rules: { atMost: 4 },
    onSeat: ({ seat }) => heard.push(`seat ${seat}`),
    onSeatChosen: ({ allChosen }) => heard.push(`chosen ${allChosen}`),
  });
  await customElements.whenDefined("seat-preview");
  const until = async (found) => {
    const end = performance.now() + 60_000;
    while (!found()) {
      if (performance.now() > end) throw new Error(`${name}: it never came to ${found}`);
      await new Promise(requestAnimationFrame);
    }
  };
  const find = () => document.querySelector("seat-preview");
  await until(() => find()?.offers?.length === 1);
  const element = find();
  await until(() => element.rules?.atMost === 4);
  element.updateOffers([{ seat: "101/B/4", price: 12 }, { seat: "PIT", free: 3 }]);
  if (element.offers.length !== 2 || element.offers[0].price !== 12) throw new Error(`${name}: not updated`);
  const tell = (event, detail) => element.dispatchEvent(new CustomEvent(event, { detail }));
  tell("seat", { seat: "101/B/4" });
  tell("seat-chosen", { allChosen: ["101/B/4"] });
  shown.update({ seat: "101/B/5" });
  await until(() => element.getAttribute("seat") === "101/B/5");
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  shown.unmount();
  await until(() => find() === null);
  tell("seat", { seat: "101/B/6" });
  tell("seat-chosen", { allChosen: [] });
  const again = mount(document.getElementById("place"), {
    service, venue, loading: "lazy", onSeat: ({ seat }) => heard.push(`again ${seat}`),
  });
  await until(() => find() !== null && find() !== element);
  await until(() => {
    find().dispatchEvent(new CustomEvent("seat", { detail: { seat: "1" } }));
    return heard.length > 2;
  });
  again.unmount();
  await until(() => find() === null);
  const scripts = document.querySelectorAll("head script[src$='embed.js']").length;
  return { version, attributes, heard, left: document.getElementById("place").innerHTML, scripts };
}"""

UPLOAD = "async (given) => (await import('./upload.js')).upload(given)"


async def test_components_live_and_end_and_an_upload_tells_its_progress(
    site: Site, page: Page, tmp_path: Path
) -> None:
    """React 18 and 19 are both in the range that the package names."""
    await build_packages()
    await run("node", PAGES / "build.mjs", tmp_path)

    async def serve(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        is_script = name.endswith(".js")
        body = (tmp_path / name).read_text() if is_script else PAGE
        await route.fulfill(body=body, content_type="text/javascript" if is_script else "text/html")

    await page.route(f"{site.address}/components/*", serve)
    await page.goto(f"{site.address}/components/")
    for name, version in (("react-18", "18."), ("react-19", "19."), ("vue", "3.")):
        told = await page.evaluate(LIFE, [name, site.address, site.cast.hall])
        assert told["version"].startswith(version)
        assert told["attributes"] == {
            "service": site.address,
            "venue": site.cast.hall,
            "seat": "101/B/5",
            "loading": "lazy",
            "cta-url": "https://shop.example/{seat}",
        }
        assert told["heard"][:3] == ["seat 101/B/4", "chosen 101/B/4", "again 1"], "nothing after the end"
        assert (told["left"], told["scripts"]) == ("", 1)

    noise = Image.frombytes("RGB", (512, 256), Random(1).randbytes(512 * 256 * 3))
    picture = BytesIO()
    noise.save(picture, "PNG")
    sent = await page.evaluate(UPLOAD, upload_of(site, picture.getvalue()))
    assert sent["told"][-1] == {"sentBytes": sent["size"], "totalBytes": sent["size"]}
    counted = [progress["sentBytes"] for progress in sent["told"]]
    assert counted == sorted(counted)
    assert (sent["width"], sent["refusal"], sent["ended"]) == (512, [404, "not_found"], "enough")


def upload_of(site: Site, picture: bytes) -> dict[str, Any]:
    """What the page needs to upload a picture of the hall."""
    return {
        "service": site.address,
        "key": site.cast.owner.plaintext,
        "venue": site.cast.hall,
        "name": "north/noise.png",
        "bytes": b64encode(picture).decode(),
    }
