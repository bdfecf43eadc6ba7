import { expect, test, vi } from "vitest";
import { openHall } from "../../../testing/fake-venue";
import { screen, user, within } from "../../../testing/page";

const MERGED = {
  name: "Hall",
  rules: { layout: { sections: [{ id: "A", positions: [{ row: "1", seats: [1, 2], x: [-50, 50], y: [500, 500] }] }] } },
};
const OVER = {
  venueId: "ven_hall",
  version: 1,
  kept: [{ text: "Heights of rows.", count: 1, example: "A 1" }],
  changed: [],
  notKept: [{ text: "Images of seats that the file does not have.", count: 2, example: "left.jpg" }],
};
const REPORT = {
  format: "table",
  headline: "2 lines that look like seats; 2 seats taken, none left out.",
  seats: 2,
  seatsInFile: 2,
  seatsLeftOut: 0,
  findings: [],
  taken: [],
  inferred: [],
  leftOut: [],
  columns: [],
};
const NO_WARNINGS = { warnings: [], warningsCount: 0, sectionsNotChecked: 0 };

test("a plan over a venue shows what is lost before it is a step of the draft", async () => {
  vi.stubGlobal("XMLHttpRequest", undefined);
  const { service } = await openHall("design");
  service.answer("importVenue", { record: MERGED, report: REPORT, questions: [], over: OVER, ...NO_WARNINGS });
  await user.click(screen.getByRole("button", { name: "Import a plan again..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import a plan over Hall" }));
  const file = new File(["row,seat\n1,1\n1,2\n"], "plan.csv");
  await user.upload(dialog.getByLabelText(/Choose a file/), file);
  const lost = within(await dialog.findByRole("region", { name: "Not kept" }));
  expect(lost.getByText(/Images of seats/).textContent).toContain("left.jpg");
  const { venueId } = service.received("getVenue")[0]?.path ?? {};
  expect(service.received("importVenue")[0]?.query).toMatchObject({ over: venueId, name: "plan.csv" });
  expect(service.received("putDraft")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Put it into the draft" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await expect.poll(() => service.lastBody("putDraft"), { timeout: 5000 }).toMatchObject({ rules: MERGED.rules });
});
