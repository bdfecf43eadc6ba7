// The map with the views: the element <seat-preview>, as long as it can be shown. Its script comes from the shop, with this one.
(() => {
  const picker = window.SeatPreviewPicker;
  const { make } = picker;

  /** A service that has shown nothing for this long is treated as one that cannot be reached. */
  const READY_MS_MAX = 20_000;
  /** Problems with one seat or with one wish. The map itself goes on. */
  const PASSING = new Set(["not_found", "rate_limited", "validation_failed"]);

  /** It is an event target: `ready`, `failed`, and `chosen` with the keys of all seats that are chosen on the map. */
  class SeatMap extends EventTarget {
    constructor(config, seats, host) {
      super();
      Object.assign(this, { config, seats, host });
      this.element = null;
      this.isReady = false;
    }

    start() {
      const { service, venue, keyId } = this.config.viewer;
      this.element = make("seat-preview", {
        attributes: { service, venue, "key-id": keyId, locale: this.config.locale, events: "off", theme: "light" },
      });
      this.listen(this.element);
      this.host.replaceChildren(this.element);
      this.patience = setTimeout(() => this.isReady || this.fail(), READY_MS_MAX);
      // Its script has run before this one, unless the browser is too old for it or the shop does not serve it.
      if (customElements.get("seat-preview") === undefined) this.fail();
    }

    listen(element) {
      element.addEventListener("ready", () => {
        this.isReady = true;
        this.dispatchEvent(new Event("ready"));
      });
      element.addEventListener("problem", ({ detail }) => {
        if (!this.isReady || !PASSING.has(detail.code)) this.fail();
      });
      element.addEventListener("seat-chosen", ({ detail }) => {
        this.dispatchEvent(new CustomEvent("chosen", { detail: detail.allChosen }));
      });
    }

    fail() {
      if (this.element === null) return;
      clearTimeout(this.patience);
      this.element.remove();
      this.element = null;
      this.isReady = false;
      this.dispatchEvent(new Event("failed"));
    }

    /** Shows what is free. The list is large, so that it is sent only where it has changed. */
    update() {
      if (this.element === null) return;
      const offers = this.seats.offers();
      const told = JSON.stringify(offers);
      if (told === this.told) return;
      this.told = told;
      this.element.offers = offers;
    }

    choose(chosen, areas) {
      if (this.element === null) return;
      const keys = [...chosen.flatMap(({ key }) => key ?? []), ...areas];
      const shown = this.element.chosen;
      if (keys.length !== shown.length || keys.some((key) => !shown.includes(key))) this.element.chosen = keys;
    }

    show(seat) {
      if (this.element === null || seat.key === null) return;
      this.element.show(seat.key);
    }
  }

  Object.assign(picker, { SeatMap });
})();
