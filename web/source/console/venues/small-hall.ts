// The records that the form for a new venue begins with: a small hall with a stage, stalls, a curved balcony and two
// boxes, and an empty one.

export function smallHall(name: string, timezone: string): Record<string, unknown> {
  return {
    name,
    timezone,
    rules: {
      layout: {
        focus: { name: "Stage", z: 1 },
        sections: [
          {
            ids: ["L", "C", "R"],
            name: "Stalls {id}",
            level: "Stalls",
            rows: { first: "A", last: "N", skip: ["I"] },
            seats: { count: 12 },
            geometry: {
              bearingDeg: 180,
              distanceM: 10,
              treadM: 0.95,
              riserM: 0.12,
              spacingM: 0.52,
              shiftM: -7.4,
              shiftStepM: 7.4,
            },
          },
          {
            ids: { first: "B1", last: "B3" },
            name: "Balcony {number}",
            level: "Balcony",
            rows: { first: 1, last: 5 },
            seats: { count: 20, exceptions: [{ rows: [5], count: 16 }] },
            geometry: {
              shape: "curved",
              bearingDeg: 205,
              bearingStepDeg: -25,
              distanceM: 26,
              elevationM: 5,
              treadM: 0.9,
              riserM: 0.45,
              spacingM: 0.52,
            },
          },
          {
            ids: ["BOX1", "BOX2"],
            name: "Box {number}",
            level: "Boxes",
            kind: "suite",
            rows: ["1"],
            seats: { count: 4 },
            geometry: {
              bearingDeg: 240,
              bearingStepDeg: -120,
              distanceM: 14,
              elevationM: 3.5,
              spacingM: 0.6,
            },
          },
        ],
        configurations: [
          {
            id: "concert",
            name: "Concert",
            focus: { name: "Stage", y: 2, z: 1.6 },
            obstructions: [
              { id: "stage", name: "Stage", kind: "stage", box: { x: [-7, 7], y: [-2, 8], z: [0, 1] } },
              { id: "screen", name: "Screen", kind: "screen", box: { x: [-4, 4], y: [7.6, 8], z: [3, 7] } },
            ],
          },
        ],
      },
      seatKeys: {
        rules: [{ type: "drop", words: ["Early Bird"] }],
        examples: [
          { label: "Stalls C, Row F, Seat 6", expect: "C/F/6" },
          { label: "Balcony 2 row 3 seat 11 (Early Bird)", expect: "B2/3/11" },
          { label: "Box 1, seat 2, row 1", expect: "BOX1/1/2" },
        ],
      },
    },
  };
}

/** A stage, and nothing around it yet. */
export function emptyHall(name: string, timezone: string): Record<string, unknown> {
  const extent = { kind: "stage", widthM: 10, depthM: 6, heightM: 0.9 };
  return {
    name,
    timezone,
    rules: { layout: { hall: "theatre", focus: { name: "Stage", z: 2.4, extent }, sections: [] } },
  };
}
