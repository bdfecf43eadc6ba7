// Tests of how many tickets a buyer may choose.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";

const FREE = { order: 10, inCart: 0, productsInCart: {}, voucherMin: 0 };
const TEXTS = {
  limitMin: "min {product} {count}",
  limitMax: "max {product} {count}",
  orderMax: "order {count}",
  orderMaxWithCart: "order {count} of which {inCart}",
  quotaNone: "none {product}",
  quotaLeftOne: "one left {product} {count}",
  quotaLeftMany: "left {product} {count}",
  voucherNone: "voucher none",
  voucherMax: "voucher {count}",
  voucherMin: "voucher min {count}",
};

beforeEach(() => vi.stubGlobal("window", globalThis));
beforeAll(async () => {
  vi.stubGlobal("window", globalThis);
  await import("../../pretix_seatpreview/static/pretix_seatpreview/picker/seats.js");
  await import("../../pretix_seatpreview/static/pretix_seatpreview/picker/limits.js");
});

function product(id, name, { min = 0, max = null, fields = [String(id)] } = {}) {
  return { id, name, min, max, choices: fields.map((field) => ({ field })) };
}

const PRODUCTS = [
  product(1, "Premium", { max: 4, fields: ["1_1", "1_2"] }),
  product(2, "Standard", { min: 2 }),
  product(3, "Standing"),
];

function limits(own = {}, { quotas = [], voucherLeft = null } = {}) {
  const { Limits } = globalThis.SeatPreviewPicker;
  const made = new Limits({ products: PRODUCTS, limits: { ...FREE, ...own }, texts: TEXTS });
  made.update({ quotas, voucherLeft });
  return made;
}

const counts = (entries) => new Map(Object.entries(entries));

test("an order takes as many tickets as pretix says, with seats and without, and what is in the cart counts", () => {
  expect(limits({ order: 3 }).tooMany(counts({ 2: 2, 3: 2 }))).toEqual(["order 3"]);
  expect(limits({ order: 3 }).stops(counts({ 2: 2, 3: 1 }), "1_1")).toBe("order 3");
  expect(limits({ order: 3, inCart: 2 }).tooMany(counts({ 3: 2 }))).toEqual(["order 3 of which 2"]);
  expect(limits({ order: 3, inCart: 5 }).tooMany(counts({}))).toEqual([]);
  expect(limits({ order: null }).tooMany(counts({ 2: 500 }))).toEqual([]);
});

test("a product is limited over its variations, and stops no other product", () => {
  const own = limits({ productsInCart: { 1: 1 } });
  expect(own.stops(counts({ "1_1": 2, "1_2": 1 }), "1_2")).toBe("max Premium 4");
  expect(own.stops(counts({ "1_1": 2, "1_2": 1 }), "2")).toBeNull();
  expect(own.tooFew(counts({ 2: 1 }))).toEqual(["min Standard 2"]);
  expect(limits({ productsInCart: { 2: 1 } }).tooFew(counts({ 2: 1 }))).toEqual([]);
});

test("a quota that several products share is counted over all of them, and names those that are chosen", () => {
  const shared = limits({}, { quotas: [[3, { 2: 1, 3: 1 }]] });
  expect(shared.stops(counts({ 2: 2 }), "3")).toBeNull();
  expect(shared.stops(counts({ 2: 2, 3: 1 }), "2")).toBe("left Standard, Standing 3");
  expect(shared.stops(counts({ 2: 2, 3: 1 }), "1_1")).toBeNull();
  expect(limits({}, { quotas: [[0, { 2: 1 }]] }).stops(counts({}), "2")).toBe("none Standard");
  expect(limits({}, { quotas: [[1, { 2: 1 }]] }).stops(counts({ 2: 1 }), "2")).toBe("one left Standard 1");
});

test("a bundle takes several of a quota", () => {
  const bundled = limits({}, { quotas: [[5, { 2: 2 }]] });
  expect(bundled.stops(counts({ 2: 1 }), "2")).toBeNull();
  expect(bundled.stops(counts({ 2: 2 }), "2")).toBe("left Standard 2");
});

test("a voucher stops at what is left of it, and says how many tickets it needs", () => {
  expect(limits({}, { voucherLeft: 1 }).stops(counts({ 2: 1 }), "2")).toBe("voucher 1");
  expect(limits({}, { voucherLeft: 0 }).stops(counts({}), "2")).toBe("voucher none");
  expect(limits({ voucherMin: 3 }).tooFew(counts({ 3: 1 }))).toEqual(["voucher min 3"]);
  expect(limits({ voucherMin: 3 }).tooFew(counts({}))).toEqual([]);
});

test("what is chosen one by one never exceeds any limit, in whatever order", () => {
  const fields = ["1_1", "1_2", "2", "3"];
  for (let seed = 1; seed <= 200; seed++) {
    let state = seed;
    const next = (below) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const random = limits(
      { order: 1 + next(9), inCart: next(4), productsInCart: { 1: next(3) } },
      {
        quotas: [
          [next(6), { "1_1": 1, 2: 1 + next(2) }],
          [next(6), { 3: 1 }],
        ],
        voucherLeft: next(2) ? next(8) : null,
      },
    );
    const chosen = new Map();
    for (let step = 0; step < 12; step++) {
      const field = fields[next(fields.length)];
      if (random.stops(chosen, field) === null) chosen.set(field, (chosen.get(field) ?? 0) + 1);
    }
    expect(random.tooMany(chosen)).toEqual([]);
  }
});
