// The seats as a list of sections, rows and seats. It needs nothing but pretix.
(() => {
  const picker = window.SeatPreviewPicker;
  const { filled, make, ticketName } = picker;

  /** What somebody may need of a seat, in this order. The other properties are told with each seat. */
  const NEEDS = ["wheelchair", "companion", "stepFree", "easyAccess", "aisle"];

  /** It is an event target: `wish` tells which seat the buyer wants, or does not want any more. */
  class SeatList extends EventTarget {
    constructor(config, seats, basket, host) {
      super();
      Object.assign(this, { config, seats, basket, host });
      this.needs = new Set();
      this.sections = [];
      this.plan = null;
    }

    /** Shows all seats anew where the plan is another one, and otherwise what has changed of them. */
    update() {
      if (this.plan !== this.seats.plan) this.build();
      for (const section of this.sections) this.updateSection(section);
      this.nothing.hidden = this.sections.some(({ details }) => !details.hidden);
    }

    build() {
      this.plan = this.seats.plan;
      this.sections = this.seats.sections.map((section) => this.section(section));
      this.nothing = make("p", { className: "text-muted", hidden: true }, this.config.texts.nothingFound);
      this.host.replaceChildren(...this.filter(), this.nothing, ...this.sections.map(({ details }) => details));
      if (this.sections.length === 1) this.sections[0].details.open = true;
    }

    filter() {
      const found = NEEDS.filter((need) => this.seats.all.some(({ properties }) => properties.includes(need)));
      if (found.length === 0) return [];
      const boxes = found.map((need) => {
        const box = make("input", { type: "checkbox", checked: this.needs.has(need) });
        box.onchange = () => {
          this.needs[box.checked ? "add" : "delete"](need);
          this.update();
        };
        return make("label", { className: "seatpreview-need" }, box, ` ${this.config.texts[need]}`);
      });
      return [make("div", { className: "seatpreview-needs" }, ...boxes)];
    }

    section({ name, rows }) {
      const count = make("span", { className: "seatpreview-count" });
      const body = make("div", { className: "seatpreview-rows" });
      const details = make(
        "details",
        { className: "seatpreview-section" },
        make("summary", {}, make("strong", {}, name || "–"), " ", count),
        body,
      );
      const section = { name, rows, count, body, details, fieldsets: null };
      // A large hall has thousands of seats: those of a section are made when somebody opens it.
      details.ontoggle = () => details.open && this.updateSection(section);
      return section;
    }

    updateSection(section) {
      const free = section.rows.flatMap(({ seats }) => seats).filter((seat) => this.isFree(seat) && this.matches(seat));
      const { noFree, freeOne, freeMany } = this.config.texts;
      const count = free.length;
      section.count.textContent = count === 0 ? noFree : filled(count === 1 ? freeOne : freeMany, { count });
      section.details.hidden = this.needs.size > 0 && free.length === 0;
      if (!section.details.open) return;
      section.fieldsets ??= this.rows(section);
      for (const { fieldset, chips } of section.fieldsets) {
        for (const chip of chips) this.updateChip(chip);
        fieldset.hidden = chips.every(({ label }) => label.hidden);
      }
    }

    rows({ rows, body }) {
      const made = rows.map(({ name, seats }) => {
        const chips = seats.map((seat) => this.chip(seat));
        const fieldset = make(
          "fieldset",
          { className: "seatpreview-row" },
          make("legend", {}, name || "–"),
          make("div", { className: "seatpreview-chips" }, ...chips.map(({ label }) => label)),
        );
        return { fieldset, chips };
      });
      body.replaceChildren(...made.map(({ fieldset }) => fieldset));
      return made;
    }

    chip(seat) {
      const box = make("input", { type: "checkbox", value: seat.guid });
      const text = make("span", { className: "seatpreview-chip-text" });
      const words = make("span", { className: "sr-only" });
      box.onchange = () => this.dispatchEvent(new CustomEvent("wish", { detail: { seat, isWanted: box.checked } }));
      const number = make(
        "span",
        { className: "seatpreview-chip-number", ariaHidden: "true" },
        ...picker.placeMark(seat, this.config.texts),
        seat.short,
      );
      return {
        seat,
        box,
        text,
        words,
        // A screen reader says the seat first, and then what it costs.
        label: make("label", { className: "seatpreview-chip" }, box, number, words, text),
      };
    }

    updateChip({ seat, box, text, words, label }) {
      const state = this.seats.stateOf(seat);
      const isChosen = this.basket.has(seat.guid);
      box.checked = isChosen;
      box.disabled = state !== "available" && !isChosen;
      label.hidden = !this.matches(seat);
      label.dataset.state = isChosen ? "chosen" : state;
      text.textContent = state === "available" ? this.price(seat) : this.config.texts[state];
      words.textContent = `${this.words(seat, state)}, `;
    }

    price(seat) {
      const { priceText } = this.seats.lowest(seat);
      const isSeveral = this.seats.choicesOnSale(seat).length > 1;
      return isSeveral ? filled(this.config.texts.from, { price: priceText }) : priceText;
    }

    words(seat, state) {
      const { texts } = this.config;
      const lowest = this.seats.lowest(seat);
      const ticket = lowest === null || state !== "available" ? [] : [ticketName(this.seats.productOf(seat), lowest)];
      return [seat.name, ...ticket, ...seat.properties.map((name) => texts[name] ?? name)].join(", ");
    }

    isFree(seat) {
      return this.seats.stateOf(seat) === "available";
    }

    matches({ properties }) {
      return [...this.needs].every((need) => properties.includes(need));
    }
  }

  Object.assign(picker, { SeatList });
})();
