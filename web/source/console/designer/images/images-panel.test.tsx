// Tests of the panel for images: the table of what files are for, and what is written to the record.
import { afterEach, expect, test, vi } from "vitest";
import { imagesIn } from "../../../layout-edits/image-edits";
import { fakeService, OWNER } from "../../../testing/console-page";
import { exampleItem } from "../../../testing/fake-service";
import { HALL } from "../../../testing/fake-venue";
import { screen, show, user, within } from "../../../testing/page";
import { api } from "../../signin/session";
import { recordOf } from "../../venues/record";
import { Designer } from "../designer";
import { ImagesPanel } from "./images-panel";

afterEach(() => vi.unstubAllGlobals());

const listed = (...names: string[]) => ({
  data: names.map((name) => exampleItem("listImages", { name, usedBy: [], width: 4096, height: 2048 })),
  nextCursor: null,
  missing: [],
});
const files = (...names: string[]) => names.map((name) => new File(["x"], name, { type: "image/png" }));

async function openPanel(...names: string[]) {
  // Uploads are then sent by `fetch`, as other requests are.
  vi.stubGlobal("XMLHttpRequest", undefined);
  const service = fakeService().answer("listImages", listed(...names));
  service.answer("putImage", ({ path }) =>
    exampleItem("listImages", { name: path.name, usedBy: [], width: 4096, height: 2048 }),
  );
  const designer = new Designer(recordOf(HALL) as unknown as Record<string, unknown>);
  const stored = { venue: HALL, etag: '"1"' };
  show(<ImagesPanel designer={designer} api={api} caller={OWNER} stored={stored} draft={null} />);
  await screen.findByText("Own image");
  return { service, designer };
}

test("files are read by their names in a table; what does not fit is listed, and is chosen by hand or left out", async () => {
  const { service, designer } = await openPanel();
  await user.upload(screen.getByLabelText("Choose images"), files("101-B-2.png", "102_A-B.png", "north.png", "x.png"));
  const dialog = within(screen.getByRole("dialog", { name: "What the files are for" }));
  const rows = () => dialog.getAllByRole("row").map((row) => row.textContent);
  expect(rows().slice(1)).toEqual([
    expect.stringContaining("There is no section 'north'."),
    expect.stringContaining("There is no section 'x'."),
    expect.stringContaining("seat 2, row B of Section 101"),
    expect.stringContaining("rows A to B of Section 102"),
  ]);
  expect(service.received("putImage")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Choose for north.png" }));
  await user.selectOptions(dialog.getByLabelText("Section"), "LOGE");
  await user.click(dialog.getByRole("button", { name: "Upload 4, place 3 images" }));
  await screen.findByText("4 images were uploaded.");
  await expect
    .poll(() => imagesIn(designer.record.value).map(({ object, entries }) => [object, entries]))
    .toEqual([
      ["101-B-2.png", [{ section: "101", rows: ["B"], seats: ["2"] }]],
      ["102_A-B.png", [{ section: "102", rows: ["A", "B"] }]],
      ["north.png", [{ section: "LOGE" }]],
    ]);
  expect(designer.history.nextUndo?.title).toBe("Place 3 images");
});

test("an image is placed at a seat by keyboard, and is then for the seat's section", async () => {
  const { designer } = await openPanel("day/a.jpg");
  await user.click(screen.getByRole("button", { name: "Place day/a.jpg" }));
  expect(designer.tool.value?.id).toBe("place-image");
  await user.selectOptions(screen.getByLabelText("Section"), "102");
  await user.selectOptions(screen.getByLabelText("Row"), "C");
  await user.selectOptions(screen.getByLabelText("Seat"), "3");
  await user.click(screen.getByRole("button", { name: "Place it there" }));
  expect(imagesIn(designer.record.value)).toMatchObject([
    { object: "day/a.jpg", kind: "panorama", setId: "panoramas", entries: [{ section: "102" }], pose: { z: 1.2 } },
  ]);
  await user.click(screen.getByRole("button", { name: "Its row" }));
  expect(imagesIn(designer.record.value)[0]?.entries).toEqual([{ section: "102", rows: ["C"] }]);
  await user.click(screen.getByText("Choose by section, row and seat"));
  await user.selectOptions(screen.getByLabelText("Section"), "101");
  await user.click(screen.getByRole("button", { name: "Add" }));
  expect(imagesIn(designer.record.value)[0]?.entries).toEqual([{ section: "101" }, { section: "102", rows: ["C"] }]);
});

test("an image that is removed from the map says which seats lose it", async () => {
  const { designer } = await openPanel("a.jpg");
  await user.click(screen.getByRole("button", { name: "Place a.jpg" }));
  await user.selectOptions(screen.getByLabelText("Section"), "102");
  await user.click(screen.getByRole("button", { name: "Place it there" }));
  await screen.findByText(/For Section 102: 18 seats/);
  await user.click(screen.getByRole("button", { name: "Remove from the map" }));
  const dialog = within(screen.getByRole("dialog", { name: "Remove this image from the map?" }));
  await dialog.findByText(/seats lose it/);
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(imagesIn(designer.record.value)).toEqual([]);
  screen.getByRole("button", { name: "Place a.jpg" });
});
