// Tests of who colours the seats.
import { expect, test } from "vitest";
import { SeatColouring } from "./seat-colouring";

const [red, green, blue] = [() => "red", () => "green", () => "blue"];

test("the part that began last is shown, and when it ends, the one before it, as it is by then", () => {
  const colouring = new SeatColouring();
  const heat = colouring.begin();
  heat.show(red);
  const paint = colouring.begin();
  expect(colouring.shown.value).toBe(red);
  paint.show(green);
  heat.show(blue);
  expect(colouring.shown.value).toBe(green);
  paint.show(null);
  expect(colouring.shown.value).toBe(blue);
  paint.show(green);
  paint.end();
  expect(colouring.shown.value).toBe(blue);
  heat.end();
  expect(colouring.shown.value).toBeNull();
});
