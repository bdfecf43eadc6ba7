// Starts the seat picker on a page: the map or the list, the chosen seats, and the question what is free now.
(() => {
  const { Seats, OtherProducts, Basket, SeatList, SeatMap, Polling, filled } = window.SeatPreviewPicker;

  const FAILURES_SHOWN = 2;

  class Picker {
    constructor(root) {
      this.root = root;
      this.config = JSON.parse(root.dataset.seatpreview);
      this.part = (name) => root.querySelector(`[data-part="${name}"]`);
      this.seats = new Seats(this.config);
      this.others = new OtherProducts(this.config, root.closest("form"));
      this.basket = new Basket(this.config, this.seats, this.others, this.part);
      this.list = new SeatList(this.config, this.seats, this.basket, this.part("list"));
      this.map = new SeatMap(this.config, this.seats, this.part("map"));
      this.polling = new Polling(
        () => this.seats.refresh(),
        (failures) => this.onPoll(failures),
      );
      this.failures = 0;
    }

    start() {
      this.keepPageOnError(this.root.closest("form"));
      this.part("picker").hidden = false;
      for (const button of this.modeButtons()) button.onclick = () => this.setMode(button.dataset.mode);
      this.seats.addEventListener("change", () => this.onStates());
      this.basket.addEventListener("change", () => this.onChosen());
      this.others.addEventListener("change", () => this.onOthers());
      this.others.start();
      this.list.addEventListener("wish", ({ detail: { seat, isWanted } }) =>
        this.change(seat, isWanted ? "add" : "remove"),
      );
      this.basket.addEventListener("view", ({ detail }) => this.showView(detail));
      this.map.addEventListener("failed", () => this.onNoMap());
      this.map.addEventListener("ready", () => this.onMap());
      this.map.addEventListener("chosen", ({ detail }) => this.takeChosen(detail));
      document.addEventListener("visibilitychange", () => document.hidden || this.polling.now());
      this.watchBar();
      this.setMode(this.config.viewer === null ? "list" : "map");
      this.part("modes").hidden = this.config.viewer === null;
      if (this.config.viewer !== null) this.map.start();
      this.polling.now();
    }

    /** pretix's frame for its widget would go on to the checkout after an error. */
    keepPageOnError(form) {
      if (form === null) return;
      const action = new URL(form.action);
      if (action.searchParams.has("next_error")) return;
      const here = new URL(location.href);
      for (const name of ["iframe", "take_cart_id", "require_cookie", "cart_id"]) here.searchParams.delete(name);
      action.searchParams.set("next_error", here.pathname + here.search);
      form.action = action.href;
    }

    onPoll(failures) {
      this.failures = failures;
      this.showProblem();
    }

    async onStates() {
      if (this.map.element !== null && !this.seats.hasKeys) this.map.fail();
      // Nobody else was faster where the buyer has put the seat into the cart in another window.
      if (this.basket.lost().taken.length > 0) await this.seats.refreshMine().catch(() => null);
      const lost = this.basket.removeLost();
      this.list.update();
      this.map.update();
      this.tellLost(lost);
    }

    /** Says plainly which seats are lost and why, and that nothing else is. */
    tellLost({ mine, ...lost }) {
      const { texts } = this.config;
      const worded = (kind, seats) =>
        seats.length === 0
          ? []
          : [
              filled(texts[kind + (seats.length === 1 ? "One" : "Many")], {
                seats: seats.map(({ name }) => name).join("; "),
              }),
            ];
      const sentences = Object.entries(lost).flatMap(([kind, seats]) =>
        worded(kind === "taken" ? "faster" : kind, seats),
      );
      if (sentences.length === 0) return;
      sentences.push(...worded("inCart", mine));
      if (this.basket.chosen.length > 0) sentences.push(texts.othersStay);
      this.tell(sentences.join(" "));
    }

    /** Tells what the buyer must not miss; null takes it away. */
    tell(sentence) {
      this.part("faster").textContent = sentence ?? "";
      this.part("faster").hidden = sentence === null;
    }

    onChosen() {
      this.showChosen();
      this.list.update();
    }

    onOthers() {
      this.basket.render();
      this.showChosen();
    }

    showChosen() {
      this.map.choose(this.basket.chosen, this.basket.chosenAreas);
    }

    /** Takes over what the buyer has chosen on the map. */
    takeChosen(keys) {
      const wanted = new Set(keys);
      for (const seat of this.basket.chosen)
        if (seat.key !== null && !wanted.has(seat.key)) this.change(seat, "remove");
      for (const key of keys) {
        const seat = this.seats.byKey.get(key);
        if (seat !== undefined && !this.basket.has(seat.guid)) this.change(seat, "add");
      }
      for (const [key] of this.config.areas) {
        const isChosen = this.basket.chosenAreas.includes(key);
        if (wanted.has(key) !== isChosen) this.tellStop(this.basket.setArea(key, !isChosen));
      }
      this.showChosen();
    }

    tellStop(stop) {
      // The limit is named, and choosing stops there.
      if (stop !== null && stop !== "") this.tell(stop);
    }

    change(seat, how) {
      const stop = this.basket[how](seat) ?? null;
      if (stop !== null) {
        this.tellStop(stop);
        this.list.update();
        return;
      }
      const text = how === "add" ? this.config.texts.chosen : this.config.texts.removed;
      this.part("status").textContent = filled(text, { seat: seat.name });
      this.tell(null);
    }

    showView(seat) {
      this.setMode("map");
      this.map.show(seat);
      this.part("map").scrollIntoView({ block: "nearest" });
    }

    onMap() {
      this.basket.canShowViews = true;
      this.basket.render();
      this.map.update();
      this.showChosen();
    }

    /** The list sells on where the map cannot be shown. */
    onNoMap() {
      this.hasNoMap = true;
      this.basket.canShowViews = false;
      this.basket.render();
      this.part("modes").hidden = true;
      this.setMode("list");
      this.showProblem();
    }

    showProblem() {
      const { texts } = this.config;
      const problem = this.part("problem");
      const sentence = this.failures >= FAILURES_SHOWN ? texts.offline : this.hasNoMap ? texts.noMap : "";
      if (problem.textContent !== sentence) problem.textContent = sentence;
      problem.hidden = sentence === "";
    }

    setMode(mode) {
      for (const button of this.modeButtons()) {
        button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
        button.classList.toggle("active", button.dataset.mode === mode);
      }
      this.part("map").hidden = mode !== "map";
      this.part("list").hidden = mode !== "list";
    }

    modeButtons() {
      return this.part("modes").querySelectorAll("button");
    }

    /** On a phone, a bar at the lower edge leads to the chosen seats while these are out of sight. */
    watchBar() {
      const bar = this.part("bar");
      bar.querySelector("a").onclick = () =>
        document.getElementById("seatpreview-chosen").focus({ preventScroll: true });
      new IntersectionObserver((entries) => {
        bar.classList.toggle(
          "seatpreview-seen",
          entries.some(({ isIntersecting }) => isIntersecting),
        );
      }).observe(this.part("basket"));
    }
  }

  for (const root of document.querySelectorAll("[data-seatpreview]")) new Picker(root).start();
})();
