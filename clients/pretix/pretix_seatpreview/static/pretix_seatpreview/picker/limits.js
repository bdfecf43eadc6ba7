// How many tickets a buyer may choose: what pretix will say about quotas, orders, products and vouchers, said before.
(() => {
  const { filled } = window.SeatPreviewPicker;

  /** All rules are pretix's; this computes with its numbers, so that nobody chooses what pretix would refuse. */
  class Limits {
    constructor(config) {
      this.limits = config.limits;
      this.texts = config.texts;
      this.products = new Map();
      for (const product of config.products) for (const { field } of product.choices) this.products.set(field, product);
      this.quotas = [];
      this.voucherLeft = null;
    }

    /** Takes what pretix says now. */
    update({ quotas, voucherLeft }) {
      this.quotas = quotas ?? [];
      this.voucherLeft = voucherLeft ?? null;
    }

    /** Sentences about everything that is too much, for the tickets in `counts`: how many of each field. */
    tooMany(counts) {
      return this.exceeded(counts).map(({ sentence }) => sentence);
    }

    /** Why no ticket of this field can be chosen in addition; null if one can. */
    stops(counts, field) {
      const more = new Map(counts).set(field, (counts.get(field) ?? 0) + 1);
      const found = this.exceeded(more).find(({ fields }) => fields === null || fields.includes(field));
      return found?.sentence ?? null;
    }

    /** Sentences about what pretix will want more of. */
    tooFew(counts) {
      const { texts } = this;
      const sentences = [...this.byProduct(counts)].flatMap(([product, count]) => {
        const all = count + this.inCart(product);
        return all < product.min ? [filled(texts.limitMin, { product: product.name, count: product.min })] : [];
      });
      const count = sum(counts);
      if (count > 0 && count < this.limits.voucherMin)
        sentences.push(filled(texts.voucherMin, { count: this.limits.voucherMin }));
      return sentences;
    }

    /** What is exceeded: the sentence about it, and the fields that it is about; null is every field. */
    exceeded(counts) {
      return [...this.ofOrder(counts), ...this.ofProducts(counts), ...this.ofVoucher(counts), ...this.ofQuotas(counts)];
    }

    ofOrder(counts) {
      const { order, inCart } = this.limits;
      if (order === null || sum(counts) === 0 || sum(counts) + inCart <= order) return [];
      const text = inCart === 0 ? this.texts.orderMax : this.texts.orderMaxWithCart;
      return [{ sentence: filled(text, { count: order, inCart }), fields: null }];
    }

    ofProducts(counts) {
      return [...this.byProduct(counts)].flatMap(([product, count]) => {
        if (product.max === null || count + this.inCart(product) <= product.max) return [];
        const sentence = filled(this.texts.limitMax, { product: product.name, count: product.max });
        return [{ sentence, fields: product.choices.map(({ field }) => field) }];
      });
    }

    ofVoucher(counts) {
      if (this.voucherLeft === null || sum(counts) <= this.voucherLeft) return [];
      const { voucherNone, voucherMax } = this.texts;
      const sentence = this.voucherLeft === 0 ? voucherNone : filled(voucherMax, { count: this.voucherLeft });
      return [{ sentence, fields: null }];
    }

    ofQuotas(counts) {
      return this.quotas.flatMap(([left, uses]) => {
        const used = [...counts].filter(([field, count]) => count > 0 && uses[field] > 0);
        const taken = used.reduce((all, [field, count]) => all + count * uses[field], 0);
        if (taken <= left) return [];
        const product = [...new Set(used.map(([field]) => this.products.get(field)?.name ?? ""))].join(", ");
        // A bundle may take several of what is left.
        const count = Math.floor(left / Math.max(...used.map(([field]) => uses[field])));
        const { quotaNone, quotaLeftOne, quotaLeftMany } = this.texts;
        const text = [quotaNone, quotaLeftOne][count] ?? quotaLeftMany;
        return [{ sentence: filled(text, { product, count }), fields: Object.keys(uses) }];
      });
    }

    byProduct(counts) {
      const products = new Map();
      for (const [field, count] of counts) {
        const product = this.products.get(field);
        if (product !== undefined && count > 0) products.set(product, (products.get(product) ?? 0) + count);
      }
      return products;
    }

    inCart(product) {
      return this.limits.productsInCart[product.id] ?? 0;
    }
  }

  function sum(counts) {
    return [...counts.values()].reduce((all, count) => all + count, 0);
  }

  Object.assign(window.SeatPreviewPicker, { Limits });
})();
