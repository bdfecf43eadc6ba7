import { expect, test } from "vitest";
import { failedOf, summaryOf, summaryText, type Upload, withNames } from "./uploads";

const FILE = {} as File;
const upload = (name: string, state: Upload["state"], detail = ""): Upload => ({ name, file: FILE, state, detail });

test("there is a summary as soon as every file is uploaded or has failed", () => {
  expect(summaryOf([upload("a.jpg", "done"), upload("b.jpg", "uploading")])).toBeNull();
  expect(summaryOf([])).toBeNull();
  expect(summaryOf([upload("a.jpg", "done")])).toEqual({ uploaded: 1, failed: 0, reasons: [] });
});

test("failures are told by their reasons, the most frequent first, and can be tried again", () => {
  const uploads = [
    upload("a.txt", "failed", "Not an image."),
    upload("b.jpg", "failed", "Too large."),
    upload("c.jpg", "failed", "Too large."),
    upload("d.jpg", "done"),
  ];
  expect(summaryOf(uploads)).toEqual({
    uploaded: 1,
    failed: 3,
    reasons: [
      { reason: "Too large.", names: ["b.jpg", "c.jpg"] },
      { reason: "Not an image.", names: ["a.txt"] },
    ],
  });
  expect(failedOf(uploads).map(({ name }) => name)).toEqual(["a.txt", "b.jpg", "c.jpg"]);
});

test("the summary is a sentence", () => {
  expect(summaryText({ uploaded: 1, failed: 0, reasons: [] })).toBe("1 image was uploaded.");
  expect(summaryText({ uploaded: 12, failed: 2, reasons: [] })).toBe("12 images were uploaded, 2 failed.");
  expect(summaryText({ uploaded: 0, failed: 1, reasons: [] })).toBe("No images were uploaded, 1 failed.");
});

test("files of the same name do not overwrite one another", () => {
  const files = ["a.jpg", "a.jpg", "b", "b"].map((name) => ({ name }) as File);
  expect(withNames(files, ({ name }) => `north/${name}`).map(({ name }) => name)).toEqual([
    "north/a.jpg",
    "north/a-2.jpg",
    "north/b",
    "north/b-2",
  ]);
});
