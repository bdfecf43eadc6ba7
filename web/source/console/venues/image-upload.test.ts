import { expect, it } from "vitest";
import { imageName } from "./image-upload";

it("names a file as the service takes it", () => {
  expect(imageName("", "Row A.jpg")).toBe("Row-A.jpg");
  expect(imageName(" north / west/", "Loge für 4.png")).toBe("north/west/Loge-fu-r-4.png");
  expect(imageName("", ".jpg")).toBe("jpg");
});

it("keeps the slashes of a name in its address", () => {});
