// The seats that the buyer has chosen: shown with ticket and price, and put into the fields of pretix's own form.
(() => {
  const picker = window.SeatPreviewPicker;
  const { filled, make, ticketName } = picker;

  /** Beside the seats it shows what else pretix would take of the form, so that its total is that of the cart.
   * It is an event target: `change` tells that other seats are chosen, `view` asks to show the view from `detail`. */
  class Basket extends EventTarget {
    constructor(config, seats, others, part) {
      super();
      this.config = config;
      this.seats = seats;
      this.others = others;
      this.part = part;
      /** The field of pretix's form (product and variation) by the guid of the seat. */
      this.fields = new Map(readStorage(config.storageName));
      this.ownPrices = new Map();
      this.canShowViews = false;
      this.money = new Intl.NumberFormat(config.locale, { style: "currency", currency: config.currency });
    }

    get chosen() {
      return [...this.fields.keys()].flatMap((guid) => this.seats.byGuid.get(guid) ?? []);
    }

    has(guid) {
      return this.fields.has(guid);
    }

    /** Chooses a seat. Returns why that cannot be; null if it is chosen. */
    add(seat) {
      if (this.seats.stateOf(seat) !== "available") return "";
      const stops = this.seats.choicesOnSale(seat).map(({ field }) => [field, this.stops(field)]);
      const [field] = stops.find(([, stop]) => stop === null) ?? [];
      if (field === undefined) return stops[0]?.[1] ?? "";
      this.fields.set(seat.guid, field);
      this.changed();
      return null;
    }

    /** Why one more ticket of this kind cannot be chosen; null if it can. */
    stops(field, without = null) {
      return this.seats.limits.stops(this.counts(without), field);
    }

    /** How many tickets of each kind are chosen, with seats and without. */
    counts(without = null) {
      const counts = new Map();
      const add = (field, count) => counts.set(field, (counts.get(field) ?? 0) + count);
      for (const { guid } of this.chosen) if (guid !== without) add(this.fields.get(guid), 1);
      for (const { field, count } of this.others.lines()) add(field, count);
      return counts;
    }

    remove(seat) {
      this.fields.delete(seat.guid);
      this.changed();
    }

    /** The chosen seats that cannot be had any more, by the reason. */
    lost() {
      const lost = { mine: [], taken: [], soldOut: [], closed: [] };
      for (const seat of this.chosen) {
        const state = this.seats.stateOf(seat);
        if (state !== "available") lost[state === "mine" ? "mine" : this.seats.lossOf(seat)].push(seat);
      }
      return lost;
    }

    /** Removes seats that cannot be had any more, and those that are in the buyer's own cart. */
    removeLost() {
      const lost = this.lost();
      for (const { guid } of Object.values(lost).flat()) this.fields.delete(guid);
      for (const guid of [...this.fields.keys()]) if (!this.seats.byGuid.has(guid)) this.fields.delete(guid);
      for (const seat of this.chosen) this.keepField(seat);
      this.changed();
      return lost;
    }

    /** A ticket that is sold out is replaced by the first one on sale. */
    keepField(seat) {
      const onSale = this.seats.choicesOnSale(seat);
      const field = this.fields.get(seat.guid);
      if (onSale.length > 0 && !onSale.some((choice) => choice.field === field))
        this.fields.set(seat.guid, onSale[0].field);
    }

    changed() {
      writeStorage(this.config.storageName, [...this.fields]);
      this.render();
      this.dispatchEvent(new Event("change"));
    }

    render() {
      const { part, chosen } = this;
      part("chosen").replaceChildren(...chosen.map((seat) => this.entry(seat)));
      part("fields").replaceChildren(...chosen.map((seat) => hidden(`seat_${this.fields.get(seat.guid)}`, seat.guid)));
      const others = this.others.lines();
      part("others").replaceChildren(...others.map((line) => this.otherEntry(line)));
      const isEmpty = chosen.length === 0 && others.length === 0;
      // pretix sends a form with products of its own only where one of them is chosen, or where it finds this element.
      if (chosen.length > 0) part("fields").append(sendsSeats());
      part("empty").hidden = !isEmpty;
      part("total").hidden = part("bar").hidden = isEmpty;
      const count = this.countText(others);
      for (const each of ["count", "bar-count"]) part(each).textContent = count;
      this.renderOwnPrices();
      this.renderSum();
      this.renderLimits();
    }

    countText(others) {
      const { texts } = this.config;
      const worded = (count, one, many) => (count === 0 ? [] : [count === 1 ? one : filled(many, { count })]);
      const other = others.reduce((all, { count }) => all + count, 0);
      return [
        ...worded(this.chosen.length, texts.seatsOne, texts.seatsMany),
        ...worded(other, texts.otherOne, texts.otherMany),
      ].join(", ");
    }

    /** A product without a seat, which is sent with the seats: its field stands further below in the page. */
    otherEntry({ field, product, choice, count, price }) {
      const name = product === null ? field : ticketName(product, choice);
      const remove = make(
        "button",
        {
          type: "button",
          className: "btn btn-default btn-sm",
          ariaLabel: filled(this.config.texts.removeOther, { product: name }),
          onclick: () => this.removeOther(field),
        },
        make("span", { className: "fa fa-times", ariaHidden: "true" }),
      );
      return make(
        "li",
        { data: { field } },
        make("span", { className: "seatpreview-name" }, `${count} × ${name}`),
        make("span", { className: "seatpreview-ticket" }, this.money.format((Math.round(price * 100) * count) / 100)),
        make("span", { className: "seatpreview-tools" }, ...this.moreButton(field, name, count), remove),
      );
    }

    moreButton(field, product, count) {
      if (this.stops(field) !== null) return [];
      const more = make(
        "button",
        {
          type: "button",
          className: "btn btn-default btn-sm",
          ariaLabel: filled(this.config.texts.moreOther, { product }),
          onclick: () => this.others.setCount(field, count + 1),
        },
        make("span", { className: "fa fa-plus", ariaHidden: "true" }),
      );
      return [more];
    }

    /** Chooses a ticket for a standing area, or none. Returns why that cannot be; null if it is done. */
    setArea(key, isWanted) {
      const ticket = this.seats.areaTicket(key);
      if (ticket === null) return "";
      const { field } = ticket.choice;
      const stop = isWanted ? this.stops(field) : null;
      if (stop === null) this.others.setCount(field, isWanted ? 1 : 0);
      return stop;
    }

    /** The standing areas that a ticket is chosen for. */
    get chosenAreas() {
      const chosen = new Set(this.others.lines().map(({ product }) => product?.id));
      return this.config.areas.flatMap(([key, id]) => (chosen.has(id) ? [key] : []));
    }

    removeOther(field) {
      this.others.setCount(field, 0);
      document.getElementById("seatpreview-chosen").focus();
    }

    entry(seat) {
      const { texts } = this.config;
      const remove = make(
        "button",
        {
          type: "button",
          className: "btn btn-default btn-sm",
          ariaLabel: filled(texts.remove, { seat: seat.name }),
          onclick: () => this.removeByHand(seat),
        },
        make("span", { className: "fa fa-times", ariaHidden: "true" }),
      );
      return make(
        "li",
        { data: { guid: seat.guid } },
        make("span", { className: "seatpreview-name" }, seat.name, ...picker.placeMark(seat, texts)),
        make("span", { className: "seatpreview-ticket" }, ...this.ticket(seat)),
        make("span", { className: "seatpreview-tools" }, ...this.viewButton(seat), remove),
      );
    }

    /** The focus stays in the list, so that somebody with a keyboard need not start again. */
    removeByHand(seat) {
      this.remove(seat);
      document.getElementById("seatpreview-chosen").focus();
    }

    viewButton(seat) {
      if (!this.canShowViews || seat.key === null) return [];
      return [
        make(
          "button",
          {
            type: "button",
            className: "btn btn-default btn-sm",
            ariaLabel: filled(this.config.texts.showView, { seat: seat.name }),
            onclick: () => this.dispatchEvent(new CustomEvent("view", { detail: seat })),
          },
          make("span", { className: "fa fa-eye", ariaHidden: "true" }),
        ),
      ];
    }

    ticket(seat) {
      const onSale = this.seats.choicesOnSale(seat);
      const product = this.seats.productOf(seat);
      const chosen = onSale.find(({ field }) => field === this.fields.get(seat.guid));
      if (chosen === undefined) return [];
      if (onSale.length === 1) return [`${ticketName(product, chosen)}, ${chosen.priceText}`];
      const select = make(
        "select",
        {
          className: "form-control input-sm",
          ariaLabel: filled(this.config.texts.choice, { seat: seat.name }),
        },
        ...onSale.map((choice) =>
          make(
            "option",
            {
              value: choice.field,
              selected: choice === chosen,
              disabled: choice !== chosen && this.stops(choice.field, seat.guid) !== null,
            },
            `${ticketName(product, choice)}, ${choice.priceText}`,
          ),
        ),
      );
      select.onchange = () => {
        this.fields.set(seat.guid, select.value);
        this.changed();
        this.part("chosen")
          .querySelector(`li[data-guid="${CSS.escape(seat.guid)}"] select`)
          ?.focus();
      };
      return [select];
    }

    chosenChoice(seat) {
      return this.seats.choices(seat).find(({ field }) => field === this.fields.get(seat.guid));
    }

    /** pretix takes one price for all tickets of a kind whose price the buyer names. */
    renderOwnPrices() {
      const kinds = new Map();
      for (const seat of this.chosen) {
        const choice = this.chosenChoice(seat);
        if (choice !== undefined && choice.suggested !== null)
          kinds.set(choice.field, [this.seats.productOf(seat), choice]);
      }
      if (document.activeElement?.closest('[data-part="own-prices"]') && kinds.size === this.shownKinds) return;
      this.shownKinds = kinds.size;
      this.part("own-prices").replaceChildren(...[...kinds.values()].map((kind) => this.ownPrice(...kind)));
    }

    ownPrice(product, choice) {
      const input = make("input", {
        type: "number",
        className: "form-control input-sm",
        name: `price_${choice.field}`,
        step: "any",
        min: choice.price,
        value: this.ownPrices.get(choice.field) ?? choice.suggested,
      });
      input.oninput = () => {
        this.ownPrices.set(choice.field, input.value);
        this.renderSum();
      };
      const text = filled(this.config.texts.ownPrice, { product: ticketName(product, choice) });
      return make("label", { className: "seatpreview-own-price" }, `${text} (${this.config.currency})`, input);
    }

    renderSum() {
      const cents =
        this.chosen.reduce((sum, seat) => sum + Math.round(this.priceOf(seat) * 100), 0) +
        this.others.lines().reduce((sum, { price, count }) => sum + Math.round(price * 100) * count, 0);
      for (const each of ["sum", "bar-sum"]) this.part(each).textContent = this.money.format(cents / 100);
    }

    priceOf(seat) {
      const choice = this.chosenChoice(seat);
      if (choice === undefined) return 0;
      if (choice.suggested === null) return Number(choice.price);
      return Math.max(Number(choice.price), Number(this.ownPrices.get(choice.field) ?? choice.suggested) || 0);
    }

    /** Says what pretix will say about too few or too many tickets. What is too much cannot be sent from here. */
    renderLimits() {
      const counts = this.counts();
      const tooMany = this.seats.limits.tooMany(counts);
      const sentences = [...new Set([...tooMany, ...this.seats.limits.tooFew(counts)])];
      this.part("limits").textContent = sentences.join(" ");
      this.part("limits").hidden = sentences.length === 0;
      if (this.part("add") !== null) this.part("add").disabled = counts.size === 0 || tooMany.length > 0;
    }
  }

  function sendsSeats() {
    const element = make("pretix-seating-checkout-button", { hidden: true });
    element.append(make("button", { type: "button", tabIndex: -1 }));
    return element;
  }

  function hidden(name, value) {
    return make("input", { type: "hidden", name, value });
  }

  // pretix's answer is a new page. Chosen seats wait for it in the tab; a browser may refuse that in a frame.
  function readStorage(name) {
    try {
      const stored = JSON.parse(sessionStorage.getItem(name) ?? "[]");
      return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry) && entry.length === 2) : [];
    } catch {
      return [];
    }
  }

  function writeStorage(name, value) {
    try {
      if (value.length === 0) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify(value));
    } catch {
      // The seats stay chosen in this page.
    }
  }

  Object.assign(picker, { Basket });
})();
