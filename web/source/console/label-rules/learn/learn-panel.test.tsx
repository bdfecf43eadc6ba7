import { expect, test } from "vitest";
import { storeDraft } from "../../../testing/fake-draft";
import type { FakeService } from "../../../testing/fake-service";
import { LAYOUT, openHall } from "../../../testing/fake-venue";
import { fill, goTo, screen, user } from "../../../testing/page";

const MAP = { type: "map", name: "blue lagoon", section: "101" };
const DROP = { type: "drop", words: ["early"] };
const FILE = [
  "Order,Customer,Ticket,Seat id",
  ...["A", "B", "C"].map(
    (row, at) => `${at},Ada Lovelace,Blue Lagoon row ${row} seat ${at} Order 471100,101/${row}/${at}`,
  ),
].join("\n");

type Sent = { labels: { label: string; expect?: string }[]; judge: object[]; rules: { seatKeys: { rules: object[] } } };

/** Suggests two rules, the second of which gains nothing once the first is there. */
function suggest(service: FakeService) {
  service.answer("suggestSeatKeys", ({ body }) => {
    const { labels, judge, rules } = body as Sent;
    const isMapped = rules.seatKeys.rules.length > 0;
    const all = labels.map((_, at) => at);
    const effect = (rule: object) => ({
      rule,
      gains: isMapped ? 0 : all.length,
      labels: [],
      mends: 0,
      mendedLabels: [],
      breaks: 0,
      brokenLabels: [],
      gainedAt: isMapped ? [] : all,
      mendedAt: [],
      brokenAt: [],
    });
    return {
      data: (judge.length === 0 ? [MAP, DROP] : judge).map(effect),
      results: labels.map(({ expect }) => ({
        status: isMapped ? "matched" : "unmatched",
        keys: isMapped ? ["101/A/1"] : [],
        ...(expect === undefined ? {} : { expected: [expect] }),
      })),
    };
  });
}

test("rules that are accepted one by one go into the draft, with examples that the person has seen", async () => {
  const { service } = await openHall("map", { rules: { layout: LAYOUT } });
  const stored = storeDraft(service, null);
  suggest(service);
  await goTo("venues/ven_hall/rules");
  await screen.findByRole("heading", { name: "Learn from a sales file" });
  await user.upload(screen.getByLabelText("Choose a file"), new File([FILE], "sold.csv"));
  await user.selectOptions(await screen.findByLabelText("Label, or section"), "Ticket");
  await user.selectOptions(screen.getByLabelText(/^Right seat/), "Seat id");
  await user.click(screen.getByRole("button", { name: "Read the file" }));

  await user.click(await screen.findByRole("button", { name: /^Accept: Map “blue lagoon”/ }));
  const { labels } = service.lastBody("suggestSeatKeys") as Sent;
  expect(JSON.stringify(labels)).not.toContain("Lovelace");
  await screen.findByText("No further rule would help with these labels.");
  screen.getByText(/It seems to hold an order number/);
  const example = screen.getByLabelText("Label of the example");
  fill(example, "Blue Lagoon row A seat 1");
  example.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(() => screen.queryByText(/It seems to hold/)).toBeNull();

  await screen.findByText("101/A/1", { selector: "code" });
  await user.click(screen.getByRole("button", { name: "Add 1 rule and 1 example to the draft" }));
  await screen.findByText(/The draft has 1 rule and 1 example more/);
  const examples = [{ label: "Blue Lagoon row A seat 1", expect: "101/A/1" }];
  expect(stored.draft?.record).toMatchObject({ rules: { layout: LAYOUT, seatKeys: { rules: [MAP], examples } } });
  screen.getByRole("button", { name: "Publish..." });
});

test("a guess is a question, and leaving it out asks about its alternative", async () => {
  const { service } = await openHall("map", { rules: { layout: LAYOUT } });
  storeDraft(service, null);
  const meant = (replacement: string) => ({ type: "rewrite", pattern: "^\\s*par([0-9])", replacement });
  const [first, second] = [meant("Parkett \\1"), meant("Parterre \\1")];
  service.answer("suggestSeatKeys", ({ body }) => {
    const { labels, judge } = body as Sent;
    const effect = (rule: object) => ({
      ...{ rule, gains: 1, labels: [], mends: 0, mendedLabels: [], breaks: 0, brokenLabels: [] },
      ...{ gainedAt: [0], mendedAt: [], brokenAt: [], basis: "guess" },
      alternatives: judge.length === 0 ? [second] : [],
    });
    return {
      data: (judge.length === 0 ? [first] : judge).map((rule) => effect(rule as object)),
      results: labels.map(() => ({ status: "unmatched", keys: [] })),
    };
  });
  await goTo("venues/ven_hall/rules");
  await user.upload(await screen.findByLabelText("Choose a file"), new File(["Ticket,Price\nPAR1 3,9\n"], "sold.csv"));
  await user.selectOptions(await screen.findByLabelText("Label, or section"), "Ticket");
  await user.click(screen.getByRole("button", { name: "Read the file" }));
  await screen.findByText("Does the beginning of these labels mean “Parkett”?");
  screen.getByText(/It may also be “Parterre”/);
  screen.getByText(/Gains about 1 lines: PAR1 3/);
  await user.click(screen.getByRole("button", { name: /^Leave out: .*Parkett/ }));
  await screen.findByText("Does the beginning of these labels mean “Parterre”?");
  expect(screen.queryByText(/It may also be/)).toBeNull();
});

test("a file that cannot be read is told, and another one can be chosen", async () => {
  await openHall("rules", { rules: { layout: LAYOUT } });
  await user.upload(
    await screen.findByLabelText("Choose a file"),
    new File([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])], "a.xlsx"),
  );
  expect((await screen.findByRole("alert")).textContent).toContain("old Excel file");
  screen.getByLabelText("Choose a file");
});
