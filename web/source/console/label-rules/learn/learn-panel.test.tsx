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

type Sent = {
  groups: { lines: number; labels: { label: string; seat?: string }[] }[];
  rules: { seatKeys: { rules: object[] } };
  leftOut?: object[];
  examples?: { label: string }[];
};

const NOTHING = { gained: [], gainedLines: 0, mended: [], mendedLines: 0, broken: [], brokenLines: 0 };

/** Proposes rules with an example for the first group, while there are any. */
function propose(service: FakeService, proposals: (sent: Sent) => object[]) {
  service.answer("learnSeatKeys", ({ body }) => {
    const sent = body as Sent;
    const checked = (label: string) => ({
      label,
      keys: ["101/A/1"],
      isStated: false,
      warnings: label.includes("Order") ? ["orderNumber"] : [],
    });
    if (sent.examples !== undefined)
      return { data: [], groups: [], examples: sent.examples.map((each) => checked(each.label)) };
    const [first] = sent.groups;
    const labels = first?.labels.map(({ label }) => label) ?? [];
    const effect = { gained: labels, gainedLines: first?.lines ?? 0, examples: labels.slice(0, 1).map(checked) };
    return {
      data: proposals(sent).map((rule) => ({
        ...NOTHING,
        brokenExamples: 0,
        basis: "known",
        alternatives: [],
        ...effect,
        ...rule,
      })),
      groups: sent.groups.map((group) => ({
        labels: group.labels.map(() => ({ status: "unmatched", keys: [], verdict: "open" })),
      })),
      summary: { lines: 3, rightLines: 0, wrongLines: 0, unknownSeats: 0, unknownSeat: "" },
      examples: [],
    };
  });
}

test("rules that are accepted one by one go into the draft, with examples that the person has seen", async () => {
  const { service } = await openHall("map", { rules: { layout: LAYOUT } });
  const stored = storeDraft(service, null);
  propose(service, ({ rules }) => (rules.seatKeys.rules.length > 0 ? [] : [{ rule: MAP }, { rule: DROP }]));
  await goTo("venues/ven_hall/rules");
  await screen.findByRole("heading", { name: "Learn from a sales file" });
  await user.upload(screen.getByLabelText("Choose a file"), new File([FILE], "sold.csv"));
  await user.selectOptions(await screen.findByLabelText("Label, or section"), "Ticket");
  await user.selectOptions(screen.getByLabelText(/^Right seat/), "Seat id");
  await user.click(screen.getByRole("button", { name: "Read the file" }));

  await user.click(await screen.findByRole("button", { name: /^Accept: Map “blue lagoon”/ }));
  const { groups } = service.lastBody("learnSeatKeys") as Sent;
  expect(groups).toHaveLength(1);
  expect(JSON.stringify(groups)).not.toContain("Lovelace");
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
  propose(service, ({ leftOut = [] }) => [
    leftOut.length > 0 ? { rule: second, basis: "guess" } : { rule: first, basis: "guess", alternatives: [second] },
  ]);
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
