import { describe, expect, it } from "vitest";
import { smallHall } from "../console/venues/small-hall";
import { LayoutFault, planFromRecord } from "./layout-reader";

const layout = (section: object) => ({ name: "Hall", rules: { layout: { sections: [section] } } });

describe("a layout as it is written", () => {
  it("becomes sections with rows and seats", () => {
    const plan = planFromRecord(
      layout({
        ids: { first: 101, last: 103, skip: [102] },
        name: "Block {number}",
        rows: { first: "A", last: "C" },
        seats: { count: 4, direction: "rightToLeft", exceptions: [{ rows: ["C"], skip: [2] }] },
        geometry: { distanceM: 8, bearingStepDeg: 20 },
      }),
    );
    expect(plan.sections.map(({ id, name, ordinal, capacity }) => [id, name, ordinal, capacity])).toEqual([
      ["101", "Block 101", 0, 11],
      ["103", "Block 103", 1, 11],
    ]);
    const seatings = plan.sections[0]?.rows.map((row) => plan.seatings[row.seating ?? -1]);
    expect(seatings).toEqual([
      ["4", "3", "2", "1"],
      ["4", "3", "2", "1"],
      ["4", "3", null, "1"],
    ]);
    expect(plan.seatings).toHaveLength(2);
    expect(plan.sections[0]?.geometry).toMatchObject({ shape: "straight", treadM: 0.85, bearingStepDeg: 20 });
  });

  it("numbers odd and even seats, and runs side by side", () => {
    const seats = [
      { count: 2, numbering: "odd" },
      { count: 2, numbering: "even" },
    ];
    const plan = planFromRecord(layout({ id: "S", rows: [1], seats }));
    expect(plan.seatings).toEqual([["1", "3", "2", "4"]]);
  });

  it("takes what its configuration changes", () => {
    const record = {
      rules: {
        layout: {
          focus: { z: 1 },
          sections: [{ ids: ["P", "Q"], kind: "standing", capacity: 50 }],
          configurations: [{ id: "end", focus: { name: "Stage", y: 9 }, closed: ["Q"] }],
        },
      },
    };
    const plan = planFromRecord(record, "end");
    expect(plan.focus).toEqual({ name: "Stage", x: 0, y: 9, z: 0, extent: null });
    expect(plan.origin).toEqual({ x: 0, y: 0, z: 1 });
    expect(plan.sections.map((section) => section.isClosed)).toEqual([false, true]);
    expect(plan.sections[0]?.capacity).toBe(50);
  });

  it("says where it cannot be read", () => {
    const read = () => planFromRecord(layout({ id: "S", rows: { first: "A", last: 3 } }));
    expect(read).toThrow(LayoutFault);
    expect(() => planFromRecord(layout({ id: "S", rows: [1], seats: {} }))).toThrow("number of seats");
  });

  it("draws the example hall", () => {
    const plan = planFromRecord(smallHall("Town Hall", "UTC"), "concert");
    expect(plan.sections).toHaveLength(8);
    expect(plan.obstructions.map((body) => body.kind)).toEqual(["stage", "screen"]);
  });
});
