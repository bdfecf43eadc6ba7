// The seats of the event, and what pretix says about each of them: free, taken, reserved, or not on sale.
(() => {
  window.SeatPreviewPicker ??= {};
  const picker = window.SeatPreviewPicker;

  const STATE_OF_LETTER = { f: "available", s: "sold", h: "held", r: "held", b: "closed" };
  /** Answers are shared by all buyers, and may be a few seconds older than the page. */
  const SHARED_MS = 10_000;
  const REQUEST_MS_MAX = 20_000;

  /** All seats. It is an event target: `change` tells that seats have another state, or that there are other seats. */
  class Seats extends EventTarget {
    constructor(config) {
      super();
      this.config = config;
      this.all = [];
      this.sections = [];
      this.byGuid = new Map();
      this.byKey = new Map();
      this.hasKeys = false;
      this.products = new Map(config.products.map((product) => [product.id, product]));
      this.limits = new picker.Limits(config);
      this.mine = new Set(config.mine);
      this.startedAt = performance.now();
      this.plan = null;
      this.at = 0;
      this.letters = "";
      this.productStates = {};
    }

    /** Asks which seats are free, and which seats there are if that has changed. Tells whether anything has changed. */
    async refresh() {
      const { answer, at } = await getJson(this.config.statesUrl);
      if (answer.plan !== this.plan) await this.readSeatsOnce();
      // One answer may overtake another one.
      if (at < this.at) return;
      this.at = at;
      const told = JSON.stringify([this.plan, answer]);
      if (told === this.told) return;
      this.told = told;
      // Seats of another plan than the one that was read have no state until the next answer.
      this.letters = answer.plan === this.plan ? answer.states : "";
      this.productStates = answer.products;
      this.limits.update(answer);
      this.dispatchEvent(new Event("change"));
    }

    /** Asks what is in the buyer's own cart, into which another window may have put seats. */
    async refreshMine() {
      const { answer } = await getJson(this.config.cartUrl);
      this.mine = new Set(answer.mine);
    }

    /** Questions that find another plan at the same time wait for one answer. */
    async readSeatsOnce() {
      this.reading ??= this.readSeats().finally(() => (this.reading = null));
      await this.reading;
    }

    async readSeats() {
      const { answer } = await getJson(this.config.seatsUrl);
      this.plan = answer.plan;
      this.hasKeys = answer.hasKeys;
      this.sections = answer.sections.map((section) => this.sectionOf(section));
      this.all = this.sections.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats));
      this.byGuid = new Map(this.all.map((seat) => [seat.guid, seat]));
      this.byKey = new Map(this.all.filter(({ key }) => key !== null).map((seat) => [seat.key, seat]));
    }

    sectionOf({ name, rows }) {
      return {
        name,
        rows: rows.map((row) => ({
          name: row.name,
          seats: row.seats.map(([index, guid, short, text, productId, key, properties]) => ({
            index,
            guid,
            short,
            productId,
            key,
            properties,
            name: [name, row.name, text].filter((part) => part !== "").join(", ") || guid,
          })),
        })),
      };
    }

    /** `available`, `held`, `sold`, `mine` (in the buyer's own cart), or `closed`: not on sale for this buyer. */
    stateOf(seat) {
      const state = STATE_OF_LETTER[this.letters[seat.index]] ?? "closed";
      const isYoung = performance.now() - this.startedAt < SHARED_MS;
      if (this.mine.has(seat.guid) && (state === "held" || isYoung)) return "mine";
      if (state !== "available") return state;
      const states = this.choices(seat).map((choice) => choice.state);
      return ["available", "held", "sold"].find((each) => states.includes(each)) ?? "closed";
    }

    /** Why a seat that was free cannot be had any more: `taken` by somebody, `soldOut`, or `closed`. */
    lossOf(seat) {
      const state = STATE_OF_LETTER[this.letters[seat.index]] ?? "closed";
      // A seat that is reserved for a voucher was taken by nobody.
      if (state === "sold" || this.letters[seat.index] === "h") return "taken";
      return state === "available" && this.choices(seat).length > 0 ? "soldOut" : "closed";
    }

    /** The tickets that exist for a seat, each with its state of now. */
    choices(seat) {
      const product = this.products.get(seat.productId);
      if (product === undefined) return [];
      const states = this.productStates[seat.productId]?.[1] ?? {};
      return product.choices.map((choice) => ({ ...choice, state: states[choice.field] ?? choice.state }));
    }

    choicesOnSale(seat) {
      return this.choices(seat).filter(({ state }) => state === "available");
    }

    productOf(seat) {
      return this.products.get(seat.productId);
    }

    /** The cheapest ticket of a seat: one on sale if there is any. */
    lowest(seat) {
      const onSale = this.choicesOnSale(seat);
      const choices = onSale.length > 0 ? onSale : this.choices(seat);
      return choices.reduce((best, each) => (best === null || +each.price < +best.price ? each : best), null);
    }

    /** What the map shows. Prices stay in this page. */
    offers() {
      return [...this.seatOffers(), ...this.areaOffers()];
    }

    /** The product that a standing area is sold as, with the ticket of it that the map adds. */
    areaTicket(key) {
      const product = this.products.get(new Map(this.config.areas).get(key));
      if (product === undefined) return null;
      const states = this.productStates[product.id]?.[1] ?? {};
      const choices = product.choices.map((choice) => ({ ...choice, state: states[choice.field] ?? choice.state }));
      const choice = choices.find(({ state }) => state === "available") ?? choices[0];
      return choice === undefined ? null : { product, choice };
    }

    areaOffers() {
      return this.config.areas.flatMap(([key]) => {
        const ticket = this.areaTicket(key);
        if (ticket === null || ticket.choice.state === "closed") return [];
        const { product, choice } = ticket;
        const label = ticketName(product, choice).slice(0, 80);
        return [{ seat: key, price: Number(choice.price), currency: this.config.currency, label, state: choice.state }];
      });
    }

    seatOffers() {
      return this.all.flatMap((seat) => {
        const state = this.stateOf(seat);
        const lowest = this.lowest(seat);
        if (seat.key === null || state === "closed" || lowest === null) return [];
        const label = state === "mine" ? this.config.texts.mine : ticketName(this.productOf(seat), lowest);
        return [
          {
            seat: seat.key,
            price: Number(lowest.price),
            currency: this.config.currency,
            label: label.slice(0, 80),
            state: state === "mine" ? "held" : state,
          },
        ];
      });
    }
  }

  function ticketName(product, choice) {
    return choice.name === "" ? product.name : `${product.name} – ${choice.name}`;
  }

  async function getJson(address) {
    const response = await fetch(address, {
      headers: { Accept: "application/json" },
      // The browser asks whether its copy is still true, and is sent nothing then.
      cache: "no-cache",
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    });
    if (!response.ok) throw new Error(`${response.status} of ${address}`);
    return { answer: await response.json(), at: Number(response.headers.get("Seatpreview-At")) };
  }

  /** Replaces `{name}` in a text. */
  function filled(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  /** Creates an element. `props` are properties; those of `data` become data attributes, those of `attributes` attributes. */
  function make(tag, { data = {}, attributes = {}, ...props } = {}, ...children) {
    const element = Object.assign(document.createElement(tag), props);
    Object.assign(element.dataset, data);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** Marks places for people in wheelchairs and for their companions, where a sign says it sooner than words. */
  function placeMark({ properties }, texts) {
    const kind = ["wheelchair", "companion"].find((each) => properties.includes(each));
    if (kind === undefined) return [];
    const icon = kind === "wheelchair" ? "fa-wheelchair" : "fa-user-plus";
    const sign = make("span", { className: `fa ${icon} seatpreview-mark`, title: texts[kind], ariaHidden: "true" });
    return [sign, make("span", { className: "sr-only" }, ` ${texts[kind]} `)];
  }

  Object.assign(picker, { Seats, ticketName, filled, make, placeMark });
})();
