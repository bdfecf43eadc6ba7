import { expect, test } from "vitest";
import { OWNER } from "../../testing/console-page";
import { example, problem } from "../../testing/fake-service";
import { LAYOUT, openHall } from "../../testing/fake-venue";
import { fill, goTo, screen, user } from "../../testing/page";
import { rewrite } from "../../testing/record-editor";

const SEAT = { key: "101/B/3", section: "101", row: "B", seat: "3", level: "seat", sectionName: "Section 101" };
const CONFIGURATIONS = [
  { id: "end", name: "End stage", closed: ["102"] },
  { id: "round", name: "In the round" },
];

async function openPreview(changes: object = {}, embedFrameAncestors: string[] = []) {
  const opened = await openHall("preview", changes);
  opened.service
    .answer("getKey", example("getKey", { keyId: OWNER.keyId, embedFrameAncestors }))
    .answer("previewSeat", example("previewSeat", { seat: SEAT, description: "Section 101, row B, seat 3." }));
  return opened;
}

async function look(seat: string) {
  fill(screen.getByLabelText("Seat"), seat);
  await user.click(screen.getByRole("button", { name: "Show" }));
}

test("a label shows its seat, by a session that is kept apart from buyers'", async () => {
  const { service } = await openPreview();
  await look(" Section 101, Row B, Seat 3 ");
  await screen.findByText("Section 101, row B, seat 3.");
  expect(service.received("previewSeat")[0]?.query).toEqual({
    venue: "ven_hall",
    configuration: "none",
    seat: "Section 101, Row B, Seat 3",
    locale: navigator.language,
  });
  expect(service.lastBody("createSession")).toMatchObject({ venue: "ven_hall", purpose: "staff" });
});

test("a key that lets no page frame the viewer is told so, with a link to the viewer and to the key", async () => {
  await openPreview();
  await look("101/B/3");
  await screen.findByText(/The viewer cannot be shown on this page/);
  const link = screen.getByRole("link", { name: "Open the viewer in a new tab" });
  expect(link.getAttribute("href")).toMatch(/&seat=101%2FB%2F3$/);
  expect(screen.getByRole("link", { name: "the key" }).getAttribute("href")).toBe(`#/keys/${OWNER.keyId}`);
  expect(document.querySelector("iframe")).toBeNull();
});

test("a problem of the seat is shown, and the text stays", async () => {
  const { service } = await openPreview();
  service.answer("previewSeat", () => problem(404, "not_found", "Section 102 is closed in the configuration 'end'."));
  await look("102/A/1");
  await screen.findByText("Section 102 is closed in the configuration 'end'.");
  expect(screen.getByLabelText<HTMLInputElement>("Seat").value).toBe("102/A/1");
});

test("changes that are not saved are not in the preview, which says so", async () => {
  await openPreview();
  expect(screen.queryByText(/without your unsaved changes/)).toBeNull();
  await goTo("venues/ven_hall/record");
  await rewrite('"Hall"', '"Other"');
  await goTo("venues/ven_hall/preview");
  screen.getByText("The preview shows the saved venue, without your unsaved changes.");
});

test("the preview begins with the default configuration, and the bare hall can be chosen", async () => {
  const layout = { ...LAYOUT, configurations: CONFIGURATIONS, defaultConfiguration: "end" };
  const { service } = await openPreview({ rules: { layout } });
  const select = screen.getByLabelText<HTMLSelectElement>("Configuration");
  expect(select.value).toBe("end");
  expect([...select.options].map(({ text }) => text)).toEqual([
    "End stage (default)",
    "In the round",
    "None: the bare hall",
  ]);
  await user.selectOptions(select, "None: the bare hall");
  await look("102/A/1");
  await screen.findByText("Section 101, row B, seat 3.");
  expect(service.received("previewSeat").at(-1)?.query.configuration).toBe("none");
});
