// The console reads names of files as the service's command line does: both are tested with the same cases. The other
// half of these tests is tests/imagery/test_filename_pattern.py.
import { expect, test } from "vitest";
import cases from "../../../tests/imagery/shared/file_names.json";
import { planFromRecord } from "../layouts/layout-reader";
import { faultOfPattern, readFileName, readUsualName } from "./image-file-names";

const planOf = (sections: unknown[]) => planFromRecord({ rules: { layout: { sections } } });
const HALL = planOf(cases.sections);

test.each(cases.matches)("$path fits $pattern", ({ pattern, path, covers }) => {
  expect(readFileName(pattern, path, HALL)).toEqual({ covers });
});

test.each(cases.refusals)("$path does not fit $pattern", ({ pattern, path, reason }) => {
  expect(readFileName(pattern, path, HALL)).toEqual({ reason });
});

test.each(cases.patterns)("$pattern cannot be used", ({ pattern, reason }) => {
  expect(faultOfPattern(pattern)).toBe(reason);
});

const ARENA = planOf([
  { ids: ["106", "107"], name: "Section {id}", rows: { first: "A", last: "K" }, seats: { count: 12 } },
  { id: "20", rows: { first: 1, last: 9 }, seats: { count: 12 } },
  { ids: ["Box 1", "Box 2"], kind: "suite", seats: { count: 4 } },
  { id: "Box", kind: "suite", seats: { count: 1 } },
]);

test.each([
  ["107-K-9.jpg", { section: "107", rows: ["K"], seats: ["9"] }],
  ["106_G-J.jpg", { section: "106", rows: ["G", "H", "I", "J"] }],
  ["106-G-J.JPG", { section: "106", rows: ["G", "H", "I", "J"] }],
  ["20-1-5.jpg", { section: "20", rows: ["1"], seats: ["5"] }],
  ["20_1-5.jpg", { section: "20", rows: ["1", "2", "3", "4", "5"] }],
  ["Box 2.jpg", { section: "Box 2" }],
  ["box_2_03.webp", { section: "Box 2", seats: ["3"] }],
  ["visit 1/107/C.jpg", { section: "107", rows: ["C"] }],
  ["Section-107.jpg", { section: "107" }],
])("%s is read without a pattern", (path, covers) => {
  expect(readUsualName(path, ARENA)).toEqual({ covers });
});

test.each([
  ["Box 1.jpg", "may be for Box 1 or Box//1"],
  ["107-K-99.jpg", "row 'K' of section '107' has no seat '99'"],
  ["107-ZZ-1.jpg", "section '107' has no row 'ZZ'"],
  ["IMG_2041.jpg", "there is no section 'IMG'"],
])("%s is not guessed", (path, reason) => {
  expect(readUsualName(path, ARENA)).toEqual({ reason });
});
