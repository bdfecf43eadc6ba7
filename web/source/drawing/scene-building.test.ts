// Tests that a scene is built in short tasks, and that all of it is uploaded before it is turned to.
import { BufferGeometry, Mesh } from "three";
import { expect, test } from "vitest";
import { LaterUploads, pauseBetweenTasks } from "./scene-building";

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

test("a mesh is uploaded later with each geometry that it had, and keeps the one that it has", async () => {
  const uploaded: BufferGeometry[][] = [];
  const uploads = new LaterUploads((meshes) => uploaded.push(meshes.map(({ geometry }) => geometry)));
  const [fine, coarse, other] = [new BufferGeometry(), new BufferGeometry(), new BufferGeometry()];
  const mesh = new Mesh(coarse);
  uploads.upload([mesh]);
  mesh.geometry = fine;
  uploads.upload([mesh, new Mesh(other)]);
  mesh.geometry = coarse;
  expect(uploaded).toEqual([]);

  await uploads.start(new AbortController().signal);
  expect(uploaded).toEqual([[coarse], [fine, other]]);
  expect(mesh.geometry).toBe(coarse);
  uploads.upload([mesh]);
  expect(uploaded.at(-1)).toEqual([coarse]);
});
