import { expect, test, vi } from "vitest";
import { exampleItem, problem } from "../../testing/fake-service";
import { openHall } from "../../testing/fake-venue";
import { fill, goTo, screen, user, within } from "../../testing/page";

const image = (name: string, usedBy: object[] = []) => exampleItem("listImages", { name, usedBy });
const listed = (...data: object[]) => ({ data, nextCursor: null, missing: [] });
const files = (...names: string[]) => names.map((name) => new File(["x"], name, { type: "image/png" }));

async function openImagery(images: object) {
  // Uploads are then sent by `fetch`, as other requests are.
  vi.stubGlobal("XMLHttpRequest", undefined);
  const { service } = await openHall("map");
  service.answer("listImages", images);
  await user.click(screen.getByRole("tab", { name: "Imagery" }));
  await screen.findByLabelText("Choose images");
  return service;
}

test("images that the record names and nobody has uploaded are listed", async () => {
  await openImagery({ ...listed(), missing: ["north/row-a.png"] });
  await screen.findByText(/The record refers to an image that nobody has uploaded/);
  screen.getByText("north/row-a.png");
  screen.getByRole("heading", { name: "No images yet" });
});

test("chosen images are uploaded one after the other, under the folder that was given", async () => {
  const service = await openImagery(listed());
  service.answer("listImages", listed(image("north/row-a.png", [{ kind: "imagerySet", id: "day" }])));
  fill(screen.getByLabelText(/^Folder/), "north/");
  await user.upload(screen.getByLabelText("Choose images"), files("row a.png", "spare.png"));
  await screen.findByText("2 images were uploaded.");
  expect(service.received("putImage").map(({ path }) => path.name)).toEqual(["north/row-a.png", "north/spare.png"]);
  const [card] = await within(screen.getByRole("list", { name: "Images" })).findAllByRole("listitem");
  expect(card?.textContent).toContain("set day");
});

test("refused images are summed up by their reason, and can be tried again", async () => {
  const service = await openImagery(listed());
  service.answer("putImage", () =>
    problem(400, "validation_failed", "The body is not a JPEG, PNG, WebP or AVIF image."),
  );
  await user.upload(screen.getByLabelText("Choose images"), files("a.png", "b.png"));
  await screen.findByText("No images were uploaded, 2 failed.");
  screen.getByText(/^2 files: The file is not a JPEG/);
  service.answer("putImage", {});
  await user.click(screen.getByRole("button", { name: "Try the 2 again" }));
  await screen.findByText("2 images were uploaded.");
});

test("an image that the record still uses is not deleted, and one that nothing uses is", async () => {
  const service = await openImagery(listed(image("used.png", [{ kind: "imagerySet", id: "day" }]), image("spare.png")));
  service.answer("deleteImage", () =>
    problem(
      409,
      "conflict",
      "The venue's record refers to the image: imagery set day. Replace the record without it first.",
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Delete used.png" }));
  const question = () => within(screen.getByRole("dialog", { name: "Delete this image?" }));
  await user.click(question().getByRole("button", { name: "Delete" }));
  await question().findByText("The record still uses this image: imagery set day. Take it out of the record first.");
  await user.click(question().getByRole("button", { name: "Cancel" }));

  service.answer("deleteImage", {});
  service.answer("listImages", listed(image("used.png")));
  await user.click(screen.getByRole("button", { name: "Delete spare.png" }));
  await user.click(question().getByRole("button", { name: "Delete" }));
  await expect.poll(() => screen.queryByText("spare.png")).toBeNull();
  expect(service.received("deleteImage").at(-1)?.path.name).toBe("spare.png");
});

test("an upload goes on while another screen is open, and shows how far it is when one comes back", async () => {
  const service = await openImagery(listed());
  let taken = (_: object) => {};
  service.answer("putImage", () => new Promise<object>((resolve) => (taken = resolve)));
  await user.upload(screen.getByLabelText("Choose images"), files("a.png"));
  await screen.findByRole("progressbar", { name: "All files" });
  await goTo("keys");
  await screen.findByRole("heading", { level: 1, name: "Keys" });
  await goTo("venues/ven_hall/imagery");
  await screen.findByRole("progressbar", { name: "All files" });
  taken(image("a.png"));
  await screen.findByText("1 image was uploaded.");
});
