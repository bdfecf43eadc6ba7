// The seats that the buyer has chosen: shown with ticket and price, and put into the fields of pretix's own form.
(() => {
  const picker = window.SeatPreviewPicker;
  const { filled, make, ticketName } = picker;

  /** It is an event target: `change` tells that other seats are chosen, `view` asks to show the view from `detail`. */
  class Basket extends EventTarget {
    constructor(config, seats, part) {
      super();
      this.config = config;
      this.seats = seats;
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

    add(seat) {
      const [first] = this.seats.choicesOnSale(seat);
      if (first === undefined || this.seats.stateOf(seat) !== "available") return;
      this.fields.set(seat.guid, first.field);
      this.changed();
    }

    remove(seat) {
      this.fields.delete(seat.guid);
      this.changed();
    }

    /** Removes seats that cannot be had any more. Returns those that others took, and those in the buyer's own cart. */
    removeLost() {
      const chosen = this.chosen;
      const mine = chosen.filter((seat) => this.seats.stateOf(seat) === "mine");
      const taken = chosen.filter((seat) => !["available", "mine"].includes(this.seats.stateOf(seat)));
      for (const { guid } of [...mine, ...taken]) this.fields.delete(guid);
      for (const guid of [...this.fields.keys()]) if (!this.seats.byGuid.has(guid)) this.fields.delete(guid);
      for (const seat of this.chosen) this.keepField(seat);
      this.changed();
      return { mine, taken };
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
      const {
        part,
        chosen,
        config: { texts },
      } = this;
      part("chosen").replaceChildren(...chosen.map((seat) => this.entry(seat)));
      part("fields").replaceChildren(...chosen.map((seat) => hidden(`seat_${this.fields.get(seat.guid)}`, seat.guid)));
      part("empty").hidden = chosen.length > 0;
      part("total").hidden = part("bar").hidden = chosen.length === 0;
      const count = chosen.length === 1 ? texts.seatsOne : filled(texts.seatsMany, { count: chosen.length });
      for (const each of ["count", "bar-count"]) part(each).textContent = count;
      if (part("add") !== null) part("add").disabled = chosen.length === 0;
      this.renderOwnPrices();
      this.renderSum();
      this.renderLimits();
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
        make("span", { className: "seatpreview-name" }, seat.name),
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
            { value: choice.field, selected: choice === chosen },
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
      const cents = this.chosen.reduce((sum, seat) => sum + Math.round(this.priceOf(seat) * 100), 0);
      for (const each of ["sum", "bar-sum"]) this.part(each).textContent = this.money.format(cents / 100);
    }

    priceOf(seat) {
      const choice = this.chosenChoice(seat);
      if (choice === undefined) return 0;
      if (choice.suggested === null) return Number(choice.price);
      return Math.max(Number(choice.price), Number(this.ownPrices.get(choice.field) ?? choice.suggested) || 0);
    }

    /** Says what pretix will say about too few or too many of a product. pretix decides. */
    renderLimits() {
      const { texts } = this.config;
      const counts = new Map();
      for (const { productId } of this.chosen) counts.set(productId, (counts.get(productId) ?? 0) + 1);
      const sentences = [...counts].flatMap(([id, count]) => {
        const { name: product, min, max } = this.seats.products.get(id);
        if (count < min) return [filled(texts.limitMin, { product, count: min })];
        return max !== null && count > max ? [filled(texts.limitMax, { product, count: max })] : [];
      });
      this.part("limits").textContent = sentences.join(" ");
      this.part("limits").hidden = sentences.length === 0;
    }
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
