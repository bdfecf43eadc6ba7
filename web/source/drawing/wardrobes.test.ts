import { expect, test } from "vitest";
import { chanceOf, shirtOf, WARDROBES } from "./wardrobes";

test.each(Object.entries(WARDROBES))("no shirt has the colour of skin: %s", (_, colours) => {
  for (const [red, green, blue] of colours) {
    const isBare = red > green && green > blue && red - blue > 0.06;
    expect(isBare && green - blue > 0.02 && red < 0.9).toBe(false);
  }
  expect(colours).toHaveLength(16);
});

test.each(Object.entries(WARDROBES))("neighbours wear different shirts: %s", (_, colours) => {
  for (let person = 0; person < 300; person++) {
    const shirt = shirtOf(colours, person, 3);
    expect(shirtOf(colours, person + 1, 3)).not.toEqual(shirt);
    expect(chanceOf(person)).toBeGreaterThan(0);
  }
});
