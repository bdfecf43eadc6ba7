import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { messages } from "../languages/generated/viewer/en";
import { screen, show } from "../testing/page";
import { HeadsetButton } from "./headset-button";

/** A session as the button uses it. */
class FakeSession extends EventTarget {
  visibilityState = "visible";
  end = vi.fn(async () => void this.dispatchEvent(new Event("end")));
}

class FakeXr extends EventTarget {
  isSessionSupported = vi.fn(async (): Promise<boolean> => true);
  requestSession = vi.fn(async () => this.session);
  readonly session = new FakeSession();
}

let xr: FakeXr;
const headset = { show: vi.fn(async () => {}) };

beforeEach(() => {
  xr = new FakeXr();
  headset.show = vi.fn(async () => {});
  Object.defineProperty(navigator, "xr", { value: xr, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "xr");
});

const ENTER = { name: "View in VR headset" };
const LEAVE = { name: "Leave VR headset" };
const FAILED = /^The headset did not start\./;

test("there is no button without a headset, nor in a frame that may not use one", async () => {
  xr.isSessionSupported.mockResolvedValueOnce(false).mockRejectedValueOnce(new DOMException("", "SecurityError"));
  show(<HeadsetButton headset={headset} messages={messages} />);
  xr.dispatchEvent(new Event("devicechange"));
  await expect.poll(() => xr.isSessionSupported.mock.calls.length).toBe(2);
  expect(screen.queryByRole("button")).toBeNull();
  xr.dispatchEvent(new Event("devicechange"));
  await screen.findByRole("button", ENTER);
});

test("the button says that the view is in the headset, and ends that", async () => {
  show(<HeadsetButton headset={headset} messages={messages} />);
  (await screen.findByRole("button", ENTER)).click();
  const leave = await screen.findByRole("button", LEAVE);
  screen.getByText("The view is now in your headset.");
  expect(headset.show).toHaveBeenCalledWith(xr.session);
  leave.click();
  await screen.findByRole("button", ENTER);
  expect(xr.session.end).toHaveBeenCalledOnce();
  expect(screen.queryByText(FAILED)).toBeNull();
});

test("the wearer ends it in the headset", async () => {
  show(<HeadsetButton headset={headset} messages={messages} />);
  (await screen.findByRole("button", ENTER)).click();
  await screen.findByRole("button", LEAVE);
  xr.session.dispatchEvent(new Event("end"));
  (await screen.findByRole("button", ENTER)).click();
  await screen.findByRole("button", LEAVE);
});

test("a headset that nobody looks into, of a page that nobody sees, is left", async () => {
  show(<HeadsetButton headset={headset} messages={messages} />);
  (await screen.findByRole("button", ENTER)).click();
  await screen.findByRole("button", LEAVE);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  screen.getByRole("button", LEAVE);
  xr.session.visibilityState = "hidden";
  xr.session.dispatchEvent(new Event("visibilitychange"));
  await screen.findByRole("button", ENTER);
});

test.each([
  ["a refused session", () => xr.requestSession.mockRejectedValueOnce(new DOMException("", "NotAllowedError")), 0],
  ["a view that does not start in it", () => headset.show.mockRejectedValueOnce(new Error("lost")), 1],
])("the page says what to do after %s, and it can be tried again", async (_, fail, ends) => {
  fail();
  show(<HeadsetButton headset={headset} messages={messages} />);
  (await screen.findByRole("button", ENTER)).click();
  await screen.findByText(FAILED);
  expect(xr.session.end).toHaveBeenCalledTimes(ends);
  screen.getByRole("button", ENTER).click();
  await screen.findByRole("button", LEAVE);
  expect(screen.queryByText(FAILED)).toBeNull();
});
