// Tests that a scene is built in short tasks.
import { expect, test } from "vitest";
import { pauseBetweenTasks } from "./scene-building";

test("a task ends only after it has taken a while", async () => {
  let milliseconds = 0;
  let tasks = 1;
  const pause = pauseBetweenTasks(
    () => milliseconds,
    async () => {
      tasks++;
    },
  );
  await pause();
  expect(tasks).toBe(1);
  milliseconds += 30;
  await pause();
  expect(tasks).toBe(2);
  await pause();
  expect(tasks).toBe(2);
});

test("without a clock of its own it ends tasks for real", async () => {
  let milliseconds = 0;
  const pause = pauseBetweenTasks(() => milliseconds);
  milliseconds += 30;
  await expect(pause()).resolves.toBeUndefined();
});
