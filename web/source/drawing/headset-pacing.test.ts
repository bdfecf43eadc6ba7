import { expect, test } from "vitest";
import { HeadsetPacing } from "./headset-pacing";

/** The share of detail after frames that begin this many milliseconds apart. */
function shareAfter(frames: number, msApart: (frame: number) => number): number {
  const pacing = new HeadsetPacing(72);
  let at = 1000;
  for (let frame = 0; frame < frames; frame++) {
    at += msApart(frame);
    pacing.record(at);
  }
  return pacing.share;
}

test.each([
  ["that come in time change nothing", 1000, () => 1000 / 72, 1],
  ["of which a few are late change nothing", 1000, (frame: number) => (frame % 10 === 0 ? 28 : 14), 1],
  ["that are late halve the detail", 60, () => 28, 0.5],
  ["that stay late leave some detail", 1000, () => 28, 0.125],
  ["after a pause are not late", 1000, (frame: number) => (frame % 20 === 0 ? 5000 : 14), 1],
])("frames %s", (_, frames, msApart, share) => {
  expect(shareAfter(frames, msApart)).toBe(share);
});
