import { expect, test } from "vitest";
import { seatCount } from "../../plan/plan";
import { EXAMPLES, exampleRecord, shownConfiguration } from "./example-halls";
import { planFromRecord } from "./layout-reader";

test.each(EXAMPLES)("$title can be drawn under another name", async ({ id, description }) => {
  const record = await exampleRecord(id, "My hall", "UTC");
  const plan = planFromRecord(record, shownConfiguration(record));
  expect(plan.name).toBe("My hall");
  expect(plan.configuration).not.toBeNull();
  if (id !== "hall") {
    expect(plan.hall).toBe(id);
    expect(description).toContain(`${seatCount(plan).toLocaleString("en")} seats`);
  }
});
