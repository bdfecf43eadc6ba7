// Tests of what the picker's script makes of pretix's answers.
import { beforeEach, expect, test, vi } from "vitest";

const PLAN = {
  plan: "p1",
  hasKeys: true,
  sections: [
    {
      name: "Stalls",
      rows: [
        {
          name: "Row 1",
          seats: [
            [0, "S1", "1", "Seat 1", 1, "Stalls/1/1", ["wheelchair"]],
            [1, "S2", "2", "Seat 2", 1, "Stalls/1/2", []],
            [2, "S3", "3", "Seat 3", 2, null, []],
            [3, "S4", "4", "Seat 4", 9, "Stalls/1/4", []],
          ],
        },
      ],
    },
  ],
};
const TICKET = { name: "", priceText: "", suggested: null, state: "available" };
const CONFIG = {
  products: [
    {
      id: 1,
      name: "Premium",
      choices: [
        { ...TICKET, field: "1_1", name: "Adult", price: "42.00" },
        { ...TICKET, field: "1_2", name: "Child", price: "21.00" },
      ],
    },
    { id: 2, name: "Standard", choices: [{ ...TICKET, field: "2", price: "28.00" }] },
  ],
  currency: "EUR",
  mine: [],
  statesUrl: "/states/",
  seatsUrl: "/seats/",
  cartUrl: "/cart/",
  areas: [],
  limits: { order: 10, inCart: 0, productsInCart: {}, voucherMin: 0 },
  texts: { mine: "in your cart" },
};

beforeEach(() => vi.stubGlobal("window", globalThis));

/** The seats after pretix has answered with these letters. */
async function seatsWith(states, { config = {}, products = {} } = {}) {
  await import("../../pretix_seatpreview/static/pretix_seatpreview/picker/seats.js");
  await import("../../pretix_seatpreview/static/pretix_seatpreview/picker/limits.js");
  const answers = { "/states/": { at: 5, plan: "p1", states, products }, "/seats/": PLAN };
  vi.stubGlobal("fetch", async (address) => {
    const { at = 0, ...answer } = answers[address];
    return Response.json(answer, { headers: { "Seatpreview-At": String(at) } });
  });
  const seats = new globalThis.SeatPreviewPicker.Seats({ ...CONFIG, ...config });
  await seats.refresh();
  return { seats, answers, stateOf: (guid) => seats.stateOf(seats.byGuid.get(guid)) };
}

test.each([
  ["ffff", ["available", "available", "available", "closed"]],
  ["shrb", ["sold", "held", "held", "closed"]],
  // An answer that is too short, as of another version, sells nothing.
  ["f", ["available", "closed", "closed", "closed"]],
])(
  "letters of pretix become states, and a seat whose product is not shown is not on sale: %s",
  async (letters, states) => {
    const { stateOf } = await seatsWith(letters);
    expect(["S1", "S2", "S3", "S4"].map(stateOf)).toEqual(states);
  },
);

test("a free seat is as available as its best ticket, and costs as much as the cheapest one on sale", async () => {
  const soldOut = await seatsWith("ffff", { products: { 2: ["sold", { 2: "sold" }] } });
  expect(soldOut.stateOf("S3")).toBe("sold");
  const { seats, stateOf } = await seatsWith("ffff", { products: { 1: ["available", { "1_2": "held" }] } });
  expect(stateOf("S1")).toBe("available");
  expect(seats.lowest(seats.byGuid.get("S1")).field).toBe("1_1");
});

test("a seat in the buyer's own cart is told apart from one in somebody else's", async () => {
  const { seats, stateOf } = await seatsWith("hhff", { config: { mine: ["S1"] } });
  expect([stateOf("S1"), stateOf("S2")]).toEqual(["mine", "held"]);
  expect(seats.offers()[0]).toMatchObject({ seat: "Stalls/1/1", state: "held", label: "in your cart" });
});

test("the map gets offers for seats that it knows, with the price of the ticket that the label names", async () => {
  const { seats } = await seatsWith("fsff");
  const ticket = { price: 21, currency: "EUR", label: "Premium – Child" };
  expect(seats.offers()).toEqual([
    { seat: "Stalls/1/1", state: "available", ...ticket },
    { seat: "Stalls/1/2", state: "sold", ...ticket },
  ]);
});

test("seats are named as on the ticket, and are read again only where the plan has changed", async () => {
  const { seats, answers } = await seatsWith("ffff");
  expect(seats.byGuid.get("S1").name).toBe("Stalls, Row 1, Seat 1");
  const changes = vi.fn();
  seats.addEventListener("change", changes);
  await seats.refresh();
  expect(changes).not.toHaveBeenCalled();
  answers["/states/"] = { at: 6, plan: "p2", states: "b", products: {} };
  answers["/seats/"] = { plan: "p2", hasKeys: false, sections: [] };
  await seats.refresh();
  expect(changes).toHaveBeenCalledOnce();
  expect([seats.all, seats.hasKeys]).toEqual([[], false]);
});

test("an answer that a newer one has overtaken changes nothing", async () => {
  const { seats, answers, stateOf } = await seatsWith("sfff");
  answers["/states/"] = { ...answers["/states/"], at: 4, states: "ffff" };
  await seats.refresh();
  expect(stateOf("S1")).toBe("sold");
});

test("questions that find another plan at the same time read its seats once", async () => {
  const { seats, answers } = await seatsWith("ffff");
  answers["/states/"] = { at: 6, plan: "p2", states: "", products: {} };
  answers["/seats/"] = { plan: "p2", hasKeys: false, sections: [] };
  const read = vi.spyOn(seats, "readSeats");
  await Promise.all([seats.refresh(), seats.refresh()]);
  expect(read).toHaveBeenCalledOnce();
});

test("a seat is lost to somebody else only where somebody has it", async () => {
  const { seats } = await seatsWith("shrbffff", { products: { 2: ["sold", { 2: "sold" }] } });
  expect(["S1", "S2", "S3", "S4"].map((guid) => seats.lossOf(seats.byGuid.get(guid)))).toEqual([
    "taken",
    "taken",
    "closed",
    "closed",
  ]);
  const { seats: free } = await seatsWith("ffff", { products: { 2: ["sold", { 2: "sold" }] } });
  expect(free.lossOf(free.byGuid.get("S3"))).toBe("soldOut");
});

test("seats that another window has put into the buyer's own cart are theirs", async () => {
  const { seats, answers, stateOf } = await seatsWith("hfff");
  expect(stateOf("S1")).toBe("held");
  answers["/cart/"] = { mine: ["S1"] };
  await seats.refreshMine();
  expect(stateOf("S1")).toBe("mine");
});

test("a standing area has the offer of the product that it is sold as", async () => {
  const standing = { id: 5, name: "Standing", choices: [{ ...TICKET, field: "5", price: "10.00" }] };
  const config = {
    areas: [
      ["PIT", 5],
      ["HILL", 6],
    ],
    products: [...CONFIG.products, standing],
  };
  const { seats } = await seatsWith("bbbb", { config });
  const offer = { seat: "PIT", price: 10, currency: "EUR", label: "Standing" };
  expect(seats.offers()).toEqual([{ ...offer, state: "available" }]);
  const soldOut = await seatsWith("bbbb", { config, products: { 5: ["sold", { 5: "sold" }] } });
  expect(soldOut.seats.offers()).toEqual([{ ...offer, state: "sold" }]);
});
