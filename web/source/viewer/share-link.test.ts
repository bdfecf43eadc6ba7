// Tests of how a link is shared.
import { expect, test } from "vitest";
import { shareLink } from "./share-link";

const REFUSED = () => Promise.reject(new DOMException("", "NotAllowedError"));
const ALLOWED = () => Promise.resolve();

function share(device: object): Promise<string> {
  return shareLink("https://seats.example/", "Seat 4", device as Navigator);
}

test("a link is handed to the device where it has a dialog, also if the buyer closes that dialog", async () => {
  const closed = () => Promise.reject(new DOMException("", "AbortError"));
  expect(await share({ share: ALLOWED, canShare: () => true })).toBe("device");
  expect(await share({ share: closed, canShare: () => true })).toBe("device");
});

test("a link is copied where the device has no dialog, or does not allow it", async () => {
  const clipboard = { writeText: ALLOWED };
  expect(await share({ clipboard })).toBe("clipboard");
  expect(await share({ clipboard, share: ALLOWED, canShare: () => false })).toBe("clipboard");
  expect(await share({ clipboard, share: REFUSED, canShare: () => true })).toBe("clipboard");
});

test("a link that can be neither handed over nor copied is refused, so that the buyer copies it", async () => {
  expect(await share({ clipboard: { writeText: REFUSED } })).toBe("refused");
  expect(await share({})).toBe("refused");
});
