// Tests of plans that change faster than they can be drawn.
import { expect, test } from "vitest";
import type { Plan } from "../plan/plan";
import { PlanChanges } from "./plan-changes";

const planCalled = (name: string) => ({ name }) as Plan;

/** A view whose scenes are built when the test says so. */
function slowView() {
  const log: string[] = [];
  let finish = () => {};
  const view = {
    replacePlan: async ({ name }: Plan) => {
      log.push(`begin ${name}`);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      log.push(`show ${name}`);
    },
    complete: async () => void log.push("complete"),
  };
  return { log, view, finish: () => finish() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("one plan is built at a time, of those meanwhile only the newest, and the rest follows at the end", async () => {
  const { log, view, finish } = slowView();
  const changes = new PlanChanges(
    view,
    (failure) => expect.fail(String(failure)),
    async () => {},
  );
  const done = changes.show(planCalled("1"), null);
  void changes.show(planCalled("2"), null);
  void changes.show(planCalled("3"), null);
  expect(log).toEqual(["begin 1"]);
  finish();
  await settled();
  expect(log).toEqual(["begin 1", "show 1", "begin 3"]);
  finish();
  await done;
  expect(log).toEqual(["begin 1", "show 1", "begin 3", "show 3", "complete"]);
});

test("a plan that cannot be drawn is reported, and the next one is drawn", async () => {
  const drawn: string[] = [];
  const failures: unknown[] = [];
  const view = {
    replacePlan: async ({ name }: Plan) => {
      if (name === "broken") throw new Error(name);
      drawn.push(name);
    },
    complete: async () => {},
  };
  const changes = new PlanChanges(
    view,
    (failure) => failures.push(String(failure)),
    async () => {},
  );
  await changes.show(planCalled("broken"), null);
  await changes.show(planCalled("whole"), null);
  expect([failures, drawn]).toEqual([["Error: broken"], ["whole"]]);
});
