import { expect, test } from "vitest";
import { fakeService, openConsole } from "../../testing/console-page";
import { problem } from "../../testing/fake-service";
import { HALL, storeHall } from "../../testing/fake-venue";
import { fill, screen, user, within } from "../../testing/page";

const RECORD = {
  name: "Playhouse",
  rules: {
    layout: {
      assumed: ["heights", "scale"],
      categories: [{ id: "gold", name: "Gold", colour: "#d4af37" }],
      sections: [
        {
          id: "Stalls",
          category: "gold",
          positions: [
            { row: "A", seats: [1, 2, 3], x: [-50, 0, 50], y: [500, 500, 500] },
            { row: "B", seats: [1, 2, 3], x: [-50, 0, 50], y: [590, 590, 590] },
          ],
          properties: [{ at: { B: [3] }, has: ["wheelchair"] }],
        },
      ],
    },
  },
};
const REPORT = {
  format: "pretix",
  seats: 6,
  seatsInFile: 7,
  taken: [{ text: "Seats with a position.", count: 6, example: "A1" }],
  inferred: [{ text: "The scale, from the usual distance between seats.", count: 1, example: null }],
  leftOut: [{ text: "Seats without a name.", count: 1, example: "" }],
};

/** Opens the form, with a service that answers an imported file with this. */
async function openImport(answer: () => object | Response) {
  const service = fakeService().answer("createVenue", HALL).answer("importVenue", answer);
  storeHall(service);
  await openConsole("venues/new");
  await user.click(await screen.findByLabelText(/A file with the plan/));
  return service;
}

const choose = (file: File) => user.upload(screen.getByLabelText(/Choose a file/), file);
const create = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create venue" });

test("a file is read, shown with its report, and created under a name and a scale that can be changed", async () => {
  const service = await openImport(() => ({ record: RECORD, report: REPORT }));
  expect(create().disabled).toBe(true);
  await choose(new File(["{}"], "playhouse.json"));
  const found = within(await screen.findByRole("complementary", { name: "What was found in the file" }));
  expect(service.received("importVenue")[0]?.query).toEqual({ name: "playhouse.json" });
  found.getByText("6 of 7 seats in the file were taken.");
  for (const [title, text] of [
    ["Taken", "Seats with a position."],
    ["Inferred: please check", "The scale, from the usual distance between seats."],
    ["Left out", "Seats without a name."],
  ] as const) {
    within(found.getByRole("region", { name: title })).getByText(text, { exact: false });
  }
  found.getByRole("group", { name: "Map of the imported plan" });
  found.getByRole("button", { name: /wheelchair space/i });
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Playhouse");

  const pitch = screen.getByLabelText<HTMLInputElement>("Distance between seats");
  expect(pitch.value).toBe("0.5");
  fill(pitch, "much");
  expect(create().disabled).toBe(true);
  screen.getByText(/must be a number of metres/i);
  fill(pitch, "0,6");
  fill(screen.getByLabelText("Name"), "The Playhouse");
  await user.click(create());
  await screen.findByRole("heading", { level: 1, name: "Hall" });
  const body = service.lastBody("createVenue") as typeof RECORD;
  expect(body).toMatchObject({ name: "The Playhouse", rules: { layout: { assumed: ["heights"] } } });
  expect(body.rules.layout.sections[0]?.positions[0]).toMatchObject({ x: [-60, 0, 60], y: [600, 600, 600] });
});

test("a seat of the imported plan is picked on the map, and says what it has", async () => {
  await openImport(() => ({ record: RECORD, report: REPORT }));
  await choose(new File(["{}"], "playhouse.json"));
  const map = within(await screen.findByRole("group", { name: "Map of the imported plan" }));
  map.getByRole("button", { name: /^Stalls/ }).focus();
  await user.keyboard("{Enter}");
  await map.findByRole("button", { name: "Row A, seat 1, Gold" });
  await user.keyboard("{ArrowUp}{ArrowRight}{ArrowRight}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Row B, seat 3, Gold, wheelchair space");
});

test("what cannot be read is told in a sentence, and nothing is created", async () => {
  const service = await openImport(() =>
    problem(400, "validation_failed", "The file is not a seating plan: it has no seats."),
  );
  await choose(new File([], "empty.csv"));
  screen.getByText("“empty.csv” is empty. Choose a file with a seating plan.");
  expect(service.received("importVenue")).toEqual([]);
  await choose(new File(["a;b"], "other.csv"));
  await screen.findByText("The file is not a seating plan: it has no seats.");
  expect(screen.queryByText(/is empty/)).toBeNull();
  expect(create().disabled).toBe(true);
  expect(service.received("createVenue")).toEqual([]);
});
