import { expect, test, vi } from "vitest";
import { fakeService, openConsole } from "../../../testing/console-page";
import { problem } from "../../../testing/fake-service";
import { HALL, storeHall } from "../../../testing/fake-venue";
import { fill, screen, user, within } from "../../../testing/page";

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
const MAP = { points: [[0, 50]], focus: [50, 0], widthM: 12.5, depthM: 8, names: [{ text: "Stalls", x: 0, y: 50 }] };
const SIDE = {
  id: "side",
  text: "Is this side left?",
  choices: [
    { id: "as-drawn", text: "As it is in the file.", seats: 6, map: MAP },
    { id: "mirrored", text: "Left and right exchanged.", seats: 6, map: null },
  ],
  assumed: "as-drawn",
  sure: 0.6,
};
const REPORT = {
  format: "table",
  headline: "7 lines that look like seats; 6 seats taken, 1 left out.",
  seats: 6,
  seatsInFile: 7,
  seatsLeftOut: 1,
  findings: [{ kind: "row-pitch", text: "Rows are 4.00 m apart.", isGrave: false, value: 4 }],
  taken: [{ text: "Seats with a position.", count: 6, example: "A1" }],
  inferred: [{ text: "The scale, from the usual distance between seats.", count: 1, example: null }],
  leftOut: [{ text: "Seats without a name.", count: 1, example: "" }],
  columns: [
    { column: 0, name: "Reihe", field: "row", examples: ["A", "A"] },
    { column: 1, name: "Platz", field: "seat", examples: ["1", "2"] },
    { column: 2, name: "Farbe", field: "colour", examples: ["", "red"] },
    { column: 3, name: "", field: null, examples: ["Stalls", "Stalls"] },
  ],
};

/** What the service answers: a question, as it was answered. */
const imported = (answers = "") => ({
  record: RECORD,
  report: REPORT,
  questions: [{ ...SIDE, chosen: answers.includes("side=mirrored") ? "mirrored" : "as-drawn" }],
});

/** Opens the form, with a service that answers an imported file with this. */
async function openImport(answer: (answers?: string) => object | Response | Promise<never>) {
  vi.stubGlobal("XMLHttpRequest", undefined);
  const service = fakeService()
    .answer("createVenue", HALL)
    .answer("importVenue", ({ query }) => answer(query.answers));
  storeHall(service);
  await openConsole("venues/new");
  await user.click(await screen.findByLabelText(/A file with the plan/));
  const answers = () => service.received("importVenue").map(({ query }) => query.answers);
  return { service, answers };
}

const choose = (file: File) => user.upload(screen.getByLabelText(/Choose a(nother)? file/), file);
const create = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create venue" });
const press = (name: RegExp | string) => user.click(screen.getByRole("button", { name }));
const findFound = async () => within(await screen.findByRole("complementary", { name: "What was found in the file" }));

test("a file is read, shown with its report, and created under a name that can be changed", async () => {
  const { service } = await openImport(imported);
  expect(create().disabled).toBe(true);
  await choose(new File(["{}"], "playhouse.json"));
  const found = await findFound();
  expect(service.received("importVenue")[0]?.query).toEqual({ name: "playhouse.json" });
  found.getByText("7 lines that look like seats; 6 seats taken, 1 left out.");
  for (const [title, text] of [
    ["Hardly true", "Rows are 4.00 m apart."],
    ["Taken", "Seats with a position."],
    ["Inferred: please check", "The scale, from the usual distance between seats."],
    ["Left out", "Seats without a name."],
    ["Assumed", /Measure one distance in your hall/],
  ] as const) {
    within(found.getByRole("region", { name: title })).getByText(text, { exact: false });
  }
  found.getByRole("group", { name: "Map of the imported plan" });
  found.getByRole("button", { name: /wheelchair space/i });
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Playhouse");

  fill(screen.getByLabelText("Name"), "The Playhouse");
  await user.click(create());
  await screen.findByRole("heading", { level: 1, name: "Hall" });
  expect(service.lastBody("createVenue")).toMatchObject({ ...RECORD, name: "The Playhouse" });
});

test("a question is answered by pressing a choice, which reads the file again and changes no name", async () => {
  const { answers } = await openImport(imported);
  await choose(new File(["{}"], "playhouse.json"));
  const question = within(await screen.findByRole("group", { name: "Is this side left?" }));
  question.getByRole("button", {
    name: "As it is in the file. 1: Stalls 6 seats · 12.5 m × 8 m Assumed",
    pressed: true,
  });
  fill(screen.getByLabelText("Name"), "Mine");
  await press("Left and right exchanged. 6 seats");
  await question.findByRole("button", { name: /^Left and right exchanged/, pressed: true });
  expect(answers()).toEqual([undefined, "side=mirrored"]);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Mine");
});

test("a plan is flipped, turned and scaled, and each answer counts until it is taken back", async () => {
  let isSlow = true;
  const { answers } = await openImport((given) =>
    isSlow && given?.endsWith("turn=90") ? new Promise<never>(() => {}) : imported(given),
  );
  await choose(new File(["{}"], "playhouse.json"));
  await findFound();
  await press("Flip left and right");
  await screen.findByText("Flipped.");
  await press("Turn by 90°");
  await screen.findByText("Flipped. Turned by 90° clockwise.");
  // Pressed again while the first turn is still being read: both count.
  await press("Turn by 90°");
  await screen.findByText("Flipped. Turned by 180° clockwise.");
  isSlow = false;
  await press("Flip left and right");
  await screen.findByText("Turned by 180° clockwise.");

  await user.click(screen.getByText("Scale"));
  expect(screen.getByLabelText<HTMLInputElement>("Metres").value).toBe("0.5");
  fill(screen.getByLabelText("Metres"), "much");
  screen.getByText(/must be a number of metres/i);
  fill(screen.getByLabelText("Metres"), "0,6");
  await press("Scale the plan");
  await expect.poll(() => answers().at(-1)).toBe("turn=180;scale=seat:0.6");
  await user.selectOptions(screen.getByLabelText("A distance that you know"), "Width of the seats");
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>("Metres").value).toBe("1");
  fill(screen.getByLabelText("Metres"), "12");
  await press("Scale the plan");
  await expect.poll(() => answers().at(-1)).toBe("turn=180;scale=12");
  expect(answers().slice(1, 5)).toEqual(["flip=yes", "flip=yes;turn=90", "flip=yes;turn=180", "turn=180"]);
});

test("other columns are chosen beside the first lines, and those of other uses are kept", async () => {
  const { answers } = await openImport(imported);
  await choose(new File(["Reihe;Platz"], "list.csv"));
  await findFound();
  await user.click(screen.getByText("Choose columns"));
  const read = screen.getByRole<HTMLButtonElement>("button", { name: "Read the file" });
  expect(screen.getByLabelText<HTMLSelectElement>(/^Row \(/).value).toBe("0");
  expect(read.disabled).toBe(true);
  within(screen.getByRole("region", { name: "First lines of the file" })).getByRole("columnheader", {
    name: "Column 4",
  });
  await user.selectOptions(screen.getByLabelText(/^Section/), "Platz");
  screen.getByText("A column can be one thing only.");
  expect(read.disabled).toBe(true);
  await user.selectOptions(screen.getByLabelText(/^Section/), "Column 4");
  await user.selectOptions(screen.getByLabelText(/^Row \(/), "none");
  await user.click(read);
  await expect.poll(() => answers().at(-1)).toBe("columns=0=none,1=seat,2=colour,3=section");
});

test("an answer that is refused leaves what was found before it", async () => {
  const { answers } = await openImport((given) =>
    given?.includes("turn") ? problem(400, "validation_failed", "The plan cannot be turned.") : imported(given),
  );
  await choose(new File(["{}"], "playhouse.json"));
  const found = await findFound();
  await press("Turn by 90°");
  await found.findByText("The plan cannot be turned.");
  found.getByRole("group", { name: "Map of the imported plan" });
  await press("Flip left and right");
  await expect.poll(() => answers().at(-1)).toBe("flip=yes");
  expect(found.queryByText("The plan cannot be turned.")).toBeNull();
});

test("a record of Seat Preview is taken as it is", async () => {
  await openImport(() => ({ ...imported(), report: { ...REPORT, format: "record" }, questions: [] }));
  await choose(new File(["{}"], "record.json"));
  await findFound();
  expect(screen.queryByRole("button", { name: "Flip left and right" })).toBeNull();
});

test("a seat of the imported plan is picked on the map, and says what it has", async () => {
  await openImport(imported);
  await choose(new File(["{}"], "playhouse.json"));
  const map = within(await screen.findByRole("group", { name: "Map of the imported plan" }));
  map.getByRole("button", { name: /^Stalls/ }).focus();
  await user.keyboard("{Enter}");
  await map.findByRole("button", { name: "Row A, seat 1, Gold" });
  await user.keyboard("{ArrowUp}{ArrowRight}{ArrowRight}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Row B, seat 3, Gold, wheelchair space");
});

test("what cannot be read is told in a sentence, and nothing is created", async () => {
  const { service } = await openImport(() =>
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
