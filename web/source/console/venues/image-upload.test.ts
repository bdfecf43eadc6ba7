import { expect, it } from "vitest";
import { nameOf, pathOf } from "./image-upload";

it("names a file as the service takes it", () => {
  expect(nameOf("", "Row A.jpg")).toBe("Row-A.jpg");
  expect(nameOf(" north / west/", "Loge für 4.png")).toBe("north/west/Loge-fu-r-4.png");
  expect(nameOf("", ".jpg")).toBe("jpg");
});

it("keeps the slashes of a name in its address", () => {
  expect(pathOf("ven_1", "north/a.jpg")).toBe("/manage/venues/ven_1/imagery/north/a.jpg");
});
