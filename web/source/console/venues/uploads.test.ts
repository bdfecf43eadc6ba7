import { expect, test } from "vitest";
import { bytesOf, bytesText, imageName, summaryOf, summaryText, type Upload, unsentOf, withNames } from "./uploads";

const FILE = { size: 1000 } as File;
const upload = (name: string, state: Upload["state"], detail = "", sentBytes = 0): Upload => ({
  name,
  file: FILE,
  state,
  detail,
  sentBytes,
});

test("there is a summary as soon as every file is uploaded, has failed or is cancelled", () => {
  expect(summaryOf([upload("a.jpg", "done"), upload("b.jpg", "uploading")])).toBeNull();
  expect(summaryOf([])).toBeNull();
  expect(summaryOf([upload("a.jpg", "done")])).toEqual({ uploaded: 1, failed: 0, cancelled: 0, reasons: [] });
});

test("failures are told by their reasons, the most frequent first, and can be tried again", () => {
  const uploads = [
    upload("a.txt", "failed", "Not an image."),
    upload("b.jpg", "failed", "Too large."),
    upload("c.jpg", "failed", "Too large."),
    upload("d.jpg", "done"),
    upload("e.jpg", "cancelled"),
  ];
  expect(summaryOf(uploads)).toEqual({
    uploaded: 1,
    failed: 3,
    cancelled: 1,
    reasons: [
      { reason: "Too large.", names: ["b.jpg", "c.jpg"] },
      { reason: "Not an image.", names: ["a.txt"] },
    ],
  });
  expect(unsentOf(uploads).map(({ name }) => name)).toEqual(["a.txt", "b.jpg", "c.jpg", "e.jpg"]);
});

test("the summary is a sentence", () => {
  const summary = { uploaded: 1, failed: 0, cancelled: 0, reasons: [] };
  expect(summaryText(summary)).toBe("1 image was uploaded.");
  expect(summaryText({ ...summary, uploaded: 12, failed: 2 })).toBe("12 images were uploaded, 2 failed.");
  expect(summaryText({ ...summary, uploaded: 0, failed: 1, cancelled: 1 })).toBe(
    "No images were uploaded, 1 failed, 1 was cancelled.",
  );
});

test("bytes are counted for all files that are or will be sent", () => {
  const uploads = [
    upload("a.jpg", "done"),
    upload("b.jpg", "uploading", "", 1200),
    upload("c.jpg", "uploading", "", 250),
    upload("d.jpg", "waiting"),
    upload("e.jpg", "failed", "Too large.", 900),
  ];
  expect(bytesOf(uploads)).toEqual({ sent: 2250, total: 4000 });
  expect([12, 4200, 12_430_000].map(bytesText)).toEqual(["12 bytes", "4 kB", "12.4 MB"]);
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

test("a file is named as the service takes it", () => {
  expect(imageName("", "Row A.jpg")).toBe("Row-A.jpg");
  expect(imageName(" north / west/", "Loge für 4.png")).toBe("north/west/Loge-fu-r-4.png");
  expect(imageName("", ".jpg")).toBe("jpg");
});
