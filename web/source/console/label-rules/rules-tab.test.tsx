import { expect, test } from "vitest";
import { type FakeService, problem } from "../../testing/fake-service";
import { LAYOUT, openHall } from "../../testing/fake-venue";
import { fill, goTo, screen, user, within } from "../../testing/page";

const EXAMPLE = { label: "VIP Section 101, Row B, Seat 4", expect: "101/B/4" };
const RULES = {
  layout: LAYOUT,
  seatKeys: { rules: [{ type: "drop", words: ["VIP"] }], examples: [EXAMPLE] },
};
const MESSY = "Blue Lagoon, Row B, Seat 4";

type Outcome = { status: string; keys?: string[]; change?: "gained" | "lost" | "changed"; words?: object[] };

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const items = (list: string) => [...screen.getByRole("list", { name: list }).children] as HTMLElement[];
const label = (text: string) => items("Labels and what they become").find((item) => item.textContent?.includes(text))!;

/** Answers dry runs with what each label becomes, by its text. Other labels are declined. */
function resolve(service: FakeService, outcomes: Record<string, Outcome>, unusedRules: number[] = []) {
  service.answer("testSeatKeys", ({ body }) => {
    const { labels } = body as { labels: string[] };
    const found = labels.map((text) => outcomes[text] ?? { status: "unmatched" });
    const changed = (change: string) => found.flatMap((each, at) => (each.change === change ? [at] : []));
    return {
      results: found.map((each, at) => resultOf(labels[at]!, each)),
      unusedRules,
      difference: { gained: changed("gained"), lost: changed("lost"), changed: changed("changed") },
    };
  });
}

function resultOf(text: string, { status, keys = [], words = [] }: Outcome) {
  const seats = keys.map((key) => {
    const [section, row, seat] = key.split("/");
    return { key, section, row, seat };
  });
  const several = seats.length > 1 ? { seats } : {};
  return {
    label: text,
    text,
    status,
    seat: seats[0] ?? null,
    ...several,
    alternatives: [],
    trace: ["rule 2 maps it"],
    words,
  };
}

async function openRules(outcomes: Record<string, Outcome> = {}) {
  const opened = await openHall("map", { rules: RULES });
  resolve(opened.service, { [EXAMPLE.label]: { status: "matched", keys: ["101/B/4"] }, ...outcomes });
  await goTo("venues/ven_hall/rules");
  await screen.findByText("1 of 1 matched", { exact: false });
  return opened;
}

async function add(labels: string) {
  fill(screen.getByLabelText(/^Add labels/), labels);
  await press("Add");
}

test("labels are tried against the rules, and a declined one that must be is as good as a matched one", async () => {
  const { service } = await openRules();
  await add(`${MESSY} => 101/B/4\nParking => -`);
  await expect.poll(() => label("Parking").textContent).toContain("declined, as expected");
  expect(label(MESSY).textContent).toContain("unmatched");
  expect(label(MESSY).textContent).toContain("not as expected");
  screen.getByText(/1 declined as they must be/);
  screen.getByRole("button", { name: "Not matched 1" });
  expect(service.lastBody("testSeatKeys")).toEqual({
    labels: [MESSY, "Parking", EXAMPLE.label],
    rules: { seatKeys: { rules: RULES.seatKeys.rules } },
  });
});

test("a rule is tried once it is complete, and published with the examples", async () => {
  const { service, stored } = await openRules();
  await add(`${MESSY} => 101/B/4`);
  await press("+ Map a name to a section");
  expect(document.activeElement).toBe(screen.getByLabelText("Name, rule 2"));
  await user.keyboard("Blue Lagoon");
  screen.getByText("incomplete");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(true);
  resolve(service, { [MESSY]: { status: "matched", keys: ["101/B/4"], change: "gained" } });
  fill(screen.getByLabelText("Section, rule 2"), "101");
  await expect.poll(() => label(MESSY).textContent).toContain("gained");
  screen.getByText(/1 gained, 0 lost, 0 changed/);
  within(label(MESSY)).getByText("rule 2 maps it");
  screen.getByRole("tab", { name: "Rules (not published)" });

  await user.click(within(label(MESSY)).getByRole("button", { name: "Add to examples" }));
  await press("Publish");
  await screen.findByText("The rules were published");
  expect(stored.venue.rules.seatKeys).toEqual({
    rules: [...RULES.seatKeys.rules, { type: "map", name: "Blue Lagoon", section: "101" }],
    examples: [{ label: MESSY, expect: "101/B/4" }, EXAMPLE],
  });
  expect(stored.venue.rules.layout).toEqual(LAYOUT);
});

test("what a change loses is seen before it is published, and a refused publication is told", async () => {
  const { service } = await openRules();
  await press("+ Reject a label");
  resolve(service, { [EXAMPLE.label]: { status: "unmatched", change: "lost" } });
  await user.keyboard("section");
  await expect.poll(() => label("VIP").textContent).toContain("lost");
  await press("Lost 1");
  expect(items("Labels and what they become")).toHaveLength(1);
  service.answer("replaceVenue", () =>
    problem(400, "validation_failed", "The body has 1 fault: /rules/seatKeys/examples/0 is an example that fails.", [
      { pointer: "/rules/seatKeys/examples/0", detail: "is an example that fails" },
    ]),
  );
  await press("Publish");
  expect((await screen.findByRole("alert")).textContent).toContain("an example that fails");
});

test("a wrong pattern is marked at its rule, also where an incomplete rule is before it", async () => {
  const { service } = await openRules();
  await press("+ Drop words");
  await press("+ Rewrite a text");
  service.answer("testSeatKeys", () =>
    problem(400, "validation_failed", "The body has 1 fault.", [
      { pointer: "/rules/seatKeys/rules/1/pattern", detail: "is not a pattern of RE2" },
    ]),
  );
  fill(screen.getByLabelText("Pattern, rule 3"), "(abc");
  await expect.poll(() => items("Rules in their order")[2]?.textContent).toContain("pattern is not a pattern of RE2");
  expect(screen.getByLabelText("Pattern, rule 3").getAttribute("aria-invalid")).toBe("true");
});

test("a rule without effect says so", async () => {
  const { service } = await openRules();
  resolve(service, {}, [1]);
  await press("+ Reject a label");
  await user.keyboard("nothing");
  await expect.poll(() => items("Rules in their order")[1]?.textContent).toContain("no effect");
});

test("rules move by keyboard, and words are kept as they are typed", async () => {
  await openRules();
  await press("+ Drop words");
  const words = (rule: number) =>
    screen.getByLabelText<HTMLInputElement>(`Words, with commas between them, rule ${rule}`);
  await user.keyboard("Early Bird, e-ticket,");
  expect(words(2).value).toBe("Early Bird, e-ticket,");
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(words(1).value).toContain("Early Bird");
  await goTo("venues/ven_hall/map");
  await goTo("venues/ven_hall/rules");
  expect(words(1).value).toContain("Early Bird");
  await user.click(screen.getByRole("link", { name: "Keys" }));
  await screen.findByRole("dialog", { name: "Leave without saving?" });
});

test("a suggestion says what it gains and corrects, and is accepted as a rule", async () => {
  const { service } = await openRules();
  const rule = { type: "map", name: "blue lagoon", section: "101" };
  service.answer("suggestSeatKeys", {
    data: [
      { rule, gains: 3, labels: [MESSY], mends: 0, mendedLabels: [] },
      { rule: { type: "reject", pattern: "wardrobe" }, gains: 0, labels: [], mends: 2, mendedLabels: ["Wardrobe 1"] },
    ],
  });
  await add(`${MESSY} => 101/B/4`);
  await press("Suggest rules");
  await screen.findByText(/Matches 3 more labels, such as “Blue Lagoon, Row B, Seat 4”/);
  screen.getByText(/Corrects 2 wrong results, such as “Wardrobe 1”/);
  expect(screen.getAllByText(/more labels, such as/)).toHaveLength(1);
  expect(service.lastBody("suggestSeatKeys")).toMatchObject({
    labels: [{ label: MESSY, expect: "101/B/4" }, EXAMPLE],
  });
  await press(/^Accept: Map/);
  expect(screen.getByLabelText<HTMLInputElement>("Name, rule 2").value).toBe("blue lagoon");
  expect(screen.queryByText(/Matches 3 more labels/)).toBeNull();
  await press("Remove rule 2");
  await screen.findByText("The rules have changed. Request suggestions again.");
});

test("a label of several seats is kept as an example with all of them", async () => {
  const pair = "Section 101, Row B, Seats 4-5";
  const { stored } = await openRules({ [pair]: { status: "matched", keys: ["101/B/4", "101/B/5"] } });
  await add(`${pair} => 101/B/4, 101/B/6`);
  await expect.poll(() => label(pair).textContent).toContain("101/B seats 4, 5");
  expect(label(pair).textContent).toContain("not as expected");
  const expected = within(label(pair)).getByLabelText<HTMLInputElement>(/^Expected key of/);
  expect(expected.value).toBe("101/B/4 | 101/B/6");
  await user.clear(expected);
  await user.type(expected, "101/B/4 | 101/B/5");
  expect(label(pair).textContent).not.toContain("not as expected");
  await user.clear(expected);
  await user.click(within(label(pair)).getByRole("button", { name: "Add to examples" }));
  expect(expected.value).toBe("101/B/4 | 101/B/5");
  await press("Publish");
  await screen.findByText("The rules were published");
  expect(stored.venue.rules.seatKeys?.examples).toContainEqual({ label: pair, expect: ["101/B/4", "101/B/5"] });
});

test("the words of a label are one tab stop, and say what they were taken for by keyboard and by pointer", async () => {
  const text = "Section 102, Row C, Seat 5";
  const word = (said: string, takenFor: string) => {
    const start = text.indexOf(said);
    return { start, end: start + said.length, takenFor, meaning: "" };
  };
  const words = [
    word("102", "section"),
    word("Row", "marker"),
    word("C", "row"),
    word("Seat", "marker"),
    word("5", "seat"),
  ];
  await openRules({ [text]: { status: "matched", keys: ["102/C/5"], words } });
  await add(text);
  await expect.poll(() => label(text)?.textContent).toContain("102/C/5");
  const inside = within(label(text));
  const names = inside.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
  for (const name of ["102: section", "Row: says what follows", "C: row", "5: seat"]) expect(names).toContain(name);
  const legend = screen.getByRole("list", { name: "What the words of a label were taken for" });
  expect(legend.textContent).toContain("says what follows");

  const tip = () => inside.queryByRole("tooltip")?.textContent;
  inside.getByRole("button", { name: `Remove label ${text}` }).focus();
  await user.tab();
  expect(tip()).toBe("102 names the section");
  await user.keyboard("{End}");
  expect(tip()).toBe("5 names the seat");
  await user.keyboard("{ArrowLeft}");
  expect(tip()).toBe("Seat says what follows");
  await user.keyboard("{Escape}");
  expect(tip()).toBeUndefined();
  await user.tab();
  expect(document.activeElement?.getAttribute("aria-label")).toBe(`Expected key of ${text}`);

  const row = inside.getByRole("button", { name: "C: row" });
  await user.hover(row);
  expect(tip()).toBe("C names the row");
  await user.click(row);
  expect(label(text).querySelector("details")?.open).toBe(true);
});
