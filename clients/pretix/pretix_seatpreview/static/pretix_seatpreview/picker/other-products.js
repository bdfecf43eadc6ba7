// The products without seats, such as standing tickets: their fields stand in pretix's own form, which is sent as a whole.
(() => {
  window.SeatPreviewPicker ??= {};

  const FIELD = /^(?:item|variation)_(\d+(?:_\d+)?)$/;

  /** Reads and writes the fields of pretix's form. It is an event target: `change` tells that a field may have changed. */
  class OtherProducts extends EventTarget {
    constructor(config, form) {
      super();
      this.form = form;
      this.choices = new Map();
      for (const product of config.products)
        if (!product.needsSeat)
          for (const choice of product.choices) this.choices.set(choice.field, { product, choice });
      this.inputs = form === null ? [] : [...form.querySelectorAll("input[name]")].filter((input) => fieldOf(input));
    }

    /** pretix presets a lone product, since a form with one product alone would be for that one. Beside seats, nobody has
     * chosen it. */
    start() {
      for (const input of this.inputs) {
        if (isBox(input) ? input.defaultChecked && input.checked : input.defaultValue !== "") write(input, 0);
      }
      if (this.form === null) return;
      for (const type of ["input", "change"]) this.form.addEventListener(type, () => this.tell());
      // A browser may put back what was in the fields when somebody comes back to the page.
      window.addEventListener("pageshow", () => this.tell());
    }

    tell() {
      this.dispatchEvent(new Event("change"));
    }

    inputOf(field) {
      return this.inputs.find((input) => fieldOf(input) === field && !input.disabled);
    }

    /** What pretix would take of the form: the products with their number and their price each. */
    lines() {
      return this.inputs.flatMap((input) => {
        const field = fieldOf(input);
        const found = this.choices.get(field);
        const count = countOf(input);
        if (count === 0 || input.disabled) return [];
        if (found === undefined) return [{ field, product: null, choice: null, count, price: 0 }];
        return [{ field, ...found, count, price: this.priceOf(found.choice) }];
      });
    }

    countOf(field) {
      const input = this.inputOf(field);
      return input === undefined ? 0 : countOf(input);
    }

    setCount(field, count) {
      const input = this.inputOf(field) ?? this.addInput(field);
      if (input !== null) write(input, count);
    }

    /** pretix's frame for its widget has no fields for products without seats. */
    addInput(field) {
      if (this.form === null || !this.choices.has(field)) return null;
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = `${field.includes("_") ? "variation" : "item"}_${field}`;
      this.form.append(input);
      this.inputs.push(input);
      return input;
    }

    priceOf(choice) {
      if (choice.suggested === null) return Number(choice.price);
      const entered = this.form.elements.namedItem(`price_${choice.field}`)?.value ?? "";
      return Math.max(Number(choice.price), Number(entered) || 0);
    }
  }

  function isBox(input) {
    return input.type === "checkbox" || input.type === "radio";
  }

  /** The product and variation that a field is about; null if it is about something else. */
  function fieldOf(input) {
    const name = input.name === "_selected_item" ? input.value : input.name;
    return FIELD.exec(name)?.[1] ?? null;
  }

  function countOf(input) {
    if (isBox(input)) return input.checked ? 1 : 0;
    const count = Number.parseInt(input.value, 10);
    return count > 0 ? count : 0;
  }

  /** pretix's own script hears of it, as if somebody had entered it. */
  function write(input, count) {
    if (isBox(input)) input.checked = count > 0;
    else input.value = count > 0 ? String(count) : "";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  Object.assign(window.SeatPreviewPicker, { OtherProducts });
})();
